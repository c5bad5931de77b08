// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Two collapses, and two expansions, compose.
// CHECK-LABEL: func.func @collapses(
// CHECK-NEXT:    %[[C:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2], [3]] : tensor<2x3x4x5xf32> into tensor<24x5xf32>
// CHECK-NEXT:    return %[[C]]
func.func @collapses(%t: tensor<2x3x4x5xf32>) -> tensor<24x5xf32> {
  %a = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
  %b = tensor.collapse_shape %a [[0, 1], [2]] : tensor<6x4x5xf32> into tensor<24x5xf32>
  return %b : tensor<24x5xf32>
}

// CHECK-LABEL: func.func @expansions(
// CHECK-NEXT:    %[[E:.*]] = tensor.expand_shape %arg0 {{\[\[}}0, 1, 2], [3]] output_shape [2, 3, 4, 5] : tensor<24x5xf32> into tensor<2x3x4x5xf32>
// CHECK-NEXT:    return %[[E]]
func.func @expansions(%t: tensor<24x5xf32>) -> tensor<2x3x4x5xf32> {
  %a = tensor.expand_shape %t [[0, 1], [2]] output_shape [6, 4, 5] : tensor<24x5xf32> into tensor<6x4x5xf32>
  %b = tensor.expand_shape %a [[0, 1], [2], [3]] output_shape [2, 3, 4, 5] : tensor<6x4x5xf32> into tensor<2x3x4x5xf32>
  return %b : tensor<2x3x4x5xf32>
}

// A slice gets the more static type that it is cast to, also one that drops a dimension.
// CHECK-LABEL: func.func @cast_of_slices(
// CHECK-NEXT:    %[[S:.*]] = tensor.extract_slice %arg0[0, 2] [3, 4] [1, 1] : tensor<8x8xf32> to tensor<3x4xf32>
// CHECK-NEXT:    %[[L:.*]] = tensor.extract_slice %arg0[1, 0] [1, 5] [1, 1] : tensor<8x8xf32> to tensor<5xf32>
// CHECK-NEXT:    return %[[S]], %[[L]]
func.func @cast_of_slices(%t: tensor<8x8xf32>, %m: index) -> (tensor<3x4xf32>, tensor<5xf32>) {
  %s = tensor.extract_slice %t[0, 2] [%m, 4] [1, 1] : tensor<8x8xf32> to tensor<?x4xf32>
  %c = tensor.cast %s : tensor<?x4xf32> to tensor<3x4xf32>
  %l = tensor.extract_slice %t[1, 0] [1, %m] [1, 1] : tensor<8x8xf32> to tensor<?xf32>
  %d = tensor.cast %l : tensor<?xf32> to tensor<5xf32>
  return %c, %d : tensor<3x4xf32>, tensor<5xf32>
}

// A cast that drops an extent of a slice stays.
// CHECK-LABEL: func.func @slice_that_forgets(
// CHECK:         tensor.cast
func.func @slice_that_forgets(%t: tensor<8x8xf32>) -> tensor<?x4xf32> {
  %s = tensor.extract_slice %t[0, 2] [3, 4] [1, 1] : tensor<8x8xf32> to tensor<3x4xf32>
  %c = tensor.cast %s : tensor<3x4xf32> to tensor<?x4xf32>
  return %c : tensor<?x4xf32>
}

// Slices and elements of a cast that drops extents are those of its source.
// CHECK-LABEL: func.func @parts_of_casts(
// CHECK-NEXT:    %[[S:.*]] = tensor.extract_slice %arg0[%arg1, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
// CHECK-NEXT:    %[[X:.*]] = tensor.extract %arg0[%arg1, %arg2] : tensor<4x8xf32>
// CHECK-NEXT:    return %[[S]], %[[X]]
func.func @parts_of_casts(%t: tensor<4x8xf32>, %i: index, %j: index) -> (tensor<2x8xf32>, f32) {
  %c = tensor.cast %t : tensor<4x8xf32> to tensor<?x8xf32>
  %s = tensor.extract_slice %c[%i, 0] [2, 8] [1, 1] : tensor<?x8xf32> to tensor<2x8xf32>
  %x = tensor.extract %c[%i, %j] : tensor<?x8xf32>
  return %s, %x : tensor<2x8xf32>, f32
}

// The extents of results are those of the outputs: each of its own.
// CHECK-LABEL: func.func @extents_of_results(
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG:     tensor.dim %arg1, %[[ZERO]] : tensor<?x?xf32>
// CHECK-DAG:     tensor.dim %arg2, %[[ONE]] : tensor<?x?xi32>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @extents_of_results(%x: tensor<?x?xf32>, %a: tensor<?x?xf32>, %b: tensor<?x?xi32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%a, %b : tensor<?x?xf32>, tensor<?x?xi32>) {
  ^bb0(%in: f32, %out: f32, %number: i32):
    %sum = arith.addf %in, %out : f32
    %twice = arith.addi %number, %number : i32
    linalg.yield %sum, %twice : f32, i32
  } -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %d = tensor.dim %r#0, %c0 : tensor<?x?xf32>
  %e = tensor.dim %r#1, %c1 : tensor<?x?xi32>
  return %d, %e : index, index
}

// Constant extents of an expansion become static.
// CHECK-LABEL: func.func @constant_extents(
// CHECK-NEXT:    %[[V:.*]] = tensor.cast %arg0 : tensor<?xf32> to tensor<8xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.expand_shape %[[V]] {{\[\[}}0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
// CHECK-NEXT:    %[[R:.*]] = tensor.cast %[[E]] : tensor<2x4xf32> to tensor<?x4xf32>
// CHECK-NEXT:    return %[[R]]
func.func @constant_extents(%v: tensor<?xf32>) -> tensor<?x4xf32> {
  %c2 = arith.constant 2 : index
  %e = tensor.expand_shape %v [[0, 1]] output_shape [%c2, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %e : tensor<?x4xf32>
}

// Two transpositions are one: dimension i of the result is dimension first[second[i]] of the source.
// CHECK-LABEL: func.func @transpositions(
// CHECK-NEXT:    %[[T:.*]] = linalg.transpose ins(%arg0 : tensor<2x3x4xf32>) outs(%arg2 : tensor<4x2x3xf32>) permutation = [2, 0, 1]
// CHECK-NEXT:    return %[[T]]
func.func @transpositions(%t: tensor<2x3x4xf32>, %a: tensor<3x4x2xf32>, %b: tensor<4x2x3xf32>) -> tensor<4x2x3xf32> {
  %u = linalg.transpose ins(%t : tensor<2x3x4xf32>) outs(%a : tensor<3x4x2xf32>) permutation = [1, 2, 0]
  %v = linalg.transpose ins(%u : tensor<3x4x2xf32>) outs(%b : tensor<4x2x3xf32>) permutation = [1, 2, 0]
  return %v : tensor<4x2x3xf32>
}

// A subview of the whole memory is the memory, or a cast of it to another type.
// CHECK-LABEL: func.func @whole(
// CHECK-NEXT:    %[[C:.*]] = memref.cast %arg0 : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
// CHECK-NEXT:    return %arg0, %[[C]] : memref<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>
func.func @whole(%m: memref<4x8xf32>) -> (memref<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>) {
  %u = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32>
  %v = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  return %u, %v : memref<4x8xf32>, memref<4x8xf32, strided<[8, 1]>>
}
