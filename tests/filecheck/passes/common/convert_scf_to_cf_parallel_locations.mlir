// RUN: xtriton-opt %s --convert-scf-to-cf --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// CHECK: tt.func @locations(%arg0: index loc({{[^)]*}}), %arg1: index loc({{[^)]*}}), %arg2: i32 loc({{[^)]*}})) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg2, %arg2 : i32 loc("start")
// CHECK-NEXT:   cf.br ^bb1(%arg0, %0 : index, i32) loc("parallel")
// CHECK-NEXT: ^bb1(%1: index loc("parallel"), %2: i32 loc("start")):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %3 = arith.cmpi slt, %1, %arg1 : index loc("parallel")
// CHECK-NEXT:   cf.cond_br %3, ^bb2, ^bb3 loc("parallel")
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   %4 = arith.index_cast %1 : index to i32 loc("cast")
// CHECK-NEXT:   %5 = arith.addi %2, %4 : i32 loc("sum")
// CHECK-NEXT:   %6 = arith.addi %1, %arg1 : index loc("parallel")
// CHECK-NEXT:   cf.br ^bb1(%6, %5 : index, i32) loc("parallel")
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   %c0 = arith.constant 0 : index loc("forall")
// CHECK-NEXT:   %c8 = arith.constant 8 : index loc("forall")
// CHECK-NEXT:   %c1 = arith.constant 1 : index loc("forall")
// CHECK-NEXT:   cf.br ^bb4(%c0 : index) loc("forall")
// CHECK-NEXT: ^bb4(%7: index loc("forall")):  // 2 preds: ^bb3, ^bb5
// CHECK-NEXT:   %8 = arith.cmpi slt, %7, %c8 : index loc("forall")
// CHECK-NEXT:   cf.cond_br %8, ^bb5, ^bb6 loc("forall")
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   tt.print "i" {hex = false, isSigned = array<i32: 1>} : %2 : i32 loc("print")
// CHECK-NEXT:   %9 = arith.addi %7, %c1 : index loc("forall")
// CHECK-NEXT:   cf.br ^bb4(%9 : index) loc("forall")
// CHECK-NEXT: ^bb6:  // pred: ^bb4
// CHECK-NEXT:   tt.return %2 : i32 loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @locations(%l: index, %u: index, %v: i32) -> i32 {
  %x = arith.addi %v, %v : i32 loc("start")
  %r = scf.parallel (%i) = (%l) to (%u) step (%u) init (%x) -> i32 {
    %y = arith.index_cast %i : index to i32 loc("cast")
    scf.reduce(%y : i32) {
    ^bb0(%a: i32 loc("left"), %b: i32 loc("right")):
      %z = arith.addi %a, %b : i32 loc("sum")
      scf.reduce.return %z : i32 loc("combined")
    } loc("reduce")
  } loc("parallel")
  scf.forall (%i) in (8) {
    tt.print "i" {hex = false, isSigned = array<i32: 1>} : %r : i32 loc("print")
    scf.forall.in_parallel {
    } loc("end")
  } loc("forall")
  tt.return %r : i32 loc("return")
}
