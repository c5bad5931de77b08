// RUN: xtriton-opt %s --canonicalize | filecheck %s

// The elements of a resource are not known.
// CHECK-LABEL: tt.func @resources(
// CHECK: arith.muli
// CHECK: arith.subi
// CHECK: arith.cmpi
tt.func @resources() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) {
  %a = arith.constant dense_resource<a> : tensor<4xi32>
  %b = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = arith.muli %a, %b : tensor<4xi32>
  %1 = arith.subi %b, %a : tensor<4xi32>
  %2 = arith.cmpi slt, %a, %b : tensor<4xi32>
  tt.return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi1>
}
