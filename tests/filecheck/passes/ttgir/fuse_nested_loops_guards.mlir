// RUN: xtriton-opt %s --triton=3.6 --tritongpu-fuse-nested-loops | filecheck %s

// Fusion is not requested.
// CHECK: tt.func @not_asked_for(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:       tt.store %arg0, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     } {tt.flatten}
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @not_asked_for(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    } {tt.flatten}
  }
  tt.return
}

// With tt.flatten there must be one loop in another, no more and no less.
// CHECK: tt.func @not_two_loops(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     tt.store %arg0, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   } {tt.flatten}
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:       tt.store %arg0, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:       tt.store %arg0, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } {tt.flatten}
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:       scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:         tt.store %arg0, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   } {tt.flatten}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @not_two_loops(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.flatten}
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    }
  } {tt.flatten}
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      scf.for %k = %c0 to %n step %c1 : i32 {
        tt.store %p, %k : !tt.ptr<i32>
      }
    }
  } {tt.flatten}
  tt.return
}

// A loop in an `scf.if` is not directly in the outer loop; but loops within the `scf.if` can be fused themselves.
// CHECK: tt.func @under_a_condition(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i1) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     scf.if %arg2 {
// CHECK-NEXT:       %0 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:       %1 = arith.ceildivsi %0, %c1_i32 : i32
// CHECK-NEXT:       %2 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:       %3 = arith.ceildivsi %2, %c1_i32 : i32
// CHECK-NEXT:       %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:       %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:       %4 = arith.maxsi %c1_i32_1, %3 : i32
// CHECK-NEXT:       %5 = arith.addi %c0_i32_0, %4 : i32
// CHECK-NEXT:       %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:       %6 = arith.subi %5, %c0_i32_2 : i32
// CHECK-NEXT:       %7 = arith.muli %1, %6 : i32
// CHECK-NEXT:       %8 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %7) -> (i32)  : i32 {
// CHECK-NEXT:         scf.yield %arg5 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:       %9 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:       %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:       %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:       %c1_i32_6 = arith.constant 1 : i32
// CHECK-NEXT:       %10:5 = scf.for %arg4 = %c0_i32_5 to %8 step %c1_i32_6 iter_args(%arg5 = %c0_i32_3, %arg6 = %9, %arg7 = %3, %arg8 = %6, %arg9 = %c0_i32_4) -> (i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:         %c0_i32_7 = arith.constant 0 : i32
// CHECK-NEXT:         %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:         %11 = arith.subi %c0_i32_7, %c0_i32_8 : i32
// CHECK-NEXT:         %12 = arith.cmpi eq, %arg5, %11 : i32
// CHECK-NEXT:         %13:4 = scf.if %12 -> (i32, i32, i32, i32) {
// CHECK-NEXT:           %25 = arith.addi %arg6, %c1_i32 : i32
// CHECK-NEXT:           scf.yield %c0_i32, %25, %arg7, %6 : i32, i32, i32, i32
// CHECK-NEXT:         } else {
// CHECK-NEXT:           scf.yield %arg9, %arg6, %arg7, %6 : i32, i32, i32, i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %14 = arith.addi %11, %13#2 : i32
// CHECK-NEXT:         %15 = arith.cmpi sge, %arg5, %11 : i32
// CHECK-NEXT:         %16 = arith.cmpi slt, %arg5, %14 : i32
// CHECK-NEXT:         %17 = arith.andi %15, %16 : i1
// CHECK-NEXT:         %true = arith.constant true
// CHECK-NEXT:         %18 = scf.if %true -> (i32) {
// CHECK-NEXT:           tt.store %arg0, %13#0 : !tt.ptr<i32>
// CHECK-NEXT:           %25 = arith.addi %13#0, %c1_i32 : i32
// CHECK-NEXT:           scf.yield %25 : i32
// CHECK-NEXT:         } else {
// CHECK-NEXT:           scf.yield %13#0 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %c1_i32_9 = arith.constant 1 : i32
// CHECK-NEXT:         %19 = arith.subi %13#3, %c1_i32_9 : i32
// CHECK-NEXT:         %20 = arith.cmpi eq, %arg5, %19 : i32
// CHECK-NEXT:         scf.if %20 {
// CHECK-NEXT:         } else {
// CHECK-NEXT:         }
// CHECK-NEXT:         %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT:         %21 = arith.addi %arg5, %c1_i32_10 : i32
// CHECK-NEXT:         %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:         %22 = arith.subi %13#3, %c1_i32_11 : i32
// CHECK-NEXT:         %23 = arith.cmpi eq, %arg5, %22 : i32
// CHECK-NEXT:         %c0_i32_12 = arith.constant 0 : i32
// CHECK-NEXT:         %24 = arith.select %23, %c0_i32_12, %21 : i32
// CHECK-NEXT:         scf.yield %24, %13#1, %13#2, %13#3, %18 : i32, i32, i32, i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   } {"ttg.always-fuse"}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @under_a_condition(%p: !tt.ptr<i32>, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.if %c {
      scf.for %j = %c0 to %n step %c1 : i32 {
        scf.for %k = %c0 to %n step %c1 : i32 {
          tt.store %p, %k : !tt.ptr<i32>
        } {"ttg.must-execute"}
      } {"ttg.always-fuse"}
    }
  } {"ttg.always-fuse"}
  tt.return
}

// The bound is read and written at once, so that it cannot be known earlier.
// CHECK: tt.func @unknown_bound(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     %0 = tt.atomic_rmw add, acq_rel, gpu, %arg0, %arg2, %true : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %0 step %c1_i32  : i32 {
// CHECK-NEXT:       tt.store %arg0, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } {"ttg.always-fuse"}
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     %0 = tt.atomic_rmw add, acq_rel, gpu, %arg0, %arg2, %true : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %0 step %c1_i32  : i32 {
// CHECK-NEXT:       tt.store %arg0, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } {tt.flatten}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unknown_bound(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32
    scf.for %j = %c0 to %0 step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {"ttg.always-fuse"}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32
    scf.for %j = %c0 to %0 step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {tt.flatten}
  tt.return
}

// A bound that goes through a tensor is not cheap enough to be computed twice.
// CHECK: tt.func @bound_from_a_tensor(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     %0 = tt.splat %arg2 : i32 -> tensor<4xi32>
// CHECK-NEXT:     %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:       %2 = arith.addi %arg3, %arg4 : i32
// CHECK-NEXT:       tt.reduce.return %2 : i32
// CHECK-NEXT:     }) : (tensor<4xi32>) -> i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %1 step %c1_i32  : i32 {
// CHECK-NEXT:       tt.store %arg0, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } {"ttg.always-fuse"}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @bound_from_a_tensor(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tt.splat %i : i32 -> tensor<4xi32>
    %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %2 = arith.addi %a, %b : i32
      tt.reduce.return %2 : i32
    }) : (tensor<4xi32>) -> i32
    scf.for %j = %c0 to %1 step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {"ttg.always-fuse"}
  tt.return
}

// Of a carried value nothing is known in front of the loop.
// CHECK: tt.func @carried_bound(%arg0: !tt.ptr<i32>, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32  : i32 {
// CHECK-NEXT:       tt.store %arg0, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = arith.addi %arg3, %arg2 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } {"ttg.always-fuse"}
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @carried_bound(%p: !tt.ptr<i32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%m = %n) -> (i32) : i32 {
    scf.for %j = %c0 to %m step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
    %1 = arith.addi %m, %i : i32
    scf.yield %1 : i32
  } {"ttg.always-fuse"}
  tt.return %0 : i32
}

// Other assumptions: the wrong predicate, the wrong side, the wrong bound, or a comparison that is not assumed.
// CHECK: tt.func @other_assumptions(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.cmpi sge, %arg2, %c0_i32 : i32
// CHECK-NEXT:   llvm.intr.assume %0 : i1
// CHECK-NEXT:   %1 = arith.cmpi sgt, %c0_i32, %arg2 : i32
// CHECK-NEXT:   llvm.intr.assume %1 : i1
// CHECK-NEXT:   %2 = arith.cmpi sgt, %arg2, %c1_i32 : i32
// CHECK-NEXT:   llvm.intr.assume %2 : i1
// CHECK-NEXT:   %3 = arith.cmpi ugt, %arg2, %c0_i32 : i32
// CHECK-NEXT:   llvm.intr.assume %3 : i1
// CHECK-NEXT:   %4 = arith.cmpi sgt, %arg2, %c0_i32 : i32
// CHECK-NEXT:   %5 = arith.subi %arg2, %c0_i32 : i32
// CHECK-NEXT:   %6 = arith.ceildivsi %5, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %7 = arith.cmpi eq, %6, %c0_i32_0 : i32
// CHECK-NEXT:   scf.if %7 {
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:     } {tt.flatten}
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %8 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:     %9 = arith.ceildivsi %8, %c1_i32 : i32
// CHECK-NEXT:     %10 = arith.subi %arg2, %c0_i32 : i32
// CHECK-NEXT:     %11 = arith.ceildivsi %10, %c1_i32 : i32
// CHECK-NEXT:     %c0_i32_1 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_2 = arith.constant 1 : i32
// CHECK-NEXT:     %12 = arith.maxsi %c1_i32_2, %11 : i32
// CHECK-NEXT:     %13 = arith.addi %c0_i32_1, %12 : i32
// CHECK-NEXT:     %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:     %14 = arith.subi %13, %c0_i32_3 : i32
// CHECK-NEXT:     %15 = arith.muli %9, %14 : i32
// CHECK-NEXT:     %16 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %15) -> (i32)  : i32 {
// CHECK-NEXT:       scf.yield %arg4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:     %17 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:     %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_6 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_7 = arith.constant 1 : i32
// CHECK-NEXT:     %18:5 = scf.for %arg3 = %c0_i32_6 to %16 step %c1_i32_7 iter_args(%arg4 = %c0_i32_4, %arg5 = %17, %arg6 = %11, %arg7 = %14, %arg8 = %c0_i32_5) -> (i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:       %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:       %c0_i32_9 = arith.constant 0 : i32
// CHECK-NEXT:       %19 = arith.subi %c0_i32_8, %c0_i32_9 : i32
// CHECK-NEXT:       %20 = arith.cmpi eq, %arg4, %19 : i32
// CHECK-NEXT:       %21:4 = scf.if %20 -> (i32, i32, i32, i32) {
// CHECK-NEXT:         %33 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:         scf.yield %c0_i32, %33, %arg6, %14 : i32, i32, i32, i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %arg8, %arg5, %arg6, %14 : i32, i32, i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %22 = arith.addi %19, %21#2 : i32
// CHECK-NEXT:       %23 = arith.cmpi sge, %arg4, %19 : i32
// CHECK-NEXT:       %24 = arith.cmpi slt, %arg4, %22 : i32
// CHECK-NEXT:       %25 = arith.andi %23, %24 : i1
// CHECK-NEXT:       %true = arith.constant true
// CHECK-NEXT:       %26 = scf.if %true -> (i32) {
// CHECK-NEXT:         tt.store %arg0, %21#0 : !tt.ptr<i32>
// CHECK-NEXT:         %33 = arith.addi %21#0, %c1_i32 : i32
// CHECK-NEXT:         scf.yield %33 : i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %21#0 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT:       %27 = arith.subi %21#3, %c1_i32_10 : i32
// CHECK-NEXT:       %28 = arith.cmpi eq, %arg4, %27 : i32
// CHECK-NEXT:       scf.if %28 {
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:       %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:       %29 = arith.addi %arg4, %c1_i32_11 : i32
// CHECK-NEXT:       %c1_i32_12 = arith.constant 1 : i32
// CHECK-NEXT:       %30 = arith.subi %21#3, %c1_i32_12 : i32
// CHECK-NEXT:       %31 = arith.cmpi eq, %arg4, %30 : i32
// CHECK-NEXT:       %c0_i32_13 = arith.constant 0 : i32
// CHECK-NEXT:       %32 = arith.select %31, %c0_i32_13, %29 : i32
// CHECK-NEXT:       scf.yield %32, %21#1, %21#2, %21#3, %26 : i32, i32, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @other_assumptions(%p: !tt.ptr<i32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.cmpi sge, %m, %c0 : i32
  llvm.intr.assume %0 : i1
  %1 = arith.cmpi sgt, %c0, %m : i32
  llvm.intr.assume %1 : i1
  %2 = arith.cmpi sgt, %m, %c1 : i32
  llvm.intr.assume %2 : i1
  %3 = arith.cmpi ugt, %m, %c0 : i32
  llvm.intr.assume %3 : i1
  %4 = arith.cmpi sgt, %m, %c0 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %m step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {tt.flatten}
  tt.return
}

// A loop over unsigned numbers needs an unsigned assumption.
// CHECK: tt.func @unsigned(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.cmpi ult, %c0_i32, %arg2 : i32
// CHECK-NEXT:   llvm.intr.assume %0 : i1
// CHECK-NEXT:   %1 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:   %2 = arith.ceildivsi %1, %c1_i32 : i32
// CHECK-NEXT:   %3 = arith.subi %arg2, %c0_i32 : i32
// CHECK-NEXT:   %4 = arith.ceildivsi %3, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:   %5 = arith.maxsi %c1_i32_1, %4 : i32
// CHECK-NEXT:   %6 = arith.addi %c0_i32_0, %5 : i32
// CHECK-NEXT:   %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:   %7 = arith.subi %6, %c0_i32_2 : i32
// CHECK-NEXT:   %8 = arith.muli %2, %7 : i32
// CHECK-NEXT:   %9 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %8) -> (i32)  : i32 {
// CHECK-NEXT:     scf.yield %arg4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:   %10 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_6 = arith.constant 1 : i32
// CHECK-NEXT:   %11:5 = scf.for %arg3 = %c0_i32_5 to %9 step %c1_i32_6 iter_args(%arg4 = %c0_i32_3, %arg5 = %10, %arg6 = %4, %arg7 = %7, %arg8 = %c0_i32_4) -> (i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:     %c0_i32_7 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:     %12 = arith.subi %c0_i32_7, %c0_i32_8 : i32
// CHECK-NEXT:     %13 = arith.cmpi eq, %arg4, %12 : i32
// CHECK-NEXT:     %14:4 = scf.if %13 -> (i32, i32, i32, i32) {
// CHECK-NEXT:       %26 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %c0_i32, %26, %arg6, %7 : i32, i32, i32, i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg8, %arg5, %arg6, %7 : i32, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %15 = arith.addi %12, %14#2 : i32
// CHECK-NEXT:     %16 = arith.cmpi sge, %arg4, %12 : i32
// CHECK-NEXT:     %17 = arith.cmpi slt, %arg4, %15 : i32
// CHECK-NEXT:     %18 = arith.andi %16, %17 : i1
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %19 = scf.if %true -> (i32) {
// CHECK-NEXT:       tt.store %arg0, %14#0 : !tt.ptr<i32>
// CHECK-NEXT:       %26 = arith.addi %14#0, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %26 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %14#0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_9 = arith.constant 1 : i32
// CHECK-NEXT:     %20 = arith.subi %14#3, %c1_i32_9 : i32
// CHECK-NEXT:     %21 = arith.cmpi eq, %arg4, %20 : i32
// CHECK-NEXT:     scf.if %21 {
// CHECK-NEXT:     } else {
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT:     %22 = arith.addi %arg4, %c1_i32_10 : i32
// CHECK-NEXT:     %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:     %23 = arith.subi %14#3, %c1_i32_11 : i32
// CHECK-NEXT:     %24 = arith.cmpi eq, %arg4, %23 : i32
// CHECK-NEXT:     %c0_i32_12 = arith.constant 0 : i32
// CHECK-NEXT:     %25 = arith.select %24, %c0_i32_12, %22 : i32
// CHECK-NEXT:     scf.yield %25, %14#1, %14#2, %14#3, %19 : i32, i32, i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unsigned(%p: !tt.ptr<i32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.cmpi ult, %c0, %m : i32
  llvm.intr.assume %0 : i1
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for unsigned %j = %c0 to %m step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {tt.flatten}
  tt.return
}

// An inner loop that depends on nothing in the outer one is hoisted: there is nothing left to fuse. The wheel aborts.
// CHECK: tt.func @hoisted(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK:        %[[N:.*]] = scf.for
// CHECK-NEXT:     arith.addi
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for
// CHECK-NEXT:     tt.store %arg0, %[[N]]
// CHECK-NEXT:   } {tt.flatten}
// CHECK-NEXT:   tt.return
tt.func @hoisted(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = scf.for %j = %c0 to %n step %c1 iter_args(%k = %c0) -> (i32) : i32 {
      %1 = arith.addi %k, %n : i32
      scf.yield %1 : i32
    }
    tt.store %p, %0 : !tt.ptr<i32>
  } {tt.flatten}
  tt.return
}
