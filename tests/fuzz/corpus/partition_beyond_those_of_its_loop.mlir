// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(tritongpu-partition-loops)' %s
// exception: tritongpu-partition-loops: IndexError in passes/ttgir/warp_specialization/partition_cloning.py:<listcomp>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @regions_of_other_operations(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 51 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      "around"() ({
        "use"() {ttg.partition = array<i32: 0>} : () -> ()
      }) {ttg.partition = array<i32: 0>} : () -> ()
    } {ttg.partition = array<i32: 0, 51>, ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
