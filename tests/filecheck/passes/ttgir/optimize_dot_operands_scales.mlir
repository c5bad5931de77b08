// RUN: xtriton-opt %s --triton=3.6 --tritongpu-optimize-dot-operands | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 2, 4, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 4, 2, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#blocked4 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 8, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#blocked5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 4, 2, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#blocked6 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 2, 4, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 0], [0, 0]], block = []}>
#linear1 = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem_scales = #ttng.tensor_memory_scales_encoding<>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 2, 4, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
// CHECK-DAG: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 4, 2, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
// CHECK-DAG: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 8, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
// CHECK-DAG: #blocked5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 4, 2, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
// CHECK-DAG: #blocked6 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 2, 4, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [32, 0], [64, 0{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}0, 0], [0, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared2 = #ttg.shared_linear<{offset = {{\[\[}}0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 0, 0, 1, 0], [0, 0, 0, 2, 0], [0, 0, 1, 0, 0], [0, 0, 2, 0, 0], [0, 0, 4, 0, 0], [0, 0, 8, 0, 0], [0, 0, 16, 0, 0{{\]\]}}}, alignment = 128>
// CHECK-DAG: #shared3 = #ttg.shared_linear<{offset = {{\[\[}}0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 1, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 2, 0, 0], [0, 0, 4, 0, 0], [0, 0, 8, 0, 0], [0, 0, 16, 0, 0{{\]\]}}}, alignment = 128>
// CHECK-DAG: #shared4 = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [0, 2], [32, 0], [64, 0], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}}, alignment = 128>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-DAG: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Scales that are contiguous in chunks of 32 x 4 x 4 are copied from shared memory as they lie there.
  // CHECK: tt.func @in_chunks(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<1x512x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %7 = tt.load %0 : tensor<1x512x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %8 = ttg.local_alloc %7 : (tensor<1x512xi8, #blocked>) -> !ttg.memdesc<1x512xi8, #shared1, #smem>
  // CHECK-NEXT:   %9 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %10 = ttg.local_alloc %9 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
  // CHECK-NEXT:   %11 = ttg.local_load %10 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
  // CHECK-NEXT:   %12 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %12 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %13 = ttg.memdesc_reshape %8 : !ttg.memdesc<1x512xi8, #shared1, #smem> -> !ttg.memdesc<1x1x32x4x4xi8, #shared2, #smem>
  // CHECK-NEXT:   %14 = ttg.memdesc_trans %13 {order = array<i32: 0, 3, 2, 1, 4>} : !ttg.memdesc<1x1x32x4x4xi8, #shared2, #smem> -> !ttg.memdesc<1x4x32x1x4xi8, #shared3, #smem>
  // CHECK-NEXT:   %15 = ttg.memdesc_reshape %14 : !ttg.memdesc<1x4x32x1x4xi8, #shared3, #smem> -> !ttg.memdesc<128x4xi8, #shared4, #smem>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %11 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %16 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %15, %result_0, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #shared4, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1, %token_2 = ttng.tmem_load %result[%16] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %17 = ttg.convert_layout %result_1 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.store %3, %17 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @in_chunks(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
    %true = arith.constant true
    %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<1x512x!tt.ptr<i8>, #blocked>
    %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
    %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
    %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
    %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
    %7 = tt.load %0 : tensor<1x512x!tt.ptr<i8>, #blocked>
    %8 = ttg.local_alloc %7 : (tensor<1x512xi8, #blocked>) -> !ttg.memdesc<1x512xi8, #shared1, #smem>
    %9 = ttg.local_load %8 : !ttg.memdesc<1x512xi8, #shared1, #smem> -> tensor<1x512xi8, #blocked>
    %10 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
    %11 = ttg.local_alloc %10 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
    %12 = ttg.local_load %11 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
    %13 = tt.reshape %9 : tensor<1x512xi8, #blocked> -> tensor<1x1x32x4x4xi8, #blocked2>
    %14 = tt.trans %13 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #blocked2> -> tensor<1x4x32x1x4xi8, #blocked3>
    %15 = ttg.convert_layout %14 : tensor<1x4x32x1x4xi8, #blocked3> -> tensor<1x4x32x1x4xi8, #blocked4>
    %16 = tt.reshape %15 : tensor<1x4x32x1x4xi8, #blocked4> -> tensor<128x4xi8, #blocked1>
    %17 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
    %result, %token = ttng.tmem_alloc %17 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %18 = ttg.convert_layout %16 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #linear>
    %result_0 = ttng.tmem_alloc %18 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %19 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_2, %token_3 = ttng.tmem_load %result[%19] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
    %20 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
    tt.store %3, %20 : tensor<128x128x!tt.ptr<f32>, #blocked>
    tt.return
  }
  // Not if chunks are not contiguous along the last dimension,
  // CHECK: tt.func @in_rows(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<4x128x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %7 = tt.load %0 : tensor<4x128x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %8 = ttg.local_alloc %7 : (tensor<4x128xi8, #blocked>) -> !ttg.memdesc<4x128xi8, #shared1, #smem>
  // CHECK-NEXT:   %9 = ttg.local_load %8 : !ttg.memdesc<4x128xi8, #shared1, #smem> -> tensor<4x128xi8, #blocked>
  // CHECK-NEXT:   %10 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %11 = ttg.local_alloc %10 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
  // CHECK-NEXT:   %12 = ttg.local_load %11 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
  // CHECK-NEXT:   %13 = tt.reshape %9 : tensor<4x128xi8, #blocked> -> tensor<1x1x32x4x4xi8, #blocked2>
  // CHECK-NEXT:   %14 = tt.trans %13 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #blocked2> -> tensor<1x4x32x1x4xi8, #blocked3>
  // CHECK-NEXT:   %15 = ttg.convert_layout %14 : tensor<1x4x32x1x4xi8, #blocked3> -> tensor<1x4x32x1x4xi8, #blocked4>
  // CHECK-NEXT:   %16 = tt.reshape %15 : tensor<1x4x32x1x4xi8, #blocked4> -> tensor<128x4xi8, #blocked1>
  // CHECK-NEXT:   %17 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %17 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %18 = ttg.convert_layout %16 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #linear>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %18 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %19 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_load %result[%19] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %20 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.store %3, %20 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @in_rows(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
    %true = arith.constant true
    %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<4x128x!tt.ptr<i8>, #blocked>
    %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
    %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
    %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
    %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
    %7 = tt.load %0 : tensor<4x128x!tt.ptr<i8>, #blocked>
    %8 = ttg.local_alloc %7 : (tensor<4x128xi8, #blocked>) -> !ttg.memdesc<4x128xi8, #shared1, #smem>
    %9 = ttg.local_load %8 : !ttg.memdesc<4x128xi8, #shared1, #smem> -> tensor<4x128xi8, #blocked>
    %10 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
    %11 = ttg.local_alloc %10 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
    %12 = ttg.local_load %11 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
    %13 = tt.reshape %9 : tensor<4x128xi8, #blocked> -> tensor<1x1x32x4x4xi8, #blocked2>
    %14 = tt.trans %13 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #blocked2> -> tensor<1x4x32x1x4xi8, #blocked3>
    %15 = ttg.convert_layout %14 : tensor<1x4x32x1x4xi8, #blocked3> -> tensor<1x4x32x1x4xi8, #blocked4>
    %16 = tt.reshape %15 : tensor<1x4x32x1x4xi8, #blocked4> -> tensor<128x4xi8, #blocked1>
    %17 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
    %result, %token = ttng.tmem_alloc %17 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %18 = ttg.convert_layout %16 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #linear>
    %result_0 = ttng.tmem_alloc %18 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %19 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_2, %token_3 = ttng.tmem_load %result[%19] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
    %20 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
    tt.store %3, %20 : tensor<128x128x!tt.ptr<f32>, #blocked>
    tt.return
  }
  // if they are rearranged in another way,
  // CHECK: tt.func @in_another_order(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<1x512x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %7 = tt.load %0 : tensor<1x512x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %8 = ttg.local_alloc %7 : (tensor<1x512xi8, #blocked>) -> !ttg.memdesc<1x512xi8, #shared1, #smem>
  // CHECK-NEXT:   %9 = ttg.local_load %8 : !ttg.memdesc<1x512xi8, #shared1, #smem> -> tensor<1x512xi8, #blocked>
  // CHECK-NEXT:   %10 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %11 = ttg.local_alloc %10 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
  // CHECK-NEXT:   %12 = ttg.local_load %11 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
  // CHECK-NEXT:   %13 = tt.reshape %9 : tensor<1x512xi8, #blocked> -> tensor<128x4xi8, #blocked1>
  // CHECK-NEXT:   %14 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %14 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %15 = ttg.convert_layout %13 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #linear>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %15 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %16 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_load %result[%16] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %17 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.store %3, %17 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @in_another_order(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
    %true = arith.constant true
    %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<1x512x!tt.ptr<i8>, #blocked>
    %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
    %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
    %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
    %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
    %7 = tt.load %0 : tensor<1x512x!tt.ptr<i8>, #blocked>
    %8 = ttg.local_alloc %7 : (tensor<1x512xi8, #blocked>) -> !ttg.memdesc<1x512xi8, #shared1, #smem>
    %9 = ttg.local_load %8 : !ttg.memdesc<1x512xi8, #shared1, #smem> -> tensor<1x512xi8, #blocked>
    %10 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
    %11 = ttg.local_alloc %10 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
    %12 = ttg.local_load %11 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
    %13 = tt.reshape %9 : tensor<1x512xi8, #blocked> -> tensor<128x4xi8, #blocked1>
    %14 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
    %result, %token = ttng.tmem_alloc %14 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %15 = ttg.convert_layout %13 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #linear>
    %result_0 = ttng.tmem_alloc %15 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %16 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_2, %token_3 = ttng.tmem_load %result[%16] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
    %17 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
    tt.store %3, %17 : tensor<128x128x!tt.ptr<f32>, #blocked>
    tt.return
  }
  // or if they are other chunks.
  // CHECK: tt.func @in_other_chunks(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<1x512x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
  // CHECK-NEXT:   %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
  // CHECK-NEXT:   %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %7 = tt.load %0 : tensor<1x512x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %8 = ttg.local_alloc %7 : (tensor<1x512xi8, #blocked>) -> !ttg.memdesc<1x512xi8, #shared1, #smem>
  // CHECK-NEXT:   %9 = ttg.local_load %8 : !ttg.memdesc<1x512xi8, #shared1, #smem> -> tensor<1x512xi8, #blocked>
  // CHECK-NEXT:   %10 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %11 = ttg.local_alloc %10 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
  // CHECK-NEXT:   %12 = ttg.local_load %11 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
  // CHECK-NEXT:   %13 = tt.reshape %9 : tensor<1x512xi8, #blocked> -> tensor<1x1x64x2x4xi8, #blocked5>
  // CHECK-NEXT:   %14 = tt.trans %13 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x64x2x4xi8, #blocked5> -> tensor<1x2x64x1x4xi8, #blocked6>
  // CHECK-NEXT:   %15 = ttg.convert_layout %14 : tensor<1x2x64x1x4xi8, #blocked6> -> tensor<1x2x64x1x4xi8, #blocked4>
  // CHECK-NEXT:   %16 = tt.reshape %15 : tensor<1x2x64x1x4xi8, #blocked4> -> tensor<128x4xi8, #blocked1>
  // CHECK-NEXT:   %17 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %17 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %18 = ttg.convert_layout %16 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #linear>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc %18 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %19 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_load %result[%19] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
  // CHECK-NEXT:   %20 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   tt.store %3, %20 : tensor<128x128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @in_other_chunks(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f8E5M2>, %arg2: !tt.ptr<f32>) {
    %true = arith.constant true
    %0 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<1x512x!tt.ptr<i8>, #blocked>
    %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x4x!tt.ptr<i8>, #blocked1>
    %2 = tt.splat %arg1 : !tt.ptr<f8E5M2> -> tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #blocked>
    %4 = tt.load %2 : tensor<128x128x!tt.ptr<f8E5M2>, #blocked>
    %5 = ttg.local_alloc %4 : (tensor<128x128xf8E5M2, #blocked>) -> !ttg.memdesc<128x128xf8E5M2, #shared, #smem>
    %6 = tt.load %3 : tensor<128x128x!tt.ptr<f32>, #blocked>
    %7 = tt.load %0 : tensor<1x512x!tt.ptr<i8>, #blocked>
    %8 = ttg.local_alloc %7 : (tensor<1x512xi8, #blocked>) -> !ttg.memdesc<1x512xi8, #shared1, #smem>
    %9 = ttg.local_load %8 : !ttg.memdesc<1x512xi8, #shared1, #smem> -> tensor<1x512xi8, #blocked>
    %10 = tt.load %1 : tensor<128x4x!tt.ptr<i8>, #blocked1>
    %11 = ttg.local_alloc %10 : (tensor<128x4xi8, #blocked1>) -> !ttg.memdesc<128x4xi8, #shared1, #smem>
    %12 = ttg.local_load %11 : !ttg.memdesc<128x4xi8, #shared1, #smem> -> tensor<128x4xi8, #linear>
    %13 = tt.reshape %9 : tensor<1x512xi8, #blocked> -> tensor<1x1x64x2x4xi8, #blocked5>
    %14 = tt.trans %13 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x64x2x4xi8, #blocked5> -> tensor<1x2x64x1x4xi8, #blocked6>
    %15 = ttg.convert_layout %14 : tensor<1x2x64x1x4xi8, #blocked6> -> tensor<1x2x64x1x4xi8, #blocked4>
    %16 = tt.reshape %15 : tensor<1x2x64x1x4xi8, #blocked4> -> tensor<128x4xi8, #blocked1>
    %17 = ttg.convert_layout %6 : tensor<128x128xf32, #blocked> -> tensor<128x128xf32, #linear1>
    %result, %token = ttng.tmem_alloc %17 : (tensor<128x128xf32, #linear1>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %18 = ttg.convert_layout %16 : tensor<128x4xi8, #blocked1> -> tensor<128x4xi8, #linear>
    %result_0 = ttng.tmem_alloc %18 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_1 = ttng.tmem_alloc %12 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %19 = ttng.tc_gen5_mma_scaled %5, %5, %result[%token], %result_0, %result_1, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    %result_2, %token_3 = ttng.tmem_load %result[%19] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear1>
    %20 = ttg.convert_layout %result_2 : tensor<128x128xf32, #linear1> -> tensor<128x128xf32, #blocked>
    tt.store %3, %20 : tensor<128x128x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
