// RUN: xtriton-opt %s --cpu-math | filecheck %s

// In f64, where both operands are exact; by 0 and -1 the processor divides by 1.
// CHECK-LABEL: func.func @quotient
// CHECK:         %[[NEGATES:.*]] = arith.cmpi eq, %arg1, %c-1_i32
// CHECK:         %[[SPECIAL:.*]] = arith.ori %[[NEGATES]]
// CHECK:         %[[DIVISOR:.*]] = arith.select %[[SPECIAL]], %c1_i32, %arg1
// CHECK:         %[[A:.*]] = arith.sitofp %{{.*}} : i32 to f64
// CHECK:         %[[B:.*]] = arith.sitofp %[[DIVISOR]] : i32 to f64
// CHECK:         %[[Q:.*]] = arith.divf %[[A]], %[[B]] : f64
// CHECK:         %[[WHOLE:.*]] = arith.fptosi %[[Q]] {cpu.fits} : f64 to i32
// CHECK:         %[[NEGATED:.*]] = arith.subi %c0_i32
// CHECK:         arith.select %[[NEGATES]], %[[NEGATED]], %[[WHOLE]]
func.func @quotient(%x: memref<16xi32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %x[%i] : memref<16xi32>
    %q = arith.divsi %a, %n : i32
    memref.store %q, %x[%i] : memref<16xi32>
  }
  return
}

// CHECK-LABEL: func.func @remainder
// CHECK:         %[[Q:.*]] = arith.select
// CHECK:         %[[BACK:.*]] = arith.muli %{{.*}}, %arg1
// CHECK:         arith.subi %{{.*}}, %[[BACK]]
func.func @remainder(%x: memref<16xi32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %x[%i] : memref<16xi32>
    %r = arith.remsi %a, %n : i32
    memref.store %r, %x[%i] : memref<16xi32>
  }
  return
}

// Not by constants, in outer loops, outside of loops, by numbers that change, or of other types.
// CHECK-LABEL: func.func @others
// CHECK-NOT:     arith.divf
func.func @others(%x: memref<16xi32>, %y: memref<16xi64>, %n: i32, %m: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c7 = arith.constant 7 : i32
  %once = arith.divsi %c7, %n : i32
  memref.store %once, %x[%c0] : memref<16xi32>
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %x[%i] : memref<16xi32>
    %outer = arith.divsi %a, %n : i32
    scf.for %j = %c0 to %c16 step %c1 {
      %b = memref.load %x[%j] : memref<16xi32>
      %constant = arith.divsi %outer, %c7 : i32
      %changing = arith.divsi %constant, %b : i32
      memref.store %changing, %x[%j] : memref<16xi32>
      %c = memref.load %y[%j] : memref<16xi64>
      %wide = arith.divsi %c, %m : i64
      memref.store %wide, %y[%j] : memref<16xi64>
    }
  }
  return
}
