// RUN: xtriton-opt %s --cpu-linalg-to-loops | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops=strict-fp=true | filecheck %s --check-prefix=STRICT

// The sums of rows are carried in registers around the loop along the row.
// CHECK-LABEL: func.func @rows
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c4{{.*}} step
// CHECK:           %[[FIRST:.*]] = memref.load %arg1[%[[I]]] : memref<4xf32>
// CHECK:           %[[SUM:.*]] = scf.for %[[J:.*]] = %{{.*}} to %c8{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %[[FIRST]]) -> (f32) {
// CHECK-NEXT:        %[[X:.*]] = memref.load %arg0[%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[N:.*]] = arith.addf %[[X]], %[[S]] fastmath<reassoc,nsz,contract> : f32
// CHECK-NEXT:        scf.yield %[[N]] : f32
// CHECK:           memref.store %[[SUM]], %arg1[%[[I]]] : memref<4xf32>
// STRICT-LABEL: func.func @rows
// STRICT:         arith.addf %{{[0-9]+}}, %{{[a-z0-9]+}} : f32
func.func @rows(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  linalg.reduce ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// Whether elements lie one after the other is asked once, outside of the loop.
// CHECK-LABEL: func.func @strides
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %arg0
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %[[STRIDE]], %c1
// CHECK:         scf.if %[[ONE]] {
// CHECK:           memref.reinterpret_cast {{.*}} : memref<f32> to memref<8xf32, strided<[1], offset: ?>>
// CHECK:           scf.for
// CHECK:         } else {
// CHECK:           scf.for
func.func @strides(%x: memref<8xf32, strided<[?], offset: ?>>, %y: memref<8xf32>) {
  memref.copy %x, %y : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
  return
}

// A tile of the output stays in vectors while the common dimension is gone along.
// CHECK-LABEL: func.func @product
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             vector.load %arg2
// CHECK:             scf.for %[[K:.*]] = %{{.*}} to %c32{{.*}} iter_args(
// CHECK:               vector.load %arg1[%[[K]],
// CHECK:               %[[A:.*]] = memref.load %arg0
// CHECK-NEXT:          %[[V:.*]] = vector.broadcast %[[A]] : f32 to vector<16xf32>
// CHECK-NEXT:          vector.fma %[[V]]
// CHECK:             vector.store {{.*}} %arg2
// STRICT-LABEL: func.func @product
// STRICT-NOT:     vector.fma
func.func @product(%a: memref<64x32xf32>, %b: memref<32x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x64xf32>) outs(%c : memref<64x64xf32>)
  return
}
