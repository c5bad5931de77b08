// RUN: xtriton-opt --pass-pipeline='tritongpu-fuse-nested-loops' %s
// exception: tritongpu-fuse-nested-loops: IndexError in rewriting/loop_fusion.py:_prologue_else
module {
  tt.func @locations(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32) -> i32 {
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg6 = %arg5 to %arg1 step %c1_i32 iter_args(%arg7 = %arg1) -> (i32)  : i32 {
      %1 = scf.for %arg8 = %arg5 to %arg2 step %c1_i32 iter_args(%arg9 = %arg4) -> (i32)  : i32 {
        scf.yield %arg3 : i32
      }
      tt.store %arg0, %1 : !tt.ptr<i32>
      scf.yield %1 : i32
    } {tt.flatten}
    tt.return %0 : i32
  }
}
