// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<32x32xf16, #s, #smem, mutable>) {
    // expected-error @below {{result shared-memory footprint (4096 bytes) exceeds the source view (2048 bytes)}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<32x32xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<32x16xf16, #s, #smem, mutable, 32x32>) {
    // expected-error @below {{result shared-memory footprint includes offsets not owned by the source subview (1024 bytes requested; 32 contiguous bytes available)}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<32x16xf16, #s, #smem, mutable, 32x32> -> !ttg.memdesc<16x32xf16, #s, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<32x32xf16, #s, #smem, mutable>) {
    // expected-error @below {{result must not be a subview}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<32x32xf16, #s, #smem, mutable> -> !ttg.memdesc<16x32xf16, #s, #smem, mutable, 32x32>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<16x32xf16, #pad, #smem, mutable, 32x32>) {
    // expected-error @below {{cannot reinterpret a padded source subview}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<16x32xf16, #pad, #smem, mutable, 32x32> -> !ttg.memdesc<32x32xf16, #pad, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
#c = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<16x32xf16, #c, #smem, mutable, 32x32>) {
    // expected-error @below {{cannot reinterpret a source subview sliced across CTAs}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<16x32xf16, #c, #smem, mutable, 32x32> -> !ttg.memdesc<16x32xf16, #c, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<128x64xf32, #t, #m, mutable>) {
    // expected-error @below {{result tensor-memory column footprint (128 columns) exceeds the source view (64 columns)}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<128x64xf32, #t, #m, mutable> -> !ttg.memdesc<128x128xf32, #u, #m, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<64x64xf32, #h, #m, mutable>) {
    // expected-error @below {{result tensor-memory row footprint (128) exceeds the source view (64)}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<64x64xf32, #h, #m, mutable> -> !ttg.memdesc<128x64xf32, #t, #m, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%x: !ttg.memdesc<128x64xf32, #t, #m, mutable, 128x256>) {
    // expected-error @below {{result tensor-memory column footprint includes columns not owned by the source subview (128 columns requested; 64 contiguous columns available)}}
    %0 = ttg.memdesc_reinterpret %x : !ttg.memdesc<128x64xf32, #t, #m, mutable, 128x256> -> !ttg.memdesc<128x128xf32, #u, #m, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{shape must have power-of-2 and non-zero dimensions; got 3, 4}}
tt.func private @f(!ttg.memdesc<3x4xf16, #s, #smem, mutable>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{alloc shape must have power-of-2 and non-zero dimensions; got 3, 4}}
tt.func private @f(!ttg.memdesc<2x4xf16, #s, #smem, mutable, 3x4>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{alloc shape must have at least as many dimensions as shape}}
tt.func private @f(!ttg.memdesc<2x4xf16, #s, #smem, mutable, 8>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{shape has 0 dimension}}
tt.func private @f(!ttg.memdesc<0x4xf16, #s, #smem, mutable>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{alloc shape has 0 dimension}}
tt.func private @f(!ttg.memdesc<2x4xf16, #s, #smem, mutable, 0x4>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{element type bit width must be 1 or at least 8; got 4}}
tt.func private @f(!ttg.memdesc<4x4xi4, #s, #smem, mutable>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{tensor-memory element type bit width must be at least 8; got 1}}
tt.func private @f(!ttg.memdesc<128x64xi1, #t, #m, mutable>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{tensor-memory scale descriptors must have rank 2; got 1}}
tt.func private @f(!ttg.memdesc<128xi8, #ttng.tensor_memory_scales_encoding<>, #m, mutable>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{the tensor shape must be at least 128x64. Got 64, 64}}
tt.func private @f(!ttg.memdesc<64x64xf32, #t, #m, mutable, 128x64>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{rank must be equal to or one less than the shape size. Got 2 and 1}}
tt.func private @f(!ttg.memdesc<8xf16, #s, #smem, mutable>)

// -----

#smem = #ttg.shared_memory
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#h = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#m = #ttng.tensor_memory
// expected-error @below {{TensorDescIm2ColType requires rank-2 shape, got rank 3}}
tt.func private @f(!ttng.tensordesc_im2col<2x32x32xf16, #nv>)

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
// expected-error @below {{shared-memory element type bit width must be a multiple of 8; got 1}}
tt.func private @f(!ttg.memdesc<8xi1, #s, #smem, mutable>)

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%x: tensor<128xf32, #b>) {
    // expected-error @below {{'ttg.inline_asm' op requires explicit distributed tensor layouts}}
    %0 = ttg.inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", pure = true} %x : (tensor<128xf32, #b>) -> tensor<128xf32>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%m: !ttg.memdesc<128xf32, #s, #smem, mutable>) {
    // expected-error @below {{'ttg.inline_asm' op requires pure=false for memory descriptor operands}}
    ttg.inline_asm "nop;" {constraints = "r", pure = true} %m : (!ttg.memdesc<128xf32, #s, #smem, mutable>) -> ()
    tt.return
  }
}
