// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op expected 2 coordinates, but got 1}}
    ttng.async_tma_copy_global_to_local %d[%i] %m, %b, %p : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !ttng.tensordesc_im2col<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op IM2COL mode requires at least 3D coordinates, but got 2D}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !ttng.tensordesc_im2col<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !ttng.tensordesc_im2col<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op IM2COL mode supports at most 5D coordinates, but got 6D}}
    ttng.async_tma_copy_global_to_local %d[%i, %i, %i, %i, %i, %i] %m, %b, %p : !ttng.tensordesc_im2col<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TILED mode does not support offsets}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] offsets = [%o] %m, %b, %p : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !ttng.tensordesc_im2col<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op IM2COL mode requires offsets to be provided}}
    ttng.async_tma_copy_global_to_local %d[%i, %i, %i] %m, %b, %p : !ttng.tensordesc_im2col<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !ttng.tensordesc_im2col<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op IM2COL mode with 4D coordinates requires 2 offsets, but got 1}}
    ttng.async_tma_copy_global_to_local %d[%i, %i, %i, %i] offsets = [%o] %m, %b, %p : !ttng.tensordesc_im2col<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #other>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA descriptor layout must match shared layout, but got descriptor layout #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}> and shared memory layout #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<32x32xf16, #other>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<64x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op descriptor block and tensor must have the same number of elements, but got descriptor block with 2048 elements tensor with 1024 elements}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<64x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op cannot store into immutable memory}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #plain, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA descriptor must have NVMMA shared layout}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #plain, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #turned>, %m: !ttg.memdesc<32x32xf16, #turned, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA descriptor layout must not be transposed}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<32x32xf16, #turned>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #turned, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<2xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op multicast requires the shared layout to broadcast across CTAs}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p {multicast} : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<2xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttng.two-ctas" = false} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA barrier cga_layout must be [[1]], got [[0]]}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0], [0, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0], [0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0], [0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttng.two-ctas" = true} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA barrier cga_layout must be [[1], [2]] or [[0], [1]], got [[0], [0]]}}
    ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %b, %p : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_local_to_global' op expected 2 coordinates, but got 3}}
    ttng.async_tma_copy_local_to_global %d[%i, %i, %i] %m : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#padded = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x64xi8, #padded>, %m: !ttg.memdesc<32x64xi8, #padded, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_copy_local_to_global' op does not support fp4_padded operands}}
    ttng.async_tma_copy_local_to_global %d[%i, %i] %m : !tt.tensordesc<32x64xi8, #padded>, !ttg.memdesc<32x64xi8, #padded, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_reduce' op unsupported reduce kind xor for element type 'f16'}}
    ttng.async_tma_reduce xor, %d[%i, %i] %m : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_reduce' op unsupported reduce kind inc for element type 'f16'}}
    ttng.async_tma_reduce inc, %d[%i, %i] %m : !tt.tensordesc<32x32xf16, #tile>, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 32}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<32x32xf32, #wide>, %m: !ttg.memdesc<32x32xf32, #wide, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
    // expected-error @below {{'ttng.async_tma_reduce' op unsupported reduce kind max for element type 'f32'}}
    ttng.async_tma_reduce max, %d[%i, %i] %m : !tt.tensordesc<32x32xf32, #wide>, !ttg.memdesc<32x32xf32, #wide, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#x = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<1x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %p: i1, %x: tensor<32xi32, #x>) {
    // expected-error @below {{'ttng.async_tma_gather' op x offsets must have at least 4 contiguous elements per thread}}
    ttng.async_tma_gather %d[%x, %i] %m, %b, %p : !tt.tensordesc<1x32xf16, #tile>, tensor<32xi32, #x>, i32, !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, i1
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#x = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [1, 0]}>}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<1x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %p: i1, %x: tensor<32xi32, #x>) {
    // expected-error @below {{'ttng.async_tma_gather' op x offsets must be broadcasted across each warp}}
    ttng.async_tma_gather %d[%x, %i] %m, %b, %p : !tt.tensordesc<1x32xf16, #tile>, tensor<32xi32, #x>, i32, !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, i1
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#x = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0], CGALayout = [[0, 1]]}>}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<1x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<2xi64, #bar, #smem, mutable>, %i: i32, %p: i1, %x: tensor<32xi32, #x>) {
    // expected-error @below {{'ttng.async_tma_gather' op multicast requires the shared layout to broadcast across CTAs}}
    ttng.async_tma_gather %d[%x, %i] %m, %b, %p {multicast} : !tt.tensordesc<1x32xf16, #tile>, tensor<32xi32, #x>, i32, !ttg.memdesc<2xi64, #bar, #smem, mutable>, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, i1
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#x = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0], CGALayout = [[0, 0]]}>}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<1x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<2xi64, #bar, #smem, mutable>, %i: i32, %p: i1, %x: tensor<32xi32, #x>) {
    // expected-error @below {{'ttng.async_tma_gather' op x offsets must have the same row CGA layout as the memdesc}}
    ttng.async_tma_gather %d[%x, %i] %m, %b, %p : !tt.tensordesc<1x32xf16, #tile>, tensor<32xi32, #x>, i32, !ttg.memdesc<2xi64, #bar, #smem, mutable>, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, i1
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#x = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<1x32xf16, #tile>, %m: !ttg.memdesc<32x32xf16, #tile, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %i: i32, %p: i1, %x: tensor<32xi32, #x>) {
    // expected-error @below {{'ttng.async_tma_scatter' op x offsets must have at least 4 contiguous elements per thread}}
    ttng.async_tma_scatter %d[%x, %i] %m : !tt.tensordesc<1x32xf16, #tile>, tensor<32xi32, #x>, i32, !ttg.memdesc<32x32xf16, #tile, #smem, mutable>
    tt.return
  }
}
