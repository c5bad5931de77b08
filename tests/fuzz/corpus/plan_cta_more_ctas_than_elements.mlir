// RUN: xtriton-opt --pass-pipeline='triton-nvidia-gpu-plan-cta' %s
// invalid: triton-nvidia-gpu-plan-cta: Result has an invalid layout: 8 CTAs per CGA, but the context requires 4
#b = #ttg.blocked<{sizePerThread = [2, 4, 2], threadsPerWarp = [1, 16, 2], warpsPerCTA = [2, 1, 2], order = [0, 1, 2], CGALayout = [[0, 0, 1], [0, 0, 2]]}>
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0], CGALayout = [[0, 1], [0, 2]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%p0: !tt.ptr<f32>) {
  %p = tt.splat %p0 : !tt.ptr<f32> -> tensor<8x8x1x!tt.ptr<f32>, #b>
  %q = tt.splat %p0 : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>, #c>
  %x = tt.load %p : tensor<8x8x1x!tt.ptr<f32>, #b>
  %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<8x8x1xf32, #b>) -> tensor<8x1xf32, #ttg.slice<{dim = 0, parent = #b}>>
  %s = ttg.convert_layout %r : tensor<8x1xf32, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<8x1xf32, #c>
  tt.store %q, %s : tensor<8x1x!tt.ptr<f32>, #c>
  tt.return
}
}
