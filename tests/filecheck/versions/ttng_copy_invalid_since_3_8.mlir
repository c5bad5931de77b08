// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32, CGALayout = [[1, 0]]}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = [[0, 1]]>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @other_parts(%a: !ttg.memdesc<256x64xi32, #rows, #smem>, %b: !ttg.memdesc<256x64xi32, #columns, #tmem, mutable>) {
    // expected-error @below {{The source and destination must have the same cga layout. Got source:}}
    ttng.tmem_copy %a, %b : !ttg.memdesc<256x64xi32, #rows, #smem>, !ttg.memdesc<256x64xi32, #columns, #tmem, mutable>
    tt.return
  }
}

// -----

#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32, CGALayout = [[1, 0]]}>
#same = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = [[1, 0]]>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @same_parts(%a: !ttg.memdesc<256x64xi32, #rows, #smem>, %b: !ttg.memdesc<256x64xi32, #same, #tmem, mutable>) {
    ttng.tmem_copy %a, %b : !ttg.memdesc<256x64xi32, #rows, #smem>, !ttg.memdesc<256x64xi32, #same, #tmem, mutable>
    tt.return
  }
}

// -----

#swizzled = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#few_rows = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @few_rows(%a: !ttg.memdesc<128x64xi32, #swizzled, #smem>, %b: !ttg.memdesc<128x64xi32, #few_rows, #tmem, mutable>) {
    // expected-error @below {{Tmem layout must have blockM=128.}}
    ttng.tmem_copy %a, %b : !ttg.memdesc<128x64xi32, #swizzled, #smem>, !ttg.memdesc<128x64xi32, #few_rows, #tmem, mutable>
    tt.return
  }
}
