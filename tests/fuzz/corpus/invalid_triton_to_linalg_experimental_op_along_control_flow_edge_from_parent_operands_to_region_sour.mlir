// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg-experimental' %s
// invalid: triton-to-linalg-experimental: op along control flow edge from parent operands to Region source type should mat
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @while(%arg0: !tt.ptr<f16>, %arg1: f16, %arg2: i1, %arg3: tensor<2xf16, #blocked>, %arg4: tensor<2x!tt.ptr<f16>, #blocked>) {
    %0 = tt.splat %arg1 : f16 -> tensor<2xf16, #blocked>
    %1 = scf.while (%arg5 = %0) : (tensor<2xf16, #blocked>) -> tensor<2xf16, #blocked> {
      scf.condition(%arg2) %arg5 : tensor<2xf16, #blocked>
    } do {
    ^bb0(%arg5: tensor<2xf16, #blocked>):
      scf.yield %arg3 : tensor<2xf16, #blocked>
    }
    tt.store %arg4, %1 : tensor<2x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
