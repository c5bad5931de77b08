// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#o = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: tensor<128xf32, #o>) {
    // expected-error @below {{'ttng.packed_arith' op result layout must provide a multiple of 2 unique elements per thread}}
    %0 = ttng.packed_arith add %a, %a : (tensor<128xf32, #o>, tensor<128xf32, #o>) -> tensor<128xf32, #o>
    tt.return
  }
}

// -----

#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: tensor<128xf8E5M2, #c>) {
    // expected-error @below {{'ttng.packed_arith' op result layout must provide a multiple of 4 unique elements per thread}}
    %0 = ttng.packed_arith add %a, %a : (tensor<128xf8E5M2, #c>, tensor<128xf8E5M2, #c>) -> tensor<128xf8E5M2, #c>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: tensor<512xf32, #b>, %c: tensor<512xf32, #c>) {
    // expected-error @below {{'ttng.packed_arith' op operand 1 must have a layout equivalent to the result}}
    %0 = ttng.packed_arith add %a, %c : (tensor<512xf32, #b>, tensor<512xf32, #c>) -> tensor<512xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#o = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: tensor<256xi8, #o>, %c: tensor<512xf8E5M2, #b>) {
    // expected-error @below {{'ttng.packed_arith' op fp4 operand 0 must have a layout compatible with the result}}
    %0 = ttng.packed_arith add %a, %c : (tensor<256xi8, #o>, tensor<512xf8E5M2, #b>) -> tensor<512xf8E5M2, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#m = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%src: tensor<128xf16, #b>, %dst: !ttg.memdesc<128xf16, #m, #smem, mutable>, %bar: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_shared_store' op requires a layout vectorizing stores to at least 32 bits}}
    ttng.async_shared_store %src, %dst, %bar : tensor<128xf16, #b> -> !ttg.memdesc<128xf16, #m, #smem, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#m = #ttg.padded_shared<[1:+1] {offset = [[1], [2], [4], [8], [16], [32], [64], [128], [256]], block = [[0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%src: tensor<512xf16, #b>, %dst: !ttg.memdesc<512xf16, #m, #smem, mutable>, %bar: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_shared_store' op requires a layout vectorizing stores to at least 32 bits}}
    ttng.async_shared_store %src, %dst, %bar : tensor<512xf16, #b> -> !ttg.memdesc<512xf16, #m, #smem, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#m = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @f(%src: tensor<512xf16>, %dst: !ttg.memdesc<512xf16, #m, #smem, mutable>, %bar: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_shared_store' op requires a source with a layout}}
    ttng.async_shared_store %src, %dst, %bar : tensor<512xf16> -> !ttg.memdesc<512xf16, #m, #smem, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: tensor<128x64xf32, #b>, %m: !ttg.memdesc<2x128x64xf32, #t, #ttng.tensor_memory, mutable>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op source shape [128, 64] must match [destination shape 2, 128, 64]}}
    ttng.tmem_store %x, %m, %p : tensor<128x64xf32, #b> -> !ttg.memdesc<2x128x64xf32, #t, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#m = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @f(%src: tensor<512xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>>, %dst: !ttg.memdesc<512xf32, #m, #smem, mutable>, %bar: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{an operand of a dot has}}
    ttng.async_shared_store %src, %dst, %bar : tensor<512xf32, #ttg.dot_op<{opIdx = 0, parent = #b}>> -> !ttg.memdesc<512xf32, #m, #smem, mutable>, !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}
