// RUN: env TRITON_PREFER_TMEM_16x256_LAYOUT=1 xtriton-opt %s --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [8, 0], [0, 16{{\]\]}}, lane = {{\[\[}}0, 4], [0, 8], [1, 0], [2, 0], [4, 0{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 2>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // With the switch of Triton, tensor memory is accessed by 16 rows and 256 bits.
  // CHECK: tt.func @half_result(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x32xf16, #blocked>) -> tensor<64x32xf16, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %2 : (tensor<64x32xf16, #linear>) -> (!ttg.memdesc<64x32xf16, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %3 = ttng.tc_gen5_mma %1, %0, %result[%token], %true, %true : !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<32x32xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%3] : !ttg.memdesc<64x32xf16, #tmem, #ttng.tensor_memory, mutable> -> tensor<64x32xf16, #linear>
  // CHECK-NEXT:   %4 = ttg.convert_layout %result_0 : tensor<64x32xf16, #linear> -> tensor<64x32xf16, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<64x32xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @half_result(%a: tensor<64x32xf16, #a>, %b: tensor<32x32xf16, #b>, %c: tensor<64x32xf16, #product>) -> tensor<64x32xf16, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<64x32xf16, #product>
    tt.return %d : tensor<64x32xf16, #product>
  }
}
