// RUN: xtriton-opt %s --triton=3.6 --nvws-lower-aref=num-stages=2 | filecheck %s

// Enters wait for barriers; exits arrive at them, by commits where tensor cores read or write. Loads arrive on their own.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-LABEL: tt.func @matmul(%arg0: !tt.tensordesc<tensor<128x64xf16, #shared>>, %arg1: !tt.tensordesc<tensor<64x128xf16, #shared>>, %arg2: i32) {
// CHECK-NEXT:     %0 = ub.poison : !ttg.async.token
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %1 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:     %2 = ttg.memdesc_index %1[%c0_i32_0] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %2, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %3 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_1 = arith.constant 0 : i32
// CHECK-NEXT:     %4 = ttg.memdesc_index %3[%c0_i32_1] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %4, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_3 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_6 = arith.constant 1 : i32
// CHECK-NEXT:     %5 = arith.addi %c0_i32_4, %c1_i32_6 : i32
// CHECK-NEXT:     %c1_i32_7 = arith.constant 1 : i32
// CHECK-NEXT:     %6 = arith.cmpi eq, %5, %c1_i32_7 : i32
// CHECK-NEXT:     %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:     %7 = arith.select %6, %c0_i32_8, %5 : i32
// CHECK-NEXT:     %c1_i32_9 = arith.constant 1 : i32
// CHECK-NEXT:     %8 = arith.xori %c0_i32_5, %c1_i32_9 : i32
// CHECK-NEXT:     %9 = arith.select %6, %8, %c0_i32_5 : i32
// CHECK-NEXT:     %10 = ttg.memdesc_index %1[%7] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.wait_barrier %10, %9 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %11 = ttg.memdesc_index %result[%7] : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %12 = ttng.tmem_store %cst, %11[], %true : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %13 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %14 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_10 = arith.constant 0 : i32
// CHECK-NEXT:     %15 = ttg.memdesc_index %14[%c0_i32_10] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %15, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %16 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_11 = arith.constant 0 : i32
// CHECK-NEXT:     %17 = ttg.memdesc_index %16[%c0_i32_11] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %17, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_12 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_13 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_14 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_15 = arith.constant 0 : i32
// CHECK-NEXT:     %18 = ttg.local_alloc : () -> !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %19 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_16 = arith.constant 0 : i32
// CHECK-NEXT:     %20 = ttg.memdesc_index %19[%c0_i32_16] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %20, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_17 = arith.constant 1 : i32
// CHECK-NEXT:     %21 = ttg.memdesc_index %19[%c1_i32_17] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %21, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %22 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_18 = arith.constant 0 : i32
// CHECK-NEXT:     %23 = ttg.memdesc_index %22[%c0_i32_18] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %23, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_19 = arith.constant 1 : i32
// CHECK-NEXT:     %24 = ttg.memdesc_index %22[%c1_i32_19] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %24, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_20 = arith.constant 1 : i32
// CHECK-NEXT:     %c1_i32_21 = arith.constant 1 : i32
// CHECK-NEXT:     %c1_i32_22 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_23 = arith.constant 0 : i32
// CHECK-NEXT:     %25 = ttg.local_alloc : () -> !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %26 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_24 = arith.constant 0 : i32
// CHECK-NEXT:     %27 = ttg.memdesc_index %26[%c0_i32_24] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %27, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_25 = arith.constant 1 : i32
// CHECK-NEXT:     %28 = ttg.memdesc_index %26[%c1_i32_25] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %28, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %29 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_26 = arith.constant 0 : i32
// CHECK-NEXT:     %30 = ttg.memdesc_index %29[%c0_i32_26] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %30, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_27 = arith.constant 1 : i32
// CHECK-NEXT:     %31 = ttg.memdesc_index %29[%c1_i32_27] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %31, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_28 = arith.constant 1 : i32
// CHECK-NEXT:     %c1_i32_29 = arith.constant 1 : i32
// CHECK-NEXT:     %c1_i32_30 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_31 = arith.constant 0 : i32
// CHECK-NEXT:     %32:17 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %0, %arg5 = %7, %arg6 = %9, %arg7 = %c0_i32_2, %arg8 = %c1_i32_3, %arg9 = %c0_i32_14, %arg10 = %c0_i32_15, %arg11 = %c0_i32_12, %arg12 = %c1_i32_13, %arg13 = %c1_i32_22, %arg14 = %c0_i32_23, %arg15 = %c1_i32_20, %arg16 = %c1_i32_21, %arg17 = %c1_i32_30, %arg18 = %c0_i32_31, %arg19 = %c1_i32_28, %arg20 = %c1_i32_29) -> (!ttg.async.token, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:       %c1_i32_48 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %53 = arith.addi %arg17, %c1_i32_48 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c2_i32 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 2 : i32
// CHECK-NEXT:       %54 = arith.cmpi eq, %53, %c2_i32 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c0_i32_49 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 0 : i32
// CHECK-NEXT:       %55 = arith.select %54, %c0_i32_49, %53 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c1_i32_50 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %56 = arith.xori %arg18, %c1_i32_50 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %57 = arith.select %54, %56, %arg18 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %58 = ttg.memdesc_index %26[%55] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %58, %57 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %59 = ttg.memdesc_index %25[%55] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:       %60 = ttg.memdesc_index %29[%55] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %true_51 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} true
// CHECK-NEXT:       ttng.barrier_expect %60, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>}, %true_51 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.async_tma_copy_global_to_local %arg0[%c0_i32, %arg3] %59, %60, %true_51 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:       %c1_i32_52 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %61 = arith.addi %arg19, %c1_i32_52 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c2_i32_53 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 2 : i32
// CHECK-NEXT:       %62 = arith.cmpi eq, %61, %c2_i32_53 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c0_i32_54 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
// CHECK-NEXT:       %63 = arith.select %62, %c0_i32_54, %61 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_55 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %64 = arith.xori %arg20, %c1_i32_55 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %65 = arith.select %62, %64, %arg20 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %66 = ttg.memdesc_index %29[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %66, %65 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %67 = ttg.memdesc_index %25[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:       %68 = ttg.local_load %67 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked1>
// CHECK-NEXT:       ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>}
// CHECK-NEXT:       %69 = ttg.memdesc_index %26[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.arrive_barrier %69, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %70 = arith.addf %68, %68 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1>
// CHECK-NEXT:       %c1_i32_56 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %71 = arith.addi %arg9, %c1_i32_56 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_57 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %72 = arith.cmpi eq, %71, %c1_i32_57 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c0_i32_58 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
// CHECK-NEXT:       %73 = arith.select %72, %c0_i32_58, %71 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_59 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %74 = arith.xori %arg10, %c1_i32_59 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %75 = arith.select %72, %74, %arg10 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %76 = ttg.memdesc_index %14[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %76, %75 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %77 = ttg.memdesc_index %13[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:       ttg.local_store %70, %77 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:       ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>}
// CHECK-NEXT:       %78 = ttg.memdesc_index %16[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.arrive_barrier %78, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %c1_i32_60 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %79 = arith.addi %arg13, %c1_i32_60 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c2_i32_61 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 2 : i32
// CHECK-NEXT:       %80 = arith.cmpi eq, %79, %c2_i32_61 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c0_i32_62 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 0 : i32
// CHECK-NEXT:       %81 = arith.select %80, %c0_i32_62, %79 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c1_i32_63 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %82 = arith.xori %arg14, %c1_i32_63 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %83 = arith.select %80, %82, %arg14 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %84 = ttg.memdesc_index %19[%81] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %84, %83 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %85 = ttg.memdesc_index %18[%81] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:       %86 = ttg.memdesc_index %22[%81] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %true_64 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} true
// CHECK-NEXT:       ttng.barrier_expect %86, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>}, %true_64 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.async_tma_copy_global_to_local %arg1[%arg3, %c0_i32] %85, %86, %true_64 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<tensor<64x128xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:       %c1_i32_65 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %87 = arith.addi %arg11, %c1_i32_65 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_66 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %88 = arith.cmpi eq, %87, %c1_i32_66 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c0_i32_67 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
// CHECK-NEXT:       %89 = arith.select %88, %c0_i32_67, %87 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_68 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %90 = arith.xori %arg12, %c1_i32_68 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %91 = arith.select %88, %90, %arg12 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %92 = ttg.memdesc_index %16[%89] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %92, %91 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %93 = ttg.memdesc_index %13[%89] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:       %c1_i32_69 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %94 = arith.addi %arg15, %c1_i32_69 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c2_i32_70 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 2 : i32
// CHECK-NEXT:       %95 = arith.cmpi eq, %94, %c2_i32_70 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c0_i32_71 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
// CHECK-NEXT:       %96 = arith.select %95, %c0_i32_71, %94 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_72 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %97 = arith.xori %arg16, %c1_i32_72 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %98 = arith.select %95, %97, %arg16 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %99 = ttg.memdesc_index %22[%96] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %99, %98 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %100 = ttg.memdesc_index %18[%96] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:       %101 = ttg.memdesc_index %result[%arg5] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:       %102 = ttng.tc_gen5_mma %93, %100, %101[], %true, %true {is_async, loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:       %103 = ttg.memdesc_index %3[%arg5] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.tc_gen5_commit %103 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %104 = ttg.memdesc_index %19[%96] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.tc_gen5_commit %104 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %105 = ttg.memdesc_index %14[%89] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.tc_gen5_commit %105 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %c1_i32_73 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %106 = arith.addi %arg7, %c1_i32_73 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_74 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %107 = arith.cmpi eq, %106, %c1_i32_74 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c0_i32_75 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
// CHECK-NEXT:       %108 = arith.select %107, %c0_i32_75, %106 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_76 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %109 = arith.xori %arg8, %c1_i32_76 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %110 = arith.select %107, %109, %arg8 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %111 = ttg.memdesc_index %3[%108] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %111, %110 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %112 = ttg.memdesc_index %result[%108] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:       %result_77, %token = ttng.tmem_load %112[] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:       %113 = ttg.memdesc_index %1[%108] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.arrive_barrier %113, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       tt.print "value" {hex = false, isSigned = array<i32: 0>, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : %result_77 : tensor<128x128xf32, #blocked>
// CHECK-NEXT:       %c1_i32_78 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %114 = arith.addi %arg5, %c1_i32_78 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_79 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %115 = arith.cmpi eq, %114, %c1_i32_79 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c0_i32_80 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
// CHECK-NEXT:       %116 = arith.select %115, %c0_i32_80, %114 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_81 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %117 = arith.xori %arg6, %c1_i32_81 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %118 = arith.select %115, %117, %arg6 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %119 = ttg.memdesc_index %1[%116] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %119, %118 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       scf.yield {ttg.partition = array<i32: 0, 1, 2>} %0, %116, %118, %108, %110, %73, %75, %89, %91, %81, %83, %96, %98, %55, %57, %63, %65 : !ttg.async.token, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT:     } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>, array<i32: 1>, array<i32: 0>, array<i32: 0>, array<i32: 0>, array<i32: 0>, array<i32: 1>, array<i32: 1>, array<i32: 2>, array<i32: 2>, array<i32: 1>, array<i32: 1>, array<i32: 2>, array<i32: 2>, array<i32: 0>, array<i32: 0>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     %c0_i32_32 = arith.constant 0 : i32
// CHECK-NEXT:     %33 = ttg.memdesc_index %14[%c0_i32_32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %33 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %14 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_33 = arith.constant 0 : i32
// CHECK-NEXT:     %34 = ttg.memdesc_index %16[%c0_i32_33] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %34 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %16 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_34 = arith.constant 0 : i32
// CHECK-NEXT:     %35 = ttg.memdesc_index %19[%c0_i32_34] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %35 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_35 = arith.constant 1 : i32
// CHECK-NEXT:     %36 = ttg.memdesc_index %19[%c1_i32_35] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %36 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %19 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_36 = arith.constant 0 : i32
// CHECK-NEXT:     %37 = ttg.memdesc_index %22[%c0_i32_36] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %37 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_37 = arith.constant 1 : i32
// CHECK-NEXT:     %38 = ttg.memdesc_index %22[%c1_i32_37] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %38 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %22 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_38 = arith.constant 0 : i32
// CHECK-NEXT:     %39 = ttg.memdesc_index %26[%c0_i32_38] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %39 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_39 = arith.constant 1 : i32
// CHECK-NEXT:     %40 = ttg.memdesc_index %26[%c1_i32_39] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %40 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %26 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_40 = arith.constant 0 : i32
// CHECK-NEXT:     %41 = ttg.memdesc_index %29[%c0_i32_40] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %41 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_41 = arith.constant 1 : i32
// CHECK-NEXT:     %42 = ttg.memdesc_index %29[%c1_i32_41] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %42 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %29 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %43 = ttg.memdesc_index %3[%32#1] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.arrive_barrier %43, 1 {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c1_i32_42 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:     %44 = arith.addi %32#3, %c1_i32_42 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %c1_i32_43 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:     %45 = arith.cmpi eq, %44, %c1_i32_43 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %c0_i32_44 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 0 : i32
// CHECK-NEXT:     %46 = arith.select %45, %c0_i32_44, %44 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %c1_i32_45 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:     %47 = arith.xori %32#4, %c1_i32_45 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %48 = arith.select %45, %47, %32#4 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %49 = ttg.memdesc_index %3[%46] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.wait_barrier %49, %48 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %50 = ttg.memdesc_index %1[%46] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.arrive_barrier %50, 1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_46 = arith.constant 0 : i32
// CHECK-NEXT:     %51 = ttg.memdesc_index %1[%c0_i32_46] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %51 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %1 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_47 = arith.constant 0 : i32
// CHECK-NEXT:     %52 = ttg.memdesc_index %3[%c0_i32_47] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %52 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %3 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }

#blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @matmul(%arg0: !tt.tensordesc<tensor<128x64xf16, #shared>>, %arg1: !tt.tensordesc<tensor<64x128xf16, #shared>>, %arg2: i32) {
    %true = arith.constant true
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
    %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %0 = nvws.aref.create %result : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>
    %1 = ub.poison : !ttg.async.token
    %buffers, %token = nvws.aref.put.enter %0 : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
    %result_0, %token_1 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %2 = nvws.aref.buffer %0, %token : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
    %3 = ttng.tmem_store %cst, %2[], %true : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
    %4 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
    %5 = nvws.aref.create %4 : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>
    %6 = ttg.local_alloc : () -> !ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>
    %7 = nvws.aref.create %6 : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>
    %8 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
    %9 = nvws.aref.create %8 : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>
    %10 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %token) -> (!ttg.async.token)  : i32 {
      %buffers_4, %token_5 = nvws.aref.put.enter %9 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>, !ttg.async.token
      nvws.descriptor_load %arg0[%c0_i32, %arg3] 16384 %buffers_4 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<tensor<128x64xf16, #shared>>, i32, i32, !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>
      nvws.aref.put.exit %9, %token_5 [#nvws.async_op<tma_load>] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %buffers_6, %token_7 = nvws.aref.get.enter %9 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.async.token
      %11 = ttg.local_load %buffers_6 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64> -> tensor<128x64xf16, #blocked1>
      nvws.aref.get.exit %9, %token_7 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %12 = arith.addf %11, %11 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1>
      %buffers_8, %token_9 = nvws.aref.put.enter %5 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>, !ttg.async.token
      ttg.local_store %12, %buffers_8 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>
      nvws.aref.put.exit %5, %token_9 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %buffers_10, %token_11 = nvws.aref.put.enter %7 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>, !ttg.async.token
      nvws.descriptor_load %arg1[%arg3, %c0_i32] 16384 %buffers_10 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<tensor<64x128xf16, #shared>>, i32, i32, !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>
      nvws.aref.put.exit %7, %token_11 [#nvws.async_op<tma_load>] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %buffers_12, %token_13 = nvws.aref.get.enter %5 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.async.token
      %buffers_14, %token_15 = nvws.aref.get.enter %7 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x128xf16, #shared, #smem, 1x64x128>, !ttg.async.token
      %13 = nvws.aref.buffer %0, %arg4 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
      %14 = ttng.tc_gen5_mma %buffers_12, %buffers_14, %13[], %true, %true {loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.memdesc<64x128xf16, #shared, #smem, 1x64x128>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
      nvws.aref.put.exit %0, %arg4 [#nvws.async_op<tc5mma>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
      nvws.aref.get.exit %7, %token_15 [#nvws.async_op<tc5mma>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>, !ttg.async.token
      nvws.aref.get.exit %5, %token_13 [#nvws.async_op<tc5mma>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %buffers_16, %token_17 = nvws.aref.get.enter %0 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
      %15 = nvws.aref.buffer %0, %token_17 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
      %result_18, %token_19 = ttng.tmem_load %15[] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128> -> tensor<128x128xf32, #blocked>
      nvws.aref.get.exit %0, %token_17 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
      tt.print "value" {hex = false, isSigned = array<i32: 0>, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : %result_18 : tensor<128x128xf32, #blocked>
      %buffers_20, %token_21 = nvws.aref.put.enter %0 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
      scf.yield {ttg.partition = array<i32: 0, 1, 2>} %token_21 : !ttg.async.token
    } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    nvws.aref.put.exit %0, %10 [#nvws.async_op<none>] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
    %buffers_2, %token_3 = nvws.aref.get.enter %0 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
    nvws.aref.get.exit %0, %token_3 [#nvws.async_op<none>] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
    tt.return
  }
}
