// RUN: xtriton-opt --pass-pipeline='builtin.module(tritongpu-fuse-nested-loops)' %s
// invalid: tritongpu-fuse-nested-loops: operand does not dominate this use
module {
  tt.func @locations(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32) -> i32 {
    %0 = scf.for %arg6 = %arg5 to %arg1 step %arg4 iter_args(%arg7 = %arg1) -> (i32)  : i32 {
      %1 = scf.for %arg8 = %arg5 to %arg2 step %arg4 iter_args(%arg9 = %arg6) -> (i32)  : i32 {
        scf.yield %arg3 : i32
      }
      scf.yield %1 : i32
    } {tt.flatten}
    tt.return %0 : i32
  }
}
