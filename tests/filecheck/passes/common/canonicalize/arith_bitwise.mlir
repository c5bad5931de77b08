// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func @and(%arg0: i8, %arg1: i8) -> (i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %c15_i8 = arith.constant 15 : i8
// CHECK-NEXT:   %0 = arith.xori %arg0, %c-1_i8 : i8
// CHECK-NEXT:   %1 = arith.andi %arg0, %c15_i8 : i8
// CHECK-NEXT:   %2 = arith.andi %arg1, %0 : i8
// CHECK-NEXT:   tt.return %c0_i8, %arg0, %c0_i8, %c0_i8, %arg0, %1, %2 : i8, i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @and(%x: i8, %y: i8) -> (i8, i8, i8, i8, i8, i8, i8) {
  %zero = arith.constant 0 : i8
  %ones = arith.constant -1 : i8
  %some = arith.constant 15 : i8
  %not = arith.xori %x, %ones : i8
  %0 = arith.andi %x, %zero : i8
  %1 = arith.andi %x, %ones : i8
  %2 = arith.andi %x, %not : i8
  %3 = arith.andi %not, %x : i8
  %4 = arith.andi %x, %x : i8
  %5 = arith.andi %x, %some : i8
  %6 = arith.andi %y, %not : i8
  tt.return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

// CHECK: tt.func @and_again(%arg0: i8, %arg1: i8, %arg2: i8) -> (i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT:   %1 = arith.andi %0, %arg2 : i8
// CHECK-NEXT:   %2 = arith.andi %arg2, %0 : i8
// CHECK-NEXT:   tt.return %0, %0, %0, %1, %2 : i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @and_again(%x: i8, %y: i8, %z: i8) -> (i8, i8, i8, i8, i8) {
  %0 = arith.andi %x, %y : i8
  %1 = arith.andi %0, %x : i8
  %2 = arith.andi %x, %0 : i8
  %3 = arith.andi %y, %0 : i8
  %4 = arith.andi %0, %z : i8
  %5 = arith.andi %z, %0 : i8
  tt.return %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8
}

// CHECK: tt.func @or(%arg0: i8, %arg1: i8) -> (i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %c15_i8 = arith.constant 15 : i8
// CHECK-NEXT:   %0 = arith.xori %arg0, %c-1_i8 : i8
// CHECK-NEXT:   %1 = arith.ori %arg0, %c15_i8 : i8
// CHECK-NEXT:   %2 = arith.ori %arg1, %0 : i8
// CHECK-NEXT:   tt.return %arg0, %c-1_i8, %c-1_i8, %c-1_i8, %arg0, %1, %2 : i8, i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @or(%x: i8, %y: i8) -> (i8, i8, i8, i8, i8, i8, i8) {
  %zero = arith.constant 0 : i8
  %ones = arith.constant -1 : i8
  %some = arith.constant 15 : i8
  %not = arith.xori %x, %ones : i8
  %0 = arith.ori %x, %zero : i8
  %1 = arith.ori %x, %ones : i8
  %2 = arith.ori %x, %not : i8
  %3 = arith.ori %not, %x : i8
  %4 = arith.ori %x, %x : i8
  %5 = arith.ori %x, %some : i8
  %6 = arith.ori %y, %not : i8
  tt.return %0, %1, %2, %3, %4, %5, %6 : i8, i8, i8, i8, i8, i8, i8
}

// Not every exclusive or is a negation.
// CHECK: tt.func @not_a_negation(%arg0: i8) -> (i8, i8) {
// CHECK-NEXT:   %c15_i8 = arith.constant 15 : i8
// CHECK-NEXT:   %0 = arith.xori %arg0, %c15_i8 : i8
// CHECK-NEXT:   %1 = arith.ori %arg0, %0 : i8
// CHECK-NEXT:   %2 = arith.andi %arg0, %0 : i8
// CHECK-NEXT:   tt.return %1, %2 : i8, i8
// CHECK-NEXT: }
tt.func @not_a_negation(%x: i8) -> (i8, i8) {
  %some = arith.constant 15 : i8
  %not = arith.xori %x, %some : i8
  %0 = arith.ori %x, %not : i8
  %1 = arith.andi %x, %not : i8
  tt.return %0, %1 : i8, i8
}

// CHECK: tt.func @xor(%arg0: i8, %arg1: i8, %arg2: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %0 = arith.xori %arg0, %arg1 : i8
// CHECK-NEXT:   %1 = arith.xori %0, %arg2 : i8
// CHECK-NEXT:   %2 = arith.xori %arg0, %c-1_i8 : i8
// CHECK-NEXT:   tt.return %arg0, %c0_i8, %arg0, %arg1, %arg0, %arg1, %1, %2 : i8, i8, i8, i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @xor(%x: i8, %y: i8, %z: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8) {
  %zero = arith.constant 0 : i8
  %ones = arith.constant -1 : i8
  %0 = arith.xori %x, %zero : i8
  %1 = arith.xori %x, %x : i8
  %2 = arith.xori %x, %y : i8
  %3 = arith.xori %2, %y : i8
  %4 = arith.xori %2, %x : i8
  %5 = arith.xori %y, %2 : i8
  %6 = arith.xori %x, %2 : i8
  %7 = arith.xori %2, %z : i8
  %8 = arith.xori %x, %ones : i8
  tt.return %0, %1, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8
}

// CHECK: tt.func @constants() -> (i8, i8, i8, tensor<2xi1>) {
// CHECK-NEXT:   %c8_i8 = arith.constant 8 : i8
// CHECK-NEXT:   %c14_i8 = arith.constant 14 : i8
// CHECK-NEXT:   %c6_i8 = arith.constant 6 : i8
// CHECK-NEXT:   %cst = arith.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT:   tt.return %c8_i8, %c14_i8, %c6_i8, %cst : i8, i8, i8, tensor<2xi1>
// CHECK-NEXT: }
tt.func @constants() -> (i8, i8, i8, tensor<2xi1>) {
  %a = arith.constant 12 : i8
  %b = arith.constant 10 : i8
  %c = arith.constant dense<[true, false]> : tensor<2xi1>
  %d = arith.constant dense<true> : tensor<2xi1>
  %0 = arith.andi %a, %b : i8
  %1 = arith.ori %a, %b : i8
  %2 = arith.xori %a, %b : i8
  %3 = arith.xori %c, %d : tensor<2xi1>
  tt.return %0, %1, %2, %3 : i8, i8, i8, tensor<2xi1>
}

// CHECK: tt.func @shift_by_nothing(%arg0: i8) -> (i8, i8, i8) {
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0 : i8, i8, i8
// CHECK-NEXT: }
tt.func @shift_by_nothing(%x: i8) -> (i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %0 = arith.shli %x, %c0 : i8
  %1 = arith.shrui %x, %c0 : i8
  %2 = arith.shrsi %x, %c0 : i8
  tt.return %0, %1, %2 : i8, i8, i8
}

// CHECK: tt.func @shifted_constants() -> (i8, i8, i8) {
// CHECK-NEXT:   %c112_i8 = arith.constant 112 : i8
// CHECK-NEXT:   %c39_i8 = arith.constant 39 : i8
// CHECK-NEXT:   %c-25_i8 = arith.constant -25 : i8
// CHECK-NEXT:   tt.return %c112_i8, %c39_i8, %c-25_i8 : i8, i8, i8
// CHECK-NEXT: }
tt.func @shifted_constants() -> (i8, i8, i8) {
  %a = arith.constant -100 : i8
  %b = arith.constant 2 : i8
  %0 = arith.shli %a, %b : i8
  %1 = arith.shrui %a, %b : i8
  %2 = arith.shrsi %a, %b : i8
  tt.return %0, %1, %2 : i8, i8, i8
}

// Nothing is said of an amount that is not less than the width; of several the last one decides.
// CHECK: tt.func @shift_too_far() -> (i8, i8, i8, tensor<2xi8>, tensor<2xi8>) {
// CHECK-NEXT:   %cst = arith.constant dense<[-1, 0]> : tensor<2xi8>
// CHECK-NEXT:   %c-100_i8 = arith.constant -100 : i8
// CHECK-NEXT:   %c8_i8 = arith.constant 8 : i8
// CHECK-NEXT:   %cst_0 = arith.constant dense<[-100, 1]> : tensor<2xi8>
// CHECK-NEXT:   %cst_1 = arith.constant dense<[1, 8]> : tensor<2xi8>
// CHECK-NEXT:   %0 = arith.shli %c-100_i8, %c8_i8 : i8
// CHECK-NEXT:   %1 = arith.shrui %c-100_i8, %c8_i8 : i8
// CHECK-NEXT:   %2 = arith.shrsi %c-100_i8, %c8_i8 : i8
// CHECK-NEXT:   %3 = arith.shrsi %cst_0, %cst_1 : tensor<2xi8>
// CHECK-NEXT:   tt.return %0, %1, %2, %cst, %3 : i8, i8, i8, tensor<2xi8>, tensor<2xi8>
// CHECK-NEXT: }
tt.func @shift_too_far() -> (i8, i8, i8, tensor<2xi8>, tensor<2xi8>) {
  %a = arith.constant -100 : i8
  %b = arith.constant 8 : i8
  %d = arith.constant dense<[-100, 1]> : tensor<2xi8>
  %e = arith.constant dense<[8, 1]> : tensor<2xi8>
  %f = arith.constant dense<[1, 8]> : tensor<2xi8>
  %0 = arith.shli %a, %b : i8
  %1 = arith.shrui %a, %b : i8
  %2 = arith.shrsi %a, %b : i8
  %3 = arith.shrsi %d, %e : tensor<2xi8>
  %4 = arith.shrsi %d, %f : tensor<2xi8>
  tt.return %0, %1, %2, %3, %4 : i8, i8, i8, tensor<2xi8>, tensor<2xi8>
}

// CHECK: tt.func @extrema_of_itself(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0, %arg0 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @extrema_of_itself(%x: i8) -> (i8, i8, i8, i8) {
  %0 = arith.maxsi %x, %x : i8
  %1 = arith.maxui %x, %x : i8
  %2 = arith.minsi %x, %x : i8
  %3 = arith.minui %x, %x : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @signed_extrema_with_limits(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:   %c127_i8 = arith.constant 127 : i8
// CHECK-NEXT:   tt.return %arg0, %c127_i8, %c-128_i8, %arg0 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @signed_extrema_with_limits(%x: i8) -> (i8, i8, i8, i8) {
  %least = arith.constant -128 : i8
  %greatest = arith.constant 127 : i8
  %0 = arith.maxsi %x, %least : i8
  %1 = arith.maxsi %x, %greatest : i8
  %2 = arith.minsi %x, %least : i8
  %3 = arith.minsi %x, %greatest : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @unsigned_extrema_with_limits(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   tt.return %arg0, %c-1_i8, %c0_i8, %arg0 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @unsigned_extrema_with_limits(%x: i8) -> (i8, i8, i8, i8) {
  %least = arith.constant 0 : i8
  %greatest = arith.constant -1 : i8
  %0 = arith.maxui %x, %least : i8
  %1 = arith.maxui %x, %greatest : i8
  %2 = arith.minui %x, %least : i8
  %3 = arith.minui %x, %greatest : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// A limit of signed numbers is none of unsigned ones, and the other way round.
// CHECK: tt.func @extrema_without_limits(%arg0: i8) -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c127_i8 = arith.constant 127 : i8
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %0 = arith.maxui %arg0, %c127_i8 : i8
// CHECK-NEXT:   %1 = arith.minui %arg0, %c127_i8 : i8
// CHECK-NEXT:   %2 = arith.maxsi %arg0, %c0_i8 : i8
// CHECK-NEXT:   %3 = arith.minsi %arg0, %c0_i8 : i8
// CHECK-NEXT:   tt.return %0, %1, %2, %3 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @extrema_without_limits(%x: i8) -> (i8, i8, i8, i8) {
  %signed = arith.constant 127 : i8
  %unsigned = arith.constant 0 : i8
  %0 = arith.maxui %x, %signed : i8
  %1 = arith.minui %x, %signed : i8
  %2 = arith.maxsi %x, %unsigned : i8
  %3 = arith.minsi %x, %unsigned : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @extrema_of_constants() -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c5_i8 = arith.constant 5 : i8
// CHECK-NEXT:   %c-3_i8 = arith.constant -3 : i8
// CHECK-NEXT:   tt.return %c5_i8, %c-3_i8, %c-3_i8, %c5_i8 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @extrema_of_constants() -> (i8, i8, i8, i8) {
  %a = arith.constant -3 : i8
  %b = arith.constant 5 : i8
  %0 = arith.maxsi %a, %b : i8
  %1 = arith.maxui %a, %b : i8
  %2 = arith.minsi %a, %b : i8
  %3 = arith.minui %a, %b : i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// not (a < b) is a >= b; only of scalars, and only a comparison.
// CHECK: tt.func @negated_comparison(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: tensor<4xi32>) -> (i1, i1, i1, tensor<4xi1>) {
// CHECK-NEXT:   %cst = arith.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.cmpi sge, %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.xori %arg2, %true : i1
// CHECK-NEXT:   tt.return %0, %1, %2, %cst : i1, i1, i1, tensor<4xi1>
// CHECK-NEXT: }
tt.func @negated_comparison(%x: i32, %y: i32, %b: i1, %s: tensor<4xi32>) -> (i1, i1, i1, tensor<4xi1>) {
  %true = arith.constant true
  %trues = arith.constant dense<true> : tensor<4xi1>
  %0 = arith.cmpi slt, %x, %y : i32
  %1 = arith.xori %0, %true : i1
  %2 = arith.cmpi eq, %x, %y : i32
  %3 = arith.xori %2, %true : i1
  %4 = arith.xori %b, %true : i1
  %5 = arith.cmpi ult, %s, %s : tensor<4xi32>
  %6 = arith.xori %5, %trues : tensor<4xi1>
  %7 = arith.cmpi uge, %s, %s : tensor<4xi32>
  tt.return %1, %3, %4, %6 : i1, i1, i1, tensor<4xi1>
}

// CHECK: tt.func @negated_comparison_of_tensors(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi1> {
// CHECK-NEXT:   %cst = arith.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:   %1 = arith.xori %0, %cst : tensor<4xi1>
// CHECK-NEXT:   tt.return %1 : tensor<4xi1>
// CHECK-NEXT: }
tt.func @negated_comparison_of_tensors(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %trues = arith.constant dense<true> : tensor<4xi1>
  %0 = arith.cmpi slt, %x, %y : tensor<4xi32>
  %1 = arith.xori %0, %trues : tensor<4xi1>
  tt.return %1 : tensor<4xi1>
}

// CHECK: tt.func @of_extensions(%arg0: i8, %arg1: i8) -> (i32, i32, i32) {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT:   %1 = arith.extui %0 : i8 to i32
// CHECK-NEXT:   %2 = arith.ori %arg0, %arg1 : i8
// CHECK-NEXT:   %3 = arith.extsi %2 : i8 to i32
// CHECK-NEXT:   %4 = arith.xori %arg0, %arg1 : i8
// CHECK-NEXT:   %5 = arith.extui %4 : i8 to i32
// CHECK-NEXT:   tt.return %1, %3, %5 : i32, i32, i32
// CHECK-NEXT: }
tt.func @of_extensions(%x: i8, %y: i8) -> (i32, i32, i32) {
  %0 = arith.extui %x : i8 to i32
  %1 = arith.extui %y : i8 to i32
  %2 = arith.extsi %x : i8 to i32
  %3 = arith.extsi %y : i8 to i32
  %4 = arith.andi %0, %1 : i32
  %5 = arith.ori %2, %3 : i32
  %6 = arith.xori %0, %1 : i32
  tt.return %4, %5, %6 : i32, i32, i32
}

// CHECK: tt.func @of_different_extensions(%arg0: i8, %arg1: i8, %arg2: i16) -> (i32, i32, i32) {
// CHECK-NEXT:   %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:   %1 = arith.extsi %arg1 : i8 to i32
// CHECK-NEXT:   %2 = arith.extui %arg2 : i16 to i32
// CHECK-NEXT:   %3 = arith.andi %0, %1 : i32
// CHECK-NEXT:   %4 = arith.ori %0, %2 : i32
// CHECK-NEXT:   %5 = arith.xori %1, %2 : i32
// CHECK-NEXT:   tt.return %3, %4, %5 : i32, i32, i32
// CHECK-NEXT: }
tt.func @of_different_extensions(%x: i8, %y: i8, %z: i16) -> (i32, i32, i32) {
  %0 = arith.extui %x : i8 to i32
  %1 = arith.extsi %y : i8 to i32
  %2 = arith.extui %z : i16 to i32
  %3 = arith.andi %0, %1 : i32
  %4 = arith.ori %0, %2 : i32
  %5 = arith.xori %1, %2 : i32
  tt.return %3, %4, %5 : i32, i32, i32
}
