// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: func.func @rc(%arg0: memref<*xf32>, %arg1: index, %arg2: memref<8x8xf32>, %arg3: memref<?x?xf32>, %arg4: memref<?xf32>) -> (index, index, index, index, index, f32) {
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   %alloc_0 = memref.alloc(%arg1) : memref<?xf32>
// CHECK-NEXT:   memref.copy %reinterpret_cast, %alloc : memref<4xf32, strided<[1]>> to memref<4xf32>
// CHECK-NEXT:   memref.copy %alloc, %arg4 : memref<4xf32> to memref<?xf32>
// CHECK-NEXT:   memref.copy %alloc_0, %arg4 : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:   %dim = memref.dim %arg3, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %0 = memref.load %arg2[%c0, %c1] : memref<8x8xf32>
// CHECK-NEXT:   return %c8, %arg1, %arg1, %c8, %dim, %0 : index, index, index, index, index, f32
// CHECK-NEXT: }
// CHECK: func.func @rc2(%arg0: memref<*xf32>, %arg1: index) -> memref<4xf32, strided<[1], offset: ?>> {
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   %reinterpret_cast_0 = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   memref.copy %reinterpret_cast, %reinterpret_cast_0 : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   return %reinterpret_cast : memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT: }
// CHECK: func.func @sv(%arg0: memref<8x8xf32>, %arg1: index) -> memref<?x4xf32, strided<[8, 1], offset: ?>> {
// CHECK-NEXT:   %subview = memref.subview %arg0[2, 2] [%arg1, 4] [1, 1] : memref<8x8xf32> to memref<?x4xf32, strided<[8, 1], offset: 18>>
// CHECK-NEXT:   %cast = memref.cast %subview : memref<?x4xf32, strided<[8, 1], offset: 18>> to memref<?x4xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT:   return %cast : memref<?x4xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: }

func.func @rc(%m: memref<*xf32>, %n: index, %r: memref<8x8xf32>, %d: memref<?x?xf32>, %out: memref<?xf32>) -> (index, index, index, index, index, f32) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  %b = memref.subview %r[%c0, %c0] [%c4, %n] [1, 1] : memref<8x8xf32> to memref<?x?xf32, strided<[8, 1], offset: ?>>
  %x = memref.subview %r[0, 0] [8, 8] [1, 1] : memref<8x8xf32> to memref<8x8xf32>
  %al = memref.alloc(%c4) : memref<?xf32>
  %al2 = memref.alloc(%n) : memref<?xf32>
  %dead = memref.alloc() : memref<4xf32>
  %c = memref.load %x[%c0, %c1] : memref<8x8xf32>
  memref.store %c, %dead[%c0] : memref<4xf32>
  memref.copy %a, %al : memref<4xf32, strided<[1]>> to memref<?xf32>
  memref.copy %al, %out : memref<?xf32> to memref<?xf32>
  memref.copy %al, %al : memref<?xf32> to memref<?xf32>
  memref.copy %al2, %out : memref<?xf32> to memref<?xf32>
  %d0 = memref.dim %r, %c0 : memref<8x8xf32>
  %d1 = memref.dim %al2, %c0 : memref<?xf32>
  %d2 = memref.dim %b, %c1 : memref<?x?xf32, strided<[8, 1], offset: ?>>
  %cs = memref.cast %r : memref<8x8xf32> to memref<?x8xf32>
  %cs2 = memref.cast %cs : memref<?x8xf32> to memref<?x?xf32>
  %d3 = memref.dim %cs2, %c0 : memref<?x?xf32>
  %d4 = memref.dim %d, %c0 : memref<?x?xf32>
  %l = memref.load %cs2[%c0, %c1] : memref<?x?xf32>
  return %d0, %d1, %d2, %d3, %d4, %l : index, index, index, index, index, f32
}
func.func @rc2(%m: memref<*xf32>, %n: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %a = memref.reinterpret_cast %m to offset: [%n], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  %b = memref.reinterpret_cast %a to offset: [%n], sizes: [4], strides: [1] : memref<8xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  %k = memref.cast %a : memref<8xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %k2 = memref.reinterpret_cast %k to offset: [%n], sizes: [4], strides: [1] : memref<?xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %b, %k2 : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  return %b : memref<4xf32, strided<[1], offset: ?>>
}
func.func @sv(%r: memref<8x8xf32>, %n: index) -> memref<?x4xf32, strided<[8, 1], offset: ?>> {
  %c2 = arith.constant 2 : index
  %cs = memref.cast %r : memref<8x8xf32> to memref<?x8xf32>
  %b = memref.subview %cs[%c2, %c2] [%n, 4] [1, 1] : memref<?x8xf32> to memref<?x4xf32, strided<[8, 1], offset: ?>>
  return %b : memref<?x4xf32, strided<[8, 1], offset: ?>>
}
