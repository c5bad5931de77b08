// RUN: xtriton-opt %s --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 | xtriton-opt - --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --mlir-print-op-generic | xtriton-opt - --triton=3.8 | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @checks(%arg0: !ttg.memdesc<128xf32, #shared, #smem, mutable>, %arg1: i1, %arg2: tensor<128xi32, #blocked>, %arg3: i32, %arg4: tensor<128xf32, #blocked>) {
// CHECK-NEXT: tti.experimental_assert_uniform %arg1, "unreachable"
// CHECK-NEXT: %0 = tti.experimental_cluster_cta_id : i32
// CHECK-NEXT: %1 = tti.experimental_local_gather %arg0[%arg2] offsets = [%arg3] {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #smem, mutable>, tensor<128xi32, #blocked> -> tensor<128xf32, #blocked>
// CHECK-NEXT: %2 = tti.experimental_fpsan_embed %arg4 : (tensor<128xf32, #blocked>) -> tensor<128xi32, #blocked>
// CHECK-NEXT: %3 = tti.experimental_fpsan_unembed %2 : (tensor<128xi32, #blocked>) -> tensor<128xf32, #blocked>
// CHECK-NEXT: tt.return
// CHECK: tt.func @accesses(%arg0: tensor<128x!tt.ptr<i32>, #blocked>, %arg1: tensor<128xi1, #blocked>, %arg2: tensor<128xi32, #blocked>) {
// CHECK-NEXT: tti.experimental_gsan_tensor_access %arg0, true, %arg1 : tensor<128x!tt.ptr<i32>, #blocked>
// CHECK-NEXT: %0 = tti.experimental_gsan_atomic_rmw add, relaxed, gpu, %arg0, %arg2, %arg1 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
// CHECK-NEXT: %1 = tti.experimental_gsan_atomic_cas acq_rel, gpu, %arg0, %arg2, %arg2 : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
// CHECK-NEXT: tt.return
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @checks(%m: !ttg.memdesc<128xf32, #shared, #ttg.shared_memory, mutable>, %c: i1, %i: tensor<128xi32, #blocked>, %o: i32, %f: tensor<128xf32, #blocked>) {
    tti.experimental_assert_uniform %c, "unreachable"
    %0 = tti.experimental_cluster_cta_id : i32
    %1 = tti.experimental_local_gather %m[%i] offsets = [%o] {axis = 0 : i32} : !ttg.memdesc<128xf32, #shared, #ttg.shared_memory, mutable>, tensor<128xi32, #blocked> -> tensor<128xf32, #blocked>
    %2 = tti.experimental_fpsan_embed %f : (tensor<128xf32, #blocked>) -> tensor<128xi32, #blocked>
    %3 = tti.experimental_fpsan_unembed %2 : (tensor<128xi32, #blocked>) -> tensor<128xf32, #blocked>
    tt.return
  }
  tt.func @accesses(%p: tensor<128x!tt.ptr<i32>, #blocked>, %k: tensor<128xi1, #blocked>, %v: tensor<128xi32, #blocked>) {
    tti.experimental_gsan_tensor_access %p, true, %k : tensor<128x!tt.ptr<i32>, #blocked>
    %0 = tti.experimental_gsan_atomic_rmw add, relaxed, gpu, %p, %v, %k : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tti.experimental_gsan_atomic_cas acq_rel, gpu, %p, %v, %v : (tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    tt.return
  }
}
