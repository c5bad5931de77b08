// RUN: xtriton-opt %s --tritongpu-partition-loops | filecheck %s

// Each partition gets a loop with its operations and the counters that it uses.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-LABEL: tt.func @matmul(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: !tt.tensordesc<64x128xf16, #shared>, %arg2: i32) {
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
// CHECK-NEXT:     %32:6 = nvws.warp_group
// CHECK-NEXT:     partition0 num_warps(4) {
// CHECK-NEXT:       %45:6 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %c0_i32_2, %arg5 = %c1_i32_3, %arg6 = %c0_i32_14, %arg7 = %c0_i32_15, %arg8 = %c1_i32_28, %arg9 = %c1_i32_29) -> (i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:         %c1_i32_48 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %53 = arith.addi %arg8, %c1_i32_48 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c2_i32 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
// CHECK-NEXT:         %54 = arith.cmpi eq, %53, %c2_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c0_i32_49 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 0 : i32
// CHECK-NEXT:         %55 = arith.select %54, %c0_i32_49, %53 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_50 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %56 = arith.xori %arg9, %c1_i32_50 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %57 = arith.select %54, %56, %arg9 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %58 = ttg.memdesc_index %29[%55] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %58, %57 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %59 = ttg.memdesc_index %25[%55] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %60 = ttg.local_load %59 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked1>
// CHECK-NEXT:         ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32}
// CHECK-NEXT:         %61 = ttg.memdesc_index %26[%55] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.arrive_barrier %61, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %62 = arith.addf %60, %60 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<128x64xf16, #blocked1>
// CHECK-NEXT:         %c1_i32_51 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %63 = arith.addi %arg6, %c1_i32_51 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_52 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %64 = arith.cmpi eq, %63, %c1_i32_52 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c0_i32_53 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 0 : i32
// CHECK-NEXT:         %65 = arith.select %64, %c0_i32_53, %63 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_54 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %66 = arith.xori %arg7, %c1_i32_54 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %67 = arith.select %64, %66, %arg7 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %68 = ttg.memdesc_index %14[%65] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %68, %67 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %69 = ttg.memdesc_index %13[%65] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         ttg.local_store %62, %69 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32}
// CHECK-NEXT:         %70 = ttg.memdesc_index %16[%65] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.arrive_barrier %70, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %c1_i32_55 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %71 = arith.addi %arg4, %c1_i32_55 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_56 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %72 = arith.cmpi eq, %71, %c1_i32_56 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c0_i32_57 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 0 : i32
// CHECK-NEXT:         %73 = arith.select %72, %c0_i32_57, %71 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_58 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %74 = arith.xori %arg5, %c1_i32_58 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %75 = arith.select %72, %74, %arg5 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %76 = ttg.memdesc_index %3[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %76, %75 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %77 = ttg.memdesc_index %result[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         %result_59, %token = ttng.tmem_load %77[] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:         %78 = ttg.memdesc_index %1[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.arrive_barrier %78, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         tt.print "value" {hex = false, isSigned = array<i32: 0>, loop.cluster = 0 : i32, loop.stage = 1 : i32} : %result_59 : tensor<128x128xf32, #blocked>
// CHECK-NEXT:         scf.yield %73, %75, %65, %67, %55, %57 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT:       } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:       %c1_i32_44 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:       %46 = arith.addi %45#0, %c1_i32_44 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %c1_i32_45 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:       %47 = arith.cmpi eq, %46, %c1_i32_45 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %c0_i32_46 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 0 : i32
// CHECK-NEXT:       %48 = arith.select %47, %c0_i32_46, %46 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %c1_i32_47 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:       %49 = arith.xori %45#1, %c1_i32_47 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %50 = arith.select %47, %49, %45#1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %51 = ttg.memdesc_index %3[%48] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %51, %50 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %52 = ttg.memdesc_index %1[%48] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.arrive_barrier %52, 1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       nvws.warp_group.yield %45#0, %45#1, %45#2, %45#3, %45#4, %45#5 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     partition1 num_warps(4) {
// CHECK-NEXT:       %45:7 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %0, %arg5 = %7, %arg6 = %9, %arg7 = %c0_i32_12, %arg8 = %c1_i32_13, %arg9 = %c1_i32_20, %arg10 = %c1_i32_21) -> (!ttg.async.token, i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:         %c1_i32_44 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %47 = arith.addi %arg7, %c1_i32_44 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_45 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %48 = arith.cmpi eq, %47, %c1_i32_45 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c0_i32_46 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 0 : i32
// CHECK-NEXT:         %49 = arith.select %48, %c0_i32_46, %47 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_47 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %50 = arith.xori %arg8, %c1_i32_47 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %51 = arith.select %48, %50, %arg8 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %52 = ttg.memdesc_index %16[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %52, %51 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %53 = ttg.memdesc_index %13[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %c1_i32_48 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %54 = arith.addi %arg9, %c1_i32_48 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c2_i32 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
// CHECK-NEXT:         %55 = arith.cmpi eq, %54, %c2_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c0_i32_49 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 0 : i32
// CHECK-NEXT:         %56 = arith.select %55, %c0_i32_49, %54 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_50 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %57 = arith.xori %arg10, %c1_i32_50 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %58 = arith.select %55, %57, %arg10 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %59 = ttg.memdesc_index %22[%56] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %59, %58 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %60 = ttg.memdesc_index %18[%56] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %61 = ttg.memdesc_index %result[%arg5] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         %62 = ttng.tc_gen5_mma %53, %60, %61[], %true, %true {is_async, loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         %63 = ttg.memdesc_index %3[%arg5] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.tc_gen5_commit %63 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %64 = ttg.memdesc_index %19[%56] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.tc_gen5_commit %64 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %65 = ttg.memdesc_index %14[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.tc_gen5_commit %65 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %c1_i32_51 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %66 = arith.addi %arg5, %c1_i32_51 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_52 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %67 = arith.cmpi eq, %66, %c1_i32_52 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c0_i32_53 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 0 : i32
// CHECK-NEXT:         %68 = arith.select %67, %c0_i32_53, %66 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %c1_i32_54 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 1 : i32
// CHECK-NEXT:         %69 = arith.xori %arg6, %c1_i32_54 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %70 = arith.select %67, %69, %arg6 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %71 = ttg.memdesc_index %1[%68] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %71, %70 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         scf.yield %0, %68, %70, %49, %51, %56, %58 : !ttg.async.token, i32, i32, i32, i32, i32, i32
// CHECK-NEXT:       } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:       %46 = ttg.memdesc_index %3[%45#1] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.arrive_barrier %46, 1 {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       nvws.warp_group.return
// CHECK-NEXT:     }
// CHECK-NEXT:     partition2 num_warps(4) {
// CHECK-NEXT:       %45:4 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %c1_i32_22, %arg5 = %c0_i32_23, %arg6 = %c1_i32_30, %arg7 = %c0_i32_31) -> (i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:         %c1_i32_44 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 1 : i32
// CHECK-NEXT:         %46 = arith.addi %arg6, %c1_i32_44 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %c2_i32 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 2 : i32
// CHECK-NEXT:         %47 = arith.cmpi eq, %46, %c2_i32 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %c0_i32_45 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 0 : i32
// CHECK-NEXT:         %48 = arith.select %47, %c0_i32_45, %46 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %c1_i32_46 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 1 : i32
// CHECK-NEXT:         %49 = arith.xori %arg7, %c1_i32_46 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %50 = arith.select %47, %49, %arg7 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %51 = ttg.memdesc_index %26[%48] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %51, %50 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %52 = ttg.memdesc_index %25[%48] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %53 = ttg.memdesc_index %29[%48] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %true_47 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} true
// CHECK-NEXT:         ttng.barrier_expect %53, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32}, %true_47 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.async_tma_copy_global_to_local %arg0[%c0_i32, %arg3] %52, %53, %true_47 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %c1_i32_48 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 1 : i32
// CHECK-NEXT:         %54 = arith.addi %arg4, %c1_i32_48 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %c2_i32_49 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 2 : i32
// CHECK-NEXT:         %55 = arith.cmpi eq, %54, %c2_i32_49 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %c0_i32_50 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 0 : i32
// CHECK-NEXT:         %56 = arith.select %55, %c0_i32_50, %54 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %c1_i32_51 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} 1 : i32
// CHECK-NEXT:         %57 = arith.xori %arg5, %c1_i32_51 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %58 = arith.select %55, %57, %arg5 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %59 = ttg.memdesc_index %19[%56] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %59, %58 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %60 = ttg.memdesc_index %18[%56] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %61 = ttg.memdesc_index %22[%56] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %true_52 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32} true
// CHECK-NEXT:         ttng.barrier_expect %61, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32}, %true_52 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.async_tma_copy_global_to_local %arg1[%arg3, %c0_i32] %60, %61, %true_52 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<64x128xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:         scf.yield %56, %58, %48, %50 : i32, i32, i32, i32
// CHECK-NEXT:       } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:       nvws.warp_group.return
// CHECK-NEXT:     }
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
// CHECK-NEXT:     %c0_i32_42 = arith.constant 0 : i32
// CHECK-NEXT:     %43 = ttg.memdesc_index %1[%c0_i32_42] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %43 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %1 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %c0_i32_43 = arith.constant 0 : i32
// CHECK-NEXT:     %44 = ttg.memdesc_index %3[%c0_i32_43] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %44 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %3 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }

#blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @matmul(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: !tt.tensordesc<64x128xf16, #shared>, %arg2: i32) {
    %0 = ub.poison : !ttg.async.token
    %true = arith.constant true
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
    %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %1 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %c0_i32_0 = arith.constant 0 : i32
    %2 = ttg.memdesc_index %1[%c0_i32_0] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %2, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %3 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %c0_i32_1 = arith.constant 0 : i32
    %4 = ttg.memdesc_index %3[%c0_i32_1] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %4, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c0_i32_2 = arith.constant 0 : i32
    %c1_i32_3 = arith.constant 1 : i32
    %c0_i32_4 = arith.constant 0 : i32
    %c0_i32_5 = arith.constant 0 : i32
    %c1_i32_6 = arith.constant 1 : i32
    %5 = arith.addi %c0_i32_4, %c1_i32_6 : i32
    %c1_i32_7 = arith.constant 1 : i32
    %6 = arith.cmpi eq, %5, %c1_i32_7 : i32
    %c0_i32_8 = arith.constant 0 : i32
    %7 = arith.select %6, %c0_i32_8, %5 : i32
    %c1_i32_9 = arith.constant 1 : i32
    %8 = arith.xori %c0_i32_5, %c1_i32_9 : i32
    %9 = arith.select %6, %8, %c0_i32_5 : i32
    %10 = ttg.memdesc_index %1[%7] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %10, %9 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %11 = ttg.memdesc_index %result[%7] : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %12 = ttng.tmem_store %cst, %11[], %true : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %13 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
    %14 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %c0_i32_10 = arith.constant 0 : i32
    %15 = ttg.memdesc_index %14[%c0_i32_10] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %15, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %16 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %c0_i32_11 = arith.constant 0 : i32
    %17 = ttg.memdesc_index %16[%c0_i32_11] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %17, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c0_i32_12 = arith.constant 0 : i32
    %c1_i32_13 = arith.constant 1 : i32
    %c0_i32_14 = arith.constant 0 : i32
    %c0_i32_15 = arith.constant 0 : i32
    %18 = ttg.local_alloc : () -> !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>
    %19 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %c0_i32_16 = arith.constant 0 : i32
    %20 = ttg.memdesc_index %19[%c0_i32_16] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %20, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_17 = arith.constant 1 : i32
    %21 = ttg.memdesc_index %19[%c1_i32_17] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %21, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %22 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %c0_i32_18 = arith.constant 0 : i32
    %23 = ttg.memdesc_index %22[%c0_i32_18] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %23, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_19 = arith.constant 1 : i32
    %24 = ttg.memdesc_index %22[%c1_i32_19] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %24, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_20 = arith.constant 1 : i32
    %c1_i32_21 = arith.constant 1 : i32
    %c1_i32_22 = arith.constant 1 : i32
    %c0_i32_23 = arith.constant 0 : i32
    %25 = ttg.local_alloc : () -> !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>
    %26 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %c0_i32_24 = arith.constant 0 : i32
    %27 = ttg.memdesc_index %26[%c0_i32_24] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %27, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_25 = arith.constant 1 : i32
    %28 = ttg.memdesc_index %26[%c1_i32_25] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %28, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %29 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %c0_i32_26 = arith.constant 0 : i32
    %30 = ttg.memdesc_index %29[%c0_i32_26] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %30, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_27 = arith.constant 1 : i32
    %31 = ttg.memdesc_index %29[%c1_i32_27] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %31, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_28 = arith.constant 1 : i32
    %c1_i32_29 = arith.constant 1 : i32
    %c1_i32_30 = arith.constant 1 : i32
    %c0_i32_31 = arith.constant 0 : i32
    %32:17 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %0, %arg5 = %7, %arg6 = %9, %arg7 = %c0_i32_2, %arg8 = %c1_i32_3, %arg9 = %c0_i32_14, %arg10 = %c0_i32_15, %arg11 = %c0_i32_12, %arg12 = %c1_i32_13, %arg13 = %c1_i32_22, %arg14 = %c0_i32_23, %arg15 = %c1_i32_20, %arg16 = %c1_i32_21, %arg17 = %c1_i32_30, %arg18 = %c0_i32_31, %arg19 = %c1_i32_28, %arg20 = %c1_i32_29) -> (!ttg.async.token, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)  : i32 {
      %c1_i32_48 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
      %53 = arith.addi %arg17, %c1_i32_48 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %c2_i32 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 2 : i32
      %54 = arith.cmpi eq, %53, %c2_i32 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %c0_i32_49 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 0 : i32
      %55 = arith.select %54, %c0_i32_49, %53 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %c1_i32_50 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
      %56 = arith.xori %arg18, %c1_i32_50 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %57 = arith.select %54, %56, %arg18 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %58 = ttg.memdesc_index %26[%55] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %58, %57 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %59 = ttg.memdesc_index %25[%55] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
      %60 = ttg.memdesc_index %29[%55] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %true_51 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} true
      ttng.barrier_expect %60, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>}, %true_51 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %arg0[%c0_i32, %arg3] %59, %60, %true_51 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
      %c1_i32_52 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %61 = arith.addi %arg19, %c1_i32_52 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c2_i32_53 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 2 : i32
      %62 = arith.cmpi eq, %61, %c2_i32_53 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c0_i32_54 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
      %63 = arith.select %62, %c0_i32_54, %61 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c1_i32_55 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %64 = arith.xori %arg20, %c1_i32_55 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %65 = arith.select %62, %64, %arg20 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %66 = ttg.memdesc_index %29[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %66, %65 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %67 = ttg.memdesc_index %25[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
      %68 = ttg.local_load %67 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked1>
      ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>}
      %69 = ttg.memdesc_index %26[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.arrive_barrier %69, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %70 = arith.addf %68, %68 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1>
      %c1_i32_56 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %71 = arith.addi %arg9, %c1_i32_56 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c1_i32_57 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %72 = arith.cmpi eq, %71, %c1_i32_57 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c0_i32_58 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
      %73 = arith.select %72, %c0_i32_58, %71 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c1_i32_59 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %74 = arith.xori %arg10, %c1_i32_59 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %75 = arith.select %72, %74, %arg10 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %76 = ttg.memdesc_index %14[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %76, %75 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %77 = ttg.memdesc_index %13[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
      ttg.local_store %70, %77 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
      ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>}
      %78 = ttg.memdesc_index %16[%73] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.arrive_barrier %78, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %c1_i32_60 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
      %79 = arith.addi %arg13, %c1_i32_60 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %c2_i32_61 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 2 : i32
      %80 = arith.cmpi eq, %79, %c2_i32_61 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %c0_i32_62 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 0 : i32
      %81 = arith.select %80, %c0_i32_62, %79 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %c1_i32_63 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
      %82 = arith.xori %arg14, %c1_i32_63 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %83 = arith.select %80, %82, %arg14 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
      %84 = ttg.memdesc_index %19[%81] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %84, %83 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %85 = ttg.memdesc_index %18[%81] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
      %86 = ttg.memdesc_index %22[%81] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %true_64 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} true
      ttng.barrier_expect %86, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>}, %true_64 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %arg1[%arg3, %c0_i32] %85, %86, %true_64 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<64x128xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
      %c1_i32_65 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %87 = arith.addi %arg11, %c1_i32_65 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c1_i32_66 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %88 = arith.cmpi eq, %87, %c1_i32_66 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c0_i32_67 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
      %89 = arith.select %88, %c0_i32_67, %87 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c1_i32_68 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %90 = arith.xori %arg12, %c1_i32_68 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %91 = arith.select %88, %90, %arg12 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %92 = ttg.memdesc_index %16[%89] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %92, %91 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %93 = ttg.memdesc_index %13[%89] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
      %c1_i32_69 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %94 = arith.addi %arg15, %c1_i32_69 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c2_i32_70 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 2 : i32
      %95 = arith.cmpi eq, %94, %c2_i32_70 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c0_i32_71 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
      %96 = arith.select %95, %c0_i32_71, %94 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c1_i32_72 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %97 = arith.xori %arg16, %c1_i32_72 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %98 = arith.select %95, %97, %arg16 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %99 = ttg.memdesc_index %22[%96] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %99, %98 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %100 = ttg.memdesc_index %18[%96] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
      %101 = ttg.memdesc_index %result[%arg5] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
      %102 = ttng.tc_gen5_mma %93, %100, %101[], %true, %true {is_async, loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
      %103 = ttg.memdesc_index %3[%arg5] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.tc_gen5_commit %103 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %104 = ttg.memdesc_index %19[%96] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.tc_gen5_commit %104 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %105 = ttg.memdesc_index %14[%89] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.tc_gen5_commit %105 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %c1_i32_73 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %106 = arith.addi %arg7, %c1_i32_73 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c1_i32_74 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %107 = arith.cmpi eq, %106, %c1_i32_74 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c0_i32_75 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
      %108 = arith.select %107, %c0_i32_75, %106 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %c1_i32_76 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
      %109 = arith.xori %arg8, %c1_i32_76 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %110 = arith.select %107, %109, %arg8 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
      %111 = ttg.memdesc_index %3[%108] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %111, %110 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %112 = ttg.memdesc_index %result[%108] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
      %result_77, %token = ttng.tmem_load %112[] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
      %113 = ttg.memdesc_index %1[%108] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.arrive_barrier %113, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      tt.print "value" {hex = false, isSigned = array<i32: 0>, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : %result_77 : tensor<128x128xf32, #blocked>
      %c1_i32_78 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %114 = arith.addi %arg5, %c1_i32_78 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c1_i32_79 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %115 = arith.cmpi eq, %114, %c1_i32_79 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c0_i32_80 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
      %116 = arith.select %115, %c0_i32_80, %114 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %c1_i32_81 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
      %117 = arith.xori %arg6, %c1_i32_81 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %118 = arith.select %115, %117, %arg6 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
      %119 = ttg.memdesc_index %1[%116] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %119, %118 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      scf.yield {ttg.partition = array<i32: 0, 1, 2>} %0, %116, %118, %108, %110, %73, %75, %89, %91, %81, %83, %96, %98, %55, %57, %63, %65 : !ttg.async.token, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
    } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>, array<i32: 1>, array<i32: 0>, array<i32: 0>, array<i32: 0>, array<i32: 0>, array<i32: 1>, array<i32: 1>, array<i32: 2>, array<i32: 2>, array<i32: 1>, array<i32: 1>, array<i32: 2>, array<i32: 2>, array<i32: 0>, array<i32: 0>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    %c0_i32_32 = arith.constant 0 : i32
    %33 = ttg.memdesc_index %14[%c0_i32_32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %33 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %14 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %c0_i32_33 = arith.constant 0 : i32
    %34 = ttg.memdesc_index %16[%c0_i32_33] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %34 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %16 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %c0_i32_34 = arith.constant 0 : i32
    %35 = ttg.memdesc_index %19[%c0_i32_34] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %35 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_35 = arith.constant 1 : i32
    %36 = ttg.memdesc_index %19[%c1_i32_35] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %36 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %19 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %c0_i32_36 = arith.constant 0 : i32
    %37 = ttg.memdesc_index %22[%c0_i32_36] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %37 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_37 = arith.constant 1 : i32
    %38 = ttg.memdesc_index %22[%c1_i32_37] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %38 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %22 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %c0_i32_38 = arith.constant 0 : i32
    %39 = ttg.memdesc_index %26[%c0_i32_38] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %39 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_39 = arith.constant 1 : i32
    %40 = ttg.memdesc_index %26[%c1_i32_39] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %40 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %26 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %c0_i32_40 = arith.constant 0 : i32
    %41 = ttg.memdesc_index %29[%c0_i32_40] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %41 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_41 = arith.constant 1 : i32
    %42 = ttg.memdesc_index %29[%c1_i32_41] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %42 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %29 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %43 = ttg.memdesc_index %3[%32#1] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.arrive_barrier %43, 1 {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c1_i32_42 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
    %44 = arith.addi %32#3, %c1_i32_42 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
    %c1_i32_43 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
    %45 = arith.cmpi eq, %44, %c1_i32_43 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
    %c0_i32_44 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 0 : i32
    %46 = arith.select %45, %c0_i32_44, %44 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
    %c1_i32_45 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
    %47 = arith.xori %32#4, %c1_i32_45 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
    %48 = arith.select %45, %47, %32#4 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
    %49 = ttg.memdesc_index %3[%46] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %49, %48 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %50 = ttg.memdesc_index %1[%46] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.arrive_barrier %50, 1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %c0_i32_46 = arith.constant 0 : i32
    %51 = ttg.memdesc_index %1[%c0_i32_46] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %51 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %1 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %c0_i32_47 = arith.constant 0 : i32
    %52 = ttg.memdesc_index %3[%c0_i32_47] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %52 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %3 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    tt.return
  }
}
