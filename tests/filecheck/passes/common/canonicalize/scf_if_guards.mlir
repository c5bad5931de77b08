// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Two in a row, but on different conditions,
// CHECK: tt.func @different(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @different(%c: i1, %d: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %d {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// on the negation of another condition,
// CHECK: tt.func @other_negation(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg1, %true : i1
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @other_negation(%c: i1, %d: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %true = arith.constant true
  %n = arith.xori %d, %true : i1
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %n {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// or on a value that is no negation.
// CHECK: tt.func @no_negation(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.xori %arg0, %arg1 : i1
// CHECK-NEXT:   %1 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %1 {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @no_negation(%c: i1, %d: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %n = arith.xori %c, %d : i1
  %m = arith.andi %c, %d : i1
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %n {
    tt.store %p, %b : !tt.ptr<i32>
  }
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  scf.if %m {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// With something in between.
// CHECK: tt.func @between(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @between(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  tt.store %p, %a : !tt.ptr<i32>
  scf.if %c {
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// The second uses results of the first, on both sides, and so do later operations.
// CHECK: tt.func @handed_on(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT:     %1 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = arith.addi %1, %arg1 : i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = arith.muli %arg2, %arg2 : i32
// CHECK-NEXT:     scf.yield %arg2, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
tt.func @handed_on(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %1 = tt.load %p : !tt.ptr<i32>
    scf.yield %1 : i32
  } else {
    tt.store %p, %b : !tt.ptr<i32>
    scf.yield %b : i32
  }
  %2 = scf.if %c -> i32 {
    tt.store %p, %0 : !tt.ptr<i32>
    %3 = arith.addi %0, %a : i32
    scf.yield %3 : i32
  } else {
    tt.store %p, %0 : !tt.ptr<i32>
    %4 = arith.muli %0, %b : i32
    scf.yield %4 : i32
  }
  tt.return %0, %2 : i32, i32
}

// One in another, but something behind it,
// CHECK: tt.func @nested_and_more(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     scf.if %arg1 {
// CHECK-NEXT:       tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @nested_and_more(%c: i1, %d: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    scf.if %d {
      tt.store %p, %a : !tt.ptr<i32>
    }
    tt.store %p, %b : !tt.ptr<i32>
  }
  tt.return
}

// before it,
// CHECK: tt.func @more_and_nested(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     scf.if %arg1 {
// CHECK-NEXT:       tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @more_and_nested(%c: i1, %d: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    tt.store %p, %b : !tt.ptr<i32>
    scf.if %d {
      tt.store %p, %a : !tt.ptr<i32>
    }
  }
  tt.return
}

// or something to do if the inner condition is false.
// CHECK: tt.func @nested_inner_else(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     scf.if %arg1 {
// CHECK-NEXT:       tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @nested_inner_else(%c: i1, %d: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    scf.if %d {
      tt.store %p, %a : !tt.ptr<i32>
    } else {
      tt.store %p, %b : !tt.ptr<i32>
    }
  }
  tt.return
}

// The value of the inner one is another one than that of the outer one if the conditions are false.
// CHECK: tt.func @nested_other_value(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = scf.if %arg1 -> (i32) {
// CHECK-NEXT:       %2 = tt.load %arg4 : !tt.ptr<i32>
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @nested_other_value(%c: i1, %d: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = scf.if %d -> i32 {
      %2 = tt.load %p : !tt.ptr<i32>
      scf.yield %2 : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %b : i32
  }
  tt.return %0 : i32
}

// The condition after the operation, and in another region, is not known.
// CHECK: tt.func @condition_elsewhere(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<i32>, %arg4: !tt.ptr<i1>) {
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.store %arg4, %arg0 : !tt.ptr<i1>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.store %arg4, %arg0 : !tt.ptr<i1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @condition_elsewhere(%c: i1, %d: i1, %a: i32, %p: !tt.ptr<i32>, %q: !tt.ptr<i1>) {
  scf.if %d {
    tt.store %q, %c : !tt.ptr<i1>
  }
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  tt.store %q, %c : !tt.ptr<i1>
  tt.return
}

// A value from inside on one side only is no choice between values from outside.
// CHECK: tt.func @inside_on_one_side(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> (i32, i32, i32) {
// CHECK-NEXT:   %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT:     %1 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1, %arg1 : i32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %arg2, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1, %arg1 : i32, i32, i32
// CHECK-NEXT: }
tt.func @inside_on_one_side(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32) {
  %0:3 = scf.if %c -> (i32, i32, i32) {
    %1 = tt.load %p : !tt.ptr<i32>
    scf.yield %1, %a, %a : i32, i32, i32
  } else {
    %2 = tt.load %p : !tt.ptr<i32>
    scf.yield %b, %2, %a : i32, i32, i32
  }
  tt.return %0#0, %0#1, %0#2 : i32, i32, i32
}

// Constants that come out only while this is simplified: the condition, its negation, and the same on both sides.
// CHECK: tt.func @constants_inside(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) -> (i1, i1, i1, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %arg0, %0, %true, %c0_i32 : i1, i1, i1, i32
// CHECK-NEXT: }
tt.func @constants_inside(%c: i1, %a: i32, %p: !tt.ptr<i32>) -> (i1, i1, i1, i32) {
  %0:4 = scf.if %c -> (i1, i1, i1, i32) {
    %t = arith.cmpi eq, %a, %a : i32
    %f = arith.cmpi ne, %a, %a : i32
    %z = arith.subi %a, %a : i32
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %t, %f, %t, %z : i1, i1, i1, i32
  } else {
    %t = arith.cmpi sle, %a, %a : i32
    %f = arith.cmpi slt, %a, %a : i32
    %z = arith.subi %a, %a : i32
    scf.yield %f, %t, %t, %z : i1, i1, i1, i32
  }
  tt.return %0#0, %0#1, %0#2, %0#3 : i1, i1, i1, i32
}

// The inner results are told apart.
// CHECK: tt.func @second_result_of_nested(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:   %1:2 = scf.if %0 -> (i32, i32) {
// CHECK-NEXT:     %2 = arith.addi %arg2, %arg2 : i32
// CHECK-NEXT:     %3 = arith.muli %arg2, %arg2 : i32
// CHECK-NEXT:     tt.store %arg3, %3 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %3, %2 : i32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg2, %arg2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1#0, %1#1 : i32, i32
// CHECK-NEXT: }
tt.func @second_result_of_nested(%c: i1, %d: i1, %x: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %s:2 = scf.if %d -> (i32, i32) {
      %u = arith.addi %x, %x : i32
      %v = arith.muli %x, %x : i32
      tt.store %p, %v : !tt.ptr<i32>
      scf.yield %u, %v : i32, i32
    } else {
      scf.yield %x, %x : i32, i32
    }
    scf.yield %s#1, %s#0 : i32, i32
  } else {
    scf.yield %x, %x : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// Results that are the condition or its negation, of an operation that stays.
// CHECK: tt.func @condition_as_result(%arg0: i1, %arg1: !tt.ptr<i32>, %arg2: i32) -> (i1, i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %arg0, %0, %true : i1, i1, i1
// CHECK-NEXT: }
tt.func @condition_as_result(%c: i1, %p: !tt.ptr<i32>, %x: i32) -> (i1, i1, i1) {
  %r:3 = scf.if %c -> (i1, i1, i1) {
    tt.store %p, %x : !tt.ptr<i32>
    %true = arith.constant true
    %false = arith.constant false
    scf.yield %true, %false, %true : i1, i1, i1
  } else {
    %true = arith.constant true
    %false = arith.constant false
    scf.yield %false, %true, %true : i1, i1, i1
  }
  tt.return %r#0, %r#1, %r#2 : i1, i1, i1
}
