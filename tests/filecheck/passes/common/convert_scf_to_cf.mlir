// RUN: xtriton-opt %s --triton=3.6 --convert-scf-to-cf | filecheck %s

// A loop: a condition block, a body, and the continuation.
// CHECK: tt.func @for(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32, %c0_i32, %c1_i32 : i32, i32, i32)
// CHECK-NEXT: ^bb1(%0: i32, %1: i32, %2: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %3 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %3, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   %4 = arith.addi %1, %0 : i32
// CHECK-NEXT:   %5 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb1(%5, %2, %4 : i32, i32, i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb4(%c0_i32 : i32)
// CHECK-NEXT: ^bb4(%6: i32):  // 2 preds: ^bb3, ^bb5
// CHECK-NEXT:   %7 = arith.cmpi ult, %6, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %7, ^bb5, ^bb6
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   tt.store %arg1, %6 : !tt.ptr<i32>
// CHECK-NEXT:   %8 = arith.addi %6, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb4(%8 : i32)
// CHECK-NEXT: ^bb6:  // pred: ^bb4
// CHECK-NEXT:   tt.return %1, %2 : i32, i32
// CHECK-NEXT: }
tt.func @for(%n: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c1) -> (i32, i32) : i32 {
    %1 = arith.addi %x, %i : i32
    scf.yield %y, %1 : i32, i32
  } {tag}
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  }
  tt.return %0#0, %0#1 : i32, i32
}

// Choices, with results and without, with an else and without.
// CHECK: tt.func @if(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:   cf.br ^bb3(%0 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT: ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   cf.br ^bb4
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   cf.cond_br %arg0, ^bb5, ^bb6
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb6
// CHECK-NEXT: ^bb6:  // 2 preds: ^bb4, ^bb5
// CHECK-NEXT:   cf.cond_br %arg0, ^bb7, ^bb8
// CHECK-NEXT: ^bb7:  // pred: ^bb6
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb9
// CHECK-NEXT: ^bb8:  // pred: ^bb6
// CHECK-NEXT:   tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb9
// CHECK-NEXT: ^bb9:  // 2 preds: ^bb7, ^bb8
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @if(%c: i1, %a: i32, %p: !tt.ptr<i32>) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  scf.if %c {
    tt.store %p, %0 : !tt.ptr<i32>
  }
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  } else {
    tt.store %p, %0 : !tt.ptr<i32>
  }
  tt.return %0 : i32
}

// A negated condition exchanges the branches, if there are two, and if it is negated: with a one, from the right.
// CHECK: tt.func @negated(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 {tag} : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   cf.cond_br %0, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb5
// CHECK-NEXT: ^bb5:  // 2 preds: ^bb3, ^bb4
// CHECK-NEXT:   %1 = arith.xori %arg0, %arg1 : i1
// CHECK-NEXT:   cf.cond_br %1, ^bb6, ^bb7
// CHECK-NEXT: ^bb6:  // pred: ^bb5
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb8
// CHECK-NEXT: ^bb7:  // pred: ^bb5
// CHECK-NEXT:   tt.store %arg3, %arg2 {tag} : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb8
// CHECK-NEXT: ^bb8:  // 2 preds: ^bb6, ^bb7
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @negated(%c: i1, %d: i1, %a: i32, %p: !tt.ptr<i32>) {
  %true = arith.constant true
  %0 = arith.xori %c, %true : i1
  scf.if %0 {
    tt.store %p, %a : !tt.ptr<i32>
  } else {
    tt.store %p, %a {tag} : !tt.ptr<i32>
  }
  scf.if %0 {
    tt.store %p, %a : !tt.ptr<i32>
  }
  %1 = arith.xori %c, %d : i1
  scf.if %1 {
    tt.store %p, %a : !tt.ptr<i32>
  } else {
    tt.store %p, %a {tag} : !tt.ptr<i32>
  }
  tt.return
}

// Both regions of a while loop become blocks, unless the second does nothing but start the first one again.
// CHECK: tt.func @while(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32, i32) {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   %2 = arith.cmpi slt, %1, %0 : i32
// CHECK-NEXT:   cf.cond_br %2, ^bb2(%0, %1 : i32, i32), ^bb3
// CHECK-NEXT: ^bb2(%3: i32, %4: i32):  // pred: ^bb1
// CHECK-NEXT:   %5 = arith.addi %3, %4 : i32
// CHECK-NEXT:   cf.br ^bb1(%5 : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb4(%arg0, %arg0 : i32, i32)
// CHECK-NEXT: ^bb4(%6: i32, %7: i32):  // 2 preds: ^bb3, ^bb4
// CHECK-NEXT:   %8 = arith.cmpi slt, %6, %7 : i32
// CHECK-NEXT:   cf.cond_br %8, ^bb4(%7, %6 : i32, i32), ^bb5
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   cf.br ^bb6(%arg0, %arg0 : i32, i32)
// CHECK-NEXT: ^bb6(%9: i32, %10: i32):  // 2 preds: ^bb5, ^bb7
// CHECK-NEXT:   %11 = arith.cmpi slt, %9, %10 : i32
// CHECK-NEXT:   cf.cond_br %11, ^bb7(%10, %9 : i32, i32), ^bb8
// CHECK-NEXT: ^bb7(%12: i32, %13: i32):  // pred: ^bb6
// CHECK-NEXT:   cf.br ^bb6(%13, %12 : i32, i32)
// CHECK-NEXT: ^bb8:  // pred: ^bb6
// CHECK-NEXT:   cf.br ^bb9(%arg0 : i32)
// CHECK-NEXT: ^bb9(%14: i32):  // 2 preds: ^bb8, ^bb10
// CHECK-NEXT:   %15 = arith.cmpi slt, %14, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %15, ^bb10(%14 : i32), ^bb11
// CHECK-NEXT: ^bb10(%16: i32):  // pred: ^bb9
// CHECK-NEXT:   tt.store %arg1, %16 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb9(%16 : i32)
// CHECK-NEXT: ^bb11:  // pred: ^bb9
// CHECK-NEXT:   cf.br ^bb12(%arg0 : i32)
// CHECK-NEXT: ^bb12(%17: i32):  // 2 preds: ^bb11, ^bb16
// CHECK-NEXT:   %18 = arith.cmpi slt, %17, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %18, ^bb13(%17 : i32), ^bb17
// CHECK-NEXT: ^bb13(%19: i32):  // pred: ^bb12
// CHECK-NEXT:   cf.br ^bb14(%arg0 : i32)
// CHECK-NEXT: ^bb14(%20: i32):  // 2 preds: ^bb13, ^bb15
// CHECK-NEXT:   %21 = arith.cmpi slt, %20, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %21, ^bb15, ^bb16
// CHECK-NEXT: ^bb15:  // pred: ^bb14
// CHECK-NEXT:   tt.store %arg1, %20 : !tt.ptr<i32>
// CHECK-NEXT:   %22 = arith.addi %20, %arg0 : i32
// CHECK-NEXT:   cf.br ^bb14(%22 : i32)
// CHECK-NEXT: ^bb16:  // pred: ^bb14
// CHECK-NEXT:   cf.br ^bb12(%19 : i32)
// CHECK-NEXT: ^bb17:  // pred: ^bb12
// CHECK-NEXT:   tt.return %1, %7, %10 : i32, i32, i32
// CHECK-NEXT: }
tt.func @while(%n: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32) {
  %0:2 = scf.while (%x = %n) : (i32) -> (i32, i32) {
    %1 = tt.load %p : !tt.ptr<i32>
    %2 = arith.cmpi slt, %1, %x : i32
    scf.condition(%2) %x, %1 : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %3 = arith.addi %y, %z : i32
    scf.yield %3 : i32
  }
  %4:2 = scf.while (%x = %n, %u = %n) : (i32, i32) -> (i32, i32) {
    %5 = arith.cmpi slt, %x, %u : i32
    scf.condition(%5) %u, %x : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    scf.yield %y, %z : i32, i32
  }
  %6:2 = scf.while (%x = %n, %u = %n) : (i32, i32) -> (i32, i32) {
    %7 = arith.cmpi slt, %x, %u : i32
    scf.condition(%7) %u, %x : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    scf.yield %z, %y : i32, i32
  }
  %8 = scf.while (%x = %n) : (i32) -> i32 {
    %9 = arith.cmpi slt, %x, %n : i32
    scf.condition(%9) %x : i32
  } do {
  ^bb0(%y: i32):
    tt.store %p, %y : !tt.ptr<i32>
    scf.yield %y : i32
  }
  %10 = scf.while (%x = %n) : (i32) -> i32 {
    %11 = arith.cmpi slt, %x, %n : i32
    scf.condition(%11) %x : i32
  } do {
  ^bb0(%y: i32):
    scf.for %i = %n to %n step %n : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    }
    scf.yield %y : i32
  }
  tt.return %0#1, %4#0, %6#0 : i32, i32, i32
}

// A second region that hands on nothing may still do something.
// CHECK: tt.func @while_without_values(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2, ^bb5
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb4
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb5:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb6
// CHECK-NEXT: ^bb6:  // 2 preds: ^bb5, ^bb6
// CHECK-NEXT:   cf.cond_br %arg0, ^bb6, ^bb7
// CHECK-NEXT: ^bb7:  // pred: ^bb6
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @while_without_values(%c: i1, %a: i32, %p: !tt.ptr<i32>) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.execute_region {
      tt.store %p, %a : !tt.ptr<i32>
      scf.yield
    }
    scf.yield
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  tt.return
}

// A region with blocks of its own, each of which may end it.
// CHECK: tt.func @execute_region(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb4(%arg1 : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb4(%arg2 : i32)
// CHECK-NEXT: ^bb4(%0: i32):  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @execute_region(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : i32
  ^bb2:
    scf.yield %b : i32
  }
  tt.return %0 : i32
}

// Cases of a switch.
// CHECK: tt.func @index_switch(%arg0: index, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT:   cf.switch %0 : i32, [
// CHECK-NEXT:     default: ^bb3,
// CHECK-NEXT:     2: ^bb1,
// CHECK-NEXT:     4294967291: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb4(%arg1 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb4(%arg2 : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb0
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   cf.br ^bb4(%1 : i32)
// CHECK-NEXT: ^bb4(%2: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
// CHECK-NEXT:   %3 = arith.index_cast %arg0 : index to i32
// CHECK-NEXT:   cf.switch %3 : i32, [
// CHECK-NEXT:     default: ^bb5]
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   tt.store %arg3, %2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb6
// CHECK-NEXT: ^bb6:  // pred: ^bb5
// CHECK-NEXT:   tt.return %2 : i32
// CHECK-NEXT: }
tt.func @index_switch(%x: index, %a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %0 = scf.index_switch %x -> i32
  case 2 {
    scf.yield %a : i32
  }
  case -5 {
    scf.yield %b : i32
  }
  default {
    %1 = arith.addi %a, %b : i32
    scf.yield %1 : i32
  }
  scf.index_switch %x
  default {
    tt.store %p, %0 : !tt.ptr<i32>
  }
  tt.return %0 : i32
}

// All this in each other.
// CHECK: tt.func @nested(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32, %c0_i32 : i32, i32)
// CHECK-NEXT: ^bb1(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb13
// CHECK-NEXT:   %2 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %2, ^bb2, ^bb14
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.cond_br %arg1, ^bb3, ^bb8
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT:   cf.cond_br %arg1, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   cf.br ^bb6(%0 : i32)
// CHECK-NEXT: ^bb5:  // pred: ^bb3
// CHECK-NEXT:   cf.br ^bb6(%1 : i32)
// CHECK-NEXT: ^bb6(%3: i32):  // 2 preds: ^bb4, ^bb5
// CHECK-NEXT:   cf.br ^bb7
// CHECK-NEXT: ^bb7:  // pred: ^bb6
// CHECK-NEXT:   cf.br ^bb12(%3 : i32)
// CHECK-NEXT: ^bb8:  // pred: ^bb2
// CHECK-NEXT:   cf.br ^bb9(%c0_i32 : i32)
// CHECK-NEXT: ^bb9(%4: i32):  // 2 preds: ^bb8, ^bb10
// CHECK-NEXT:   %5 = arith.cmpi slt, %4, %0 : i32
// CHECK-NEXT:   cf.cond_br %5, ^bb10, ^bb11
// CHECK-NEXT: ^bb10:  // pred: ^bb9
// CHECK-NEXT:   tt.store %arg2, %4 : !tt.ptr<i32>
// CHECK-NEXT:   %6 = arith.addi %4, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb9(%6 : i32)
// CHECK-NEXT: ^bb11:  // pred: ^bb9
// CHECK-NEXT:   cf.br ^bb12(%arg0 : i32)
// CHECK-NEXT: ^bb12(%7: i32):  // 2 preds: ^bb7, ^bb11
// CHECK-NEXT:   cf.br ^bb13
// CHECK-NEXT: ^bb13:  // pred: ^bb12
// CHECK-NEXT:   %8 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb1(%8, %7 : i32, i32)
// CHECK-NEXT: ^bb14:  // pred: ^bb1
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @nested(%n: i32, %c: i1, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> i32 : i32 {
    %1 = scf.if %c -> i32 {
      %2 = scf.if %c -> i32 {
        scf.yield %i : i32
      } else {
        scf.yield %x : i32
      }
      scf.yield %2 : i32
    } else {
      scf.for %j = %c0 to %i step %c1 : i32 {
        tt.store %p, %j : !tt.ptr<i32>
      }
      scf.yield %n : i32
    }
    scf.yield %1 : i32
  }
  tt.return %0 : i32
}
