// RUN: xtriton-opt %s --gluon-canonicalize | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: tt.func @mask
  // CHECK-NEXT: tt.load %arg0 : tensor<128x!tt.ptr<f32>, #blocked>
  tt.func @mask(%p: tensor<128x!tt.ptr<f32>, #blocked>, %x: tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked> {
    %mask = arith.constant dense<true> : tensor<128xi1, #blocked>
    %0 = tt.load %p, %mask, %x : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return %0 : tensor<128xf32, #blocked>
  }

  // CHECK: tt.func @sum
  // CHECK: %[[C:.*]] = arith.constant 3 : i32
  // CHECK-NEXT: arith.addi %arg0, %[[C]] : i32
  tt.func @sum(%x: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %0 = arith.addi %x, %c1 : i32
    %1 = arith.addi %0, %c2 : i32
    tt.return %1 : i32
  }

  // Patterns that change layouts are left out: the conversion of a splat, which canonicalize makes a splat, stays.
  // CHECK: tt.func @conversion
  // CHECK: tt.splat
  // CHECK-NEXT: ttg.convert_layout
  tt.func @conversion(%x: f32) -> tensor<128xf32, #wide> {
    %0 = tt.splat %x : f32 -> tensor<128xf32, #blocked>
    %1 = ttg.convert_layout %0 : tensor<128xf32, #blocked> -> tensor<128xf32, #wide>
    tt.return %1 : tensor<128xf32, #wide>
  }

  // CHECK: tt.func @broadcast_of_splat
  // CHECK-NEXT: tt.splat %arg0 : f32 -> tensor<32x128xf32
  tt.func @broadcast_of_splat(%x: f32) -> tensor<32x128xf32> {
    %0 = tt.splat %x : f32 -> tensor<1x128xf32>
    %1 = tt.broadcast %0 : tensor<1x128xf32> -> tensor<32x128xf32>
    tt.return %1 : tensor<32x128xf32>
  }
}
