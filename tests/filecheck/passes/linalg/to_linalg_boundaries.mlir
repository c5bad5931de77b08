// RUN: xtriton-opt %s --triton=3.6 --triton-to-linalg --verify-diagnostics | filecheck %s

// As in triton-shared, boundaries are not checked unless that is asked for.
// CHECK-LABEL: func.func @boundaries(
// CHECK: memref.copy %reinterpret_cast, %alloc : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
tt.func @boundaries(%x: !tt.ptr<f32>, %n: i64, %s: i64, %i: i32) -> tensor<8xf32> {
  %p = tt.make_tensor_ptr %x, [%n], [%s], [%i] {order = array<i32: 0>} : <tensor<8xf32>>
  // expected-warning @below {{'tt.load' is lowered without its boundary check, as triton-shared does; safe=true checks it}}
  %v = tt.load %p {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8xf32>>
  tt.return %v : tensor<8xf32>
}
