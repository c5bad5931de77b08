// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func @basic(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = arith.addi %arg2, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @basic(%a: i32, %b: i32) -> i32 {
  %r = scf.while (%w0 = %a) : (i32) -> (i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0 : i32
  } do {
  ^bb0(%z0: i32):
    %x = arith.addi %z0, %b : i32
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// Arguments that always equal their inits.
// CHECK: tt.func @inv(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = arith.addi %arg2, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %arg1 : i32, i32
// CHECK-NEXT: }
tt.func @inv(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.while (%w0 = %a, %w1 = %b) : (i32, i32) -> (i32, i32) {
    %k = arith.cmpi slt, %w0, %w1 : i32
    scf.condition(%k) %w0, %w1 : i32, i32
  } do {
  ^bb0(%z0: i32, %z1: i32):
    %x = arith.addi %z0, %z1 : i32
    scf.yield %x, %z1 : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// CHECK: tt.func @inv2(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = arith.addi %arg2, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @inv2(%a: i32, %b: i32) -> i32 {
  %r = scf.while (%w0 = %a, %w1 = %b) : (i32, i32) -> (i32) {
    %k = arith.cmpi slt, %w0, %w1 : i32
    scf.condition(%k) %w0 : i32
  } do {
  ^bb0(%z0: i32):
    %x = arith.addi %z0, %b : i32
    scf.yield %x, %b : i32, i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @outside(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %arg2 : i32, i32
// CHECK-NEXT: }
tt.func @outside(%a: i32, %b: i32, %ub: i32) -> (i32, i32) {
  %r:2 = scf.while (%w0 = %a) : (i32) -> (i32, i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0, %ub : i32, i32
  } do {
  ^bb0(%z0: i32, %z1: i32):
    %x = arith.addi %z0, %z1 : i32
    scf.yield %x : i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// CHECK: tt.func @cond_used(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> (i32, i1) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:2 = scf.while (%arg3 = %arg0) : (i32) -> (i32, i1) {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg3, %1 : i32, i1
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i1):
// CHECK-NEXT:     tt.store %arg2, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1 : i32, i1
// CHECK-NEXT: }
tt.func @cond_used(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> (i32, i1) {
  %r:2 = scf.while (%w0 = %a) : (i32) -> (i32, i1) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0, %k : i32, i1
  } do {
  ^bb0(%z0: i32, %z1: i1):
    %e = arith.extui %z1 : i1 to i32
    tt.store %p, %e : !tt.ptr<i32>
    %x = arith.addi %z0, %b : i32
    scf.yield %x : i32
  }
  tt.return %r#0, %r#1 : i32, i1
}

// CHECK: tt.func @cmp_slt(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     tt.store %arg2, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @cmp_slt(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.while (%w0 = %a) : (i32) -> (i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0 : i32
  } do {
  ^bb0(%z0: i32):
    %g = arith.cmpi slt, %z0, %b : i32
    %e = arith.extui %g : i1 to i32
    tt.store %p, %e : !tt.ptr<i32>
    %x = arith.addi %z0, %b : i32
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @cmp_sge(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     tt.store %arg2, %c0_i32 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @cmp_sge(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.while (%w0 = %a) : (i32) -> (i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0 : i32
  } do {
  ^bb0(%z0: i32):
    %g = arith.cmpi sge, %z0, %b : i32
    %e = arith.extui %g : i1 to i32
    tt.store %p, %e : !tt.ptr<i32>
    %x = arith.addi %z0, %b : i32
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @cmp_sgt(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     %1 = arith.cmpi sgt, %arg3, %arg1 : i32
// CHECK-NEXT:     %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = arith.addi %arg3, %arg1 : i32
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @cmp_sgt(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.while (%w0 = %a) : (i32) -> (i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0 : i32
  } do {
  ^bb0(%z0: i32):
    %g = arith.cmpi sgt, %z0, %b : i32
    %e = arith.extui %g : i1 to i32
    tt.store %p, %e : !tt.ptr<i32>
    %x = arith.addi %z0, %b : i32
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @unused_res(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = arith.addi %arg2, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @unused_res(%a: i32, %b: i32) -> i32 {
  %r:2 = scf.while (%w0 = %a) : (i32) -> (i32, i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    %u = arith.muli %w0, %w0 : i32
    scf.condition(%k) %w0, %u : i32, i32
  } do {
  ^bb0(%z0: i32, %z1: i32):
    %x = arith.addi %z0, %b : i32
    scf.yield %x : i32
  }
  tt.return %r#0 : i32
}

// CHECK: tt.func @dup(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = arith.addi %arg2, %arg2 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %0 : i32, i32
// CHECK-NEXT: }
tt.func @dup(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.while (%w0 = %a) : (i32) -> (i32, i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0, %w0 : i32, i32
  } do {
  ^bb0(%z0: i32, %z1: i32):
    %x = arith.addi %z0, %z1 : i32
    scf.yield %x : i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// CHECK: tt.func @unused_arg(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = arith.addi %arg2, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @unused_arg(%a: i32, %b: i32) -> i32 {
  %r = scf.while (%w0 = %a, %w1 = %b) : (i32, i32) -> (i32) {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0 : i32
  } do {
  ^bb0(%z0: i32):
    %x = arith.addi %z0, %b : i32
    %y = arith.muli %z0, %b : i32
    scf.yield %x, %y : i32, i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @align(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg3 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2, %arg3 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     %2 = arith.muli %arg3, %arg2 : i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#1, %0#0 : i32, i32
// CHECK-NEXT: }
tt.func @align(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.while (%w0 = %a, %w1 = %b) : (i32, i32) -> (i32, i32) {
    %k = arith.cmpi slt, %w0, %w1 : i32
    scf.condition(%k) %w1, %w0 : i32, i32
  } do {
  ^bb0(%z0: i32, %z1: i32):
    %x = arith.addi %z0, %z1 : i32
    %y = arith.muli %z0, %z1 : i32
    scf.yield %x, %y : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// CHECK: tt.func @effects(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.while (%arg3 = %arg0) : (i32) -> () {
// CHECK-NEXT:     tt.store %arg2, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     %0 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:     scf.condition(%0)
// CHECK-NEXT:   } do {
// CHECK-NEXT:     %0 = tt.load %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @effects(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  scf.while (%w0 = %a) : (i32) -> () {
    tt.store %p, %w0 : !tt.ptr<i32>
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k)
  } do {
    %x = tt.load %p : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return
}

// CHECK: tt.func @dead(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @dead(%a: i32, %b: i32) {
  %r = scf.while (%w0 = %a) : (i32) -> i32 {
    %k = arith.cmpi slt, %w0, %b : i32
    scf.condition(%k) %w0 : i32
  } do {
  ^bb0(%z0: i32):
    %x = arith.addi %z0, %b : i32
    scf.yield %x : i32
  }
  tt.return
}
