// RUN: xtriton-opt %s --canonicalize | filecheck %s

// A copy of what is filled fills the target.
// CHECK: func.func @copy_of_fill(%arg0: f32, %arg1: tensor<?xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @copy_of_fill(%f: f32, %e: tensor<?xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.copy ins(%0 : tensor<?xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// What else is copied stays.
// CHECK: func.func @copy_of_argument(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = linalg.copy ins(%arg0 : tensor<?xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
func.func @copy_of_argument(%a: tensor<?xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.copy ins(%a : tensor<?xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A copy of the same type is what is copied.
// CHECK: func.func @same_type(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: return %arg0 : tensor<4xf32>
func.func @same_type(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
