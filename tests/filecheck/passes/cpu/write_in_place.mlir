// RUN: xtriton-opt %s --cpu-write-in-place | filecheck %s
// RUN: xtriton-opt %s --cpu-write-in-place=noalias=false | filecheck %s --check-prefix=ALIAS

// Rows are gathered into the memory that the block is stored to, unless a mask cuts the store. What computes the place
// moves before the first write.
// CHECK-LABEL: func.func @gather
// CHECK:         %[[OFFSET:.*]] = arith.muli %arg3, %arg4
// CHECK:         %[[MEMORY:.*]] = memref.reinterpret_cast %arg1 to offset: [%[[OFFSET]]], sizes: [4, 8]
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK:         %[[TRUE:.*]] = arith.constant true
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %arg4, %c4
// CHECK:         %[[WHOLE:.*]] = arith.andi %[[TRUE]], %[[SAME]]
// CHECK:         %[[CUT:.*]] = arith.xori %[[WHOLE]], %[[TRUE]]
// CHECK:         %[[COPY:.*]] = memref.cast %[[BUFFER]] : memref<4x8xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
// CHECK:         %[[STORED:.*]] = memref.cast %[[MEMORY]]
// CHECK:         %[[BLOCK:.*]] = arith.select %[[CUT]], %[[COPY]], %[[STORED]]
// CHECK:         linalg.fill ins(%{{.*}}) outs(%[[BLOCK]]
// CHECK:         scf.for
// CHECK:           %[[ROW:.*]] = memref.subview %[[BLOCK]]
// CHECK:           memref.copy %{{.*}}, %[[ROW]]
// CHECK:         scf.if %[[CUT]] {
// CHECK-NEXT:      memref.copy
// ALIAS-LABEL: func.func @gather
// ALIAS-NOT:     arith.select
func.func @gather(%x: memref<*xf32>, %y: memref<*xf32>, %i: memref<4xindex>, %at: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %buffer = memref.alloc() : memref<4x8xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
  scf.for %row = %c0 to %n step %c1 {
    %place = memref.load %i[%row] : memref<4xindex>
    %from = memref.reinterpret_cast %x to offset: [%place], sizes: [1, 8], strides: [8, 1] : memref<*xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    %to = memref.subview %buffer[%row, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    memref.copy %from, %to : memref<1x8xf32, strided<[8, 1], offset: ?>> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  }
  %offset = arith.muli %at, %n : index
  %out = memref.reinterpret_cast %y to offset: [%offset], sizes: [4, 8], strides: [8, 1] : memref<*xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  %part = memref.subview %buffer[0, 0] [%n, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
  %stored = memref.subview %out[0, 0] [%n, 8] [1, 1] : memref<4x8xf32, strided<[8, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  memref.copy %part, %stored : memref<?x8xf32, strided<[8, 1]>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  return
}

// Not if the array is also read, if an assertion may end the program in between, if other programs may read or write the
// array in between as this one has executed an atomic operation, if the buffer is read later, or if the place is only
// known later.
// CHECK-LABEL: func.func @same_array
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @assertion
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @atomic
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @read_later
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @place_unknown
// CHECK-NOT:     arith.select
func.func @same_array(%x: memref<*xf32>, %at: index, %n: index) {
  %buffer = memref.alloc() : memref<8xf32>
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  %to = memref.subview %buffer[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
  memref.copy %from, %to : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1]>>
  %out = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  %part = memref.subview %buffer[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %stored = memref.subview %out[0] [%n] [1] : memref<8xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  memref.copy %part, %stored : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return
}

func.func @assertion(%x: memref<*xf32>, %y: memref<*xf32>, %at: index, %n: index, %ok: i1) {
  %buffer = memref.alloc() : memref<8xf32>
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  %to = memref.subview %buffer[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
  memref.copy %from, %to : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1]>>
  cf.assert %ok, "wraps"
  %out = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  %part = memref.subview %buffer[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %stored = memref.subview %out[0] [%n] [1] : memref<8xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  memref.copy %part, %stored : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return
}

func.func @atomic(%x: memref<*xf32>, %y: memref<*xf32>, %at: index, %n: index, %lock: memref<*xi32>) {
  %buffer = memref.alloc() : memref<8xf32>
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  %to = memref.subview %buffer[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
  memref.copy %from, %to : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1]>>
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %flags = memref.cast %lock : memref<*xi32> to memref<?xi32>
  %old = memref.atomic_rmw assign %one, %flags[%c0] : (i32, memref<?xi32>) -> i32
  %out = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  %part = memref.subview %buffer[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %stored = memref.subview %out[0] [%n] [1] : memref<8xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  memref.copy %part, %stored : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  return
}

func.func @read_later(%x: memref<*xf32>, %y: memref<*xf32>, %at: index, %n: index) -> f32 {
  %buffer = memref.alloc() : memref<8xf32>
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  %to = memref.subview %buffer[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
  memref.copy %from, %to : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1]>>
  %out = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  %part = memref.subview %buffer[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %stored = memref.subview %out[0] [%n] [1] : memref<8xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  memref.copy %part, %stored : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %0 = memref.load %buffer[%at] : memref<8xf32>
  return %0 : f32
}

func.func @place_unknown(%x: memref<*xf32>, %y: memref<*xf32>, %i: memref<1xindex>, %at: index, %n: index) {
  %buffer = memref.alloc() : memref<8xf32>
  %from = memref.reinterpret_cast %x to offset: [%at], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  %to = memref.subview %buffer[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
  memref.copy %from, %to : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1]>>
  %place = memref.load %i[%at] : memref<1xindex>
  %out = memref.reinterpret_cast %y to offset: [%place], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  %part = memref.subview %buffer[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %stored = memref.subview %out[0] [%n] [1] : memref<8xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  memref.copy %part, %stored : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1], offset: ?>>
  return
}

// Matmuls accumulate in the program's memory, behind the assertion that stands before the loop: the buffer of 64 KiB does
// not fit into the first-level cache.
// CHECK-LABEL: func.func @accumulators
// CHECK:         cf.assert
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<128x128xi32>
// CHECK:         %[[BLOCK:.*]] = arith.select
// CHECK-NEXT:    linalg.fill ins(%{{.*}}) outs(%[[BLOCK]]
// CHECK-NEXT:    %[[PART:.*]] = memref.subview %[[BLOCK]][0, 0] [%arg5, 128]
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      linalg.matmul ins(%arg0, %arg1 : {{.*}}) outs(%[[PART]]
// CHECK:         scf.if
// CHECK-NEXT:      memref.copy
// ALIAS-LABEL: func.func @accumulators
// ALIAS-NOT:     arith.select
func.func @accumulators(%a: memref<128x64xi8>, %b: memref<64x128xi8>, %y: memref<*xi32>, %ok: i1, %at: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %buffer = memref.alloc() : memref<128x128xi32>
  linalg.fill ins(%zero : i32) outs(%buffer : memref<128x128xi32>)
  cf.assert %ok, "wraps"
  %needed = memref.subview %buffer[0, 0] [%n, 128] [1, 1] : memref<128x128xi32> to memref<?x128xi32, strided<[128, 1]>>
  scf.for %k = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<128x64xi8>, memref<64x128xi8>) outs(%needed : memref<?x128xi32, strided<[128, 1]>>)
  }
  %out = memref.reinterpret_cast %y to offset: [%at], sizes: [128, 128], strides: [1024, 1] : memref<*xi32> to memref<128x128xi32, strided<[1024, 1], offset: ?>>
  %part = memref.subview %buffer[0, 0] [%n, 128] [1, 1] : memref<128x128xi32> to memref<?x128xi32, strided<[128, 1]>>
  %stored = memref.subview %out[0, 0] [%n, 128] [1, 1] : memref<128x128xi32, strided<[1024, 1], offset: ?>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  memref.copy %part, %stored : memref<?x128xi32, strided<[128, 1]>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  return
}

// Not if the buffer fits, if an assertion follows the first matmul, if the matmul reads the array, or if it reads what it
// accumulates.
// CHECK-LABEL: func.func @small_accumulators
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @assertion_behind
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @reads_the_array
// CHECK-NOT:     arith.select
// CHECK-LABEL: func.func @reads_the_accumulators
// CHECK-NOT:     arith.select
func.func @small_accumulators(%a: memref<64x64xi8>, %b: memref<64x128xi8>, %y: memref<*xi32>, %at: index, %n: index) {
  %zero = arith.constant 0 : i32
  %buffer = memref.alloc() : memref<64x128xi32>
  linalg.fill ins(%zero : i32) outs(%buffer : memref<64x128xi32>)
  linalg.matmul ins(%a, %b : memref<64x64xi8>, memref<64x128xi8>) outs(%buffer : memref<64x128xi32>)
  %out = memref.reinterpret_cast %y to offset: [%at], sizes: [64, 128], strides: [1024, 1] : memref<*xi32> to memref<64x128xi32, strided<[1024, 1], offset: ?>>
  %part = memref.subview %buffer[0, 0] [%n, 128] [1, 1] : memref<64x128xi32> to memref<?x128xi32, strided<[128, 1]>>
  %stored = memref.subview %out[0, 0] [%n, 128] [1, 1] : memref<64x128xi32, strided<[1024, 1], offset: ?>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  memref.copy %part, %stored : memref<?x128xi32, strided<[128, 1]>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  return
}

func.func @assertion_behind(%a: memref<128x64xi8>, %b: memref<64x128xi8>, %y: memref<*xi32>, %ok: i1, %at: index, %n: index) {
  %zero = arith.constant 0 : i32
  %buffer = memref.alloc() : memref<128x128xi32>
  linalg.fill ins(%zero : i32) outs(%buffer : memref<128x128xi32>)
  linalg.matmul ins(%a, %b : memref<128x64xi8>, memref<64x128xi8>) outs(%buffer : memref<128x128xi32>)
  cf.assert %ok, "wraps"
  %out = memref.reinterpret_cast %y to offset: [%at], sizes: [128, 128], strides: [1024, 1] : memref<*xi32> to memref<128x128xi32, strided<[1024, 1], offset: ?>>
  %part = memref.subview %buffer[0, 0] [%n, 128] [1, 1] : memref<128x128xi32> to memref<?x128xi32, strided<[128, 1]>>
  %stored = memref.subview %out[0, 0] [%n, 128] [1, 1] : memref<128x128xi32, strided<[1024, 1], offset: ?>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  memref.copy %part, %stored : memref<?x128xi32, strided<[128, 1]>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  return
}

func.func @reads_the_array(%b: memref<64x128xi32>, %y: memref<*xi32>, %at: index, %n: index) {
  %zero = arith.constant 0 : i32
  %a = memref.reinterpret_cast %y to offset: [0], sizes: [128, 64], strides: [64, 1] : memref<*xi32> to memref<128x64xi32, strided<[64, 1]>>
  %buffer = memref.alloc() : memref<128x128xi32>
  linalg.fill ins(%zero : i32) outs(%buffer : memref<128x128xi32>)
  linalg.matmul ins(%a, %b : memref<128x64xi32, strided<[64, 1]>>, memref<64x128xi32>) outs(%buffer : memref<128x128xi32>)
  %out = memref.reinterpret_cast %y to offset: [%at], sizes: [128, 128], strides: [1024, 1] : memref<*xi32> to memref<128x128xi32, strided<[1024, 1], offset: ?>>
  %part = memref.subview %buffer[0, 0] [%n, 128] [1, 1] : memref<128x128xi32> to memref<?x128xi32, strided<[128, 1]>>
  %stored = memref.subview %out[0, 0] [%n, 128] [1, 1] : memref<128x128xi32, strided<[1024, 1], offset: ?>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  memref.copy %part, %stored : memref<?x128xi32, strided<[128, 1]>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  return
}

func.func @reads_the_accumulators(%a: memref<128x128xi32>, %y: memref<*xi32>, %at: index, %n: index) {
  %zero = arith.constant 0 : i32
  %buffer = memref.alloc() : memref<128x128xi32>
  linalg.fill ins(%zero : i32) outs(%buffer : memref<128x128xi32>)
  linalg.matmul ins(%a, %buffer : memref<128x128xi32>, memref<128x128xi32>) outs(%buffer : memref<128x128xi32>)
  %out = memref.reinterpret_cast %y to offset: [%at], sizes: [128, 128], strides: [1024, 1] : memref<*xi32> to memref<128x128xi32, strided<[1024, 1], offset: ?>>
  %part = memref.subview %buffer[0, 0] [%n, 128] [1, 1] : memref<128x128xi32> to memref<?x128xi32, strided<[128, 1]>>
  %stored = memref.subview %out[0, 0] [%n, 128] [1, 1] : memref<128x128xi32, strided<[1024, 1], offset: ?>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  memref.copy %part, %stored : memref<?x128xi32, strided<[128, 1]>> to memref<?x128xi32, strided<[1024, 1], offset: ?>>
  return
}

// Not if a row that is written is read, too.
// CHECK-LABEL: func.func @row_is_read
// CHECK-NOT:     arith.select
func.func @row_is_read(%x: memref<*xf32>, %y: memref<*xf32>, %i: memref<4xindex>, %at: index, %n: index) -> memref<1x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %kept = memref.alloc() : memref<1x8xf32>
  %buffer = memref.alloc() : memref<4x8xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
  scf.for %row = %c0 to %n step %c1 {
    %place = memref.load %i[%row] : memref<4xindex>
    %from = memref.reinterpret_cast %x to offset: [%place], sizes: [1, 8], strides: [8, 1] : memref<*xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    %to = memref.subview %buffer[%row, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    memref.copy %from, %to : memref<1x8xf32, strided<[8, 1], offset: ?>> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    memref.copy %to, %kept : memref<1x8xf32, strided<[8, 1], offset: ?>> to memref<1x8xf32>
  }
  %offset = arith.muli %at, %n : index
  %out = memref.reinterpret_cast %y to offset: [%offset], sizes: [4, 8], strides: [8, 1] : memref<*xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  %part = memref.subview %buffer[0, 0] [%n, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
  %stored = memref.subview %out[0, 0] [%n, 8] [1, 1] : memref<4x8xf32, strided<[8, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  memref.copy %part, %stored : memref<?x8xf32, strided<[8, 1]>> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  return %kept : memref<1x8xf32>
}
