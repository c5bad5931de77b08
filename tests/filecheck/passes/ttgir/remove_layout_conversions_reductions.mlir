// RUN: xtriton-opt %s --tritongpu-remove-layout-conversions | filecheck %s

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// Sums of floats are not repeated in another layout: they would be rounded in another order.
// CHECK-LABEL: tt.func @sum(
// CHECK-COUNT-1: "tt.reduce"
// CHECK:         ttg.convert_layout
tt.func @sum(%p: tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #tall}>>, %q: tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #wide}>>, %x: f32) {
  %s = tt.splat %x : f32 -> tensor<32x4xf32, #wide>
  %r = "tt.reduce"(%s) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<32x4xf32, #wide>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  tt.store %q, %r : tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #wide}>>
  %v = ttg.convert_layout %r : tensor<32xf32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #tall}>>
  tt.store %p, %v : tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #tall}>>
  tt.return
}
// The largest of four numbers is the same in any order, and cheaper to find again than to convert.
// CHECK-LABEL: tt.func @largest(
// CHECK-COUNT-2: "tt.reduce"
// CHECK-NOT:     ttg.convert_layout
tt.func @largest(%p: tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #tall}>>, %q: tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #wide}>>, %x: f32) {
  %s = tt.splat %x : f32 -> tensor<32x4xf32, #wide>
  %r = "tt.reduce"(%s) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<32x4xf32, #wide>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  tt.store %q, %r : tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #wide}>>
  %v = ttg.convert_layout %r : tensor<32xf32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #tall}>>
  tt.store %p, %v : tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #tall}>>
  tt.return
}
}
