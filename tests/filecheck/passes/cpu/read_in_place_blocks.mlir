// RUN: xtriton-opt %s --cpu-read-in-place | filecheck %s
// RUN: xtriton-opt %s --cpu-read-in-place=noalias=false | filecheck %s --check-prefix=ALIAS

// A block that a matmul packs is read in place unless a mask cuts it.
// CHECK-LABEL: func.func @masked
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<4x8xbf16>
// CHECK:         %[[WHOLE:.*]] = arith.cmpi sge, %arg5, %c8{{.*}} : index
// CHECK:         %[[ALL:.*]] = arith.andi %true, %[[WHOLE]]
// CHECK:         %[[CUT:.*]] = arith.xori %[[ALL]], %true
// CHECK:         scf.if %[[CUT]] {
// CHECK-NEXT:      memref.copy
// CHECK:         %[[CAST:.*]] = memref.cast %[[BUFFER]] : memref<4x8xbf16> to memref<4x8xbf16, strided<[?, 1], offset: ?>>
// CHECK:         %[[BLOCK:.*]] = memref.reinterpret_cast %arg0 to offset: [%arg3], sizes: [4, 8], strides: [%arg4, 1]
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
// CHECK:         %[[ROWS:.*]] = arith.minsi %c4, %arg5
// CHECK:         arith.cmpi sge, %[[ROWS]], %c4
// CHECK:         arith.cmpi slt, %c0, %arg3
// CHECK:         %[[SECOND:.*]] = arith.addi %c0, %c1
// CHECK:         arith.cmpi sge, %[[SECOND]], %arg3
// CHECK:         scf.if %[[CUT:.*]] {
// CHECK-NEXT:      scf.for
// CHECK:             memref.copy
// CHECK:         %[[BLOCK:.*]] = memref.reinterpret_cast %arg0 to offset: [%[[OFFSET]]], sizes: [4, 8], strides: [%arg4, 1]
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

// A matmul that needs a part reads that in place if the first piece has it, and if those after it are behind it. The zeros
// beyond a mask are written with the copy.
// CHECK-LABEL: func.func @part
// CHECK:         %[[FIRST:.*]] = arith.minsi
// CHECK:         arith.cmpi sge, %[[FIRST]], %arg5
// CHECK:         arith.cmpi slt, %c0, %arg3
// CHECK:         %[[ALONE:.*]] = arith.cmpi sge, %{{.*}}, %arg3
// CHECK:         %[[LATER:.*]] = arith.cmpi sge, %{{.*}}, %arg5
// CHECK:         %[[LAST:.*]] = arith.cmpi sge, %{{.*}}, %arg5
// CHECK:         %[[BEHIND:.*]] = arith.andi %[[LATER]], %[[LAST]]
// CHECK:         arith.ori %[[ALONE]], %[[BEHIND]]
// CHECK:         scf.if %[[CUT:.*]] {
// CHECK-NEXT:      linalg.fill
// CHECK-NEXT:      scf.for
// CHECK:         %[[COPIED:.*]] = memref.subview %alloc[0, 0] [%arg5, 8] [1, 1]
// CHECK:         %[[CAST:.*]] = memref.cast %[[COPIED]]
// CHECK:         %[[BLOCK:.*]] = memref.reinterpret_cast %arg0 to offset: [%{{.*}}], sizes: [%arg5, 8], strides: [%arg4, 1]
// CHECK:         %[[READ:.*]] = arith.select %[[CUT]], %[[CAST]], %[[BLOCK]] : memref<?x8xbf16, strided<[?, 1], offset: ?>>
// CHECK:         linalg.matmul ins(%[[READ]],
// Places that are not linear: only a piece that is alone.
// CHECK-LABEL: func.func @places
// CHECK:         arith.cmpi sge, %{{.*}}, %arg3
// CHECK-NOT:     arith.ori
// CHECK:         arith.select
func.func @part(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<?x16xf32>, %pieces: index, %stride: index, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : bf16
  %buffer = memref.alloc() : memref<4x8xbf16>
  linalg.fill ins(%zero : bf16) outs(%buffer : memref<4x8xbf16>)
  %size = arith.minsi %c4, %rows : index
  scf.for %i = %c0 to %pieces step %c1 {
    %offset = arith.muli %i, %stride : index
    %first = arith.cmpi eq, %i, %c0 : index
    %before = arith.muli %i, %size : index
    %at = arith.select %first, %c0, %before : index
    %piece = memref.reinterpret_cast %x to offset: [%offset], sizes: [%size, 8], strides: [%stride, 1] : memref<*xbf16> to memref<?x8xbf16, strided<[?, 1], offset: ?>>
    %place = memref.subview %buffer[%at, 0] [%size, 8] [1, 1] : memref<4x8xbf16> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
    memref.copy %piece, %place : memref<?x8xbf16, strided<[?, 1], offset: ?>> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
  }
  %needed = memref.subview %buffer[0, 0] [%rows, 8] [1, 1] : memref<4x8xbf16> to memref<?x8xbf16, strided<[8, 1]>>
  linalg.matmul ins(%needed, %b : memref<?x8xbf16, strided<[8, 1]>>, memref<8x16xbf16>) outs(%c : memref<?x16xf32>)
  return
}

func.func @places(%x: memref<*xbf16>, %b: memref<8x16xbf16>, %c: memref<?x16xf32>, %pieces: index, %stride: index, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %buffer = memref.alloc() : memref<4x8xbf16>
  scf.for %i = %c0 to %pieces step %c1 {
    %at = arith.muli %i, %i : index
    %piece = memref.reinterpret_cast %x to offset: [%i], sizes: [%c4, 8], strides: [%stride, 1] : memref<*xbf16> to memref<?x8xbf16, strided<[?, 1], offset: ?>>
    %place = memref.subview %buffer[%at, 0] [%c4, 8] [1, 1] : memref<4x8xbf16> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
    memref.copy %piece, %place : memref<?x8xbf16, strided<[?, 1], offset: ?>> to memref<?x8xbf16, strided<[8, 1], offset: ?>>
  }
  %needed = memref.subview %buffer[0, 0] [%rows, 8] [1, 1] : memref<4x8xbf16> to memref<?x8xbf16, strided<[8, 1]>>
  linalg.matmul ins(%needed, %b : memref<?x8xbf16, strided<[8, 1]>>, memref<8x16xbf16>) outs(%c : memref<?x16xf32>)
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
