// RUN: xtriton-opt --pass-pipeline='tritongpu-coalesce,tritongpu-coalesce-async-copy' %s
// exception: tritongpu-coalesce: LayoutError in layouts/distributed.py:cta_layout_of
#linear = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = [[16]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @linear(%arg0: !tt.ptr<f32>, %arg1: f32, %arg2: tensor<256xf32, #linear>, %arg3: tensor<256x!tt.ptr<f32>, #linear>) {
    tt.store %arg3, %arg2 : tensor<256x!tt.ptr<f32>, #linear>
    tt.return
  }
}
