// RUN: xtriton-opt --pass-pipeline='structured-to-memref{safe=false}' %s
// invalid: structured-to-memref: op requires the same element type for all operands
tt.func @gather(%x: !tt.ptr<!tt.ptr<!tt.ptr<f32>>>, %o: tensor<4xi32>, %m: tensor<4xi1>, %r26: index) -> tensor<64x32xi8> {
  %p = tts.make_gather_scatter_tptr %x to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [10, 1], offsets: [0, 0] : tensor<4xi32> tensor<4xi1> <!tt.ptr<!tt.ptr<f32>>> to !tt.ptr<tensor<4x8x!tt.ptr<!tt.ptr<f32>>>>
  %v = "tts.load"(%p, %r26) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_mask_dims = array<i64: 0, -9223372036854775808>}> : (!tt.ptr<tensor<4x8x!tt.ptr<!tt.ptr<f32>>>>, index) -> tensor<64x32xi8>
  tt.return %v : tensor<64x32xi8>
}
