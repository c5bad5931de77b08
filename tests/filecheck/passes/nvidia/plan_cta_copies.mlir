// RUN: xtriton-opt %s --triton-nvidia-gpu-plan-cta --mlir-print-local-scope | filecheck %s

#wide = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// A value that is wanted with two encodings is computed twice. The order of the copies changes from run to run in Triton 3.6; this
// is one of its answers.
// CHECK: tt.func @two_encodings(%arg0: !tt.ptr<f32>) {
// CHECK-NEXT:   %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>>
// CHECK-NEXT:   %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>>
// CHECK-NEXT:   %2 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> -> tensor<64x1xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %3 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> -> tensor<1x64xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %4 = tt.broadcast %2 : tensor<64x1xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> -> tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %5 = tt.broadcast %3 : tensor<1x64xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> -> tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %6 = arith.muli %4, %5 : tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %7 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %8 = tt.addptr %7, %6 : tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>, tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %9 = tt.load %8 : tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.store %7, %9 : tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_encodings(%p: !tt.ptr<f32>) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %1 = ttg.convert_layout %0 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>>
  %2 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64x1xi32, #wide>
  %3 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>> -> tensor<1x64xi32, #wide>
  %4 = tt.broadcast %2 : tensor<64x1xi32, #wide> -> tensor<64x64xi32, #wide>
  %5 = tt.broadcast %3 : tensor<1x64xi32, #wide> -> tensor<64x64xi32, #wide>
  %6 = arith.muli %4, %5 : tensor<64x64xi32, #wide>
  %7 = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #wide>
  %8 = tt.addptr %7, %6 : tensor<64x64x!tt.ptr<f32>, #wide>, tensor<64x64xi32, #wide>
  %9 = tt.load %8 : tensor<64x64x!tt.ptr<f32>, #wide>
  tt.store %7, %9 : tensor<64x64x!tt.ptr<f32>, #wide>
  tt.return
}
}
