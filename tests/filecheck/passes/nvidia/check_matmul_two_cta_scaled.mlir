// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-check-matmul-two-cta | filecheck %s

// MMAs of blocks with scales count, too, since Triton 3.8, where they have `two_ctas`.

// CHECK: module attributes {{.*}}"ttng.two-ctas" = true

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8, CGALayout = [[0, 1]]}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
#scales_a = #ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]]>
#scales_b = #ttng.tensor_memory_scales_encoding<CGALayout = [[0, 0]]>

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scaled(%a: !ttg.memdesc<256x128xf8E4M3FN, #a, #smem>, %b: !ttg.memdesc<128x128xf8E4M3FN, #b, #smem>, %d: !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<256x4xi8, #scales_a, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #scales_b, #ttng.tensor_memory>) {
    %true = arith.constant true
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %true, %true lhs = e4m3 rhs = e4m3 {two_ctas} : !ttg.memdesc<256x128xf8E4M3FN, #a, #smem>, !ttg.memdesc<128x128xf8E4M3FN, #b, #smem>, !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<256x4xi8, #scales_a, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales_b, #ttng.tensor_memory>
    tt.return
  }
}
