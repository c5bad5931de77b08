// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: #map1 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: func.func @l(%arg0: tensor<4x8xf32>, %arg1: f32, %arg2: tensor<?x8xf32>, %arg3: memref<4x8xf32>, %arg4: memref<4x8xf32>, %arg5: tensor<1xi32>) -> (tensor<4x8xf32>, tensor<32xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi32>, tensor<4x8xf32>, tensor<8x4xf32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT:   %collapsed = tensor.collapse_shape %0 {{\[\[}}0, 1]] : tensor<4x8xf32> into tensor<32xf32>
// CHECK-NEXT:   %1 = linalg.fill ins(%arg1 : f32) outs(%collapsed : tensor<32xf32>) -> tensor<32xf32>
// CHECK-NEXT:   linalg.fill ins(%arg1 : f32) outs(%arg3 : memref<4x8xf32>)
// CHECK-NEXT:   %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%arg5 : tensor<1xi32>) {
// CHECK-NEXT:   ^bb0(%out: i32):
// CHECK-NEXT:     linalg.yield %c0_i32 : i32
// CHECK-NEXT:   } -> tensor<1xi32>
// CHECK-NEXT:   %3 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<4x8xf32>) {
// CHECK-NEXT:   ^bb0(%out: f32):
// CHECK-NEXT:     linalg.yield %cst : f32
// CHECK-NEXT:   } -> tensor<4x8xf32>
// CHECK-NEXT:   %4 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:   %5 = linalg.fill ins(%arg1 : f32) outs(%4 : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   return %arg0, %1, %arg0, %arg0, %2, %3, %5 : tensor<4x8xf32>, tensor<32xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi32>, tensor<4x8xf32>, tensor<8x4xf32>
// CHECK-NEXT: }

#id = affine_map<(d0, d1) -> (d0, d1)>
#id1 = affine_map<(d0) -> (d0)>
func.func @l(%t: tensor<4x8xf32>, %f: f32, %u: tensor<?x8xf32>, %m: memref<4x8xf32>, %m2: memref<4x8xf32>, %e1: tensor<1xi32>) -> (tensor<4x8xf32>, tensor<32xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi32>, tensor<4x8xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x8xf32>
  %1 = linalg.fill ins(%f : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %3 = linalg.copy ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  %dead = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %x = arith.addf %a, %a : f32
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  %tr = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) permutation = [0, 1]
  %cm = memref.cast %m : memref<4x8xf32> to memref<?x8xf32>
  linalg.fill ins(%f : f32) outs(%cm : memref<?x8xf32>)
  %4 = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%e1 : tensor<1xi32>) {
  ^bb0(%b: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    linalg.yield %j : i32
  } -> tensor<1xi32>
  %cst = arith.constant 2.0 : f32
  %5 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x8xf32>) {
  ^bb0(%b: f32):
    linalg.yield %cst : f32
  } -> tensor<4x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  %et = tensor.empty() : tensor<8x4xf32>
  %ft = linalg.transpose ins(%1 : tensor<4x8xf32>) outs(%et : tensor<8x4xf32>) permutation = [1, 0]
  return %0, %2, %3, %tr, %4, %5, %ft : tensor<4x8xf32>, tensor<32xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<1xi32>, tensor<4x8xf32>, tensor<8x4xf32>
}

// A copy is its input, cast to the type of its output, unless the elements differ.
// CHECK-LABEL: func.func @copies(
// CHECK-NEXT:    %cast = tensor.cast %arg0 : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK-NEXT:    %0 = linalg.copy ins(%cast : tensor<4x8xf32>) outs(%arg2 : tensor<4x8xf64>) -> tensor<4x8xf64>
// CHECK-NEXT:    return %cast, %0
func.func @copies(%x: tensor<?x8xf32>, %y: tensor<4x8xf32>, %z: tensor<4x8xf64>) -> (tensor<4x8xf32>, tensor<4x8xf64>) {
  %0 = linalg.copy ins(%x : tensor<?x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.copy ins(%0 : tensor<4x8xf32>) outs(%z : tensor<4x8xf64>) -> tensor<4x8xf64>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf64>
}

// A copy of a fill fills the output of the copy, unless the elements differ: the fill may round its value.
// CHECK-LABEL: func.func @copies_of_fills(
// CHECK-NEXT:    %0 = linalg.fill ins(%arg0 : f32) outs(%arg1 : tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT:    %1 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    %2 = linalg.copy ins(%1 : tensor<4x8xf32>) outs(%arg3 : tensor<4x8xf64>) -> tensor<4x8xf64>
// CHECK-NEXT:    return %0, %1, %2
func.func @copies_of_fills(%f: f32, %x: tensor<?x8xf32>, %y: tensor<4x8xf32>, %z: tensor<4x8xf64>) -> (tensor<?x8xf32>, tensor<4x8xf32>, tensor<4x8xf64>) {
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = linalg.copy ins(%0 : tensor<?x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.copy ins(%1 : tensor<4x8xf32>) outs(%z : tensor<4x8xf64>) -> tensor<4x8xf64>
  return %0, %1, %2 : tensor<?x8xf32>, tensor<4x8xf32>, tensor<4x8xf64>
}

// A broadcast without new dimensions is its input.
// CHECK-LABEL: func.func @broadcasts(
// CHECK-NEXT:    %broadcasted = linalg.broadcast ins(%arg1 : tensor<8xf32>) outs(%arg2 : tensor<4x8xf32>) dimensions = [0]
// CHECK-NEXT:    return %arg0, %broadcasted
func.func @broadcasts(%x: tensor<4x8xf32>, %row: tensor<8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = linalg.broadcast ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) dimensions = []
  %1 = linalg.broadcast ins(%row : tensor<8xf32>) outs(%y : tensor<4x8xf32>) dimensions = [0]
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}
