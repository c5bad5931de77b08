// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #map1 = affine_map<(d0, d1) -> (d0, 0)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK: #map3 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK: #map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK: func.func @lin(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x16xf32>, %arg3: f32, %arg4: tensor<4x1xf32>, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4x8xi32>, %arg8: memref<4x8xf32>, %arg9: memref<4x8xf32>, %arg10: tensor<2x4x8xf32>, %arg11: tensor<2x8x16xf32>, %arg12: tensor<2x4x16xf32>, %arg13: tensor<8x4xf32>, %arg14: tensor<8xf32>, %arg15: tensor<f32>) {
// CHECK-NEXT:   %0 = tensor.empty() : tensor<8x16xf32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   %alloc_0 = memref.alloc() : memref<8x4xf32>
// CHECK-NEXT:   %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg4 : tensor<4x8xf32>, tensor<4x1xf32>) outs(%arg0 : tensor<4x8xf32>) attrs =  {broadcastDims = array<i64: 1>} {
// CHECK-NEXT:   ^bb0(%in: f32, %in_5: f32, %out: f32):
// CHECK-NEXT:     %12 = linalg.index 0 : index
// CHECK-NEXT:     %13 = arith.addf %in, %in_5 : f32
// CHECK-NEXT:     linalg.yield %13 : f32
// CHECK-NEXT:   } -> tensor<4x8xf32>
// CHECK-NEXT:   linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "reduction"]} ins(%arg8 : memref<4x8xf32>) outs(%arg9 : memref<4x8xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:     linalg.yield %in : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %2:2 = linalg.generic {doc = "hello", indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"], library_call = "foo"} ins(%arg0 : tensor<4x8xf32>) outs(%arg0, %arg7 : tensor<4x8xf32>, tensor<4x8xi32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %out: f32, %out_5: i32):
// CHECK-NEXT:     linalg.yield %in, %out_5 : f32, i32
// CHECK-NEXT:   } -> (tensor<4x8xf32>, tensor<4x8xi32>)
// CHECK-NEXT:   %3 = linalg.fill ins(%arg3 : f32) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:   linalg.fill ins(%arg3 : f32) outs(%arg8 : memref<4x8xf32>)
// CHECK-NEXT:   %4 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:   %5 = linalg.matmul {foo = 1 : i32} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:   %6 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:   %7 = linalg.matmul indexing_maps = [#map2, #map3, #map4] ins(%arg13, %0 : tensor<8x4xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT:   %8 = linalg.batch_matmul ins(%arg10, %arg11 : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%arg12 : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
// CHECK-NEXT:   %reduced = linalg.reduce ins(%arg0 : tensor<4x8xf32>) outs(%arg5 : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:     (%in: f32, %init: f32) {
// CHECK-NEXT:       %12 = arith.addf %in, %init : f32
// CHECK-NEXT:       linalg.yield %12 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   %reduced_1 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%arg0 : tensor<4x8xf32>) outs(%arg5 : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:   %reduced_2 = linalg.reduce ins(%arg0 : tensor<4x8xf32>) outs(%arg5 : tensor<4xf32>) dimensions = [1]  {hello = 1 : i32}
// CHECK-NEXT:     (%in: f32, %init: f32) {
// CHECK-NEXT:       %12 = arith.addf %in, %init : f32
// CHECK-NEXT:       %13 = arith.addf %12, %init : f32
// CHECK-NEXT:       linalg.yield %13 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   %reduced_3:2 = linalg.reduce ins(%arg0, %arg7 : tensor<4x8xf32>, tensor<4x8xi32>) outs(%arg5, %arg6 : tensor<4xf32>, tensor<4xi32>) dimensions = [1]
// CHECK-NEXT:     (%in: f32, %in_5: i32, %init: f32, %init_6: i32) {
// CHECK-NEXT:       %12 = arith.addf %in, %init : f32
// CHECK-NEXT:       linalg.yield %12, %init_6 : f32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:   linalg.reduce ins(%arg8 : memref<4x8xf32>) outs(%alloc : memref<4xf32>) dimensions = [1]
// CHECK-NEXT:     (%in: f32, %init: f32) {
// CHECK-NEXT:       %12 = arith.addf %in, %init : f32
// CHECK-NEXT:       %13 = arith.mulf %12, %init : f32
// CHECK-NEXT:       linalg.yield %13 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   %transposed = linalg.transpose ins(%arg0 : tensor<4x8xf32>) outs(%arg13 : tensor<8x4xf32>) permutation = [1, 0]
// CHECK-NEXT:   linalg.transpose ins(%arg8 : memref<4x8xf32>) outs(%alloc_0 : memref<8x4xf32>) permutation = [1, 0]  {foo}
// CHECK-NEXT:   %broadcasted = linalg.broadcast ins(%arg5 : tensor<4xf32>) outs(%arg0 : tensor<4x8xf32>) dimensions = [1]
// CHECK-NEXT:   %mapped = linalg.map ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>)
// CHECK-NEXT:     (%in: f32, %in_5: f32, %init: f32) {
// CHECK-NEXT:       %12 = arith.addf %in, %in_5 : f32
// CHECK-NEXT:       %13 = arith.addf %12, %in_5 : f32
// CHECK-NEXT:       linalg.yield %13 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   %mapped_4 = linalg.map { arith.addf } ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>)
// CHECK-NEXT:   %9 = linalg.copy ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:   %10 = linalg.dot ins(%arg14, %arg14 : tensor<8xf32>, tensor<8xf32>) outs(%arg15 : tensor<f32>) -> tensor<f32>
// CHECK-NEXT:   %11 = linalg.matvec ins(%arg0, %arg14 : tensor<4x8xf32>, tensor<8xf32>) outs(%arg5 : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

#id = affine_map<(d0, d1) -> (d0, d1)>
#bc = affine_map<(d0, d1) -> (d0, 0)>
func.func @lin(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %f: f32, %ob: tensor<4x1xf32>, %o1: tensor<4xf32>, %oi: tensor<4xi32>, %ai: tensor<4x8xi32>, %m: memref<4x8xf32>, %m2: memref<4x8xf32>, %q: tensor<2x4x8xf32>, %r: tensor<2x8x16xf32>, %s: tensor<2x4x16xf32>, %t: tensor<8x4xf32>, %v: tensor<8xf32>, %z: tensor<f32>) {
  %r2 = tensor.empty() : tensor<8x16xf32>
  %mr = memref.alloc() : memref<4xf32>
  %mt = memref.alloc() : memref<8x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #bc, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %ob : tensor<4x8xf32>, tensor<4x1xf32>) outs(%a : tensor<4x8xf32>) attrs = {broadcastDims = array<i64: 1>} {
  ^bb0(%x: f32, %y: f32, %w: f32):
    %i = linalg.index 0 : index
    %p = arith.addf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "reduction"]} ins(%m : memref<4x8xf32>) outs(%m2 : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  %g2:2 = linalg.generic {doc = "hello", indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"], library_call = "foo"} ins(%a : tensor<4x8xf32>) outs(%a, %ai : tensor<4x8xf32>, tensor<4x8xi32>) {
  ^bb0(%x: f32, %y: f32, %w: i32):
    linalg.yield %x, %w : f32, i32
  } -> (tensor<4x8xf32>, tensor<4x8xi32>)
  %1 = linalg.fill ins(%f : f32) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<4x8xf32>)
  %2 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %x2b = linalg.matmul {foo = 1 : i32} ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %x2c = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %x2d = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%t, %r2 : tensor<8x4xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %3 = linalg.batch_matmul ins(%q, %r : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%s : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  %red = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o1 : tensor<4xf32>) dimensions = [1] (%in: f32, %init: f32) {
    %x = arith.addf %in, %init : f32
    linalg.yield %x : f32
  }
  %red1 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%a : tensor<4x8xf32>) outs(%o1 : tensor<4xf32>) dimensions = [1]
  %red2 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o1 : tensor<4xf32>) dimensions = [1] {hello = 1 : i32}
    (%in: f32, %init: f32) {
    %x = arith.addf %in, %init : f32
    %y = arith.addf %x, %init : f32
    linalg.yield %y : f32
  }
  %red3:2 = linalg.reduce ins(%a, %ai : tensor<4x8xf32>, tensor<4x8xi32>) outs(%o1, %oi : tensor<4xf32>, tensor<4xi32>) dimensions = [1] (%in: f32, %in1: i32, %init: f32, %init2: i32) {
    %x = arith.addf %in, %init : f32
    linalg.yield %x, %init2 : f32, i32
  }
  linalg.reduce ins(%m : memref<4x8xf32>) outs(%mr : memref<4xf32>) dimensions = [1] (%in: f32, %init: f32) {
    %x = arith.addf %in, %init : f32
    %y = arith.mulf %x, %init : f32
    linalg.yield %y : f32
  }
  %tr = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%t : tensor<8x4xf32>) permutation = [1, 0]
  linalg.transpose ins(%m : memref<4x8xf32>) outs(%mt : memref<8x4xf32>) permutation = [1, 0] {foo}
  %br = linalg.broadcast ins(%o1 : tensor<4xf32>) outs(%a : tensor<4x8xf32>) dimensions = [1]
  %mp = linalg.map ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%x: f32, %y: f32, %oo: f32) {
    %p = arith.addf %x, %y : f32
    %p2 = arith.addf %p, %y : f32
    linalg.yield %p2 : f32
  }
  %mp2 = linalg.map { arith.addf } ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  %cp = linalg.copy ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  %dt = linalg.dot ins(%v, %v : tensor<8xf32>, tensor<8xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  %mv = linalg.matvec ins(%a, %v : tensor<4x8xf32>, tensor<8xf32>) outs(%o1 : tensor<4xf32>) -> tensor<4xf32>
  return
}
