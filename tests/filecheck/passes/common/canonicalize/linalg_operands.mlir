// RUN: xtriton-opt %s --canonicalize | filecheck %s

// The other columns of the output are kept: this is no cast of the input.
// CHECK-LABEL: func.func @one_column_of_another_width(
// CHECK: linalg.generic
// CHECK-NOT: tensor.cast
func.func @one_column_of_another_width(%x: tensor<4x2xf32>, %out: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>, affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} ins(%x : tensor<4x2xf32>) outs(%out : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// Casts of inputs and outputs that only forget extents are left out; the result is cast instead.
// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %[[R:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>)
// CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: return %[[C]]
func.func @casts(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.addf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
