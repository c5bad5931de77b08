// RUN: xtriton-opt %s --tritongpu-hoist-tmem-alloc --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Loads and stores are where they were, the new store and the constant in front of the loop too.
  // CHECK: tt.func @scaled_accumulator(%arg0: !ttg.memdesc<128x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> loc({{[^)]*}}), %arg1: !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> loc({{[^)]*}}), %arg2: tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc({{[^)]*}}), %arg3: i32 loc({{[^)]*}})) -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> {
  // CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":1:1)
  // CHECK-NEXT:   %true = arith.constant true loc(unknown)
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("k.py":3:1)
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("k.py":4:1)
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>, !ttg.async.token) loc("k.py":5:1)
  // CHECK-NEXT:   %0 = ttng.tmem_store %cst, %result[%token], %true : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc("k.py":5:1)
  // CHECK-NEXT:   %1 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg5], %true, %true : !ttg.memdesc<128x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc("k.py":6:1)
  // CHECK-NEXT:     %result_2, %token_3 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":7:1)
  // CHECK-NEXT:     %3 = arith.mulf %result_2, %arg2 : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":8:1)
  // CHECK-NEXT:     %4 = ttng.tmem_store %3, %result[%token_3], %true : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc("k.py":5:1)
  // CHECK-NEXT:     scf.yield %4 : !ttg.async.token loc("k.py":9:1)
  // CHECK-NEXT:   } loc("k.py":90:1)
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%1] : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":5:1)
  // CHECK-NEXT:   tt.return %result_0 : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":10:1)
  // CHECK-NEXT: } loc({{[^)]*}})
  tt.func @scaled_accumulator(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %s: tensor<128x64xf32, #blocked>, %n: i32) -> tensor<128x64xf32, #blocked> {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #blocked> loc("k.py":1:1)
    %true = arith.constant true loc("k.py":2:1)
    %c0 = arith.constant 0 : i32 loc("k.py":3:1)
    %c1 = arith.constant 1 : i32 loc("k.py":4:1)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #blocked>) : i32 {
      %m, %t0 = ttng.tmem_alloc %acc : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token) loc("k.py":5:1)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> loc("k.py":6:1)
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked> loc("k.py":7:1)
      %y = arith.mulf %x, %s : tensor<128x64xf32, #blocked> loc("k.py":8:1)
      scf.yield %y : tensor<128x64xf32, #blocked> loc("k.py":9:1)
    } loc("k.py":90:1)
    tt.return %r : tensor<128x64xf32, #blocked> loc("k.py":10:1)
  }
}
