// RUN: xtriton-opt %s --triton-nvidia-gpu-plan-cta --mlir-print-local-scope | filecheck %s

#cube = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 4, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0], CGALayout = [[0, 0, 1], [0, 0, 2]]}>
#flat = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1], [0, 2]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// Two of four CTAs along each dimension that is not reduced, the slowest one first.
// CHECK-LABEL: tt.func @reduced(
// CHECK: tt.load %{{.*}} : tensor<2x32x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 4, 1], order = [2, 1, 0], CGALayout = {{\[\[}}1, 0, 0], [0, 1, 0{{\]\]}}}>>
tt.func @reduced(%p: !tt.ptr<f32>) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<2x32x64x!tt.ptr<f32>, #cube>
  %x = tt.load %s : tensor<2x32x64x!tt.ptr<f32>, #cube>
  %r = "tt.reduce"(%x) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<2x32x64xf32, #cube>) -> tensor<2x32xf32, #ttg.slice<{dim = 2, parent = #cube}>>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<2x32x!tt.ptr<f32>, #flat>
  %u = ttg.convert_layout %r : tensor<2x32xf32, #ttg.slice<{dim = 2, parent = #cube}>> -> tensor<2x32xf32, #flat>
  tt.store %t, %u : tensor<2x32x!tt.ptr<f32>, #flat>
  tt.return
}
}
