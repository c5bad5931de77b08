// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [1, 2, 0]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [32, 0], [64, 0{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}0, 0], [0, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear2 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [32, 0], [64, 0], [0, 4{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}0, 0], [0, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear3 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [32, 0{{\]\]}}, lane = {{\[\[}}0, 32], [0, 64], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}8, 0], [16, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear4 = #ttg.linear<{register = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0], [64, 0{{\]\]}}, lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, warp = {{\[\[}}0, 32], [0, 64{{\]\]}}, block = []}>
// CHECK-DAG: #linear5 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 64{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8}>
// CHECK-DAG: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
// CHECK-DAG: #shared4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared5 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-DAG: #tmem1 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
// CHECK-DAG: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Operands go to shared memory, accumulator and scales to tensor memory.
  // CHECK: tt.func @fp8(%arg0: tensor<128x128xf8E4M3FN, #blocked>, %arg1: tensor<128x128xf8E5M2, #blocked>, %arg2: tensor<128x128xf32, #blocked>, %arg3: tensor<128x4xi8, #blocked>, %arg4: tensor<128x4xi8, #blocked>) -> tensor<128x128xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<128x128xf8E4M3FN, #blocked>) -> !ttg.memdesc<128x128xf8E4M3FN, #shared, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %2 : (tensor<128x128xf32, #linear>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg3 : tensor<128x4xi8, #blocked> -> tensor<128x4xi8, #linear1>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg4 : tensor<128x4xi8, #blocked> -> tensor<128x4xi8, #linear1>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %3 : (tensor<128x4xi8, #linear1>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc %4 : (tensor<128x4xi8, #linear1>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %5 = ttng.tc_gen5_mma_scaled %1, %0, %result[%token], %result_0, %result_1, %true, %true lhs = e4m3 rhs = e5m2 : !ttg.memdesc<128x128xf8E4M3FN, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_load %result[%5] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %6 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.return %6 : tensor<128x128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp8(%a: tensor<128x128xf8E4M3FN, #blocked>, %b: tensor<128x128xf8E5M2, #blocked>, %c: tensor<128x128xf32, #blocked>, %s: tensor<128x4xi8, #blocked>, %t: tensor<128x4xi8, #blocked>) -> tensor<128x128xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x128xf8E4M3FN, #blocked>, tensor<128x4xi8, #blocked> * tensor<128x128xf8E5M2, #blocked>, tensor<128x4xi8, #blocked> -> tensor<128x128xf32, #blocked>
    tt.return %d : tensor<128x128xf32, #blocked>
  }
  // fp4 must be contiguous along k.
  // CHECK: tt.func @fp4(%arg0: tensor<128x64xi8, #blocked>, %arg1: tensor<64x128xi8, #blocked>, %arg2: tensor<128x128xf32, #blocked>, %arg3: tensor<128x4xi8, #blocked>, %arg4: tensor<128x4xi8, #blocked>) -> tensor<128x128xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<64x128xi8, #blocked>) -> !ttg.memdesc<64x128xi8, #shared1, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<128x64xi8, #blocked>) -> !ttg.memdesc<128x64xi8, #shared2, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %2 : (tensor<128x128xf32, #linear>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg3 : tensor<128x4xi8, #blocked> -> tensor<128x4xi8, #linear1>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg4 : tensor<128x4xi8, #blocked> -> tensor<128x4xi8, #linear1>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %3 : (tensor<128x4xi8, #linear1>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc %4 : (tensor<128x4xi8, #linear1>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %5 = ttng.tc_gen5_mma_scaled %1, %0, %result[%token], %result_0, %result_1, %true, %true lhs = e2m1 rhs = e2m1 : !ttg.memdesc<128x64xi8, #shared2, #smem>, !ttg.memdesc<64x128xi8, #shared1, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_load %result[%5] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %6 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.return %6 : tensor<128x128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp4(%a: tensor<128x64xi8, #blocked>, %b: tensor<64x128xi8, #blocked>, %c: tensor<128x128xf32, #blocked>, %s: tensor<128x4xi8, #blocked>, %t: tensor<128x4xi8, #blocked>) -> tensor<128x128xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x64xi8, #blocked>, tensor<128x4xi8, #blocked> * tensor<64x128xi8, #blocked>, tensor<128x4xi8, #blocked> -> tensor<128x128xf32, #blocked>
    tt.return %d : tensor<128x128xf32, #blocked>
  }
  // Beside fp8 it is padded.
  // CHECK: tt.func @mixed(%arg0: tensor<128x128xi8, #blocked>, %arg1: tensor<256x128xf8E5M2, #blocked>, %arg2: tensor<128x128xf32, #blocked>, %arg3: tensor<128x8xi8, #blocked>, %arg4: tensor<128x8xi8, #blocked>) -> tensor<128x128xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<256x128xf8E5M2, #blocked>) -> !ttg.memdesc<256x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<128x128xi8, #blocked>) -> !ttg.memdesc<128x128xi8, #shared3, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %2 : (tensor<128x128xf32, #linear>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg3 : tensor<128x8xi8, #blocked> -> tensor<128x8xi8, #linear2>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg4 : tensor<128x8xi8, #blocked> -> tensor<128x8xi8, #linear2>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %3 : (tensor<128x8xi8, #linear2>) -> !ttg.memdesc<128x8xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc %4 : (tensor<128x8xi8, #linear2>) -> !ttg.memdesc<128x8xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %5 = ttng.tc_gen5_mma_scaled %1, %0, %result[%token], %result_0, %result_1, %true, %true lhs = e2m1 rhs = e5m2 : !ttg.memdesc<128x128xi8, #shared3, #smem>, !ttg.memdesc<256x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x8xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x8xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_load %result[%5] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %6 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.return %6 : tensor<128x128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @mixed(%a: tensor<128x128xi8, #blocked>, %b: tensor<256x128xf8E5M2, #blocked>, %c: tensor<128x128xf32, #blocked>, %s: tensor<128x8xi8, #blocked>, %t: tensor<128x8xi8, #blocked>) -> tensor<128x128xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e5m2 {fastMath = false} : tensor<128x128xi8, #blocked>, tensor<128x8xi8, #blocked> * tensor<256x128xf8E5M2, #blocked>, tensor<128x8xi8, #blocked> -> tensor<128x128xf32, #blocked>
    tt.return %d : tensor<128x128xf32, #blocked>
  }
  // Too few rows.
  // CHECK: tt.func @few_rows(%arg0: tensor<64x128xf8E4M3FN, #blocked>, %arg1: tensor<128x128xf8E5M2, #blocked>, %arg2: tensor<64x128xf32, #blocked>, %arg3: tensor<64x4xi8, #blocked>, %arg4: tensor<128x4xi8, #blocked>) -> tensor<64x128xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<4x128xi16, #blocked1>
  // CHECK-NEXT:   %cst_0 = arith.constant dense<7> : tensor<64x4xi16, #blocked>
  // CHECK-NEXT:   %0 = tt.fp_to_fp %arg0 : tensor<64x128xf8E4M3FN, #blocked> -> tensor<64x128xbf16, #blocked>
  // CHECK-NEXT:   %1 = arith.extui %arg3 : tensor<64x4xi8, #blocked> to tensor<64x4xi16, #blocked>
  // CHECK-NEXT:   %2 = arith.shli %1, %cst_0 : tensor<64x4xi16, #blocked>
  // CHECK-NEXT:   %3 = tt.bitcast %2 : tensor<64x4xi16, #blocked> -> tensor<64x4xbf16, #blocked>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x4xbf16, #blocked> -> tensor<64x4xbf16, #ttg.slice<{dim = 2, parent = #blocked2}>>
  // CHECK-NEXT:   %5 = tt.expand_dims %4 {axis = 2 : i32} : tensor<64x4xbf16, #ttg.slice<{dim = 2, parent = #blocked2}>> -> tensor<64x4x1xbf16, #blocked2>
  // CHECK-NEXT:   %6 = tt.broadcast %5 : tensor<64x4x1xbf16, #blocked2> -> tensor<64x4x32xbf16, #blocked2>
  // CHECK-NEXT:   %7 = tt.reshape %6 : tensor<64x4x32xbf16, #blocked2> -> tensor<64x128xbf16, #linear3>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x128xbf16, #linear3> -> tensor<64x128xbf16, #blocked>
  // CHECK-NEXT:   %9 = arith.mulf %0, %8 : tensor<64x128xbf16, #blocked>
  // CHECK-NEXT:   %10 = ttg.local_alloc %9 : (tensor<64x128xbf16, #blocked>) -> !ttg.memdesc<64x128xbf16, #shared4, #smem>
  // CHECK-NEXT:   %11 = tt.fp_to_fp %arg1 : tensor<128x128xf8E5M2, #blocked> -> tensor<128x128xbf16, #blocked>
  // CHECK-NEXT:   %12 = tt.trans %arg4 {order = array<i32: 1, 0>} : tensor<128x4xi8, #blocked> -> tensor<4x128xi8, #blocked1>
  // CHECK-NEXT:   %13 = arith.extui %12 : tensor<4x128xi8, #blocked1> to tensor<4x128xi16, #blocked1>
  // CHECK-NEXT:   %14 = arith.shli %13, %cst : tensor<4x128xi16, #blocked1>
  // CHECK-NEXT:   %15 = tt.bitcast %14 : tensor<4x128xi16, #blocked1> -> tensor<4x128xbf16, #blocked1>
  // CHECK-NEXT:   %16 = ttg.convert_layout %15 : tensor<4x128xbf16, #blocked1> -> tensor<4x128xbf16, #ttg.slice<{dim = 2, parent = #blocked3}>>
  // CHECK-NEXT:   %17 = tt.expand_dims %16 {axis = 2 : i32} : tensor<4x128xbf16, #ttg.slice<{dim = 2, parent = #blocked3}>> -> tensor<4x128x1xbf16, #blocked3>
  // CHECK-NEXT:   %18 = tt.broadcast %17 : tensor<4x128x1xbf16, #blocked3> -> tensor<4x128x32xbf16, #blocked3>
  // CHECK-NEXT:   %19 = tt.trans %18 {order = array<i32: 0, 2, 1>} : tensor<4x128x32xbf16, #blocked3> -> tensor<4x32x128xbf16, #blocked4>
  // CHECK-NEXT:   %20 = tt.reshape %19 : tensor<4x32x128xbf16, #blocked4> -> tensor<128x128xbf16, #linear4>
  // CHECK-NEXT:   %21 = ttg.convert_layout %20 : tensor<128x128xbf16, #linear4> -> tensor<128x128xbf16, #blocked>
  // CHECK-NEXT:   %22 = arith.mulf %11, %21 : tensor<128x128xbf16, #blocked>
  // CHECK-NEXT:   %23 = ttg.local_alloc %22 : (tensor<128x128xbf16, #blocked>) -> !ttg.memdesc<128x128xbf16, #shared4, #smem>
  // CHECK-NEXT:   %24 = ttg.convert_layout %arg2 : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #linear5>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %24 : (tensor<64x128xf32, #linear5>) -> (!ttg.memdesc<64x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %25 = ttng.tc_gen5_mma %10, %23, %result[%token], %true, %true : !ttg.memdesc<64x128xbf16, #shared4, #smem>, !ttg.memdesc<128x128xbf16, #shared4, #smem>, !ttg.memdesc<64x128xf32, #tmem1, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_1, %token_2 = ttng.tmem_load %result[%25] : !ttg.memdesc<64x128xf32, #tmem1, #ttng.tensor_memory, mutable> -> tensor<64x128xf32, #linear5>
  // CHECK-NEXT:   %26 = ttg.convert_layout %result_1 : tensor<64x128xf32, #linear5> -> tensor<64x128xf32, #blocked>
  // CHECK-NEXT:   %27 = ttg.convert_layout %26 : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #blocked>
  // CHECK-NEXT:   tt.return %27 : tensor<64x128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @few_rows(%a: tensor<64x128xf8E4M3FN, #blocked>, %b: tensor<128x128xf8E5M2, #blocked>, %c: tensor<64x128xf32, #blocked>, %s: tensor<64x4xi8, #blocked>, %t: tensor<128x4xi8, #blocked>) -> tensor<64x128xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<64x128xf8E4M3FN, #blocked>, tensor<64x4xi8, #blocked> * tensor<128x128xf8E5M2, #blocked>, tensor<128x4xi8, #blocked> -> tensor<64x128xf32, #blocked>
    tt.return %d : tensor<64x128xf32, #blocked>
  }
  // Loaded scales go through shared memory; so do the values of their other users.
  // CHECK: tt.func @loaded_scales(%arg0: tensor<128x128xf8E5M2, #blocked>, %arg1: tensor<128x128xf8E5M2, #blocked>, %arg2: tensor<128x128xf32, #blocked>, %arg3: tensor<128x4x!tt.ptr<i8>, #blocked>, %arg4: tensor<4x128x!tt.ptr<i8>, #blocked>) -> tensor<128x128xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %2 = tt.load %arg3 : tensor<128x4x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<128x4xi8, #blocked>) -> !ttg.memdesc<128x4xi8, #shared5, #smem>
  // CHECK-NEXT:   %4 = ttg.local_load %3 : !ttg.memdesc<128x4xi8, #shared5, #smem> -> tensor<128x4xi8, #blocked>
  // CHECK-NEXT:   %5 = tt.load %arg4 : tensor<4x128x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %6 = ttg.local_alloc %5 : (tensor<4x128xi8, #blocked>) -> !ttg.memdesc<4x128xi8, #shared5, #smem>
  // CHECK-NEXT:   %7 = ttg.local_load %6 : !ttg.memdesc<4x128xi8, #shared5, #smem> -> tensor<4x128xi8, #blocked>
  // CHECK-NEXT:   %8 = tt.trans %7 {order = array<i32: 1, 0>} : tensor<4x128xi8, #blocked> -> tensor<128x4xi8, #blocked1>
  // CHECK-NEXT:   %9 = ttg.convert_layout %8 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #blocked>
  // CHECK-NEXT:   %10 = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %10 : (tensor<128x128xf32, #linear>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %11 = ttg.convert_layout %4 : tensor<128x4xi8, #blocked> -> tensor<128x4xi8, #linear1>
  // CHECK-NEXT:   %12 = ttg.convert_layout %9 : tensor<128x4xi8, #blocked> -> tensor<128x4xi8, #linear1>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %11 : (tensor<128x4xi8, #linear1>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear1>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %13 = ttng.tc_gen5_mma_scaled %1, %0, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_load %result[%13] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %14 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.return %14 : tensor<128x128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @loaded_scales(%a: tensor<128x128xf8E5M2, #blocked>, %b: tensor<128x128xf8E5M2, #blocked>, %c: tensor<128x128xf32, #blocked>, %p: tensor<128x4x!tt.ptr<i8>, #blocked>, %q: tensor<4x128x!tt.ptr<i8>, #blocked>) -> tensor<128x128xf32, #blocked> {
    %s = tt.load %p : tensor<128x4x!tt.ptr<i8>, #blocked>
    %r = tt.load %q : tensor<4x128x!tt.ptr<i8>, #blocked>
    %u = tt.trans %r {order = array<i32: 1, 0>} : tensor<4x128xi8, #blocked> -> tensor<128x4xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>>
    %t = ttg.convert_layout %u : tensor<128x4xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>> -> tensor<128x4xi8, #blocked>
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<128x128xf8E5M2, #blocked>, tensor<128x4xi8, #blocked> * tensor<128x128xf8E5M2, #blocked>, tensor<128x4xi8, #blocked> -> tensor<128x128xf32, #blocked>
    tt.return %d : tensor<128x128xf32, #blocked>
  }
}
