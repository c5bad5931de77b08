// RUN: xtriton-opt %s --canonicalize | filecheck %s

// The single NaN of these formats is neither an infinity nor negative, and a zero has no sign.
// CHECK-LABEL: @one_nan
tt.func @one_nan() -> (i1, i1, i1, f8E4M3FNUZ, f16, f32, f8E5M2FNUZ) {
  %a = arith.constant 0x80 : f8E4M3FNUZ
  %b = arith.constant 0x80 : f8E5M2FNUZ
  %c = arith.constant 0x80 : f8E4M3B11FNUZ
  %zero = arith.constant 0.0 : f8E5M2FNUZ
  %0 = arith.cmpf uno, %a, %a : f8E4M3FNUZ
  %1 = arith.cmpf uno, %b, %b : f8E5M2FNUZ
  %2 = arith.cmpf olt, %c, %c : f8E4M3B11FNUZ
  %3 = arith.negf %a : f8E4M3FNUZ
  %4 = arith.extf %a : f8E4M3FNUZ to f16
  %5 = arith.extf %b : f8E5M2FNUZ to f32
  %6 = arith.negf %zero : f8E5M2FNUZ
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant false
  // CHECK-DAG: %[[NAN8:.*]] = arith.constant 0x80 : f8E4M3FNUZ
  // CHECK-DAG: %[[NAN16:.*]] = arith.constant 0x7E00 : f16
  // CHECK-DAG: %[[NAN32:.*]] = arith.constant 0x7FC00000 : f32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f8E5M2FNUZ
  // CHECK: tt.return %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[NAN8]], %[[NAN16]], %[[NAN32]], %[[ZERO]]
  tt.return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, f8E4M3FNUZ, f16, f32, f8E5M2FNUZ
}

// CHECK-LABEL: @two_nans
tt.func @two_nans() -> (f16, f32) {
  %a = arith.constant 0x7F : f8E4M3FN
  %b = arith.constant 0xFF : f8E4M3FN
  %0 = arith.extf %a : f8E4M3FN to f16
  %1 = arith.extf %b : f8E4M3FN to f32
  // CHECK-DAG: %[[NAN16:.*]] = arith.constant 0x7F80 : f16
  // CHECK-DAG: %[[NAN32:.*]] = arith.constant 0xFFF00000 : f32
  // CHECK: tt.return %[[NAN16]], %[[NAN32]]
  tt.return %0, %1 : f16, f32
}

// CHECK-LABEL: @many_nans
tt.func @many_nans() -> (i1, tf32, f8E3M4, f32) {
  %a = arith.constant 0x3FE00 : tf32
  %b = arith.constant 0x7E00 : f16
  %c = arith.constant 0xFD : f8E4M3
  %0 = arith.cmpf uno, %a, %a : tf32
  %1 = arith.extf %b : f16 to tf32
  %2 = arith.truncf %b : f16 to f8E3M4
  %3 = arith.extf %c : f8E4M3 to f32
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  // CHECK-DAG: %[[TF32:.*]] = arith.constant 0x3FE00 : tf32
  // CHECK-DAG: %[[F8:.*]] = arith.constant 0x78 : f8E3M4
  // CHECK-DAG: %[[F32:.*]] = arith.constant 0xFFD00000 : f32
  // CHECK: tt.return %[[TRUE]], %[[TF32]], %[[F8]], %[[F32]]
  tt.return %0, %1, %2, %3 : i1, tf32, f8E3M4, f32
}
