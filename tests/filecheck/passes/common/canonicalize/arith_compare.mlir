// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func @compare_with_itself(%arg0: i32, %arg1: tensor<4xi32>) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<4xi1>) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %cst = arith.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:   tt.return %true, %false, %false, %true, %false, %true, %false, %true, %false, %true, %cst : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<4xi1>
// CHECK-NEXT: }
tt.func @compare_with_itself(%x: i32, %s: tensor<4xi32>) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<4xi1>) {
  %0 = arith.cmpi eq, %x, %x : i32
  %1 = arith.cmpi ne, %x, %x : i32
  %2 = arith.cmpi slt, %x, %x : i32
  %3 = arith.cmpi sle, %x, %x : i32
  %4 = arith.cmpi sgt, %x, %x : i32
  %5 = arith.cmpi sge, %x, %x : i32
  %6 = arith.cmpi ult, %x, %x : i32
  %7 = arith.cmpi ule, %x, %x : i32
  %8 = arith.cmpi ugt, %x, %x : i32
  %9 = arith.cmpi uge, %x, %x : i32
  %10 = arith.cmpi sle, %s, %s : tensor<4xi32>
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, tensor<4xi1>
}

// -5 is less than 7, but greater as an unsigned number.
// CHECK: tt.func @compare_constants() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %true, %true, %true, %false, %false, %false, %false, %true, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @compare_constants() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant -5 : i8
  %b = arith.constant 7 : i8
  %0 = arith.cmpi eq, %a, %b : i8
  %1 = arith.cmpi ne, %a, %b : i8
  %2 = arith.cmpi slt, %a, %b : i8
  %3 = arith.cmpi sle, %a, %b : i8
  %4 = arith.cmpi sgt, %a, %b : i8
  %5 = arith.cmpi sge, %a, %b : i8
  %6 = arith.cmpi ult, %a, %b : i8
  %7 = arith.cmpi ule, %a, %b : i8
  %8 = arith.cmpi ugt, %a, %b : i8
  %9 = arith.cmpi uge, %a, %b : i8
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @compare_elements() -> (tensor<2xi1>, tensor<2xi1>) {
// CHECK-NEXT:   %cst = arith.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<true> : tensor<2xi1>
// CHECK-NEXT:   tt.return %cst, %cst_0 : tensor<2xi1>, tensor<2xi1>
// CHECK-NEXT: }
tt.func @compare_elements() -> (tensor<2xi1>, tensor<2xi1>) {
  %a = arith.constant dense<[1, -1]> : tensor<2xi8>
  %b = arith.constant dense<0> : tensor<2xi8>
  %0 = arith.cmpi slt, %a, %b : tensor<2xi8>
  %1 = arith.cmpi ugt, %a, %b : tensor<2xi8>
  tt.return %0, %1 : tensor<2xi1>, tensor<2xi1>
}

// With a constant on the left the predicate turns round.
// CHECK: tt.func @constant_goes_right(%arg0: i32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.cmpi eq, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %2 = arith.cmpi sgt, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %3 = arith.cmpi sge, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %4 = arith.cmpi slt, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %5 = arith.cmpi sle, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %6 = arith.cmpi ugt, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %7 = arith.cmpi uge, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %8 = arith.cmpi ult, %arg0, %c5_i32 : i32
// CHECK-NEXT:   %9 = arith.cmpi ule, %arg0, %c5_i32 : i32
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @constant_goes_right(%x: i32) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c5 = arith.constant 5 : i32
  %0 = arith.cmpi eq, %c5, %x : i32
  %1 = arith.cmpi ne, %c5, %x : i32
  %2 = arith.cmpi slt, %c5, %x : i32
  %3 = arith.cmpi sle, %c5, %x : i32
  %4 = arith.cmpi sgt, %c5, %x : i32
  %5 = arith.cmpi sge, %c5, %x : i32
  %6 = arith.cmpi ult, %c5, %x : i32
  %7 = arith.cmpi ule, %c5, %x : i32
  %8 = arith.cmpi ugt, %c5, %x : i32
  %9 = arith.cmpi uge, %c5, %x : i32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// Unlike arithmetic, comparisons of poison stay.
// CHECK: tt.func @poison(%arg0: i32) -> (i1, i1) {
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %1 = arith.cmpi slt, %c4_i32, %0 : i32
// CHECK-NEXT:   %2 = arith.cmpi slt, %0, %c4_i32 : i32
// CHECK-NEXT:   tt.return %1, %2 : i1, i1
// CHECK-NEXT: }
tt.func @poison(%x: i32) -> (i1, i1) {
  %p = ub.poison : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.cmpi slt, %c4, %p : i32
  %1 = arith.cmpi slt, %p, %c4 : i32
  tt.return %0, %1 : i1, i1
}

// A bit that is compared with the right number is the bit itself.
// CHECK: tt.func @bit_is_not_zero(%arg0: i1, %arg1: tensor<4xi1>) -> (i1, i1, tensor<4xi1>) {
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg1 : i1, i1, tensor<4xi1>
// CHECK-NEXT: }
tt.func @bit_is_not_zero(%x: i1, %s: tensor<4xi1>) -> (i1, i1, tensor<4xi1>) {
  %f = arith.constant false
  %t = arith.constant true
  %fs = arith.constant dense<false> : tensor<4xi1>
  %0 = arith.cmpi ne, %x, %f : i1
  %1 = arith.cmpi eq, %x, %t : i1
  %2 = arith.cmpi ne, %s, %fs : tensor<4xi1>
  tt.return %0, %1, %2 : i1, i1, tensor<4xi1>
}

// CHECK: tt.func @bit_is_zero(%arg0: i1) -> (i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.cmpi eq, %arg0, %false : i1
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg0, %true : i1
// CHECK-NEXT:   %2 = arith.cmpi ugt, %arg0, %false : i1
// CHECK-NEXT:   %3 = arith.cmpi uge, %arg0, %true : i1
// CHECK-NEXT:   tt.return %0, %1, %2, %3 : i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @bit_is_zero(%x: i1) -> (i1, i1, i1, i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi eq, %x, %f : i1
  %1 = arith.cmpi ne, %x, %t : i1
  %2 = arith.cmpi ugt, %x, %f : i1
  %3 = arith.cmpi uge, %x, %t : i1
  tt.return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK: tt.func @number_is_not_zero(%arg0: i8) -> (i1, i1) {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:   %0 = arith.cmpi ne, %arg0, %c0_i8 : i8
// CHECK-NEXT:   %1 = arith.cmpi eq, %arg0, %c1_i8 : i8
// CHECK-NEXT:   tt.return %0, %1 : i1, i1
// CHECK-NEXT: }
tt.func @number_is_not_zero(%x: i8) -> (i1, i1) {
  %z = arith.constant 0 : i8
  %o = arith.constant 1 : i8
  %0 = arith.cmpi ne, %x, %z : i8
  %1 = arith.cmpi eq, %x, %o : i8
  tt.return %0, %1 : i1, i1
}

// CHECK: tt.func @extended_bit_is_not_zero(%arg0: i1) -> (i1, i1) {
// CHECK-NEXT:   tt.return %arg0, %arg0 : i1, i1
// CHECK-NEXT: }
tt.func @extended_bit_is_not_zero(%x: i1) -> (i1, i1) {
  %z = arith.constant 0 : i32
  %a = arith.extui %x : i1 to i32
  %b = arith.extsi %x : i1 to i32
  %0 = arith.cmpi ne, %a, %z : i32
  %1 = arith.cmpi ne, %b, %z : i32
  tt.return %0, %1 : i1, i1
}

// Other questions, wider numbers and tensors stay.
// CHECK: tt.func @extended_bit_otherwise(%arg0: i1, %arg1: tensor<4xi1>, %arg2: i8) -> (i1, i1, i1, tensor<4xi1>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:   %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT:   %1 = arith.cmpi eq, %0, %c0_i32 : i32
// CHECK-NEXT:   %2 = arith.cmpi ne, %0, %c1_i32 : i32
// CHECK-NEXT:   %3 = arith.extui %arg2 : i8 to i32
// CHECK-NEXT:   %4 = arith.cmpi ne, %3, %c0_i32 : i32
// CHECK-NEXT:   %5 = arith.extui %arg1 : tensor<4xi1> to tensor<4xi32>
// CHECK-NEXT:   %6 = arith.cmpi ne, %5, %cst : tensor<4xi32>
// CHECK-NEXT:   tt.return %1, %2, %4, %6 : i1, i1, i1, tensor<4xi1>
// CHECK-NEXT: }
tt.func @extended_bit_otherwise(%x: i1, %s: tensor<4xi1>, %y: i8) -> (i1, i1, i1, tensor<4xi1>) {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %zs = arith.constant dense<0> : tensor<4xi32>
  %a = arith.extui %x : i1 to i32
  %0 = arith.cmpi eq, %a, %z : i32
  %1 = arith.cmpi ne, %a, %o : i32
  %c = arith.extui %y : i8 to i32
  %2 = arith.cmpi ne, %c, %z : i32
  %d = arith.extui %s : tensor<4xi1> to tensor<4xi32>
  %3 = arith.cmpi ne, %d, %zs : tensor<4xi32>
  tt.return %0, %1, %2, %3 : i1, i1, i1, tensor<4xi1>
}

// CHECK: tt.func @equality_of_extensions(%arg0: i8, %arg1: i8) -> (i1, i1) {
// CHECK-NEXT:   %0 = arith.cmpi eq, %arg0, %arg1 : i8
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg0, %arg1 : i8
// CHECK-NEXT:   tt.return %0, %1 : i1, i1
// CHECK-NEXT: }
tt.func @equality_of_extensions(%x: i8, %y: i8) -> (i1, i1) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %c = arith.extsi %x : i8 to i32
  %d = arith.extsi %y : i8 to i32
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ne, %c, %d : i32
  tt.return %0, %1 : i1, i1
}

// Order, different extensions and different widths stay.
// CHECK: tt.func @comparison_of_extensions(%arg0: i8, %arg1: i8, %arg2: i16) -> (i1, i1, i1) {
// CHECK-NEXT:   %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:   %1 = arith.extui %arg1 : i8 to i32
// CHECK-NEXT:   %2 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT:   %3 = arith.extsi %arg2 : i16 to i32
// CHECK-NEXT:   %4 = arith.cmpi ult, %0, %1 : i32
// CHECK-NEXT:   %5 = arith.cmpi eq, %0, %2 : i32
// CHECK-NEXT:   %6 = arith.cmpi eq, %2, %3 : i32
// CHECK-NEXT:   tt.return %4, %5, %6 : i1, i1, i1
// CHECK-NEXT: }
tt.func @comparison_of_extensions(%x: i8, %y: i8, %z: i16) -> (i1, i1, i1) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %c = arith.extsi %x : i8 to i32
  %d = arith.extsi %z : i16 to i32
  %0 = arith.cmpi ult, %a, %b : i32
  %1 = arith.cmpi eq, %a, %c : i32
  %2 = arith.cmpi eq, %c, %d : i32
  tt.return %0, %1, %2 : i1, i1, i1
}

// CHECK: tt.func @compare_floats() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %false, %false, %false, %true, %true, %true, %true, %false, %false, %false, %true, %true, %true, %false, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @compare_floats() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf oeq, %a, %b : f32
  %2 = arith.cmpf ogt, %a, %b : f32
  %3 = arith.cmpf oge, %a, %b : f32
  %4 = arith.cmpf olt, %a, %b : f32
  %5 = arith.cmpf ole, %a, %b : f32
  %6 = arith.cmpf one, %a, %b : f32
  %7 = arith.cmpf ord, %a, %b : f32
  %8 = arith.cmpf ueq, %a, %b : f32
  %9 = arith.cmpf ugt, %a, %b : f32
  %10 = arith.cmpf uge, %a, %b : f32
  %11 = arith.cmpf ult, %a, %b : f32
  %12 = arith.cmpf ule, %a, %b : f32
  %13 = arith.cmpf une, %a, %b : f32
  %14 = arith.cmpf uno, %a, %b : f32
  %15 = arith.cmpf true, %a, %b : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @compare_equal_floats() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %true, %false, %true, %false, %true, %false, %true, %true, %false, %true, %false, %true, %false, %false, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @compare_equal_floats() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %a = arith.constant 0.0 : f32
  %b = arith.constant -0.0 : f32
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf oeq, %a, %b : f32
  %2 = arith.cmpf ogt, %a, %b : f32
  %3 = arith.cmpf oge, %a, %b : f32
  %4 = arith.cmpf olt, %a, %b : f32
  %5 = arith.cmpf ole, %a, %b : f32
  %6 = arith.cmpf one, %a, %b : f32
  %7 = arith.cmpf ord, %a, %b : f32
  %8 = arith.cmpf ueq, %a, %b : f32
  %9 = arith.cmpf ugt, %a, %b : f32
  %10 = arith.cmpf uge, %a, %b : f32
  %11 = arith.cmpf ult, %a, %b : f32
  %12 = arith.cmpf ule, %a, %b : f32
  %13 = arith.cmpf une, %a, %b : f32
  %14 = arith.cmpf uno, %a, %b : f32
  %15 = arith.cmpf true, %a, %b : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// With a NaN the answer is known whatever the other number is.
// CHECK: tt.func @compare_with_nan(%arg0: f32, %arg1: tensor<4xf32>) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %false, %false, %false, %false, %false, %false, %false, %true, %true, %true, %true, %true, %true, %true, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @compare_with_nan(%x: f32, %s: tensor<4xf32>) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf false, %x, %n : f32
  %1 = arith.cmpf oeq, %x, %n : f32
  %2 = arith.cmpf ogt, %x, %n : f32
  %3 = arith.cmpf oge, %x, %n : f32
  %4 = arith.cmpf olt, %x, %n : f32
  %5 = arith.cmpf ole, %x, %n : f32
  %6 = arith.cmpf one, %x, %n : f32
  %7 = arith.cmpf ord, %x, %n : f32
  %8 = arith.cmpf ueq, %x, %n : f32
  %9 = arith.cmpf ugt, %x, %n : f32
  %10 = arith.cmpf uge, %x, %n : f32
  %11 = arith.cmpf ult, %x, %n : f32
  %12 = arith.cmpf ule, %x, %n : f32
  %13 = arith.cmpf une, %x, %n : f32
  %14 = arith.cmpf uno, %x, %n : f32
  %15 = arith.cmpf true, %x, %n : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// Constants stay where they are, and tensors as they are.
// CHECK: tt.func @compare_float_with_constant(%arg0: f32) -> (i1, i1) {
// CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %0 = arith.cmpf olt, %arg0, %cst : f32
// CHECK-NEXT:   %1 = arith.cmpf ogt, %cst, %arg0 : f32
// CHECK-NEXT:   tt.return %0, %1 : i1, i1
// CHECK-NEXT: }
tt.func @compare_float_with_constant(%x: f32) -> (i1, i1) {
  %n = arith.constant 1.0 : f32
  %0 = arith.cmpf olt, %x, %n : f32
  %1 = arith.cmpf ogt, %n, %x : f32
  tt.return %0, %1 : i1, i1
}

// CHECK: tt.func @compare_tensors_of_floats() -> tensor<4xi1> {
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %0 = arith.cmpf olt, %cst, %cst_0 : tensor<4xf32>
// CHECK-NEXT:   tt.return %0 : tensor<4xi1>
// CHECK-NEXT: }
tt.func @compare_tensors_of_floats() -> tensor<4xi1> {
  %a = arith.constant dense<1.0> : tensor<4xf32>
  %b = arith.constant dense<2.0> : tensor<4xf32>
  %0 = arith.cmpf olt, %a, %b : tensor<4xf32>
  tt.return %0 : tensor<4xi1>
}

// An integer made a float and compared with a constant: compare the integer.
// CHECK: tt.func @integer_with_whole_number(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c4_i16 = arith.constant 4 : i16
// CHECK-NEXT:   %0 = arith.cmpi eq, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %2 = arith.cmpi slt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %3 = arith.cmpi sle, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %4 = arith.cmpi sgt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %5 = arith.cmpi sge, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %6 = arith.cmpi slt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %true, %false, %6 : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @integer_with_whole_number(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 4.0 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @integer_with_fraction(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c4_i16 = arith.constant 4 : i16
// CHECK-NEXT:   %0 = arith.cmpi sle, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %1 = arith.cmpi sle, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %2 = arith.cmpi sgt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %3 = arith.cmpi sgt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %4 = arith.cmpi sle, %arg0, %c4_i16 : i16
// CHECK-NEXT:   tt.return %false, %true, %0, %1, %2, %3, %true, %false, %4 : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @integer_with_fraction(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 4.5 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @integer_with_negative_fraction(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c-4_i16 = arith.constant -4 : i16
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %c-4_i16 : i16
// CHECK-NEXT:   %1 = arith.cmpi slt, %arg0, %c-4_i16 : i16
// CHECK-NEXT:   %2 = arith.cmpi sge, %arg0, %c-4_i16 : i16
// CHECK-NEXT:   %3 = arith.cmpi sge, %arg0, %c-4_i16 : i16
// CHECK-NEXT:   %4 = arith.cmpi slt, %arg0, %c-4_i16 : i16
// CHECK-NEXT:   tt.return %false, %true, %0, %1, %2, %3, %true, %false, %4 : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @integer_with_negative_fraction(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant -4.5 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @integer_with_zero(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c0_i16 = arith.constant 0 : i16
// CHECK-NEXT:   %0 = arith.cmpi eq, %arg0, %c0_i16 : i16
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg0, %c0_i16 : i16
// CHECK-NEXT:   %2 = arith.cmpi slt, %arg0, %c0_i16 : i16
// CHECK-NEXT:   %3 = arith.cmpi sle, %arg0, %c0_i16 : i16
// CHECK-NEXT:   %4 = arith.cmpi sgt, %arg0, %c0_i16 : i16
// CHECK-NEXT:   %5 = arith.cmpi sge, %arg0, %c0_i16 : i16
// CHECK-NEXT:   %6 = arith.cmpi slt, %arg0, %c0_i16 : i16
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %true, %false, %6 : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @integer_with_zero(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant -0.0 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @integer_with_too_much(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %true, %true, %true, %false, %false, %true, %false, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @integer_with_too_much(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 4.0e4 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @integer_with_too_little(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %true, %false, %false, %true, %true, %true, %false, %false : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @integer_with_too_little(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant -4.0e4 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @integer_with_infinity(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %true, %true, %true, %false, %false, %true, %false, %true : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @integer_with_infinity(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 0x7F800000 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @unsigned_with_fraction(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c4_i16 = arith.constant 4 : i16
// CHECK-NEXT:   %0 = arith.cmpi ule, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %1 = arith.cmpi ule, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %2 = arith.cmpi ugt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %3 = arith.cmpi ugt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   %4 = arith.cmpi ule, %arg0, %c4_i16 : i16
// CHECK-NEXT:   tt.return %false, %true, %0, %1, %2, %3, %true, %false, %4 : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @unsigned_with_fraction(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 4.5 : f32
  %f = arith.uitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @unsigned_with_negative(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %false, %true, %false, %false, %true, %true, %true, %false, %false : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @unsigned_with_negative(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant -4.5 : f32
  %f = arith.uitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK: tt.func @unsigned_with_much(%arg0: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c-15536_i16 = arith.constant -15536 : i16
// CHECK-NEXT:   %0 = arith.cmpi eq, %arg0, %c-15536_i16 : i16
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg0, %c-15536_i16 : i16
// CHECK-NEXT:   %2 = arith.cmpi ult, %arg0, %c-15536_i16 : i16
// CHECK-NEXT:   %3 = arith.cmpi ule, %arg0, %c-15536_i16 : i16
// CHECK-NEXT:   %4 = arith.cmpi ugt, %arg0, %c-15536_i16 : i16
// CHECK-NEXT:   %5 = arith.cmpi uge, %arg0, %c-15536_i16 : i16
// CHECK-NEXT:   %6 = arith.cmpi ult, %arg0, %c-15536_i16 : i16
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %true, %false, %6 : i1, i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @unsigned_with_much(%x: i16) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c = arith.constant 5.0e4 : f32
  %f = arith.uitofp %x : i16 to f32
  %0 = arith.cmpf oeq, %f, %c : f32
  %1 = arith.cmpf one, %f, %c : f32
  %2 = arith.cmpf olt, %f, %c : f32
  %3 = arith.cmpf ole, %f, %c : f32
  %4 = arith.cmpf ogt, %f, %c : f32
  %5 = arith.cmpf oge, %f, %c : f32
  %6 = arith.cmpf ord, %f, %c : f32
  %7 = arith.cmpf uno, %f, %c : f32
  %8 = arith.cmpf ult, %f, %c : f32
  tt.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i1, i1, i1, i1, i1, i1, i1, i1
}

// A wide integer loses digits, but not where it is compared with a small number.
// CHECK: tt.func @wide_integer_with_small_number(%arg0: i32) -> i1 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.cmpi sle, %arg0, %c4_i32 : i32
// CHECK-NEXT:   tt.return %0 : i1
// CHECK-NEXT: }
tt.func @wide_integer_with_small_number(%x: i32) -> i1 {
  %c = arith.constant 4.5 : f32
  %f = arith.sitofp %x : i32 to f32
  %0 = arith.cmpf olt, %f, %c : f32
  tt.return %0 : i1
}

// CHECK: tt.func @wide_integer_with_large_number(%arg0: i32) -> i1 {
// CHECK-NEXT:   %cst = arith.constant 1.000000e+09 : f32
// CHECK-NEXT:   %0 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT:   %1 = arith.cmpf olt, %0, %cst : f32
// CHECK-NEXT:   tt.return %1 : i1
// CHECK-NEXT: }
tt.func @wide_integer_with_large_number(%x: i32) -> i1 {
  %c = arith.constant 1.0e9 : f32
  %f = arith.sitofp %x : i32 to f32
  %0 = arith.cmpf olt, %f, %c : f32
  tt.return %0 : i1
}

// CHECK: tt.func @wide_integer_with_infinity(%arg0: i32) -> i1 {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %true : i1
// CHECK-NEXT: }
tt.func @wide_integer_with_infinity(%x: i32) -> i1 {
  %c = arith.constant 0x7F800000 : f32
  %f = arith.sitofp %x : i32 to f32
  %0 = arith.cmpf olt, %f, %c : f32
  tt.return %0 : i1
}

// CHECK: tt.func @wide_integer_that_may_overflow(%arg0: i32) -> i1 {
// CHECK-NEXT:   %cst = arith.constant 0x7C00 : f16
// CHECK-NEXT:   %0 = arith.sitofp %arg0 : i32 to f16
// CHECK-NEXT:   %1 = arith.cmpf olt, %0, %cst : f16
// CHECK-NEXT:   tt.return %1 : i1
// CHECK-NEXT: }
tt.func @wide_integer_that_may_overflow(%x: i32) -> i1 {
  %c = arith.constant 0x7C00 : f16
  %f = arith.sitofp %x : i32 to f16
  %0 = arith.cmpf olt, %f, %c : f16
  tt.return %0 : i1
}

// CHECK: tt.func @wide_integer_in_half_precision(%arg0: i32) -> i1 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %c4_i32 : i32
// CHECK-NEXT:   tt.return %0 : i1
// CHECK-NEXT: }
tt.func @wide_integer_in_half_precision(%x: i32) -> i1 {
  %c = arith.constant 4.0 : f16
  %f = arith.sitofp %x : i32 to f16
  %0 = arith.cmpf olt, %f, %c : f16
  tt.return %0 : i1
}

// CHECK: tt.func @integer_with_nan(%arg0: i16) -> i1 {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   tt.return %false : i1
// CHECK-NEXT: }
tt.func @integer_with_nan(%x: i16) -> i1 {
  %c = arith.constant 0x7FC00000 : f32
  %f = arith.sitofp %x : i16 to f32
  %0 = arith.cmpf olt, %f, %c : f32
  tt.return %0 : i1
}

// CHECK: tt.func @integer_in_eight_bits(%arg0: i16) -> i1 {
// CHECK-NEXT:   %c4_i16 = arith.constant 4 : i16
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %c4_i16 : i16
// CHECK-NEXT:   tt.return %0 : i1
// CHECK-NEXT: }
tt.func @integer_in_eight_bits(%x: i16) -> i1 {
  %c = arith.constant 4.0 : f8E5M2
  %f = arith.sitofp %x : i16 to f8E5M2
  %0 = arith.cmpf olt, %f, %c : f8E5M2
  tt.return %0 : i1
}

// CHECK: tt.func @float_that_is_no_integer(%arg0: f16) -> i1 {
// CHECK-NEXT:   %cst = arith.constant 4.000000e+00 : f32
// CHECK-NEXT:   %0 = arith.extf %arg0 : f16 to f32
// CHECK-NEXT:   %1 = arith.cmpf olt, %0, %cst : f32
// CHECK-NEXT:   tt.return %1 : i1
// CHECK-NEXT: }
tt.func @float_that_is_no_integer(%x: f16) -> i1 {
  %c = arith.constant 4.0 : f32
  %f = arith.extf %x : f16 to f32
  %0 = arith.cmpf olt, %f, %c : f32
  tt.return %0 : i1
}

// CHECK: tt.func @integers_in_tensor(%arg0: tensor<4xi16>) -> tensor<4xi1> {
// CHECK-NEXT:   %cst = arith.constant dense<4.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %0 = arith.sitofp %arg0 : tensor<4xi16> to tensor<4xf32>
// CHECK-NEXT:   %1 = arith.cmpf olt, %0, %cst : tensor<4xf32>
// CHECK-NEXT:   tt.return %1 : tensor<4xi1>
// CHECK-NEXT: }
tt.func @integers_in_tensor(%x: tensor<4xi16>) -> tensor<4xi1> {
  %c = arith.constant dense<4.0> : tensor<4xf32>
  %f = arith.sitofp %x : tensor<4xi16> to tensor<4xf32>
  %0 = arith.cmpf olt, %f, %c : tensor<4xf32>
  tt.return %0 : tensor<4xi1>
}
