// RUN: xtriton-opt --pass-pipeline='builtin.module(tritongpu-pipeline{dump-intermediate-steps=false num-stages=3})' %s
// exception: tritongpu-pipeline: ValueError in layouts/bits.py:require_power_of_two
module attributes {"ttg.num-ctas" = 127 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scalars(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i32, %arg3: i32) {
    scf.for %arg4 = %arg3 to %arg1 step %arg2  : i32 {
      %0 = tt.load %arg0 {loop.cluster = 127 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
      tt.store %arg0, %0 {loop.cluster = 0 : i32, loop.stage = 127 : i32} : !tt.ptr<f32>
    } {tt.scheduled_max_stage = 127 : i32}
    tt.return
  }
}
