// RUN: xtriton-opt %s --cpu-to-llvm | filecheck %s

// Quotients of integers are in range.
// CHECK-LABEL: llvm.func internal @fits(
// CHECK-NOT:     llvm.fcmp
// CHECK:         llvm.fptosi %{{.*}} : f64 to i32
// CHECK-NOT:     llvm.select
// CHECK:         llvm.return
func.func @fits(%x: f64) -> i32 {
  %0 = arith.fptosi %x {cpu.fits} : f64 to i32
  return %0 : i32
}

// Other numbers saturate, and NaN is the topmost bit.
// CHECK-LABEL: llvm.func internal @any(
// CHECK:         llvm.fcmp "uno"
// CHECK:         llvm.select
// CHECK:         llvm.return
func.func @any(%x: f64) -> i32 {
  %0 = arith.fptosi %x : f64 to i32
  return %0 : i32
}
