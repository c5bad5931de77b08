// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 16{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>
// CHECK-DAG: #linear2 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #mma1 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-DAG: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>
// CHECK-DAG: #shared4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-DAG: #tmem1 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 2>
// CHECK-DAG: #tmem2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Loaded values go to shared memory right behind the load, in the order of its registers.
  // CHECK: tt.func @loaded(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: tensor<64x128x!tt.ptr<f16>, #blocked1>, %arg2: tensor<128x128xf32, #blocked2>) -> tensor<128x128xf32, #blocked2> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = tt.load %arg0 : tensor<128x64x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
  // CHECK-NEXT:   %2 = tt.load %arg1 : tensor<64x128x!tt.ptr<f16>, #blocked1>
  // CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<64x128xf16, #blocked1>) -> !ttg.memdesc<64x128xf16, #shared1, #smem>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked2> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %4 : (tensor<128x128xf32, #linear>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %5 = ttng.tc_gen5_mma %1, %3, %result[%token], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared1, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%5] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %6 = ttg.convert_layout %result_0 : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked2>
  // CHECK-NEXT:   tt.return %6 : tensor<128x128xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @loaded(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %q: tensor<64x128x!tt.ptr<f16>, #columns>, %c: tensor<128x128xf32, #product>) -> tensor<128x128xf32, #product> {
    %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
    %y = tt.load %q : tensor<64x128x!tt.ptr<f16>, #columns>
    %a = ttg.convert_layout %x : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #a>
    %b = ttg.convert_layout %y : tensor<64x128xf16, #columns> -> tensor<64x128xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<128x64xf16, #a> * tensor<64x128xf16, #b> -> tensor<128x128xf32, #product>
    tt.return %d : tensor<128x128xf32, #product>
  }

  // 64 rows in a result of fp16.
  // CHECK: tt.func @half_result(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<64x32xf16, #blocked2>) -> tensor<64x32xf16, #blocked2> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>) -> !ttg.memdesc<32x32xf16, #shared2, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>) -> !ttg.memdesc<64x32xf16, #shared2, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<64x32xf16, #blocked2> -> tensor<64x32xf16, #linear1>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %2 : (tensor<64x32xf16, #linear1>) -> (!ttg.memdesc<64x32xf16, #tmem1, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %3 = ttng.tc_gen5_mma %1, %0, %result[%token], %true, %true : !ttg.memdesc<64x32xf16, #shared2, #smem>, !ttg.memdesc<32x32xf16, #shared2, #smem>, !ttg.memdesc<64x32xf16, #tmem1, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%3] : !ttg.memdesc<64x32xf16, #tmem1, #ttng.tensor_memory, mutable> -> tensor<64x32xf16, #linear1>
  // CHECK-NEXT:   %4 = ttg.convert_layout %result_0 : tensor<64x32xf16, #linear1> -> tensor<64x32xf16, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<64x32xf16, #blocked2>
  // CHECK-NEXT: }
  tt.func @half_result(%a: tensor<64x32xf16, #a>, %b: tensor<32x32xf16, #b>, %c: tensor<64x32xf16, #product>) -> tensor<64x32xf16, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x32xf16, #b> -> tensor<64x32xf16, #product>
    tt.return %d : tensor<64x32xf16, #product>
  }
  // tf32 is taken in one order only.
  // CHECK: tt.func @tf32(%arg0: tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<128x64xf32, #blocked2>) -> tensor<128x64xf32, #blocked2> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>) -> !ttg.memdesc<32x64xf32, #shared3, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>) -> !ttg.memdesc<128x32xf32, #shared4, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<128x64xf32, #blocked2> -> tensor<128x64xf32, #linear2>
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc %2 : (tensor<128x64xf32, #linear2>) -> (!ttg.memdesc<128x64xf32, #tmem2, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %3 = ttng.tc_gen5_mma %1, %0, %result[%token], %true, %true : !ttg.memdesc<128x32xf32, #shared4, #smem>, !ttg.memdesc<32x64xf32, #shared3, #smem>, !ttg.memdesc<128x64xf32, #tmem2, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%3] : !ttg.memdesc<128x64xf32, #tmem2, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #linear2>
  // CHECK-NEXT:   %4 = ttg.convert_layout %result_0 : tensor<128x64xf32, #linear2> -> tensor<128x64xf32, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<128x64xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @tf32(%a: tensor<128x32xf32, #a>, %b: tensor<32x64xf32, #b>, %c: tensor<128x64xf32, #product>) -> tensor<128x64xf32, #product> {
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<128x32xf32, #a> * tensor<32x64xf32, #b> -> tensor<128x64xf32, #product>
    tt.return %d : tensor<128x64xf32, #product>
  }
  // fp32 is not.
  // CHECK: tt.func @exact(%arg0: tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<128x64xf32, #blocked2>) -> tensor<128x64xf32, #blocked2> {
  // CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<128x64xf32, #blocked2>
  // CHECK-NEXT:   tt.return %0 : tensor<128x64xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @exact(%a: tensor<128x32xf32, #a>, %b: tensor<32x64xf32, #b>, %c: tensor<128x64xf32, #product>) -> tensor<128x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<128x32xf32, #a> * tensor<32x64xf32, #b> -> tensor<128x64xf32, #product>
    tt.return %d : tensor<128x64xf32, #product>
  }
  // Integers are not multiplied by these instructions.
  // CHECK: tt.func @integers(%arg0: tensor<128x32xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x64xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<128x64xi32, #blocked2>) -> tensor<128x64xi32, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<128x64xi32, #blocked2> -> tensor<128x64xi32, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<128x32xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<128x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<32x64xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<128x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x64xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<128x64xi32, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<128x64xi32, #mma> -> tensor<128x64xi32, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<128x64xi32, #blocked2>
  // CHECK-NEXT: }
  tt.func @integers(%a: tensor<128x32xi8, #a>, %b: tensor<32x64xi8, #b>, %c: tensor<128x64xi32, #product>) -> tensor<128x64xi32, #product> {
    %d = tt.dot %a, %b, %c : tensor<128x32xi8, #a> * tensor<32x64xi8, #b> -> tensor<128x64xi32, #product>
    tt.return %d : tensor<128x64xi32, #product>
  }
  // Nor are few rows.
  // CHECK: tt.func @few_rows(%arg0: tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<32x64xf32, #blocked2>) -> tensor<32x64xf32, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<32x64xf32, #blocked2> -> tensor<32x64xf32, #mma1>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 2}>> -> tensor<32x64xf32, #mma1>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<32x64xf32, #mma1> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @few_rows(%a: tensor<32x64xf16, #a>, %b: tensor<64x64xf16, #b>, %c: tensor<32x64xf32, #product>) -> tensor<32x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<32x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<32x64xf32, #product>
    tt.return %d : tensor<32x64xf32, #product>
  }
}
