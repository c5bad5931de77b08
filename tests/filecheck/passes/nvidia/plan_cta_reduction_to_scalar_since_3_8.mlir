// RUN: xtriton-opt %s --triton=3.8 --split-input-file --triton-nvidia-gpu-plan-cta | filecheck %s
// RUN: not xtriton-opt %s --triton=3.7 --split-input-file --triton-nvidia-gpu-plan-cta 2>&1 | filecheck %s --check-prefix=BEFORE

// All CTAs have a part of the only dimension.
// CHECK: #[[PARTS:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = {{\[\[}}1], [2]]}>
// CHECK: @sum_of_a_cluster
// CHECK: (tensor<65536xf32, #[[PARTS]]>, tensor<65536xi32, #[[PARTS]]>) -> (f32, i32)
// BEFORE: error: blocks of a cluster can not share a reduction to a scalar
#copies = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0], [0]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @sum_of_a_cluster() -> (f32, i32) {
    %x = arith.constant dense<0.0> : tensor<65536xf32, #copies>
    %i = arith.constant dense<1> : tensor<65536xi32, #copies>
    %0:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %k: i32, %b: f32, %l: i32):
      %s = arith.addf %a, %b : f32
      %t = arith.addi %k, %l : i32
      tt.reduce.return %s, %t : f32, i32
    }) : (tensor<65536xf32, #copies>, tensor<65536xi32, #copies>) -> (f32, i32)
    tt.return %0#0, %0#1 : f32, i32
  }
}
