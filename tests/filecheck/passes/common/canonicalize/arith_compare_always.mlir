// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Triton 3.6 aborts on these; there is nothing to compare with.
// CHECK: tt.func @always
// CHECK: arith.cmpf true
// CHECK-NEXT: arith.cmpf false
tt.func @always(%x: i8) -> (i1, i1) {
  %c = arith.constant 1.5 : f32
  %0 = arith.sitofp %x : i8 to f32
  %1 = arith.cmpf true, %0, %c : f32
  %2 = arith.cmpf false, %0, %c : f32
  tt.return %1, %2 : i1, i1
}
