// RUN: xtriton-opt %s --triton-nvidia-gpu-fence-insertion | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-NEXT: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Threads have written an operand: one fence for both products that follow each other.
  // CHECK: tt.func @from_registers(%arg0: tensor<64x64xf16, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #shared1, #smem>
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   %2 = ttng.warp_group_dot %0, %1, %arg2 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared1, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   %3 = ttng.warp_group_dot %0, %0, %arg2 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   tt.return %2, %3 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @from_registers(%x: tensor<64x64xf16, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %t = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #shared_t, #smem>
    %0 = ttng.warp_group_dot %a, %t, %c : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared_t, #smem> -> tensor<64x64xf32, #mma>
    %1 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    tt.return %0, %1 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
  }

  // A store to a view of the allocation writes as well.
  // CHECK: tt.func @stored(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttg.local_store %arg0, %1 : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %2 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   %3 = ttng.warp_group_dot %2, %2, %arg1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   tt.return %3 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @stored(%x: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %zero = arith.constant 0 : i32
    %all = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
    %a = ttg.memdesc_index %all[%zero] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.local_store %x, %a : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %b = ttg.memdesc_index %all[%zero] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %0 = ttng.warp_group_dot %b, %b, %c : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
    tt.return %0 : tensor<64x64xf32, #mma>
  }

  // Writes before the loops are fenced before the loops.
  // CHECK: tt.func @before_loops(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x64xf32, #mma>, %arg2: i32) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   %1 = scf.for %arg3 = %arg2 to %arg2 step %arg2 iter_args(%arg4 = %arg1) -> (tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT:     %2 = scf.for %arg5 = %arg2 to %arg2 step %arg2 iter_args(%arg6 = %arg4) -> (tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT:       %3 = ttng.warp_group_dot %0, %0, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:       scf.yield %3 : tensor<64x64xf32, #mma>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     scf.yield %2 : tensor<64x64xf32, #mma>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %1 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @before_loops(%x: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %0 = scf.for %i = %n to %n step %n iter_args(%acc = %c) -> (tensor<64x64xf32, #mma>) : i32 {
      %1 = scf.for %j = %n to %n step %n iter_args(%inner = %acc) -> (tensor<64x64xf32, #mma>) : i32 {
        %2 = ttng.warp_group_dot %a, %a, %inner : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        scf.yield %2 : tensor<64x64xf32, #mma>
      }
      scf.yield %1 : tensor<64x64xf32, #mma>
    }
    tt.return %0 : tensor<64x64xf32, #mma>
  }

  // A loop may carry the memory that it writes.
  // CHECK: tt.func @carried(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x64xf32, #mma>, %arg2: i32) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1:2 = scf.for %arg3 = %arg2 to %arg2 step %arg2 iter_args(%arg4 = %arg1, %arg5 = %0) -> (tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>)  : i32 {
  // CHECK-NEXT:     ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:     %2 = ttng.warp_group_dot %arg5, %arg5, %arg4 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %3 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:     scf.yield %2, %3 : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %1#0 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @carried(%x: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %first = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %0:2 = scf.for %i = %n to %n step %n iter_args(%acc = %c, %a = %first) -> (tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) : i32 {
      %1 = ttng.warp_group_dot %a, %a, %acc : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
      %2 = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      scf.yield %1, %2 : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    }
    tt.return %0#0 : tensor<64x64xf32, #mma>
  }

  // The writers of an argument are unknown.
  // CHECK: tt.func @argument(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   %0 = ttng.warp_group_dot %arg0, %arg0, %arg1 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @argument(%a: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    tt.return %0 : tensor<64x64xf32, #mma>
  }

  // A partition captures memory defined outside of it.
  // CHECK: tt.func @captured(%arg0: tensor<64x64xf16, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttg.warp_specialize(%0, %1)
  // CHECK-NEXT:   default {
  // CHECK-NEXT:     ttg.warp_yield
  // CHECK-NEXT:   }
  // CHECK-NEXT:   partition0(%arg2: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg3: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) num_warps(4) {
  // CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %2 = ttng.warp_group_dot %arg3, %arg3, %cst : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:     %3 = ttng.warp_group_dot %arg3, %arg2, %cst : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     ttg.warp_return
  // CHECK-NEXT:   } : (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) -> ()
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @captured(%x: tensor<64x64xf16, #blocked>, %out: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) {
    %written = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %empty = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.warp_specialize(%written, %empty)
    default {
      ttg.warp_yield
    }
    partition0(%a: !ttg.memdesc<64x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) num_warps(4) {
      %c = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
      %0 = ttng.warp_group_dot %b, %b, %c : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
      %1 = ttng.warp_group_dot %b, %a, %c : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      ttg.warp_return
    } : (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) -> ()
    tt.return
  }

  // Asynchronous copies need no fence, registers neither.
  // CHECK: tt.func @no_writer(%arg0: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg1: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1 = ttng.warp_group_dot %arg0, %0, %arg1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   tt.return %1 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @no_writer(%x: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %b = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %0 = ttng.warp_group_dot %x, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
    tt.return %0 : tensor<64x64xf32, #mma>
  }
}
