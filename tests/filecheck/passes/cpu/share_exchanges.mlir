// RUN: xtriton-opt %s --cpu-share-exchanges=vector-bits=128 | filecheck %s

#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#low = affine_map<(d0, d1, d2) -> (d0, 0, d2)>

// Two sums with the lower element of each pair, at distances of 8 and 4: one function for vectors of 4 elements.
// CHECK-LABEL: func.func @distances
// CHECK-NOT:     linalg.generic
// CHECK:         call @distances__exchange_0(%{{.*}}, %{{.*}}, %c32{{.*}}, %c23{{.*}}, %c0{{.*}})
// CHECK:         call @distances__exchange_0(%{{.*}}, %{{.*}}, %c32{{.*}}, %c27{{.*}}, %c0{{.*}})
func.func @distances(%x: memref<2x2x8xf32>, %y: memref<4x2x4xf32>, %u: memref<2x2x8xf32>, %v: memref<4x2x4xf32>) {
  linalg.generic {indexing_maps = [#all, #low, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %x : memref<2x2x8xf32>, memref<2x2x8xf32>) outs(%u : memref<2x2x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  linalg.generic {indexing_maps = [#all, #low, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y, %y : memref<4x2x4xf32>, memref<4x2x4xf32>) outs(%v : memref<4x2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

// A step that has no equal, one in place, and one whose extents are no powers of two stay.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT:     call
func.func @others(%x: memref<2x2x8xf32>, %u: memref<2x2x8xf32>, %z: memref<3x2x8xf32>, %w: memref<3x2x8xf32>) {
  linalg.generic {indexing_maps = [#all, #low, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %x : memref<2x2x8xf32>, memref<2x2x8xf32>) outs(%u : memref<2x2x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.mulf %a, %b : f32
    linalg.yield %c : f32
  }
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : memref<2x2x8xf32>) outs(%x : memref<2x2x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %c = arith.mulf %a, %a : f32
    linalg.yield %c : f32
  }
  linalg.generic {indexing_maps = [#all, #low, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%z, %z : memref<3x2x8xf32>, memref<3x2x8xf32>) outs(%w : memref<3x2x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.mulf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

// Steps within a vector, one after the other, are one loop: what the first writes is never in memory.
// CHECK-LABEL: func.func @chain
// CHECK-NOT:     linalg.generic
// CHECK-NOT:     memref.alloc
// CHECK:         call @chain__exchange_0
// CHECK:       func.func @distances__exchange_0(%[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>, %[[SIZE:.*]]: index, %[[KEEP:.*]]: index, %[[SET:.*]]: index)
// CHECK:         scf.for %[[FIRST:.*]] = %{{.*}} to %[[SIZE]] step %c4
// CHECK:           %[[SELF:.*]] = vector.load %[[X]][%[[FIRST]]]
// CHECK:           arith.andi %[[FIRST]], %[[KEEP]] : index
// CHECK:           vector.store %{{.*}}, %[[OUT]][%[[FIRST]]]
// CHECK:       func.func @chain__exchange_0
// CHECK:           vector.load
// CHECK-NOT:       vector.load
// CHECK:           vector.shuffle %{{.*}} [0, 0, 2, 2]
// CHECK:           vector.shuffle %{{.*}} [0, 0, 2, 2]
// CHECK-COUNT-1:   vector.store
func.func @chain(%x: memref<4x2x1xf32>, %u: memref<4x2x1xf32>) {
  %between = memref.alloc() : memref<4x2x1xf32>
  linalg.generic {indexing_maps = [#all, #low, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %x : memref<4x2x1xf32>, memref<4x2x1xf32>) outs(%between : memref<4x2x1xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  linalg.generic {indexing_maps = [#all, #low, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%between, %between : memref<4x2x1xf32>, memref<4x2x1xf32>) outs(%u : memref<4x2x1xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %c = arith.mulf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}
