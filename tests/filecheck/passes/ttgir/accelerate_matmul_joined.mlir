// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#row = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#row2 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#cube = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#product = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Values of 16 bits that are joined were loaded as 8 bits each, which makes kWidth 4.
  // CHECK-LABEL: tt.func @joined(
  // CHECK: tt.dot %{{.*}} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  tt.func @joined(%p: tensor<64x32x!tt.ptr<f16>, #row>, %q: tensor<64x64x!tt.ptr<f16>, #row>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %l = tt.load %p : tensor<64x32x!tt.ptr<f16>, #row>
    %j = tt.join %l, %l : tensor<64x32xf16, #row> -> tensor<64x32x2xf16, #cube>
    %r = tt.reshape %j : tensor<64x32x2xf16, #cube> -> tensor<64x64xf16, #row2>
    %a = ttg.convert_layout %r : tensor<64x64xf16, #row2> -> tensor<64x64xf16, #a>
    %m = tt.load %q : tensor<64x64x!tt.ptr<f16>, #row>
    %b = ttg.convert_layout %m : tensor<64x64xf16, #row> -> tensor<64x64xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // Both operands.
  // CHECK-LABEL: tt.func @both_joined(
  // CHECK: tt.dot %{{.*}} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  tt.func @both_joined(%p: tensor<64x32x!tt.ptr<f16>, #row>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %l = tt.load %p : tensor<64x32x!tt.ptr<f16>, #row>
    %j = tt.join %l, %l : tensor<64x32xf16, #row> -> tensor<64x32x2xf16, #cube>
    %r = tt.reshape %j : tensor<64x32x2xf16, #cube> -> tensor<64x64xf16, #row2>
    %a = ttg.convert_layout %r : tensor<64x64xf16, #row2> -> tensor<64x64xf16, #a>
    %b = ttg.convert_layout %r : tensor<64x64xf16, #row2> -> tensor<64x64xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
}
