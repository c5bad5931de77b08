// RUN: xtriton-opt %s --tritongpu-accelerate-matmul --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
// Operands are converted where they are, the product stays where it was.
// CHECK: tt.func @product(%arg0: tensor<64x64x!tt.ptr<f8E5M2>, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc({{[^)]*}})) {
// CHECK-NEXT:   %true = arith.constant true loc("k.py":5:1)
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":1:1)
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f8E5M2>, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":2:1)
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf8E5M2, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf8E5M2, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory> loc("k.py":2:1)
// CHECK-NEXT:   %2 = ttg.local_alloc %0 : (tensor<64x64xf8E5M2, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf8E5M2, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory> loc("k.py":2:1)
// CHECK-NEXT:   %3 = ttg.convert_layout %cst : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 32{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>> loc("k.py":5:1)
// CHECK-NEXT:   %result, %token = ttng.tmem_alloc %3 : (tensor<64x64xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 32{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>>) -> (!ttg.memdesc<64x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>, !ttg.async.token) loc("k.py":5:1)
// CHECK-NEXT:   %4 = ttng.tc_gen5_mma %2, %1, %result[%token], %true, %true : !ttg.memdesc<64x64xf8E5M2, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf8E5M2, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc("k.py":5:1)
// CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%4] : !ttg.memdesc<64x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> tensor<64x64xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 32{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>> loc("k.py":5:1)
// CHECK-NEXT:   %5 = ttg.convert_layout %result_0 : tensor<64x64xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 32{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":5:1)
// CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %5 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":6:1)
// CHECK-NEXT:   tt.return loc("k.py":7:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @product(%p: tensor<64x64x!tt.ptr<f8E5M2>, #blocked>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #blocked> loc("k.py":1:1)
  %x = tt.load %p : tensor<64x64x!tt.ptr<f8E5M2>, #blocked> loc("k.py":2:1)
  %a = ttg.convert_layout %x : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf8E5M2, #a> loc("k.py":3:1)
  %b = ttg.convert_layout %x : tensor<64x64xf8E5M2, #blocked> -> tensor<64x64xf8E5M2, #b> loc("k.py":4:1)
  %d = tt.dot %a, %b, %zero {maxNumImpreciseAcc = 64 : i32} : tensor<64x64xf8E5M2, #a> * tensor<64x64xf8E5M2, #b> -> tensor<64x64xf32, #blocked> loc("k.py":5:1)
  tt.print ": " {hex = false, isSigned = array<i32: 0>} : %d : tensor<64x64xf32, #blocked> loc("k.py":6:1)
  tt.return loc("k.py":7:1)
}
}
