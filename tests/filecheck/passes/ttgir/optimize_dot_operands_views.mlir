// RUN: xtriton-opt %s --tritongpu-optimize-dot-operands | filecheck %s

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 2, 4, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}8, 0], [16, 0{{\]\]}}, lane = {{\[\[}}0, 1], [0, 2], [32, 0], [64, 0], [1, 0{{\]\]}}, warp = {{\[\[}}2, 0], [4, 0{{\]\]}}, block = []}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared1 = #ttg.shared_linear<{offset = {{\[\[}}0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 0, 0, 1, 0], [0, 0, 0, 2, 0], [0, 0, 1, 0, 0], [0, 0, 2, 0, 0], [0, 0, 4, 0, 0], [0, 0, 8, 0, 0], [0, 0, 16, 0, 0{{\]\]}}}, alignment = 128>
// CHECK-DAG: #shared2 = #ttg.shared_linear<{offset = {{\[\[}}0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 1, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 2, 0, 0], [0, 0, 4, 0, 0], [0, 0, 8, 0, 0], [0, 0, 16, 0, 0{{\]\]}}}, alignment = 128>
// CHECK-DAG: #shared3 = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [0, 2], [32, 0], [64, 0], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}}, alignment = 128>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-DAG: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked5 = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 1, 2, 4, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 3, 2, 1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [1, 1, 1, 1, 1], threadsPerWarp = [1, 4, 2, 1, 4], warpsPerCTA = [1, 1, 4, 1, 1], order = [4, 1, 2, 3, 0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#flat = #ttg.linear<{register = [[8, 0], [16, 0]], lane = [[0, 1], [0, 2], [32, 0], [64, 0], [1, 0]], warp = [[2, 0], [4, 0]], block = []}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#scales = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [32, 0], [64, 0], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}, alignment = 128>
#rearranged = #ttg.shared_linear<{offset = [[0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 1, 0, 0, 0], [0, 2, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 2, 0, 0], [0, 0, 4, 0, 0], [0, 0, 8, 0, 0], [0, 0, 16, 0, 0]]}, alignment = 128>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem_scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // What is rearranged before it is stored for an MMA is stored as it is, and rearranged in memory.
  // CHECK: tt.func @scales(%arg0: tensor<1x1x32x4x4xi8, #blocked>, %arg1: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<1x1x32x4x4xi8, #blocked>) -> !ttg.memdesc<1x1x32x4x4xi8, #shared1, #smem>
  // CHECK-NEXT:   %1 = ttg.memdesc_trans %0 {order = array<i32: 0, 3, 2, 1, 4>} : !ttg.memdesc<1x1x32x4x4xi8, #shared1, #smem> -> !ttg.memdesc<1x4x32x1x4xi8, #shared2, #smem>
  // CHECK-NEXT:   %2 = ttg.memdesc_reshape %1 : !ttg.memdesc<1x4x32x1x4xi8, #shared2, #smem> -> !ttg.memdesc<128x4xi8, #shared3, #smem>
  // CHECK-NEXT:   ttng.tc_gen5_mma_scaled %arg1, %arg1, %arg2, %2, %arg3, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #shared3, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @scales(%s: tensor<1x1x32x4x4xi8, #blocked5>, %a: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, %m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %other: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>) {
    %true = arith.constant true
    %0 = tt.trans %s {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #blocked5> -> tensor<1x4x32x1x4xi8, #turned>
    %1 = tt.reshape %0 : tensor<1x4x32x1x4xi8, #turned> -> tensor<128x4xi8, #flat>
    %2 = ttg.local_alloc %1 : (tensor<128x4xi8, #flat>) -> !ttg.memdesc<128x4xi8, #scales, #smem>
    ttng.tc_gen5_mma_scaled %a, %a, %m, %2, %other, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    tt.return
  }

  // Views in memory that follow the allocation stay where they are.
  // CHECK: tt.func @viewed_afterwards(%arg0: tensor<1x1x32x4x4xi8, #blocked>, %arg1: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<1x1x32x4x4xi8, #blocked>) -> !ttg.memdesc<1x1x32x4x4xi8, #shared1, #smem>
  // CHECK-NEXT:   %1 = ttg.memdesc_trans %0 {order = array<i32: 0, 3, 2, 1, 4>} : !ttg.memdesc<1x1x32x4x4xi8, #shared1, #smem> -> !ttg.memdesc<1x4x32x1x4xi8, #shared2, #smem>
  // CHECK-NEXT:   %2 = ttg.memdesc_reshape %1 : !ttg.memdesc<1x4x32x1x4xi8, #shared2, #smem> -> !ttg.memdesc<128x4xi8, #shared3, #smem>
  // CHECK-NEXT:   ttng.tc_gen5_mma_scaled %arg1, %arg1, %arg2, %arg3, %2, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #shared3, #smem>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @viewed_afterwards(%s: tensor<1x1x32x4x4xi8, #blocked5>, %a: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, %m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %other: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>) {
    %true = arith.constant true
    %0 = tt.trans %s {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8, #blocked5> -> tensor<1x4x32x1x4xi8, #turned>
    %1 = ttg.local_alloc %0 : (tensor<1x4x32x1x4xi8, #turned>) -> !ttg.memdesc<1x4x32x1x4xi8, #rearranged, #smem>
    %2 = ttg.memdesc_reshape %1 : !ttg.memdesc<1x4x32x1x4xi8, #rearranged, #smem> -> !ttg.memdesc<128x4xi8, #scales, #smem>
    ttng.tc_gen5_mma_scaled %a, %a, %m, %other, %2, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #smem>
    tt.return
  }

  // Nothing is rearranged.
  // CHECK: tt.func @plain(%arg0: tensor<128x4xi8, #linear>, %arg1: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<128x4xi8, #linear>) -> !ttg.memdesc<128x4xi8, #shared3, #smem>
  // CHECK-NEXT:   ttng.tc_gen5_mma_scaled %arg1, %arg1, %arg2, %0, %arg3, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #shared3, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @plain(%s: tensor<128x4xi8, #flat>, %a: !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, %m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %other: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>) {
    %true = arith.constant true
    %0 = ttg.local_alloc %s : (tensor<128x4xi8, #flat>) -> !ttg.memdesc<128x4xi8, #scales, #smem>
    ttng.tc_gen5_mma_scaled %a, %a, %m, %0, %other, %true, %true lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
    tt.return
  }
}
