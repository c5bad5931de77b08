// RUN: xtriton-opt %s --tritongpu-reduce-data-duplication | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>
// CHECK-NEXT: #shared2 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
// CHECK-NEXT: #shared3 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// The memory has the order of the source. Its swizzle fits the operand: groups of 8 along k for the first one ...
// CHECK: tt.func @first_operand(%arg0: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> {
// CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
// CHECK-NEXT:   %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   tt.return %1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @first_operand(%x: tensor<64x64xf16, #wide>) -> tensor<64x64xf16, #a> {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #a>
  tt.return %0 : tensor<64x64xf16, #a>
}

// ... and along n for the second one; rows of 32 bytes lie in all banks four at a time.
// CHECK: tt.func @second_operand(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x16xf16, #blocked>) -> (tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>) {
// CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
// CHECK-NEXT:   %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %2 = ttg.local_alloc %arg1 : (tensor<64x16xf16, #blocked>) -> !ttg.memdesc<64x16xf16, #shared1, #smem>
// CHECK-NEXT:   %3 = ttg.local_load %2 : !ttg.memdesc<64x16xf16, #shared1, #smem> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   tt.return %1, %3 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @second_operand(%x: tensor<64x64xf16, #wide>, %y: tensor<64x16xf16, #wide>) -> (tensor<64x64xf16, #b>, tensor<64x16xf16, #b>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #b>
  %1 = ttg.convert_layout %y : tensor<64x16xf16, #wide> -> tensor<64x16xf16, #b>
  tt.return %0, %1 : tensor<64x64xf16, #b>, tensor<64x16xf16, #b>
}

// A source stored by columns, and operands of products by FMA, which are not swizzled.
// CHECK: tt.func @orders(%arg0: tensor<64x64xf16, #blocked1>, %arg1: tensor<64x64xf32, #blocked>) -> (tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>) {
// CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked1>) -> !ttg.memdesc<64x64xf16, #shared2, #smem>
// CHECK-NEXT:   %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared2, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %2 = ttg.local_alloc %arg1 : (tensor<64x64xf32, #blocked>) -> !ttg.memdesc<64x64xf32, #shared3, #smem>
// CHECK-NEXT:   %3 = ttg.local_load %2 : !ttg.memdesc<64x64xf32, #shared3, #smem> -> tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %1, %3 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @orders(%x: tensor<64x64xf16, #tall>, %y: tensor<64x64xf32, #wide>) -> (tensor<64x64xf16, #a>, tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #tall}>>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #tall> -> tensor<64x64xf16, #a>
  %1 = ttg.convert_layout %y : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #tall}>>
  tt.return %0, %1 : tensor<64x64xf16, #a>, tensor<64x64xf32, #ttg.dot_op<{opIdx = 0, parent = #tall}>>
}

// Conversions to other layouts stay, and those that threads can do alone.
// CHECK: tt.func @others(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x64xf16, #mma>) -> (tensor<64x64xf16, #blocked1>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %1 = ttg.convert_layout %arg1 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   tt.return %0, %1 : tensor<64x64xf16, #blocked1>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @others(%x: tensor<64x64xf16, #wide>, %y: tensor<64x64xf16, #mma>) -> (tensor<64x64xf16, #tall>, tensor<64x64xf16, #a>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #tall>
  %1 = ttg.convert_layout %y : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #a>
  tt.return %0, %1 : tensor<64x64xf16, #tall>, tensor<64x64xf16, #a>
}
}
