// RUN: xtriton-opt %s --triton=3.8 --tritongpu-accelerate-matmul --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --tritongpu-accelerate-matmul --verify-diagnostics

// Two CTAs load halves of b along K, which since Triton 3.7 the pass does not change.

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @one_block(%x: tensor<256x64xf16, #blocked>, %p: tensor<64x16x!tt.ptr<f16>, #blocked>, %e: tensor<256x16xf32, #product>) -> (tensor<256x16xf32, #product>) {
    %a = ttg.convert_layout %x : tensor<256x64xf16, #blocked> -> tensor<256x64xf16, #a>
    %y = tt.load %p : tensor<64x16x!tt.ptr<f16>, #blocked>
    %w = ttg.convert_layout %y : tensor<64x16xf16, #blocked> -> tensor<64x16xf16, #b>
    // expected-error @+1 {{'ttng.tc_gen5_mma' op RHS CTASplit along K should be 1, but got 2}}
    %f = tt.dot %a, %w, %e : tensor<256x64xf16, #a> * tensor<64x16xf16, #b> -> tensor<256x16xf32, #product>
    tt.return %f : tensor<256x16xf32, #product>
  }
}
