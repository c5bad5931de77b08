// RUN: xtriton-opt %s --cpu-bufferize | filecheck %s

// A sum that goes around a loop stays in one place, which is that of its first value.
// CHECK-LABEL: func.func @sum
// CHECK:         %[[SUM:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    linalg.fill ins(%{{.*}} : f32) outs(%[[SUM]] : memref<8xf32>)
// CHECK-NEXT:    scf.for %{{.*}} = %c0 to %arg0 step %c1 {
// CHECK-NEXT:      linalg.generic {{.*}} outs(%[[SUM]] : memref<8xf32>)
// CHECK-NOT:       memref.copy %{{.*}}, %[[SUM]]
// CHECK:         memref.copy %[[SUM]], %arg1
func.func @sum(%n: index, %out: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %1) -> (tensor<8xf32>) {
    %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%sum : tensor<8xf32>) {
    ^bb0(%s: f32):
      %4 = arith.addf %s, %one : f32
      linalg.yield %4 : f32
    } -> tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  bufferization.materialize_in_destination %2 in writable %out : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// A tensor that is looked at again is not overwritten.
// CHECK-LABEL: func.func @old_and_new
// CHECK:         %[[NEW:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    memref.copy %arg0, %[[NEW]]
// CHECK-NEXT:    memref.store %{{.*}}, %[[NEW]][%c0]
// CHECK-NEXT:    memref.copy %[[NEW]], %arg1
// CHECK-NEXT:    memref.copy %arg0, %arg2
func.func @old_and_new(%in: memref<8xf32>, %out: memref<8xf32>, %same: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %0 = bufferization.to_tensor %in restrict writable : memref<8xf32> to tensor<8xf32>
  %1 = tensor.insert %zero into %0[%c0] : tensor<8xf32>
  bufferization.materialize_in_destination %1 in writable %out : (tensor<8xf32>, memref<8xf32>) -> ()
  bufferization.materialize_in_destination %0 in writable %same : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// A value that is stored at once is computed in the target.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.generic {{.*}} ins(%arg0 : memref<8xf32>) outs(%arg1 : memref<8xf32>)
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @in_place(%in: memref<8xf32>, %out: memref<8xf32>) {
  %0 = bufferization.to_tensor %in restrict : memref<8xf32> to tensor<8xf32>
  %1 = tensor.empty() : tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%1 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %2 in writable %out : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// An operand that is also read at other elements is not overwritten while it is read.
// CHECK-LABEL: func.func @symmetric
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK:         %[[B:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[A]] : {{.*}}) outs(%[[B]] : memref<4x4xf32>)
func.func @symmetric(%one: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.fill ins(%one : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %3 = arith.subf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<4x4xf32>
  %2 = tensor.extract %1[%c0, %c0] : tensor<4x4xf32>
  return %2 : f32
}
