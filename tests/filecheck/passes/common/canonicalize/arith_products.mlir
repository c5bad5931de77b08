// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func @product_with_zero_or_one(%arg0: i32, %arg1: tensor<4xi8>) -> (i32, i32, i32, tensor<4xi8>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.muli %arg0, %c2_i32 : i32
// CHECK-NEXT:   tt.return %c0_i32, %arg0, %0, %arg1 : i32, i32, i32, tensor<4xi8>
// CHECK-NEXT: }
tt.func @product_with_zero_or_one(%x: i32, %y: tensor<4xi8>) -> (i32, i32, i32, tensor<4xi8>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %ones = arith.constant dense<1> : tensor<4xi8>
  %0 = arith.muli %x, %c0 : i32
  %1 = arith.muli %c1, %x : i32
  %2 = arith.muli %x, %c2 : i32
  %3 = arith.muli %y, %ones : tensor<4xi8>
  tt.return %0, %1, %2, %3 : i32, i32, i32, tensor<4xi8>
}

// CHECK: tt.func @product_of_constants() -> (i8, tensor<2xi8>) {
// CHECK-NEXT:   %c44_i8 = arith.constant 44 : i8
// CHECK-NEXT:   %cst = arith.constant dense<[10, 56]> : tensor<2xi8>
// CHECK-NEXT:   tt.return %c44_i8, %cst : i8, tensor<2xi8>
// CHECK-NEXT: }
tt.func @product_of_constants() -> (i8, tensor<2xi8>) {
  %a = arith.constant 100 : i8
  %b = arith.constant 3 : i8
  %s = arith.constant dense<2> : tensor<2xi8>
  %d = arith.constant dense<[5, -100]> : tensor<2xi8>
  %0 = arith.muli %a, %b : i8
  %1 = arith.muli %s, %d : tensor<2xi8>
  tt.return %0, %1 : i8, tensor<2xi8>
}

// (x * 5) * 7 = x * 35, with the promises that both make.
// CHECK: tt.func @two_factors(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:   %c35_i32 = arith.constant 35 : i32
// CHECK-NEXT:   %0 = arith.muli %arg0, %c35_i32 overflow<nsw> : i32
// CHECK-NEXT:   %1 = arith.muli %arg0, %c35_i32 : i32
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @two_factors(%x: i32) -> (i32, i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.muli %x, %c5 overflow<nsw> : i32
  %1 = arith.muli %0, %c7 overflow<nsw, nuw> : i32
  %2 = arith.muli %0, %c7 : i32
  tt.return %1, %2 : i32, i32
}

// CHECK: tt.func @one_known_factor(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.muli %arg0, %c5_i32 : i32
// CHECK-NEXT:   %1 = arith.muli %0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:   %3 = arith.muli %2, %c5_i32 : i32
// CHECK-NEXT:   tt.return %1, %3 : i32, i32
// CHECK-NEXT: }
tt.func @one_known_factor(%x: i32, %y: i32) -> (i32, i32) {
  %c5 = arith.constant 5 : i32
  %0 = arith.muli %x, %c5 : i32
  %1 = arith.muli %0, %y : i32
  %2 = arith.muli %x, %y : i32
  %3 = arith.muli %2, %c5 : i32
  tt.return %1, %3 : i32, i32
}

// CHECK: tt.func @factors_of_tensors(%arg0: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<5> : tensor<4xi32>
// CHECK-NEXT:   %0 = arith.muli %arg0, %cst : tensor<4xi32>
// CHECK-NEXT:   %1 = arith.muli %0, %cst : tensor<4xi32>
// CHECK-NEXT:   tt.return %1 : tensor<4xi32>
// CHECK-NEXT: }
tt.func @factors_of_tensors(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c5 = arith.constant dense<5> : tensor<4xi32>
  %0 = arith.muli %x, %c5 : tensor<4xi32>
  %1 = arith.muli %0, %c5 : tensor<4xi32>
  tt.return %1 : tensor<4xi32>
}

// CHECK: tt.func @high_half_not_needed(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @high_half_not_needed(%x: i32, %y: i32) -> (i32, i32) {
  %0, %1 = arith.mulsi_extended %x, %y : i32
  %2, %3 = arith.mului_extended %x, %y : i32
  tt.return %0, %2 : i32, i32
}

// CHECK: tt.func @high_half_needed(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
// CHECK-NEXT:   %low_0, %high_1 = arith.mului_extended %arg0, %arg1 : i32
// CHECK-NEXT:   tt.return %high, %high_1 : i32, i32
// CHECK-NEXT: }
tt.func @high_half_needed(%x: i32, %y: i32) -> (i32, i32) {
  %0, %1 = arith.mulsi_extended %x, %y : i32
  %2, %3 = arith.mului_extended %x, %y : i32
  tt.return %1, %3 : i32, i32
}

// CHECK: tt.func @extended_by_one(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %c0_i8 : i8
// CHECK-NEXT:   %1 = arith.extsi %0 : i1 to i8
// CHECK-NEXT:   tt.return %arg0, %1, %arg0, %c0_i8 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @extended_by_one(%x: i8) -> (i8, i8, i8, i8) {
  %c1 = arith.constant 1 : i8
  %0, %1 = arith.mulsi_extended %x, %c1 : i8
  %2, %3 = arith.mului_extended %x, %c1 : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @extended_by_two(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:   %low, %high = arith.mulsi_extended %arg0, %c2_i8 : i8
// CHECK-NEXT:   %low_0, %high_1 = arith.mului_extended %arg0, %c2_i8 : i8
// CHECK-NEXT:   tt.return %low, %high, %low_0, %high_1 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @extended_by_two(%x: i8) -> (i8, i8, i8, i8) {
  %c2 = arith.constant 2 : i8
  %0, %1 = arith.mulsi_extended %x, %c2 : i8
  %2, %3 = arith.mului_extended %x, %c2 : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @extended_by_zero(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   tt.return %c0_i8, %c0_i8, %c0_i8, %c0_i8 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @extended_by_zero(%x: i8) -> (i8, i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %0, %1 = arith.mulsi_extended %x, %c0 : i8
  %2, %3 = arith.mului_extended %x, %c0 : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @extended_constants() -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c-44_i8 = arith.constant -44 : i8
// CHECK-NEXT:   %c-2_i8 = arith.constant -2 : i8
// CHECK-NEXT:   %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:   tt.return %c-44_i8, %c-2_i8, %c-44_i8, %c1_i8 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @extended_constants() -> (i8, i8, i8, i8) {
  %a = arith.constant -100 : i8
  %b = arith.constant 3 : i8
  %0, %1 = arith.mulsi_extended %a, %b : i8
  %2, %3 = arith.mului_extended %a, %b : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @divide_by_one(%arg0: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0, %arg0, %arg0, %c0_i32, %c0_i32 : i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @divide_by_one(%x: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.divui %x, %c1 : i32
  %1 = arith.divsi %x, %c1 : i32
  %2 = arith.ceildivui %x, %c1 : i32
  %3 = arith.ceildivsi %x, %c1 : i32
  %4 = arith.floordivsi %x, %c1 : i32
  %5 = arith.remui %x, %c1 : i32
  %6 = arith.remsi %x, %c1 : i32
  tt.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
}

// CHECK: tt.func @divide_by_two(%arg0: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.divui %arg0, %c2_i32 : i32
// CHECK-NEXT:   %1 = arith.divsi %arg0, %c2_i32 : i32
// CHECK-NEXT:   %2 = arith.ceildivui %arg0, %c2_i32 : i32
// CHECK-NEXT:   %3 = arith.ceildivsi %arg0, %c2_i32 : i32
// CHECK-NEXT:   %4 = arith.floordivsi %arg0, %c2_i32 : i32
// CHECK-NEXT:   %5 = arith.remui %arg0, %c2_i32 : i32
// CHECK-NEXT:   %6 = arith.remsi %arg0, %c2_i32 : i32
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @divide_by_two(%x: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c2 = arith.constant 2 : i32
  %0 = arith.divui %x, %c2 : i32
  %1 = arith.divsi %x, %c2 : i32
  %2 = arith.ceildivui %x, %c2 : i32
  %3 = arith.ceildivsi %x, %c2 : i32
  %4 = arith.floordivsi %x, %c2 : i32
  %5 = arith.remui %x, %c2 : i32
  %6 = arith.remsi %x, %c2 : i32
  tt.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
}

// -7 and 2, by every way to round.
// CHECK: tt.func @quotients() -> (i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %c124_i8 = arith.constant 124 : i8
// CHECK-NEXT:   %c-3_i8 = arith.constant -3 : i8
// CHECK-NEXT:   %c125_i8 = arith.constant 125 : i8
// CHECK-NEXT:   %c-4_i8 = arith.constant -4 : i8
// CHECK-NEXT:   %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   tt.return %c124_i8, %c-3_i8, %c125_i8, %c-3_i8, %c-4_i8, %c1_i8, %c-1_i8 : i8, i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @quotients() -> (i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant -7 : i8
  %b = arith.constant 2 : i8
  %0 = arith.divui %a, %b : i8
  %1 = arith.divsi %a, %b : i8
  %2 = arith.ceildivui %a, %b : i8
  %3 = arith.ceildivsi %a, %b : i8
  %4 = arith.floordivsi %a, %b : i8
  %5 = arith.remui %a, %b : i8
  %6 = arith.remsi %a, %b : i8
  tt.return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

// 7 and -2.
// CHECK: tt.func @quotients_by_a_negative_number() -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c-3_i8 = arith.constant -3 : i8
// CHECK-NEXT:   %c-4_i8 = arith.constant -4 : i8
// CHECK-NEXT:   %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:   tt.return %c-3_i8, %c-3_i8, %c-4_i8, %c1_i8 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @quotients_by_a_negative_number() -> (i8, i8, i8, i8) {
  %a = arith.constant 7 : i8
  %b = arith.constant -2 : i8
  %0 = arith.divsi %a, %b : i8
  %1 = arith.ceildivsi %a, %b : i8
  %2 = arith.floordivsi %a, %b : i8
  %3 = arith.remsi %a, %b : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// Nothing is said of a division by zero.
// CHECK: tt.func @divide_by_zero(%arg0: i8) -> (i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %c7_i8 = arith.constant 7 : i8
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %0 = arith.divui %c7_i8, %c0_i8 : i8
// CHECK-NEXT:   %1 = arith.divsi %c7_i8, %c0_i8 : i8
// CHECK-NEXT:   %2 = arith.ceildivui %c7_i8, %c0_i8 : i8
// CHECK-NEXT:   %3 = arith.ceildivsi %c7_i8, %c0_i8 : i8
// CHECK-NEXT:   %4 = arith.floordivsi %c7_i8, %c0_i8 : i8
// CHECK-NEXT:   %5 = arith.remui %c7_i8, %c0_i8 : i8
// CHECK-NEXT:   %6 = arith.remsi %c7_i8, %c0_i8 : i8
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @divide_by_zero(%c0: i8) -> (i8, i8, i8, i8, i8, i8, i8) {
  %a = arith.constant 7 : i8
  %z = arith.constant 0 : i8
  %0 = arith.divui %a, %z : i8
  %1 = arith.divsi %a, %z : i8
  %2 = arith.ceildivui %a, %z : i8
  %3 = arith.ceildivsi %a, %z : i8
  %4 = arith.floordivsi %a, %z : i8
  %5 = arith.remui %a, %z : i8
  %6 = arith.remsi %a, %z : i8
  tt.return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

// Nor of quotients that are out of range.
// CHECK: tt.func @divide_the_least_number() -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:   %0 = arith.divsi %c-128_i8, %c-1_i8 : i8
// CHECK-NEXT:   %1 = arith.ceildivsi %c-128_i8, %c-1_i8 : i8
// CHECK-NEXT:   %2 = arith.floordivsi %c-128_i8, %c-1_i8 : i8
// CHECK-NEXT:   %3 = arith.ceildivsi %c-128_i8, %c2_i8 : i8
// CHECK-NEXT:   tt.return %0, %1, %2, %3 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @divide_the_least_number() -> (i8, i8, i8, i8) {
  %a = arith.constant -128 : i8
  %m = arith.constant -1 : i8
  %c2 = arith.constant 2 : i8
  %0 = arith.divsi %a, %m : i8
  %1 = arith.ceildivsi %a, %m : i8
  %2 = arith.floordivsi %a, %m : i8
  %3 = arith.ceildivsi %a, %c2 : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @ceiling_of_zero() -> i8 {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   tt.return %c0_i8 : i8
// CHECK-NEXT: }
tt.func @ceiling_of_zero() -> i8 {
  %a = arith.constant 0 : i8
  %b = arith.constant -128 : i8
  %0 = arith.ceildivsi %a, %b : i8
  tt.return %0 : i8
}

// CHECK: tt.func @divide_by_the_least_number() -> (i8, i8) {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %c5_i8 = arith.constant 5 : i8
// CHECK-NEXT:   %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:   %0 = arith.ceildivsi %c5_i8, %c-128_i8 : i8
// CHECK-NEXT:   tt.return %0, %c0_i8 : i8, i8
// CHECK-NEXT: }
tt.func @divide_by_the_least_number() -> (i8, i8) {
  %a = arith.constant 5 : i8
  %b = arith.constant -128 : i8
  %0 = arith.ceildivsi %a, %b : i8
  %1 = arith.divsi %a, %b : i8
  tt.return %0, %1 : i8, i8
}

// The last divisor decides whether a quotient of several elements is known.
// CHECK: tt.func @divide_elements() -> (tensor<2xi8>, tensor<2xi8>) {
// CHECK-NEXT:   %cst = arith.constant dense<[7, 8]> : tensor<2xi8>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[2, 0]> : tensor<2xi8>
// CHECK-NEXT:   %cst_1 = arith.constant dense<[7, 4]> : tensor<2xi8>
// CHECK-NEXT:   %0 = arith.floordivsi %cst, %cst_0 : tensor<2xi8>
// CHECK-NEXT:   tt.return %cst_1, %0 : tensor<2xi8>, tensor<2xi8>
// CHECK-NEXT: }
tt.func @divide_elements() -> (tensor<2xi8>, tensor<2xi8>) {
  %a = arith.constant dense<[7, 8]> : tensor<2xi8>
  %z = arith.constant dense<[0, 2]> : tensor<2xi8>
  %y = arith.constant dense<[2, 0]> : tensor<2xi8>
  %0 = arith.floordivsi %a, %z : tensor<2xi8>
  %1 = arith.floordivsi %a, %y : tensor<2xi8>
  tt.return %0, %1 : tensor<2xi8>, tensor<2xi8>
}

// A quotient of a product that does not overflow.
// CHECK: tt.func @divide_product(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   tt.return %arg0, %arg1, %arg0, %arg1 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @divide_product(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %0 = arith.muli %x, %y overflow<nsw> : i32
  %1 = arith.muli %x, %y overflow<nuw> : i32
  %2 = arith.divsi %0, %y : i32
  %3 = arith.divsi %0, %x : i32
  %4 = arith.divui %1, %y : i32
  %5 = arith.divui %1, %x : i32
  tt.return %2, %3, %4, %5 : i32, i32, i32, i32
}

// CHECK: tt.func @divide_product_that_may_overflow(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg1 overflow<nuw> : i32
// CHECK-NEXT:   %1 = arith.muli %arg0, %arg1 overflow<nsw> : i32
// CHECK-NEXT:   %2 = arith.divsi %0, %arg1 : i32
// CHECK-NEXT:   %3 = arith.divui %1, %arg1 : i32
// CHECK-NEXT:   %4 = arith.divsi %1, %arg2 : i32
// CHECK-NEXT:   %5 = arith.ceildivsi %1, %arg1 : i32
// CHECK-NEXT:   tt.return %2, %3, %4, %5 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @divide_product_that_may_overflow(%x: i32, %y: i32, %z: i32) -> (i32, i32, i32, i32) {
  %0 = arith.muli %x, %y overflow<nuw> : i32
  %1 = arith.muli %x, %y overflow<nsw> : i32
  %2 = arith.divsi %0, %y : i32
  %3 = arith.divui %1, %y : i32
  %4 = arith.divsi %1, %z : i32
  %5 = arith.ceildivsi %1, %y : i32
  tt.return %2, %3, %4, %5 : i32, i32, i32, i32
}
