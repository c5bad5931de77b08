// RUN: xtriton-opt %s --triton-nvidia-optimize-tmem-layouts | filecheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // There are 2^40 paths from the load to the store: each value is looked at once.
  // CHECK-LABEL: tt.func @doubled(
  // CHECK: ttng.tmem_load
  // CHECK: ttg.local_store
  tt.func @doubled(%w: !ttg.memdesc<128x64xf32, #shared32, #smem, mutable>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %v0 = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #rows>
    %v1 = arith.addf %v0, %v0 : tensor<128x64xf32, #rows>
    %v2 = arith.addf %v1, %v1 : tensor<128x64xf32, #rows>
    %v3 = arith.addf %v2, %v2 : tensor<128x64xf32, #rows>
    %v4 = arith.addf %v3, %v3 : tensor<128x64xf32, #rows>
    %v5 = arith.addf %v4, %v4 : tensor<128x64xf32, #rows>
    %v6 = arith.addf %v5, %v5 : tensor<128x64xf32, #rows>
    %v7 = arith.addf %v6, %v6 : tensor<128x64xf32, #rows>
    %v8 = arith.addf %v7, %v7 : tensor<128x64xf32, #rows>
    %v9 = arith.addf %v8, %v8 : tensor<128x64xf32, #rows>
    %v10 = arith.addf %v9, %v9 : tensor<128x64xf32, #rows>
    %v11 = arith.addf %v10, %v10 : tensor<128x64xf32, #rows>
    %v12 = arith.addf %v11, %v11 : tensor<128x64xf32, #rows>
    %v13 = arith.addf %v12, %v12 : tensor<128x64xf32, #rows>
    %v14 = arith.addf %v13, %v13 : tensor<128x64xf32, #rows>
    %v15 = arith.addf %v14, %v14 : tensor<128x64xf32, #rows>
    %v16 = arith.addf %v15, %v15 : tensor<128x64xf32, #rows>
    %v17 = arith.addf %v16, %v16 : tensor<128x64xf32, #rows>
    %v18 = arith.addf %v17, %v17 : tensor<128x64xf32, #rows>
    %v19 = arith.addf %v18, %v18 : tensor<128x64xf32, #rows>
    %v20 = arith.addf %v19, %v19 : tensor<128x64xf32, #rows>
    %v21 = arith.addf %v20, %v20 : tensor<128x64xf32, #rows>
    %v22 = arith.addf %v21, %v21 : tensor<128x64xf32, #rows>
    %v23 = arith.addf %v22, %v22 : tensor<128x64xf32, #rows>
    %v24 = arith.addf %v23, %v23 : tensor<128x64xf32, #rows>
    %v25 = arith.addf %v24, %v24 : tensor<128x64xf32, #rows>
    %v26 = arith.addf %v25, %v25 : tensor<128x64xf32, #rows>
    %v27 = arith.addf %v26, %v26 : tensor<128x64xf32, #rows>
    %v28 = arith.addf %v27, %v27 : tensor<128x64xf32, #rows>
    %v29 = arith.addf %v28, %v28 : tensor<128x64xf32, #rows>
    %v30 = arith.addf %v29, %v29 : tensor<128x64xf32, #rows>
    %v31 = arith.addf %v30, %v30 : tensor<128x64xf32, #rows>
    %v32 = arith.addf %v31, %v31 : tensor<128x64xf32, #rows>
    %v33 = arith.addf %v32, %v32 : tensor<128x64xf32, #rows>
    %v34 = arith.addf %v33, %v33 : tensor<128x64xf32, #rows>
    %v35 = arith.addf %v34, %v34 : tensor<128x64xf32, #rows>
    %v36 = arith.addf %v35, %v35 : tensor<128x64xf32, #rows>
    %v37 = arith.addf %v36, %v36 : tensor<128x64xf32, #rows>
    %v38 = arith.addf %v37, %v37 : tensor<128x64xf32, #rows>
    %v39 = arith.addf %v38, %v38 : tensor<128x64xf32, #rows>
    %v40 = arith.addf %v39, %v39 : tensor<128x64xf32, #rows>
    ttg.local_store %v40, %w : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #shared32, #smem, mutable>
    tt.return
  }
}
