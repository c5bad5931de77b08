// RUN: xtriton-opt %s --convert-triton-to-tritongpu='target=cuda:80 num-warps=4' --split-input-file | filecheck %s

// As many elements of each thread lie together as the product has for it: one, four (two by two), sixteen (four by four).
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp
// CHECK: tt.dot {{.*}} -> tensor<8x16xf32, #blocked>
tt.func public @one(%q: !tt.ptr<f32>) {
  %p = tt.splat %q : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
  %a = arith.constant dense<1.0> : tensor<8x16xf32>
  %b = arith.constant dense<1.0> : tensor<16x16xf32>
  %c = arith.constant dense<0.0> : tensor<8x16xf32>
  %d = tt.dot %a, %b, %c : tensor<8x16xf32> * tensor<16x16xf32> -> tensor<8x16xf32>
  tt.store %p, %d : tensor<8x16x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK: #blocked2 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp
// CHECK: tt.dot {{.*}} -> tensor<16x32xf32, #blocked2>
tt.func public @four(%q: !tt.ptr<f32>) {
  %p = tt.splat %q : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %a = arith.constant dense<1.0> : tensor<16x16xf32>
  %b = arith.constant dense<1.0> : tensor<16x32xf32>
  %c = arith.constant dense<0.0> : tensor<16x32xf32>
  %d = tt.dot %a, %b, %c : tensor<16x16xf32> * tensor<16x32xf32> -> tensor<16x32xf32>
  tt.store %p, %d : tensor<16x32x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK: #blocked2 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp
// CHECK: tt.dot {{.*}} -> tensor<64x32xf32, #blocked2>
tt.func public @sixteen(%q: !tt.ptr<f32>) {
  %p = tt.splat %q : !tt.ptr<f32> -> tensor<64x32x!tt.ptr<f32>>
  %a = arith.constant dense<1.0> : tensor<64x16xf32>
  %b = arith.constant dense<1.0> : tensor<16x32xf32>
  %c = arith.constant dense<0.0> : tensor<64x32xf32>
  %d = tt.dot %a, %b, %c : tensor<64x16xf32> * tensor<16x32xf32> -> tensor<64x32xf32>
  tt.store %p, %d : tensor<64x32x!tt.ptr<f32>>
  tt.return
}
