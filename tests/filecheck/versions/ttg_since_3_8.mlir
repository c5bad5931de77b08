// RUN: xtriton-opt %s --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 | xtriton-opt - --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --mlir-print-op-generic | xtriton-opt - --triton=3.8 | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @scatter(%arg0: !ttg.memdesc<128xi32, #shared, #smem, mutable>, %arg1: tensor<128xi32, #blocked>, %arg2: tensor<128xi1, #blocked>) {
// CHECK-NEXT: %0 = ttg.local_atomic_scatter_rmw add, %arg0[%arg1], %arg1, %arg2 {axis = 0 : i32} : (!ttg.memdesc<128xi32, #shared, #smem, mutable>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
// CHECK-NEXT: %1 = ttg.local_atomic_scatter_rmw xor, %arg0[%arg1], %arg1 {axis = 0 : i32} : (!ttg.memdesc<128xi32, #shared, #smem, mutable>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
// CHECK-NEXT: tt.return
// CHECK: tt.func @layouts(%arg0: tensor<128xf32, #generic_linear>) {
// CHECK-NEXT: %0 = ttg.convert_layout %arg0 : tensor<128xf32, #generic_linear> -> tensor<128xf32, #blocked>
// CHECK-NEXT: %1 = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 64 : i32, shared_cluster_state, third_party_allocation} : !tt.ptr<i8>
// CHECK-NEXT: tt.return
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#generic = #ttg.generic_linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scatter(%m: !ttg.memdesc<128xi32, #shared, #smem, mutable>, %i: tensor<128xi32, #blocked>, %k: tensor<128xi1, #blocked>) {
    %0 = ttg.local_atomic_scatter_rmw add, %m[%i], %i, %k {axis = 0 : i32} : (!ttg.memdesc<128xi32, #shared, #smem, mutable>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>, tensor<128xi1, #blocked>) -> tensor<128xi32, #blocked>
    %1 = ttg.local_atomic_scatter_rmw xor, %m[%i], %i {axis = 0 : i32} : (!ttg.memdesc<128xi32, #shared, #smem, mutable>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) -> tensor<128xi32, #blocked>
    tt.return
  }
  tt.func @layouts(%x: tensor<128xf32, #generic>) {
    %0 = ttg.convert_layout %x : tensor<128xf32, #generic> -> tensor<128xf32, #blocked>
    %1 = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 64 : i32, shared_cluster_state, third_party_allocation} : !tt.ptr<i8>
    tt.return
  }
}
