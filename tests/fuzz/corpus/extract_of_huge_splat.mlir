// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// memory: canonicalize: folds/tensor.py:fold_extract
func.func @f(%i: index) -> (f32, tensor<4x4xf32>) {
  %c = arith.constant dense<1.0> : tensor<4294967296x4294967296xf32>
  %e = tensor.extract %c[%i, %i] : tensor<4294967296x4294967296xf32>
  %s = tensor.extract_slice %c[0, 0] [4, 4] [1, 1] : tensor<4294967296x4294967296xf32> to tensor<4x4xf32>
  return %e, %s : f32, tensor<4x4xf32>
}
