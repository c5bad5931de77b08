// RUN: xtriton-opt %s --tritongpu-remove-layout-conversions | filecheck %s

#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// The operands of `scf.condition` give their encodings to the block after it and to the results of the loop.
// CHECK-LABEL: tt.func @passed_by_condition(
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func @passed_by_condition(%p: tensor<1024x!tt.ptr<f32>, #wide>, %q: tensor<1024x!tt.ptr<f32>, #wide>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%i = %c0) : (i32) -> (i32, tensor<1024xf32, #row>) {
    %x = tt.load %p : tensor<1024x!tt.ptr<f32>, #wide>
    %y = ttg.convert_layout %x : tensor<1024xf32, #wide> -> tensor<1024xf32, #row>
    %t = arith.cmpi slt, %i, %n : i32
    scf.condition(%t) %i, %y : i32, tensor<1024xf32, #row>
  } do {
  ^bb0(%j: i32, %z: tensor<1024xf32, #row>):
    %w = arith.addf %z, %z : tensor<1024xf32, #row>
    %v = ttg.convert_layout %w : tensor<1024xf32, #row> -> tensor<1024xf32, #wide>
    tt.store %p, %v : tensor<1024x!tt.ptr<f32>, #wide>
    %k = arith.addi %j, %c1 : i32
    scf.yield %k : i32
  }
  %u = arith.mulf %r#1, %r#1 : tensor<1024xf32, #row>
  %s = ttg.convert_layout %u : tensor<1024xf32, #row> -> tensor<1024xf32, #wide>
  tt.store %q, %s : tensor<1024x!tt.ptr<f32>, #wide>
  tt.return
}
}
