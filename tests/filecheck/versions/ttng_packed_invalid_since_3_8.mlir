// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a0: tensor<512xf32, #b>, %a1: tensor<512xf32, #b>) {
    // expected-error @below {{'ttng.packed_arith' op fma expects 3 operands but got 2}}
    %0 = ttng.packed_arith fma %a0, %a1 : (tensor<512xf32, #b>, tensor<512xf32, #b>) -> tensor<512xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a0: tensor<512xf32, #b>, %a1: tensor<512xf32, #b>) {
    // expected-error @below {{'ttng.packed_arith' op unsupported min signature f32x2 <- (f32x2, f32x2)}}
    %0 = ttng.packed_arith min %a0, %a1 : (tensor<512xf32, #b>, tensor<512xf32, #b>) -> tensor<512xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a0: tensor<512xf16, #b>, %a1: tensor<512xf32, #b>) {
    // expected-error @below {{'ttng.packed_arith' op unsupported mul signature f16x2 <- (f16x2, f32x2)}}
    %0 = ttng.packed_arith mul %a0, %a1 : (tensor<512xf16, #b>, tensor<512xf32, #b>) -> tensor<512xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a0: tensor<128xi8, #b>, %a1: tensor<512xf8E5M2, #b>) {
    // expected-error @below {{'ttng.packed_arith' op requires every fp4 operand to have the result shape with the same single dimension halved}}
    %0 = ttng.packed_arith mul %a0, %a1 : (tensor<128xi8, #b>, tensor<512xf8E5M2, #b>) -> tensor<512xf8E5M2, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a0: tensor<1024xf16, #b>, %a1: tensor<512xf16, #b>) {
    // expected-error @below {{'ttng.packed_arith' op operand 0 must have the result shape 512, but got 1024}}
    %0 = ttng.packed_arith add %a0, %a1 : (tensor<1024xf16, #b>, tensor<512xf16, #b>) -> tensor<512xf16, #b>
    tt.return
  }
}
