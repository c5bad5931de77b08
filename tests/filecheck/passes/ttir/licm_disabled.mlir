// RUN: xtriton-opt %s --triton=3.8 --triton-licm | filecheck %s --check-prefix=OLD
// RUN: xtriton-opt %s --triton=3.9 --triton-licm | filecheck %s --check-prefix=NEW

// Loops whose annotation disables LICM stay as they are since Triton 3.9.

#loop_licm = #llvm.loop_licm<disable = true>
#loop_annotation = #llvm.loop_annotation<licm = #loop_licm>

// OLD: arith.muli
// OLD: scf.for
// NEW: scf.for
// NEW: arith.muli
tt.func @disabled(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %c0) -> (i32) : i32 {
    %z = arith.muli %x, %n : i32
    %w = arith.addi %y, %z : i32
    scf.yield %w : i32
  } {llvm.loop_annotation = #loop_annotation}
  tt.return %r : i32
}
