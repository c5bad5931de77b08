// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-gpu-plan-cta --split-input-file --verify-diagnostics

// Triton 3.6 aborts on all of these.

#product = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @several_products(%a: tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>>, %b: tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #product>
  %0 = tt.dot %a, %b, %zero : tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>> * tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>> -> tensor<64x64xf32, #product>
  // expected-error @below {{blocks of a cluster can share one matrix product in a function, not several}}
  %1 = tt.dot %a, %b, %0 : tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>> * tensor<64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>> -> tensor<64x64xf32, #product>
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[0, 1]], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
tt.func @too_late(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
  // expected-error @below {{blocks of a cluster are planned before products get the layouts of instructions}}
  %0 = tt.dot %a, %b, %zero : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  tt.return
}
}

// -----

#batch = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [4, 1, 1], order = [2, 1, 0], CGALayout = [[1, 0, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @batch(%a: tensor<2x64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #batch}>>, %b: tensor<2x64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #batch}>>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<2x64x64xf32, #batch>
  // expected-error @below {{blocks of a cluster can not share products of batches}}
  %0 = tt.dot %a, %b, %zero : tensor<2x64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #batch}>> * tensor<2x64x64xf32, #ttg.dot_op<{opIdx = 1, parent = #batch}>> -> tensor<2x64x64xf32, #batch>
  tt.return
}
}

// -----

#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @to_a_scalar(%x: tensor<256xf32, #one>) -> f32 {
  // expected-error @below {{blocks of a cluster can not share a reduction to a scalar}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    tt.reduce.return %1 : f32
  }) : (tensor<256xf32, #one>) -> f32
  tt.return %0 : f32
}
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// expected-error @below {{blocks of a cluster can not share the work of a function that stores nothing}}
tt.func @no_store(%x: i32) {
  tt.return
}
}

// -----

#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// expected-error @below {{blocks of a cluster can not be planned for tensors that are arguments of this block}}
tt.func @argument(%p: tensor<256x!tt.ptr<f32>, #one>, %x: f32) {
  %0 = tt.splat %x : f32 -> tensor<256xf32, #one>
  tt.store %p, %0 : tensor<256x!tt.ptr<f32>, #one>
  tt.return
}
}

// -----

#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @while(%p: !tt.ptr<f32>, %x: f32, %c: i1) {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #one>
  %1 = tt.splat %x : f32 -> tensor<256xf32, #one>
  %2 = scf.while (%a = %1) : (tensor<256xf32, #one>) -> tensor<256xf32, #one> {
    scf.condition(%c) %a : tensor<256xf32, #one>
  } do {
  ^bb0(%a: tensor<256xf32, #one>):
    %3 = tt.load %0 : tensor<256x!tt.ptr<f32>, #one>
    // expected-error @below {{blocks of a cluster can only be planned for tensors in scf.for and scf.if}}
    scf.yield %3 : tensor<256xf32, #one>
  }
  tt.store %0, %2 : tensor<256x!tt.ptr<f32>, #one>
  tt.return
}
}

// -----

#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#two = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @other_rank(%p: !tt.ptr<f32>, %x: f32) {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #one>
  %1 = tt.splat %x : f32 -> tensor<256xf32, #one>
  tt.store %0, %1 : tensor<256x!tt.ptr<f32>, #one>
  %2 = tt.splat %p : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>, #two>
  %3 = tt.splat %x : f32 -> tensor<16x64xf32, #two>
  // expected-error @below {{BlockedEncodingAttr and CTALayout's fields must have the same rank.}}
  tt.store %2, %3 : tensor<16x64x!tt.ptr<f32>, #two>
  tt.return
}
}

// -----

#lin = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = [[128]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @linear(%p: !tt.ptr<f32>, %x: f32) {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #lin>
  %1 = tt.splat %x : f32 -> tensor<256xf32, #lin>
  // expected-error @below {{blocks of a cluster can not be planned for the layout #ttg.linear<}}
  tt.store %0, %1 : tensor<256x!tt.ptr<f32>, #lin>
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// expected-error @below {{the tensor has no layout; 'convert-triton-to-tritongpu' gives tensors theirs}}
tt.func @too_early(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %1 = arith.addf %a, %b : f32
    tt.reduce.return %1 : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  tt.return %0 : tensor<64xf32>
}
}
