// RUN: xtriton-opt %s --cpu-trim-matmuls | filecheck %s
// RUN: xtriton-opt %s --cpu-trim-matmuls --cpu-linalg-to-loops=vector-bits=256 | filecheck %s --check-prefix=LOOPS

// Only the stored rows and columns are computed; their numbers are computed before the matmul.
// CHECK-LABEL: func.func @stored
// CHECK:         %[[ROWS:.*]] = arith.minsi %arg3
// CHECK:         %[[COLUMNS:.*]] = arith.minsi %arg4
// CHECK:         %[[A:.*]] = memref.subview %arg0[0, 0] [%[[ROWS]], 4] [1, 1]
// CHECK:         %[[B:.*]] = memref.subview %arg1[0, 0] [4, %[[COLUMNS]]] [1, 1]
// CHECK:         %[[C:.*]] = memref.subview %alloc[0, 0] [%[[ROWS]], %[[COLUMNS]]] [1, 1]
// CHECK:         linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :
// LOOPS-LABEL: func.func @stored
// LOOPS:         %[[ROWS:.*]] = arith.minsi %arg3
// LOOPS:         %[[COLUMNS:.*]] = arith.minsi %arg4
// LOOPS:         scf.for %{{.*}} = %c0{{.*}} to %[[COLUMNS]] step %c16
// LOOPS-NEXT:      {{.*}}
// LOOPS:           scf.for %{{.*}} = %c0{{.*}} to %[[ROWS]] step %c4
func.func @stored(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %r: index, %c: index) {
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %cst = arith.constant 0.0 : f32
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.fill ins(%cst : f32) outs(%acc : memref<8x32xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %rows = arith.minsi %r, %c8 : index
  %columns = arith.minsi %c, %c32 : index
  %part = memref.subview %acc[0, 0] [%rows, %columns] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1]>> to memref<?x?xf32>
  return
}

// Another operation reads the whole accumulator: all of it is computed.
// CHECK-LABEL: func.func @read
// CHECK:         linalg.matmul ins(%arg0, %arg1
func.func @read(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %r: index, %c: index) -> f32 {
  %c0 = arith.constant 0 : index
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %part = memref.subview %acc[0, 0] [%r, %c] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1]>> to memref<?x?xf32>
  %0 = memref.load %acc[%r, %c0] : memref<8x32xf32>
  return %0 : f32
}

// A part that does not begin with the first row.
// CHECK-LABEL: func.func @later
// CHECK:         linalg.matmul ins(%arg0, %arg1
func.func @later(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %r: index, %c: index) {
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %part = memref.subview %acc[1, 0] [%r, %c] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1], offset: 32>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1], offset: 32>> to memref<?x?xf32>
  return
}

// The part of the result is also written, by the first or by the last of its users.
// CHECK-LABEL: func.func @written_first
// CHECK:         linalg.matmul ins(%arg0, %arg1
// CHECK-LABEL: func.func @written_last
// CHECK:         linalg.matmul ins(%arg0, %arg1
func.func @written_first(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %r: index, %c: index) {
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %part = memref.subview %acc[0, 0] [%r, %c] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %out, %part : memref<?x?xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1]>> to memref<?x?xf32>
  return
}
func.func @written_last(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %r: index, %c: index) {
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %part = memref.subview %acc[0, 0] [%r, %c] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1]>> to memref<?x?xf32>
  memref.copy %out, %part : memref<?x?xf32> to memref<?x?xf32, strided<[32, 1]>>
  return
}

// A number of rows that is not known before the matmul: it is loaded, or divided by what may be zero.
// CHECK-LABEL: func.func @unknown
// CHECK:         linalg.matmul ins(%arg0, %arg1
// CHECK:         memref.load
// CHECK-LABEL: func.func @divided
// CHECK:         linalg.matmul ins(%arg0, %arg1
// CHECK:         arith.divsi
func.func @unknown(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %n: memref<index>, %c: index) {
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %r = memref.load %n[] : memref<index>
  %part = memref.subview %acc[0, 0] [%r, %c] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1]>> to memref<?x?xf32>
  return
}
func.func @divided(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %n: index, %c: index) {
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %r = arith.divsi %n, %c : index
  %part = memref.subview %acc[0, 0] [%r, %c] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1]>> to memref<?x?xf32>
  return
}

// Steps of the reduction in which the masks of both operands leave zeros are left out. Rows and columns of the result
// are all stored here.
// CHECK-LABEL: func.func @masked
// CHECK-COUNT-2: memref.copy
// CHECK:         %[[A:.*]] = memref.subview %{{.*}}[0, 0] [8, %arg3] [1, 1] : memref<8x4xf32>
// CHECK:         %[[B:.*]] = memref.subview %{{.*}}[0, 0] [%arg3, 32] [1, 1] : memref<4x32xf32>
// CHECK:         linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%arg2 :
// LOOPS-LABEL: func.func @masked
// LOOPS:         scf.for %{{.*}} = %c0{{.*}} to %arg3 step %c1{{.*}} iter_args
func.func @masked(%x: memref<8x4xf32>, %y: memref<4x32xf32>, %c: memref<8x32xf32>, %k: index, %cut: i1) {
  %cst = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8x4xf32>
  %b = memref.alloc() : memref<4x32xf32>
  scf.if %cut {
    linalg.fill ins(%cst : f32) outs(%a : memref<8x4xf32>)
    linalg.fill ins(%cst : f32) outs(%b : memref<4x32xf32>)
  }
  %from_x = memref.subview %x[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  %to_a = memref.subview %a[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  memref.copy %from_x, %to_a : memref<8x?xf32, strided<[4, 1]>> to memref<8x?xf32, strided<[4, 1]>>
  %from_y = memref.subview %y[0, 0] [%k, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  %to_b = memref.subview %b[0, 0] [%k, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  memref.copy %from_y, %to_b : memref<?x32xf32, strided<[32, 1]>> to memref<?x32xf32, strided<[32, 1]>>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%c : memref<8x32xf32>)
  return
}

// Not if one operand is filled with another number, is cut elsewhere, or is written in other ways.
// CHECK-LABEL: func.func @filled
// CHECK:         linalg.matmul ins(%alloc, %alloc_0 : memref<8x4xf32>, memref<4x32xf32>)
// CHECK-LABEL: func.func @elsewhere
// CHECK:         linalg.matmul ins(%alloc, %alloc_0 : memref<8x4xf32>, memref<4x32xf32>)
// CHECK-LABEL: func.func @written
// CHECK:         linalg.matmul ins(%alloc, %alloc_0 : memref<8x4xf32>, memref<4x32xf32>)
func.func @filled(%x: memref<8x4xf32>, %y: memref<4x32xf32>, %c: memref<8x32xf32>, %k: index, %n: index) {
  %cst = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<8x4xf32>
  %b = memref.alloc() : memref<4x32xf32>
  linalg.fill ins(%cst : f32) outs(%a : memref<8x4xf32>)
  %from_x = memref.subview %x[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  %to_a = memref.subview %a[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  memref.copy %from_x, %to_a : memref<8x?xf32, strided<[4, 1]>> to memref<8x?xf32, strided<[4, 1]>>
  %from_y = memref.subview %y[0, 0] [%k, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  %to_b = memref.subview %b[0, 0] [%k, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  memref.copy %from_y, %to_b : memref<?x32xf32, strided<[32, 1]>> to memref<?x32xf32, strided<[32, 1]>>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%c : memref<8x32xf32>)
  return
}
func.func @elsewhere(%x: memref<8x4xf32>, %y: memref<4x32xf32>, %c: memref<8x32xf32>, %k: index, %n: index) {
  %cst = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8x4xf32>
  %b = memref.alloc() : memref<4x32xf32>
  linalg.fill ins(%cst : f32) outs(%a : memref<8x4xf32>)
  %from_x = memref.subview %x[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  %to_a = memref.subview %a[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  memref.copy %from_x, %to_a : memref<8x?xf32, strided<[4, 1]>> to memref<8x?xf32, strided<[4, 1]>>
  %from_y = memref.subview %y[0, 0] [%n, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  %to_b = memref.subview %b[0, 0] [%n, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  memref.copy %from_y, %to_b : memref<?x32xf32, strided<[32, 1]>> to memref<?x32xf32, strided<[32, 1]>>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%c : memref<8x32xf32>)
  return
}
func.func @written(%x: memref<8x4xf32>, %y: memref<4x32xf32>, %c: memref<8x32xf32>, %k: index, %n: index) {
  %cst = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8x4xf32>
  %b = memref.alloc() : memref<4x32xf32>
  linalg.fill ins(%cst : f32) outs(%a : memref<8x4xf32>)
  %from_x = memref.subview %x[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  %to_a = memref.subview %a[0, 0] [8, %k] [1, 1] : memref<8x4xf32> to memref<8x?xf32, strided<[4, 1]>>
  memref.copy %from_x, %to_a : memref<8x?xf32, strided<[4, 1]>> to memref<8x?xf32, strided<[4, 1]>>
  %from_y = memref.subview %y[0, 0] [%k, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  %to_b = memref.subview %b[0, 0] [%k, 32] [1, 1] : memref<4x32xf32> to memref<?x32xf32, strided<[32, 1]>>
  memref.copy %from_y, %to_b : memref<?x32xf32, strided<[32, 1]>> to memref<?x32xf32, strided<[32, 1]>>
  memref.store %cst, %b[%n, %n] : memref<4x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%c : memref<8x32xf32>)
  return
}
