// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Sums with a known neutral element, and sums of a difference and its subtrahend.
// CHECK: tt.func @add_zero(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @add_zero(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %c0, %x : i32
  tt.return %0 : i32
}

// CHECK: tt.func @add_one_is_not_neutral(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @add_one_is_not_neutral(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  tt.return %0 : i32
}

// CHECK: tt.func @add_what_was_subtracted(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   tt.return %arg0, %arg0 : i32, i32
// CHECK-NEXT: }
tt.func @add_what_was_subtracted(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.subi %x, %y : i32
  %1 = arith.addi %0, %y : i32
  %2 = arith.addi %y, %0 : i32
  tt.return %1, %2 : i32, i32
}

// CHECK: tt.func @add_something_else(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.addi %0, %arg0 : i32
// CHECK-NEXT:   %2 = arith.addi %arg0, %0 : i32
// CHECK-NEXT:   tt.return %1, %2 : i32, i32
// CHECK-NEXT: }
tt.func @add_something_else(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.subi %x, %y : i32
  %1 = arith.addi %0, %x : i32
  %2 = arith.addi %x, %0 : i32
  tt.return %1, %2 : i32, i32
}

// CHECK: tt.func @subtract_itself(%arg0: tensor<4xi32>, %arg1: i32) -> (tensor<4xi32>, i32) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:   tt.return %cst, %arg1 : tensor<4xi32>, i32
// CHECK-NEXT: }
tt.func @subtract_itself(%x: tensor<4xi32>, %y: i32) -> (tensor<4xi32>, i32) {
  %c0 = arith.constant 0 : i32
  %0 = arith.subi %x, %x : tensor<4xi32>
  %1 = arith.subi %y, %c0 : i32
  tt.return %0, %1 : tensor<4xi32>, i32
}

// CHECK: tt.func @subtract_from_zero(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0 = arith.subi %c0_i32, %arg0 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @subtract_from_zero(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.subi %c0, %x : i32
  tt.return %0 : i32
}

// CHECK: tt.func @subtract_what_was_added(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   tt.return %arg0, %arg1 : i32, i32
// CHECK-NEXT: }
tt.func @subtract_what_was_added(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.subi %0, %y : i32
  %2 = arith.subi %0, %x : i32
  tt.return %1, %2 : i32, i32
}

// CHECK: tt.func @subtract_something_else(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.subi %0, %arg2 : i32
// CHECK-NEXT:   %2 = arith.subi %arg0, %0 : i32
// CHECK-NEXT:   tt.return %1, %2 : i32, i32
// CHECK-NEXT: }
tt.func @subtract_something_else(%x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.subi %0, %z : i32
  %2 = arith.subi %x, %0 : i32
  tt.return %1, %2 : i32, i32
}

// Constants wrap around, element by element.
// CHECK: tt.func @constants() -> (i8, tensor<2xi8>, tensor<2xi8>, index) {
// CHECK-NEXT:   %c-127_i8 = arith.constant -127 : i8
// CHECK-NEXT:   %cst = arith.constant dense<[-127, 127]> : tensor<2xi8>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[127, -127]> : tensor<2xi8>
// CHECK-NEXT:   %c-9223372036854775808 = arith.constant -9223372036854775808 : index
// CHECK-NEXT:   tt.return %c-127_i8, %cst, %cst_0, %c-9223372036854775808 : i8, tensor<2xi8>, tensor<2xi8>, index
// CHECK-NEXT: }
tt.func @constants() -> (i8, tensor<2xi8>, tensor<2xi8>, index) {
  %a = arith.constant 127 : i8
  %b = arith.constant 2 : i8
  %s = arith.constant dense<-128> : tensor<2xi8>
  %d = arith.constant dense<[1, -1]> : tensor<2xi8>
  %i = arith.constant 9223372036854775807 : index
  %j = arith.constant 1 : index
  %0 = arith.addi %a, %b : i8
  %1 = arith.addi %s, %d : tensor<2xi8>
  %2 = arith.subi %s, %d : tensor<2xi8>
  %3 = arith.addi %i, %j : index
  tt.return %0, %1, %2, %3 : i8, tensor<2xi8>, tensor<2xi8>, index
}

// Constants stand on the right.
// CHECK: tt.func @constant_goes_right(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c5_i32 : i32
// CHECK-NEXT:   %1 = arith.subi %c5_i32, %arg0 : i32
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @constant_goes_right(%x: i32) -> (i32, i32) {
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %c5, %x : i32
  %1 = arith.subi %c5, %x : i32
  tt.return %0, %1 : i32, i32
}

// Two constants become one: (x + 5) + 7, (x - 5) + 7, (5 - x) + 7.
// CHECK: tt.func @add_constants(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c12_i32 = arith.constant 12 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c12_i32 : i32
// CHECK-NEXT:   %1 = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT:   %2 = arith.subi %c12_i32, %arg0 : i32
// CHECK-NEXT:   tt.return %0, %1, %2 : i32, i32, i32
// CHECK-NEXT: }
tt.func @add_constants(%x: i32) -> (i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.addi %x, %c5 : i32
  %1 = arith.addi %0, %c7 : i32
  %2 = arith.subi %x, %c5 : i32
  %3 = arith.addi %2, %c7 : i32
  %4 = arith.subi %c5, %x : i32
  %5 = arith.addi %4, %c7 : i32
  tt.return %1, %3, %5 : i32, i32, i32
}

// (x + 5) - 7, (x - 5) - 7, (5 - x) - 7.
// CHECK: tt.func @subtract_constants(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %c12_i32 = arith.constant 12 : i32
// CHECK-NEXT:   %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c-2_i32 : i32
// CHECK-NEXT:   %1 = arith.subi %arg0, %c12_i32 : i32
// CHECK-NEXT:   %2 = arith.subi %c-2_i32, %arg0 : i32
// CHECK-NEXT:   tt.return %0, %1, %2 : i32, i32, i32
// CHECK-NEXT: }
tt.func @subtract_constants(%x: i32) -> (i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.addi %x, %c5 : i32
  %1 = arith.subi %0, %c7 : i32
  %2 = arith.subi %x, %c5 : i32
  %3 = arith.subi %2, %c7 : i32
  %4 = arith.subi %c5, %x : i32
  %5 = arith.subi %4, %c7 : i32
  tt.return %1, %3, %5 : i32, i32, i32
}

// 7 - (x + 5), 7 - (x - 5), 7 - (5 - x).
// CHECK: tt.func @subtract_from_constants(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %c12_i32 = arith.constant 12 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.subi %c2_i32, %arg0 : i32
// CHECK-NEXT:   %1 = arith.subi %c12_i32, %arg0 : i32
// CHECK-NEXT:   %2 = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT:   tt.return %0, %1, %2 : i32, i32, i32
// CHECK-NEXT: }
tt.func @subtract_from_constants(%x: i32) -> (i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.addi %x, %c5 : i32
  %1 = arith.subi %c7, %0 : i32
  %2 = arith.subi %x, %c5 : i32
  %3 = arith.subi %c7, %2 : i32
  %4 = arith.subi %c5, %x : i32
  %5 = arith.subi %c7, %4 : i32
  tt.return %1, %3, %5 : i32, i32, i32
}

// A promise not to overflow holds for the sum if all made it; (x + 5) - 7 makes none.
// CHECK: tt.func @promises(%arg0: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:   %c12_i32 = arith.constant 12 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c12_i32 overflow<nsw> : i32
// CHECK-NEXT:   %1 = arith.addi %arg0, %c12_i32 : i32
// CHECK-NEXT:   %2 = arith.addi %arg0, %c-2_i32 : i32
// CHECK-NEXT:   %3 = arith.subi %c2_i32, %arg0 overflow<nuw> : i32
// CHECK-NEXT:   tt.return %0, %1, %2, %3 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @promises(%x: i32) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.addi %x, %c5 overflow<nsw, nuw> : i32
  %1 = arith.addi %0, %c7 overflow<nsw> : i32
  %2 = arith.addi %0, %c7 : i32
  %3 = arith.subi %0, %c7 overflow<nsw, nuw> : i32
  %4 = arith.subi %c7, %0 overflow<nuw> : i32
  tt.return %1, %2, %3, %4 : i32, i32, i32, i32
}

// Tensors of constants are left alone, as are sums of which only one part is known.
// CHECK: tt.func @sums_of_tensors(%arg0: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<5> : tensor<4xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<7> : tensor<4xi32>
// CHECK-NEXT:   %0 = arith.addi %arg0, %cst : tensor<4xi32>
// CHECK-NEXT:   %1 = arith.addi %0, %cst_0 : tensor<4xi32>
// CHECK-NEXT:   tt.return %1 : tensor<4xi32>
// CHECK-NEXT: }
tt.func @sums_of_tensors(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c5 = arith.constant dense<5> : tensor<4xi32>
  %c7 = arith.constant dense<7> : tensor<4xi32>
  %0 = arith.addi %x, %c5 : tensor<4xi32>
  %1 = arith.addi %0, %c7 : tensor<4xi32>
  tt.return %1 : tensor<4xi32>
}

// CHECK: tt.func @one_constant(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c5_i32 : i32
// CHECK-NEXT:   %1 = arith.addi %0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   %3 = arith.addi %2, %c5_i32 : i32
// CHECK-NEXT:   %4 = arith.subi %2, %c5_i32 : i32
// CHECK-NEXT:   %5 = arith.subi %c5_i32, %2 : i32
// CHECK-NEXT:   tt.return %1, %3, %4, %5 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @one_constant(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %x, %c5 : i32
  %1 = arith.addi %0, %y : i32
  %2 = arith.addi %x, %y : i32
  %3 = arith.addi %2, %c5 : i32
  %4 = arith.subi %2, %c5 : i32
  %5 = arith.subi %c5, %2 : i32
  tt.return %1, %3, %4, %5 : i32, i32, i32, i32
}

// CHECK: tt.func @subtract_the_minuend_again(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.subi %c0_i32, %arg1 : i32
// CHECK-NEXT:   %2 = arith.subi %0, %arg1 : i32
// CHECK-NEXT:   tt.return %1, %2 : i32, i32
// CHECK-NEXT: }
tt.func @subtract_the_minuend_again(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.subi %x, %y : i32
  %1 = arith.subi %0, %x : i32
  %2 = arith.subi %0, %y : i32
  tt.return %1, %2 : i32, i32
}

// CHECK: tt.func @add_negated(%arg0: i32, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>, %arg3: i32) -> (i32, i32, tensor<4xi32>) {
// CHECK-NEXT:   %0 = arith.subi %arg3, %arg0 : i32
// CHECK-NEXT:   %1 = arith.subi %arg3, %arg0 : i32
// CHECK-NEXT:   %2 = arith.subi %arg2, %arg1 : tensor<4xi32>
// CHECK-NEXT:   tt.return %0, %1, %2 : i32, i32, tensor<4xi32>
// CHECK-NEXT: }
tt.func @add_negated(%x: i32, %y: tensor<4xi32>, %z: tensor<4xi32>, %w: i32) -> (i32, i32, tensor<4xi32>) {
  %m = arith.constant -1 : i32
  %ms = arith.constant dense<-1> : tensor<4xi32>
  %0 = arith.muli %x, %m : i32
  %1 = arith.addi %w, %0 : i32
  %2 = arith.addi %0, %w : i32
  %3 = arith.muli %y, %ms : tensor<4xi32>
  %4 = arith.addi %z, %3 : tensor<4xi32>
  tt.return %1, %2, %4 : i32, i32, tensor<4xi32>
}

// CHECK: tt.func @add_doubled(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.muli %arg0, %c2_i32 : i32
// CHECK-NEXT:   %1 = arith.addi %arg1, %0 : i32
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @add_doubled(%x: i32, %w: i32) -> i32 {
  %m = arith.constant 2 : i32
  %0 = arith.muli %x, %m : i32
  %1 = arith.addi %w, %0 : i32
  tt.return %1 : i32
}

// CHECK: tt.func @carry_not_needed(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @carry_not_needed(%x: i32, %y: i32) -> i32 {
  %0, %1 = arith.addui_extended %x, %y : i32, i1
  tt.return %0 : i32
}

// CHECK: tt.func @carry_needed(%arg0: i32, %arg1: i32) -> (i32, i1) {
// CHECK-NEXT:   %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
// CHECK-NEXT:   tt.return %sum, %overflow : i32, i1
// CHECK-NEXT: }
tt.func @carry_needed(%x: i32, %y: i32) -> (i32, i1) {
  %0, %1 = arith.addui_extended %x, %y : i32, i1
  tt.return %0, %1 : i32, i1
}

// CHECK: tt.func @carries(%arg0: i8) -> (i8, i1, i8, i1, i8, i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c44_i8 = arith.constant 44 : i8
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c-55_i8 = arith.constant -55 : i8
// CHECK-NEXT:   tt.return %arg0, %false, %c44_i8, %true, %c-55_i8, %false : i8, i1, i8, i1, i8, i1
// CHECK-NEXT: }
tt.func @carries(%x: i8) -> (i8, i1, i8, i1, i8, i1) {
  %c0 = arith.constant 0 : i8
  %c200 = arith.constant 200 : i8
  %c100 = arith.constant 100 : i8
  %c1 = arith.constant 1 : i8
  %0, %1 = arith.addui_extended %x, %c0 : i8, i1
  %2, %3 = arith.addui_extended %c200, %c100 : i8, i1
  %4, %5 = arith.addui_extended %c200, %c1 : i8, i1
  tt.return %0, %1, %2, %3, %4, %5 : i8, i1, i8, i1, i8, i1
}

// CHECK: tt.func @poison(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   tt.return %0, %0 : i32, i32
// CHECK-NEXT: }
tt.func @poison(%x: i32) -> (i32, i32) {
  %p = ub.poison : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %p : i32
  %1 = arith.muli %c1, %p : i32
  tt.return %0, %1 : i32, i32
}
