// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

// A CTA accesses its own tensor memory only, and a warp 32 rows of it.

// Each CTA has its rows.
#registers = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = [[128, 0]]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%m: !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %r = ttng.tmem_load %m : !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<256x32xf32, #registers>
    tt.return
  }
}

// -----

// Warps in another order.
#registers = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[64, 0], [32, 0]], block = [[128, 0]]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%m: !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable>) {
    // expected-error @+3 {{'ttng.tmem_load' op result}}
    // expected-note @+2 {{Got: }}
    // expected-note @+1 {{potential TMEM layout: }}
    %r = ttng.tmem_load %m : !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<256x32xf32, #registers>
    tt.return
  }
}

// -----

// CTAs have halves of the columns.
#registers = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1], CGALayout = [[0, 1]]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%m: !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable>) {
    // expected-error @+2 {{'ttng.tmem_load' op result}}
    // expected-note @+1 {{Got: }}
    %r = ttng.tmem_load %m : !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<256x32xf32, #registers>
    tt.return
  }
}

// -----

// Both CTAs have all rows.
#registers = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1], CGALayout = [[0, 0]]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%m: !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable>) {
    // expected-error @+2 {{'ttng.tmem_load' op result}}
    // expected-note @+1 {{Got: }}
    %r = ttng.tmem_load %m : !ttg.memdesc<256x32xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<256x32xf32, #registers>
    tt.return
  }
}
