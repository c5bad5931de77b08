// RUN: xtriton-opt %s --split-input-file --verify-diagnostics
// RUN: not xtriton-opt %s --triton=3.8 --split-input-file 2>&1 | filecheck %s --check-prefix=OLD

// Only operations of tts have pointers to tensors, also in texts after, or with, such operations.

tt.func @of_tts(%p: !tt.ptr<f32>) {
  %0 = tts.make_tptr %p to sizes: [4], strides: [1], offsets: [0], shape: [8], order: [0] : <f32> to !tt.ptr<tensor<4xf32>>
  %1 = "tts.load"(%0) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (!tt.ptr<tensor<4xf32>>) -> tensor<4xf32>
  tt.return
}

// -----

// OLD: error: pointer types cannot point to ranked tensor types
// expected-error @below {{pointer types must point to integer or floating-point types}}
tt.func @later(%p: !tt.ptr<tensor<4xf32>>) {
  tt.return
}

// -----

tt.func @beside(%p: !tt.ptr<f32>) {
  %0 = tts.make_tptr %p to sizes: [4], strides: [1], offsets: [0], shape: [8], order: [0] : <f32> to !tt.ptr<tensor<4xf32>>
  // OLD: error: pointer types cannot point to ranked tensor types
  // expected-error @below {{pointer types must point to integer or floating-point types}}
  %1 = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<tensor<4xf32>>
  tt.return
}
