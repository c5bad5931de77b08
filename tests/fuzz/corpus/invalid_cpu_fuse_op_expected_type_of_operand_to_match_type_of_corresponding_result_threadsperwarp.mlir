// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg-experimental{safe=true},cpu-fuse{noalias=true strict-fp=false}' %s
// invalid: cpu-fuse: op expected type of operand to match type of corresponding result threadsPerWarp
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:75", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @half(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> loc("reduce":3:17), %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> loc("reduce":3:88), %arg2: tensor<64x64xf32, #blocked> loc("reduce":3:159)) -> tensor<64x64xf32, #blocked> {
    %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked> loc(#loc5)
    tt.return %0 : tensor<64x64xf32, #blocked> loc(#loc6)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":2:1)
#loc1 = loc("reduce":3:3)
#loc5 = loc("reduce":4:10)
#loc6 = loc("reduce":5:5)
