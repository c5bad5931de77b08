// RUN: xtriton-opt --pass-pipeline='triton-to-unstructured' %s
// invalid: triton-to-unstructured: op along control flow edge from Region to Region source type should match input 
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @while(%arg0: !tt.ptr<f32>, %arg1: f32, %arg2: i1, %arg3: tensor<256xf32, #blocked>) {
    %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
    %1 = scf.while (%arg4 = %arg3) : (tensor<256xf32, #blocked>) -> tensor<256xf32, #blocked> {
      scf.condition(%arg2) %arg4 : tensor<256xf32, #blocked>
    } do {
    ^bb0(%arg4: tensor<256xf32, #blocked>):
      %2 = tt.load %0 : tensor<256x!tt.ptr<f32>, #blocked>
      scf.yield %2 : tensor<256xf32, #blocked>
    }
    tt.store %0, %1 : tensor<256x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
