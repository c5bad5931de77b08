// RUN: xtriton-opt %s --cpu-linalg-to-loops=vector-bits=128 | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops="vector-bits=128 strict-fp=true" | filecheck %s --check-prefix=STRICT

// Squares of four rows and columns are transposed in registers; the columns and rows after them go by element.
// CHECK-LABEL: func.func @transposed
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c4{{.*}} step %c4
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to %c8{{.*}} step %c4
// CHECK-COUNT-4:     vector.load %arg0{{.*}} : memref<5x9xf32>, vector<4xf32>
// CHECK:             vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5]
// CHECK:             vector.shuffle %{{.*}}, %{{.*}} [2, 3, 6, 7]
// CHECK:             vector.shuffle %{{.*}}, %{{.*}} [0, 4, 2, 6]
// CHECK:             vector.shuffle %{{.*}}, %{{.*}} [1, 5, 3, 7]
// CHECK-COUNT-4:     vector.store %{{.*}}, %arg1
// CHECK:         scf.for %{{.*}} = %{{.*}} to %c5
// CHECK:           scf.for %{{.*}} = %c8{{.*}} to %c9
// CHECK:             memref.load
// CHECK:         scf.for %{{.*}} = %c4{{.*}} to %c5
// CHECK:           scf.for %{{.*}} = %{{.*}} to %c8
// CHECK:             memref.load
func.func @transposed(%x: memref<5x9xf32>, %y: memref<9x5xf32>) {
  linalg.transpose ins(%x : memref<5x9xf32>) outs(%y : memref<9x5xf32>) permutation = [1, 0]
  return
}

// Extents that are known at run time.
// CHECK-LABEL: func.func @dynamic
// CHECK:         arith.remsi
// CHECK:         vector.shuffle
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.transpose ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) permutation = [1, 0]
  return
}

// Neither a computation nor a copy in order is a transposition.
// CHECK-LABEL: func.func @computed
// CHECK-NOT:     vector.shuffle
func.func @computed(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %z: memref<8x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  memref.copy %x, %z : memref<8x8xf32> to memref<8x8xf32>
  return
}

// Pairs, then pairs of pairs; the elements before the vector are added last. Lanes without elements before add -0.
// CHECK-LABEL: func.func @sums
// CHECK:         vector.load %arg0
// CHECK:         arith.constant -0.0
// CHECK:         vector.store %[[FIRST:.*]], %arg1
// CHECK:         %[[START:.*]] = vector.shuffle %[[FIRST]], %[[FIRST]] [3, 3, 3, 3]
// CHECK:         scf.for %[[I:.*]] = %c4{{.*}} to %c8{{.*}} step %c4{{.*}} iter_args(%[[BEFORE:.*]] = %[[START]]) -> (vector<4xf32>) {
// CHECK:           %[[X:.*]] = vector.load %arg0[%[[I]]]
// CHECK:           %[[EVEN:.*]] = vector.shuffle %[[X]], %{{.*}} [4, 0, 4, 2]
// CHECK:           %[[PAIRS:.*]] = arith.addf %[[EVEN]], %[[X]]
// CHECK:           %[[HALF:.*]] = vector.shuffle %[[PAIRS]], %{{.*}} [4, 4, 1, 1]
// CHECK:           %[[ALL:.*]] = arith.addf %[[HALF]], %[[PAIRS]]
// CHECK:           %[[SUM:.*]] = arith.addf %[[BEFORE]], %[[ALL]]
// CHECK:           vector.store %[[SUM]], %arg1[%[[I]]]
// CHECK:           %[[LAST:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [3, 3, 3, 3]
// CHECK:           arith.addf %[[BEFORE]], %[[LAST]]
// STRICT-LABEL: func.func @sums
// STRICT-NOT:     vector.
func.func @sums(%x: memref<8xf32>, %y: memref<8xf32>) {
  ttx.cumsum {axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1>} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// Integer sums do not depend on the order; seven elements are no whole vectors.
// STRICT-LABEL: func.func @integers
// STRICT:         vector.shuffle
// CHECK-LABEL: func.func @ragged
// CHECK-NOT:     vector.
func.func @integers(%x: memref<8xi32>, %y: memref<8xi32>) {
  ttx.cumsum {axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1>} ins(%x : memref<8xi32>) outs(%y : memref<8xi32>)
  return
}

func.func @ragged(%x: memref<7xf32>, %y: memref<7xf32>) {
  ttx.cumsum {axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1>} ins(%x : memref<7xf32>) outs(%y : memref<7xf32>)
  return
}

// The greater of each element and its neighbour: the two inner dimensions are the lanes, the outer ones a loop.
// CHECK-LABEL: func.func @neighbours
// CHECK:         %[[X:.*]] = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2, 3]] : memref<2x2x2x2xf32> into memref<16xf32>
// CHECK:         scf.for %{{.*}} = %{{.*}} to %c4
// CHECK-NOT:       scf.for
// CHECK:           %[[OWN:.*]] = vector.load %[[X]]
// CHECK:           %[[SECOND:.*]] = vector.load %[[X]]
// CHECK:           %[[OTHER:.*]] = vector.shuffle %[[SECOND]], %[[SECOND]] [1, 1, 3, 3]
// CHECK:           arith.maxnumf %[[OWN]], %[[OTHER]] : vector<4xf32>
func.func @neighbours(%x: memref<2x2x2x2xf32>, %y: memref<2x2x2x2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, 1)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%x, %x : memref<2x2x2x2xf32>, memref<2x2x2x2xf32>) outs(%y : memref<2x2x2x2xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %0 = arith.maxnumf %p, %q : f32
    linalg.yield %0 : f32
  }
  return
}

// A reduction of two elements: the lanes gather from two vectors.
// CHECK-LABEL: func.func @reduced
// CHECK:         vector.load %{{.*}} : memref<16xf32>, vector<8xf32>
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5]
// CHECK:         arith.addf
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [2, 3, 6, 7]
// CHECK:         arith.addf
// CHECK:         vector.store
func.func @reduced(%x: memref<2x2x2x2xf32>, %y: memref<2x2x2xf32>) {
  linalg.reduce ins(%x : memref<2x2x2x2xf32>) outs(%y : memref<2x2x2xf32>) dimensions = [2]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// Calls, and values that depend on the indices, stay loops.
// CHECK-LABEL: func.func @indices
// CHECK-NOT:     vector.
func.func @indices(%y: memref<2x2x2xi32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
    outs(%y : memref<2x2x2xi32>) {
  ^bb0(%r: i32):
    %0 = linalg.index 2 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  }
  return
}
