// RUN: xtriton-opt %s --cpu-read-in-place | filecheck %s
// RUN: xtriton-opt %s --cpu-read-in-place=noalias=false | filecheck %s --check-prefix=ALIAS

// A block that a matmul packs is read in place unless a mask cuts it.
// CHECK-LABEL: func.func @masked
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<4x8xbf16>
// CHECK:         %[[BLOCK:.*]] = memref.reinterpret_cast %arg0 to offset: [%arg3], sizes: [4, 8], strides: [%arg4, 1]
// CHECK:         %[[WHOLE:.*]] = arith.cmpi eq, %arg5, %c8{{.*}} : index
// CHECK:         %[[ALL:.*]] = arith.andi %true, %[[WHOLE]]
// CHECK:         %[[CUT:.*]] = arith.xori %[[ALL]], %true
// CHECK:         scf.if %[[CUT]] {
// CHECK-NEXT:      memref.copy
// CHECK:         %[[CAST:.*]] = memref.cast %[[BUFFER]] : memref<4x8xbf16> to memref<4x8xbf16, strided<[?, 1], offset: ?>>
// CHECK:         %[[READ:.*]] = arith.select %[[CUT]], %[[CAST]], %[[BLOCK]]
// CHECK:         linalg.matmul ins(%[[READ]], %arg1
func.func @masked(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<4x16xf32>, %at: index, %stride: index, %n: index) {
  %block = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 8], strides: [%stride, 1] : memref<*xbf16> to memref<4x8xbf16, strided<[?, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x8xbf16>
  %part = memref.subview %block[0, 0] [4, %n] [1, 1] : memref<4x8xbf16, strided<[?, 1], offset: ?>> to memref<4x?xbf16, strided<[?, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x8xbf16> to memref<4x?xbf16, strided<[8, 1]>>
  memref.copy %part, %place : memref<4x?xbf16, strided<[?, 1], offset: ?>> to memref<4x?xbf16, strided<[8, 1]>>
  linalg.matmul ins(%buffer, %b : memref<4x8xbf16>, memref<8x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

// The first of the pieces of a block whose rows are taken modulo an extent may be all of it.
// CHECK-LABEL: func.func @pieces
// CHECK:         %[[OFFSET:.*]] = arith.muli %c0, %arg4 : index
// CHECK:         %[[BLOCK:.*]] = memref.reinterpret_cast %arg0 to offset: [%[[OFFSET]]], sizes: [4, 8], strides: [%arg4, 1]
// CHECK:         arith.minsi %c4, %arg5
// CHECK:         %[[SECOND:.*]] = arith.addi %c0, %c1
// CHECK:         arith.cmpi eq, %arg3, %[[SECOND]]
// CHECK:         scf.if %[[CUT:.*]] {
// CHECK-NEXT:      scf.for
// CHECK:             memref.copy
// CHECK:         arith.select %[[CUT]], %{{.*}}, %[[BLOCK]]
func.func @pieces(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<4x16xf32>, %pieces: index, %stride: index, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %buffer = memref.alloc() : memref<4x8xbf16>
  scf.for %i = %c0 to %pieces step %c1 {
    %offset = arith.muli %i, %stride : index
    %size = arith.minsi %c4, %rows : index
    %piece = memref.reinterpret_cast %x to offset: [%offset], sizes: [%size, 8], strides: [%stride, 1] : memref<*xbf16> to memref<?x8xbf16, strided<[?, 1], offset: ?>>
    %place = memref.subview %buffer[%i, 0] [%size, 8] [1, 1] : memref<4x8xbf16> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
    memref.copy %piece, %place : memref<?x8xbf16, strided<[?, 1], offset: ?>> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
  }
  linalg.matmul ins(%buffer, %b : memref<4x8xbf16>, memref<8x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

// Memory that is written before the matmul keeps its copy, other arrays without noalias; so do wide elements, columns
// that are not contiguous, and buffers that something else reads.
// CHECK-LABEL: func.func @written
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @other
// CHECK:         arith.select
// CHECK-LABEL: func.func @wide
// CHECK-NOT:     arith.select
// ALIAS-LABEL: func.func @other
// ALIAS-NOT:     arith.select
func.func @written(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<4x16xf32>, %at: index, %n: index, %v: bf16) {
  %block = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 8], strides: [8, 1] : memref<*xbf16> to memref<4x8xbf16, strided<[8, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x8xbf16>
  %part = memref.subview %block[0, 0] [4, %n] [1, 1] : memref<4x8xbf16, strided<[8, 1], offset: ?>> to memref<4x?xbf16, strided<[8, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x8xbf16> to memref<4x?xbf16, strided<[8, 1]>>
  memref.copy %part, %place : memref<4x?xbf16, strided<[8, 1], offset: ?>> to memref<4x?xbf16, strided<[8, 1]>>
  memref.store %v, %block[%at, %at] : memref<4x8xbf16, strided<[8, 1], offset: ?>>
  linalg.matmul ins(%buffer, %b : memref<4x8xbf16>, memref<8x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

func.func @other(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<4x16xf32>, %at: index, %n: index, %v: bf16, %y: memref<*xbf16>) {
  %block = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 8], strides: [8, 1] : memref<*xbf16> to memref<4x8xbf16, strided<[8, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x8xbf16>
  %part = memref.subview %block[0, 0] [4, %n] [1, 1] : memref<4x8xbf16, strided<[8, 1], offset: ?>> to memref<4x?xbf16, strided<[8, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x8xbf16> to memref<4x?xbf16, strided<[8, 1]>>
  memref.copy %part, %place : memref<4x?xbf16, strided<[8, 1], offset: ?>> to memref<4x?xbf16, strided<[8, 1]>>
  %out = memref.reinterpret_cast %y to offset: [0], sizes: [1], strides: [1] : memref<*xbf16> to memref<1xbf16, strided<[1]>>
  memref.store %v, %out[%at] : memref<1xbf16, strided<[1]>>
  linalg.matmul ins(%buffer, %b : memref<4x8xbf16>, memref<8x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

func.func @wide(%x: memref<*xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %at: index, %n: index) {
  %block = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 8], strides: [8, 1] : memref<*xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x8xf32>
  %part = memref.subview %block[0, 0] [4, %n] [1, 1] : memref<4x8xf32, strided<[8, 1], offset: ?>> to memref<4x?xf32, strided<[8, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x8xf32> to memref<4x?xf32, strided<[8, 1]>>
  memref.copy %part, %place : memref<4x?xf32, strided<[8, 1], offset: ?>> to memref<4x?xf32, strided<[8, 1]>>
  linalg.matmul ins(%buffer, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// CHECK-LABEL: func.func @columns
// CHECK-NOT:     arith.select
func.func @columns(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<4x16xf32>, %at: index, %n: index) {
  %block = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 8], strides: [1, 4] : memref<*xbf16> to memref<4x8xbf16, strided<[1, 4], offset: ?>>
  %buffer = memref.alloc() : memref<4x8xbf16>
  %part = memref.subview %block[0, 0] [4, %n] [1, 1] : memref<4x8xbf16, strided<[1, 4], offset: ?>> to memref<4x?xbf16, strided<[1, 4], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x8xbf16> to memref<4x?xbf16, strided<[8, 1]>>
  memref.copy %part, %place : memref<4x?xbf16, strided<[1, 4], offset: ?>> to memref<4x?xbf16, strided<[8, 1]>>
  linalg.matmul ins(%buffer, %b : memref<4x8xbf16>, memref<8x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

// CHECK-LABEL: func.func @also_read
// CHECK-NOT:     arith.select
func.func @also_read(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<4x16xf32>, %at: index, %n: index, %y: memref<4x8xbf16>) {
  %block = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 8], strides: [8, 1] : memref<*xbf16> to memref<4x8xbf16, strided<[8, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x8xbf16>
  %part = memref.subview %block[0, 0] [4, %n] [1, 1] : memref<4x8xbf16, strided<[8, 1], offset: ?>> to memref<4x?xbf16, strided<[8, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x8xbf16> to memref<4x?xbf16, strided<[8, 1]>>
  memref.copy %part, %place : memref<4x?xbf16, strided<[8, 1], offset: ?>> to memref<4x?xbf16, strided<[8, 1]>>
  memref.copy %buffer, %y : memref<4x8xbf16> to memref<4x8xbf16>
  linalg.matmul ins(%buffer, %b : memref<4x8xbf16>, memref<8x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}
