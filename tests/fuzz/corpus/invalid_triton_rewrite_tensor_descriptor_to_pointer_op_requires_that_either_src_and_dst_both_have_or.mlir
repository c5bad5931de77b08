// RUN: xtriton-opt --pass-pipeline='triton-rewrite-tensor-descriptor-to-pointer' %s
// invalid: triton-rewrite-tensor-descriptor-to-pointer: Op requires that either src and dst both have or neither
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
tt.func @locations(%x: !tt.tensordesc<tensor<32x32xf16>> loc("argument"), %i: i32 loc("index")) -> tensor<32x32xf16, #blocked> {
  %0 = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<tensor<32x32xf16>> -> tensor<32x32xf16, #blocked> loc("load")
  tt.return %0 : tensor<32x32xf16, #blocked> loc("return")
}
}
