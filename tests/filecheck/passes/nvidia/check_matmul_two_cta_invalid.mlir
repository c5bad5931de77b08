// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-check-matmul-two-cta --split-input-file --verify-diagnostics

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @pair_first(%a: !ttg.memdesc<256x64xf16, #a, #smem>, %b: !ttg.memdesc<64x64xf16, #b, #smem>, %d: !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    // expected-note @below {{first matmul here has two_ctas=true.}}
    ttng.tc_gen5_mma %a, %b, %d, %t, %t {two_ctas} : !ttg.memdesc<256x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #b, #smem>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    // expected-error @below {{inconsistent two_ctas setting across matmuls; expected all matmuls to enable two_ctas.}}
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<256x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #b, #smem>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @single_first(%a: !ttg.memdesc<256x64xf16, #a, #smem>, %b: !ttg.memdesc<64x64xf16, #b, #smem>, %d: !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    // expected-note @below {{first matmul here has two_ctas=false.}}
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<256x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #b, #smem>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    // expected-error @below {{inconsistent two_ctas setting across matmuls; expected all matmuls to disable two_ctas.}}
    ttng.tc_gen5_mma %a, %b, %d, %t, %t {two_ctas} : !ttg.memdesc<256x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #b, #smem>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}
