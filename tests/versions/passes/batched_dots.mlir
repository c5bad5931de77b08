// PASSES: tritongpu-accelerate-matmul

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<1x16x32xf16, #a>, %b: tensor<1x32x16xf16, #b>, %c: tensor<1x16x16xf32, #blocked>) -> tensor<1x16x16xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<1x16x32xf16, #a> * tensor<1x32x16xf16, #b> -> tensor<1x16x16xf32, #blocked>
  tt.return %0 : tensor<1x16x16xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<2x64x32xf16, #a>, %b: tensor<2x32x64xf16, #b>, %c: tensor<2x64x64xf32, #blocked>) -> tensor<2x64x64xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<2x64x32xf16, #a> * tensor<2x32x64xf16, #b> -> tensor<2x64x64xf32, #blocked>
  tt.return %0 : tensor<2x64x64xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<8x64x32xf16, #a>, %b: tensor<8x32x64xf16, #b>, %c: tensor<8x64x64xf32, #blocked>) -> tensor<8x64x64xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<8x64x32xf16, #a> * tensor<8x32x64xf16, #b> -> tensor<8x64x64xf32, #blocked>
  tt.return %0 : tensor<8x64x64xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<2x128x32xf16, #a>, %b: tensor<2x32x32xf16, #b>, %c: tensor<2x128x32xf32, #blocked>) -> tensor<2x128x32xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<2x128x32xf16, #a> * tensor<2x32x32xf16, #b> -> tensor<2x128x32xf32, #blocked>
  tt.return %0 : tensor<2x128x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<1x16x32xf16, #a>, %b: tensor<1x32x128xf16, #b>, %c: tensor<1x16x128xf32, #blocked>) -> tensor<1x16x128xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<1x16x32xf16, #a> * tensor<1x32x128xf16, #b> -> tensor<1x16x128xf32, #blocked>
  tt.return %0 : tensor<1x16x128xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<16x16x32xf16, #a>, %b: tensor<16x32x16xf16, #b>, %c: tensor<16x16x16xf32, #blocked>) -> tensor<16x16x16xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<16x16x32xf16, #a> * tensor<16x32x16xf16, #b> -> tensor<16x16x16xf32, #blocked>
  tt.return %0 : tensor<16x16x16xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 4], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<2x16x32xf16, #a>, %b: tensor<2x32x8xf16, #b>, %c: tensor<2x16x8xf32, #blocked>) -> tensor<2x16x8xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<2x16x32xf16, #a> * tensor<2x32x8xf16, #b> -> tensor<2x16x8xf32, #blocked>
  tt.return %0 : tensor<2x16x8xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<1x16x32xf16, #a>, %b: tensor<1x32x16xf16, #b>, %c: tensor<1x16x16xf32, #blocked>) -> tensor<1x16x16xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<1x16x32xf16, #a> * tensor<1x32x16xf16, #b> -> tensor<1x16x16xf32, #blocked>
  tt.return %0 : tensor<1x16x16xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<2x64x32xf16, #a>, %b: tensor<2x32x64xf16, #b>, %c: tensor<2x64x64xf32, #blocked>) -> tensor<2x64x64xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<2x64x32xf16, #a> * tensor<2x32x64xf16, #b> -> tensor<2x64x64xf32, #blocked>
  tt.return %0 : tensor<2x64x64xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<8x64x32xf16, #a>, %b: tensor<8x32x64xf16, #b>, %c: tensor<8x64x64xf32, #blocked>) -> tensor<8x64x64xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<8x64x32xf16, #a> * tensor<8x32x64xf16, #b> -> tensor<8x64x64xf32, #blocked>
  tt.return %0 : tensor<8x64x64xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<2x128x32xf16, #a>, %b: tensor<2x32x32xf16, #b>, %c: tensor<2x128x32xf32, #blocked>) -> tensor<2x128x32xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<2x128x32xf16, #a> * tensor<2x32x32xf16, #b> -> tensor<2x128x32xf32, #blocked>
  tt.return %0 : tensor<2x128x32xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<1x16x32xf16, #a>, %b: tensor<1x32x128xf16, #b>, %c: tensor<1x16x128xf32, #blocked>) -> tensor<1x16x128xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<1x16x32xf16, #a> * tensor<1x32x128xf16, #b> -> tensor<1x16x128xf32, #blocked>
  tt.return %0 : tensor<1x16x128xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<16x16x32xf16, #a>, %b: tensor<16x32x16xf16, #b>, %c: tensor<16x16x16xf32, #blocked>) -> tensor<16x16x16xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<16x16x32xf16, #a> * tensor<16x32x16xf16, #b> -> tensor<16x16x16xf32, #blocked>
  tt.return %0 : tensor<16x16x16xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 1, 8], order = [2, 1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%a: tensor<2x16x32xf16, #a>, %b: tensor<2x32x8xf16, #b>, %c: tensor<2x16x8xf32, #blocked>) -> tensor<2x16x8xf32, #blocked> {
  %0 = tt.dot %a, %b, %c : tensor<2x16x32xf16, #a> * tensor<2x32x8xf16, #b> -> tensor<2x16x8xf32, #blocked>
  tt.return %0 : tensor<2x16x8xf32, #blocked>
}
}
