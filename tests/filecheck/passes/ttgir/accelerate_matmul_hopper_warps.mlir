// RUN: xtriton-opt %s --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 128, 16]}>
// CHECK-DAG: #mma2 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 16, 32]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8}>
// CHECK-DAG: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Two groups of four warps, one after the other along the rows.
  // CHECK: tt.func @rows(%arg0: tensor<256x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<256x64xf32, #blocked>) -> tensor<256x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>) -> !ttg.memdesc<32x64xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<256x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>) -> !ttg.memdesc<256x32xf16, #shared1, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<256x64xf32, #blocked> -> tensor<256x64xf32, #mma>
  // CHECK-NEXT:   %3 = ttng.warp_group_dot %1, %0, %2 : !ttg.memdesc<256x32xf16, #shared1, #smem> * !ttg.memdesc<32x64xf16, #shared, #smem> -> tensor<256x64xf32, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<256x64xf32, #mma> -> tensor<256x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<256x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @rows(%a: tensor<256x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<256x64xf32, #product>) -> tensor<256x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<256x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<256x64xf32, #product>
    tt.return %d : tensor<256x64xf32, #product>
  }
  // Along the columns if there are no rows left.
  // CHECK: tt.func @columns(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x256xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x256xf32, #blocked>) -> tensor<64x256xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x256xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>) -> !ttg.memdesc<32x256xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>) -> !ttg.memdesc<64x32xf16, #shared1, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<64x256xf32, #blocked> -> tensor<64x256xf32, #mma1>
  // CHECK-NEXT:   %3 = ttng.warp_group_dot %1, %0, %2 : !ttg.memdesc<64x32xf16, #shared1, #smem> * !ttg.memdesc<32x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma1>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x256xf32, #mma1> -> tensor<64x256xf32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<64x256xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @columns(%a: tensor<64x32xf16, #a>, %b: tensor<32x256xf16, #b>, %c: tensor<64x256xf32, #product>) -> tensor<64x256xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x256xf16, #b> -> tensor<64x256xf32, #product>
    tt.return %d : tensor<64x256xf32, #product>
  }
  // Columns of which there are few are not split any further.
  // CHECK: tt.func @narrow(%arg0: tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x32xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x32xi32, #blocked>) -> tensor<64x32xi32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x32xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>) -> !ttg.memdesc<32x32xi8, #shared2, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>) -> !ttg.memdesc<64x32xi8, #shared3, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<64x32xi32, #blocked> -> tensor<64x32xi32, #mma2>
  // CHECK-NEXT:   %3 = ttng.warp_group_dot %1, %0, %2 : !ttg.memdesc<64x32xi8, #shared3, #smem> * !ttg.memdesc<32x32xi8, #shared2, #smem> -> tensor<64x32xi32, #mma2>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x32xi32, #mma2> -> tensor<64x32xi32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<64x32xi32, #blocked>
  // CHECK-NEXT: }
  tt.func @narrow(%a: tensor<64x32xi8, #a>, %b: tensor<32x32xi8, #b>, %c: tensor<64x32xi32, #product>) -> tensor<64x32xi32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xi8, #a> * tensor<32x32xi8, #b> -> tensor<64x32xi32, #product>
    tt.return %d : tensor<64x32xi32, #product>
  }
}
