// RUN: xtriton-opt %s --tritongpu-optimize-thread-locality --verify-diagnostics

// Triton 3.6 aborts.

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @too_early(%x: tensor<64xf32>) -> f32 {
  // expected-error @below {{the tensor has no layout; 'convert-triton-to-tritongpu' gives tensors theirs}}
  %0 = tt.reshape %x allow_reorder : tensor<64xf32> -> tensor<64xf32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %2 = arith.addf %a, %b : f32
    tt.reduce.return %2 : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %1 : f32
}
}
