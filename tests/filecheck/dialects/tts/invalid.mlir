// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>) {
  // expected-error @below {{gatherScatterDim is out of bounds}}
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 2 gather_scatter_offset: %o, strides: [8, 1], offsets: [0, 0] : tensor<4xi32> <f32> to !tt.ptr<tensor<4x8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>) {
  // expected-error @below {{sizes, strides, and offsets must have the same number of dimensions}}
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o, strides: [8], offsets: [0, 0] : tensor<4xi32> <f32> to !tt.ptr<tensor<4x8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4x1xi32>) {
  // expected-error @below {{gatherScatterOffset must be a 1D tensor}}
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o, strides: [8, 1], offsets: [0, 0] : tensor<4x1xi32> <f32> to !tt.ptr<tensor<4x8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>, %m: tensor<8xi1>) {
  // expected-error @below {{gatherScatterMask must have the same size as gatherScatterOffset}}
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [8, 1], offsets: [0, 0] : tensor<4xi32> tensor<8xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>, %m: tensor<4xi1>) {
  // expected-error @below {{tts.load user of tts.make_gather_scatter_tptr with gather_scatter_mask must have mask provided}}
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [8, 1], offsets: [0, 0] : tensor<4xi32> tensor<4xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
  %1 = "tts.load"(%0) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (!tt.ptr<tensor<4x8xf32>>) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>, %m: tensor<4xi1>) {
  // expected-error @below {{tts.load user of tts.make_gather_scatter_tptr with gather_scatter_mask must have mask size of 0 for gather_scatter_dim}}
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [8, 1], offsets: [0, 0] : tensor<4xi32> tensor<4xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
  %1 = "tts.load"(%0) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64: 2, 8>}> : (!tt.ptr<tensor<4x8xf32>>) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tts.get_structured_state' op expected 1 offsets and 0 strides for '!tt.ptr<f32>', but found 1 and 1}}
  %0, %1, %2 = "tts.get_structured_state"(%p) <{resultSegmentSizes = array<i32: 1, 1, 1>}> : (!tt.ptr<f32>) -> (!tt.ptr<f32>, index, index)
  tt.return
}
