// RUN: xtriton-opt --pass-pipeline='tritongpu-optimize-dot-operands' %s
// invalid: tritongpu-optimize-dot-operands: op does not have expected attribute which is expected for ops whose parent has p
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @result_of_a_branch_in_another_partition(%n: i32, %b: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %b -> i32 {
        scf.yield {ttg.partition = array<i32: 0, 1>} %c0 : i32
      } else {
        scf.yield {ttg.partition = array<i32: 0, 1>} %c1 : i32
      } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>]}
      %u = tt.elementwise_inline_asm "mov $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false, ttg.partition = array<i32: 1>} %r : i32 -> i32
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
