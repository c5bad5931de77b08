// RUN: xtriton-opt %s --tritongpu-accelerate-matmul --split-input-file --verify-diagnostics

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // There are tensor cores, but they cannot be used (both rewrites that look at the product say so).
  tt.func @few_rows(%a: tensor<32x64xf16, #a>, %b: tensor<64x64xf16, #b>, %c: tensor<32x64xf32, #blocked>) -> tensor<32x64xf32, #blocked> {
    // expected-remark @below {{MMA version 3 acceleration not applied due to unsupported shapes or data types.}}
    // expected-note @below {{Target compute capability (90) supports MMA v3.}}
    %d = tt.dot %a, %b, %c : tensor<32x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<32x64xf32, #blocked>
    tt.return %d : tensor<32x64xf32, #blocked>
  }

  tt.func @order(%a: tensor<64x64xi8, #a>, %x: tensor<64x64xi8, #blocked>, %c: tensor<64x64xi32, #blocked>) -> tensor<64x64xi32, #blocked> {
    %b = ttg.convert_layout %x : tensor<64x64xi8, #blocked> -> tensor<64x64xi8, #b>
    // expected-warning @below {{Forcing a different order [0, 1] on SMEM than the register order for the operand 1.}}
    %d = tt.dot %a, %b, %c : tensor<64x64xi8, #a> * tensor<64x64xi8, #b> -> tensor<64x64xi32, #blocked>
    tt.return %d : tensor<64x64xi32, #blocked>
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:70", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @volta(%a: tensor<32x64xf32, #a>, %b: tensor<64x64xf32, #b>, %c: tensor<32x64xf32, #blocked>) -> tensor<32x64xf32, #blocked> {
    // expected-remark @below {{Dot op using MMA for compute capability 70 has been deprecated. It falls back to the FMA path.}}
    %d = tt.dot %a, %b, %c : tensor<32x64xf32, #a> * tensor<64x64xf32, #b> -> tensor<32x64xf32, #blocked>
    tt.return %d : tensor<32x64xf32, #blocked>
  }
}

// -----

// expected-error @below {{'builtin.module' op needs the attribute 'ttg.target' of a NVIDIA GPU, as in "cuda:90"}}
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @nothing() {
    tt.return
  }
}
