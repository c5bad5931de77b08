// RUN: xtriton-opt %s --tritongpu-optimize-partition-warps | filecheck %s

// Partitions without tensors get one warp, with TMA loads two.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-LABEL: tt.func @matmul(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: !tt.tensordesc<64x128xf16, #shared>, %arg2: i32) {
// CHECK-NEXT:     %c2_i32 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %0 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %1 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %2 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %3 = ttg.memdesc_index %2[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %3, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %4 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.wait_barrier %4, %c1_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %5 = ttg.memdesc_index %result[%c0_i32] : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %6 = ttng.tmem_store %cst, %5[], %true : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %7 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %8 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %9 = ttg.memdesc_index %8[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %9, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %10 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %11 = ttg.memdesc_index %10[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %11, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %12 = ttg.local_alloc : () -> !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %13 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %14 = ttg.memdesc_index %13[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %14, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %15 = ttg.memdesc_index %13[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %15, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %16 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %17 = ttg.memdesc_index %16[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %17, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %18 = ttg.memdesc_index %16[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %18, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %19 = ttg.local_alloc : () -> !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %20 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %21 = ttg.memdesc_index %20[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %21, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %22 = ttg.memdesc_index %20[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %22, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %23 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %24 = ttg.memdesc_index %23[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %24, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %25 = ttg.memdesc_index %23[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.init_barrier %25, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %26:6 = ttg.warp_specialize(%10, %7, %16, %12, %result, %2, %13, %8, %0, %arg2, %20, %19, %23, %arg0, %arg1) attributes {requestedRegisters = array<i32: 24, 24>}
// CHECK-NEXT:     default {
// CHECK-NEXT:       %39:6 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %c0_i32, %arg5 = %c1_i32, %arg6 = %c0_i32, %arg7 = %c0_i32, %arg8 = %c1_i32, %arg9 = %c1_i32) -> (i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:         %47 = arith.addi %arg8, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %48 = arith.cmpi eq, %47, %c2_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %49 = arith.select %48, %c0_i32, %47 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %50 = arith.xori %arg9, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %51 = arith.select %48, %50, %arg9 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %52 = ttg.memdesc_index %23[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %52, %51 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %53 = ttg.memdesc_index %19[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %54 = ttg.local_load %53 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked1>
// CHECK-NEXT:         ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32}
// CHECK-NEXT:         %55 = ttg.memdesc_index %20[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.arrive_barrier %55, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %56 = arith.addf %54, %54 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<128x64xf16, #blocked1>
// CHECK-NEXT:         %57 = arith.addi %arg6, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %58 = arith.cmpi eq, %57, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %59 = arith.select %58, %c0_i32, %57 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %60 = arith.xori %arg7, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %61 = arith.select %58, %60, %arg7 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %62 = ttg.memdesc_index %8[%59] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %62, %61 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %63 = ttg.memdesc_index %7[%59] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         ttg.local_store %56, %63 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32}
// CHECK-NEXT:         %64 = ttg.memdesc_index %10[%59] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.arrive_barrier %64, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %65 = arith.addi %arg4, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %66 = arith.cmpi eq, %65, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %67 = arith.select %66, %c0_i32, %65 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %68 = arith.xori %arg5, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %69 = arith.select %66, %68, %arg5 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %70 = ttg.memdesc_index %2[%67] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %70, %69 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %71 = ttg.memdesc_index %result[%67] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         %result_0, %token = ttng.tmem_load %71[] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:         %72 = ttg.memdesc_index %0[%67] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.arrive_barrier %72, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         tt.print "value" {hex = false, isSigned = array<i32: 0>, loop.cluster = 0 : i32, loop.stage = 1 : i32} : %result_0 : tensor<128x128xf32, #blocked>
// CHECK-NEXT:         scf.yield %67, %69, %59, %61, %49, %51 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT:       } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:       %40 = arith.addi %39#0, %c1_i32 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %41 = arith.cmpi eq, %40, %c1_i32 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %42 = arith.select %41, %c0_i32, %40 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %43 = arith.xori %39#1, %c1_i32 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %44 = arith.select %41, %43, %39#1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:       %45 = ttg.memdesc_index %2[%42] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.wait_barrier %45, %44 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       %46 = ttg.memdesc_index %0[%42] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.arrive_barrier %46, 1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttg.warp_yield %39#0, %39#1, %39#2, %39#3, %39#4, %39#5 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     partition0(%arg3: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg4: !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>, %arg5: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg6: !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>, %arg7: !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg8: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg9: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg10: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg11: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg12: i32, %arg13: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, %arg15: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg16: !tt.tensordesc<128x64xf16, #shared>, %arg17: !tt.tensordesc<64x128xf16, #shared>) num_warps(1) {
// CHECK-NEXT:       %c2_i32_0 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
// CHECK-NEXT:       %39 = ub.poison : !ttg.async.token
// CHECK-NEXT:       %true_1 = arith.constant true
// CHECK-NEXT:       %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:       %c1_i32_3 = arith.constant 1 : i32
// CHECK-NEXT:       %40:7 = scf.for %arg18 = %c0_i32_2 to %arg12 step %c1_i32_3 iter_args(%arg19 = %39, %arg20 = %c0_i32_2, %arg21 = %c1_i32_3, %arg22 = %c0_i32_2, %arg23 = %c1_i32_3, %arg24 = %c1_i32_3, %arg25 = %c1_i32_3) -> (!ttg.async.token, i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:         %42 = arith.addi %arg22, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %43 = arith.cmpi eq, %42, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %44 = arith.select %43, %c0_i32_2, %42 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %45 = arith.xori %arg23, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %46 = arith.select %43, %45, %arg23 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %47 = ttg.memdesc_index %arg3[%44] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %47, %46 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %48 = ttg.memdesc_index %arg4[%44] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %49 = arith.addi %arg24, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %50 = arith.cmpi eq, %49, %c2_i32_0 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %51 = arith.select %50, %c0_i32_2, %49 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %52 = arith.xori %arg25, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %53 = arith.select %50, %52, %arg25 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %54 = ttg.memdesc_index %arg5[%51] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %54, %53 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %55 = ttg.memdesc_index %arg6[%51] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %56 = ttg.memdesc_index %arg7[%arg20] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         %57 = ttng.tc_gen5_mma %48, %55, %56[], %true_1, %true_1 {is_async, loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         %58 = ttg.memdesc_index %arg8[%arg20] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.tc_gen5_commit %58 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %59 = ttg.memdesc_index %arg9[%51] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.tc_gen5_commit %59 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %60 = ttg.memdesc_index %arg10[%44] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.tc_gen5_commit %60 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %61 = arith.addi %arg20, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %62 = arith.cmpi eq, %61, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %63 = arith.select %62, %c0_i32_2, %61 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %64 = arith.xori %arg21, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %65 = arith.select %62, %64, %arg21 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
// CHECK-NEXT:         %66 = ttg.memdesc_index %arg11[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %66, %65 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         scf.yield %39, %63, %65, %44, %46, %51, %53 : !ttg.async.token, i32, i32, i32, i32, i32, i32
// CHECK-NEXT:       } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:       %41 = ttg.memdesc_index %arg8[%40#1] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttng.arrive_barrier %41, 1 {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:       ttg.warp_return
// CHECK-NEXT:     }
// CHECK-NEXT:     partition1(%arg3: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg4: !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>, %arg5: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg6: !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>, %arg7: !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg8: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg9: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg10: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg11: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg12: i32, %arg13: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, %arg15: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg16: !tt.tensordesc<128x64xf16, #shared>, %arg17: !tt.tensordesc<64x128xf16, #shared>) num_warps(2) {
// CHECK-NEXT:       %c2_i32_0 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
// CHECK-NEXT:       %true_1 = arith.constant true
// CHECK-NEXT:       %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:       %c1_i32_3 = arith.constant 1 : i32
// CHECK-NEXT:       %39:4 = scf.for %arg18 = %c0_i32_2 to %arg12 step %c1_i32_3 iter_args(%arg19 = %c1_i32_3, %arg20 = %c0_i32_2, %arg21 = %c1_i32_3, %arg22 = %c0_i32_2) -> (i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:         %40 = arith.addi %arg21, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %41 = arith.cmpi eq, %40, %c2_i32_0 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %42 = arith.select %41, %c0_i32_2, %40 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %43 = arith.xori %arg22, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %44 = arith.select %41, %43, %arg22 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %45 = ttg.memdesc_index %arg13[%42] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %45, %44 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %46 = ttg.memdesc_index %arg14[%42] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %47 = ttg.memdesc_index %arg15[%42] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.barrier_expect %47, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32}, %true_1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.async_tma_copy_global_to_local %arg16[%c0_i32_2, %arg18] %46, %47, %true_1 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %48 = arith.addi %arg19, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %49 = arith.cmpi eq, %48, %c2_i32_0 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %50 = arith.select %49, %c0_i32_2, %48 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %51 = arith.xori %arg20, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %52 = arith.select %49, %51, %arg20 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
// CHECK-NEXT:         %53 = ttg.memdesc_index %arg9[%50] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.wait_barrier %53, %52 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         %54 = ttg.memdesc_index %arg6[%50] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:         %55 = ttg.memdesc_index %arg5[%50] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.barrier_expect %55, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32}, %true_1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:         ttng.async_tma_copy_global_to_local %arg17[%arg18, %c0_i32_2] %54, %55, %true_1 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<64x128xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:         scf.yield %50, %52, %42, %44 : i32, i32, i32, i32
// CHECK-NEXT:       } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:       ttg.warp_return
// CHECK-NEXT:     } : (!ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, i32, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !tt.tensordesc<128x64xf16, #shared>, !tt.tensordesc<64x128xf16, #shared>) -> (i32, i32, i32, i32, i32, i32)
// CHECK-NEXT:     %27 = ttg.memdesc_index %8[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %27 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %8 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %28 = ttg.memdesc_index %10[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %28 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %10 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %29 = ttg.memdesc_index %13[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %29 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %30 = ttg.memdesc_index %13[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %30 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %13 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %31 = ttg.memdesc_index %16[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %31 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %32 = ttg.memdesc_index %16[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %16 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %33 = ttg.memdesc_index %20[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %33 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %34 = ttg.memdesc_index %20[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %34 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %20 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %35 = ttg.memdesc_index %23[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %35 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %36 = ttg.memdesc_index %23[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %36 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %23 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %37 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %37 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %0 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %38 = ttg.memdesc_index %2[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttng.inval_barrier %38 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     ttg.local_dealloc %2 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
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
    %c2_i32 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
    %true = arith.constant true
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
    %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %0 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %1 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %2 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %3 = ttg.memdesc_index %2[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %3, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %4 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.wait_barrier %4, %c1_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %5 = ttg.memdesc_index %result[%c0_i32] : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %6 = ttng.tmem_store %cst, %5[], %true : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %7 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
    %8 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %9 = ttg.memdesc_index %8[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %9, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %10 = ttg.local_alloc : () -> !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %11 = ttg.memdesc_index %10[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %11, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %12 = ttg.local_alloc : () -> !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>
    %13 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %14 = ttg.memdesc_index %13[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %14, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %15 = ttg.memdesc_index %13[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %15, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %16 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %17 = ttg.memdesc_index %16[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %17, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %18 = ttg.memdesc_index %16[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %18, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %19 = ttg.local_alloc : () -> !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>
    %20 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %21 = ttg.memdesc_index %20[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %21, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %22 = ttg.memdesc_index %20[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %22, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %23 = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %24 = ttg.memdesc_index %23[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %24, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %25 = ttg.memdesc_index %23[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %25, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %26:6 = ttg.warp_specialize(%10, %7, %16, %12, %result, %2, %13, %8, %0, %arg2, %20, %19, %23, %arg0, %arg1)
    default {
      %39:6 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %c0_i32, %arg5 = %c1_i32, %arg6 = %c0_i32, %arg7 = %c0_i32, %arg8 = %c1_i32, %arg9 = %c1_i32) -> (i32, i32, i32, i32, i32, i32)  : i32 {
        %47 = arith.addi %arg8, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %48 = arith.cmpi eq, %47, %c2_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %49 = arith.select %48, %c0_i32, %47 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %50 = arith.xori %arg9, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %51 = arith.select %48, %50, %arg9 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %52 = ttg.memdesc_index %23[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %52, %51 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %53 = ttg.memdesc_index %19[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %54 = ttg.local_load %53 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked1>
        ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32}
        %55 = ttg.memdesc_index %20[%49] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.arrive_barrier %55, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %56 = arith.addf %54, %54 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<128x64xf16, #blocked1>
        %57 = arith.addi %arg6, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %58 = arith.cmpi eq, %57, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %59 = arith.select %58, %c0_i32, %57 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %60 = arith.xori %arg7, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %61 = arith.select %58, %60, %arg7 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %62 = ttg.memdesc_index %8[%59] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %62, %61 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %63 = ttg.memdesc_index %7[%59] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        ttg.local_store %56, %63 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        ttng.fence_async_shared {bCluster = false, loop.cluster = 0 : i32, loop.stage = 1 : i32}
        %64 = ttg.memdesc_index %10[%59] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.arrive_barrier %64, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %65 = arith.addi %arg4, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %66 = arith.cmpi eq, %65, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %67 = arith.select %66, %c0_i32, %65 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %68 = arith.xori %arg5, %c1_i32 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %69 = arith.select %66, %68, %arg5 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %70 = ttg.memdesc_index %2[%67] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %70, %69 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %71 = ttg.memdesc_index %result[%67] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        %result_0, %token = ttng.tmem_load %71[] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
        %72 = ttg.memdesc_index %0[%67] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.arrive_barrier %72, 1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        tt.print "value" {hex = false, isSigned = array<i32: 0>, loop.cluster = 0 : i32, loop.stage = 1 : i32} : %result_0 : tensor<128x128xf32, #blocked>
        scf.yield %67, %69, %59, %61, %49, %51 : i32, i32, i32, i32, i32, i32
      } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
      %40 = arith.addi %39#0, %c1_i32 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
      %41 = arith.cmpi eq, %40, %c1_i32 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
      %42 = arith.select %41, %c0_i32, %40 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
      %43 = arith.xori %39#1, %c1_i32 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
      %44 = arith.select %41, %43, %39#1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
      %45 = ttg.memdesc_index %2[%42] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %45, %44 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %46 = ttg.memdesc_index %0[%42] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.arrive_barrier %46, 1 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.warp_yield %39#0, %39#1, %39#2, %39#3, %39#4, %39#5 : i32, i32, i32, i32, i32, i32
    }
    partition0(%arg3: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg4: !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>, %arg5: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg6: !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>, %arg7: !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg8: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg9: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg10: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg11: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg12: i32, %arg13: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, %arg15: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg16: !tt.tensordesc<128x64xf16, #shared>, %arg17: !tt.tensordesc<64x128xf16, #shared>) num_warps(4) {
      %c2_i32_0 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
      %39 = ub.poison : !ttg.async.token
      %true_1 = arith.constant true
      %c0_i32_2 = arith.constant 0 : i32
      %c1_i32_3 = arith.constant 1 : i32
      %40:7 = scf.for %arg18 = %c0_i32_2 to %arg12 step %c1_i32_3 iter_args(%arg19 = %39, %arg20 = %c0_i32_2, %arg21 = %c1_i32_3, %arg22 = %c0_i32_2, %arg23 = %c1_i32_3, %arg24 = %c1_i32_3, %arg25 = %c1_i32_3) -> (!ttg.async.token, i32, i32, i32, i32, i32, i32)  : i32 {
        %42 = arith.addi %arg22, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %43 = arith.cmpi eq, %42, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %44 = arith.select %43, %c0_i32_2, %42 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %45 = arith.xori %arg23, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %46 = arith.select %43, %45, %arg23 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %47 = ttg.memdesc_index %arg3[%44] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %47, %46 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %48 = ttg.memdesc_index %arg4[%44] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %49 = arith.addi %arg24, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %50 = arith.cmpi eq, %49, %c2_i32_0 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %51 = arith.select %50, %c0_i32_2, %49 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %52 = arith.xori %arg25, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %53 = arith.select %50, %52, %arg25 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %54 = ttg.memdesc_index %arg5[%51] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %54, %53 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %55 = ttg.memdesc_index %arg6[%51] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
        %56 = ttg.memdesc_index %arg7[%arg20] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        %57 = ttng.tc_gen5_mma %48, %55, %56[], %true_1, %true_1 {is_async, loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        %58 = ttg.memdesc_index %arg8[%arg20] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.tc_gen5_commit %58 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %59 = ttg.memdesc_index %arg9[%51] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.tc_gen5_commit %59 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %60 = ttg.memdesc_index %arg10[%44] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.tc_gen5_commit %60 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %61 = arith.addi %arg20, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %62 = arith.cmpi eq, %61, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %63 = arith.select %62, %c0_i32_2, %61 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %64 = arith.xori %arg21, %c1_i32_3 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %65 = arith.select %62, %64, %arg21 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
        %66 = ttg.memdesc_index %arg11[%63] {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %66, %65 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        scf.yield %39, %63, %65, %44, %46, %51, %53 : !ttg.async.token, i32, i32, i32, i32, i32, i32
      } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
      %41 = ttg.memdesc_index %arg8[%40#1] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.arrive_barrier %41, 1 {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.warp_return
    }
    partition1(%arg3: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg4: !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>, %arg5: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg6: !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>, %arg7: !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg8: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg9: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg10: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg11: !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, %arg12: i32, %arg13: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg14: !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, %arg15: !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, %arg16: !tt.tensordesc<128x64xf16, #shared>, %arg17: !tt.tensordesc<64x128xf16, #shared>) num_warps(4) {
      %c2_i32_0 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32} 2 : i32
      %true_1 = arith.constant true
      %c0_i32_2 = arith.constant 0 : i32
      %c1_i32_3 = arith.constant 1 : i32
      %39:4 = scf.for %arg18 = %c0_i32_2 to %arg12 step %c1_i32_3 iter_args(%arg19 = %c1_i32_3, %arg20 = %c0_i32_2, %arg21 = %c1_i32_3, %arg22 = %c0_i32_2) -> (i32, i32, i32, i32)  : i32 {
        %40 = arith.addi %arg21, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %41 = arith.cmpi eq, %40, %c2_i32_0 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %42 = arith.select %41, %c0_i32_2, %40 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %43 = arith.xori %arg22, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %44 = arith.select %41, %43, %arg22 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %45 = ttg.memdesc_index %arg13[%42] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %45, %44 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %46 = ttg.memdesc_index %arg14[%42] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %47 = ttg.memdesc_index %arg15[%42] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.barrier_expect %47, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32}, %true_1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.async_tma_copy_global_to_local %arg16[%c0_i32_2, %arg18] %46, %47, %true_1 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<128x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %48 = arith.addi %arg19, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %49 = arith.cmpi eq, %48, %c2_i32_0 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %50 = arith.select %49, %c0_i32_2, %48 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %51 = arith.xori %arg20, %c1_i32_3 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %52 = arith.select %49, %51, %arg20 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
        %53 = ttg.memdesc_index %arg9[%50] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.wait_barrier %53, %52 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        %54 = ttg.memdesc_index %arg6[%50] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
        %55 = ttg.memdesc_index %arg5[%50] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.barrier_expect %55, 16384 {loop.cluster = 1 : i32, loop.stage = 0 : i32}, %true_1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
        ttng.async_tma_copy_global_to_local %arg17[%arg18, %c0_i32_2] %54, %55, %true_1 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<64x128xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
        scf.yield %50, %52, %42, %44 : i32, i32, i32, i32
      } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
      ttg.warp_return
    } : (!ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<2x64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>, i32, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>, !tt.tensordesc<128x64xf16, #shared>, !tt.tensordesc<64x128xf16, #shared>) -> (i32, i32, i32, i32, i32, i32)
    %27 = ttg.memdesc_index %8[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %27 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %8 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %28 = ttg.memdesc_index %10[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %28 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %10 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %29 = ttg.memdesc_index %13[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %29 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %30 = ttg.memdesc_index %13[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %30 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %13 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %31 = ttg.memdesc_index %16[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %31 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %32 = ttg.memdesc_index %16[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %16 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %33 = ttg.memdesc_index %20[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %33 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %34 = ttg.memdesc_index %20[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %34 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %20 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %35 = ttg.memdesc_index %23[%c0_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %35 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %36 = ttg.memdesc_index %23[%c1_i32] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %36 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %23 : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %37 = ttg.memdesc_index %0[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %37 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %0 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    %38 = ttg.memdesc_index %2[%c0_i32] : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.inval_barrier %38 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.local_dealloc %2 : !ttg.memdesc<1x1xi64, #shared1, #smem, mutable>
    tt.return
  }
}
