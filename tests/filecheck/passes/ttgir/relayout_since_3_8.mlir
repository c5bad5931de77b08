// RUN: xtriton-opt %s --triton=3.8 --relayout-tritongpu | filecheck %s

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @load
  // CHECK: ttg.local_load {{.*}} -> tensor<128xf32, #blocked>
  // CHECK-NOT: ttg.convert_layout
  tt.func @load(%memory: !ttg.memdesc<128xf32, #shared, #smem, mutable>) {
    %x = ttg.local_load %memory : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32>
    tt.return
  }
}
