// RUN: xtriton-opt %s --cpu-bufferize | filecheck %s

// The body computes each element of the buffer from its indices.
// CHECK-LABEL: func.func @generated(
// CHECK: %[[B:.*]] = memref.alloc(%arg0) : memref<4x?xi32>
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[B]] : memref<4x?xi32>) {
// CHECK-NEXT: ^bb0(%{{.*}}: i32):
// CHECK-NEXT: %[[I:.*]] = linalg.index 0
// CHECK-NEXT: %[[J:.*]] = linalg.index 1
// CHECK-NEXT: arith.addi %[[I]], %[[J]]
// CHECK: memref.copy %[[B]], %arg1
func.func @generated(%n: index, %out: memref<4x?xi32>) {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    %2 = arith.index_cast %1 : index to i32
    tensor.yield %2 : i32
  } : tensor<4x?xi32>
  bufferization.materialize_in_destination %0 in writable %out : (tensor<4x?xi32>, memref<4x?xi32>) -> ()
  return
}
