// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: op input tensor must have an auto layout type
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @layouts(%arg0: tensor<64xf32, #gluon.coalesced_encoding>) -> tensor<128xi32, #blocked> {
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #gluon.auto_encoding>
    %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
    tt.return %1 : tensor<128xi32, #blocked>
  }
}
