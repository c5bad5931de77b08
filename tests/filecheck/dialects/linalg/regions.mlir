// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #map1 = affine_map<(d0, d1) -> ()>
// CHECK: func.func @a(%arg0: tensor<4x8xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4x8xf32>, %arg3: f32) {
// CHECK-NEXT:   %reduced = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%arg0 : tensor<4x8xi32>) outs(%arg1 : tensor<4xi32>) dimensions = [1]
// CHECK-NEXT:   %reduced_0 = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%arg0 : tensor<4x8xi32>) outs(%arg1 : tensor<4xi32>) dimensions = [1]
// CHECK-NEXT:   %reduced_1 = linalg.reduce { arith.subi {overflowFlags = #arith.overflow<nsw>} } ins(%arg0 : tensor<4x8xi32>) outs(%arg1 : tensor<4xi32>) dimensions = [1]
// CHECK-NEXT:   %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%arg0 : tensor<4x8xi32>) {
// CHECK-NEXT:   ^bb0(%out: i32):
// CHECK-NEXT:     linalg.yield %out : i32
// CHECK-NEXT:   } -> tensor<4x8xi32>
// CHECK-NEXT:   %1 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : f32) outs(%arg2 : tensor<4x8xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:     linalg.yield %out : f32
// CHECK-NEXT:   } -> tensor<4x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK: func.func @f(%arg0: tensor<4x8xf16>, %arg1: f32, %arg2: tensor<4x8xi8>, %arg3: tensor<8x4xi8>, %arg4: tensor<4x4xi32>, %arg5: tensor<8x4xbf16>, %arg6: tensor<4x4xf32>, %arg7: tensor<4x8xbf16>, %arg8: tensor<4x4xi1>) {
// CHECK-NEXT:   %0 = linalg.fill ins(%arg1 : f32) outs(%arg0 : tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK-NEXT:   %1 = linalg.matmul ins(%arg2, %arg3 : tensor<4x8xi8>, tensor<8x4xi8>) outs(%arg4 : tensor<4x4xi32>) -> tensor<4x4xi32>
// CHECK-NEXT:   %2 = linalg.matmul ins(%arg7, %arg5 : tensor<4x8xbf16>, tensor<8x4xbf16>) outs(%arg6 : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:   %3 = linalg.matmul ins(%arg8, %arg8 : tensor<4x4xi1>, tensor<4x4xi1>) outs(%arg8 : tensor<4x4xi1>) -> tensor<4x4xi1>
// CHECK-NEXT:   return
// CHECK-NEXT: }

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xi32>, %o: tensor<4xi32>, %m: tensor<4x8xf32>, %s: f32) {
  %red1 = linalg.reduce { arith.addi } ins(%a : tensor<4x8xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  %red2 = linalg.reduce ins(%a : tensor<4x8xi32>) outs(%o : tensor<4xi32>) dimensions = [1] (%in: i32, %init: i32) {
    %x = arith.addi %init, %in : i32
    linalg.yield %x : i32
  }
  %red3 = linalg.reduce ins(%a : tensor<4x8xi32>) outs(%o : tensor<4xi32>) dimensions = [1] (%in: i32, %init: i32) {
    %x = arith.subi %init, %in overflow<nsw> : i32
    linalg.yield %x : i32
  }
  %g = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%a : tensor<4x8xi32>) {
  ^bb0(%x: i32):
    linalg.yield %x : i32
  } -> tensor<4x8xi32>
  %h = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, #id], iterator_types = ["parallel", "parallel"]} ins(%s : f32) outs(%m : tensor<4x8xf32>) {
  ^bb0(%y: f32, %x: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}
func.func @f(%a: tensor<4x8xf16>, %s: f32, %x: tensor<4x8xi8>, %y: tensor<8x4xi8>, %z: tensor<4x4xi32>, %b: tensor<8x4xbf16>, %c: tensor<4x4xf32>, %d : tensor<4x8xbf16>, %q: tensor<4x4xi1>) {
  %0 = linalg.fill ins(%s : f32) outs(%a : tensor<4x8xf16>) -> tensor<4x8xf16>
  %1 = linalg.matmul ins(%x, %y : tensor<4x8xi8>, tensor<8x4xi8>) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
  %2 = linalg.matmul ins(%d, %b : tensor<4x8xbf16>, tensor<8x4xbf16>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.matmul ins(%q, %q : tensor<4x4xi1>, tensor<4x4xi1>) outs(%q : tensor<4x4xi1>) -> tensor<4x4xi1>
  return
}
