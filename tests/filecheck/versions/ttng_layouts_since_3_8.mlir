// RUN: xtriton-opt %s --triton=3.8 --split-input-file | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --split-input-file | filecheck %s

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#m = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%src: tensor<256xf16, #b>, %dst: !ttg.memdesc<256xf16, #m, #smem, mutable>, %bar: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // CHECK: ttng.async_shared_store
    ttng.async_shared_store %src, %dst, %bar : tensor<256xf16, #b> -> !ttg.memdesc<256xf16, #m, #smem, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#m = #ttg.padded_shared<[4:+4] {offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256]], block = [[0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%src: tensor<512xf16, #b>, %dst: !ttg.memdesc<512xf16, #m, #smem, mutable>, %bar: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // CHECK: ttng.async_shared_store
    ttng.async_shared_store %src, %dst, %bar : tensor<512xf16, #b> -> !ttg.memdesc<512xf16, #m, #smem, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: tensor<256xi8, #c>, %c: tensor<512xf8E5M2, #b>) {
    // CHECK: ttng.packed_arith
    %0 = ttng.packed_arith add %a, %c : (tensor<256xi8, #c>, tensor<512xf8E5M2, #b>) -> tensor<512xf8E5M2, #b>
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  llvm.func @f() {
    // CHECK: ttng.cluster_barrier
    ttng.cluster_barrier {relaxed = false}
    llvm.return
  }
}

// -----

#src = #ttg.generic_linear<{register = [[1, 0], [0, 1]], lane = [[2, 0], [4, 0], [8, 0], [0, 2], [0, 4]], warp = [[16, 8], [0, 8]], block = []}>
#dst = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [0], [0]], warp = [[16], [0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%arg: tensor<32x1xi32, #src>) {
    // CHECK: tt.reshape
    %0 = tt.reshape %arg : tensor<32x1xi32, #src> -> tensor<32xi32, #dst>
    tt.return
  }
}
