// RUN: xtriton-opt %s | filecheck %s

// Numbers too large for a format become infinity, or NaN if the format has no infinity.
// CHECK: module attributes {
// CHECK-SAME: a.array = array<f32: 0x7F800000>
// CHECK-SAME: a.bf16 = 0x7F80 : bf16
// CHECK-SAME: a.dense = dense<[1.000000e+00, 0x7C00]> : tensor<2xf16>
// CHECK-SAME: a.f16 = 0xFC00 : f16
// CHECK-SAME: a.f32 = 0x7F800000 : f32
// CHECK-SAME: a.f64 = 0xFFF0000000000000 : f64
// CHECK-SAME: a.largest = 6.550400e+04 : f16
module attributes {a.array = array<f32: 1.0e39>, a.bf16 = 1.0e39 : bf16, a.dense = dense<[1.0, 1.0e9]> : tensor<2xf16>, a.f16 = -65520.0 : f16, a.f32 = 1.0e39 : f32, a.f64 = -1.0e400 : f64, a.largest = 65519.9 : f16} {}
