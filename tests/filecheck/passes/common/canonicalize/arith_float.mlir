// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// CHECK: tt.func @neutral_numbers(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32) {
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0, %arg0 : f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @neutral_numbers(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %n = arith.constant -0.0 : f32
  %p = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %0 = arith.addf %x, %n : f32
  %1 = arith.subf %x, %p : f32
  %2 = arith.mulf %o, %x : f32
  %3 = arith.divf %x, %o : f32
  tt.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// -0 + 0 is 0, and 0 times infinity is not 0.
// CHECK: tt.func @numbers_that_are_not_neutral(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %0 = arith.addf %arg0, %cst_0 : f32
// CHECK-NEXT:   %1 = arith.subf %arg0, %cst : f32
// CHECK-NEXT:   %2 = arith.mulf %arg0, %cst_0 : f32
// CHECK-NEXT:   %3 = arith.divf %cst_1, %arg0 : f32
// CHECK-NEXT:   %4 = arith.subf %arg0, %arg0 : f32
// CHECK-NEXT:   %5 = arith.remf %arg0, %cst_1 : f32
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @numbers_that_are_not_neutral(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32) {
  %n = arith.constant -0.0 : f32
  %p = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %0 = arith.addf %x, %p : f32
  %1 = arith.subf %x, %n : f32
  %2 = arith.mulf %x, %p : f32
  %3 = arith.divf %o, %x : f32
  %4 = arith.subf %x, %x : f32
  %5 = arith.remf %x, %o : f32
  tt.return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// CHECK: tt.func @constants() -> (f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 3.500000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 7.500000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant -1.100000e+01 : f32
// CHECK-NEXT:   %cst_2 = arith.constant -2.750000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:   %cst_4 = arith.constant -5.500000e+00 : f32
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4 : f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @constants() -> (f32, f32, f32, f32, f32, f32) {
  %a = arith.constant 5.5 : f32
  %b = arith.constant -2.0 : f32
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.negf %a : f32
  tt.return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// CHECK: tt.func @rounding() -> (f16, f16) {
// CHECK-NEXT:   %cst = arith.constant 3.332520e-01 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 0x7C00 : f16
// CHECK-NEXT:   tt.return %cst, %cst_0 : f16, f16
// CHECK-NEXT: }
tt.func @rounding() -> (f16, f16) {
  %a = arith.constant 1.0 : f16
  %b = arith.constant 3.0 : f16
  %c = arith.constant 6.0e4 : f16
  %0 = arith.divf %a, %b : f16
  %1 = arith.addf %c, %c : f16
  tt.return %0, %1 : f16, f16
}

// CHECK: tt.func @without_a_result() -> (f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0xFF800000 : f32
// CHECK-NEXT:   tt.return %cst, %cst, %cst, %cst, %cst_0, %cst : f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @without_a_result() -> (f32, f32, f32, f32, f32, f32) {
  %z = arith.constant 0.0 : f32
  %i = arith.constant 0x7F800000 : f32
  %m = arith.constant -1.0 : f32
  %0 = arith.subf %i, %i : f32
  %1 = arith.mulf %z, %i : f32
  %2 = arith.divf %z, %z : f32
  %3 = arith.remf %i, %m : f32
  %4 = arith.divf %m, %z : f32
  %5 = arith.remf %m, %z : f32
  tt.return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// A NaN keeps its sign and payload, and stops to signal.
// CHECK: tt.func @nan() -> (f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0xFFC00123 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:   tt.return %cst_0, %cst_1, %cst_0, %cst, %cst : f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @nan() -> (f32, f32, f32, f32, f32) {
  %n = arith.constant 0xFFC00123 : f32
  %s = arith.constant 0x7F800001 : f32
  %o = arith.constant 1.0 : f32
  %0 = arith.addf %n, %o : f32
  %1 = arith.mulf %o, %s : f32
  %2 = arith.maximumf %o, %n : f32
  %3 = arith.maxnumf %n, %o : f32
  %4 = arith.minnumf %o, %s : f32
  tt.return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK: tt.func @negated_twice(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT:   tt.return %arg0 : f32
// CHECK-NEXT: }
tt.func @negated_twice(%x: f32, %y: f32) -> f32 {
  %0 = arith.negf %x : f32
  %1 = arith.negf %0 : f32
  tt.return %1 : f32
}

// CHECK: tt.func @negated_factors(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %0 = arith.negf %arg0 : f32
// CHECK-NEXT:   %1 = arith.negf %arg1 : f32
// CHECK-NEXT:   %2 = arith.mulf %arg0, %arg1 fastmath<fast> : f32
// CHECK-NEXT:   %3 = arith.divf %arg0, %arg1 : f32
// CHECK-NEXT:   %4 = arith.addf %0, %1 : f32
// CHECK-NEXT:   %5 = arith.mulf %0, %arg1 : f32
// CHECK-NEXT:   %6 = arith.divf %arg0, %1 : f32
// CHECK-NEXT:   tt.return %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @negated_factors(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32) {
  %0 = arith.negf %x : f32
  %1 = arith.negf %y : f32
  %2 = arith.mulf %0, %1 fastmath<fast> : f32
  %3 = arith.divf %0, %1 : f32
  %4 = arith.addf %0, %1 : f32
  %5 = arith.mulf %0, %y : f32
  %6 = arith.divf %x, %1 : f32
  tt.return %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32
}

// CHECK: tt.func @extrema_of_itself(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32) {
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0, %arg0 : f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @extrema_of_itself(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %0 = arith.maximumf %x, %x : f32
  %1 = arith.minimumf %x, %x : f32
  %2 = arith.maxnumf %x, %x : f32
  %3 = arith.minnumf %x, %x : f32
  tt.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK: tt.func @extrema_with_limits(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32) {
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0, %arg0 : f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @extrema_with_limits(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %i = arith.constant 0x7F800000 : f32
  %m = arith.constant 0xFF800000 : f32
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %x, %m : f32
  %1 = arith.minimumf %x, %i : f32
  %2 = arith.maxnumf %x, %n : f32
  %3 = arith.minnumf %x, %n : f32
  tt.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK: tt.func @extrema_without_limits(%arg0: f32, %arg1: f32) -> (f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 0x7F800000 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0xFF800000 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %0 = arith.maximumf %arg0, %cst : f32
// CHECK-NEXT:   %1 = arith.minimumf %arg0, %cst_0 : f32
// CHECK-NEXT:   %2 = arith.maxnumf %arg0, %cst_0 : f32
// CHECK-NEXT:   %3 = arith.minnumf %arg0, %cst : f32
// CHECK-NEXT:   %4 = arith.maximumf %arg0, %cst_1 : f32
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @extrema_without_limits(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32) {
  %i = arith.constant 0x7F800000 : f32
  %m = arith.constant 0xFF800000 : f32
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %x, %i : f32
  %1 = arith.minimumf %x, %m : f32
  %2 = arith.maxnumf %x, %m : f32
  %3 = arith.minnumf %x, %i : f32
  %4 = arith.maximumf %x, %n : f32
  tt.return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK: tt.func @extrema_of_constants() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst, %cst, %cst_0, %cst_1, %cst : f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @extrema_of_constants() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %a = arith.constant 1.0 : f32
  %0 = arith.maximumf %m, %p : f32
  %1 = arith.minimumf %p, %m : f32
  %2 = arith.maxnumf %m, %a : f32
  %3 = arith.minnumf %a, %p : f32
  %4 = arith.maximumf %p, %m : f32
  %5 = arith.minimumf %m, %p : f32
  %6 = arith.maxnumf %a, %m : f32
  %7 = arith.minnumf %p, %a : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}
