// RUN: xtriton-opt --pass-pipeline='test-print-alignment' %s
// exception: test-print-alignment: IndexError in analysis/axis_info_transfer.py:_splat
tt.func @f(%x: tensor<f32>) -> tensor<8xf32> {
  %0 = tt.splat %x : tensor<f32> -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}
