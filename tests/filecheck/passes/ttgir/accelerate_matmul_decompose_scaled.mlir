// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [16, 2, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked5 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 2], order = [1, 2, 0]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}0, 32], [1, 0], [2, 0], [4, 0], [8, 0{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear1 = #ttg.linear<{register = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, warp = {{\[\[}}0, 32], [32, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear2 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}0, 32], [1, 0], [2, 0], [4, 0], [8, 0{{\]\]}}, warp = {{\[\[}}16, 0], [0, 0{{\]\]}}, block = []}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #mma1 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // The scales, exponents, become bf16 and are repeated along k; where they are NaN, so is the operand.
  // CHECK: tt.func @fp8_times_bf16(%arg0: tensor<64x64xf8E4M3FN, #blocked>, %arg1: tensor<64x64xbf16, #blocked>, %arg2: tensor<64x64xf32, #blocked>, %arg3: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<0x7FC0> : tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %cst_0 = arith.constant dense<-1> : tensor<64x2xi8, #blocked>
  // CHECK-NEXT:   %cst_1 = arith.constant dense<7> : tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %0 = tt.fp_to_fp %arg0 : tensor<64x64xf8E4M3FN, #blocked> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %1 = arith.extui %arg3 : tensor<64x2xi8, #blocked> to tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %2 = arith.shli %1, %cst_1 : tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %3 = tt.bitcast %2 : tensor<64x2xi16, #blocked> -> tensor<64x2xbf16, #blocked>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x2xbf16, #blocked> -> tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
  // CHECK-NEXT:   %5 = tt.expand_dims %4 {axis = 2 : i32} : tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<64x2x1xbf16, #blocked1>
  // CHECK-NEXT:   %6 = tt.broadcast %5 : tensor<64x2x1xbf16, #blocked1> -> tensor<64x2x32xbf16, #blocked1>
  // CHECK-NEXT:   %7 = tt.reshape %6 : tensor<64x2x32xbf16, #blocked1> -> tensor<64x64xbf16, #linear>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x64xbf16, #linear> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %9 = arith.mulf %0, %8 : tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %10 = arith.cmpi eq, %arg3, %cst_0 : tensor<64x2xi8, #blocked>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<64x2xi1, #blocked> -> tensor<64x2xi1, #ttg.slice<{dim = 2, parent = #blocked1}>>
  // CHECK-NEXT:   %12 = tt.expand_dims %11 {axis = 2 : i32} : tensor<64x2xi1, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<64x2x1xi1, #blocked1>
  // CHECK-NEXT:   %13 = tt.broadcast %12 : tensor<64x2x1xi1, #blocked1> -> tensor<64x2x32xi1, #blocked1>
  // CHECK-NEXT:   %14 = tt.reshape %13 : tensor<64x2x32xi1, #blocked1> -> tensor<64x64xi1, #linear>
  // CHECK-NEXT:   %15 = ttg.convert_layout %14 : tensor<64x64xi1, #linear> -> tensor<64x64xi1, #blocked>
  // CHECK-NEXT:   %16 = arith.select %15, %cst, %9 : tensor<64x64xi1, #blocked>, tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %17 = ttg.convert_layout %16 : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %18 = ttg.local_alloc %arg1 : (tensor<64x64xbf16, #blocked>) -> !ttg.memdesc<64x64xbf16, #shared, #smem>
  // CHECK-NEXT:   %19 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %20 = ttg.convert_layout %17 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %21 = ttng.warp_group_dot %20, %18, %19 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xbf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %22 = ttg.convert_layout %21 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   %23 = ttg.convert_layout %22 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %23 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp8_times_bf16(%a: tensor<64x64xf8E4M3FN, #blocked>, %b: tensor<64x64xbf16, #blocked>, %c: tensor<64x64xf32, #blocked>, %s: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = bf16 {fastMath = false} : tensor<64x64xf8E4M3FN, #blocked>, tensor<64x2xi8, #blocked> * tensor<64x64xbf16, #blocked> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
  // Numbers of fp16 need scales of fp32 in between; NaN may be left out.
  // CHECK: tt.func @fp4_times_fp16(%arg0: tensor<64x32xi8, #blocked>, %arg1: tensor<64x64xf16, #blocked>, %arg2: tensor<64x64xf32, #blocked>, %arg3: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<23> : tensor<64x2xi32, #blocked>
  // CHECK-NEXT:   %0 = ttg.fp4_to_fp %arg0 {axis = 1 : i32} : tensor<64x32xi8, #blocked> -> tensor<64x64xf16, #blocked2>
  // CHECK-NEXT:   %1 = arith.extui %arg3 : tensor<64x2xi8, #blocked> to tensor<64x2xi32, #blocked>
  // CHECK-NEXT:   %2 = arith.shli %1, %cst : tensor<64x2xi32, #blocked>
  // CHECK-NEXT:   %3 = tt.bitcast %2 : tensor<64x2xi32, #blocked> -> tensor<64x2xf32, #blocked>
  // CHECK-NEXT:   %4 = arith.truncf %3 : tensor<64x2xf32, #blocked> to tensor<64x2xf16, #blocked>
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<64x2xf16, #blocked> -> tensor<64x2xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
  // CHECK-NEXT:   %6 = tt.expand_dims %5 {axis = 2 : i32} : tensor<64x2xf16, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<64x2x1xf16, #blocked1>
  // CHECK-NEXT:   %7 = tt.broadcast %6 : tensor<64x2x1xf16, #blocked1> -> tensor<64x2x32xf16, #blocked1>
  // CHECK-NEXT:   %8 = tt.reshape %7 : tensor<64x2x32xf16, #blocked1> -> tensor<64x64xf16, #linear>
  // CHECK-NEXT:   %9 = ttg.convert_layout %8 : tensor<64x64xf16, #linear> -> tensor<64x64xf16, #blocked2>
  // CHECK-NEXT:   %10 = arith.mulf %0, %9 : tensor<64x64xf16, #blocked2>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<64x64xf16, #blocked2> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %12 = ttg.local_alloc %arg1 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   %13 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %14 = ttg.convert_layout %11 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %15 = ttng.warp_group_dot %14, %12, %13 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %16 = ttg.convert_layout %15 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   %17 = ttg.convert_layout %16 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %17 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp4_times_fp16(%a: tensor<64x32xi8, #blocked>, %b: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #blocked>, %s: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = fp16 {fastMath = true} : tensor<64x32xi8, #blocked>, tensor<64x2xi8, #blocked> * tensor<64x64xf16, #blocked> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
  // Scales of the right operand are transposed.
  // CHECK: tt.func @both(%arg0: tensor<64x64xf8E4M3FN, #blocked>, %arg1: tensor<64x64xf8E5M2, #blocked>, %arg2: tensor<64x64xf32, #blocked>, %arg3: tensor<64x2xi8, #blocked>, %arg4: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<2x64xi16, #blocked3>
  // CHECK-NEXT:   %cst_0 = arith.constant dense<7> : tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %0 = tt.fp_to_fp %arg0 : tensor<64x64xf8E4M3FN, #blocked> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %1 = arith.extui %arg3 : tensor<64x2xi8, #blocked> to tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %2 = arith.shli %1, %cst_0 : tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %3 = tt.bitcast %2 : tensor<64x2xi16, #blocked> -> tensor<64x2xbf16, #blocked>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x2xbf16, #blocked> -> tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
  // CHECK-NEXT:   %5 = tt.expand_dims %4 {axis = 2 : i32} : tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<64x2x1xbf16, #blocked1>
  // CHECK-NEXT:   %6 = tt.broadcast %5 : tensor<64x2x1xbf16, #blocked1> -> tensor<64x2x32xbf16, #blocked1>
  // CHECK-NEXT:   %7 = tt.reshape %6 : tensor<64x2x32xbf16, #blocked1> -> tensor<64x64xbf16, #linear>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x64xbf16, #linear> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %9 = arith.mulf %0, %8 : tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %10 = ttg.convert_layout %9 : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %11 = tt.fp_to_fp %arg1 : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %12 = tt.trans %arg4 {order = array<i32: 1, 0>} : tensor<64x2xi8, #blocked> -> tensor<2x64xi8, #blocked3>
  // CHECK-NEXT:   %13 = arith.extui %12 : tensor<2x64xi8, #blocked3> to tensor<2x64xi16, #blocked3>
  // CHECK-NEXT:   %14 = arith.shli %13, %cst : tensor<2x64xi16, #blocked3>
  // CHECK-NEXT:   %15 = tt.bitcast %14 : tensor<2x64xi16, #blocked3> -> tensor<2x64xbf16, #blocked3>
  // CHECK-NEXT:   %16 = ttg.convert_layout %15 : tensor<2x64xbf16, #blocked3> -> tensor<2x64xbf16, #ttg.slice<{dim = 2, parent = #blocked4}>>
  // CHECK-NEXT:   %17 = tt.expand_dims %16 {axis = 2 : i32} : tensor<2x64xbf16, #ttg.slice<{dim = 2, parent = #blocked4}>> -> tensor<2x64x1xbf16, #blocked4>
  // CHECK-NEXT:   %18 = tt.broadcast %17 : tensor<2x64x1xbf16, #blocked4> -> tensor<2x64x32xbf16, #blocked4>
  // CHECK-NEXT:   %19 = tt.trans %18 {order = array<i32: 0, 2, 1>} : tensor<2x64x32xbf16, #blocked4> -> tensor<2x32x64xbf16, #blocked5>
  // CHECK-NEXT:   %20 = tt.reshape %19 : tensor<2x32x64xbf16, #blocked5> -> tensor<64x64xbf16, #linear1>
  // CHECK-NEXT:   %21 = ttg.convert_layout %20 : tensor<64x64xbf16, #linear1> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %22 = arith.mulf %11, %21 : tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %23 = ttg.local_alloc %22 : (tensor<64x64xbf16, #blocked>) -> !ttg.memdesc<64x64xbf16, #shared, #smem>
  // CHECK-NEXT:   %24 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %25 = ttg.convert_layout %10 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %26 = ttng.warp_group_dot %25, %23, %24 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xbf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %27 = ttg.convert_layout %26 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   %28 = ttg.convert_layout %27 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %28 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @both(%a: tensor<64x64xf8E4M3FN, #blocked>, %b: tensor<64x64xf8E5M2, #blocked>, %c: tensor<64x64xf32, #blocked>, %s: tensor<64x2xi8, #blocked>, %t: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<64x64xf8E4M3FN, #blocked>, tensor<64x2xi8, #blocked> * tensor<64x64xf8E5M2, #blocked>, tensor<64x2xi8, #blocked> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
  // If only the right operand is scaled, the product is transposed.
  // CHECK: tt.func @right(%arg0: tensor<64x64xbf16, #blocked>, %arg1: tensor<64x32xf8E4M3FN, #blocked>, %arg2: tensor<64x32xf32, #blocked>, %arg3: tensor<32x2xi8, #blocked>) -> tensor<64x32xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<32x2xi16, #blocked>
  // CHECK-NEXT:   %0 = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #blocked3>
  // CHECK-NEXT:   %1 = tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<64x32xf8E4M3FN, #blocked> -> tensor<32x64xf8E4M3FN, #blocked3>
  // CHECK-NEXT:   %2 = tt.trans %arg2 {order = array<i32: 1, 0>} : tensor<64x32xf32, #blocked> -> tensor<32x64xf32, #blocked3>
  // CHECK-NEXT:   %3 = tt.fp_to_fp %1 : tensor<32x64xf8E4M3FN, #blocked3> -> tensor<32x64xbf16, #blocked3>
  // CHECK-NEXT:   %4 = arith.extui %arg3 : tensor<32x2xi8, #blocked> to tensor<32x2xi16, #blocked>
  // CHECK-NEXT:   %5 = arith.shli %4, %cst : tensor<32x2xi16, #blocked>
  // CHECK-NEXT:   %6 = tt.bitcast %5 : tensor<32x2xi16, #blocked> -> tensor<32x2xbf16, #blocked>
  // CHECK-NEXT:   %7 = ttg.convert_layout %6 : tensor<32x2xbf16, #blocked> -> tensor<32x2xbf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
  // CHECK-NEXT:   %8 = tt.expand_dims %7 {axis = 2 : i32} : tensor<32x2xbf16, #ttg.slice<{dim = 2, parent = #blocked1}>> -> tensor<32x2x1xbf16, #blocked1>
  // CHECK-NEXT:   %9 = tt.broadcast %8 : tensor<32x2x1xbf16, #blocked1> -> tensor<32x2x32xbf16, #blocked1>
  // CHECK-NEXT:   %10 = tt.reshape %9 : tensor<32x2x32xbf16, #blocked1> -> tensor<32x64xbf16, #linear2>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<32x64xbf16, #linear2> -> tensor<32x64xbf16, #blocked3>
  // CHECK-NEXT:   %12 = arith.mulf %3, %11 : tensor<32x64xbf16, #blocked3>
  // CHECK-NEXT:   %13 = ttg.convert_layout %12 : tensor<32x64xbf16, #blocked3> -> tensor<32x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked3}>>
  // CHECK-NEXT:   %14 = ttg.convert_layout %0 : tensor<64x64xbf16, #blocked3> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked3}>>
  // CHECK-NEXT:   %15 = ttg.convert_layout %2 : tensor<32x64xf32, #blocked3> -> tensor<32x64xf32, #mma1>
  // CHECK-NEXT:   %16 = ttg.convert_layout %13 : tensor<32x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked3}>> -> tensor<32x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 2}>>
  // CHECK-NEXT:   %17 = ttg.convert_layout %14 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked3}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 2}>>
  // CHECK-NEXT:   %18 = tt.dot %16, %17, %15 : tensor<32x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 2}>> * tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 2}>> -> tensor<32x64xf32, #mma1>
  // CHECK-NEXT:   %19 = ttg.convert_layout %18 : tensor<32x64xf32, #mma1> -> tensor<32x64xf32, #blocked3>
  // CHECK-NEXT:   %20 = ttg.convert_layout %19 : tensor<32x64xf32, #blocked3> -> tensor<32x64xf32, #blocked3>
  // CHECK-NEXT:   %21 = tt.trans %20 {order = array<i32: 1, 0>} : tensor<32x64xf32, #blocked3> -> tensor<64x32xf32, #blocked>
  // CHECK-NEXT:   tt.return %21 : tensor<64x32xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @right(%a: tensor<64x64xbf16, #blocked>, %b: tensor<64x32xf8E4M3FN, #blocked>, %c: tensor<64x32xf32, #blocked>, %t: tensor<32x2xi8, #blocked>) -> tensor<64x32xf32, #blocked> {
    %d = tt.dot_scaled %a, %b scale %t, %c lhs = bf16 rhs = e4m3 {fastMath = true} : tensor<64x64xbf16, #blocked> * tensor<64x32xf8E4M3FN, #blocked>, tensor<32x2xi8, #blocked> -> tensor<64x32xf32, #blocked>
    tt.return %d : tensor<64x32xf32, #blocked>
  }
  // Operands without scales.
  // CHECK: tt.func @plain(%arg0: tensor<64x64xf8E5M2, #blocked>, %arg1: tensor<64x64xf8E5M2, #blocked>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = tt.fp_to_fp %arg0 : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %2 = tt.fp_to_fp %arg1 : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<64x64xbf16, #blocked>) -> !ttg.memdesc<64x64xbf16, #shared, #smem>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %5 = ttg.convert_layout %1 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %6 = ttng.warp_group_dot %5, %3, %4 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xbf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %7 = ttg.convert_layout %6 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %8 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @plain(%a: tensor<64x64xf8E5M2, #blocked>, %b: tensor<64x64xf8E5M2, #blocked>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
    %d = tt.dot_scaled %a, %b, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<64x64xf8E5M2, #blocked> * tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
}
