// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{'ttng.tmem_subslice' op The source and result must have the same encoding.}}
    %0 = ttng.tmem_subslice %x {N = 64 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #u, #m, mutable, 128x128>
    tt.return
  }
}

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#u = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#m = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<128x128xf32, #t, #m, mutable>) {
    // expected-error @below {{The split offset may not touch the tile}}
    %0 = ttng.tmem_subslice %x {N = 32 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #t, #m, mutable, 128x128>
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
    %0 = ttng.tmem_subslice %x {N = 128 : i32} : !ttg.memdesc<128x128xf32, #t, #m, mutable> -> !ttg.memdesc<128x64xf32, #t, #m, mutable, 128x128>
    tt.return
  }
}
