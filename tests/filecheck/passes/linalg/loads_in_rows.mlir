// RUN: xtriton-opt %s --structured-loads-in-rows | filecheck %s

// The second operand of a dot: element (k, n) is n rows of %s elements and k elements behind the first one. The mask
// and where addresses wrap around are those of the transposed block; the value of masked elements stays.
// CHECK-LABEL: tt.func @weight
// CHECK:         %[[ROWS:.*]] = tts.make_tptr %arg1 to sizes: [64, 32], strides: [%arg2, 1], offsets: [%arg3, 8], shape: [%arg4, 0], order: []
// CHECK:         %[[LOADED:.*]] = "tts.load"(%[[ROWS]], %arg5, %arg6) <{{.*}}static_mask_dims = array<i64: -9223372036854775808, 32>{{.*}} -> tensor<64x32xf32>
// CHECK:         %[[BLOCK:.*]] = tt.trans %[[LOADED]] {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<32x64xf32>
// CHECK:         tt.dot %arg0, %[[BLOCK]]
tt.func @weight(%a: tensor<16x32xf32>, %b: !tt.ptr<f32>, %s: index, %o: index, %wrap: index, %n: index, %other: f32) -> tensor<16x64xf32> {
  %c = arith.constant dense<0.0> : tensor<16x64xf32>
  %p = tts.make_tptr %b to sizes: [32, 64], strides: [1, %s], offsets: [8, %o], shape: [0, %wrap], order: [] : <f32> to tensor<32x64x!tt.ptr<f32>>
  %v = "tts.load"(%p, %n, %other) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_mask_dims = array<i64: 32, -9223372036854775808>}> : (tensor<32x64x!tt.ptr<f32>>, index, f32) -> tensor<32x64xf32>
  %d = tt.dot %a, %v, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
  tt.return %d : tensor<16x64xf32>
}

// Gathered columns, converted to the type of the other operand; the first operand as well.
// CHECK-LABEL: tt.func @keys
// CHECK:         tts.make_gather_scatter_tptr %arg1 to sizes: [64, 32] gather_scatter_dim: 0 gather_scatter_offset: %arg2, strides: [%arg3, 1], offsets: [0, 4]
// CHECK:         %[[KEYS:.*]] = tt.trans %{{.*}} : tensor<64x32xf16> -> tensor<32x64xf16>
// CHECK:         arith.extf %[[KEYS]]
// CHECK:         tts.make_tptr %arg0 to sizes: [32, 16], strides: [%arg3, 1]
// CHECK:         %[[FIRST:.*]] = tt.trans %{{.*}} : tensor<32x16xf32> -> tensor<16x32xf32>
// CHECK:         tt.dot %[[FIRST]], %
tt.func @keys(%q: !tt.ptr<f32>, %k: !tt.ptr<f16>, %columns: tensor<64xi64>, %s: index) -> tensor<16x64xf32> {
  %c = arith.constant dense<0.0> : tensor<16x64xf32>
  %p = tts.make_gather_scatter_tptr %k to sizes: [32, 64] gather_scatter_dim: 1 gather_scatter_offset: %columns, strides: [1, %s], offsets: [4, 0] : tensor<64xi64> <f16> to !tt.ptr<tensor<32x64xf16>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (!tt.ptr<tensor<32x64xf16>>) -> tensor<32x64xf16>
  %w = arith.extf %v : tensor<32x64xf16> to tensor<32x64xf32>
  %r = tts.make_tptr %q to sizes: [16, 32], strides: [1, %s], offsets: [0, 0], shape: [0, 0], order: [] : <f32> to tensor<16x32x!tt.ptr<f32>>
  %a = "tts.load"(%r) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<16x32x!tt.ptr<f32>>) -> tensor<16x32xf32>
  %d = tt.dot %a, %w, %c : tensor<16x32xf32> * tensor<32x64xf32> -> tensor<16x64xf32>
  tt.return %d : tensor<16x64xf32>
}

// Not blocks whose rows are contiguous, or whose columns have gaps; nor gathered rows; nor accumulators, nor blocks that
// are used by something else than a dot.
// CHECK-LABEL: tt.func @others
// CHECK-NOT:     tt.trans
tt.func @others(%a: tensor<32x32xf32>, %b: !tt.ptr<f32>, %rows: tensor<32xi64>, %s: index) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  %p0 = tts.make_tptr %b to sizes: [32, 32], strides: [%s, 1], offsets: [0, 0], shape: [0, 0], order: [] : <f32> to tensor<32x32x!tt.ptr<f32>>
  %v0 = "tts.load"(%p0) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<32x32x!tt.ptr<f32>>) -> tensor<32x32xf32>
  %p1 = tts.make_tptr %b to sizes: [32, 32], strides: [2, %s], offsets: [0, 0], shape: [0, 0], order: [] : <f32> to tensor<32x32x!tt.ptr<f32>>
  %v1 = "tts.load"(%p1) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<32x32x!tt.ptr<f32>>) -> tensor<32x32xf32>
  %d0 = tt.dot %v0, %v1, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %p2 = tts.make_gather_scatter_tptr %b to sizes: [32, 32] gather_scatter_dim: 0 gather_scatter_offset: %rows, strides: [1, %s], offsets: [0, 0] : tensor<32xi64> <f32> to !tt.ptr<tensor<32x32xf32>>
  %v2 = "tts.load"(%p2) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (!tt.ptr<tensor<32x32xf32>>) -> tensor<32x32xf32>
  %p3 = tts.make_tptr %b to sizes: [32, 32], strides: [1, %s], offsets: [0, 0], shape: [0, 0], order: [] : <f32> to tensor<32x32x!tt.ptr<f32>>
  %v3 = "tts.load"(%p3) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<32x32x!tt.ptr<f32>>) -> tensor<32x32xf32>
  %d1 = tt.dot %a, %v2, %v3 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %v4 = "tts.load"(%p3) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<32x32x!tt.ptr<f32>>) -> tensor<32x32xf32>
  %d2 = tt.dot %a, %v4, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  tt.return %d0, %d1, %d2, %v4 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}

// Neither block pointers, nor blocks both of whose dimensions are contiguous.
// CHECK-LABEL: tt.func @block_pointer
// CHECK-NOT:     tt.trans
tt.func @block_pointer(%a: tensor<32x32xf32>, %b: !tt.ptr<f32>, %s: index) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %c = arith.constant dense<0.0> : tensor<32x32xf32>
  %p = tts.make_tptr %b to sizes: [32, 32], strides: [1, %s], offsets: [0, 0], shape: [64, 64], order: [0, 1] : <f32> to !tt.ptr<tensor<32x32xf32>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (!tt.ptr<tensor<32x32xf32>>) -> tensor<32x32xf32>
  %d = tt.dot %a, %v, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %q = tts.make_tptr %b to sizes: [32, 32], strides: [1, 1], offsets: [0, 0], shape: [0, 0], order: [] : <f32> to tensor<32x32x!tt.ptr<f32>>
  %w = "tts.load"(%q) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<32x32x!tt.ptr<f32>>) -> tensor<32x32xf32>
  %e = tt.dot %a, %w, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  tt.return %d, %e : tensor<32x32xf32>, tensor<32x32xf32>
}
