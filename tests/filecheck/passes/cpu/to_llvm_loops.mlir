// RUN: xtriton-opt %s --cpu-to-llvm | filecheck %s

// Steps of one, and constants that stay within the type, need no count of the iterations.
// CHECK-LABEL: llvm.func internal @plain(
// CHECK-NOT:     llvm.udiv
// CHECK:         llvm.return
func.func @plain(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %most = arith.constant 2147483583 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    func.call @f(%i) : (i32) -> ()
  }
  scf.for %i = %c0 to %most step %c64 : i32 {
    func.call @f(%i) : (i32) -> ()
  }
  return
}

// From 2147483584 on the last addition leaves i32, if 64 divides the number before it: here it does.
// CHECK-LABEL: llvm.func internal @counted(
// CHECK-COUNT-2: llvm.udiv
// CHECK-NOT:     llvm.udiv
// CHECK:         llvm.return
func.func @counted(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %most = arith.constant 2147483585 : i32
  scf.for %i = %c0 to %n step %c64 : i32 {
    func.call @f(%i) : (i32) -> ()
  }
  scf.for %i = %c0 to %most step %c64 : i32 {
    func.call @f(%i) : (i32) -> ()
  }
  return
}

func.func @f(%i: i32) {
  return
}
