// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// Carried values that are handed on as they are.
// CHECK: tt.func @unchanged(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg6, %arg5 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %arg1 : i32, i32
// CHECK-NEXT: }
tt.func @unchanged(%a: i32, %b: i32, %lb: i32, %ub: i32, %st: i32) -> (i32, i32) {
  %r:2 = scf.for %iv = %lb to %ub step %st iter_args(%i0 = %a, %i1 = %b) -> (i32, i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    scf.yield %x, %i1 : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// That are handed on as they started.
// CHECK: tt.func @init_yielded(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg6, %arg1 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %arg1 : i32, i32
// CHECK-NEXT: }
tt.func @init_yielded(%a: i32, %b: i32, %lb: i32, %ub: i32, %st: i32) -> (i32, i32) {
  %r:2 = scf.for %iv = %lb to %ub step %st iter_args(%i0 = %a, %i1 = %b) -> (i32, i32) : i32 {
    %x = arith.addi %i0, %i1 : i32
    scf.yield %x, %b : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// Dead iter_args; one whose result or argument is used stays.
// CHECK: tt.func @unused(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) -> i32 {
// CHECK-NEXT:   %0:2 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0, %arg7 = %arg1) -> (i32, i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg6, %arg5 : i32
// CHECK-NEXT:     %2 = arith.muli %arg7, %arg5 : i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0 : i32
// CHECK-NEXT: }
tt.func @unused(%a: i32, %b: i32, %lb: i32, %ub: i32, %st: i32) -> i32 {
  %r:2 = scf.for %iv = %lb to %ub step %st iter_args(%i0 = %a, %i1 = %b) -> (i32, i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    %y = arith.muli %i1, %iv : i32
    scf.yield %x, %y : i32, i32
  }
  tt.return %r#0 : i32
}

// That start and go on as an earlier one does.
// CHECK: tt.func @dup(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg5, %arg5 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %0 : i32, i32
// CHECK-NEXT: }
tt.func @dup(%a: i32, %lb: i32, %ub: i32, %st: i32) -> (i32, i32) {
  %r:2 = scf.for %iv = %lb to %ub step %st iter_args(%i0 = %a, %i1 = %a) -> (i32, i32) : i32 {
    %x = arith.addi %i0, %i1 : i32
    scf.yield %x, %x : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// A loop that carries nothing keeps its attributes.
// CHECK: tt.func @all_gone(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   scf.for %arg6 = %arg2 to %arg3 step %arg4  : i32 {
// CHECK-NEXT:     tt.store %arg5, %arg6 : !tt.ptr<i32>
// CHECK-NEXT:   } {tt.num_stages = 3 : i32}
// CHECK-NEXT:   tt.return %arg0, %arg1 : i32, i32
// CHECK-NEXT: }
tt.func @all_gone(%a: i32, %b: i32, %lb: i32, %ub: i32, %st: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %r:2 = scf.for %iv = %lb to %ub step %st iter_args(%i0 = %a, %i1 = %b) -> (i32, i32) : i32 {
    tt.store %p, %iv : !tt.ptr<i32>
    scf.yield %i0, %i1 : i32, i32
  } {tt.num_stages = 3 : i32}
  tt.return %r#0, %r#1 : i32, i32
}

// Loops that never run.
// CHECK: tt.func @same_bounds(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @same_bounds(%a: i32, %lb: i32, %st: i32) -> i32 {
  %r = scf.for %iv = %lb to %lb step %st iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @runs_once_with_large_step(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @runs_once_with_large_step(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c0 to %c4 step %c8 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @runs_once(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @runs_once(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c0 to %c4 step %c4 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @runs_four_times(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %c4_i32 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     tt.store %arg1, %1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @runs_four_times(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c0 to %c4 step %c1 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @runs_but_does_nothing(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg1 : i32
// CHECK-NEXT: }
tt.func @runs_but_does_nothing(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c0 to %c4 step %c1 iter_args(%i0 = %a) -> (i32) : i32 {
    scf.yield %b : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @never_runs(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @never_runs(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c4 to %c0 step %c1 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @never_runs_unsigned(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @never_runs_unsigned(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for unsigned %iv = %c4 to %c0 step %c1 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @runs_at_least_once_with_unknown_step(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %c1_i32 step %arg1 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @runs_at_least_once_with_unknown_step(%a: i32, %st: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c0 to %c1 step %st iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @never_runs_with_unknown_step(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @never_runs_with_unknown_step(%a: i32, %st: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c4 to %c0 step %st iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// The distance of `lower + c` is known only if the sum does not overflow.
// CHECK: tt.func @plus(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %c4_i32 : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %arg1 to %0 step %c4_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @plus(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %u2 = arith.addi %lb, %c4 : i32
  %r = scf.for %iv = %lb to %u2 step %c4 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @plus2(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %c8_i32 : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %arg1 to %0 step %c4_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @plus2(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %u2 = arith.addi %lb, %c8 : i32
  %r = scf.for %iv = %lb to %u2 step %c4 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @plusneg(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c-4_i32 = arith.constant -4 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %c-4_i32 : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %arg1 to %0 step %c4_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @plusneg(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %m = arith.constant -4 : i32
  %u2 = arith.addi %lb, %m : i32
  %r = scf.for %iv = %lb to %u2 step %c4 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @plus0(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.subi %arg1, %c4_i32 : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %arg1 to %0 step %c4_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @plus0(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %u2 = arith.subi %lb, %c4 : i32
  %r = scf.for %iv = %lb to %u2 step %c4 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_of_sum(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @distance_of_sum(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 4 : i32
  %s = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_of_unsigned_sum_that_may_overflow(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %c4_i32 overflow<nsw> : i32
// CHECK-NEXT:   %1 = scf.for unsigned %arg3 = %arg1 to %0 step %c4_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @distance_of_unsigned_sum_that_may_overflow(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 4 : i32
  %s = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for unsigned %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_of_sum_that_may_overflow(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %c4_i32 overflow<nuw> : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %arg1 to %0 step %c4_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @distance_of_sum_that_may_overflow(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 4 : i32
  %s = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nuw> : i32
  %r = scf.for %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_of_unsigned_sum(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @distance_of_unsigned_sum(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 4 : i32
  %s = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nuw> : i32
  %r = scf.for unsigned %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_of_sum_too_large(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %c8_i32 overflow<nsw> : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %arg1 to %0 step %c4_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %arg3 : i32
// CHECK-NEXT:     tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @distance_of_sum_too_large(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 8 : i32
  %s = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_of_sum_negative(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @distance_of_sum_negative(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant -4 : i32
  %s = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_of_sum_zero(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @distance_of_sum_zero(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 0 : i32
  %s = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @step_negative(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @step_negative(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 4 : i32
  %s = arith.constant -4 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @step_zero(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @step_zero(%a: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 4 : i32
  %s = arith.constant 0 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for %iv = %lb to %u2 step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @step_unknown(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %c4_i32 overflow<nsw> : i32
// CHECK-NEXT:   %1 = scf.for %arg4 = %arg1 to %0 step %arg2 iter_args(%arg5 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg5, %arg4 : i32
// CHECK-NEXT:     tt.store %arg3, %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @step_unknown(%a: i32, %lb: i32, %st: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 4 : i32
  %u2 = arith.addi %lb, %k overflow<nsw> : i32
  %r = scf.for %iv = %lb to %u2 step %st iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @from_minus_three_to_four_by_three(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c-3_i32 = arith.constant -3 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c-3_i32 to %c4_i32 step %c3_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     tt.store %arg1, %1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @from_minus_three_to_four_by_three(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %l = arith.constant -3 : i32
  %u = arith.constant 4 : i32
  %s = arith.constant 3 : i32
  %r = scf.for %iv = %l to %u step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @from_minus_three_to_four_by_seven(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c-3_i32 = arith.constant -3 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c-3_i32 : i32
// CHECK-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @from_minus_three_to_four_by_seven(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %l = arith.constant -3 : i32
  %u = arith.constant 4 : i32
  %s = arith.constant 7 : i32
  %r = scf.for %iv = %l to %u step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @from_minus_three_to_four_unsigned(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @from_minus_three_to_four_unsigned(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %l = arith.constant -3 : i32
  %u = arith.constant 4 : i32
  %s = arith.constant 7 : i32
  %r = scf.for unsigned %iv = %l to %u step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @all_unsigned_numbers(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for unsigned %arg2 = %c0_i32 to %c-1_i32 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     tt.store %arg1, %1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @all_unsigned_numbers(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %l = arith.constant 0 : i32
  %u = arith.constant -1 : i32
  %s = arith.constant 1 : i32
  %r = scf.for unsigned %iv = %l to %u step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @over_the_signed_limit(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c2147483647_i32 : i32
// CHECK-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @over_the_signed_limit(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %l = arith.constant 2147483647 : i32
  %u = arith.constant -2147483648 : i32
  %s = arith.constant 1 : i32
  %r = scf.for unsigned %iv = %l to %u step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @distance_that_overflows(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @distance_that_overflows(%a: i32, %p: !tt.ptr<i32>) -> i32 {
  %l = arith.constant -2147483648 : i32
  %u = arith.constant 2147483647 : i32
  %s = arith.constant 2147483647 : i32
  %r = scf.for %iv = %l to %u step %s iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @nested(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   tt.return %arg0, %arg1 : i32, i32
// CHECK-NEXT: }
tt.func @nested(%a: i32, %b: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r:2 = scf.for %iv = %c0 to %c8 step %c1 iter_args(%i0 = %a, %i1 = %b) -> (i32, i32) : i32 {
    %q = scf.for %j = %c0 to %c1 step %c1 iter_args(%z = %i0) -> (i32) : i32 {
      %zz = arith.addi %z, %j : i32
      scf.yield %zz : i32
    }
    scf.yield %q, %i1 : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}

// CHECK: tt.func @dead(%arg0: i32) {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @dead(%a: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c0 to %c8 step %c1 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = arith.addi %i0, %iv : i32
    scf.yield %x : i32
  }
  tt.return
}

// CHECK: tt.func @dead_load(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @dead_load(%a: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r = scf.for %iv = %c0 to %c8 step %c1 iter_args(%i0 = %a) -> (i32) : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return
}
