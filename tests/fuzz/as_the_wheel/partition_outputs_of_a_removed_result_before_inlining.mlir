// RUN: xtriton-opt --pass-pipeline='inline' %s
// invalid: inline: op does not have expected number of output partition sets in attr should match n
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @consumer_in_the_next_iteration(%arg0: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg1 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg2 = %c0_i32) -> (i32)  : i32 {
      %1 = tt.elementwise_inline_asm "mov $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false, ttg.partition = array<i32: 0>} %arg1 : i32 -> i32
      scf.yield {ttg.partition = array<i32: 0, 1>} %1 : i32
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
