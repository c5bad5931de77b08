// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func @absf() -> (f16, f16, f16, f16) {
// CHECK-NEXT:   %cst = arith.constant 2.500000e+00 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 3.500000e+00 : f16
// CHECK-NEXT:   %cst_1 = arith.constant 0x7C00 : f16
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2 : f16, f16, f16, f16
// CHECK-NEXT: }
tt.func @absf() -> (f16, f16, f16, f16) {
  %a = arith.constant -2.5 : f16
  %b = arith.constant 3.5 : f16
  %i = arith.constant 0xFC00 : f16
  %z = arith.constant -0.0 : f16
  %0 = math.absf %a : f16
  %1 = math.absf %b : f16
  %2 = math.absf %i : f16
  %3 = math.absf %z : f16
  tt.return %0, %1, %2, %3 : f16, f16, f16, f16
}

// CHECK: tt.func @ceil() -> (f16, f16, f16, f16) {
// CHECK-NEXT:   %cst = arith.constant -2.000000e+00 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 4.000000e+00 : f16
// CHECK-NEXT:   %cst_1 = arith.constant 0xFC00 : f16
// CHECK-NEXT:   %cst_2 = arith.constant -0.000000e+00 : f16
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2 : f16, f16, f16, f16
// CHECK-NEXT: }
tt.func @ceil() -> (f16, f16, f16, f16) {
  %a = arith.constant -2.5 : f16
  %b = arith.constant 3.5 : f16
  %i = arith.constant 0xFC00 : f16
  %z = arith.constant -0.0 : f16
  %0 = math.ceil %a : f16
  %1 = math.ceil %b : f16
  %2 = math.ceil %i : f16
  %3 = math.ceil %z : f16
  tt.return %0, %1, %2, %3 : f16, f16, f16, f16
}

// CHECK: tt.func @floor() -> (f16, f16, f16, f16) {
// CHECK-NEXT:   %cst = arith.constant -3.000000e+00 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 3.000000e+00 : f16
// CHECK-NEXT:   %cst_1 = arith.constant 0xFC00 : f16
// CHECK-NEXT:   %cst_2 = arith.constant -0.000000e+00 : f16
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2 : f16, f16, f16, f16
// CHECK-NEXT: }
tt.func @floor() -> (f16, f16, f16, f16) {
  %a = arith.constant -2.5 : f16
  %b = arith.constant 3.5 : f16
  %i = arith.constant 0xFC00 : f16
  %z = arith.constant -0.0 : f16
  %0 = math.floor %a : f16
  %1 = math.floor %b : f16
  %2 = math.floor %i : f16
  %3 = math.floor %z : f16
  tt.return %0, %1, %2, %3 : f16, f16, f16, f16
}

// CHECK: tt.func @roundeven() -> (f16, f16, f16, f16) {
// CHECK-NEXT:   %cst = arith.constant -2.000000e+00 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 4.000000e+00 : f16
// CHECK-NEXT:   %cst_1 = arith.constant 0xFC00 : f16
// CHECK-NEXT:   %cst_2 = arith.constant -0.000000e+00 : f16
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2 : f16, f16, f16, f16
// CHECK-NEXT: }
tt.func @roundeven() -> (f16, f16, f16, f16) {
  %a = arith.constant -2.5 : f16
  %b = arith.constant 3.5 : f16
  %i = arith.constant 0xFC00 : f16
  %z = arith.constant -0.0 : f16
  %0 = math.roundeven %a : f16
  %1 = math.roundeven %b : f16
  %2 = math.roundeven %i : f16
  %3 = math.roundeven %z : f16
  tt.return %0, %1, %2, %3 : f16, f16, f16, f16
}

// CHECK: tt.func @isfinite() -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   tt.return %true, %true, %false, %false, %true : i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @isfinite() -> (i1, i1, i1, i1, i1) {
  %a = arith.constant -2.5 : f16
  %d = arith.constant 6.0e-8 : f16
  %i = arith.constant 0xFC00 : f16
  %n = arith.constant 0x7E00 : f16
  %z = arith.constant 0.0 : f16
  %0 = math.isfinite %a : f16
  %1 = math.isfinite %d : f16
  %2 = math.isfinite %i : f16
  %3 = math.isfinite %n : f16
  %4 = math.isfinite %z : f16
  tt.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// CHECK: tt.func @isinf() -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %false, %true, %false, %false : i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @isinf() -> (i1, i1, i1, i1, i1) {
  %a = arith.constant -2.5 : f16
  %d = arith.constant 6.0e-8 : f16
  %i = arith.constant 0xFC00 : f16
  %n = arith.constant 0x7E00 : f16
  %z = arith.constant 0.0 : f16
  %0 = math.isinf %a : f16
  %1 = math.isinf %d : f16
  %2 = math.isinf %i : f16
  %3 = math.isinf %n : f16
  %4 = math.isinf %z : f16
  tt.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// CHECK: tt.func @isnan() -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %false, %false, %true, %false : i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @isnan() -> (i1, i1, i1, i1, i1) {
  %a = arith.constant -2.5 : f16
  %d = arith.constant 6.0e-8 : f16
  %i = arith.constant 0xFC00 : f16
  %n = arith.constant 0x7E00 : f16
  %z = arith.constant 0.0 : f16
  %0 = math.isnan %a : f16
  %1 = math.isnan %d : f16
  %2 = math.isnan %i : f16
  %3 = math.isnan %n : f16
  %4 = math.isnan %z : f16
  tt.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// CHECK: tt.func @isnormal() -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   tt.return %true, %false, %false, %false, %false : i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @isnormal() -> (i1, i1, i1, i1, i1) {
  %a = arith.constant -2.5 : f16
  %d = arith.constant 6.0e-8 : f16
  %i = arith.constant 0xFC00 : f16
  %n = arith.constant 0x7E00 : f16
  %z = arith.constant 0.0 : f16
  %0 = math.isnormal %a : f16
  %1 = math.isnormal %d : f16
  %2 = math.isnormal %i : f16
  %3 = math.isnormal %n : f16
  %4 = math.isnormal %z : f16
  tt.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// Functions of the C library are there for f32 and f64.
// CHECK: tt.func @library_functions() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16) {
// CHECK-NEXT:   %cst = arith.constant 5.000000e-01 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 1.64872122 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 1.41421354 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 0.47942555 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.87758255 : f32
// CHECK-NEXT:   %cst_4 = arith.constant 0.462117165 : f32
// CHECK-NEXT:   %cst_5 = arith.constant 0.520499885 : f32
// CHECK-NEXT:   %cst_6 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_7 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_8 = arith.constant 0.707106769 : f32
// CHECK-NEXT:   %cst_9 = arith.constant -0.693147182 : f32
// CHECK-NEXT:   %cst_10 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:   %cst_11 = arith.constant -3.010300e-01 : f32
// CHECK-NEXT:   %cst_12 = arith.constant 0.405465096 : f32
// CHECK-NEXT:   %cst_13 = arith.constant 7.3890560989306504 : f64
// CHECK-NEXT:   %0 = math.exp %cst : f16
// CHECK-NEXT:   tt.return %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5, %cst_6, %cst_7, %cst_8, %cst_9, %cst_10, %cst_11, %cst_12, %cst_13, %0 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16
// CHECK-NEXT: }
tt.func @library_functions() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16) {
  %a = arith.constant 0.5 : f32
  %b = arith.constant 2.0 : f64
  %h = arith.constant 0.5 : f16
  %0 = math.exp %a : f32
  %1 = math.exp2 %a : f32
  %2 = math.sin %a : f32
  %3 = math.cos %a : f32
  %4 = math.tanh %a : f32
  %5 = math.erf %a : f32
  %6 = math.round %a : f32
  %7 = math.trunc %a : f32
  %8 = math.sqrt %a : f32
  %9 = math.log %a : f32
  %10 = math.log2 %a : f32
  %11 = math.log10 %a : f32
  %12 = math.log1p %a : f32
  %13 = math.exp %b : f64
  %14 = math.exp %h : f16
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16
}

// CHECK: tt.func @outside_of_their_domain() -> (f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant -0.693147182 : f32
// CHECK-NEXT:   %cst_0 = arith.constant -5.000000e-01 : f32
// CHECK-NEXT:   %cst_1 = arith.constant -1.500000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %0 = math.sqrt %cst_0 : f32
// CHECK-NEXT:   %1 = math.log %cst_0 : f32
// CHECK-NEXT:   %2 = math.log2 %cst_0 : f32
// CHECK-NEXT:   %3 = math.log10 %cst_0 : f32
// CHECK-NEXT:   %4 = math.log1p %cst_1 : f32
// CHECK-NEXT:   %5 = math.sqrt %cst_2 : f32
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %cst : f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @outside_of_their_domain() -> (f32, f32, f32, f32, f32, f32, f32) {
  %a = arith.constant -0.5 : f32
  %b = arith.constant -1.5 : f32
  %z = arith.constant -0.0 : f32
  %0 = math.sqrt %a : f32
  %1 = math.log %a : f32
  %2 = math.log2 %a : f32
  %3 = math.log10 %a : f32
  %4 = math.log1p %b : f32
  %5 = math.sqrt %z : f32
  %6 = math.log1p %a : f32
  tt.return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK: tt.func @of_two_numbers() -> (f32, f32, f32, f32, f16, f16) {
// CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 0.111111112 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 2.15879893 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_3 = arith.constant -3.000000e+00 : f32
// CHECK-NEXT:   %0 = math.powf %cst, %cst : f16
// CHECK-NEXT:   tt.return %cst_0, %cst_1, %cst_2, %cst_3, %cst, %0 : f32, f32, f32, f32, f16, f16
// CHECK-NEXT: }
tt.func @of_two_numbers() -> (f32, f32, f32, f32, f16, f16) {
  %a = arith.constant 3.0 : f32
  %b = arith.constant -2.0 : f32
  %z = arith.constant 0.0 : f32
  %h = arith.constant 1.0 : f16
  %0 = math.powf %a, %b : f32
  %1 = math.atan2 %a, %b : f32
  %2 = math.atan2 %z, %z : f32
  %3 = math.copysign %a, %b : f32
  %4 = math.copysign %h, %h : f16
  %5 = math.powf %h, %h : f16
  tt.return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f16, f16
}

// CHECK: tt.func @of_integers() -> (i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:   %c4_i8 = arith.constant 4 : i8
// CHECK-NEXT:   %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:   %c8_i8 = arith.constant 8 : i8
// CHECK-NEXT:   tt.return %c-128_i8, %c4_i8, %c2_i8, %c2_i8, %c8_i8, %c8_i8 : i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @of_integers() -> (i8, i8, i8, i8, i8, i8) {
  %a = arith.constant -128 : i8
  %b = arith.constant 12 : i8
  %z = arith.constant 0 : i8
  %0 = math.absi %a : i8
  %1 = math.ctlz %b : i8
  %2 = math.cttz %b : i8
  %3 = math.ctpop %b : i8
  %4 = math.ctlz %z : i8
  %5 = math.cttz %z : i8
  tt.return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
}

// 3^5 = 243, modulo 256; negative powers are cut off; 0 has none.
// CHECK: tt.func @powers_of_integers() -> (i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %c-3_i8 = arith.constant -3 : i8
// CHECK-NEXT:   %c-13_i8 = arith.constant -13 : i8
// CHECK-NEXT:   %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %0 = math.ipowi %c0_i8, %c-3_i8 : i8
// CHECK-NEXT:   tt.return %c-13_i8, %c1_i8, %c0_i8, %c-1_i8, %c1_i8, %c1_i8, %0 : i8, i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @powers_of_integers() -> (i8, i8, i8, i8, i8, i8, i8) {
  %t = arith.constant 3 : i8
  %f = arith.constant 5 : i8
  %m = arith.constant -1 : i8
  %o = arith.constant 1 : i8
  %z = arith.constant 0 : i8
  %n = arith.constant -3 : i8
  %e = arith.constant -2 : i8
  %0 = math.ipowi %t, %f : i8
  %1 = math.ipowi %t, %z : i8
  %2 = math.ipowi %t, %n : i8
  %3 = math.ipowi %m, %n : i8
  %4 = math.ipowi %m, %e : i8
  %5 = math.ipowi %o, %n : i8
  %6 = math.ipowi %z, %n : i8
  tt.return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}
