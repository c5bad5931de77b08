// RUN: xtriton-opt %s --triton=3.6 --triton-loop-unroll | filecheck %s

// The trip count is a multiple of the factor: one loop with a larger step.
// CHECK: tt.func @even(%arg0: f32) -> f32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = scf.for %arg1 = %c0_i32 to %c8_i32 step %c2_i32 iter_args(%arg2 = %arg0) -> (f32)  : i32 {
// CHECK-NEXT:     %1 = arith.sitofp %arg1 : i32 to f32
// CHECK-NEXT:     %2 = arith.addf %arg2, %1 : f32
// CHECK-NEXT:     %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:     %3 = arith.muli %c1_i32, %c1_i32_0 : i32
// CHECK-NEXT:     %4 = arith.addi %arg1, %3 : i32
// CHECK-NEXT:     %5 = arith.sitofp %4 : i32 to f32
// CHECK-NEXT:     %6 = arith.addf %2, %5 : f32
// CHECK-NEXT:     scf.yield %6 : f32
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   tt.return %0 : f32
// CHECK-NEXT: }
tt.func @even(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.sitofp %i : i32 to f32
    %2 = arith.addf %y, %1 : f32
    scf.yield %2 : f32
  } {tt.loop_unroll_factor = 2 : i32, tag}
  tt.return %0 : f32
}

// Some iterations are left for another loop, which is not to be pipelined.
// CHECK: tt.func @rest(%arg0: f32) -> f32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c21_i32 = arith.constant 21 : i32
// CHECK-NEXT:   %c18_i32 = arith.constant 18 : i32
// CHECK-NEXT:   %c6_i32 = arith.constant 6 : i32
// CHECK-NEXT:   %0 = scf.for %arg1 = %c0_i32 to %c18_i32 step %c6_i32 iter_args(%arg2 = %arg0) -> (f32)  : i32 {
// CHECK-NEXT:     %2 = arith.sitofp %arg1 : i32 to f32
// CHECK-NEXT:     %3 = arith.addf %arg2, %2 : f32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %4 = arith.muli %c2_i32, %c1_i32 : i32
// CHECK-NEXT:     %5 = arith.addi %arg1, %4 : i32
// CHECK-NEXT:     %6 = arith.sitofp %5 : i32 to f32
// CHECK-NEXT:     %7 = arith.addf %3, %6 : f32
// CHECK-NEXT:     %c2_i32_0 = arith.constant 2 : i32
// CHECK-NEXT:     %8 = arith.muli %c2_i32, %c2_i32_0 : i32
// CHECK-NEXT:     %9 = arith.addi %arg1, %8 : i32
// CHECK-NEXT:     %10 = arith.sitofp %9 : i32 to f32
// CHECK-NEXT:     %11 = arith.addf %7, %10 : f32
// CHECK-NEXT:     scf.yield %11 : f32
// CHECK-NEXT:   } {tt.num_stages = 4 : i32}
// CHECK-NEXT:   %1 = scf.for %arg1 = %c18_i32 to %c21_i32 step %c2_i32 iter_args(%arg2 = %0) -> (f32)  : i32 {
// CHECK-NEXT:     %2 = arith.sitofp %arg1 : i32 to f32
// CHECK-NEXT:     %3 = arith.addf %arg2, %2 : f32
// CHECK-NEXT:     scf.yield %3 : f32
// CHECK-NEXT:   } {tt.num_stages = 1 : i32}
// CHECK-NEXT:   tt.return %1 : f32
// CHECK-NEXT: }
tt.func @rest(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c21 = arith.constant 21 : i32
  %0 = scf.for %i = %c0 to %c21 step %c2 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.sitofp %i : i32 to f32
    %2 = arith.addf %y, %1 : f32
    scf.yield %2 : f32
  } {tt.loop_unroll_factor = 3 : i32, tt.num_stages = 4 : i32}
  tt.return %0 : f32
}

// One is left: the body takes the place of the other loop.
// CHECK: tt.func @one_left(%arg0: f32) -> f32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = scf.for %arg1 = %c0_i32 to %c4_i32 step %c2_i32 iter_args(%arg2 = %arg0) -> (f32)  : i32 {
// CHECK-NEXT:     %3 = arith.sitofp %arg1 : i32 to f32
// CHECK-NEXT:     %4 = arith.addf %arg2, %3 : f32
// CHECK-NEXT:     %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:     %5 = arith.muli %c1_i32, %c1_i32_0 : i32
// CHECK-NEXT:     %6 = arith.addi %arg1, %5 : i32
// CHECK-NEXT:     %7 = arith.sitofp %6 : i32 to f32
// CHECK-NEXT:     %8 = arith.addf %4, %7 : f32
// CHECK-NEXT:     scf.yield %8 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = arith.sitofp %c4_i32 : i32 to f32
// CHECK-NEXT:   %2 = arith.addf %0, %1 : f32
// CHECK-NEXT:   tt.return %2 : f32
// CHECK-NEXT: }
tt.func @one_left(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.sitofp %i : i32 to f32
    %2 = arith.addf %y, %1 : f32
    scf.yield %2 : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : f32
}

// All is in one iteration: no loop at all.
// CHECK: tt.func @full(%arg0: f32) -> f32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c2_i32_0 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.sitofp %c0_i32 : i32 to f32
// CHECK-NEXT:   %1 = arith.addf %arg0, %0 : f32
// CHECK-NEXT:   %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:   %2 = arith.muli %c1_i32, %c1_i32_1 : i32
// CHECK-NEXT:   %3 = arith.addi %c0_i32, %2 : i32
// CHECK-NEXT:   %4 = arith.sitofp %3 : i32 to f32
// CHECK-NEXT:   %5 = arith.addf %1, %4 : f32
// CHECK-NEXT:   tt.return %5 : f32
// CHECK-NEXT: }
tt.func @full(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.sitofp %i : i32 to f32
    %2 = arith.addf %y, %1 : f32
    scf.yield %2 : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : f32
}

// Fewer iterations than the factor: only the other loop is left.
// CHECK: tt.func @too_few(%arg0: f32) -> f32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = scf.for %arg1 = %c0_i32_0 to %c3_i32 step %c1_i32 iter_args(%arg2 = %arg0) -> (f32)  : i32 {
// CHECK-NEXT:     %1 = arith.addf %arg2, %arg0 : f32
// CHECK-NEXT:     scf.yield %1 : f32
// CHECK-NEXT:   } {tt.num_stages = 1 : i32}
// CHECK-NEXT:   tt.return %0 : f32
// CHECK-NEXT: }
tt.func @too_few(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.addf %y, %x : f32
    scf.yield %1 : f32
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return %0 : f32
}

// Loops that never run vanish: empty ranges, and steps that lead nowhere.
// CHECK: tt.func @never(%arg0: f32) -> (f32, f32, f32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:   %c0_i32_1 = arith.constant 0 : i32
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0 : f32, f32, f32
// CHECK-NEXT: }
tt.func @never(%x: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c-1 = arith.constant -1 : i32
  %0 = scf.for %i = %c5 to %c0 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.addf %y, %x : f32
    scf.yield %1 : f32
  } {tt.loop_unroll_factor = 2 : i32}
  %2 = scf.for %i = %c0 to %c5 step %c-1 iter_args(%y = %x) -> f32 : i32 {
    %3 = arith.addf %y, %x : f32
    scf.yield %3 : f32
  } {tt.loop_unroll_factor = 2 : i32}
  %4 = scf.for %i = %c0 to %c5 step %c0 iter_args(%y = %x) -> f32 : i32 {
    %5 = arith.addf %y, %x : f32
    scf.yield %5 : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0, %2, %4 : f32, f32, f32
}

// Bounds that are not known are computed.
// CHECK: tt.func @dynamic(%arg0: index, %arg1: index, %arg2: index, %arg3: !tt.ptr<f32>, %arg4: f32) {
// CHECK-NEXT:   %0 = arith.subi %arg1, %arg0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %1 = arith.subi %arg2, %c1 : index
// CHECK-NEXT:   %2 = arith.addi %0, %1 : index
// CHECK-NEXT:   %3 = arith.divui %2, %arg2 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %4 = arith.remsi %3, %c2 : index
// CHECK-NEXT:   %5 = arith.subi %3, %4 : index
// CHECK-NEXT:   %6 = arith.muli %5, %arg2 : index
// CHECK-NEXT:   %7 = arith.addi %arg0, %6 : index
// CHECK-NEXT:   %8 = arith.muli %arg2, %c2 : index
// CHECK-NEXT:   scf.for %arg5 = %arg0 to %7 step %8 {
// CHECK-NEXT:     %9 = arith.index_cast %arg5 : index to i32
// CHECK-NEXT:     %10 = tt.addptr %arg3, %9 : !tt.ptr<f32>, i32
// CHECK-NEXT:     tt.store %10, %arg4 : !tt.ptr<f32>
// CHECK-NEXT:     %c1_0 = arith.constant 1 : index
// CHECK-NEXT:     %11 = arith.muli %arg2, %c1_0 : index
// CHECK-NEXT:     %12 = arith.addi %arg5, %11 : index
// CHECK-NEXT:     %13 = arith.index_cast %12 : index to i32
// CHECK-NEXT:     %14 = tt.addptr %arg3, %13 : !tt.ptr<f32>, i32
// CHECK-NEXT:     tt.store %14, %arg4 : !tt.ptr<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %arg5 = %7 to %arg1 step %arg2 {
// CHECK-NEXT:     %9 = arith.index_cast %arg5 : index to i32
// CHECK-NEXT:     %10 = tt.addptr %arg3, %9 : !tt.ptr<f32>, i32
// CHECK-NEXT:     tt.store %10, %arg4 : !tt.ptr<f32>
// CHECK-NEXT:   } {tt.num_stages = 1 : i32}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @dynamic(%lower: index, %upper: index, %step: index, %p: !tt.ptr<f32>, %x: f32) {
  scf.for %i = %lower to %upper step %step {
    %0 = arith.index_cast %i : index to i32
    %1 = tt.addptr %p, %0 : !tt.ptr<f32>, i32
    tt.store %1, %x : !tt.ptr<f32>
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// The induction variable is only computed where it is used. Values are carried from copy to copy.
// CHECK: tt.func @carried(%arg0: i64, %arg1: f32, %arg2: f32) -> (f32, f32) {
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %0 = arith.subi %arg0, %c0_i64 : i64
// CHECK-NEXT:   %c1_i64_0 = arith.constant 1 : i64
// CHECK-NEXT:   %1 = arith.subi %c1_i64, %c1_i64_0 : i64
// CHECK-NEXT:   %2 = arith.addi %0, %1 : i64
// CHECK-NEXT:   %3 = arith.divui %2, %c1_i64 : i64
// CHECK-NEXT:   %c3_i64 = arith.constant 3 : i64
// CHECK-NEXT:   %4 = arith.remsi %3, %c3_i64 : i64
// CHECK-NEXT:   %5 = arith.subi %3, %4 : i64
// CHECK-NEXT:   %6 = arith.muli %5, %c1_i64 : i64
// CHECK-NEXT:   %7 = arith.addi %c0_i64, %6 : i64
// CHECK-NEXT:   %8 = arith.muli %c1_i64, %c3_i64 : i64
// CHECK-NEXT:   %9:2 = scf.for %arg3 = %c0_i64 to %7 step %8 iter_args(%arg4 = %arg1, %arg5 = %arg2) -> (f32, f32)  : i64 {
// CHECK-NEXT:     %11 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT:     %12 = arith.addf %arg5, %11 : f32
// CHECK-NEXT:     %13 = arith.addf %11, %12 : f32
// CHECK-NEXT:     scf.yield %12, %13 : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %10:2 = scf.for %arg3 = %7 to %arg0 step %c1_i64 iter_args(%arg4 = %9#0, %arg5 = %9#1) -> (f32, f32)  : i64 {
// CHECK-NEXT:     %11 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT:     scf.yield %arg5, %11 : f32, f32
// CHECK-NEXT:   } {tt.num_stages = 1 : i32}
// CHECK-NEXT:   tt.return %10#0, %10#1 : f32, f32
// CHECK-NEXT: }
tt.func @carried(%n: i64, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (f32, f32) : i64 {
    %1 = arith.addf %u, %v : f32
    scf.yield %v, %1 : f32, f32
  } {tt.loop_unroll_factor = 3 : i32}
  tt.return %0#0, %0#1 : f32, f32
}

// Inner loops first.
// CHECK: tt.func @nested(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %0 = arith.subi %arg0, %c0_i32 : i32
// CHECK-NEXT:   %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:   %1 = arith.subi %c1_i32, %c1_i32_0 : i32
// CHECK-NEXT:   %2 = arith.addi %0, %1 : i32
// CHECK-NEXT:   %3 = arith.divui %2, %c1_i32 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %4 = arith.remsi %3, %c2_i32 : i32
// CHECK-NEXT:   %5 = arith.subi %3, %4 : i32
// CHECK-NEXT:   %6 = arith.muli %5, %c1_i32 : i32
// CHECK-NEXT:   %7 = arith.addi %c0_i32, %6 : i32
// CHECK-NEXT:   %8 = arith.muli %c1_i32, %c2_i32 : i32
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %7 step %8  : i32 {
// CHECK-NEXT:     %c2_i32_1 = arith.constant 2 : i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %c4_i32 step %c2_i32_1  : i32 {
// CHECK-NEXT:       tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:       tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_2 = arith.constant 1 : i32
// CHECK-NEXT:     %9 = arith.muli %c1_i32, %c1_i32_2 : i32
// CHECK-NEXT:     %10 = arith.addi %arg2, %9 : i32
// CHECK-NEXT:     %c2_i32_3 = arith.constant 2 : i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %c4_i32 step %c2_i32_3  : i32 {
// CHECK-NEXT:       tt.store %arg1, %10 : !tt.ptr<i32>
// CHECK-NEXT:       tt.store %arg1, %10 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %arg2 = %7 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:     %c2_i32_1 = arith.constant 2 : i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %c4_i32 step %c2_i32_1  : i32 {
// CHECK-NEXT:       tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:       tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } {tt.num_stages = 1 : i32}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @nested(%n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %c4 step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.loop_unroll_factor = 2 : i32}
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// Nothing to do: no factor, a factor of 1, an attribute that is no number.
// CHECK: tt.func @no_factor(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   } {tt.loop_unroll_factor = 1 : i32}
// CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32  : i32 {
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   } {tt.loop_unroll_factor = "2"}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @no_factor(%n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 1 : i32}
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = "2"}
  tt.return
}

// Nor where the body is empty, but for the attribute.
// CHECK: tt.func @empty(%arg0: i32, %arg1: f32) -> f32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg1) -> (f32)  : i32 {
// CHECK-NEXT:     scf.yield %arg3 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : f32
// CHECK-NEXT: }
tt.func @empty(%n: i32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> f32 : i32 {
    scf.yield %y : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : f32
}
