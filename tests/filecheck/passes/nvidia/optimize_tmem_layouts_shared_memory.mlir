// RUN: xtriton-opt %s --triton-nvidia-optimize-tmem-layouts | filecheck %s

#columns = #ttg.blocked<{sizePerThread = [64, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#shared_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [16, 0{{\]\]}}, lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Values loaded from shared memory with a stride, element by element, are stored in another layout.
  // CHECK: tt.func @stored(%arg0: !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, %arg1: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg2: i1) {
  // CHECK-NEXT:   %0 = ttg.local_load %arg0 : !ttg.memdesc<64x128xf16, #shared, #smem, mutable> -> tensor<64x128xf16, #blocked>
  // CHECK-NEXT:   %1 = arith.extf %0 : tensor<64x128xf16, #blocked> to tensor<64x128xf32, #blocked>
  // CHECK-NEXT:   %2 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<64x128xf32, #blocked> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<128x64xf32, #blocked1> -> tensor<128x64xf32, #linear>
  // CHECK-NEXT:   ttng.tmem_store %3, %arg1, %arg2 : tensor<128x64xf32, #linear> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @stored(%s: !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %p: i1) {
    %x = ttg.local_load %s : !ttg.memdesc<64x128xf16, #shared, #smem, mutable> -> tensor<64x128xf16, #columns>
    %y = arith.extf %x : tensor<64x128xf16, #columns> to tensor<64x128xf32, #columns>
    %t = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x128xf32, #columns> -> tensor<128x64xf32, #rows>
    ttng.tmem_store %t, %m, %p : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }

  // Not values loaded in vectors, nor words, nor any other values.
  // CHECK: tt.func @stored_otherwise(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg1: !ttg.memdesc<64x128xf32, #shared1, #smem, mutable>, %arg2: tensor<128x64xf32, #blocked1>, %arg3: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg4: i1) {
  // CHECK-NEXT:   %0 = ttg.local_load %arg0 : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #blocked1>
  // CHECK-NEXT:   %1 = arith.extf %0 : tensor<128x64xf16, #blocked1> to tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   ttng.tmem_store %1, %arg3, %arg4 : tensor<128x64xf32, #blocked1> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %2 = ttg.local_load %arg1 : !ttg.memdesc<64x128xf32, #shared1, #smem, mutable> -> tensor<64x128xf32, #blocked>
  // CHECK-NEXT:   %3 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<64x128xf32, #blocked> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   ttng.tmem_store %3, %arg3, %arg4 : tensor<128x64xf32, #blocked1> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tmem_store %arg2, %arg3, %arg4 : tensor<128x64xf32, #blocked1> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @stored_otherwise(%s: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %w: !ttg.memdesc<64x128xf32, #shared32, #smem, mutable>, %a: tensor<128x64xf32, #rows>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %p: i1) {
    %x = ttg.local_load %s : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> tensor<128x64xf16, #rows>
    %y = arith.extf %x : tensor<128x64xf16, #rows> to tensor<128x64xf32, #rows>
    ttng.tmem_store %y, %m, %p : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %z = ttg.local_load %w : !ttg.memdesc<64x128xf32, #shared32, #smem, mutable> -> tensor<64x128xf32, #columns>
    %t = tt.trans %z {order = array<i32: 1, 0>} : tensor<64x128xf32, #columns> -> tensor<128x64xf32, #rows>
    ttng.tmem_store %t, %m, %p : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tmem_store %a, %m, %p : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }

  // The same the other way round.
  // CHECK: tt.func @loaded(%arg0: !ttg.memdesc<128x64xf16, #shared2, #smem, mutable>, %arg1: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // CHECK-NEXT:   %result = ttng.tmem_load %arg1 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear>
  // CHECK-NEXT:   %0 = ttg.convert_layout %result : tensor<128x64xf32, #linear> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   %1 = arith.truncf %0 : tensor<128x64xf32, #blocked1> to tensor<128x64xf16, #blocked1>
  // CHECK-NEXT:   ttg.local_store %1, %arg0 : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared2, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @loaded(%s: !ttg.memdesc<128x64xf16, #shared_t, #smem, mutable>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #rows>
    %y = arith.truncf %x : tensor<128x64xf32, #rows> to tensor<128x64xf16, #rows>
    ttg.local_store %y, %s : tensor<128x64xf16, #rows> -> !ttg.memdesc<128x64xf16, #shared_t, #smem, mutable>
    tt.return
  }

  // Stores of vectors and of words are not modified, and yielded values are not followed.
  // CHECK: tt.func @loaded_otherwise(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %arg1: !ttg.memdesc<128x64xf32, #shared1, #smem, mutable>, %arg2: !ttg.memdesc<128x64xf16, #shared2, #smem, mutable>, %arg3: i1, %arg4: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
  // CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf16, #blocked1>
  // CHECK-NEXT:   %result = ttng.tmem_load %arg4 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   %0 = arith.truncf %result : tensor<128x64xf32, #blocked1> to tensor<128x64xf16, #blocked1>
  // CHECK-NEXT:   ttg.local_store %0, %arg0 : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttg.local_store %result, %arg1 : tensor<128x64xf32, #blocked1> -> !ttg.memdesc<128x64xf32, #shared1, #smem, mutable>
  // CHECK-NEXT:   %1 = scf.if %arg3 -> (tensor<128x64xf16, #blocked1>) {
  // CHECK-NEXT:     scf.yield %0 : tensor<128x64xf16, #blocked1>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %cst : tensor<128x64xf16, #blocked1>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   ttg.local_store %1, %arg2 : tensor<128x64xf16, #blocked1> -> !ttg.memdesc<128x64xf16, #shared2, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @loaded_otherwise(%s: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, %w: !ttg.memdesc<128x64xf32, #shared32, #smem, mutable>, %u: !ttg.memdesc<128x64xf16, #shared_t, #smem, mutable>, %p: i1, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #rows>
    %y = arith.truncf %x : tensor<128x64xf32, #rows> to tensor<128x64xf16, #rows>
    ttg.local_store %y, %s : tensor<128x64xf16, #rows> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
    ttg.local_store %x, %w : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #shared32, #smem, mutable>
    %z = scf.if %p -> tensor<128x64xf16, #rows> {
      scf.yield %y : tensor<128x64xf16, #rows>
    } else {
      %c = arith.constant dense<0.0> : tensor<128x64xf16, #rows>
      scf.yield %c : tensor<128x64xf16, #rows>
    }
    ttg.local_store %z, %u : tensor<128x64xf16, #rows> -> !ttg.memdesc<128x64xf16, #shared_t, #smem, mutable>
    tt.return
  }
}
