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

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{sizes, strides, offsets, and shape must have the same number of dimensions}}
  %0 = tts.make_tptr %p to sizes: [4, 8], strides: [8, 1], offsets: [0], shape: [0, 0], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{expected 1 dynamic stride values}}
  %0 = "tts.make_tptr"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, order = array<i32>, sizes = array<i64: 8>, static_offsets = array<i64: 0>, static_shape = array<i64: 0>, static_strides = array<i64: -9223372036854775808>}> : (!tt.ptr<f32>) -> tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: index) {
  // expected-error @below {{expected 0 dynamic offset values}}
  %0 = "tts.make_tptr"(%p, %n) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, order = array<i32>, sizes = array<i64: 8>, static_offsets = array<i64: 0>, static_shape = array<i64: 0>, static_strides = array<i64: 1>}> : (!tt.ptr<f32>, index) -> tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>) {
  // expected-error @below {{expected 1 dynamic offset values}}
  %0 = "tts.make_gather_scatter_tptr"(%p, %o) <{gather_scatter_dim = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, sizes = array<i64: 4, 8>, static_offsets = array<i64: 0, -9223372036854775808>, static_strides = array<i64: 8, 1>}> : (!tt.ptr<f32>, tensor<4xi32>) -> !tt.ptr<tensor<4x8xf32>>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @below {{expected 1 dynamic mask size values}}
  %0 = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64: -9223372036854775808>}> : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>) {
  // expected-error @below {{expected no mask size or 1, got 2}}
  "tts.store"(%p, %v) <{static_mask_dims = array<i64: 1, 2>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> ()
  tt.return
}

// -----

// The user of the pointers lacks a property.
tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>, %m: tensor<4xi1>, %n: index) {
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [10, 1], offsets: [0, 0] : tensor<4xi32> tensor<4xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
  // expected-error @below {{'tts.load' op operand count (2) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %1 = "tts.load"(%0, %n) {} : (!tt.ptr<tensor<4x8xf32>>, index) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<4xi1>) {
  // expected-error @below {{expected mask of type 'tensor<8xi1>', but got 'tensor<4xi1>'}}
  %0 = "tts.masked_load"(%p, %m) : (tensor<8x!tt.ptr<f32>>, tensor<4xi1>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>, %m: tensor<8xi8>) {
  // expected-error @below {{expected mask of type 'tensor<8xi1>', but got 'tensor<8xi8>'}}
  "tts.masked_store"(%p, %v, %m) : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi8>) -> ()
  tt.return
}
