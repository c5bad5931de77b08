// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Only if all elements are constants is the tensor one.
// CHECK: func.func @constants() -> tensor<2xi32> {
// CHECK-NEXT: %cst = arith.constant dense<[3, 5]> : tensor<2xi32>
// CHECK-NEXT: return %cst : tensor<2xi32>
func.func @constants() -> tensor<2xi32> {
  %a = arith.constant 3 : i32
  %b = arith.constant 5 : i32
  %t = tensor.from_elements %a, %b : tensor<2xi32>
  return %t : tensor<2xi32>
}

// CHECK: func.func @one_is_not(%arg0: i32) -> tensor<2xi32> {
// CHECK: %from_elements = tensor.from_elements %c3_i32, %arg0 : tensor<2xi32>
func.func @one_is_not(%x: i32) -> tensor<2xi32> {
  %a = arith.constant 3 : i32
  %t = tensor.from_elements %a, %x : tensor<2xi32>
  return %t : tensor<2xi32>
}
