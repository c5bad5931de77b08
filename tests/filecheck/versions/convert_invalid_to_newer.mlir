// RUN: not xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 --split-input-file 2>&1 | filecheck %s

// CHECK: error: 'tt.load' op uses a block pointer that was not made in this function
tt.func @argument(%b: !tt.ptr<tensor<8xf32>>) -> tensor<8xf32> {
  %x = tt.load %b : !tt.ptr<tensor<8xf32>>
  tt.return %x : tensor<8xf32>
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: error: cannot convert 'ttng.cluster_arrive' op to Triton 3.9: other operations stand between it and 'ttng.cluster_wait'
  tt.func @arrival(%x: i32) -> i32 {
    ttng.cluster_arrive {relaxed = true}
    %0 = arith.addi %x, %x : i32
    ttng.cluster_wait
    tt.return %0 : i32
  }
}

// -----

// CHECK: error: Triton 3.7 has no 'tti.experimental_memdesc_to_i64' op, and no equivalent operation
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @address(%m: !ttg.memdesc<4xi32, #shared, #smem, mutable>) {
    %0 = tti.experimental_memdesc_to_i64 %m : !ttg.memdesc<4xi32, #shared, #smem, mutable>
    tt.return
  }
}
