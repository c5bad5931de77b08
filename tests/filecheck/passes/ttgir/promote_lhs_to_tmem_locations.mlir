// RUN: xtriton-opt %s --triton=3.6 --tritongpu-promote-lhs-to-tmem --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#other = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Conversion and allocation are where the product is.
  // CHECK: tt.func @f(%arg0: tensor<128x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc({{[^)]*}}), %arg1: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> loc({{[^)]*}}), %arg2: !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable> loc({{[^)]*}}), %arg3: i1 loc({{[^)]*}})) {
  // CHECK-NEXT:   %0 = arith.negf %arg0 : tensor<128x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":1:1)
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<128x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<128x64xf16, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> loc("k.py":3:1)
  // CHECK-NEXT:   %result = ttng.tmem_alloc %1 : (tensor<128x64xf16, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>>) -> !ttg.memdesc<128x64xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory> loc("k.py":3:1)
  // CHECK-NEXT:   ttng.tc_gen5_mma %result, %arg1, %arg2, %arg3, %arg3 : !ttg.memdesc<128x64xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory>, !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable> loc("k.py":3:1)
  // CHECK-NEXT:   tt.return loc("k.py":4:1)
  // CHECK-NEXT: } loc("k.py":5:1)
  tt.func @f(%x: tensor<128x64xf16, #other>, %b: !ttg.memdesc<64x32xf16, #shared, #smem>, %d: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    %y = arith.negf %x : tensor<128x64xf16, #other> loc("k.py":1:1)
    %a = ttg.local_alloc %y : (tensor<128x64xf16, #other>) -> !ttg.memdesc<128x64xf16, #shared, #smem> loc("k.py":2:1)
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable> loc("k.py":3:1)
    tt.return loc("k.py":4:1)
  } loc("k.py":5:1)
}
