// RUN: xtriton-opt %s --cpu-read-in-place | filecheck %s
// RUN: xtriton-opt %s --cpu-read-in-place=noalias=false | filecheck %s --check-prefix=ALIAS

// A whole row is read from the program's memory; only a row that is cut is copied.
// CHECK-LABEL: func.func @row
// CHECK:         %[[ROW:.*]] = memref.reinterpret_cast %arg0
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<16xf32>
// CHECK:         %[[WHOLE:.*]] = arith.cmpi eq, %arg2, %c16{{.*}} : index
// CHECK:         %[[CUT:.*]] = arith.xori %[[WHOLE]], %true
// CHECK:         scf.if %[[CUT]] {
// CHECK-NEXT:      memref.copy
// CHECK:         %[[CAST:.*]] = memref.cast %[[BUFFER]] : memref<16xf32> to memref<16xf32, strided<[1], offset: ?>>
// CHECK:         %[[READ:.*]] = arith.select %[[CUT]], %[[CAST]], %[[ROW]]
// CHECK:         linalg.reduce ins(%[[READ]]
// ALIAS-LABEL: func.func @row
// ALIAS:         arith.select
func.func @row(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.reduce ins(%buffer : memref<16xf32>) outs(%y : memref<f32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// Results computed in place are read from the buffer afterwards; a row that is cut is copied to another one.
// CHECK-LABEL: func.func @overwritten
// CHECK:         %[[COPY:.*]] = memref.alloc() : memref<16xf32>
// CHECK-NEXT:    %[[BUFFER:.*]] = memref.alloc() : memref<16xf32>
// CHECK:         %[[PLACE:.*]] = memref.subview %[[COPY]][0]
// CHECK:         memref.copy %{{.*}}, %[[PLACE]]
// CHECK:         %[[CAST:.*]] = memref.cast %[[COPY]] :
// CHECK:         %[[READ:.*]] = arith.select %{{.*}}, %[[CAST]],
// CHECK:         linalg.map { math.exp } ins(%[[READ]] : {{.*}}) outs(%[[BUFFER]] :
// CHECK:         memref.load %[[BUFFER]][
func.func @overwritten(%x: memref<*xf32>, %n: index, %at: index) -> f32 {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.map { math.exp } ins(%buffer : memref<16xf32>) outs(%buffer : memref<16xf32>)
  %0 = memref.load %buffer[%at] : memref<16xf32>
  return %0 : f32
}

// Memory that is written before the last read keeps its copy; another array is other memory only with noalias.
// CHECK-LABEL: func.func @written
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @other
// CHECK:         arith.select
// ALIAS-LABEL: func.func @other
// ALIAS-NOT:     arith.select
func.func @written(%x: memref<*xf32>, %n: index, %at: index) -> f32 {
  %cst = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  memref.store %cst, %row[%at] : memref<16xf32, strided<[1], offset: ?>>
  %0 = memref.load %buffer[%at] : memref<16xf32>
  return %0 : f32
}

func.func @other(%x: memref<*xf32>, %y: memref<16xf32>, %n: index, %at: index) -> f32 {
  %cst = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  memref.store %cst, %y[%at] : memref<16xf32>
  %0 = memref.load %buffer[%at] : memref<16xf32>
  return %0 : f32
}

// Rows that are apart in memory are better packed, and elements written to the buffer are no copies.
// CHECK-LABEL: func.func @apart
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @patched
// CHECK-NOT:     arith.select
func.func @apart(%x: memref<*xf32>, %n: index, %at: index) -> f32 {
  %row = memref.reinterpret_cast %x to offset: [0], sizes: [4, 4], strides: [%at, 1] : memref<*xf32> to memref<4x4xf32, strided<[?, 1]>>
  %buffer = memref.alloc() : memref<4x4xf32>
  %part = memref.subview %row[0, 0] [%n, 4] [1, 1] : memref<4x4xf32, strided<[?, 1]>> to memref<?x4xf32, strided<[?, 1]>>
  %place = memref.subview %buffer[0, 0] [%n, 4] [1, 1] : memref<4x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  memref.copy %part, %place : memref<?x4xf32, strided<[?, 1]>> to memref<?x4xf32, strided<[4, 1]>>
  %0 = memref.load %buffer[%at, %at] : memref<4x4xf32>
  return %0 : f32
}

func.func @patched(%x: memref<*xf32>, %n: index, %at: index) -> f32 {
  %cst = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  memref.store %cst, %buffer[%at] : memref<16xf32>
  %0 = memref.load %buffer[%n] : memref<16xf32>
  return %0 : f32
}

// A part of the row is read from memory as well, with the layout of that.
// CHECK-LABEL: func.func @part
// CHECK:         %[[READ:.*]] = arith.select
// CHECK:         memref.subview %[[READ]][0] [%arg2] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:    linalg.map { math.exp }
func.func @part(%x: memref<*xf32>, %out: memref<?xf32>, %n: index, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %read = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  linalg.map { math.exp } ins(%read : memref<?xf32, strided<[1]>>) outs(%out : memref<?xf32>)
  return
}

// A part that is read after memory is written keeps its copy, even if the part is taken before.
// CHECK-LABEL: func.func @part_written
// CHECK-NOT:     arith.select
// CHECK:         return
func.func @part_written(%x: memref<*xf32>, %out: memref<?xf32>, %n: index, %at: index) {
  %cst = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %read = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  linalg.fill ins(%cst : f32) outs(%row : memref<16xf32, strided<[1], offset: ?>>)
  linalg.map { math.exp } ins(%read : memref<?xf32, strided<[1]>>) outs(%out : memref<?xf32>)
  return
}

// A part that is read before and after the buffer is overwritten keeps the copy.
// CHECK-LABEL: func.func @part_overwritten
// CHECK-NOT:     arith.select
// CHECK:         return
func.func @part_overwritten(%x: memref<*xf32>, %out: memref<?xf32>, %n: index, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<16xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %read = memref.subview %buffer[0] [%n] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
  linalg.map { math.exp } ins(%read : memref<?xf32, strided<[1]>>) outs(%out : memref<?xf32>)
  linalg.map { math.exp } ins(%buffer : memref<16xf32>) outs(%buffer : memref<16xf32>)
  linalg.map { math.exp } ins(%read : memref<?xf32, strided<[1]>>) outs(%out : memref<?xf32>)
  return
}
