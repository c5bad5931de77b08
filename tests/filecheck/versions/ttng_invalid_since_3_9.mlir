// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The source and result must have the same encoding.}}
    %0 = ttng.tmem_subslice %x {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #u, #m, mutable, 128x128>
    tt.return
  }
}

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The source and result must have the same element type.}}
    %0 = ttng.tmem_subslice %x {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xi32, #t, #m, mutable, 128x128>
    tt.return
  }
}

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The source and result must have the same alloc shape.}}
    %0 = ttng.tmem_subslice %x {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #t, #m, mutable, 256x128>
    tt.return
  }
}

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The slice dimension must be within the descriptor rank.}}
    %0 = ttng.tmem_subslice %x {offset = 0 : i32, dim = 2 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #t, #m, mutable, 128x128>
    tt.return
  }
}

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The result must have the same size as the source in the dimensions that are not being sliced.}}
    %0 = ttng.tmem_subslice %x {offset = 0 : i32, dim = 0 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #t, #m, mutable, 128x128>
    tt.return
  }
}

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{The split offset may not exceed the source shape}}
    %0 = ttng.tmem_subslice %x {offset = 96 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #t, #m, mutable, 128x128>
    tt.return
  }
}

// -----

#b = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#c = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #b, #smem, mutable>, %p: i1) {
    // expected-error @below {{'ttng.barrier_expect' op fromCTA must be in the range [0, num_ctas - 1]}}
    ttng.barrier_expect %x, 8 {fromCTA = 1 : i32}, %p : !ttg.memdesc<1xi64, #b, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#c = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>, #smem, mutable>, %p: i1) {
    // expected-error @below {{'ttng.arrive_barrier' op fromCTA requires a 1D barrier with one element per CTA and canonical CGA layout}}
    ttng.arrive_barrier %x, 1 {fromCTA = 0 : i32} : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#c = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #b, #smem, mutable>, %p: i1) {
    // expected-error @below {{'ttng.arrive_barrier' op multicast arrive requires num_ctas > 1}}
    ttng.arrive_barrier %x, 1 {multicastCTA = 1 : i32} : !ttg.memdesc<1xi64, #b, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#c = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #c, #smem, mutable>, %p: i1) {
    // expected-error @below {{'ttng.arrive_barrier' op multicastCTA exceeds numCTAs - 1}}
    ttng.arrive_barrier %x, 1 {multicastCTA = 2 : i32} : !ttg.memdesc<2xi64, #c, #smem, mutable>
    tt.return
  }
}

// -----

#b = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#c = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #c, #smem, mutable>, %p: i1) {
    // expected-error @below {{'ttng.arrive_barrier' op fromCTA cannot be combined with multicast arrive}}
    ttng.arrive_barrier %x, 1 {fromCTA = 0 : i32, multicastCTA = 1 : i32} : !ttg.memdesc<2xi64, #c, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#x = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<1x64xf16, #tile>, %m: !ttg.memdesc<4x64xf16, #tile, #smem, mutable>, %i: i32, %x: tensor<4xi32, #x>) {
    // expected-error @below {{'ttng.async_tma_scatter' op Illegal shared layout; expected collapsed shapePerCTA to be at least [8, 64], collapsedTmaShape: [4, 64]}}
    ttng.async_tma_scatter %d[%x, %i] %m : !tt.tensordesc<1x64xf16, #tile>, tensor<4xi32, #x>, i32, !ttg.memdesc<4x64xf16, #tile, #smem, mutable>
    tt.return
  }
}
