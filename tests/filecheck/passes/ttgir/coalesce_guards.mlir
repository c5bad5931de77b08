// RUN: xtriton-opt %s --triton=3.6 --tritongpu-coalesce | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A scalar has no layout.
  // CHECK: tt.func @scalar(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK-NEXT:   %0 = tt.load %arg0 : !tt.ptr<f32>
  // CHECK-NEXT:   tt.store %arg0, %0 : !tt.ptr<f32>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @scalar(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %0 = tt.load %p : !tt.ptr<f32>
    tt.store %p, %0 : !tt.ptr<f32>
    tt.return
  }

  // A block pointer knows its order itself.
  // CHECK: tt.func @block_pointer(%arg0: !tt.ptr<tensor<64x16xf32, #blocked>>) {
  // CHECK-NEXT:   %0 = tt.load %arg0 : !tt.ptr<tensor<64x16xf32, #blocked>>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @block_pointer(%p: !tt.ptr<tensor<64x16xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>>) {
    %0 = tt.load %p : !tt.ptr<tensor<64x16xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>>
    tt.return
  }

  // Operands that already have the best layout are converted to it all the same; only results are not converted back.
  // CHECK: tt.func @best_already(%arg0: tensor<128x!tt.ptr<f32>, #blocked1>) -> tensor<128xf32, #blocked1> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<128x!tt.ptr<f32>, #blocked1> -> tensor<128x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   %1 = tt.load %0 : tensor<128x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   tt.return %1 : tensor<128xf32, #blocked1>
  // CHECK-NEXT: }
  tt.func @best_already(%p: tensor<128x!tt.ptr<f32>, #blocked>) -> tensor<128xf32, #blocked> {
    %0 = tt.load %p : tensor<128x!tt.ptr<f32>, #blocked>
    tt.return %0 : tensor<128xf32, #blocked>
  }
}
