// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-optimize-tmem-layouts --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#rows3 = #ttg.blocked<{sizePerThread = [1, 2, 32], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#rows3t = #ttg.blocked<{sizePerThread = [1, 32, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#half = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Loads of halves, and all that belongs to them, are where the load was.
  // CHECK: tt.func @split(%arg0: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc({{[^)]*}})) -> (tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>, tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>) {
  // CHECK-NEXT:   %0 = ttng.tmem_subslice %arg0 {N = 0 : i32} : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> loc("k.py":1:1)
  // CHECK-NEXT:   %result = ttng.tmem_load %0 : !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> -> tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> loc("k.py":1:1)
  // CHECK-NEXT:   %1 = ttg.convert_layout %result : tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> -> tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":1:1)
  // CHECK-NEXT:   %2 = ttng.tmem_subslice %arg0 {N = 32 : i32} : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> loc("k.py":1:1)
  // CHECK-NEXT:   %result_0 = ttng.tmem_load %2 : !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> -> tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> loc("k.py":1:1)
  // CHECK-NEXT:   %3 = ttg.convert_layout %result_0 : tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> -> tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":1:1)
  // CHECK-NEXT:   tt.return %1, %3 : tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>, tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":5:1)
  // CHECK-NEXT: } loc("k.py":6:1)
  tt.func @split(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) -> (tensor<128x32xf32, #half>, tensor<128x32xf32, #half>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #rows> loc("k.py":1:1)
    %r = tt.reshape %x : tensor<128x64xf32, #rows> -> tensor<128x2x32xf32, #rows3> loc("k.py":2:1)
    %t = tt.trans %r {order = array<i32: 0, 2, 1>} : tensor<128x2x32xf32, #rows3> -> tensor<128x32x2xf32, #rows3t> loc("k.py":3:1)
    %a, %b = tt.split %t : tensor<128x32x2xf32, #rows3t> -> tensor<128x32xf32, #half> loc("k.py":4:1)
    tt.return %a, %b : tensor<128x32xf32, #half>, tensor<128x32xf32, #half> loc("k.py":5:1)
  } loc("k.py":6:1)

  // Stores are where the store was.
  // CHECK: tt.func @join(%arg0: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> loc({{[^)]*}}), %arg1: tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc({{[^)]*}}), %arg2: tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc({{[^)]*}}), %arg3: i1 loc({{[^)]*}})) {
  // CHECK-NEXT:   %true = arith.constant true loc("k.py":10:1)
  // CHECK-NEXT:   %0 = ttng.tmem_subslice %arg0 {N = 0 : i32} : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> loc("k.py":10:1)
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg1 : tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> -> tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> loc("k.py":10:1)
  // CHECK-NEXT:   ttng.tmem_store %1, %0, %true : tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> -> !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> loc("k.py":10:1)
  // CHECK-NEXT:   %2 = ttng.tmem_subslice %arg0 {N = 32 : i32} : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> loc("k.py":10:1)
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg2 : tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> -> tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> loc("k.py":10:1)
  // CHECK-NEXT:   ttng.tmem_store %3, %2, %true : tensor<128x32xf32, #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>> -> !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable, 128x64> loc("k.py":10:1)
  // CHECK-NEXT:   tt.return loc("k.py":11:1)
  // CHECK-NEXT: } loc("k.py":12:1)
  tt.func @join(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %a: tensor<128x32xf32, #half>, %b: tensor<128x32xf32, #half>, %p: i1) {
    %j = tt.join %a, %b : tensor<128x32xf32, #half> -> tensor<128x32x2xf32, #rows3t> loc("k.py":7:1)
    %t = tt.trans %j {order = array<i32: 0, 2, 1>} : tensor<128x32x2xf32, #rows3t> -> tensor<128x2x32xf32, #rows3> loc("k.py":8:1)
    %r = tt.reshape %t : tensor<128x2x32xf32, #rows3> -> tensor<128x64xf32, #rows> loc("k.py":9:1)
    ttng.tmem_store %r, %m, %p : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> loc("k.py":10:1)
    tt.return loc("k.py":11:1)
  } loc("k.py":12:1)
}
