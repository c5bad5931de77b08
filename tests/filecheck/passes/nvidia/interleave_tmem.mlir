// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-interleave-tmem | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#half = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem32 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Loads go to their users, past stores to other allocations; definitions that only they use go with them.
  // CHECK: tt.func @to_users(%arg0: !tt.ptr<i32>, %arg1: tensor<128x64xf32, #blocked>, %arg2: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:   %result = ttng.tmem_alloc %arg1 : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tmem_store %arg1, %result_0, %arg2 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %0 = tt.load %arg0 : !tt.ptr<i32>
  // CHECK-NEXT:   %1 = arith.sitofp %0 : i32 to f32
  // CHECK-NEXT:   %2 = tt.splat %1 : f32 -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %result_1 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %3 = arith.negf %result_1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %4 = arith.mulf %2, %3 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %5 = arith.mulf %2, %2 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %4, %5 : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @to_users(%p: !tt.ptr<i32>, %x: tensor<128x64xf32, #blocked>, %t: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
    %m = ttng.tmem_alloc %x : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %n = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %a = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %b = arith.negf %a : tensor<128x64xf32, #blocked>
    ttng.tmem_store %x, %n, %t : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %i = tt.load %p : !tt.ptr<i32>
    %f = arith.sitofp %i : i32 to f32
    %s = tt.splat %f : f32 -> tensor<128x64xf32, #blocked>
    %d = arith.mulf %s, %b : tensor<128x64xf32, #blocked>
    %e = arith.mulf %s, %s : tensor<128x64xf32, #blocked>
    tt.return %d, %e : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  }

  // Not past a store to the same columns, but past one to other columns, and past one to another buffer of several.
  // The alias query leaves the offsets of views behind as constants.
  // CHECK: tt.func @same_allocation(%arg0: tensor<128x32xf32, #blocked1>, %arg1: tensor<128x64xf32, #blocked>, %arg2: i1, %arg3: i32) -> (tensor<128x32xf32, #blocked1>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result = ttng.tmem_alloc %arg1 : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %0 = ttng.tmem_subslice %result {N = 0 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %1 = ttng.tmem_subslice %result {N = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc : () -> !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %c0_i32_1 = arith.constant 0 : i32
  // CHECK-NEXT:   %c0_i32_2 = arith.constant 0 : i32
  // CHECK-NEXT:   %c0_i32_3 = arith.constant 0 : i32
  // CHECK-NEXT:   %2 = ttg.memdesc_index %result_0[%c0_i32] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %c0_i32_4 = arith.constant 0 : i32
  // CHECK-NEXT:   %3 = ttg.memdesc_index %result_0[%c1_i32] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %c0_i32_5 = arith.constant 0 : i32
  // CHECK-NEXT:   %c0_i32_6 = arith.constant 0 : i32
  // CHECK-NEXT:   %4 = ttg.memdesc_index %result_0[%arg3] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tmem_store %arg0, %1, %arg2 : tensor<128x32xf32, #blocked1> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %result_7 = ttng.tmem_load %0 : !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64> -> tensor<128x32xf32, #blocked1>
  // CHECK-NEXT:   ttng.tmem_store %arg0, %0, %arg2 : tensor<128x32xf32, #blocked1> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   ttng.tmem_store %arg1, %3, %arg2 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_8 = ttng.tmem_load %2 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   ttng.tmem_store %arg1, %4, %arg2 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_9 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_7, %result_8, %result_9 : tensor<128x32xf32, #blocked1>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @same_allocation(%x: tensor<128x32xf32, #half>, %y: tensor<128x64xf32, #blocked>, %t: i1, %i: i32) -> (tensor<128x32xf32, #half>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m = ttng.tmem_alloc %y : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %k = ttng.tmem_alloc : () -> !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %l = ttng.tmem_subslice %m {N = 0 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem32, #ttng.tensor_memory, mutable, 128x64>
    %r = ttng.tmem_subslice %m {N = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem32, #ttng.tensor_memory, mutable, 128x64>
    %k0 = ttg.memdesc_index %k[%c0] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %k1 = ttg.memdesc_index %k[%c1] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %ki = ttg.memdesc_index %k[%i] : !ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %a = ttng.tmem_load %l : !ttg.memdesc<128x32xf32, #tmem32, #ttng.tensor_memory, mutable, 128x64> -> tensor<128x32xf32, #half>
    ttng.tmem_store %x, %r, %t : tensor<128x32xf32, #half> -> !ttg.memdesc<128x32xf32, #tmem32, #ttng.tensor_memory, mutable, 128x64>
    ttng.tmem_store %x, %l, %t : tensor<128x32xf32, #half> -> !ttg.memdesc<128x32xf32, #tmem32, #ttng.tensor_memory, mutable, 128x64>
    %b = ttng.tmem_load %k0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    ttng.tmem_store %y, %k1, %t : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %y, %ki, %t : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %c = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.return %a, %b, %c : tensor<128x32xf32, #half>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  }

  // Not past dots that add to the buffer, nor past barriers with possible waiters, nor past operations with unknown effects.
  // CHECK: tt.func @barriers(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg2: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg3: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg4: i32, %arg5: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f32
  // CHECK-NEXT:   %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg1, %arg2, %arg0, %arg5, %arg5 : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %arg3, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %result_0 = ttng.tmem_load %arg0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   ttng.arrive_barrier %arg3, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %cst_1 = arith.constant 2.000000e+00 : f32
  // CHECK-NEXT:   %result_2 = ttng.tmem_load %arg0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.call @callee(%arg4) : (i32) -> ()
  // CHECK-NEXT:   tt.return %result, %result_0, %result_2 : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @barriers(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %x: i32, %t: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
    %c0 = arith.constant 0 : i32
    %u = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %c = arith.constant 1.0 : f32
    ttng.tc_gen5_mma %a, %b, %m, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %v = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    ttng.wait_barrier %bar, %c0 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.arrive_barrier %bar, 1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    %w = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %d = arith.constant 2.0 : f32
    tt.call @callee(%x) : (i32) -> ()
    tt.return %u, %v, %w : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  }
  // CHECK: tt.func private @callee(%arg0: i32) {
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func private @callee(%x: i32) {
    tt.return
  }

  // Regions are looked into: for users, and for stores to the buffer.
  // CHECK: tt.func @regions(%arg0: tensor<128x64xf32, #blocked>, %arg1: i1, %arg2: i32) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %result = ttng.tmem_alloc %arg0 : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %arg0 : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %0 = arith.addi %arg2, %arg2 : i32
  // CHECK-NEXT:   %result_1 = ttng.tmem_load %result_0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   scf.if %arg1 {
  // CHECK-NEXT:     ttng.tmem_store %arg0, %result_0, %arg1 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %result_2 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %1 = scf.if %arg1 -> (tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:     scf.yield %result_2 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %result_1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @regions(%y: tensor<128x64xf32, #blocked>, %t: i1, %i: i32) -> tensor<128x64xf32, #blocked> {
    %m = ttng.tmem_alloc %y : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %n = ttng.tmem_alloc %y : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %a = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %b = ttng.tmem_load %n : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %c = arith.addi %i, %i : i32
    scf.if %t {
      ttng.tmem_store %y, %n, %t : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    }
    %d = scf.if %t -> tensor<128x64xf32, #blocked> {
      scf.yield %a : tensor<128x64xf32, #blocked>
    } else {
      scf.yield %b : tensor<128x64xf32, #blocked>
    }
    tt.return %d : tensor<128x64xf32, #blocked>
  }

  // Partitions know the allocations of their captures.
  // CHECK: tt.func @partitions(%arg0: tensor<128x64xf32, #blocked>, %arg1: i1) {
  // CHECK-NEXT:   %result = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttg.warp_specialize(%result, %result_0, %arg1)
  // CHECK-NEXT:   default {
  // CHECK-NEXT:     ttg.warp_yield
  // CHECK-NEXT:   }
  // CHECK-NEXT:   partition0(%arg2: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg4: i1) num_warps(4) {
  // CHECK-NEXT:     %cst = arith.constant dense<1.000000e+00> : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     ttng.tmem_store %cst, %arg3, %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_1 = ttng.tmem_load %arg2 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     ttng.tmem_store %cst, %arg2, %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %0 = arith.addf %result_1, %result_1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     ttng.tmem_store %0, %arg3, %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     ttg.warp_return
  // CHECK-NEXT:   } : (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, i1) -> ()
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @partitions(%y: tensor<128x64xf32, #blocked>, %t: i1) {
    %m = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %n = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttg.warp_specialize(%m, %n, %t)
    default {
      ttg.warp_yield
    }
    partition0(%pm: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %pn: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %pt: i1) num_warps(4) {
      %a = ttng.tmem_load %pm : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %c = arith.constant dense<1.0> : tensor<128x64xf32, #blocked>
      ttng.tmem_store %c, %pn, %pt : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      ttng.tmem_store %c, %pm, %pt : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %d = arith.addf %a, %a : tensor<128x64xf32, #blocked>
      ttng.tmem_store %d, %pn, %pt : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      ttg.warp_return
    } : (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, i1) -> ()
    tt.return
  }
}
