// RUN: xtriton-opt %s --canonicalize | filecheck %s

// A reshape to the type before an expansion undoes it; to another type it does not, nor where elements may be reordered.
// CHECK-LABEL: tt.func @reshape_of_expansion(
// CHECK-NEXT:    %0 = tt.expand_dims %arg0 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
// CHECK-NEXT:    %1 = tt.reshape %0 : tensor<4x1xi32> -> tensor<2x2xi32>
// CHECK-NEXT:    %2 = tt.reshape %0 allow_reorder : tensor<4x1xi32> -> tensor<4xi32>
// CHECK-NEXT:    tt.return %arg0, %arg1, %1, %2 :
tt.func @reshape_of_expansion(%x: tensor<4xi32>, %y: tensor<2x4xf32>) -> (tensor<4xi32>, tensor<2x4xf32>, tensor<2x2xi32>, tensor<4xi32>) {
  %a = tt.expand_dims %x {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %b = tt.reshape %a : tensor<4x1xi32> -> tensor<4xi32>
  %c = tt.expand_dims %y {axis = 1 : i32} : tensor<2x4xf32> -> tensor<2x1x4xf32>
  %d = tt.reshape %c : tensor<2x1x4xf32> -> tensor<2x4xf32>
  %e = tt.reshape %a : tensor<4x1xi32> -> tensor<2x2xi32>
  %f = tt.reshape %a allow_reorder : tensor<4x1xi32> -> tensor<4xi32>
  tt.return %b, %d, %e, %f : tensor<4xi32>, tensor<2x4xf32>, tensor<2x2xi32>, tensor<4xi32>
}

// A pointer made from the number of a pointer is that pointer, as one to elements of its own type.
// CHECK-LABEL: tt.func @pointer_of_integer(
// CHECK-DAG:     tt.bitcast %arg0 : !tt.ptr<f32> -> !tt.ptr<i8>
// CHECK-DAG:     tt.bitcast %arg1 : tensor<4x!tt.ptr<f16>> -> tensor<4x!tt.ptr<i32>>
// CHECK-NOT:     int_to_ptr
tt.func @pointer_of_integer(%p: !tt.ptr<f32>, %q: tensor<4x!tt.ptr<f16>>) -> (!tt.ptr<i8>, !tt.ptr<f32>, tensor<4x!tt.ptr<i32>>) {
  %a = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  %b = tt.int_to_ptr %a : i64 -> !tt.ptr<i8>
  %c = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
  %d = tt.ptr_to_int %q : tensor<4x!tt.ptr<f16>> -> tensor<4xi64>
  %e = tt.int_to_ptr %d : tensor<4xi64> -> tensor<4x!tt.ptr<i32>>
  tt.return %b, %c, %e : !tt.ptr<i8>, !tt.ptr<f32>, tensor<4x!tt.ptr<i32>>
}

// An offset in bytes is one in elements, if it is a multiple of their size.
// CHECK-LABEL: tt.func @moved_pointer(
tt.func @moved_pointer(%n: i64, %m: tensor<4xi64>, %p: !tt.ptr<f32>) -> (!tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<i8>, tensor<4x!tt.ptr<f16>>, !tt.ptr<f64>, !tt.ptr<f32>) {
  %c8 = arith.constant 8 : i64
  %c6 = arith.constant 6 : i64
  %minus = arith.constant -16 : i64
  %tens = arith.constant dense<10> : tensor<4xi64>
  %a = arith.addi %n, %c8 : i64
  %b = arith.addi %n, %c6 : i64
  %c = arith.addi %m, %tens : tensor<4xi64>
  %d = arith.addi %n, %minus : i64
  %number = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  %e = arith.addi %number, %c8 : i64
  // CHECK-DAG: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<f32>, i64
  // CHECK-DAG: %[[SIX:.*]] = arith.addi %arg0, %c6_i64 : i64
  // CHECK-DAG: tt.int_to_ptr %[[SIX]] : i64 -> !tt.ptr<f32>
  // CHECK-DAG: tt.addptr %{{.*}}, %{{.*}} : !tt.ptr<i8>, i64
  %u = tt.int_to_ptr %a : i64 -> !tt.ptr<f32>
  %v = tt.int_to_ptr %b : i64 -> !tt.ptr<f32>
  %w = tt.int_to_ptr %a : i64 -> !tt.ptr<i8>
  %x = tt.int_to_ptr %c : tensor<4xi64> -> tensor<4x!tt.ptr<f16>>
  %y = tt.int_to_ptr %d : i64 -> !tt.ptr<f64>
  %z = tt.int_to_ptr %e : i64 -> !tt.ptr<f32>
  tt.return %u, %v, %w, %x, %y, %z : !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<i8>, tensor<4x!tt.ptr<f16>>, !tt.ptr<f64>, !tt.ptr<f32>
}
