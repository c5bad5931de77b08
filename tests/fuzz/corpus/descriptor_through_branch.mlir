// RUN: xtriton-opt --pass-pipeline='triton-nvidia-optimize-descriptor-encoding' %s
// invalid: triton-nvidia-optimize-descriptor-encoding: type mismatch for bb argument of successor
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @branch(%arg0: !tt.tensordesc<tensor<16x64xf16>>) {
    cf.br ^bb1(%arg0 : !tt.tensordesc<tensor<16x64xf16>>)
  ^bb1(%0: !tt.tensordesc<tensor<16x64xf16>>):  // pred: ^bb0
    tt.return
  }
}
