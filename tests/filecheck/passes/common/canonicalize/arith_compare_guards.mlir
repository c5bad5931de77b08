// RUN: xtriton-opt %s --canonicalize | filecheck %s

module {
// CHECK: tt.func @number_and_nan() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %false, %false, %false, %false, %false, %false, %true, %true, %true, %true, %true, %true, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @number_and_nan() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf oeq, %a, %b : f32
  %1 = arith.cmpf ogt, %a, %b : f32
  %2 = arith.cmpf oge, %a, %b : f32
  %3 = arith.cmpf olt, %a, %b : f32
  %4 = arith.cmpf ole, %a, %b : f32
  %5 = arith.cmpf one, %a, %b : f32
  %6 = arith.cmpf ord, %a, %b : f32
  %7 = arith.cmpf ueq, %a, %b : f32
  %8 = arith.cmpf ugt, %a, %b : f32
  %9 = arith.cmpf uge, %a, %b : f32
  %10 = arith.cmpf ult, %a, %b : f32
  %11 = arith.cmpf ule, %a, %b : f32
  %12 = arith.cmpf une, %a, %b : f32
  %13 = arith.cmpf uno, %a, %b : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @nan_and_number() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %false, %false, %false, %false, %false, %false, %true, %true, %true, %true, %true, %true, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @nan_and_number() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 0x7FC00000 : f32
  %b = arith.constant 1.0 : f32
  %0 = arith.cmpf oeq, %a, %b : f32
  %1 = arith.cmpf ogt, %a, %b : f32
  %2 = arith.cmpf oge, %a, %b : f32
  %3 = arith.cmpf olt, %a, %b : f32
  %4 = arith.cmpf ole, %a, %b : f32
  %5 = arith.cmpf one, %a, %b : f32
  %6 = arith.cmpf ord, %a, %b : f32
  %7 = arith.cmpf ueq, %a, %b : f32
  %8 = arith.cmpf ugt, %a, %b : f32
  %9 = arith.cmpf uge, %a, %b : f32
  %10 = arith.cmpf ult, %a, %b : f32
  %11 = arith.cmpf ule, %a, %b : f32
  %12 = arith.cmpf une, %a, %b : f32
  %13 = arith.cmpf uno, %a, %b : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @numbers() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %false, %false, %true, %true, %true, %true, %false, %false, %false, %true, %true, %true, %false : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @numbers() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %0 = arith.cmpf oeq, %a, %b : f32
  %1 = arith.cmpf ogt, %a, %b : f32
  %2 = arith.cmpf oge, %a, %b : f32
  %3 = arith.cmpf olt, %a, %b : f32
  %4 = arith.cmpf ole, %a, %b : f32
  %5 = arith.cmpf one, %a, %b : f32
  %6 = arith.cmpf ord, %a, %b : f32
  %7 = arith.cmpf ueq, %a, %b : f32
  %8 = arith.cmpf ugt, %a, %b : f32
  %9 = arith.cmpf uge, %a, %b : f32
  %10 = arith.cmpf ult, %a, %b : f32
  %11 = arith.cmpf ule, %a, %b : f32
  %12 = arith.cmpf une, %a, %b : f32
  %13 = arith.cmpf uno, %a, %b : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @zeros() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   tt.return %true, %false, %true, %false, %true, %false, %true, %true, %false, %true, %false, %true, %false, %false : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @zeros() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 0.0 : f32
  %b = arith.constant -0.0 : f32
  %0 = arith.cmpf oeq, %a, %b : f32
  %1 = arith.cmpf ogt, %a, %b : f32
  %2 = arith.cmpf oge, %a, %b : f32
  %3 = arith.cmpf olt, %a, %b : f32
  %4 = arith.cmpf ole, %a, %b : f32
  %5 = arith.cmpf one, %a, %b : f32
  %6 = arith.cmpf ord, %a, %b : f32
  %7 = arith.cmpf ueq, %a, %b : f32
  %8 = arith.cmpf ugt, %a, %b : f32
  %9 = arith.cmpf uge, %a, %b : f32
  %10 = arith.cmpf ult, %a, %b : f32
  %11 = arith.cmpf ule, %a, %b : f32
  %12 = arith.cmpf une, %a, %b : f32
  %13 = arith.cmpf uno, %a, %b : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// Elements are chosen only among constants.
// CHECK: tt.func @elements(%arg0: tensor<2xi32>, %arg1: tensor<2xi1>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<[3, 4]> : tensor<2xi32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<[1, 4]> : tensor<2xi32>
// CHECK-NEXT:   %0 = arith.select %cst, %arg0, %cst_1 : tensor<2xi1>, tensor<2xi32>
// CHECK-NEXT:   %1 = arith.select %cst, %cst_0, %arg0 : tensor<2xi1>, tensor<2xi32>
// CHECK-NEXT:   %2 = arith.select %arg1, %cst_0, %cst_1 : tensor<2xi1>, tensor<2xi32>
// CHECK-NEXT:   tt.return %cst_2, %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
// CHECK-NEXT: }
tt.func @elements(%x: tensor<2xi32>, %c: tensor<2xi1>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %mask = arith.constant dense<[true, false]> : tensor<2xi1>
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[3, 4]> : tensor<2xi32>
  %0 = arith.select %mask, %a, %b : tensor<2xi1>, tensor<2xi32>
  %1 = arith.select %mask, %x, %b : tensor<2xi1>, tensor<2xi32>
  %2 = arith.select %mask, %a, %x : tensor<2xi1>, tensor<2xi32>
  %3 = arith.select %c, %a, %b : tensor<2xi1>, tensor<2xi32>
  tt.return %0, %1, %2, %3 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// Comparisons of poison are left alone.
// CHECK: tt.func @poison(%arg0: i32) -> (i1, i1, i1) {
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %1 = arith.cmpi eq, %0, %c1_i32 : i32
// CHECK-NEXT:   %2 = arith.cmpi eq, %c1_i32, %0 : i32
// CHECK-NEXT:   %3 = arith.cmpi eq, %arg0, %0 : i32
// CHECK-NEXT:   tt.return %1, %2, %3 : i1, i1, i1
// CHECK-NEXT: }
tt.func @poison(%x: i32) -> (i1, i1, i1) {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %0 = arith.cmpi eq, %p, %c : i32
  %1 = arith.cmpi eq, %c, %p : i32
  %2 = arith.cmpi eq, %x, %p : i32
  tt.return %0, %1, %2 : i1, i1, i1
}

// Above 2^11 f16 does not represent all integers; infinities are out of range.
// CHECK: tt.func @limits_of_conversions(%arg0: i11, %arg1: i12, %arg2: i16, %arg3: i16, %arg4: i17) -> (i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %c0_i12 = arith.constant 0 : i12
// CHECK-NEXT:   %cst = arith.constant 2.048000e+03 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 0x7C00 : f16
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.uitofp %arg1 : i12 to f16
// CHECK-NEXT:   %1 = arith.cmpf olt, %0, %cst : f16
// CHECK-NEXT:   %2 = arith.uitofp %arg3 : i16 to f16
// CHECK-NEXT:   %3 = arith.cmpf olt, %2, %cst_0 : f16
// CHECK-NEXT:   %4 = arith.sitofp %arg4 : i17 to f16
// CHECK-NEXT:   %5 = arith.cmpf olt, %4, %cst_0 : f16
// CHECK-NEXT:   %6 = arith.cmpi ne, %arg1, %c0_i12 : i12
// CHECK-NEXT:   tt.return %true, %1, %true, %3, %5, %6 : i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @limits_of_conversions(%a: i11, %b: i12, %s: i16, %u: i16, %h: i17) -> (i1, i1, i1, i1, i1, i1) {
  %c0 = arith.constant 2048.0 : f16
  %inf = arith.constant 0x7C00 : f16
  %0 = arith.uitofp %a : i11 to f16
  %1 = arith.cmpf olt, %0, %c0 : f16
  %2 = arith.uitofp %b : i12 to f16
  %3 = arith.cmpf olt, %2, %c0 : f16
  %4 = arith.sitofp %s : i16 to f16
  %5 = arith.cmpf olt, %4, %inf : f16
  %6 = arith.uitofp %u : i16 to f16
  %7 = arith.cmpf olt, %6, %inf : f16
  %8 = arith.sitofp %h : i17 to f16
  %9 = arith.cmpf olt, %8, %inf : f16
  %c1 = arith.constant 0.0 : f16
  %10 = arith.cmpf one, %2, %c1 : f16
  tt.return %1, %3, %5, %7, %9, %10 : i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @choice_of_other_numbers(%arg0: i1) -> (i32, i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.select %arg0, %c5_i32, %c1_i32 : i32
// CHECK-NEXT:   %1 = arith.select %arg0, %c0_i32, %c5_i32 : i32
// CHECK-NEXT:   %2 = arith.select %arg0, %c1_i32, %c5_i32 : i32
// CHECK-NEXT:   tt.return %0, %1, %2 : i32, i32, i32
// CHECK-NEXT: }
tt.func @choice_of_other_numbers(%c: i1) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.select %c, %c5, %c1 : i32
  %1 = arith.select %c, %c0, %c5 : i32
  %2 = arith.select %c, %c1, %c5 : i32
  tt.return %0, %1, %2 : i32, i32, i32
}
}
