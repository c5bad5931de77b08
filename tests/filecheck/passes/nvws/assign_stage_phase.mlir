// RUN: xtriton-opt %s --nvws-assign-stage-phase | filecheck %s

// Each partition counts the buffers and the phases of each aref, through the loop.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-LABEL: tt.func @matmul(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: !tt.tensordesc<64x128xf16, #shared>, %arg2: i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %0 = nvws.aref.create %result : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>
// CHECK-NEXT:     %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:     %1 = ub.poison : !ttg.async.token
// CHECK-NEXT:     %c1_i32_4 = arith.constant 1 : i32
// CHECK-NEXT:     %2 = arith.addi %c0_i32_2, %c1_i32_4 : i32
// CHECK-NEXT:     %c1_i32_5 = arith.constant 1 : i32
// CHECK-NEXT:     %3 = arith.cmpi eq, %2, %c1_i32_5 : i32
// CHECK-NEXT:     %c0_i32_6 = arith.constant 0 : i32
// CHECK-NEXT:     %4 = arith.select %3, %c0_i32_6, %2 : i32
// CHECK-NEXT:     %c1_i32_7 = arith.constant 1 : i32
// CHECK-NEXT:     %5 = arith.xori %c0_i32_3, %c1_i32_7 : i32
// CHECK-NEXT:     %6 = arith.select %3, %5, %c0_i32_3 : i32
// CHECK-NEXT:     %buffers, %token = nvws.aref.put.enter %0[%4, %6] : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
// CHECK-NEXT:     %result_8, %token_9 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:     %7 = nvws.aref.buffer %0[%4], %token : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:     %8 = ttng.tmem_store %cst, %7[], %true : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:     %9 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %10 = nvws.aref.create %9 : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>
// CHECK-NEXT:     %c0_i32_10 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_12 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_13 = arith.constant 0 : i32
// CHECK-NEXT:     %11 = ttg.local_alloc : () -> !ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %12 = nvws.aref.create %11 : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>
// CHECK-NEXT:     %c0_i32_14 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_15 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_16 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_17 = arith.constant 0 : i32
// CHECK-NEXT:     %13 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %14 = nvws.aref.create %13 : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>
// CHECK-NEXT:     %c0_i32_18 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_19 = arith.constant 1 : i32
// CHECK-NEXT:     %c0_i32_20 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_21 = arith.constant 0 : i32
// CHECK-NEXT:     %15:17 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %token, %arg5 = %4, %arg6 = %6, %arg7 = %c0_i32_0, %arg8 = %c1_i32_1, %arg9 = %c0_i32_12, %arg10 = %c0_i32_13, %arg11 = %c0_i32_10, %arg12 = %c1_i32_11, %arg13 = %c0_i32_16, %arg14 = %c0_i32_17, %arg15 = %c0_i32_14, %arg16 = %c1_i32_15, %arg17 = %c0_i32_20, %arg18 = %c0_i32_21, %arg19 = %c0_i32_18, %arg20 = %c1_i32_19) -> (!ttg.async.token, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:       %c1_i32_28 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %21 = arith.addi %arg17, %c1_i32_28 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c1_i32_29 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %22 = arith.cmpi eq, %21, %c1_i32_29 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c0_i32_30 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 0 : i32
// CHECK-NEXT:       %23 = arith.select %22, %c0_i32_30, %21 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c1_i32_31 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %24 = arith.xori %arg18, %c1_i32_31 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %25 = arith.select %22, %24, %arg18 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %buffers_32, %token_33 = nvws.aref.put.enter %14[%23, %25] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>, !ttg.async.token
// CHECK-NEXT:       nvws.descriptor_load %arg0[%c0_i32, %arg3] 16384 %buffers_32 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<128x64xf16, #shared>, i32, i32, !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>
// CHECK-NEXT:       nvws.aref.put.exit %14[%23], %token_33 [#nvws.async_op<tma_load>] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %c1_i32_34 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %26 = arith.addi %arg19, %c1_i32_34 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_35 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %27 = arith.cmpi eq, %26, %c1_i32_35 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c0_i32_36 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
// CHECK-NEXT:       %28 = arith.select %27, %c0_i32_36, %26 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_37 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %29 = arith.xori %arg20, %c1_i32_37 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %30 = arith.select %27, %29, %arg20 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %buffers_38, %token_39 = nvws.aref.get.enter %14[%28, %30] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.async.token
// CHECK-NEXT:       %31 = ttg.local_load %buffers_38 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64> -> tensor<128x64xf16, #blocked1>
// CHECK-NEXT:       nvws.aref.get.exit %14[%28], %token_39 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %32 = arith.addf %31, %31 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1>
// CHECK-NEXT:       %c1_i32_40 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %33 = arith.addi %arg9, %c1_i32_40 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_41 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %34 = arith.cmpi eq, %33, %c1_i32_41 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c0_i32_42 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
// CHECK-NEXT:       %35 = arith.select %34, %c0_i32_42, %33 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_43 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %36 = arith.xori %arg10, %c1_i32_43 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %37 = arith.select %34, %36, %arg10 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %buffers_44, %token_45 = nvws.aref.put.enter %10[%35, %37] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>, !ttg.async.token
// CHECK-NEXT:       ttg.local_store %32, %buffers_44 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>
// CHECK-NEXT:       nvws.aref.put.exit %10[%35], %token_45 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %c1_i32_46 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %38 = arith.addi %arg13, %c1_i32_46 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c1_i32_47 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %39 = arith.cmpi eq, %38, %c1_i32_47 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c0_i32_48 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 0 : i32
// CHECK-NEXT:       %40 = arith.select %39, %c0_i32_48, %38 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %c1_i32_49 = arith.constant {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} 1 : i32
// CHECK-NEXT:       %41 = arith.xori %arg14, %c1_i32_49 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %42 = arith.select %39, %41, %arg14 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : i32
// CHECK-NEXT:       %buffers_50, %token_51 = nvws.aref.put.enter %12[%40, %42] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>, !ttg.async.token
// CHECK-NEXT:       nvws.descriptor_load %arg1[%arg3, %c0_i32] 16384 %buffers_50 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<64x128xf16, #shared>, i32, i32, !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>
// CHECK-NEXT:       nvws.aref.put.exit %12[%40], %token_51 [#nvws.async_op<tma_load>] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %c1_i32_52 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %43 = arith.addi %arg11, %c1_i32_52 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_53 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %44 = arith.cmpi eq, %43, %c1_i32_53 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c0_i32_54 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
// CHECK-NEXT:       %45 = arith.select %44, %c0_i32_54, %43 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_55 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %46 = arith.xori %arg12, %c1_i32_55 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %47 = arith.select %44, %46, %arg12 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %buffers_56, %token_57 = nvws.aref.get.enter %10[%45, %47] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.async.token
// CHECK-NEXT:       %c1_i32_58 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %48 = arith.addi %arg15, %c1_i32_58 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_59 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %49 = arith.cmpi eq, %48, %c1_i32_59 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c0_i32_60 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
// CHECK-NEXT:       %50 = arith.select %49, %c0_i32_60, %48 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_61 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %51 = arith.xori %arg16, %c1_i32_61 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %52 = arith.select %49, %51, %arg16 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %buffers_62, %token_63 = nvws.aref.get.enter %12[%50, %52] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x128xf16, #shared, #smem, 1x64x128>, !ttg.async.token
// CHECK-NEXT:       %53 = nvws.aref.buffer %0[%arg5], %arg4 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:       %54 = ttng.tc_gen5_mma %buffers_56, %buffers_62, %53[], %true, %true {loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.memdesc<64x128xf16, #shared, #smem, 1x64x128>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:       nvws.aref.put.exit %0[%arg5], %arg4 [#nvws.async_op<tc5mma>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
// CHECK-NEXT:       nvws.aref.get.exit %12[%50], %token_63 [#nvws.async_op<tc5mma>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       nvws.aref.get.exit %10[%45], %token_57 [#nvws.async_op<tc5mma>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %c1_i32_64 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %55 = arith.addi %arg7, %c1_i32_64 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_65 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %56 = arith.cmpi eq, %55, %c1_i32_65 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c0_i32_66 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 0 : i32
// CHECK-NEXT:       %57 = arith.select %56, %c0_i32_66, %55 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %c1_i32_67 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT:       %58 = arith.xori %arg8, %c1_i32_67 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %59 = arith.select %56, %58, %arg8 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : i32
// CHECK-NEXT:       %buffers_68, %token_69 = nvws.aref.get.enter %0[%57, %59] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
// CHECK-NEXT:       %60 = nvws.aref.buffer %0[%57], %token_69 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:       %result_70, %token_71 = ttng.tmem_load %60[] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:       nvws.aref.get.exit %0[%57], %token_69 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
// CHECK-NEXT:       tt.print "value" {hex = false, isSigned = array<i32: 0>, loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : %result_70 : tensor<128x128xf32, #blocked>
// CHECK-NEXT:       %c1_i32_72 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %61 = arith.addi %arg5, %c1_i32_72 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_73 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %62 = arith.cmpi eq, %61, %c1_i32_73 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c0_i32_74 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 0 : i32
// CHECK-NEXT:       %63 = arith.select %62, %c0_i32_74, %61 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %c1_i32_75 = arith.constant {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} 1 : i32
// CHECK-NEXT:       %64 = arith.xori %arg6, %c1_i32_75 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %65 = arith.select %62, %64, %arg6 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %buffers_76, %token_77 = nvws.aref.put.enter %0[%63, %65] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
// CHECK-NEXT:       scf.yield {ttg.partition = array<i32: 0, 1, 2>} %token_77, %63, %65, %57, %59, %35, %37, %45, %47, %40, %42, %50, %52, %23, %25, %28, %30 : !ttg.async.token, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT:     } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>, array<i32: 1>, array<i32: 0>, array<i32: 0>, array<i32: 0>, array<i32: 0>, array<i32: 1>, array<i32: 1>, array<i32: 2>, array<i32: 2>, array<i32: 1>, array<i32: 1>, array<i32: 2>, array<i32: 2>, array<i32: 0>, array<i32: 0>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     nvws.aref.put.exit %0[%15#1], %15#0 [#nvws.async_op<none>] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
// CHECK-NEXT:     %c1_i32_22 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:     %16 = arith.addi %15#3, %c1_i32_22 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %c1_i32_23 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:     %17 = arith.cmpi eq, %16, %c1_i32_23 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %c0_i32_24 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 0 : i32
// CHECK-NEXT:     %18 = arith.select %17, %c0_i32_24, %16 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %c1_i32_25 = arith.constant {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} 1 : i32
// CHECK-NEXT:     %19 = arith.xori %15#4, %c1_i32_25 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %20 = arith.select %17, %19, %15#4 {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : i32
// CHECK-NEXT:     %buffers_26, %token_27 = nvws.aref.get.enter %0[%18, %20] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
// CHECK-NEXT:     nvws.aref.get.exit %0[%18], %token_27 [#nvws.async_op<none>] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }

#blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @matmul(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: !tt.tensordesc<64x128xf16, #shared>, %arg2: i32) {
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
      nvws.descriptor_load %arg0[%c0_i32, %arg3] 16384 %buffers_4 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<128x64xf16, #shared>, i32, i32, !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>
      nvws.aref.put.exit %9, %token_5 [#nvws.async_op<tma_load>] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %buffers_6, %token_7 = nvws.aref.get.enter %9 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.async.token
      %11 = ttg.local_load %buffers_6 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64> -> tensor<128x64xf16, #blocked1>
      nvws.aref.get.exit %9, %token_7 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %12 = arith.addf %11, %11 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1>
      %buffers_8, %token_9 = nvws.aref.put.enter %5 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>, !ttg.async.token
      ttg.local_store %12, %buffers_8 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>
      nvws.aref.put.exit %5, %token_9 [#nvws.async_op<none>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
      %buffers_10, %token_11 = nvws.aref.put.enter %7 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>, !ttg.async.token
      nvws.descriptor_load %arg1[%arg3, %c0_i32] 16384 %buffers_10 {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<64x128xf16, #shared>, i32, i32, !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>
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
