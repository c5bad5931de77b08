// RUN: xtriton-opt %s --triton-nvidia-gpu-remove-tmem-tokens --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // New operations are where the old ones were, and the value that is none is where the function is.
  // CHECK: tt.func @f(%arg0: i1 loc({{[^)]*}})) {
  // CHECK-NEXT:   %0 = ub.poison : !ttg.async.token loc("k.py":5:1)
  // CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":1:1)
  // CHECK-NEXT:   %result = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc("k.py":2:1)
  // CHECK-NEXT:   ttng.tmem_store %cst, %result, %arg0 : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc("k.py":3:1)
  // CHECK-NEXT:   tt.return loc("k.py":4:1)
  // CHECK-NEXT: } loc("k.py":5:1)
  tt.func @f(%p: i1) {
    %x = arith.constant dense<0.0> : tensor<128x64xf32, #blocked> loc("k.py":1:1)
    %m, %t0 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token) loc("k.py":2:1)
    %t1 = ttng.tmem_store %x, %m[%t0], %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> loc("k.py":3:1)
    tt.return loc("k.py":4:1)
  } loc("k.py":5:1)
}
