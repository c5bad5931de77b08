// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: module {
// CHECK-NEXT: tt.func @barriers(%arg0: !tt.ptr<i8>, %arg1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg2: i1, %arg3: i32) {
// CHECK-NEXT: tti.experimental_gsan_init
// CHECK-NEXT: tti.experimental_gsan_kernel_exit
// CHECK-NEXT: tti.experimental_gsan_grid_dependency_wait
// CHECK-NEXT: tti.experimental_gsan_cluster_barrier_init %arg0 : <i8>
// CHECK-NEXT: tti.experimental_gsan_cluster_barrier_sync %arg0 : <i8>
// CHECK-NEXT: tti.experimental_gsan_mbarrier_table_init %arg0, 8 : <i8>
// CHECK-NEXT: tti.experimental_gsan_mbarrier_init %arg0, %arg1, 1 : <i8>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: tti.experimental_gsan_mbarrier_arrive %arg0, %arg1, %arg2, 1 {multicast = false, multicastMasks = array<i32>, sourceBroadcastMask = 0 : i32} : <i8>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: tti.experimental_gsan_mbarrier_wait %arg0, %arg1, %arg3, %arg2 : <i8>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: %0 = tti.experimental_memory_offset_to_i32 64, tensor_mem
// CHECK-NEXT: tt.return
// CHECK: tt.func @accesses(%arg0: !tt.tensordesc<4x4xf32>, %arg1: i32, %arg2: i1, %arg3: tensor<8xi32>, %arg4: tensor<8x!tt.ptr<i32>>, %arg5: tensor<8xi1>) {
// CHECK-NEXT: tti.experimental_gsan_tensordesc_access %arg0[%arg1, %arg1], true, %arg2 : !tt.tensordesc<4x4xf32>
// CHECK-NEXT: tti.experimental_gsan_indexed_tensordesc_access %arg0[%arg3, %arg1], false : !tt.tensordesc<4x4xf32>, tensor<8xi32>
// CHECK-NEXT: tti.experimental_gsan_atomic_tensordesc_access %arg0[%arg1, %arg1], relaxed, gpu : !tt.tensordesc<4x4xf32>
// CHECK-NEXT: %0 = tti.experimental_gsan_atomic_load acquire, gpu, %arg4, %arg5 : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
// CHECK-NEXT: tti.experimental_gsan_atomic_store release, gpu, %arg4, %0, %arg5 : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tti.experimental_gsan_atomic_poll acquire, sys, %arg4, %arg5 : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: tt.return
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module {
  tt.func @barriers(%s: !tt.ptr<i8>, %b: !ttg.memdesc<1xi64, #shared, #ttg.shared_memory, mutable>, %p: i1, %h: i32) {
    tti.experimental_gsan_init
    tti.experimental_gsan_kernel_exit
    tti.experimental_gsan_grid_dependency_wait
    tti.experimental_gsan_cluster_barrier_init %s : !tt.ptr<i8>
    tti.experimental_gsan_cluster_barrier_sync %s : !tt.ptr<i8>
    tti.experimental_gsan_mbarrier_table_init %s, 8 : !tt.ptr<i8>
    tti.experimental_gsan_mbarrier_init %s, %b, 1 : !tt.ptr<i8>, !ttg.memdesc<1xi64, #shared, #ttg.shared_memory, mutable>
    tti.experimental_gsan_mbarrier_arrive %s, %b, %p, 1 {multicast = false, multicastMasks = array<i32>, sourceBroadcastMask = 0 : i32} : !tt.ptr<i8>, !ttg.memdesc<1xi64, #shared, #ttg.shared_memory, mutable>
    tti.experimental_gsan_mbarrier_wait %s, %b, %h, %p : !tt.ptr<i8>, !ttg.memdesc<1xi64, #shared, #ttg.shared_memory, mutable>
    %0 = tti.experimental_memory_offset_to_i32 64, tensor_mem
    tt.return
  }
  tt.func @accesses(%d: !tt.tensordesc<4x4xf32>, %h: i32, %p: i1, %i: tensor<8xi32>, %q: tensor<8x!tt.ptr<i32>>, %k: tensor<8xi1>) {
    tti.experimental_gsan_tensordesc_access %d[%h, %h], true, %p : !tt.tensordesc<4x4xf32>
    tti.experimental_gsan_indexed_tensordesc_access %d[%i, %h], false : !tt.tensordesc<4x4xf32>, tensor<8xi32>
    tti.experimental_gsan_atomic_tensordesc_access %d[%h, %h], relaxed, gpu : !tt.tensordesc<4x4xf32>
    %0 = tti.experimental_gsan_atomic_load acquire, gpu, %q, %k : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
    tti.experimental_gsan_atomic_store release, gpu, %q, %0, %k : tensor<8x!tt.ptr<i32>>
    tti.experimental_gsan_atomic_poll acquire, sys, %q, %k : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
