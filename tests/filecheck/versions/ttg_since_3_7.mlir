// RUN: xtriton-opt %s --triton=3.7 | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 | xtriton-opt - --triton=3.7 | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 --mlir-print-op-generic | xtriton-opt - --triton=3.7 | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @barriers() {
// CHECK-NEXT: ttg.barrier local
// CHECK-NEXT: ttg.barrier global_read|tensor_write
// CHECK-NEXT: ttg.barrier all
// CHECK-NEXT: ttg.barrier none
// CHECK-NEXT: %0 = ttg.warp_id
// CHECK-NEXT: %1 = ttg.warp_id {omitUniformHint}
// CHECK-NEXT: tt.return
// CHECK: tt.func @indexed(%arg0: !ttg.memdesc<128xf32, #shared, #smem, mutable>, %arg1: tensor<128xi32, #blocked>, %arg2: !ttg.async.token) {
// CHECK-NEXT: %0 = ttg.local_gather %arg0[%arg1] {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #smem, mutable>, tensor<128xi32, #blocked> -> tensor<128xf32, #blocked>
// CHECK-NEXT: %1 = ttg.local_gather %arg0[%arg1] token %arg2 {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #smem, mutable>, tensor<128xi32, #blocked> -> tensor<128xf32, #blocked>
// CHECK-NEXT: ttg.local_scatter %arg0[%arg1], %0 {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #smem, mutable>, tensor<128xi32, #blocked>, tensor<128xf32, #blocked>
// CHECK-NEXT: tt.return
// CHECK: tt.func @captures(%arg0: i32) {
// CHECK-NEXT: ttg.warp_specialize(%arg0)
// CHECK-NEXT: default {
// CHECK-NEXT: ttg.warp_yield
// CHECK: partition0(%arg1: i32) num_warps(4) {
// CHECK-NEXT: ttg.warp_return
// CHECK-NEXT: } : (i32) -> ()
// CHECK-NEXT: tt.return
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @barriers() {
    ttg.barrier local
    ttg.barrier global_read|tensor_write
    ttg.barrier all
    ttg.barrier none
    %0 = ttg.warp_id
    %1 = ttg.warp_id {omitUniformHint}
    tt.return
  }
  tt.func @indexed(%m: !ttg.memdesc<128xf32, #shared, #smem, mutable>, %i: tensor<128xi32, #blocked>, %t: !ttg.async.token) {
    %0 = ttg.local_gather %m[%i] {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #smem, mutable>, tensor<128xi32, #blocked> -> tensor<128xf32, #blocked>
    %1 = ttg.local_gather %m[%i] token %t {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #smem, mutable>, tensor<128xi32, #blocked> -> tensor<128xf32, #blocked>
    ttg.local_scatter %m[%i], %0 {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #smem, mutable>, tensor<128xi32, #blocked>, tensor<128xf32, #blocked>
    tt.return
  }
  tt.func @captures(%x: i32) {
    ttg.warp_specialize(%x)
    default {
      ttg.warp_yield
    }
    partition0(%a: i32) num_warps(4) {
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }
}
