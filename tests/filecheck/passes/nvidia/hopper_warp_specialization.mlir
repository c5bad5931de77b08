// RUN: xtriton-opt %s --triton=3.6 --nvgpu-warp-specialization=num-stages=2 --split-input-file | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A producer and two consumers, which compute 64 rows each. A consumer waits for the barrier that TMA completes, and
  // arrives at the one of empty buffers; the loop is not pipelined again.
  // CHECK-LABEL: tt.func @matmul
  // CHECK-COUNT-4: gpu.barrier
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared
  // CHECK: ttg.warp_specialize(
  // CHECK-SAME: requestedRegisters = array<i32: 232, 232>
  // CHECK-NEXT: default {
  // CHECK: scf.for
  // CHECK: arith.xori
  // CHECK: ttng.wait_barrier
  // CHECK: ttng.barrier_expect %{{.*}}, 8192
  // CHECK: ttng.async_tma_copy_global_to_local
  // CHECK-NOT: ttng.warp_group_dot
  // CHECK: tt.num_stages = 0 : i32
  // CHECK: ttg.warp_yield
  // CHECK: partition0(
  // CHECK: num_warps(4)
  // CHECK: scf.for
  // CHECK: ttng.wait_barrier
  // CHECK: ttng.warp_group_dot
  // CHECK: ttng.arrive_barrier %{{.*}}, 128
  // CHECK: tt.num_stages = 0 : i32
  // CHECK: tt.store {{.*}} {async_task_id = array<i32: 1>}
  // CHECK: partition1(
  // CHECK: tt.store {{.*}} {async_task_id = array<i32: 2>}
  // CHECK-NOT: nvws.
  tt.func @matmul(%q: !tt.ptr<f16>, %s: i64, %o: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = arith.constant 1 : i64
    %d = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<128x64xf16, #shared>>
    %e = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16, #shared>>
    %zero = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #mma>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #mma>)  : i32 {
      %x = tt.descriptor_load %d[%c0, %i] : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
      %y = tt.descriptor_load %e[%i, %c0] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %b = ttg.local_alloc %y : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %dot = ttng.warp_group_dot %a, %b, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
      scf.yield %dot : tensor<128x64xf32, #mma>
    } {tt.warp_specialize}
    %to = tt.splat %o : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #mma>
    tt.store %to, %r : tensor<128x64x!tt.ptr<f32>, #mma>
    tt.return
  }

  // No loop asks for it.
  // CHECK-LABEL: tt.func @not_asked
  // CHECK: scf.for
  // CHECK-NOT: tt.num_stages
  // CHECK: tt.return
  tt.func @not_asked(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1  : i32 {
    }
    tt.return
  }

  // CHECK-LABEL: tt.func @else_region
  // CHECK-NOT: tt.num_stages
  // CHECK: tt.return
  tt.func @else_region(%n: i32, %less: i1, %p: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1  : i32 {
      scf.if %less {
        tt.store %p, %c0 : !tt.ptr<i32>
      } else {
        tt.store %p, %c1 : !tt.ptr<i32>
      }
    } {tt.warp_specialize}
    tt.return
  }

  // Without dots loops are only kept from being pipelined.
  // CHECK-LABEL: tt.func @no_dots
  // CHECK: scf.for
  // CHECK: {tt.num_stages = 0 : i32, tt.warp_specialize}
  tt.func @no_dots(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1  : i32 {
    } {tt.warp_specialize}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Two warp groups would share each task.
  // CHECK-LABEL: tt.func @eight_warps
  // CHECK-NOT: tt.num_stages
  // CHECK: tt.return
  tt.func @eight_warps(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1  : i32 {
    } {tt.warp_specialize}
    tt.return
  }
}
