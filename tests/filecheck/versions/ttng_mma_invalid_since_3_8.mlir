// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#b = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #b, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #b, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#b = #ttng.tensor_memory_encoding<blockM = 128, blockN = 512, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x1024xf16, #a, #ttg.shared_memory>, %d: !ttg.memdesc<256x1024xf32, #b, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The block size of the return operand must be less than or equal to 256}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x1024xf16, #a, #ttg.shared_memory>, !ttg.memdesc<256x1024xf32, #b, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#b = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #b, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op twoCTA mode expects the first basis of the cga_layout of the RHS to be [0, 1]}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p {two_ctas} :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #b, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #c, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op expected block basis 128, 64 at result index 0, but got 128, 0}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #c, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #c, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The returned value's encoding must have twoCTA=0 to be used in a non-twoCTA kernel}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #c, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #c, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The returned value's encoding must have twoCTA=1 to be used in a twoCTA kernel}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p {two_ctas} :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #c, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x1024xf16, #b, #ttg.shared_memory>, %d: !ttg.memdesc<256x1024xf32, #c, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op We don't allow to emit more than one mma instruction along N. Reduce the block or increase the number of warps or CTAs along N}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p {two_ctas} :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x1024xf16, #b, #ttg.shared_memory>, !ttg.memdesc<256x1024xf32, #c, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]]>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, %d: !ttg.memdesc<256x128xf32, #b, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op RHS CTASplit along K should be 1, but got 2}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<256x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, !ttg.memdesc<256x128xf32, #b, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #a, #ttng.tensor_memory, mutable>, %b: !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf16, #c, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The col stride of the return operand must be 32 / 16 but got 1}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<128x64xf16, #a, #ttng.tensor_memory, mutable>, !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf16, #c, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, fp4Padded = true>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #a, #ttng.tensor_memory, mutable>, %b: !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf16, #c, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op fp4_padded tensor memory LHS is only supported by scaled MMA}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<128x64xf16, #a, #ttng.tensor_memory, mutable>, !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf16, #c, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, fp4Padded = true>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #a, #ttng.tensor_memory, mutable>, %b: !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf16, #c, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op Accumulator must not be fp4_padded}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<128x64xf16, #a, #ttng.tensor_memory, mutable>, !ttg.memdesc<64x128xf16, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf16, #c, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#b = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<1x128x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #b, #ttng.tensor_memory, mutable>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op expected all operands to have the same rank}}
    ttng.tc_gen5_mma %a, %b, %d, %u, %p :
      !ttg.memdesc<1x128x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #a, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #b, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi8, #a, #ttg.shared_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = e5m2 :
      !ttg.memdesc<128x64xi8, #a, #ttg.shared_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op expected e2m1 LHS operand to be fp4_padded when RHS is float8}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = e5m2 :
      !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op only supports instruction shape blockM=128}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = e5m2 :
      !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf8E5M2, #a, #ttng.tensor_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op expected e2m1 LHS operand to have i8 storage}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = e5m2 :
      !ttg.memdesc<128x64xf8E5M2, #a, #ttng.tensor_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #a, #ttg.shared_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op LHS and RHS operand dtypes kinds don't match: LHS kind is f16 but RHS kind is f8f6f4}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = e5m2 :
      !ttg.memdesc<128x64xf16, #a, #ttg.shared_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi8, #a, #ttg.shared_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op LHS and RHS operand dtypes kinds don't match: LHS kind is f8f6f4 but RHS kind is f16}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = bf16 :
      !ttg.memdesc<128x64xi8, #a, #ttg.shared_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, fp4Padded = true>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, %b: !ttg.memdesc<128x128xf8E5M2, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op can only use fp4_padded LHS when RHS is float8}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = bf16 :
      !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, !ttg.memdesc<128x128xf8E5M2, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x128xi8, #a, #ttng.tensor_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #a, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op unsupported LHS operand type for scaled MMA}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e4m3 rhs = e5m2 :
      !ttg.memdesc<128x128xi8, #a, #ttng.tensor_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #a, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x128xf8E5M2, #a, #ttng.tensor_memory>, %b: !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #a, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op expected float8 LHS operand to have e4m3 or e5m2 format}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = fp16 rhs = e5m2 :
      !ttg.memdesc<128x128xf8E5M2, #a, #ttng.tensor_memory>, !ttg.memdesc<128x128xi8, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #a, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #c, #ttng.tensor_memory>
    tt.return
  }
}

// -----

#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, fp4Padded = true>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#c = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, fp4Padded = true>
#d = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, %b: !ttg.memdesc<128x128xf8E5M2, #b, #ttg.shared_memory>, %d: !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, %u: i1, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma_scaled' op accumulator layout must not be fp4_padded}}
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %u, %p lhs = e2m1 rhs = e5m2 :
      !ttg.memdesc<128x64xi8, #a, #ttng.tensor_memory>, !ttg.memdesc<128x128xf8E5M2, #b, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #c, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #d, #ttng.tensor_memory>
    tt.return
  }
}
