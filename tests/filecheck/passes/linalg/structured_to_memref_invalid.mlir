// RUN: not xtriton-opt %s --structured-to-memref --split-input-file 2>&1 | FileCheck %s

// CHECK: error: non-decreasing dimension order on tensor pointers are not yet supported
tt.func @order(%x: !tt.ptr<f32>, %n: index) -> tensor<4x8xf32> {
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [1, 4], offsets: [0, 0], shape: [%n, %n], order: [0, 1] : <f32> to !tt.ptr<tensor<4x8xf32>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (!tt.ptr<tensor<4x8xf32>>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// -----

// CHECK: error: 'tts.store' op: stores cannot wrap around; use a mask instead of a remainder
tt.func @wrapped_store(%x: !tt.ptr<f32>, %n: index, %v: tensor<4x8xf32>) {
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [8, 1], offsets: [0, 0], shape: [0, %n], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  "tts.store"(%p, %v) <{static_mask_dims = array<i64>}> : (tensor<4x8x!tt.ptr<f32>>, tensor<4x8xf32>) -> ()
  tt.return
}

// -----

// CHECK: error: 'tts.make_tptr' op: only one dimension may wrap around
tt.func @both_wrap(%x: !tt.ptr<f32>, %n: index) -> tensor<4x8xf32> {
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [8, 1], offsets: [0, 0], shape: [%n, %n], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<4x8x!tt.ptr<f32>>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// -----

// CHECK: error: 'tts.load' op accesses memory through pointers that tts.make_tptr has not made
tt.func @unknown(%p: tensor<8x!tt.ptr<f32>>) -> tensor<8xf32> {
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// CHECK: error: 'tts.masked_load' op does not support pointers that wrap around
tt.func @wrapped_masks(%x: !tt.ptr<f32>, %n: index, %m: tensor<4x8xi1>) -> tensor<4x8xf32> {
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [8, 1], offsets: [0, 0], shape: [0, %n], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  %v = "tts.masked_load"(%p, %m) : (tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi1>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// -----

// CHECK: error: pass 'structured-to-memref': 'tts.masked_load' op moves a 'tensor<4xf32>' where pointers address a 'tensor<8xf32>'
tt.func @another_shape(%x: !tt.ptr<f32>, %m: tensor<4xi1>) -> tensor<4xf32> {
  %p = tts.make_tptr %x to sizes: [8], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<8x!tt.ptr<f32>>
  %v = "tts.masked_load"(%p, %m) : (tensor<8x!tt.ptr<f32>>, tensor<4xi1>) -> tensor<4xf32>
  tt.return %v : tensor<4xf32>
}

// -----

// CHECK: error: pass 'structured-to-memref': 'tts.masked_load' op fills a 'tensor<8xf32>' with a 'i32'
tt.func @another_other(%x: !tt.ptr<f32>, %m: tensor<8xi1>, %o: i32) -> tensor<8xf32> {
  %p = tts.make_tptr %x to sizes: [8], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<8x!tt.ptr<f32>>
  %v = "tts.masked_load"(%p, %m, %o) : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>, i32) -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}
