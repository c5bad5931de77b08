// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func @true(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @true(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %t = arith.constant true
  %r = scf.if %t -> (i32) {
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %a : i32
  } else {
    tt.store %p, %b : !tt.ptr<i32>
    scf.yield %b : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @false(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %arg1 : i32
// CHECK-NEXT: }
tt.func @false(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %t = arith.constant false
  %r = scf.if %t -> (i32) {
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %a : i32
  } else {
    tt.store %p, %b : !tt.ptr<i32>
    scf.yield %b : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @false_noelse(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @false_noelse(%a: i32, %p: !tt.ptr<i32>) {
  %t = arith.constant false
  scf.if %t {
    tt.store %p, %a : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @select(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// CHECK-NEXT:   %0 = arith.select %arg2, %arg0, %arg1 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @select(%a: i32, %b: i32, %c: i1) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @select_partial(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.select %arg2, %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @select_partial(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    tt.store %p, %a : !tt.ptr<i32>
    %x = arith.addi %a, %b : i32
    scf.yield %a, %x : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// CHECK: tt.func @same(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @same(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.if %c -> (i32) {
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %a : i32
  } else {
    tt.store %p, %b : !tt.ptr<i32>
    scf.yield %a : i32
  }
  tt.return %r : i32
}

// Dead results.
// CHECK: tt.func @unused(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     %1 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:     %2 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @unused(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %x = arith.addi %a, %b : i32
    %y = tt.load %p : !tt.ptr<i32>
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x, %y : i32, i32
  } else {
    %x = arith.muli %a, %b : i32
    scf.yield %x, %x : i32, i32
  }
  tt.return %r#1 : i32
}

// CHECK: tt.func @unused_all(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:     tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unused_all(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) {
  %r = scf.if %c -> i32 {
    %x = arith.addi %a, %b : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  } else {
    %x = arith.muli %a, %b : i32
    scf.yield %x : i32
  }
  tt.return
}

// CHECK: tt.func @empty_else(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @empty_else(%a: i32, %c: i1, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  } else {
  }
  tt.return
}

// CHECK: tt.func @empty(%arg0: i1) {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @empty(%c: i1) {
  scf.if %c {
  } else {
  }
  tt.return
}

// CHECK: tt.func @empty_then(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @empty_then(%a: i32, %c: i1, %p: !tt.ptr<i32>) {
  scf.if %c {
  } else {
    tt.store %p, %a : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @cond_inside(%arg0: i1, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg1, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg1, %c0_i32 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @cond_inside(%c: i1, %p: !tt.ptr<i32>) {
  scf.if %c {
    %x = arith.extui %c : i1 to i32
    tt.store %p, %x : !tt.ptr<i32>
  } else {
    %x = arith.extui %c : i1 to i32
    tt.store %p, %x : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @cond_nested(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i1, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     scf.if %arg3 {
// CHECK-NEXT:       tt.store %arg4, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tt.store %arg4, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @cond_nested(%a: i32, %b: i32, %c: i1, %d: i1, %p: !tt.ptr<i32>) {
  scf.if %c {
    scf.if %d {
      %x = arith.extui %c : i1 to i32
      tt.store %p, %x : !tt.ptr<i32>
    } else {
      scf.if %c {
        tt.store %p, %b : !tt.ptr<i32>
      }
    }
  } else {
    tt.store %p, %a : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @i1(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) -> (i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg2, %true : i1
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %arg2, %0 : i1, i1
// CHECK-NEXT: }
tt.func @i1(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r:2 = scf.if %c -> (i1, i1) {
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %t, %f : i1, i1
  } else {
    tt.store %p, %b : !tt.ptr<i32>
    scf.yield %f, %t : i1, i1
  }
  tt.return %r#0, %r#1 : i1, i1
}

// Two in a row on one condition.
// CHECK: tt.func @two(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %c {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @two_else(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: i32, %arg5: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg5, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg5, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg5, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg5, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_else(%a: i32, %b: i32, %c: i1, %lb: i32, %ub: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  } else {
    tt.store %p, %lb : !tt.ptr<i32>
  }
  scf.if %c {
    tt.store %p, %b : !tt.ptr<i32>
  } else {
    tt.store %p, %ub : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @two_vals(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.if %arg2 -> (i32, i32) {
// CHECK-NEXT:     %1 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:     tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1, %arg0 : i32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:     %2 = arith.divsi %1, %arg1 : i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
tt.func @two_vals(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) -> (i32, i32) {
  %r = scf.if %c -> i32 {
    %x = arith.addi %a, %b : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  } else {
    %x = arith.muli %a, %b : i32
    scf.yield %x : i32
  }
  %s = scf.if %c -> (i32) {
    %y = arith.subi %r, %b : i32
    tt.store %p, %y : !tt.ptr<i32>
    scf.yield %y : i32
  } else {
    %y = arith.divsi %r, %b : i32
    scf.yield %y : i32
  }
  tt.return %r, %s : i32, i32
}

// And on a condition and its negation.
// CHECK: tt.func @two_not(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: i32, %arg5: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg5, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg5, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg5, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg5, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_not(%a: i32, %b: i32, %c: i1, %lb: i32, %ub: i32, %p: !tt.ptr<i32>) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  } else {
    tt.store %p, %lb : !tt.ptr<i32>
  }
  scf.if %n {
    tt.store %p, %b : !tt.ptr<i32>
  } else {
    tt.store %p, %ub : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @two_not2(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg4, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_not2(%a: i32, %b: i32, %c: i1, %ub: i32, %p: !tt.ptr<i32>) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %c {
    tt.store %p, %b : !tt.ptr<i32>
  } else {
    tt.store %p, %ub : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @two_mixed(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg4, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_mixed(%a: i32, %b: i32, %c: i1, %ub: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %c {
    tt.store %p, %b : !tt.ptr<i32>
  } else {
    tt.store %p, %ub : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @two_mixed2(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg4, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_mixed2(%a: i32, %b: i32, %c: i1, %ub: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  } else {
    tt.store %p, %ub : !tt.ptr<i32>
  }
  scf.if %c {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @two_not3(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_not3(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %n {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// One in another, and nothing else.
// CHECK: tt.func @nested(%arg0: i32, %arg1: i1, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.andi %arg1, %arg2 : i1
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @nested(%a: i32, %c: i1, %d: i1, %p: !tt.ptr<i32>) {
  scf.if %c {
    scf.if %d {
      tt.store %p, %a : !tt.ptr<i32>
    }
  }
  tt.return
}

// CHECK: tt.func @nested_else(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i1, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     scf.if %arg3 {
// CHECK-NEXT:       tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg4, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @nested_else(%a: i32, %b: i32, %c: i1, %d: i1, %p: !tt.ptr<i32>) {
  scf.if %c {
    scf.if %d {
      tt.store %p, %a : !tt.ptr<i32>
    }
  } else {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @nested_val(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i1, %arg4: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = arith.andi %arg2, %arg3 : i1
// CHECK-NEXT:   %1 = scf.if %0 -> (i32) {
// CHECK-NEXT:     tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = tt.load %arg4 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @nested_val(%a: i32, %b: i32, %c: i1, %d: i1, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.if %c -> (i32) {
    %q = scf.if %d -> (i32) {
      tt.store %p, %a : !tt.ptr<i32>
      %x = tt.load %p : !tt.ptr<i32>
      scf.yield %x : i32
    } else {
      scf.yield %b : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %b : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @nested_val2(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i1, %arg4: i32, %arg5: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.andi %arg2, %arg3 : i1
// CHECK-NEXT:   %1 = arith.select %arg2, %arg0, %arg4 : i32
// CHECK-NEXT:   %2 = scf.if %0 -> (i32) {
// CHECK-NEXT:     tt.store %arg5, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = tt.load %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %2, %1 : i32, i32
// CHECK-NEXT: }
tt.func @nested_val2(%a: i32, %b: i32, %c: i1, %d: i1, %lb: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %q = scf.if %d -> i32 {
      tt.store %p, %a : !tt.ptr<i32>
      %x = tt.load %p : !tt.ptr<i32>
      scf.yield %x : i32
    } else {
      scf.yield %b : i32
    }
    scf.yield %q, %a : i32, i32
  } else {
    scf.yield %b, %lb : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// CHECK: tt.func @nested_val3(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i1, %arg4: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     %1 = scf.if %arg3 -> (i32) {
// CHECK-NEXT:       tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:       %2 = tt.load %arg4 : !tt.ptr<i32>
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @nested_val3(%a: i32, %b: i32, %c: i1, %d: i1, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.if %c -> (i32) {
    %q = scf.if %d -> (i32) {
      tt.store %p, %a : !tt.ptr<i32>
      %x = tt.load %p : !tt.ptr<i32>
      scf.yield %x : i32
    } else {
      scf.yield %b : i32
    }
    scf.yield %q : i32
  } else {
    scf.yield %a : i32
  }
  tt.return %r : i32
}
