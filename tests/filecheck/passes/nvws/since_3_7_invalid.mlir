// RUN: xtriton-opt %s --triton=3.7 --split-input-file --verify-diagnostics --nvws-insert-aref

// A user of a value from another partition has to be in the schedule of the loop.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @not_scheduled(%p: tensor<128x!tt.ptr<f32>, #blocked>, %s: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.splat %s {loop.cluster = 0 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 0>} : f32 -> tensor<128xf32, #blocked>
      // expected-error @below {{'tt.store' op not found in the schedule}}
      tt.store %p, %x {ttg.partition = array<i32: 1>} : tensor<128x!tt.ptr<f32>, #blocked>
    } {tt.scheduled_max_stage = 0 : i32, tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

// A user in several partitions cannot get a value in one of them only.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @several_partitions(%p: tensor<128x!tt.ptr<f32>, #blocked>, %s: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.splat %s {ttg.partition = array<i32: 0>} : f32 -> tensor<128xf32, #blocked>
      // expected-error @below {{'tt.store' op uses a value in partitions that do not get it together}}
      tt.store %p, %x {ttg.partition = array<i32: 1, 2>} : tensor<128x!tt.ptr<f32>, #blocked>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.stages = [0 : i32, 0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
