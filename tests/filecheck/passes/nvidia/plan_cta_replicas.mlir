// RUN: xtriton-opt %s --triton-nvidia-gpu-plan-cta --mlir-print-local-scope | filecheck %s

// 4 CTAs, but only 2 blocks along the dimensions that are not reduced: the others compute replicas. Triton gives this
// reduction a layout of 8 CTAs, which its verifier rejects.
#cube = #ttg.blocked<{sizePerThread = [2, 4, 2], threadsPerWarp = [1, 16, 2], warpsPerCTA = [2, 1, 2], order = [0, 1, 2], CGALayout = [[0, 0, 1], [0, 0, 2]]}>
#flat = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0], CGALayout = [[0, 1], [0, 2]]}>
#rows = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [2, 4, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0], CGALayout = [[0, 0, 1], [0, 0, 2]]}>
#lines = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1], [0, 2]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: tt.func @replicas(
// CHECK: tt.load %{{.*}} : tensor<8x8x1x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [2, 4, 2], threadsPerWarp = [4, 1, 8], warpsPerCTA = [1, 1, 4], order = [0, 1, 2], CGALayout = {{\[\[}}0, 0, 1], [0, 1, 0]]}>>
tt.func @replicas(%p: !tt.ptr<f32>) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<8x8x1x!tt.ptr<f32>, #cube>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>, #flat>
  %x = tt.load %s : tensor<8x8x1x!tt.ptr<f32>, #cube>
  %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<8x8x1xf32, #cube>) -> tensor<8x1xf32, #ttg.slice<{dim = 0, parent = #cube}>>
  %v = ttg.convert_layout %r : tensor<8x1xf32, #ttg.slice<{dim = 0, parent = #cube}>> -> tensor<8x1xf32, #flat>
  tt.store %q, %v : tensor<8x1x!tt.ptr<f32>, #flat>
  tt.return
}

// One row and two lines for four CTAs: the slowest dimension that is not reduced gets those that are left.
// CHECK-LABEL: tt.func @too_few(
// CHECK: tt.load %{{.*}} : tensor<1x2x64x!tt.ptr<f32>, #ttg.blocked<{{.*}}CGALayout = {{\[\[}}1, 0, 0], [0, 1, 0]]}>>
tt.func @too_few(%p: !tt.ptr<f32>) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1x2x64x!tt.ptr<f32>, #rows>
  %x = tt.load %s : tensor<1x2x64x!tt.ptr<f32>, #rows>
  %r = "tt.reduce"(%x) <{axis = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<1x2x64xf32, #rows>) -> tensor<1x2xf32, #ttg.slice<{dim = 2, parent = #rows}>>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<1x2x!tt.ptr<f32>, #lines>
  %u = ttg.convert_layout %r : tensor<1x2xf32, #ttg.slice<{dim = 2, parent = #rows}>> -> tensor<1x2xf32, #lines>
  tt.store %t, %u : tensor<1x2x!tt.ptr<f32>, #lines>
  tt.return
}
}
