// RUN: xtriton-opt %s --canonicalize | filecheck %s

// No constant inside.
// CHECK: tt.func @no_constant(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.addi %0, %c5_i32 : i32
// CHECK-NEXT:   %3 = arith.addi %1, %c5_i32 : i32
// CHECK-NEXT:   %4 = arith.subi %0, %c5_i32 : i32
// CHECK-NEXT:   %5 = arith.subi %1, %c5_i32 : i32
// CHECK-NEXT:   %6 = arith.subi %c5_i32, %0 : i32
// CHECK-NEXT:   %7 = arith.subi %c5_i32, %1 : i32
// CHECK-NEXT:   tt.return %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @no_constant(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %x, %y : i32
  %1 = arith.subi %x, %y : i32
  %2 = arith.addi %0, %c5 : i32
  %3 = arith.addi %1, %c5 : i32
  %4 = arith.subi %0, %c5 : i32
  %5 = arith.subi %1, %c5 : i32
  %6 = arith.subi %c5, %0 : i32
  %7 = arith.subi %c5, %1 : i32
  tt.return %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32
}

// No constant outside.
// CHECK: tt.func @no_constant_outside(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c5_i32 : i32
// CHECK-NEXT:   %1 = arith.subi %c5_i32, %arg0 : i32
// CHECK-NEXT:   %2 = arith.addi %0, %arg1 : i32
// CHECK-NEXT:   %3 = arith.addi %1, %arg1 : i32
// CHECK-NEXT:   %4 = arith.subi %0, %arg1 : i32
// CHECK-NEXT:   %5 = arith.subi %arg1, %1 : i32
// CHECK-NEXT:   tt.return %2, %3, %4, %5 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @no_constant_outside(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %x, %c5 : i32
  %1 = arith.subi %c5, %x : i32
  %2 = arith.addi %0, %y : i32
  %3 = arith.addi %1, %y : i32
  %4 = arith.subi %0, %y : i32
  %5 = arith.subi %y, %1 : i32
  tt.return %2, %3, %4, %5 : i32, i32, i32, i32
}

// Products: of a sum, of a product of values, and by a value.
// CHECK: tt.func @products(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c35_i32 = arith.constant 35 : i32
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c7_i32 : i32
// CHECK-NEXT:   %1 = arith.muli %0, %c5_i32 : i32
// CHECK-NEXT:   %2 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:   %3 = arith.muli %2, %c5_i32 : i32
// CHECK-NEXT:   %4 = arith.muli %arg0, %c7_i32 : i32
// CHECK-NEXT:   %5 = arith.muli %4, %arg1 : i32
// CHECK-NEXT:   %6 = arith.muli %arg0, %c35_i32 : i32
// CHECK-NEXT:   tt.return %1, %3, %5, %6 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @products(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %0 = arith.addi %x, %c7 : i32
  %1 = arith.muli %0, %c5 : i32
  %2 = arith.muli %x, %y : i32
  %3 = arith.muli %2, %c5 : i32
  %4 = arith.muli %x, %c7 : i32
  %5 = arith.muli %4, %y : i32
  %6 = arith.muli %4, %c5 : i32
  tt.return %1, %3, %5, %6 : i32, i32, i32, i32
}

// A comparison and another condition, and the negation of a value that is no comparison.
// CHECK: tt.func @xor(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i1) -> (i1, i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.xori %0, %arg2 : i1
// CHECK-NEXT:   %2 = arith.andi %arg2, %arg3 : i1
// CHECK-NEXT:   %3 = arith.xori %2, %true : i1
// CHECK-NEXT:   %4 = arith.cmpi sge, %arg0, %arg1 : i32
// CHECK-NEXT:   tt.return %1, %3, %4 : i1, i1, i1
// CHECK-NEXT: }
tt.func @xor(%x: i32, %y: i32, %d: i1, %e: i1) -> (i1, i1, i1) {
  %true = arith.constant true
  %0 = arith.cmpi slt, %x, %y : i32
  %1 = arith.xori %0, %d : i1
  %2 = arith.andi %d, %e : i1
  %3 = arith.xori %2, %true : i1
  %4 = arith.xori %0, %true : i1
  tt.return %1, %3, %4 : i1, i1, i1
}

// Choices of a constant and something else.
// CHECK: tt.func @select(%arg0: i1, %arg1: i1, %arg2: i32) -> (i1, i1, i1, i32, i32, i32, i32) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.select %arg0, %false, %arg1 : i1
// CHECK-NEXT:   %1 = arith.select %arg0, %arg1, %true : i1
// CHECK-NEXT:   %2 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   %3 = arith.select %arg0, %c1_i32, %arg2 : i32
// CHECK-NEXT:   %4 = arith.select %arg0, %arg2, %c0_i32 : i32
// CHECK-NEXT:   %5 = arith.select %arg0, %c0_i32, %c2_i32 : i32
// CHECK-NEXT:   %6 = arith.select %arg0, %c0_i32, %arg2 : i32
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @select(%c: i1, %d: i1, %x: i32) -> (i1, i1, i1, i32, i32, i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.select %c, %false, %d : i1
  %1 = arith.select %c, %d, %true : i1
  %2 = arith.select %c, %false, %true : i1
  %3 = arith.select %c, %c1, %x : i32
  %4 = arith.select %c, %x, %c0 : i32
  %5 = arith.select %c, %c0, %c2 : i32
  %6 = arith.select %c, %c0, %x : i32
  tt.return %0, %1, %2, %3, %4, %5, %6 : i1, i1, i1, i32, i32, i32, i32
}

// Converted integers: an unsigned one is not negative, a wide one may be rounded, and NaN is like nothing.
// CHECK: tt.func @converted(%arg0: i8, %arg1: i32, %arg2: i64) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c200_i32 = arith.constant 200 : i32
// CHECK-NEXT:   %c-56_i8 = arith.constant -56 : i8
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %cst = arith.constant 3.000000e+07 : f32
// CHECK-NEXT:   %0 = arith.sitofp %arg1 : i32 to f32
// CHECK-NEXT:   %1 = arith.cmpi slt, %arg0, %c-1_i8 : i8
// CHECK-NEXT:   %2 = arith.cmpi ugt, %arg0, %c-56_i8 : i8
// CHECK-NEXT:   %3 = arith.cmpf ogt, %0, %cst : f32
// CHECK-NEXT:   %4 = arith.cmpi sgt, %arg1, %c200_i32 : i32
// CHECK-NEXT:   tt.return %1, %false, %false, %2, %3, %4, %false, %true : i1, i1, i1, i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @converted(%x: i8, %y: i32, %z: i64) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
  %0 = arith.sitofp %x : i8 to f32
  %1 = arith.uitofp %x : i8 to f32
  %2 = arith.sitofp %y : i32 to f32
  %3 = arith.uitofp %z : i64 to f32
  %minus = arith.constant -1.5 : f32
  %large = arith.constant 200.5 : f32
  %huge = arith.constant 3.0e7 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %4 = arith.cmpf olt, %0, %minus : f32
  %5 = arith.cmpf olt, %1, %minus : f32
  %6 = arith.cmpf ogt, %0, %large : f32
  %7 = arith.cmpf ogt, %1, %large : f32
  %8 = arith.cmpf ogt, %2, %huge : f32
  %9 = arith.cmpf ogt, %2, %large : f32
  %10 = arith.cmpf oeq, %3, %nan : f32
  %11 = arith.cmpf olt, %3, %inf : f32
  tt.return %4, %5, %6, %7, %8, %9, %10, %11 : i1, i1, i1, i1, i1, i1, i1, i1
}
