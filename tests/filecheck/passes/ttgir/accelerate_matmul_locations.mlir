// RUN: xtriton-opt %s --tritongpu-accelerate-matmul --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
// Operands are converted where they are, the product stays where it was.
// CHECK: tt.func @product(%arg0: tensor<64x64x!tt.ptr<f8E5M2>, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc({{[^)]*}})) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":1:1)
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f8E5M2>, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":2:1)
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf8E5M2, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":3:1)
// CHECK-NEXT:   %2 = ttg.convert_layout %0 : tensor<64x64xf8E5M2, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":4:1)
// CHECK-NEXT:   %3 = ttg.convert_layout %cst : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>> loc("k.py":1:1)
// CHECK-NEXT:   %4 = ttg.convert_layout %1 : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> loc("k.py":3:1)
// CHECK-NEXT:   %5 = ttg.convert_layout %2 : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> -> tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> loc("k.py":4:1)
// CHECK-NEXT:   %6 = tt.fp_to_fp %4 : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> loc("k.py":5:1)
// CHECK-NEXT:   %7 = tt.fp_to_fp %5 : tensor<64x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> loc("k.py":5:1)
// CHECK-NEXT:   %8 = tt.dot %6, %7, %3 {maxNumImpreciseAcc = 64 : i32} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 4}>> -> tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>> loc("k.py":5:1)
// CHECK-NEXT:   %9 = ttg.convert_layout %8 : tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":5:1)
// CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %9 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":6:1)
// CHECK-NEXT:   tt.return loc("k.py":7:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @product(%p: tensor<64x64x!tt.ptr<f8E5M2>, #blocked>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #blocked> loc("k.py":1:1)
  %x = tt.load %p : tensor<64x64x!tt.ptr<f8E5M2>, #blocked> loc("k.py":2:1)
  %a = ttg.convert_layout %x : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf8E5M2, #a> loc("k.py":3:1)
  %b = ttg.convert_layout %x : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf8E5M2, #b> loc("k.py":4:1)
  %d = tt.dot %a, %b, %zero {maxNumImpreciseAcc = 64 : i32} : tensor<64x64xf8E5M2, #a> * tensor<64x64xf8E5M2, #b> -> tensor<64x64xf32, #blocked> loc("k.py":5:1)
  tt.print ": " {hex = false, isSigned = array<i32: 0>} : %d : tensor<64x64xf32, #blocked> loc("k.py":6:1)
  tt.return loc("k.py":7:1)
}
}
