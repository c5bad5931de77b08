// RUN: xtriton-opt %s --cpu-fuse | filecheck %s

// CHECK: #[[T:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// A masked load, operations on its result, and a masked store: one loop over the part that the mask keeps.
// CHECK-LABEL: func.func @masked
// CHECK-NOT:     memref.alloc
// CHECK:         %[[IN:.*]] = memref.subview %arg0[0] [%arg2] [1]
// CHECK:         %[[OUT:.*]] = memref.subview %arg1[0] [%arg2] [1]
// CHECK:         %[[X:.*]] = bufferization.to_tensor %[[IN]] restrict
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<?xf32>)
// CHECK:           arith.mulf
// CHECK-NEXT:      arith.negf
// CHECK:         bufferization.materialize_in_destination %[[R]] in writable %[[OUT]]
func.func @masked(%in: memref<8xf32>, %out: memref<8xf32>, %n: index) {
  %memory = memref.alloc() : memref<8xf32>
  %from = memref.subview %in[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %memory[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %0 = bufferization.to_tensor %memory restrict writable : memref<8xf32> to tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.mulf %a, %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1 : tensor<8xf32>) outs(%1 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %part = tensor.extract_slice %2[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %place = memref.subview %out[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  bufferization.materialize_in_destination %part in writable %place : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// The operand of a reduction is computed in it; the transposition becomes a map.
// CHECK-LABEL: func.func @reduced
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.generic {indexing_maps = [#[[T]], #{{.*}}], iterator_types = ["reduction", "parallel"]}
// CHECK:           math.exp
// CHECK-NEXT:      arith.addf
// CHECK-NOT:     linalg.reduce
func.func @reduced(%x: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %5 = math.exp %a : f32
    linalg.yield %5 : f32
  } -> tensor<4x8xf32>
  %2 = tensor.empty() : tensor<8x4xf32>
  %3 = linalg.transpose ins(%1 : tensor<4x8xf32>) outs(%2 : tensor<8x4xf32>) permutation = [1, 0]
  %4 = linalg.reduce ins(%3 : tensor<8x4xf32>) outs(%init : tensor<4xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %5 = arith.addf %a, %b : f32
      linalg.yield %5 : f32
    }
  return %4 : tensor<4xf32>
}

// A product of matrices that is added to a sum starts from it.
// CHECK-LABEL: func.func @accumulated
// CHECK:         %[[R:.*]] = linalg.matmul ins(%arg0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%arg2 : tensor<4x4xf32>)
// CHECK-NEXT:    return %[[R]]
func.func @accumulated(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c, %2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %4 = arith.addf %x, %y : f32
    linalg.yield %4 : f32
  } -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// Sums of numbers narrower than f32 are added up in f32, and rounded once.
// CHECK-LABEL: func.func @narrow
// CHECK:         %[[S:.*]] = linalg.reduce ins(%arg0 : tensor<4x8xf16>) outs(%{{.*}} : tensor<4xf32>)
// CHECK-NEXT:      (%[[V:.*]]: f16, %[[T:.*]]: f32)
// CHECK-NEXT:      %[[W:.*]] = arith.extf %[[V]] : f16 to f32
// CHECK-NEXT:      arith.addf %[[W]], %[[T]] : f32
// CHECK:         linalg.generic {{.*}} ins(%[[S]] : tensor<4xf32>)
// CHECK:           arith.truncf
// CHECK:         linalg.matmul ins(%arg2, %arg3 : tensor<4x4xf16>, tensor<4x4xf16>) outs(%{{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK:           arith.truncf
func.func @narrow(%x: tensor<4x8xf16>, %init: tensor<4xf16>, %a: tensor<4x4xf16>, %b: tensor<4x4xf16>, %c: tensor<4x4xf16>) -> (tensor<4xf16>, tensor<4x4xf16>) {
  %0 = linalg.reduce ins(%x : tensor<4x8xf16>) outs(%init : tensor<4xf16>) dimensions = [1] (%v: f16, %t: f16) {
    %3 = arith.addf %v, %t : f16
    linalg.yield %3 : f16
  }
  %1 = linalg.matmul ins(%a, %b : tensor<4x4xf16>, tensor<4x4xf16>) outs(%c : tensor<4x4xf16>) -> tensor<4x4xf16>
  return %0, %1 : tensor<4xf16>, tensor<4x4xf16>
}

// A value with two users is computed in both, at the same element: one operation is left.
// CHECK-LABEL: func.func @diamond
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>)
// CHECK:           math.exp
// CHECK-NEXT:      arith.negf
// CHECK-NEXT:      arith.mulf
// CHECK:         return %[[R]]
func.func @diamond(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = math.exp %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %3 = arith.mulf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// It stays if it has another user.
// CHECK-LABEL: func.func @looked_at
// CHECK:         %[[E:.*]] = linalg.generic
// CHECK:           math.exp
// CHECK:         %[[N:.*]] = linalg.generic {{.*}} ins(%[[E]] : tensor<8xf32>)
// CHECK:         return %[[E]], %[[N]]
func.func @looked_at(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = math.exp %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// It stays if it would be computed at two elements for one.
// CHECK-LABEL: func.func @at_two_places
// CHECK:         %[[E:.*]] = linalg.generic
// CHECK:           math.exp
// CHECK:         linalg.generic {{.*}} ins(%[[E]], %[[E]] : tensor<4x4xf32>, tensor<4x4xf32>)
// CHECK-NOT:       math.exp
// CHECK:           arith.mulf
func.func @at_two_places(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = math.exp %a : f32
    linalg.yield %3 : f32
  } -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %3 = arith.mulf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// Other readings of the same bits are made again for everybody.
// CHECK-LABEL: func.func @bits
// CHECK:         %[[A:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>) outs(%{{.*}} : tensor<8xi32>)
// CHECK:           arith.bitcast
// CHECK-NEXT:      arith.xori
// CHECK:         %[[B:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>) outs(%{{.*}} : tensor<8xi32>)
// CHECK:           arith.bitcast
// CHECK-NEXT:      arith.addi
// CHECK:         return %[[A]], %[[B]]
func.func @bits(%x: tensor<8xf32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %e = tensor.empty() : tensor<8xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: f32, %o: i32):
    %3 = arith.bitcast %a : f32 to i32
    linalg.yield %3 : i32
  } -> tensor<8xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: i32, %o: i32):
    %3 = arith.xori %a, %a : i32
    linalg.yield %3 : i32
  } -> tensor<8xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: i32, %o: i32):
    %3 = arith.addi %a, %a : i32
    linalg.yield %3 : i32
  } -> tensor<8xi32>
  return %1, %2 : tensor<8xi32>, tensor<8xi32>
}

// The sum of two elements moves to its user, in its order; its operand stays, as it is read twice.
// CHECK-LABEL: func.func @pairs
// CHECK:         %[[E:.*]] = linalg.generic
// CHECK:           math.exp
// CHECK:         linalg.generic {{.*}} ins(%[[E]], %[[E]], %[[E]] : {{.*}}) outs(%{{.*}} : tensor<8x2xf32>)
// CHECK-NEXT:    ^bb0(%[[FIRST:.*]]: f32, %[[SECOND:.*]]: f32, %[[SELF:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[FIRST]], %cst : f32
// CHECK-NEXT:      %[[T:.*]] = arith.addf %[[SECOND]], %[[S]] : f32
// CHECK-NEXT:      arith.divf %[[SELF]], %[[T]] : f32
func.func @pairs(%x: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x2xf32>) outs(%e : tensor<8x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = math.exp %a : f32
    linalg.yield %3 : f32
  } -> tensor<8x2xf32>
  %f = tensor.empty() : tensor<8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.reduce ins(%0 : tensor<8x2xf32>) outs(%z : tensor<8xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %3 = arith.addf %a, %b : f32
      linalg.yield %3 : f32
    }
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1, %0 : tensor<8xf32>, tensor<8x2xf32>) outs(%e : tensor<8x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %3 = arith.divf %b, %a : f32
    linalg.yield %3 : f32
  } -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// The sum of three elements is made once for all three.
// CHECK-LABEL: func.func @three
// CHECK:         linalg.reduce
// CHECK:         arith.divf
func.func @three(%x: tensor<8x3xf32>) -> tensor<8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x3xf32>
  %f = tensor.empty() : tensor<8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.reduce ins(%x : tensor<8x3xf32>) outs(%z : tensor<8xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %3 = arith.addf %a, %b : f32
      linalg.yield %3 : f32
    }
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1, %x : tensor<8xf32>, tensor<8x3xf32>) outs(%e : tensor<8x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %3 = arith.divf %b, %a : f32
    linalg.yield %3 : f32
  } -> tensor<8x3xf32>
  return %2 : tensor<8x3xf32>
}
