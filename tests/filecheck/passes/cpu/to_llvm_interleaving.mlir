// RUN: xtriton-opt %s --cpu-to-llvm | filecheck %s

// A loop whose iterations do not wait for each other is not interleaved.
// CHECK: #loop_interleave = #llvm.loop_interleave<count = 1 : i32>
// CHECK-LABEL: llvm.func internal @parallel(
// CHECK-COUNT-1: loop_annotation = #loop_annotation
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @f(%i) : (index) -> ()
  }
  return
}

// LLVM unrolls loops of constant trip counts.
// CHECK-LABEL: llvm.func internal @short(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @short() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    func.call @f(%i) : (index) -> ()
  }
  return
}

// Sums of several vectors do not wait for each other.
// CHECK-LABEL: llvm.func internal @carried(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @carried(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  }
  return %sum : index
}

// Only innermost loops are vectorised.
// CHECK-LABEL: llvm.func internal @outer(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @outer(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      func.call @f(%j) : (index) -> ()
    }
  }
  return
}

// The annotation of a program stays.
// CHECK-LABEL: llvm.func internal @annotated(
// CHECK-COUNT-1: loop_annotation = #loop_annotation1
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @annotated(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @f(%i) : (index) -> ()
  } {llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
  return
}

func.func @f(%i: index) {
  return
}
