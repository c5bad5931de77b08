// RUN: xtriton-opt %s --canonicalize | filecheck %s

// RUN: xtriton-opt %s --canonicalize | filecheck %s

module {
// Both casts must allow contraction, and lead back to the same type.
// CHECK: tt.func @extension_of_truncation(%arg0: f32, %arg1: f64) -> (f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT:   %0 = arith.truncf %arg0 fastmath<contract> : f32 to f16
// CHECK-NEXT:   %1 = arith.truncf %arg0 : f32 to f16
// CHECK-NEXT:   %2 = arith.extf %0 : f16 to f32
// CHECK-NEXT:   %3 = arith.extf %1 fastmath<contract> : f16 to f32
// CHECK-NEXT:   %4 = arith.truncf %arg1 fastmath<contract> : f64 to f16
// CHECK-NEXT:   %5 = arith.extf %4 fastmath<contract> : f16 to f32
// CHECK-NEXT:   %6 = arith.extf %0 fastmath<nnan> : f16 to f32
// CHECK-NEXT:   tt.return %arg0, %2, %3, %5, %arg0, %6 : f32, f32, f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @extension_of_truncation(%x: f32, %y: f64) -> (f32, f32, f32, f32, f32, f32) {
  %0 = arith.truncf %x fastmath<contract> : f32 to f16
  %1 = arith.truncf %x : f32 to f16
  %2 = arith.extf %0 fastmath<contract> : f16 to f32
  %3 = arith.extf %0 : f16 to f32
  %4 = arith.extf %1 fastmath<contract> : f16 to f32
  %5 = arith.truncf %y fastmath<contract> : f64 to f16
  %6 = arith.extf %5 fastmath<contract> : f16 to f32
  %7 = arith.extf %0 fastmath<fast> : f16 to f32
  %8 = arith.extf %0 fastmath<nnan> : f16 to f32
  tt.return %2, %3, %4, %6, %7, %8 : f32, f32, f32, f32, f32, f32
}

// CHECK: tt.func @extension_of_other_cast(%arg0: i32) -> (f32, f64) {
// CHECK-NEXT:   %0 = arith.sitofp %arg0 : i32 to f16
// CHECK-NEXT:   %1 = arith.extf %0 fastmath<contract> : f16 to f32
// CHECK-NEXT:   %2 = arith.extf %1 fastmath<contract> : f32 to f64
// CHECK-NEXT:   tt.return %1, %2 : f32, f64
// CHECK-NEXT: }
tt.func @extension_of_other_cast(%x: i32) -> (f32, f64) {
  %0 = arith.sitofp %x : i32 to f16
  %1 = arith.extf %0 fastmath<contract> : f16 to f32
  %2 = arith.extf %1 fastmath<contract> : f32 to f64
  tt.return %1, %2 : f32, f64
}

// 2^60 + 2^36 lies in the middle of two numbers of f32, 2^60 + 2^7 of two of f64; the even ones are taken.
// CHECK: tt.func @ties() -> (f32, f32, f32, f64, f64) {
// CHECK-NEXT:   %cst = arith.constant 1.1529215E+18 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 1.15292164E+18 : f32
// CHECK-NEXT:   %cst_1 = arith.constant -1.15292164E+18 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 1.152921504606847E+18 : f64
// CHECK-NEXT:   %cst_3 = arith.constant 1.1529215046068472E+18 : f64
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2, %cst_3 : f32, f32, f32, f64, f64
// CHECK-NEXT: }
tt.func @ties() -> (f32, f32, f32, f64, f64) {
  %c0 = arith.constant 1152921573326323712 : i64
  %c1 = arith.constant 1152921573326323713 : i64
  %c2 = arith.constant -1152921573326323713 : i64
  %c3 = arith.constant 1152921504606847104 : i64
  %c4 = arith.constant 1152921504606847105 : i64
  %0 = arith.sitofp %c0 : i64 to f32
  %1 = arith.sitofp %c1 : i64 to f32
  %2 = arith.sitofp %c2 : i64 to f32
  %3 = arith.sitofp %c3 : i64 to f64
  %4 = arith.uitofp %c4 : i64 to f64
  tt.return %0, %1, %2, %3, %4 : f32, f32, f32, f64, f64
}

// Only numbers that the narrower format has, and NaN only where it has payloads.
// CHECK: tt.func @truncations() -> (f8E4M3FN, f8E4M3FN, f8E5M2, f8E4M3FN, f8E5M2, f16) {
// CHECK-NEXT:   %cst = arith.constant 1.500000e+00 : f8E5M2
// CHECK-NEXT:   %cst_0 = arith.constant 0x7E : f8E5M2
// CHECK-NEXT:   %cst_1 = arith.constant 1.030000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0x7F800001 : f32
// CHECK-NEXT:   %cst_4 = arith.constant 1.500000e+00 : f8E4M3FN
// CHECK-NEXT:   %0 = arith.truncf %cst_1 : f32 to f8E4M3FN
// CHECK-NEXT:   %1 = arith.truncf %cst_2 : f32 to f8E4M3FN
// CHECK-NEXT:   %2 = arith.truncf %cst_3 : f32 to f16
// CHECK-NEXT:   tt.return %cst_4, %0, %cst_0, %1, %cst, %2 : f8E4M3FN, f8E4M3FN, f8E5M2, f8E4M3FN, f8E5M2, f16
// CHECK-NEXT: }
tt.func @truncations() -> (f8E4M3FN, f8E4M3FN, f8E5M2, f8E4M3FN, f8E5M2, f16) {
  %c0 = arith.constant 1.5 : f32
  %c1 = arith.constant 1.03 : f32
  %c2 = arith.constant 0x7FC00000 : f32
  %c3 = arith.constant 0x7F800001 : f32
  %0 = arith.truncf %c0 : f32 to f8E4M3FN
  %1 = arith.truncf %c1 : f32 to f8E4M3FN
  %2 = arith.truncf %c2 : f32 to f8E5M2
  %3 = arith.truncf %c2 : f32 to f8E4M3FN
  %4 = arith.truncf %c0 : f32 to f8E5M2
  %5 = arith.truncf %c3 : f32 to f16
  tt.return %0, %1, %2, %3, %4, %5 : f8E4M3FN, f8E4M3FN, f8E5M2, f8E4M3FN, f8E5M2, f16
}

// CHECK: tt.func @bitcasts(%arg0: f32, %arg1: i16) -> (i32, f32, bf16, f16) {
// CHECK-NEXT:   %0 = arith.bitcast %arg0 : f32 to i32
// CHECK-NEXT:   %1 = arith.bitcast %arg1 : i16 to bf16
// CHECK-NEXT:   %2 = arith.bitcast %arg1 : i16 to f16
// CHECK-NEXT:   tt.return %0, %arg0, %1, %2 : i32, f32, bf16, f16
// CHECK-NEXT: }
tt.func @bitcasts(%x: f32, %y: i16) -> (i32, f32, bf16, f16) {
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.bitcast %x : f32 to f32
  %2 = arith.bitcast %y : i16 to bf16
  %3 = arith.bitcast %2 : bf16 to f16
  tt.return %0, %1, %2, %3 : i32, f32, bf16, f16
}

// CHECK: tt.func @bitcasts_of_constants() -> (f32, i32, bf16, i16, f16, i64) {
// CHECK-NEXT:   %cst = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:   %c-1073741824_i32 = arith.constant -1073741824 : i32
// CHECK-NEXT:   %cst_0 = arith.constant -4.000000e+00 : bf16
// CHECK-NEXT:   %c-32768_i16 = arith.constant -32768 : i16
// CHECK-NEXT:   %cst_1 = arith.constant 1.875000e+00 : f16
// CHECK-NEXT:   %c4607182418800017408_i64 = arith.constant 4607182418800017408 : i64
// CHECK-NEXT:   tt.return %cst, %c-1073741824_i32, %cst_0, %c-32768_i16, %cst_1, %c4607182418800017408_i64 : f32, i32, bf16, i16, f16, i64
// CHECK-NEXT: }
tt.func @bitcasts_of_constants() -> (f32, i32, bf16, i16, f16, i64) {
  %c0 = arith.constant 1069547520 : i32
  %c1 = arith.constant -2.0 : f32
  %c2 = arith.constant -16256 : i16
  %c3 = arith.constant -0.0 : bf16
  %c4 = arith.constant 1.0 : bf16
  %c5 = arith.constant 1.0 : f64
  %0 = arith.bitcast %c0 : i32 to f32
  %1 = arith.bitcast %c1 : f32 to i32
  %2 = arith.bitcast %c2 : i16 to bf16
  %3 = arith.bitcast %c3 : bf16 to i16
  %4 = arith.bitcast %c4 : bf16 to f16
  %5 = arith.bitcast %c5 : f64 to i64
  tt.return %0, %1, %2, %3, %4, %5 : f32, i32, bf16, i16, f16, i64
}

// CHECK: tt.func @bitcasts_of_poison() -> (f32, tensor<4xf32>) {
// CHECK-NEXT:   %0 = ub.poison : tensor<4xi32>
// CHECK-NEXT:   %1 = ub.poison : f32
// CHECK-NEXT:   %2 = arith.bitcast %0 : tensor<4xi32> to tensor<4xf32>
// CHECK-NEXT:   tt.return %1, %2 : f32, tensor<4xf32>
// CHECK-NEXT: }
tt.func @bitcasts_of_poison() -> (f32, tensor<4xf32>) {
  %c0 = ub.poison : i32
  %c1 = ub.poison : tensor<4xi32>
  %0 = arith.bitcast %c0 : i32 to f32
  %1 = arith.bitcast %c1 : tensor<4xi32> to tensor<4xf32>
  tt.return %0, %1 : f32, tensor<4xf32>
}
}
