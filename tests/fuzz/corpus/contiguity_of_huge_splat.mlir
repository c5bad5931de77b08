// RUN: xtriton-opt --pass-pipeline='builtin.module(tritongpu-pipeline{dump-intermediate-steps=false num-stages=3})' %s
// memory: tritongpu-pipeline: passes/ttgir/pipeline/pipeline.py:apply > passes/ttgir/pipeline/lower_loops.py:lower_loops > analysis/axis_info.py:__init__
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>


module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @copies(%base: tensor<512x!tt.ptr<f32>, #blocked> {tt.contiguity = dense<512> : tensor<4294967296xi32>, tt.divisibility = dense<16> : tensor<1xi32>}, %ub: i32, %step: tensor<512xi32, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %end = scf.for %i = %c0 to %ub step %c1 iter_args(%p = %base) -> (tensor<512x!tt.ptr<f32>, #blocked>) : i32 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      %next = tt.addptr %p, %step {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>, tensor<512xi32, #blocked>
      scf.yield %next : tensor<512x!tt.ptr<f32>, #blocked>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}
