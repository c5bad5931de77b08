// RUN: xtriton-opt %s --collapse-shape | FileCheck %s

// CHECK-LABEL: func.func @fills
// CHECK-SAME:    (%[[V:.+]]: f32, %[[T:.+]]: tensor<2x3x4xf32>, %[[M:.+]]: memref<2x3xf32>, %[[STRIDED:.+]]: memref<2x3xf32, strided<[8, 1]>>)
func.func @fills(%v: f32, %t: tensor<2x3x4xf32>, %m: memref<2x3xf32>, %strided: memref<2x3xf32, strided<[8, 1]>>) -> tensor<2x3x4xf32> {
  // CHECK: %[[FLAT:.+]] = tensor.collapse_shape %[[T]] {{\[\[}}0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
  // CHECK: %[[FULL:.+]] = linalg.fill ins(%[[V]] : f32) outs(%[[FLAT]] : tensor<24xf32>)
  // CHECK: %[[R:.+]] = tensor.expand_shape %[[FULL]] {{\[\[}}0, 1, 2]] output_shape [2, 3, 4]
  // CHECK: %[[MEM:.+]] = memref.collapse_shape %[[M]] {{\[\[}}0, 1]] : memref<2x3xf32> into memref<6xf32>
  // CHECK: linalg.fill ins(%[[V]] : f32) outs(%[[MEM]] : memref<6xf32>)
  // CHECK: linalg.fill ins(%[[V]] : f32) outs(%[[STRIDED]]
  // CHECK: return %[[R]]
  %0 = linalg.fill ins(%v : f32) outs(%t : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  linalg.fill ins(%v : f32) outs(%m : memref<2x3xf32>)
  linalg.fill ins(%v : f32) outs(%strided : memref<2x3xf32, strided<[8, 1]>>)
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @transposes
func.func @transposes(%x: tensor<2x3x4x5xf32>, %y: tensor<4x5x2x3xf32>, %z: tensor<5x4x3x2xf32>) -> (tensor<4x5x2x3xf32>, tensor<5x4x3x2xf32>) {
  // CHECK: %[[A:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<6x20xf32>
  // CHECK: %[[B:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2, 3]] : tensor<4x5x2x3xf32> into tensor<20x6xf32>
  // CHECK: linalg.transpose ins(%[[A]] : tensor<6x20xf32>) outs(%[[B]] : tensor<20x6xf32>) permutation = [1, 0]
  // CHECK: linalg.transpose {{.*}} permutation = [3, 2, 1, 0]
  %0 = linalg.transpose ins(%x : tensor<2x3x4x5xf32>) outs(%y : tensor<4x5x2x3xf32>) permutation = [2, 3, 0, 1]
  %1 = linalg.transpose ins(%x : tensor<2x3x4x5xf32>) outs(%z : tensor<5x4x3x2xf32>) permutation = [3, 2, 1, 0]
  return %0, %1 : tensor<4x5x2x3xf32>, tensor<5x4x3x2xf32>
}

// CHECK-LABEL: func.func @reduces
func.func @reduces(%x: tensor<2x3x4xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[A:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  // CHECK: %[[B:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  // CHECK: linalg.reduce ins(%[[A]] : tensor<6x4xf32>) outs(%[[B]] : tensor<6xf32>) dimensions = [1]
  // CHECK:   arith.addf
  %0 = linalg.reduce ins(%x : tensor<2x3x4xf32>) outs(%y : tensor<2x3xf32>) dimensions = [2]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @broadcasts
#from = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#to = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @broadcasts(%x: tensor<1x1x4xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: %[[A:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2]] : tensor<1x1x4xf32> into tensor<1x4xf32>
  // CHECK: %[[B:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<1x4xf32>) outs(%[[B]] : tensor<6x4xf32>) attrs = {broadcastDims = array<i64: 0>}
  %0 = linalg.generic {indexing_maps = [#from, #to], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<1x1x4xf32>) outs(%y : tensor<2x3x4xf32>) attrs = {broadcastDims = array<i64: 0, 1>} {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
