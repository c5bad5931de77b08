// RUN: xtriton-opt %s --cpu-read-in-place | filecheck %s

// A block of long rows that one operation reads: with any distance between rows, which is that of the buffer if it is
// cut.
// CHECK-LABEL: func.func @rows
// CHECK:         %[[CUT:.*]] = arith.xori
// CHECK:         scf.if %[[CUT]] {
// CHECK-NEXT:      memref.copy
// CHECK:         %[[BUFFER:.*]] = memref.cast %{{.*}} : memref<16x64xf32> to memref<16x64xf32, strided<[?, 1], offset: ?>>
// CHECK:         %[[BLOCK:.*]] = memref.cast %{{.*}} : memref<16x64xf32, strided<[256, 1], offset: ?>> to memref<16x64xf32, strided<[?, 1], offset: ?>>
// CHECK:         %[[READ:.*]] = arith.select %[[CUT]], %[[BUFFER]], %[[BLOCK]]
// CHECK:         linalg.reduce ins(%[[READ]]
func.func @rows(%x: memref<*xf32>, %y: memref<16xf32>, %n: index, %m: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [16, 64], strides: [256, 1] : memref<*xf32> to memref<16x64xf32, strided<[256, 1], offset: ?>>
  %buffer = memref.alloc() : memref<16x64xf32>
  %part = memref.subview %rows[0, 0] [%m, %n] [1, 1] : memref<16x64xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[256, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, %n] [1, 1] : memref<16x64xf32> to memref<?x?xf32, strided<[64, 1]>>
  memref.copy %part, %place : memref<?x?xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[64, 1]>>
  linalg.reduce ins(%buffer : memref<16x64xf32>) outs(%y : memref<16xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// Packed are: many rows that are read twice, short rows, operands of matmuls, and rows that are not contiguous.
// CHECK-LABEL: func.func @many_rows
// CHECK-NOT:     arith.select
func.func @many_rows(%x: memref<*xf32>, %y: memref<16xf32>, %n: index, %m: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [16, 64], strides: [256, 1] : memref<*xf32> to memref<16x64xf32, strided<[256, 1], offset: ?>>
  %buffer = memref.alloc() : memref<16x64xf32>
  %part = memref.subview %rows[0, 0] [%m, %n] [1, 1] : memref<16x64xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[256, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, %n] [1, 1] : memref<16x64xf32> to memref<?x?xf32, strided<[64, 1]>>
  memref.copy %part, %place : memref<?x?xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[64, 1]>>
  linalg.reduce ins(%buffer : memref<16x64xf32>) outs(%y : memref<16xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  linalg.reduce ins(%buffer : memref<16x64xf32>) outs(%y : memref<16xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.maxnumf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// CHECK-LABEL: func.func @short_rows
// CHECK-NOT:     arith.select
func.func @short_rows(%x: memref<*xf32>, %y: memref<16xf32>, %n: index, %m: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [16, 32], strides: [256, 1] : memref<*xf32> to memref<16x32xf32, strided<[256, 1], offset: ?>>
  %buffer = memref.alloc() : memref<16x32xf32>
  %part = memref.subview %rows[0, 0] [%m, %n] [1, 1] : memref<16x32xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[256, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, %n] [1, 1] : memref<16x32xf32> to memref<?x?xf32, strided<[32, 1]>>
  memref.copy %part, %place : memref<?x?xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[32, 1]>>
  linalg.reduce ins(%buffer : memref<16x32xf32>) outs(%y : memref<16xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// CHECK-LABEL: func.func @matmul
// CHECK-NOT:     arith.select
func.func @matmul(%x: memref<*xf32>, %b: memref<64x16xf32>, %c: memref<4x16xf32>, %n: index, %m: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 64], strides: [256, 1] : memref<*xf32> to memref<4x64xf32, strided<[256, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x64xf32>
  %part = memref.subview %rows[0, 0] [%m, %n] [1, 1] : memref<4x64xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[256, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, %n] [1, 1] : memref<4x64xf32> to memref<?x?xf32, strided<[64, 1]>>
  memref.copy %part, %place : memref<?x?xf32, strided<[256, 1], offset: ?>> to memref<?x?xf32, strided<[64, 1]>>
  linalg.matmul ins(%buffer, %b : memref<4x64xf32>, memref<64x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// CHECK-LABEL: func.func @columns
// CHECK-NOT:     arith.select
func.func @columns(%x: memref<*xf32>, %y: memref<4xf32>, %n: index, %m: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 64], strides: [1, 256] : memref<*xf32> to memref<4x64xf32, strided<[1, 256], offset: ?>>
  %buffer = memref.alloc() : memref<4x64xf32>
  %part = memref.subview %rows[0, 0] [%m, %n] [1, 1] : memref<4x64xf32, strided<[1, 256], offset: ?>> to memref<?x?xf32, strided<[1, 256], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, %n] [1, 1] : memref<4x64xf32> to memref<?x?xf32, strided<[64, 1]>>
  memref.copy %part, %place : memref<?x?xf32, strided<[1, 256], offset: ?>> to memref<?x?xf32, strided<[64, 1]>>
  linalg.reduce ins(%buffer : memref<4x64xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// A part with a constant number of rows is less than the block in any case.
// CHECK-LABEL: func.func @one_row_of_four
// CHECK-NOT:     arith.select
func.func @one_row_of_four(%x: memref<*xf32>, %y: memref<4xf32>, %n: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 64], strides: [256, 1] : memref<*xf32> to memref<4x64xf32, strided<[256, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x64xf32>
  %part = memref.subview %rows[0, 0] [1, %n] [1, 1] : memref<4x64xf32, strided<[256, 1], offset: ?>> to memref<1x?xf32, strided<[256, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [1, %n] [1, 1] : memref<4x64xf32> to memref<1x?xf32, strided<[64, 1]>>
  memref.copy %part, %place : memref<1x?xf32, strided<[256, 1], offset: ?>> to memref<1x?xf32, strided<[64, 1]>>
  linalg.reduce ins(%buffer : memref<4x64xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}
