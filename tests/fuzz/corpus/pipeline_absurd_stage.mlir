// RUN: xtriton-opt --pass-pipeline='builtin.module(tritongpu-pipeline{dump-intermediate-steps=false num-stages=3})' %s
// hang: tritongpu-pipeline: passes/ttgir/pipeline/pipeline.py:apply > passes/ttgir/pipeline/expand_loops.py:expand_loops > passes/ttgir/pipeline/expand_loops.py:_expand
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scalars(%p: !tt.ptr<f32>, %q: !tt.ptr<f16>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
      %y = tt.load %q {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f16>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 1048576 : i32} : !tt.ptr<f32>
      tt.store %q, %y {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !tt.ptr<f16>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}
