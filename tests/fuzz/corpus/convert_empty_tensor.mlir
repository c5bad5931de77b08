// RUN: xtriton-opt --pass-pipeline='convert-triton-to-tritongpu{target=cuda:90}' %s
// exception: convert-triton-to-tritongpu: ZeroDivisionError in layouts/encoding.py
tt.func @f(%v: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %0 = arith.addf %v, %v : tensor<0x8xf32>
  tt.return %0 : tensor<0x8xf32>
}
