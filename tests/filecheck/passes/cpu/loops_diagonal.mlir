// RUN: xtriton-opt %s --cpu-linalg-to-loops | filecheck %s

// One loop along both dimensions of an operand.
// CHECK-LABEL: func.func @diagonal(
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: memref.load %arg0[%[[I]], %[[I]]] : memref<8x8xf32>
func.func @diagonal(%x: memref<8x8xf32>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<8x8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}
// Dimensions between those two are one loop.
// CHECK-LABEL: func.func @diagonal_of_planes(
// CHECK: %[[X:.*]] = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2], [3]]
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] =
// CHECK-NEXT: memref.load %[[X]][%[[I]], %[[J]], %[[I]]]
func.func @diagonal_of_planes(%x: memref<8x4x4x8xf32>, %y: memref<8x4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : memref<8x4x4x8xf32>) outs(%y : memref<8x4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}
