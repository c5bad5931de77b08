// RUN: xtriton-opt %s --hopper-warp-specialize=shared-memory=107520 --canonicalize --cse --canonicalize --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --hopper-warp-specialize="shared-memory=107520 overlap=false" --canonicalize --cse --canonicalize --verify-diagnostics | filecheck %s --check-prefix=WAIT

// Three stages of 24576 bytes fit beside the buffers of two stores. Both warp groups read the right operand, so that a
// stage is empty after two arrivals; each reads one half of the left one. A dot is in flight until that of the next
// iteration is issued, and then its stage is released, if there was an iteration before; the last one after the loop.
// CHECK: %[[A0:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// CHECK: %[[A1:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// CHECK: %[[FULL:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64
// CHECK-COUNT-3: ttng.init_barrier %{{.*}}, 1 :
// CHECK: %[[EMPTY:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64
// CHECK-COUNT-3: ttng.init_barrier %{{.*}}, 2 :
// CHECK: %[[C0:.*]] = ttg.memdesc_index {{.*}} -> !ttg.memdesc<64x64xf32
// CHECK: ttng.fence_async_shared
// CHECK: ttg.warp_specialize({{.*}}) attributes {requestedRegisters = array<i32: 240, 24>}
// CHECK: default {
// CHECK:   %[[LOOP:.*]]:5 = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[I:.*]] = %c0_i32, %[[PHASE:.*]] = %c0_i32, %[[ANY:.*]] = %false, %[[HELD:.*]] = %c0_i32)
// CHECK:     %[[ARRIVED:.*]] = ttg.memdesc_index %[[FULL]][%[[I]]]
// CHECK:     ttng.wait_barrier %[[ARRIVED]], %[[PHASE]]
// CHECK:     %[[AT:.*]] = ttg.memdesc_index %[[A0]][%[[I]]]
// CHECK:     %[[BT:.*]] = ttg.memdesc_index %[[B]][%[[I]]]
// CHECK:     %[[D:.*]] = ttng.warp_group_dot %[[AT]], %[[BT]], %[[ACC]] {isAsync = true}
// CHECK:     %[[W:.*]] = ttng.warp_group_dot_wait %[[D]] {pendings = 1 : i32}
// CHECK:     %[[READ:.*]] = ttg.memdesc_index %[[EMPTY]][%[[HELD]]]
// CHECK:     ttng.barrier_expect %[[READ]], 0, %[[ANY]]
// CHECK:     scf.yield %[[W]], %{{.*}}, %{{.*}}, %true, %[[I]]
// CHECK:   ttng.warp_group_dot_wait %[[LOOP]]#0 {pendings = 0 : i32}
// CHECK:   %[[LAST:.*]] = ttg.memdesc_index %[[EMPTY]][%[[LOOP]]#4]
// CHECK:   ttng.barrier_expect %[[LAST]], 0, %[[LOOP]]#3
// CHECK:   ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK:   ttg.local_store %{{.*}}, %[[C0]]
// CHECK:   ttng.fence_async_shared
// CHECK:   ttng.async_tma_copy_local_to_global
// CHECK:   ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK:   ttg.warp_yield
// CHECK: partition0({{.*}}) num_warps(4) {
// CHECK:   ttng.warp_group_dot
// CHECK: partition1({{.*}}) num_warps(1) {
// CHECK-NOT: tensor<64x64xf32, #mma>
// CHECK:   scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[PARITY:.*]] = %c1_i32{{.*}})
// CHECK:     ttng.wait_barrier %{{.*}}, %[[PARITY]]
// CHECK:     ttng.barrier_expect %{{.*}}, 24576
// CHECK-COUNT-3: ttng.async_tma_copy_global_to_local
// CHECK-NOT: ttng.async_tma_copy_global_to_local
// CHECK:   ttg.warp_return
// No partition captures the default region's buffer for stores: a later use keeps it while they run.
// CHECK-COUNT-2: ttg.local_dealloc

// Without overlap each iteration waits for its dot, and releases the stage.
// WAIT: default {
// WAIT:   scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[I:.*]] = %c0_i32, %{{.*}} = %c0_i32) ->
// WAIT:     %[[D:.*]] = ttng.warp_group_dot
// WAIT:     ttng.warp_group_dot_wait %[[D]] {pendings = 0 : i32}
// WAIT:     %[[READ:.*]] = ttg.memdesc_index %{{.*}}[%[[I]]]
// WAIT:     ttng.barrier_expect %[[READ]], 0, %true
// WAIT:     scf.yield
// WAIT-NOT: ttng.warp_group_dot_wait
// WAIT: partition0

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 2 consumer warp groups, stages per ring: 3}}
  tt.func public @matmul(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %17, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}
