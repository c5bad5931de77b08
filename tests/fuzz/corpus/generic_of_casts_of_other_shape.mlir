// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// invalid: canonicalize: op inferred has shape's dimension to be but found
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %b : tensor<5xf32> to tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
