// RUN: xtriton-opt --pass-pipeline='builtin.module(tritongpu-assign-latencies,tritongpu-schedule-loops)' %s
// hang: tritongpu-schedule-loops: passes/ttgir/pipeline/key_ops.py:schedule_key_ops
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scalars(%p: tensor<128x!tt.ptr<f32>, #blocked>, %q: tensor<128x!tt.ptr<f32>, #blocked>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.load %p : tensor<128x!tt.ptr<f32>, #blocked>
      tt.store %q, %x : tensor<128x!tt.ptr<f32>, #blocked>
    } {tt.num_stages = 2000000000 : i32}
    tt.return
  }
}
