// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [8, 4, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked5 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 2], order = [1, 2, 0]}>
// CHECK-DAG: #blocked6 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [16, 2, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [32, 0], [64, 0{{\]\]}}, lane = {{\[\[}}8, 0], [0, 0], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}0, 0], [16, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [16, 0], [32, 0{{\]\]}}, lane = {{\[\[}}0, 0], [0, 0], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}8, 0], [0, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear2 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [16, 0{{\]\]}}, lane = {{\[\[}}8, 0], [0, 0], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}0, 0], [0, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear3 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [32, 0{{\]\]}}, lane = {{\[\[}}0, 0], [0, 0], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}8, 0], [16, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear4 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [32, 0{{\]\]}}, lane = {{\[\[}}0, 32], [0, 64], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}8, 0], [16, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear5 = #ttg.linear<{register = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [64, 0{{\]\]}}, lane = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, warp = {{\[\[}}0, 32], [32, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear6 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}0, 32], [1, 0], [2, 0], [4, 0], [8, 0{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #mma1 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:120", "ttg.threads-per-warp" = 32 : i32} {
  // Scales lie beside the rows and columns that they belong to.
  // CHECK: tt.func @fp8(%arg0: tensor<128x64xf8E4M3FN, #blocked>, %arg1: tensor<64x64xf8E5M2, #blocked>, %arg2: tensor<128x64xf32, #blocked>, %arg3: tensor<128x2xi8, #blocked>, %arg4: tensor<64x2xi8, #blocked>) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<128x64xf32, #blocked> -> tensor<128x64xf32, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<128x64xf8E4M3FN, #blocked> -> tensor<128x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg3 : tensor<128x2xi8, #blocked> -> tensor<128x2xi8, #linear>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg4 : tensor<64x2xi8, #blocked> -> tensor<64x2xi8, #linear1>
  // CHECK-NEXT:   %5 = tt.dot_scaled %1 scale %3, %2 scale %4, %0 lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x64xf8E4M3FN, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, tensor<128x2xi8, #linear> * tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, tensor<64x2xi8, #linear1> -> tensor<128x64xf32, #mma>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<128x64xf32, #mma> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %6 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp8(%a: tensor<128x64xf8E4M3FN, #blocked>, %b: tensor<64x64xf8E5M2, #blocked>, %c: tensor<128x64xf32, #blocked>, %s: tensor<128x2xi8, #blocked>, %t: tensor<64x2xi8, #blocked>) -> tensor<128x64xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x64xf8E4M3FN, #blocked>, tensor<128x2xi8, #blocked> * tensor<64x64xf8E5M2, #blocked>, tensor<64x2xi8, #blocked> -> tensor<128x64xf32, #blocked>
    tt.return %d : tensor<128x64xf32, #blocked>
  }
  // Both operands may be of fp4.
  // CHECK: tt.func @fp4(%arg0: tensor<32x64xi8, #blocked>, %arg1: tensor<64x64xi8, #blocked>, %arg2: tensor<32x64xf32, #blocked>, %arg3: tensor<32x4xi8, #blocked>, %arg4: tensor<64x4xi8, #blocked>) -> tensor<32x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<32x64xf32, #blocked> -> tensor<32x64xf32, #mma1>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<32x64xi8, #blocked> -> tensor<32x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 4}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<64x64xi8, #blocked> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 4}>>
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg3 : tensor<32x4xi8, #blocked> -> tensor<32x4xi8, #linear2>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg4 : tensor<64x4xi8, #blocked> -> tensor<64x4xi8, #linear3>
  // CHECK-NEXT:   %5 = tt.dot_scaled %1 scale %3, %2 scale %4, %0 lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<32x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 4}>>, tensor<32x4xi8, #linear2> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 4}>>, tensor<64x4xi8, #linear3> -> tensor<32x64xf32, #mma1>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<32x64xf32, #mma1> -> tensor<32x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %6 : tensor<32x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp4(%a: tensor<32x64xi8, #blocked>, %b: tensor<64x64xi8, #blocked>, %c: tensor<32x64xf32, #blocked>, %s: tensor<32x4xi8, #blocked>, %t: tensor<64x4xi8, #blocked>) -> tensor<32x64xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<32x64xi8, #blocked>, tensor<32x4xi8, #blocked> * tensor<64x64xi8, #blocked>, tensor<64x4xi8, #blocked> -> tensor<32x64xf32, #blocked>
    tt.return %d : tensor<32x64xf32, #blocked>
  }
  // But not one of them and the other of fp8.
  // CHECK: tt.func @mixed(%arg0: tensor<64x64xi8, #blocked>, %arg1: tensor<128x64xf8E4M3FN, #blocked>, %arg2: tensor<64x64xf32, #blocked>, %arg3: tensor<64x4xi8, #blocked>, %arg4: tensor<64x4xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<4x64xi16, #blocked1>
  // CHECK-NEXT:   %cst_0 = arith.constant dense<7> : tensor<64x4xi16, #blocked>
  // CHECK-NEXT:   %0 = ttg.fp4_to_fp %arg0 {axis = 1 : i32} : tensor<64x64xi8, #blocked> -> tensor<64x128xbf16, #blocked2>
  // CHECK-NEXT:   %1 = arith.extui %arg3 : tensor<64x4xi8, #blocked> to tensor<64x4xi16, #blocked>
  // CHECK-NEXT:   %2 = arith.shli %1, %cst_0 : tensor<64x4xi16, #blocked>
  // CHECK-NEXT:   %3 = tt.bitcast %2 : tensor<64x4xi16, #blocked> -> tensor<64x4xbf16, #blocked>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x4xbf16, #blocked> -> tensor<64x4xbf16, #ttg.slice<{dim = 2, parent = #blocked3}>>
  // CHECK-NEXT:   %5 = tt.expand_dims %4 {axis = 2 : i32} : tensor<64x4xbf16, #ttg.slice<{dim = 2, parent = #blocked3}>> -> tensor<64x4x1xbf16, #blocked3>
  // CHECK-NEXT:   %6 = tt.broadcast %5 : tensor<64x4x1xbf16, #blocked3> -> tensor<64x4x32xbf16, #blocked3>
  // CHECK-NEXT:   %7 = tt.reshape %6 : tensor<64x4x32xbf16, #blocked3> -> tensor<64x128xbf16, #linear4>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x128xbf16, #linear4> -> tensor<64x128xbf16, #blocked2>
  // CHECK-NEXT:   %9 = arith.mulf %0, %8 : tensor<64x128xbf16, #blocked2>
  // CHECK-NEXT:   %10 = ttg.convert_layout %9 : tensor<64x128xbf16, #blocked2> -> tensor<64x128xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %11 = tt.fp_to_fp %arg1 : tensor<128x64xf8E4M3FN, #blocked> -> tensor<128x64xbf16, #blocked>
  // CHECK-NEXT:   %12 = tt.trans %arg4 {order = array<i32: 1, 0>} : tensor<64x4xi8, #blocked> -> tensor<4x64xi8, #blocked1>
  // CHECK-NEXT:   %13 = arith.extui %12 : tensor<4x64xi8, #blocked1> to tensor<4x64xi16, #blocked1>
  // CHECK-NEXT:   %14 = arith.shli %13, %cst : tensor<4x64xi16, #blocked1>
  // CHECK-NEXT:   %15 = tt.bitcast %14 : tensor<4x64xi16, #blocked1> -> tensor<4x64xbf16, #blocked1>
  // CHECK-NEXT:   %16 = ttg.convert_layout %15 : tensor<4x64xbf16, #blocked1> -> tensor<4x64xbf16, #ttg.slice<{dim = 2, parent = #blocked4}>>
  // CHECK-NEXT:   %17 = tt.expand_dims %16 {axis = 2 : i32} : tensor<4x64xbf16, #ttg.slice<{dim = 2, parent = #blocked4}>> -> tensor<4x64x1xbf16, #blocked4>
  // CHECK-NEXT:   %18 = tt.broadcast %17 : tensor<4x64x1xbf16, #blocked4> -> tensor<4x64x32xbf16, #blocked4>
  // CHECK-NEXT:   %19 = tt.trans %18 {order = array<i32: 0, 2, 1>} : tensor<4x64x32xbf16, #blocked4> -> tensor<4x32x64xbf16, #blocked5>
  // CHECK-NEXT:   %20 = tt.reshape %19 : tensor<4x32x64xbf16, #blocked5> -> tensor<128x64xbf16, #linear5>
  // CHECK-NEXT:   %21 = ttg.convert_layout %20 : tensor<128x64xbf16, #linear5> -> tensor<128x64xbf16, #blocked>
  // CHECK-NEXT:   %22 = arith.mulf %11, %21 : tensor<128x64xbf16, #blocked>
  // CHECK-NEXT:   %23 = ttg.convert_layout %22 : tensor<128x64xbf16, #blocked> -> tensor<128x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
  // CHECK-NEXT:   %24 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %25 = ttg.convert_layout %10 : tensor<64x128xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x128xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT:   %26 = ttg.convert_layout %23 : tensor<128x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<128x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT:   %27 = tt.dot %25, %26, %24 : tensor<64x128xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<128x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %28 = ttg.convert_layout %27 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   %29 = ttg.convert_layout %28 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %29 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @mixed(%a: tensor<64x64xi8, #blocked>, %b: tensor<128x64xf8E4M3FN, #blocked>, %c: tensor<64x64xf32, #blocked>, %s: tensor<64x4xi8, #blocked>, %t: tensor<64x4xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = e2m1 rhs = e4m3 {fastMath = true} : tensor<64x64xi8, #blocked>, tensor<64x4xi8, #blocked> * tensor<128x64xf8E4M3FN, #blocked>, tensor<64x4xi8, #blocked> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
  // Both must be scaled.
  // CHECK: tt.func @one_scale(%arg0: tensor<64x64xf8E4M3FN, #blocked>, %arg1: tensor<64x64xf8E5M2, #blocked>, %arg2: tensor<64x64xf32, #blocked>, %arg3: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %0 = tt.fp_to_fp %arg0 : tensor<64x64xf8E4M3FN, #blocked> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %1 = arith.extui %arg3 : tensor<64x2xi8, #blocked> to tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %2 = arith.shli %1, %cst : tensor<64x2xi16, #blocked>
  // CHECK-NEXT:   %3 = tt.bitcast %2 : tensor<64x2xi16, #blocked> -> tensor<64x2xbf16, #blocked>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x2xbf16, #blocked> -> tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #blocked6}>>
  // CHECK-NEXT:   %5 = tt.expand_dims %4 {axis = 2 : i32} : tensor<64x2xbf16, #ttg.slice<{dim = 2, parent = #blocked6}>> -> tensor<64x2x1xbf16, #blocked6>
  // CHECK-NEXT:   %6 = tt.broadcast %5 : tensor<64x2x1xbf16, #blocked6> -> tensor<64x2x32xbf16, #blocked6>
  // CHECK-NEXT:   %7 = tt.reshape %6 : tensor<64x2x32xbf16, #blocked6> -> tensor<64x64xbf16, #linear6>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x64xbf16, #linear6> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %9 = arith.mulf %0, %8 : tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %10 = ttg.convert_layout %9 : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %11 = tt.fp_to_fp %arg1 : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xbf16, #blocked>
  // CHECK-NEXT:   %12 = ttg.convert_layout %11 : tensor<64x64xbf16, #blocked> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
  // CHECK-NEXT:   %13 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %14 = ttg.convert_layout %10 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %15 = ttg.convert_layout %12 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %16 = tt.dot %14, %15, %13 : tensor<64x64xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %17 = ttg.convert_layout %16 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   %18 = ttg.convert_layout %17 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %18 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @one_scale(%a: tensor<64x64xf8E4M3FN, #blocked>, %b: tensor<64x64xf8E5M2, #blocked>, %c: tensor<64x64xf32, #blocked>, %s: tensor<64x2xi8, #blocked>) -> tensor<64x64xf32, #blocked> {
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<64x64xf8E4M3FN, #blocked>, tensor<64x2xi8, #blocked> * tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf32, #blocked>
    tt.return %d : tensor<64x64xf32, #blocked>
  }
}
