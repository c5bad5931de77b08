// RUN: xtriton-opt %s --canonicalize | filecheck %s

module {
// NaN wins, and -0 is less than +0.
// CHECK: tt.func @minimumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant -5.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant -3.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_4 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:   %cst_5 = arith.constant 0xFFC00123 : f32
// CHECK-NEXT:   %cst_6 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   tt.return %cst, %cst, %cst_0, %cst_0, %cst_1, %cst_1, %cst_2, %cst_2, %cst_3, %cst_3, %cst_4, %cst_4, %cst_5, %cst_1, %cst_6 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @minimumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %m3 = arith.constant -3.0 : f32
  %m5 = arith.constant -5.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %nnan = arith.constant 0xFFC00123 : f32
  %nz = arith.constant -0.0 : f32
  %p1 = arith.constant 1.0 : f32
  %p2 = arith.constant 2.0 : f32
  %pz = arith.constant 0.0 : f32
  %snan = arith.constant 0x7F800001 : f32
  %0 = arith.minimumf %m3, %m5 : f32
  %1 = arith.minimumf %m5, %m3 : f32
  %2 = arith.minimumf %p1, %p2 : f32
  %3 = arith.minimumf %p2, %p1 : f32
  %4 = arith.minimumf %pz, %nz : f32
  %5 = arith.minimumf %nz, %pz : f32
  %6 = arith.minimumf %pz, %m3 : f32
  %7 = arith.minimumf %m3, %nz : f32
  %8 = arith.minimumf %nan, %p1 : f32
  %9 = arith.minimumf %p1, %nan : f32
  %10 = arith.minimumf %snan, %p1 : f32
  %11 = arith.minimumf %p1, %snan : f32
  %12 = arith.minimumf %nnan, %nan : f32
  %13 = arith.minimumf %nz, %p1 : f32
  %14 = arith.minimumf %p2, %pz : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// NaN wins, and +0 is greater than -0.
// CHECK: tt.func @maximumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant -3.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_4 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:   %cst_5 = arith.constant 0xFFC00123 : f32
// CHECK-NEXT:   %cst_6 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   tt.return %cst, %cst, %cst_0, %cst_0, %cst_1, %cst_1, %cst_1, %cst_2, %cst_3, %cst_3, %cst_4, %cst_4, %cst_5, %cst_6, %cst_0 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @maximumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %m3 = arith.constant -3.0 : f32
  %m5 = arith.constant -5.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %nnan = arith.constant 0xFFC00123 : f32
  %nz = arith.constant -0.0 : f32
  %p1 = arith.constant 1.0 : f32
  %p2 = arith.constant 2.0 : f32
  %pz = arith.constant 0.0 : f32
  %snan = arith.constant 0x7F800001 : f32
  %0 = arith.maximumf %m3, %m5 : f32
  %1 = arith.maximumf %m5, %m3 : f32
  %2 = arith.maximumf %p1, %p2 : f32
  %3 = arith.maximumf %p2, %p1 : f32
  %4 = arith.maximumf %pz, %nz : f32
  %5 = arith.maximumf %nz, %pz : f32
  %6 = arith.maximumf %pz, %m3 : f32
  %7 = arith.maximumf %m3, %nz : f32
  %8 = arith.maximumf %nan, %p1 : f32
  %9 = arith.maximumf %p1, %nan : f32
  %10 = arith.maximumf %snan, %p1 : f32
  %11 = arith.maximumf %p1, %snan : f32
  %12 = arith.maximumf %nnan, %nan : f32
  %13 = arith.maximumf %nz, %p1 : f32
  %14 = arith.maximumf %p2, %pz : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// A number wins against NaN that does not signal.
// CHECK: tt.func @minnumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 0xFFC00123 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant -5.000000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant -3.000000e+00 : f32
// CHECK-NEXT:   %cst_4 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:   %cst_5 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   tt.return %cst_1, %cst_1, %cst_0, %cst_0, %cst_2, %cst_2, %cst_3, %cst_3, %cst_0, %cst_0, %cst_4, %cst_0, %cst, %cst_2, %cst_5 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @minnumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %m3 = arith.constant -3.0 : f32
  %m5 = arith.constant -5.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %nnan = arith.constant 0xFFC00123 : f32
  %nz = arith.constant -0.0 : f32
  %p1 = arith.constant 1.0 : f32
  %p2 = arith.constant 2.0 : f32
  %pz = arith.constant 0.0 : f32
  %snan = arith.constant 0x7F800001 : f32
  %0 = arith.minnumf %m3, %m5 : f32
  %1 = arith.minnumf %m5, %m3 : f32
  %2 = arith.minnumf %p1, %p2 : f32
  %3 = arith.minnumf %p2, %p1 : f32
  %4 = arith.minnumf %pz, %nz : f32
  %5 = arith.minnumf %nz, %pz : f32
  %6 = arith.minnumf %pz, %m3 : f32
  %7 = arith.minnumf %m3, %nz : f32
  %8 = arith.minnumf %nan, %p1 : f32
  %9 = arith.minnumf %p1, %nan : f32
  %10 = arith.minnumf %snan, %p1 : f32
  %11 = arith.minnumf %p1, %snan : f32
  %12 = arith.minnumf %nnan, %nan : f32
  %13 = arith.minnumf %nz, %p1 : f32
  %14 = arith.minnumf %p2, %pz : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// A number wins against NaN that does not signal.
// CHECK: tt.func @maxnumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 0xFFC00123 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant -3.000000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_4 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_5 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:   tt.return %cst_1, %cst_1, %cst_2, %cst_2, %cst_3, %cst_3, %cst_3, %cst_4, %cst_0, %cst_0, %cst_5, %cst_0, %cst, %cst_0, %cst_2 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @maxnumf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %m3 = arith.constant -3.0 : f32
  %m5 = arith.constant -5.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %nnan = arith.constant 0xFFC00123 : f32
  %nz = arith.constant -0.0 : f32
  %p1 = arith.constant 1.0 : f32
  %p2 = arith.constant 2.0 : f32
  %pz = arith.constant 0.0 : f32
  %snan = arith.constant 0x7F800001 : f32
  %0 = arith.maxnumf %m3, %m5 : f32
  %1 = arith.maxnumf %m5, %m3 : f32
  %2 = arith.maxnumf %p1, %p2 : f32
  %3 = arith.maxnumf %p2, %p1 : f32
  %4 = arith.maxnumf %pz, %nz : f32
  %5 = arith.maxnumf %nz, %pz : f32
  %6 = arith.maxnumf %pz, %m3 : f32
  %7 = arith.maxnumf %m3, %nz : f32
  %8 = arith.maxnumf %nan, %p1 : f32
  %9 = arith.maxnumf %p1, %nan : f32
  %10 = arith.maxnumf %snan, %p1 : f32
  %11 = arith.maxnumf %p1, %snan : f32
  %12 = arith.maxnumf %nnan, %nan : f32
  %13 = arith.maxnumf %nz, %p1 : f32
  %14 = arith.maxnumf %p2, %pz : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// The sign is that of the left operand.
// CHECK: tt.func @remf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant -3.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant -2.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_4 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:   %cst_5 = arith.constant 0xFFC00123 : f32
// CHECK-NEXT:   %cst_6 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_7 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_3, %cst_2, %cst_3, %cst_3, %cst_3, %cst_4, %cst_4, %cst_5, %cst_6, %cst_3, %cst_3, %cst_3, %cst_7, %cst_1 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @remf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %m3 = arith.constant -3.0 : f32
  %m5 = arith.constant -5.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %nnan = arith.constant 0xFFC00123 : f32
  %nz = arith.constant -0.0 : f32
  %p1 = arith.constant 1.0 : f32
  %p2 = arith.constant 2.0 : f32
  %pinf = arith.constant 0x7F800000 : f32
  %pz = arith.constant 0.0 : f32
  %snan = arith.constant 0x7F800001 : f32
  %0 = arith.remf %m3, %m5 : f32
  %1 = arith.remf %m5, %m3 : f32
  %2 = arith.remf %p1, %p2 : f32
  %3 = arith.remf %p2, %p1 : f32
  %4 = arith.remf %pz, %nz : f32
  %5 = arith.remf %nz, %pz : f32
  %6 = arith.remf %pz, %m3 : f32
  %7 = arith.remf %m3, %nz : f32
  %8 = arith.remf %nan, %p1 : f32
  %9 = arith.remf %p1, %nan : f32
  %10 = arith.remf %snan, %p1 : f32
  %11 = arith.remf %p1, %snan : f32
  %12 = arith.remf %nnan, %nan : f32
  %13 = arith.remf %nz, %p1 : f32
  %14 = arith.remf %p2, %pz : f32
  %15 = arith.remf %p1, %pz : f32
  %16 = arith.remf %pinf, %p2 : f32
  %17 = arith.remf %m5, %p2 : f32
  %18 = arith.remf %p1, %pinf : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// Neutral only on the right, and only the one that is neutral.
// CHECK: tt.func @neutral(%arg0: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 0xFF800000 : f32
// CHECK-NEXT:   %0 = arith.minimumf %arg0, %cst_1 : f32
// CHECK-NEXT:   %1 = arith.maximumf %arg0, %cst_0 : f32
// CHECK-NEXT:   %2 = arith.maxnumf %arg0, %cst_0 : f32
// CHECK-NEXT:   %3 = arith.minimumf %arg0, %cst : f32
// CHECK-NEXT:   tt.return %arg0, %0, %arg0, %1, %arg0, %arg0, %2, %3 : f32, f32, f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @neutral(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %low = arith.constant 0xFF800000 : f32
  %0 = arith.minimumf %x, %inf : f32
  %1 = arith.minimumf %x, %low : f32
  %2 = arith.maximumf %x, %low : f32
  %3 = arith.maximumf %x, %inf : f32
  %4 = arith.minnumf %x, %nan : f32
  %5 = arith.minnumf %nan, %x : f32
  %6 = arith.maxnumf %x, %inf : f32
  %7 = arith.minimumf %x, %nan : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}
}
