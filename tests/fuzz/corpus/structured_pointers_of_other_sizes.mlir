// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='structured-to-memref{safe=true}' %s
// invalid: structured-to-memref: slice along dimension runs
tt.func @stacked(%x: !tt.ptr<f32>, %m: index, %s: index) -> tensor<4x8xf32> {
  %p = tts.make_tptr %x to sizes: [4, 14], strides: [%s, 1], offsets: [0, 0], shape: [%m, 0], order: [] : <f32> to tensor<4x8x!tt.ptr<f32>>
  %v = "tts.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<4x8x!tt.ptr<f32>>) -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}
