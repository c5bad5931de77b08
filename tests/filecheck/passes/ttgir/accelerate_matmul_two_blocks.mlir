// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0{{\]\]}}}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0{{\]\]}}}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}0, 1{{\]\]}}}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = {{\[\[}}128, 0{{\]\]}}}>
// CHECK-DAG: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = {{\[\[}}128, 0{{\]\]}}}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = {{\[\[}}1, 0{{\]\]}}}>
// CHECK-DAG: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = {{\[\[}}0, 1{{\]\]}}}>
// CHECK-DAG: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = {{\[\[}}0, 0{{\]\]}}}>
// CHECK-DAG: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = {{\[\[}}1, 0{{\]\]}}}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitM = 2, twoCTAs = true>
// CHECK-DAG: #tmem1 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitM = 2>
// CHECK-DAG: #tmem2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 16, colStride = 1, CTASplitM = 2>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Two blocks that each have half of the rows compute the product together: each loads half of the columns of b.
  // CHECK: tt.func @two_blocks(%arg0: tensor<64x128x!tt.ptr<f16>, #blocked>, %arg1: tensor<64x128xi1, #blocked>, %arg2: tensor<256x64xf16, #blocked>, %arg3: tensor<256x128xf32, #blocked1>) -> (tensor<256x128xf32, #blocked1>, tensor<64x128xf16, #blocked>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg2 : (tensor<256x64xf16, #blocked>) -> !ttg.memdesc<256x64xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x128x!tt.ptr<f16>, #blocked> -> tensor<64x128x!tt.ptr<f16>, #blocked2>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<64x128xi1, #blocked> -> tensor<64x128xi1, #blocked2>
  // CHECK-NEXT:   %3 = tt.load %1, %2 : tensor<64x128x!tt.ptr<f16>, #blocked2>
  // CHECK-NEXT:   %4 = ttg.local_alloc %3 : (tensor<64x128xf16, #blocked2>) -> !ttg.memdesc<64x128xf16, #shared1, #smem>
  // CHECK-NEXT:   %5 = ttg.convert_layout %3 : tensor<64x128xf16, #blocked2> -> tensor<64x128xf16, #blocked>
  // CHECK-NEXT:   %6 = ttg.convert_layout %arg3 : tensor<256x128xf32, #blocked1> -> tensor<256x128xf32, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %6 : (tensor<256x128xf32, #linear>) -> (!ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %7 = ttng.tc_gen5_mma %0, %4, %result[%token], %true, %true {two_ctas} : !ttg.memdesc<256x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared1, #smem>, !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%7] : !ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<256x128xf32, #linear>
  // CHECK-NEXT:   %8 = ttg.convert_layout %result_0 : tensor<256x128xf32, #linear> -> tensor<256x128xf32, #blocked1>
  // CHECK-NEXT:   tt.return %8, %5 : tensor<256x128xf32, #blocked1>, tensor<64x128xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @two_blocks(%p: tensor<64x128x!tt.ptr<f16>, #blocked>, %m: tensor<64x128xi1, #blocked>, %x: tensor<256x64xf16, #blocked>, %c: tensor<256x128xf32, #product>) -> (tensor<256x128xf32, #product>, tensor<64x128xf16, #blocked>) {
    %y = tt.load %p, %m : tensor<64x128x!tt.ptr<f16>, #blocked>
    %a = ttg.convert_layout %x : tensor<256x64xf16, #blocked> -> tensor<256x64xf16, #a>
    %b = ttg.convert_layout %y : tensor<64x128xf16, #blocked> -> tensor<64x128xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<256x64xf16, #a> * tensor<64x128xf16, #b> -> tensor<256x128xf32, #product>
    tt.return %d, %y : tensor<256x128xf32, #product>, tensor<64x128xf16, #blocked>
  }

  // Each on its own if b is not loaded, or there are too few columns.
  // CHECK: tt.func @one_block(%arg0: tensor<256x64xf16, #blocked>, %arg1: tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked1}>>, %arg2: tensor<256x128xf32, #blocked1>, %arg3: tensor<64x16x!tt.ptr<f16>, #blocked>, %arg4: tensor<256x16xf32, #blocked1>) -> (tensor<256x128xf32, #blocked1>, tensor<256x16xf32, #blocked1>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked1}>>) -> !ttg.memdesc<64x128xf16, #shared2, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<256x64xf16, #blocked>) -> !ttg.memdesc<256x64xf16, #shared, #smem>
  // CHECK-NEXT:   %2 = ttg.local_alloc %arg0 : (tensor<256x64xf16, #blocked>) -> !ttg.memdesc<256x64xf16, #shared, #smem>
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg2 : tensor<256x128xf32, #blocked1> -> tensor<256x128xf32, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %3 : (tensor<256x128xf32, #linear>) -> (!ttg.memdesc<256x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %4 = ttng.tc_gen5_mma %1, %0, %result[%token], %true, %true : !ttg.memdesc<256x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared2, #smem>, !ttg.memdesc<256x128xf32, #tmem1, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%4] : !ttg.memdesc<256x128xf32, #tmem1, #ttng.tensor_memory, mutable> -> tensor<256x128xf32, #linear>
  // CHECK-NEXT:   %5 = ttg.convert_layout %result_0 : tensor<256x128xf32, #linear> -> tensor<256x128xf32, #blocked1>
  // CHECK-NEXT:   %6 = tt.load %arg3 : tensor<64x16x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT:   %7 = ttg.local_alloc %6 : (tensor<64x16xf16, #blocked>) -> !ttg.memdesc<64x16xf16, #shared3, #smem>
  // CHECK-NEXT:   %8 = ttg.convert_layout %arg4 : tensor<256x16xf32, #blocked1> -> tensor<256x16xf32, #linear1>
  // CHECK-NEXT:   %result_2, %token_3 = ttng.tmem_alloc %8 : (tensor<256x16xf32, #linear1>) -> (!ttg.memdesc<256x16xf32, #tmem2, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %9 = ttng.tc_gen5_mma %2, %7, %result_2[%token_3], %true, %true : !ttg.memdesc<256x64xf16, #shared, #smem>, !ttg.memdesc<64x16xf16, #shared3, #smem>, !ttg.memdesc<256x16xf32, #tmem2, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_4, %token_5 = ttng.tmem_load %result_2[%9] : !ttg.memdesc<256x16xf32, #tmem2, #ttng.tensor_memory, mutable> -> tensor<256x16xf32, #linear1>
  // CHECK-NEXT:   %10 = ttg.convert_layout %result_4 : tensor<256x16xf32, #linear1> -> tensor<256x16xf32, #blocked1>
  // CHECK-NEXT:   tt.return %5, %10 : tensor<256x128xf32, #blocked1>, tensor<256x16xf32, #blocked1>
  // CHECK-NEXT: }
  tt.func @one_block(%x: tensor<256x64xf16, #blocked>, %b: tensor<64x128xf16, #b>, %c: tensor<256x128xf32, #product>, %p: tensor<64x16x!tt.ptr<f16>, #blocked>, %e: tensor<256x16xf32, #product>) -> (tensor<256x128xf32, #product>, tensor<256x16xf32, #product>) {
    %a = ttg.convert_layout %x : tensor<256x64xf16, #blocked> -> tensor<256x64xf16, #a>
    %d = tt.dot %a, %b, %c : tensor<256x64xf16, #a> * tensor<64x128xf16, #b> -> tensor<256x128xf32, #product>
    %y = tt.load %p : tensor<64x16x!tt.ptr<f16>, #blocked>
    %w = ttg.convert_layout %y : tensor<64x16xf16, #blocked> -> tensor<64x16xf16, #b>
    %f = tt.dot %a, %w, %e : tensor<256x64xf16, #a> * tensor<64x16xf16, #b> -> tensor<256x16xf32, #product>
    tt.return %d, %f : tensor<256x128xf32, #product>, tensor<256x16xf32, #product>
  }
}
