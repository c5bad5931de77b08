// RUN: xtriton-opt %s --triton=3.6 --triton-to-linalg=safe --split-input-file --verify-diagnostics | filecheck %s

// A gather looks up single elements.
// CHECK-LABEL: func.func @gathered(%arg0: memref<*xf32>, %arg1: tensor<8xi32>
// CHECK-NOT: tt.
// CHECK: memref.load
tt.func @gathered(%x: !tt.ptr<f32>, %i: tensor<8xi32>) -> tensor<8xf32> {
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  // expected-remark @+2 {{'tt.addptr' cannot be lowered as a block of memory: offsets made by an argument of a block have no known structure; triton-to-linalg-experimental is used instead}}
  // expected-remark @below {{'tt.addptr' op is not structured}}
  %a = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-remark @below {{'tt.load' op is not structured}}
  %v = tt.load %a : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

// Boundary checks: the size of the copy depends on the shape.
// CHECK-LABEL: func.func @boundaries(
// CHECK-NOT: tt.
// CHECK: arith.minsi
// CHECK: memref.copy
tt.func @boundaries(%x: !tt.ptr<f32>, %n: i64) -> tensor<8xf32> {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %p = tt.make_tensor_ptr %x, [%n], [%one], [%zero] {order = array<i32: 0>} : <tensor<8xf32>>
  // expected-remark @below {{'tt.load' cannot be lowered as a block of memory: the boundaries of a block pointer are not checked here}}
  %v = tt.load %p {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8xf32>>
  tt.return %v : tensor<8xf32>
}
