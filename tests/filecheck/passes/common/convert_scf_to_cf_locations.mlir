// RUN: xtriton-opt %s --triton=3.6 --convert-scf-to-cf --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// New operations get the location of the operation that they replace.
// CHECK: tt.func @locations(%arg0: i32 loc({{[^)]*}}), %arg1: i1 loc({{[^)]*}}), %arg2: !tt.ptr<i32> loc({{[^)]*}}), %arg3: index loc({{[^)]*}})) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("zero")
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT:   cf.br ^bb1(%c0_i32, %c0_i32 : i32, i32) loc("for")
// CHECK-NEXT: ^bb1(%0: i32 loc({{[^)]*}}), %1: i32 loc({{[^)]*}})):  // 2 preds: ^bb0, ^bb6
// CHECK-NEXT:   %2 = arith.cmpi slt, %0, %arg0 : i32 loc("for")
// CHECK-NEXT:   cf.cond_br %2, ^bb2, ^bb7 loc("for")
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.cond_br %arg1, ^bb3, ^bb4 loc("if")
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT:   cf.br ^bb5(%0 : i32) loc("if")
// CHECK-NEXT: ^bb4:  // pred: ^bb2
// CHECK-NEXT:   cf.br ^bb5(%1 : i32) loc("if")
// CHECK-NEXT: ^bb5(%3: i32 loc("if")):  // 2 preds: ^bb3, ^bb4
// CHECK-NEXT:   cf.br ^bb6 loc("if")
// CHECK-NEXT: ^bb6:  // pred: ^bb5
// CHECK-NEXT:   %4 = arith.addi %0, %c1_i32 : i32 loc("for")
// CHECK-NEXT:   cf.br ^bb1(%4, %3 : i32, i32) loc("for")
// CHECK-NEXT: ^bb7:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb8(%1 : i32) loc("while")
// CHECK-NEXT: ^bb8(%5: i32 loc({{[^)]*}})):  // 2 preds: ^bb7, ^bb9
// CHECK-NEXT:   %6 = arith.cmpi slt, %5, %arg0 : i32 loc("compare")
// CHECK-NEXT:   cf.cond_br %6, ^bb9(%5 : i32), ^bb10 loc("condition")
// CHECK-NEXT: ^bb9(%7: i32 loc("argument")):  // pred: ^bb8
// CHECK-NEXT:   %8 = arith.addi %7, %7 : i32 loc("add")
// CHECK-NEXT:   cf.br ^bb8(%8 : i32) loc("again")
// CHECK-NEXT: ^bb10:  // pred: ^bb8
// CHECK-NEXT:   cf.br ^bb11 loc("region")
// CHECK-NEXT: ^bb11:  // pred: ^bb10
// CHECK-NEXT:   cf.br ^bb12(%5 : i32) loc("region")
// CHECK-NEXT: ^bb12(%9: i32 loc("region")):  // pred: ^bb11
// CHECK-NEXT:   %10 = arith.index_cast %arg3 : index to i32 loc("switch")
// CHECK-NEXT:   cf.switch %10 : i32, [
// CHECK-NEXT:     default: ^bb14,
// CHECK-NEXT:     2: ^bb13
// CHECK-NEXT:   ] loc("switch")
// CHECK-NEXT: ^bb13:  // pred: ^bb12
// CHECK-NEXT:   cf.br ^bb15(%9 : i32) loc("case")
// CHECK-NEXT: ^bb14:  // pred: ^bb12
// CHECK-NEXT:   cf.br ^bb15(%arg0 : i32) loc("default")
// CHECK-NEXT: ^bb15(%11: i32 loc("switch")):  // 2 preds: ^bb13, ^bb14
// CHECK-NEXT:   tt.return %11 : i32 loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @locations(%n: i32, %c: i1, %p: !tt.ptr<i32>, %x: index) -> i32 {
  %c0 = arith.constant 0 : i32 loc("zero")
  %c1 = arith.constant 1 : i32 loc("one")
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %c0) -> i32 : i32 {
    %1 = scf.if %c -> i32 {
      scf.yield %i : i32 loc("then")
    } else {
      scf.yield %u : i32 loc("else")
    } loc("if")
    scf.yield %1 : i32 loc("yield")
  } loc("for")
  %2 = scf.while (%v = %0) : (i32) -> i32 {
    %3 = arith.cmpi slt, %v, %n : i32 loc("compare")
    scf.condition(%3) %v : i32 loc("condition")
  } do {
  ^bb0(%w: i32 loc("argument")):
    %4 = arith.addi %w, %w : i32 loc("add")
    scf.yield %4 : i32 loc("again")
  } loc("while")
  %5 = scf.execute_region -> i32 {
    scf.yield %2 : i32 loc("end")
  } loc("region")
  %6 = scf.index_switch %x -> i32
  case 2 {
    scf.yield %5 : i32 loc("case")
  }
  default {
    scf.yield %n : i32 loc("default")
  } loc("switch")
  tt.return %6 : i32 loc("return")
}
