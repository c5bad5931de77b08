// RUN: xtriton-opt %s --split-input-file | filecheck %s
// RUN: xtriton-opt %s --split-input-file | xtriton-opt - --split-input-file | filecheck %s

// CHECK: module {
// CHECK-NEXT:   tt.func @dense() {
// CHECK-NEXT:     %cst = arith.constant dense<0xFF800000> : tensor<4xf32>
// CHECK-NEXT:     %cst_0 = arith.constant dense<0x7F800000> : tensor<4xf32>
// CHECK-NEXT:     %cst_1 = arith.constant dense<0x7FC00000> : tensor<4xf32>
// CHECK-NEXT:     %cst_2 = arith.constant dense<0x7FC00001> : tensor<4xf32>
// CHECK-NEXT:     %cst_3 = arith.constant dense<0xFFC00000> : tensor<4xf32>
// CHECK-NEXT:     %cst_4 = arith.constant dense<0x7F800001> : tensor<4xf32>
// CHECK-NEXT:     %cst_5 = arith.constant dense<[0xFF800000, 0x7FC00001, 1.000000e+00, -0.000000e+00]> : tensor<4xf32>
// CHECK-NEXT:     %cst_6 = arith.constant dense<0xFC00> : tensor<4xf16>
// CHECK-NEXT:     %cst_7 = arith.constant dense<0xFF80> : tensor<4xbf16>
// CHECK-NEXT:     %cst_8 = arith.constant dense<0xFFF0000000000000> : tensor<4xf64>
// CHECK-NEXT:     %cst_9 = arith.constant dense<0x7F> : tensor<4xf8E4M3FN>
// CHECK-NEXT:     %cst_10 = arith.constant dense<0x7C> : tensor<4xf8E5M2>
// CHECK-NEXT:     %cst_11 = arith.constant dense<[-1.000000e+00, 1.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:     %cst_12 = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT:     %cst_13 = arith.constant dense<1> : tensor<2xi32>
// CHECK-NEXT:     %cst_14 = arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NEXT:     %cst_15 = arith.constant dense<true> : tensor<1024xi1>
// CHECK-NEXT:     %cst_16 = arith.constant dense<true> : tensor<2x2xi1>
// CHECK-NEXT:     %cst_17 = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi8>
// CHECK-NEXT:     %cst_18 = arith.constant dense<[-128, -1]> : tensor<2xi8>
// CHECK-NEXT:     %cst_19 = arith.constant dense<> : tensor<0xi32>
// CHECK-NEXT:     %cst_20 = arith.constant dense<7> : tensor<i64>
// CHECK-NEXT:     %cst_21 = arith.constant dense<1.500000e+00> : tensor<1048576xf32>
// CHECK-NEXT:     %cst_22 = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:     %cst_23 = arith.constant dense<-1> : tensor<4xi4>
// CHECK-NEXT:     %cst_24 = arith.constant dense<[7, -8]> : tensor<2xi4>
// CHECK-NEXT:     %cst_25 = arith.constant dense<[1, 2]> : vector<2xi32>
// CHECK-NEXT:     %cst_26 = arith.constant dense<16> : tensor<2xi32>
// CHECK-NEXT:     %cst_27 = arith.constant dense<1> : tensor<2xindex>
// CHECK-NEXT:     %cst_28 = arith.constant dense<-1> : tensor<2xi64>
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
tt.func @dense() {
  %0 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %1 = arith.constant dense<0x7F800000> : tensor<4xf32>
  %2 = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %3 = arith.constant dense<0x7FC00001> : tensor<4xf32>
  %4 = arith.constant dense<0xFFC00000> : tensor<4xf32>
  %5 = arith.constant dense<0x7F800001> : tensor<4xf32>
  %6 = arith.constant dense<[0xFF800000, 0x7FC00001, 1.0, -0.0]> : tensor<4xf32>
  %7 = arith.constant dense<0xFC00> : tensor<4xf16>
  %8 = arith.constant dense<0xFF80> : tensor<4xbf16>
  %9 = arith.constant dense<0xFFF0000000000000> : tensor<4xf64>
  %10 = arith.constant dense<0x7F> : tensor<4xf8E4M3FN>
  %11 = arith.constant dense<0x7C> : tensor<4xf8E5M2>
  %12 = arith.constant dense<"0x000080BF0000803F"> : tensor<2xf32>
  %13 = arith.constant dense<"0x0100000002000000"> : tensor<2xi32>
  %14 = arith.constant dense<"0x01000000"> : tensor<2xi32>
  %15 = arith.constant dense<[true, false]> : tensor<2xi1>
  %16 = arith.constant dense<true> : tensor<1024xi1>
  %17 = arith.constant dense<1> : tensor<2x2xi1>
  %18 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %19 = arith.constant dense<[-128, 255]> : tensor<2xi8>
  %20 = arith.constant dense<> : tensor<0xi32>
  %21 = arith.constant dense<7> : tensor<i64>
  %22 = arith.constant dense<1.5> : tensor<1048576xf32>
  %23 = arith.constant dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf32>
  %24 = arith.constant dense<-1> : tensor<4xi4>
  %25 = arith.constant dense<[7, -8]> : tensor<2xi4>
  %26 = arith.constant dense<[1, 2]> : vector<2xi32>
  %27 = arith.constant dense<0x10> : tensor<2xi32>
  %28 = arith.constant dense<1> : tensor<2xindex>
  %29 = arith.constant dense<18446744073709551615> : tensor<2xi64>
  tt.return
}

// -----

// CHECK: module {
// CHECK-NEXT:   tt.func @scalars() {
// CHECK-NEXT:     %cst = arith.constant 0xFF800000 : f32
// CHECK-NEXT:     %cst_0 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:     %cst_1 = arith.constant 1.000000e+300 : f64
// CHECK-NEXT:     %cst_2 = arith.constant 3.14159274 : f32
// CHECK-NEXT:     %cst_3 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:     %cst_4 = arith.constant 1.401300e-45 : f32
// CHECK-NEXT:     %cst_5 = arith.constant 6.550400e+04 : f16
// CHECK-NEXT:     %cst_6 = arith.constant 0xFC00 : f16
// CHECK-NEXT:     %cst_7 = arith.constant 0x7FC0 : bf16
// CHECK-NEXT:     %cst_8 = arith.constant 4.480000e+02 : f8E4M3FN
// CHECK-NEXT:     %cst_9 = arith.constant 0x7F : f8E4M3FN
// CHECK-NEXT:     %cst_10 = arith.constant 1.000000e-01 : f32
// CHECK-NEXT:     %cst_11 = arith.constant 1.000000e-01 : f64
// CHECK-NEXT:     %cst_12 = arith.constant 0x4CEB79A3 : f32
// CHECK-NEXT:     %cst_13 = arith.constant 1.000000e+10 : f32
// CHECK-NEXT:     %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:     %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %true_14 = arith.constant true
// CHECK-NEXT:     %true_15 = arith.constant true
// CHECK-NEXT:     %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:     %c5 = arith.constant 5 : index
// CHECK-NEXT:     %c-5 = arith.constant -5 : index
// CHECK-NEXT:     %c-1_i64 = arith.constant -1 : i64
// CHECK-NEXT:     %c170141183460469231731687303715884105727_i128 = arith.constant 170141183460469231731687303715884105727 : i128
// CHECK-NEXT:     %cst_16 = arith.constant 0.33333333333333331 : f64
// CHECK-NEXT:     %cst_17 = arith.constant 9.99999997E-7 : f32
// CHECK-NEXT:     %cst_18 = arith.constant 3.40282347E+38 : f32
// CHECK-NEXT:     %cst_19 = arith.constant 1.17549435E-38 : f32
// CHECK-NEXT:     %cst_20 = arith.constant 2.384190e-07 : f16
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
tt.func @scalars() {
  %0 = arith.constant 0xFF800000 : f32
  %1 = arith.constant 0x7FC00001 : f32
  %2 = arith.constant 1.0e+300 : f64
  %3 = arith.constant 3.14159274 : f32
  %4 = arith.constant -0.0 : f32
  %5 = arith.constant 1.0e-45 : f32
  %6 = arith.constant 65504.0 : f16
  %7 = arith.constant 0xFC00 : f16
  %8 = arith.constant 0x7FC0 : bf16
  %9 = arith.constant 448.0 : f8E4M3FN
  %10 = arith.constant 0x7F : f8E4M3FN
  %11 = arith.constant 0.1 : f32
  %12 = arith.constant 0.1 : f64
  %13 = arith.constant 123456789.0 : f32
  %14 = arith.constant 1.0e10 : f32
  %15 = arith.constant 4294967295 : i32
  %16 = arith.constant -2147483648 : i32
  %17 = arith.constant true
  %18 = arith.constant 1 : i1
  %19 = arith.constant -1 : i1
  %20 = arith.constant 0x10 : i32
  %21 = arith.constant 5 : index
  %22 = arith.constant -5 : index
  %23 = arith.constant 0xFFFFFFFFFFFFFFFF : i64
  %24 = arith.constant 170141183460469231731687303715884105727 : i128
  %25 = arith.constant 0.3333333333333333 : f64
  %26 = arith.constant 9.99999997E-7 : f32
  %27 = arith.constant 3.40282347E+38 : f32
  %28 = arith.constant 1.17549435E-38 : f32
  %29 = arith.constant 2.4e-7 : f16
  tt.return
}

// -----

// CHECK: module {
// CHECK-NEXT:   tt.func @f() {
// CHECK-NEXT:     %cst = arith.constant 0x7F800001 : f32
// CHECK-NEXT:     %cst_0 = arith.constant 0x7FF0000000000001 : f64
// CHECK-NEXT:     %cst_1 = arith.constant 0x7C01 : f16
// CHECK-NEXT:     %cst_2 = arith.constant 0xFF81 : bf16
// CHECK-NEXT:     %cst_3 = arith.constant 0x7D : f8E5M2
// CHECK-NEXT:     %cst_4 = arith.constant 0xFFC00001 : f32
// CHECK-NEXT:     %cst_5 = arith.constant 0x7FFFFFFF : f32
// CHECK-NEXT:     %cst_6 = arith.constant dense<[0x7F800001, 0x7FFFFFFF]> : tensor<2xf32>
// CHECK-NEXT:     %cst_7 = arith.constant dense<[0x7C01, 0xFE01]> : tensor<2xf16>
// CHECK-NEXT:     %cst_8 = arith.constant dense<[0xFF81, 0x7FC1]> : tensor<2xbf16>
// CHECK-NEXT:     %cst_9 = arith.constant dense<[0x7D, 0x7E, 0x7F]> : tensor<3xf8E5M2>
// CHECK-NEXT:     %cst_10 = arith.constant dense<[0x7FF0000000000001, 0xFFF8000000000002]> : tensor<2xf64>
// CHECK-NEXT:     %cst_11 = arith.constant dense<[0xFF800001, 0x7FC00001]> : tensor<2xf32>
// CHECK-NEXT:     %cst_12 = arith.constant dense<0x80> : tensor<2xf8E4M3FNUZ>
// CHECK-NEXT:     %cst_13 = arith.constant dense<0x80> : tensor<2xf8E4M3B11FNUZ>
// CHECK-NEXT:     %cst_14 = arith.constant dense<[0x80, 7.629390e-06]> : tensor<2xf8E5M2FNUZ>
// CHECK-NEXT:     %cst_15 = arith.constant dense<[-0.000000e+00, 1.953130e-03, 0xFF]> : tensor<3xf8E4M3FN>
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
tt.func @f() {
  %1 = arith.constant 0x7F800001 : f32
  %2 = arith.constant 0x7FF0000000000001 : f64
  %3 = arith.constant 0x7C01 : f16
  %4 = arith.constant 0xFF81 : bf16
  %5 = arith.constant 0x7D : f8E5M2
  %6 = arith.constant 0xFFC00001 : f32
  %7 = arith.constant 0x7FFFFFFF : f32
  %8 = arith.constant dense<[0x7F800001, 0x7FFFFFFF]> : tensor<2xf32>
  %9 = arith.constant dense<[0x7C01, 0xFE01]> : tensor<2xf16>
  %10 = arith.constant dense<[0xFF81, 0x7FC1]> : tensor<2xbf16>
  %11 = arith.constant dense<[0x7D, 0x7E, 0x7F]> : tensor<3xf8E5M2>
  %12 = arith.constant dense<[0x7FF0000000000001, 0xFFF8000000000002]> : tensor<2xf64>
  %13 = arith.constant dense<"0x010080FF0100C07F"> : tensor<2xf32>
  %14 = arith.constant dense<0x80> : tensor<2xf8E4M3FNUZ>
  %15 = arith.constant dense<0x80> : tensor<2xf8E4M3B11FNUZ>
  %16 = arith.constant dense<[0x80, 0x01]> : tensor<2xf8E5M2FNUZ>
  %17 = arith.constant dense<[0x80, 0x01, 0xFF]> : tensor<3xf8E4M3FN>
  tt.return
}
