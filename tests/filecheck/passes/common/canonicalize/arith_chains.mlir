// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Since Triton 3.8 integers are converted from their narrow type, with its sign.
// CHECK-LABEL: tt.func @conversions(
// CHECK-SAME:    %[[X:.*]]: i8)
// CHECK-NEXT:    %[[A:.*]] = arith.sitofp %[[X]] : i8 to f32
// CHECK-NEXT:    %[[B:.*]] = arith.uitofp %[[X]] : i8 to f32
// CHECK-NEXT:    %[[C:.*]] = arith.uitofp %[[X]] : i8 to f64
// CHECK-NEXT:    tt.return %[[A]], %[[B]], %[[C]]
tt.func @conversions(%x: i8) -> (f32, f32, f64) {
  %s = arith.extsi %x : i8 to i32
  %u = arith.extui %x : i8 to i32
  %a = arith.sitofp %s : i32 to f32
  %b = arith.sitofp %u : i32 to f32
  %c = arith.uitofp %u : i32 to f64
  tt.return %a, %b, %c : f32, f32, f64
}

// The sign of a signed extension would be lost.
// CHECK-LABEL: tt.func @sign(
// CHECK:         arith.extsi
// CHECK:         arith.uitofp %{{.*}} : i32 to f32
tt.func @sign(%x: i8) -> f32 {
  %s = arith.extsi %x : i8 to i32
  %a = arith.uitofp %s : i32 to f32
  tt.return %a : f32
}

// Two bitwise operations of one kind with constants are one: 12 & 10 = 8, 12 | 10 = 14, 12 ^ 10 = 6.
// CHECK-LABEL: tt.func @bitwise(
// CHECK-SAME:    %[[X:.*]]: i32)
// CHECK-DAG:     %[[EIGHT:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[FOURTEEN:.*]] = arith.constant 14 : i32
// CHECK-DAG:     %[[SIX:.*]] = arith.constant 6 : i32
// CHECK:         %[[A:.*]] = arith.andi %[[X]], %[[EIGHT]] : i32
// CHECK:         %[[O:.*]] = arith.ori %[[X]], %[[FOURTEEN]] : i32
// CHECK:         %[[E:.*]] = arith.xori %[[X]], %[[SIX]] : i32
// CHECK:         tt.return %[[A]], %[[O]], %[[E]]
tt.func @bitwise(%x: i32) -> (i32, i32, i32) {
  %c10 = arith.constant 10 : i32
  %c12 = arith.constant 12 : i32
  %a = arith.andi %x, %c12 : i32
  %b = arith.andi %a, %c10 : i32
  %c = arith.ori %x, %c12 : i32
  %d = arith.ori %c, %c10 : i32
  %e = arith.xori %x, %c12 : i32
  %f = arith.xori %e, %c10 : i32
  tt.return %b, %d, %f : i32, i32, i32
}

// A reshape of a splat is a splat.
// CHECK-LABEL: func.func @splat(
// CHECK-NEXT:    %[[A:.*]] = tensor.splat %arg0 : tensor<2x4xf32>
// CHECK-NEXT:    %[[B:.*]] = tensor.splat %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @splat(%x: f32) -> (tensor<2x4xf32>, tensor<8xf32>) {
  %s = tensor.splat %x : tensor<8xf32>
  %a = tensor.expand_shape %s [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %t = tensor.splat %x : tensor<2x4xf32>
  %b = tensor.collapse_shape %t [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  return %a, %b : tensor<2x4xf32>, tensor<8xf32>
}
