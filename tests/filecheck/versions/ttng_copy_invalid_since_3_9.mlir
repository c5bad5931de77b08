// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#swizzled = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#pairs = #ttng.tensor_memory_encoding<blockM = 128, blockN = 2, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @words_of_other_rows_between(%a: !ttg.memdesc<128x64xi32, #swizzled, #smem>, %b: !ttg.memdesc<128x64xi32, #pairs, #tmem, mutable, 256x64>) {
    // expected-error @below {{The destination must have at least 128 contiguous bits per TMEM row.}}
    ttng.tmem_copy %a, %b : !ttg.memdesc<128x64xi32, #swizzled, #smem>, !ttg.memdesc<128x64xi32, #pairs, #tmem, mutable, 256x64>
    tt.return
  }
}

// -----

#swizzled = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#pairs = #ttng.tensor_memory_encoding<blockM = 128, blockN = 2, colStride = 1>
#fours = #ttng.tensor_memory_encoding<blockM = 128, blockN = 4, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @contiguous(%a: !ttg.memdesc<128x64xi32, #swizzled, #smem>, %b: !ttg.memdesc<128x64xi32, #pairs, #tmem, mutable>,
                      %c: !ttg.memdesc<128x64xi32, #fours, #tmem, mutable, 256x64>) {
    ttng.tmem_copy %a, %b : !ttg.memdesc<128x64xi32, #swizzled, #smem>, !ttg.memdesc<128x64xi32, #pairs, #tmem, mutable>
    ttng.tmem_copy %a, %c : !ttg.memdesc<128x64xi32, #swizzled, #smem>, !ttg.memdesc<128x64xi32, #fours, #tmem, mutable, 256x64>
    tt.return
  }
}
