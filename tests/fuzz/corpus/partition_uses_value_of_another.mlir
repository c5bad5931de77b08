// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(tritongpu-partition-loops)' %s
// invalid: tritongpu-partition-loops: op using value defined outside the region
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @consumer_in_the_next_iteration(%arg0: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg1 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg2 = %c0_i32) -> (i32)  : i32 {
      "use"(%arg2) {ttg.partition = array<i32: 1>} : (i32) -> ()
      scf.yield {ttg.partition = array<i32: 0, 1>} %c1_i32 : i32
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
