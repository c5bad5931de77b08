// RUN: xtriton-opt %s --cpu-linalg-to-loops=vector-bits=256 | filecheck %s

// Only the stored rows and columns are computed; their numbers are computed before the matmul.
// CHECK-LABEL: func.func @stored
// CHECK:         %[[ROWS:.*]] = arith.minsi %arg3
// CHECK:         %[[COLUMNS:.*]] = arith.minsi %arg4
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %[[COLUMNS]] step %c16
// CHECK-NEXT:      {{.*}}
// CHECK:           scf.for %{{.*}} = %c0{{.*}} to %[[ROWS]] step %c4
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
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step %c16
// CHECK:           scf.for %{{.*}} = %c0{{.*}} to %c8{{.*}} step %c4
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
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step %c16
func.func @later(%a: memref<8x4xf32>, %b: memref<4x32xf32>, %out: memref<?x?xf32>, %r: index, %c: index) {
  %acc = memref.alloc() : memref<8x32xf32>
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x32xf32>) outs(%acc : memref<8x32xf32>)
  %part = memref.subview %acc[1, 0] [%r, %c] [1, 1] : memref<8x32xf32> to memref<?x?xf32, strided<[32, 1], offset: 32>>
  memref.copy %part, %out : memref<?x?xf32, strided<[32, 1], offset: 32>> to memref<?x?xf32>
  return
}

// A number of rows that is not known before the matmul: it is loaded, or divided by what may be zero.
// CHECK-LABEL: func.func @unknown
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step %c16
// CHECK:         memref.load
// CHECK-LABEL: func.func @divided
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c32{{.*}} step %c16
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
