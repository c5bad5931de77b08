// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<8x4xf32>, %arg2: memref<4xf32>) {
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:   %1 = ttx.cumsum {axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1>} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %2 = ttx.cumsum {axis = 1 : ui32, operandSegmentSizes = array<i32: 1, 1>, tag} ins(%arg1 : tensor<8x4xf32>) outs(%arg1 : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   ttx.cumsum {axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1>} ins(%arg2 : memref<4xf32>) outs(%arg2 : memref<4xf32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @f(%v: tensor<4xf32>, %w: tensor<8x4xf32>, %m: memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %c = ttx.cumsum {axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1>} ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %d = ttx.cumsum {axis = 1 : ui32, tag} ins(%w : tensor<8x4xf32>) outs(%w : tensor<8x4xf32>) -> tensor<8x4xf32>
  ttx.cumsum {axis = 0 : ui32} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return
}
