// RUN: xtriton-opt %s --nvgpu-test-ws-code-partition=num-buffers=2 | filecheck %s
// RUN: xtriton-opt %s --nvgpu-test-ws-code-partition=num-buffers=0 | filecheck %s --check-prefix=NONE
// NONE-NOT: ttg.warp_specialize

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A load through pointers becomes an asynchronous copy to one of two buffers; the counter of iterations tells which,
  // and the phase. The argument is a capture, the constants are cloned into the partition.
  // CHECK-LABEL: tt.func @pointers
  // CHECK: %[[TOKEN:.*]] = nvws.create_token {loadType = 1 : i32, numBuffers = 2 : i32} : tensor<2x!nvws.token>
  // CHECK: %[[BUFFERS:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK: ttg.warp_specialize(
  // CHECK: default {
  // CHECK: %[[COUNT:.*]] = scf.for {{.*}} iter_args(%[[AT:.*]] = %{{.*}}) -> (i64)
  // CHECK: arith.divui %[[AT]]
  // CHECK: nvws.producer_acquire %[[TOKEN]]
  // CHECK-NEXT: ttg.async_copy_global_to_local
  // CHECK-NEXT: nvws.producer_commit %[[TOKEN]]
  // CHECK: arith.addi %[[AT]]
  // CHECK: ttg.warp_yield
  // CHECK: partition0(
  // CHECK: nvws.consumer_wait
  // CHECK: ttg.local_load
  // CHECK: ttng.warp_group_dot
  // CHECK-NEXT: nvws.consumer_release
  // CHECK: tt.store
  // CHECK: ttg.warp_return
  tt.func @pointers(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %q: tensor<64x64x!tt.ptr<f32>, #mma>, %n: i32) {
    %c0 = arith.constant {async_task_id = array<i32: 0, 1>} 0 : i32
    %c1 = arith.constant {async_task_id = array<i32: 0, 1>} 1 : i32
    %zero = arith.constant {async_task_id = array<i32: 1>} dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
      %x = tt.load %p {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>, #blocked>
      %a = ttg.local_alloc %x {async_task_id = array<i32: 1>} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %dot = ttng.warp_group_dot %a, %a, %acc {async_task_id = array<i32: 1>, inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield {async_task_id = array<i32: 0, 1>} %dot : tensor<64x64xf32, #mma>
    } {async_task_id = array<i32: 0, 1>}
    tt.store %q, %r {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f32>, #mma>
    tt.return
  }

  // The counter of a loop in a branch in a loop passes through both; without an iteration of the branch it stays.
  // CHECK-LABEL: tt.func @nested
  // CHECK: ttg.warp_specialize(
  // CHECK: default {
  // CHECK: scf.for {{.*}} iter_args(%[[OUTER:.*]] = %{{.*}}) -> (i64)
  // CHECK: %[[BRANCH:.*]] = scf.if %{{.*}} -> (i64) {
  // CHECK: %[[INNER:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OUTER]]) -> (i64)
  // CHECK: nvws.producer_acquire
  // CHECK: scf.yield {async_task_id = array<i32: 0>} %[[INNER]] : i64
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {async_task_id = array<i32: 0>} %[[OUTER]] : i64
  // CHECK: scf.yield {async_task_id = array<i32: 0>} %[[BRANCH]] : i64
  // CHECK: partition0(
  tt.func @nested(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %q: tensor<64x64x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant {async_task_id = array<i32: 0, 1>} 0 : i32
    %c1 = arith.constant {async_task_id = array<i32: 0, 1>} 1 : i32
    scf.for %j = %c0 to %n step %c1  : i32 {
      %some = arith.cmpi slt, %j, %c1 {async_task_id = array<i32: 0, 1>} : i32
      scf.if %some {
        scf.for %i = %c0 to %n step %c1  : i32 {
          %x = tt.load %p {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>, #blocked>
          tt.store %q, %x {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f16>, #blocked>
          scf.yield {async_task_id = array<i32: 0, 1>}
        } {async_task_id = array<i32: 0, 1>}
        scf.yield {async_task_id = array<i32: 0, 1>}
      } {async_task_id = array<i32: 0, 1>}
      scf.yield {async_task_id = array<i32: 0, 1>}
    } {async_task_id = array<i32: 0, 1>}
    tt.return
  }

  // The dot's result passes to another consumer through registers that are stored.
  // CHECK-LABEL: tt.func @result
  // CHECK: nvws.create_token {loadType = 3 : i32, numBuffers = 1 : i32}
  // CHECK: ttg.warp_specialize(
  // CHECK: partition0(
  // CHECK: ttng.warp_group_dot
  // CHECK: nvws.producer_acquire
  // CHECK: ttg.local_store
  // CHECK-NEXT: nvws.producer_commit
  // CHECK: partition1(
  // CHECK: nvws.consumer_wait
  // CHECK: ttg.local_load
  // CHECK: tt.store
  tt.func @result(%a: !ttg.memdesc<64x64xf16, #shared, #smem>, %acc: tensor<64x64xf32, #mma>, %q: tensor<64x64x!tt.ptr<f32>, #mma>) {
    %none = tt.get_program_id x {async_task_id = array<i32: 0>} : i32
    %dot = ttng.warp_group_dot %a, %a, %acc {async_task_id = array<i32: 1>, inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    tt.store %q, %dot {async_task_id = array<i32: 2>} : tensor<64x64x!tt.ptr<f32>, #mma>
    tt.return
  }

  // Without values that pass between tasks nothing is specialized.
  // CHECK-LABEL: tt.func @one_task
  // CHECK-NOT: ttg.warp_specialize
  // CHECK: tt.return
  tt.func @one_task(%p: !tt.ptr<i32>) {
    %x = tt.load %p {async_task_id = array<i32: 1>} : !tt.ptr<i32>
    tt.store %p, %x {async_task_id = array<i32: 1>} : !tt.ptr<i32>
    tt.return
  }
}
