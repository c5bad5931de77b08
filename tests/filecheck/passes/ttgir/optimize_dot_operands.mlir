// RUN: xtriton-opt %s --tritongpu-optimize-dot-operands | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#hopper = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
// CHECK-DAG: #shared1 = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>
// CHECK-DAG: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-DAG: #shared4 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #shared5 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
// CHECK-DAG: #smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A transposed operand goes through memory that is swizzled for it.
  // CHECK: tt.func @transposed_operand(%arg0: tensor<64x32xf16, #blocked>, %arg1: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg2: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x32xf16, #blocked>) -> !ttg.memdesc<64x32xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<32x64xf16, #shared1, #smem>
  // CHECK-NEXT:   %2 = ttg.local_load %1 : !ttg.memdesc<32x64xf16, #shared1, #smem> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %arg1, %2, %arg2 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   tt.return %3 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @transposed_operand(%x: tensor<64x32xf16, #blocked>, %a: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x32xf16, #blocked> -> tensor<32x64xf16, #turned>
    %b = ttg.convert_layout %t : tensor<32x64xf16, #turned> -> tensor<32x64xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }

  // Not one that others use too, or that is for something else than a product.
  // CHECK: tt.func @other_users(%arg0: tensor<64x32xf16, #blocked>, %arg1: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg2: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, tensor<32x64xf16, #blocked>) {
  // CHECK-NEXT:   %0 = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<64x32xf16, #blocked> -> tensor<32x64xf16, #blocked1>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<32x64xf16, #blocked1> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %2 = tt.dot %arg1, %1, %arg2 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %3 = ttg.convert_layout %0 : tensor<32x64xf16, #blocked1> -> tensor<32x64xf16, #blocked>
  // CHECK-NEXT:   tt.return %2, %1, %3 : tensor<64x64xf32, #mma>, tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, tensor<32x64xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @other_users(%x: tensor<64x32xf16, #blocked>, %a: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<32x64xf16, #b>, tensor<32x64xf16, #blocked>) {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x32xf16, #blocked> -> tensor<32x64xf16, #turned>
    %b = ttg.convert_layout %t : tensor<32x64xf16, #turned> -> tensor<32x64xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
    %e = ttg.convert_layout %t : tensor<32x64xf16, #turned> -> tensor<32x64xf16, #blocked>
    tt.return %d, %b, %e : tensor<64x64xf32, #mma>, tensor<32x64xf16, #b>, tensor<32x64xf16, #blocked>
  }

  // Memory that wgmma reads is transposed itself.
  // CHECK: tt.func @transposed_memory(%arg0: tensor<64x64xf16, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared2, #smem>, %arg2: tensor<64x64xf32, #mma1>) -> tensor<64x64xf32, #mma1> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared2, #smem>
  // CHECK-NEXT:   %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared2, #smem> -> !ttg.memdesc<64x64xf16, #shared3, #smem>
  // CHECK-NEXT:   %2 = ttng.warp_group_dot %arg1, %1, %arg2 : !ttg.memdesc<64x64xf16, #shared2, #smem> * !ttg.memdesc<64x64xf16, #shared3, #smem> -> tensor<64x64xf32, #mma1>
  // CHECK-NEXT:   tt.return %2 : tensor<64x64xf32, #mma1>
  // CHECK-NEXT: }
  tt.func @transposed_memory(%x: tensor<64x64xf16, #blocked>, %a: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #hopper>) -> tensor<64x64xf32, #hopper> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #turned>
    %b = ttg.local_alloc %t : (tensor<64x64xf16, #turned>) -> !ttg.memdesc<64x64xf16, #shared_t, #smem>
    %d = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared_t, #smem> -> tensor<64x64xf32, #hopper>
    tt.return %d : tensor<64x64xf32, #hopper>
  }

  // Not memory that is used twice, or for something else.
  // CHECK: tt.func @memory_with_users(%arg0: tensor<64x64xf16, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared2, #smem>, %arg2: tensor<64x64xf32, #mma1>) -> (tensor<64x64xf32, #mma1>, tensor<64x64xf16, #blocked>) {
  // CHECK-NEXT:   %0 = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
  // CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked1>) -> !ttg.memdesc<64x64xf16, #shared3, #smem>
  // CHECK-NEXT:   %2 = ttng.warp_group_dot %arg1, %1, %arg2 : !ttg.memdesc<64x64xf16, #shared2, #smem> * !ttg.memdesc<64x64xf16, #shared3, #smem> -> tensor<64x64xf32, #mma1>
  // CHECK-NEXT:   %3 = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #shared3, #smem> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   tt.return %2, %3 : tensor<64x64xf32, #mma1>, tensor<64x64xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @memory_with_users(%x: tensor<64x64xf16, #blocked>, %a: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #hopper>) -> (tensor<64x64xf32, #hopper>, tensor<64x64xf16, #blocked>) {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #turned>
    %b = ttg.local_alloc %t : (tensor<64x64xf16, #turned>) -> !ttg.memdesc<64x64xf16, #shared_t, #smem>
    %d = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared_t, #smem> -> tensor<64x64xf32, #hopper>
    %l = ttg.local_load %b : !ttg.memdesc<64x64xf16, #shared_t, #smem> -> tensor<64x64xf16, #blocked>
    tt.return %d, %l : tensor<64x64xf32, #hopper>, tensor<64x64xf16, #blocked>
  }

  // Reshaped memory, if both shapes suit matrix instructions; and that of another layout, which does not.
  // CHECK: tt.func @reshaped_memory(%arg0: tensor<2x32x64xf16, #blocked2>) -> (!ttg.memdesc<64x64xf16, #shared2, #smem>, !ttg.memdesc<64x64xf16, #shared4, #smem>) {
  // CHECK-NEXT:   %0 = tt.reshape %arg0 : tensor<2x32x64xf16, #blocked2> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<2x32x64xf16, #blocked2>) -> !ttg.memdesc<2x32x64xf16, #shared5, #smem>
  // CHECK-NEXT:   %2 = ttg.memdesc_reshape %1 : !ttg.memdesc<2x32x64xf16, #shared5, #smem> -> !ttg.memdesc<64x64xf16, #shared2, #smem>
  // CHECK-NEXT:   %3 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared4, #smem>
  // CHECK-NEXT:   tt.return %2, %3 : !ttg.memdesc<64x64xf16, #shared2, #smem>, !ttg.memdesc<64x64xf16, #shared4, #smem>
  // CHECK-NEXT: }
  tt.func @reshaped_memory(%x: tensor<2x32x64xf16, #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem>) {
    %r = tt.reshape %x : tensor<2x32x64xf16, #ttg.blocked<{sizePerThread = [1, 1, 8], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>> -> tensor<64x64xf16, #blocked>
    %m = ttg.local_alloc %r : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %n = ttg.local_alloc %r : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem>
    tt.return %m, %n : !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem>
  }

  // Canonicalization comes first: dead operations and no-ops are erased.
  // CHECK: tt.func @canonical(%arg0: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #blocked1> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
  // CHECK-NEXT:   tt.return %0 : tensor<64x64xf16, #blocked1>
  // CHECK-NEXT: }
  tt.func @canonical(%x: tensor<64x64xf16, #blocked>) -> tensor<64x64xf16, #turned> {
    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #turned>
    %1 = arith.addf %0, %0 : tensor<64x64xf16, #turned>
    %2 = ttg.convert_layout %0 : tensor<64x64xf16, #turned> -> tensor<64x64xf16, #blocked>
    %3 = ttg.convert_layout %2 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #turned>
    tt.return %3 : tensor<64x64xf16, #turned>
  }
}
