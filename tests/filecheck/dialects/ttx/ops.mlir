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

// CHECK: func.func @scans(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xi32>, %arg2: memref<4xf32>) {
// CHECK-NEXT:   %0:2 = ttx.scan ins(%arg0, %arg1 : tensor<8x4xf32>, tensor<8x4xi32>) outs(%arg0, %arg1 : tensor<8x4xf32>, tensor<8x4xi32>) {
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: i32, %arg5: f32, %arg6: i32):
// CHECK-NEXT:     ttx.scan.return %arg3, %arg6 : f32, i32
// CHECK-NEXT:   } -> (tensor<8x4xf32>, tensor<8x4xi32>)
// CHECK-NEXT:   ttx.scan {reverse, tag} ins(%arg2 : memref<4xf32>) outs(%arg2 : memref<4xf32>) {
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %1 = arith.mulf %arg3, %arg4 : f32
// CHECK-NEXT:     ttx.scan.return %1 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @scans(%v: tensor<8x4xf32>, %w: tensor<8x4xi32>, %m: memref<4xf32>) {
  %r:2 = ttx.scan ins(%v, %w : tensor<8x4xf32>, tensor<8x4xi32>) outs(%v, %w : tensor<8x4xf32>, tensor<8x4xi32>) {
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    ttx.scan.return %a, %j : f32, i32
  } -> (tensor<8x4xf32>, tensor<8x4xi32>)
  ttx.scan {reverse, tag} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %b : f32
    ttx.scan.return %0 : f32
  }
  return
}
