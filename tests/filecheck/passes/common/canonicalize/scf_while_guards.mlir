// RUN: xtriton-opt %s --canonicalize | filecheck %s

// The condition is made of an operation that is no comparison.
// CHECK: tt.func @no_comparison(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.trunci %arg3 : i32 to i1
// CHECK-NEXT:     scf.condition(%1) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %arg0 : i32
// CHECK-NEXT:     %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @no_comparison(%a: i32, %c: i1, %p: !tt.ptr<i32>) {
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    %y = arith.trunci %x : i32 to i1
    scf.condition(%y) %x : i32
  } do {
  ^bb0(%x: i32):
    %1 = arith.cmpi slt, %x, %a : i32
    %2 = arith.extui %1 : i1 to i32
    tt.store %p, %2 : !tt.ptr<i32>
    scf.yield %2 : i32
  }
  tt.store %p, %0 : !tt.ptr<i32>
  tt.return
}

// A comparison with something else than in the first region, by something else, and of something else.
// CHECK: tt.func @other_comparisons(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i1>) -> (i32, i32) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0:2 = scf.while (%arg4 = %arg0, %arg5 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg4, %arg2 : i32
// CHECK-NEXT:     scf.condition(%1) %arg4, %arg5 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: i32, %arg5: i32):
// CHECK-NEXT:     %1 = arith.cmpi sle, %arg4, %arg2 : i32
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg4, %arg1 : i32
// CHECK-NEXT:     %3 = arith.cmpi slt, %arg5, %arg2 : i32
// CHECK-NEXT:     %4 = arith.cmpi slt, %arg2, %arg4 : i32
// CHECK-NEXT:     tt.store %arg3, %true : !tt.ptr<i1>
// CHECK-NEXT:     tt.store %arg3, %false : !tt.ptr<i1>
// CHECK-NEXT:     tt.store %arg3, %1 : !tt.ptr<i1>
// CHECK-NEXT:     tt.store %arg3, %2 : !tt.ptr<i1>
// CHECK-NEXT:     tt.store %arg3, %3 : !tt.ptr<i1>
// CHECK-NEXT:     tt.store %arg3, %4 : !tt.ptr<i1>
// CHECK-NEXT:     %5 = arith.addi %arg4, %arg5 : i32
// CHECK-NEXT:     scf.yield %5, %arg4 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
tt.func @other_comparisons(%a: i32, %b: i32, %n: i32, %p: !tt.ptr<i1>) -> (i32, i32) {
  %0:2 = scf.while (%x = %a, %z = %b) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x, %z : i32, i32
  } do {
  ^bb0(%x: i32, %z: i32):
    %1 = arith.cmpi slt, %x, %n : i32
    %2 = arith.cmpi sge, %x, %n : i32
    %3 = arith.cmpi sle, %x, %n : i32
    %4 = arith.cmpi slt, %x, %b : i32
    %5 = arith.cmpi slt, %z, %n : i32
    %6 = arith.cmpi slt, %n, %x : i32
    tt.store %p, %1 : !tt.ptr<i1>
    tt.store %p, %2 : !tt.ptr<i1>
    tt.store %p, %3 : !tt.ptr<i1>
    tt.store %p, %4 : !tt.ptr<i1>
    tt.store %p, %5 : !tt.ptr<i1>
    tt.store %p, %6 : !tt.ptr<i1>
    %y = arith.addi %x, %z : i32
    scf.yield %y, %x : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// The condition handed on, and used there twice, or only behind the loop.
// CHECK: tt.func @condition_handed_on(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i1>) -> (i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0:3 = scf.while (%arg3 = %arg0) : (i32) -> (i32, i1, i1) {
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     %3 = arith.cmpi eq, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%2) %arg3, %2, %3 : i32, i1, i1
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i1, %arg5: i1):
// CHECK-NEXT:     tt.store %arg2, %true : !tt.ptr<i1>
// CHECK-NEXT:     tt.store %arg2, %true : !tt.ptr<i1>
// CHECK-NEXT:     tt.store %arg2, %arg5 : !tt.ptr<i1>
// CHECK-NEXT:     %2 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.while (%arg3 = %arg0) : (i32) -> (i32, i1) {
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%2) %arg3, %2 : i32, i1
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i1):
// CHECK-NEXT:     %2 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#1, %1#1 : i1, i1
// CHECK-NEXT: }
tt.func @condition_handed_on(%a: i32, %n: i32, %p: !tt.ptr<i1>) -> (i1, i1) {
  %0:3 = scf.while (%x = %a) : (i32) -> (i32, i1, i1) {
    %c = arith.cmpi slt, %x, %n : i32
    %d = arith.cmpi eq, %x, %n : i32
    scf.condition(%c) %x, %c, %d : i32, i1, i1
  } do {
  ^bb0(%x: i32, %c: i1, %d: i1):
    tt.store %p, %c : !tt.ptr<i1>
    tt.store %p, %c : !tt.ptr<i1>
    tt.store %p, %d : !tt.ptr<i1>
    %y = arith.addi %x, %n : i32
    scf.yield %y : i32
  }
  %1:2 = scf.while (%x = %a) : (i32) -> (i32, i1) {
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x, %c : i32, i1
  } do {
  ^bb0(%x: i32, %c: i1):
    %y = arith.addi %x, %n : i32
    scf.yield %y : i32
  }
  tt.return %0#1, %1#1 : i1, i1
}

// Arguments that come back unchanged: by themselves, as their inits, or through the second region; one that
// comes back as another one does not.
// CHECK: tt.func @unchanging(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg4 = %arg2, %arg5 = %arg0) : (i32, i32) -> i32 {
// CHECK-NEXT:     tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg3, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg5, %arg2 : i32
// CHECK-NEXT:     scf.condition(%1) %arg4 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: i32):
// CHECK-NEXT:     %1 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %arg1, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @unchanging(%a: i32, %b: i32, %n: i32, %p: !tt.ptr<i32>) -> i32 {
  %0:4 = scf.while (%x = %a, %y = %b, %z = %n, %w = %a) : (i32, i32, i32, i32) -> (i32, i32, i32, i32) {
    tt.store %p, %x : !tt.ptr<i32>
    tt.store %p, %y : !tt.ptr<i32>
    tt.store %p, %z : !tt.ptr<i32>
    tt.store %p, %w : !tt.ptr<i32>
    %c = arith.cmpi slt, %w, %n : i32
    scf.condition(%c) %x, %y, %z, %w : i32, i32, i32, i32
  } do {
  ^bb0(%x: i32, %y: i32, %z: i32, %w: i32):
    %v = tt.load %p : !tt.ptr<i32>
    scf.yield %x, %b, %y, %v : i32, i32, i32, i32
  }
  tt.return %0#2 : i32
}

// A result that is used in the second region only, one that is used after the loop only, and a dead one.
// CHECK: tt.func @results(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0:2 = scf.while (%arg3 = %arg0) : (i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = tt.load %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%2) %arg3, %1 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#1 : i32
// CHECK-NEXT: }
tt.func @results(%a: i32, %n: i32, %p: !tt.ptr<i32>) -> i32 {
  %0:3 = scf.while (%x = %a) : (i32) -> (i32, i32, i32) {
    %1 = tt.load %p : !tt.ptr<i32>
    %2 = arith.muli %x, %1 : i32
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x, %1, %2 : i32, i32, i32
  } do {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %3 = arith.addi %x, %n : i32
    scf.yield %3 : i32
  }
  tt.return %0#1 : i32
}

// Arguments handed on in another order, and not all of them.
// CHECK: tt.func @order(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> (i32, i32, i32) {
// CHECK-NEXT:   %0:2 = scf.while (%arg4 = %arg0, %arg5 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg4, %arg5 : i32
// CHECK-NEXT:     scf.condition(%2) %arg4, %arg5 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: i32, %arg5: i32):
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg2 : i32
// CHECK-NEXT:     %3 = arith.subi %arg5, %arg4 : i32
// CHECK-NEXT:     scf.yield %2, %3 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.while (%arg4 = %arg0, %arg5 = %arg1) : (i32, i32) -> i32 {
// CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg4, %arg5 : i32
// CHECK-NEXT:     scf.condition(%2) %arg5 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: i32):
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg2 : i32
// CHECK-NEXT:     %3 = arith.subi %arg4, %arg0 : i32
// CHECK-NEXT:     scf.yield %2, %3 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#1, %0#0, %1 : i32, i32, i32
// CHECK-NEXT: }
tt.func @order(%a: i32, %b: i32, %n: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32) {
  %0:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    tt.store %p, %x : !tt.ptr<i32>
    %c = arith.cmpi slt, %x, %y : i32
    scf.condition(%c) %y, %x : i32, i32
  } do {
  ^bb0(%y: i32, %x: i32):
    %3 = arith.addi %x, %n : i32
    %4 = arith.subi %y, %x : i32
    scf.yield %3, %4 : i32, i32
  }
  %1 = scf.while (%x = %a, %y = %b) : (i32, i32) -> i32 {
    tt.store %p, %x : !tt.ptr<i32>
    %c = arith.cmpi slt, %x, %y : i32
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%y: i32):
    %3 = arith.addi %y, %n : i32
    %4 = arith.subi %y, %a : i32
    scf.yield %3, %4 : i32, i32
  }
  tt.return %0#0, %0#1, %1 : i32, i32, i32
}

// CHECK: tt.func @order_with_more(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> (i32, i32, i32) {
// CHECK-NEXT:   %0:3 = scf.while (%arg4 = %arg0, %arg5 = %arg1) : (i32, i32) -> (i32, i32, i32) {
// CHECK-NEXT:     %2 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = arith.cmpi slt, %arg4, %arg5 : i32
// CHECK-NEXT:     scf.condition(%3) %arg5, %arg4, %2 : i32, i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: i32, %arg5: i32, %arg6: i32):
// CHECK-NEXT:     %2 = arith.addi %arg5, %arg6 : i32
// CHECK-NEXT:     %3 = arith.subi %arg4, %arg5 : i32
// CHECK-NEXT:     scf.yield %2, %3 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.while (%arg4 = %arg0, %arg5 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     %2 = tt.load %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = arith.cmpi slt, %arg4, %arg5 : i32
// CHECK-NEXT:     scf.condition(%3) %2, %arg4 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg4: i32, %arg5: i32):
// CHECK-NEXT:     %2 = arith.addi %arg5, %arg4 : i32
// CHECK-NEXT:     %3 = arith.subi %arg4, %arg5 : i32
// CHECK-NEXT:     scf.yield %2, %3 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#2, %1#0 : i32, i32, i32
// CHECK-NEXT: }
tt.func @order_with_more(%a: i32, %b: i32, %n: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32) {
  %0:3 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32, i32) {
    %v = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi slt, %x, %y : i32
    scf.condition(%c) %y, %x, %v : i32, i32, i32
  } do {
  ^bb0(%y: i32, %x: i32, %v: i32):
    %3 = arith.addi %x, %v : i32
    %4 = arith.subi %y, %x : i32
    scf.yield %3, %4 : i32, i32
  }
  %1:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %v = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi slt, %x, %y : i32
    scf.condition(%c) %v, %x : i32, i32
  } do {
  ^bb0(%v: i32, %x: i32):
    %3 = arith.addi %x, %v : i32
    %4 = arith.subi %v, %x : i32
    scf.yield %3, %4 : i32, i32
  }
  tt.return %0#0, %0#2, %1#0 : i32, i32, i32
}

// Handed on twice, an argument has no place of its own.
// CHECK: tt.func @handed_on_twice(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %arg2 : i32
// CHECK-NEXT:     scf.condition(%1) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %arg1, %0, %arg1 : i32, i32, i32
// CHECK-NEXT: }
tt.func @handed_on_twice(%x: i32, %y: i32, %n: i32) -> (i32, i32, i32) {
  %r:3 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32, i32) {
    %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %b, %a, %b : i32, i32, i32
  } do {
  ^bb0(%u: i32, %v: i32, %w: i32):
    %s = arith.addi %v, %u : i32
    scf.yield %s, %w : i32, i32
  }
  tt.return %r#0, %r#1, %r#2 : i32, i32, i32
}

// The second region gets the init of the first argument, and yields it.
// CHECK: tt.func @initial_value_handed_on(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   scf.while : () -> () {
// CHECK-NEXT:     %0 = tt.load %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg0, %0 : i32
// CHECK-NEXT:     scf.condition(%1)
// CHECK-NEXT:   } do {
// CHECK-NEXT:     tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @initial_value_handed_on(%x: i32, %n: i32, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %l = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi slt, %a, %l : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%u: i32):
    tt.store %p, %u : !tt.ptr<i32>
    scf.yield %u : i32
  }
  tt.return %r : i32
}
