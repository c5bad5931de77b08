// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-check-matmul-two-cta --split-input-file | filecheck %s

// Products of pairs of blocks are noted on the module.
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>
// CHECK: module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttng.two-ctas" = true} {
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @pairs(%a: !ttg.memdesc<256x64xf16, #a, #smem>, %b: !ttg.memdesc<64x64xf16, #b, #smem>, %d: !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %t, %t {two_ctas} : !ttg.memdesc<256x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #b, #smem>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma %a, %b, %d, %t, %t {two_ctas} : !ttg.memdesc<256x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #b, #smem>, !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

// So are those of single blocks.
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK: module attributes {"ttg.num-warps" = 4 : i32, "ttng.two-ctas" = false} {
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @single(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %d: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

// Without products no two blocks compute one.
// CHECK: module attributes {"ttng.two-ctas" = false} {
module {
  tt.func @nothing() {
    tt.return
  }
}
