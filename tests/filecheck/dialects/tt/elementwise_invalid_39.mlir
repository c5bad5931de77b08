// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

// Inline assembly has one encoding for all its tensors, also where some have none.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: tensor<4x128xf32, #blocked>) {
    // expected-error @below {{'tt.elementwise_inline_asm' op requires matching tensor encodings}}
    %0:2 = tt.elementwise_inline_asm "mov.b32 $0, $2; mov.b32 $1, $2;" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %x : tensor<4x128xf32, #blocked> -> tensor<4x128xf32, #blocked>, tensor<4x128xf32>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: f32, %y: tensor<4x128xf32, #blocked>) {
    // expected-error @below {{'tt.elementwise_inline_asm' op requires matching tensor encodings}}
    %0 = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r,r", packed_element = 1 : i32, pure = true} %x, %y : f32, tensor<4x128xf32, #blocked> -> tensor<4x128xf32>
    tt.return
  }
}
