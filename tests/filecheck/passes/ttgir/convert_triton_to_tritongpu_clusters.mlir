// RUN: xtriton-opt %s --convert-triton-to-tritongpu='target=cuda:90 num-warps=8 num-ctas=2' | filecheck %s

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0{{\]\]}}}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 2], order = [1, 0], CGALayout = {{\[\[}}1, 0{{\]\]}}}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0{{\]\]}}}>
// CHECK-DAG: #blocked3 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0], CGALayout = {{\[\[}}1{{\]\]}}}>
// CHECK-DAG: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [0, 1], CGALayout = {{\[\[}}0, 1{{\]\]}}}>
// CHECK-DAG: #blocked5 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0], CGALayout = {{\[\[}}0, 1{{\]\]}}}>
// CHECK: module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
module {
  // Blocks of a cluster split the major dimension; products and new dimensions follow.
  // CHECK: tt.func @cluster(%arg0: f16, %arg1: f32) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : f16 -> tensor<128x32xf16, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : f16 -> tensor<32x64xf16, #blocked1>
  // CHECK-NEXT:   %2 = tt.splat %arg1 : f32 -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   %3 = ttg.convert_layout %0 : tensor<128x32xf16, #blocked> -> tensor<128x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>
  // CHECK-NEXT:   %4 = ttg.convert_layout %1 : tensor<32x64xf16, #blocked1> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>
  // CHECK-NEXT:   %5 = ttg.convert_layout %2 : tensor<128x64xf32, #blocked1> -> tensor<128x64xf32, #blocked2>
  // CHECK-NEXT:   %6 = tt.dot %3, %4, %5 : tensor<128x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<128x64xf32, #blocked2>
  // CHECK-NEXT:   %7 = ttg.convert_layout %6 : tensor<128x64xf32, #blocked2> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   %8 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked3>
  // CHECK-NEXT:   %9 = ttg.convert_layout %8 : tensor<64xi32, #blocked3> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked4}>>
  // CHECK-NEXT:   %10 = tt.expand_dims %9 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked4}>> -> tensor<1x64xi32, #blocked4>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<1x64xi32, #blocked4> -> tensor<1x64xi32, #blocked5>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %7, %11 : tensor<128x64xf32, #blocked1>, tensor<1x64xi32, #blocked5>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @cluster(%x: f16, %y: f32) {
    %a = tt.splat %x : f16 -> tensor<128x32xf16>
    %b = tt.splat %x : f16 -> tensor<32x64xf16>
    %c = tt.splat %y : f32 -> tensor<128x64xf32>
    %0 = tt.dot %a, %b, %c : tensor<128x32xf16> * tensor<32x64xf16> -> tensor<128x64xf32>
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %e = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %0, %e : tensor<128x64xf32>, tensor<1x64xi32>
    tt.return
  }
}
