// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='structured-to-memref{safe=false}' %s
// invalid: structured-to-memref: op requires the same element type for all operands
tt.func @stacked(%x: !tt.ptr<f32>, %m: index, %s: index) -> tensor<128x128xf16> {
  %p = tts.make_tptr %x to sizes: [4, 8], strides: [%s, 1], offsets: [0, 0], shape: [%m, 0], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<4x8x!tt.ptr<f32>>) -> tensor<128x128xf16>
  tt.return %v : tensor<128x128xf16>
}
