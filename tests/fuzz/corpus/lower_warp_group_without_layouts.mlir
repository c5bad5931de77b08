// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(nvws-lower-warp-group)' %s
// exception: nvws-lower-warp-group: AssertionError in passes/ttgir/pipeline/loads.py:unswizzled_for
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @tensors(%x: i32) {
    %pure = tt.splat %x : i32 -> tensor<4x8xi32>
    %impure = "make"() : () -> tensor<4x8xi32>
    nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.yield
    }
    partition1 num_warps(4) {
      "use"(%pure, %impure) : (tensor<4x8xi32>, tensor<4x8xi32>) -> ()
    }
    tt.return
  }
}
