// RUN: xtriton-opt %s --cpu-read-in-place | filecheck %s
// RUN: xtriton-opt %s --cpu-read-in-place=noalias=false | filecheck %s --check-prefix=ALIAS

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
#rows = affine_map<(d0, d1) -> (d0, d1)>
#sums = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>

// The elements up to a multiple of 64 are read in memory, the others from the buffer, to which only they are copied, in
// steps of 64. The results of linalg.index go on from the limit.
// CHECK-LABEL: func.func @row
// CHECK:         %[[ROW:.*]] = memref.reinterpret_cast %arg0
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<512xf32>
// CHECK:         %[[WHOLE:.*]] = arith.andi %arg2, %c-64
// CHECK:         %[[LIMIT:.*]] = arith.minsi %[[WHOLE]], %c512
// CHECK:         scf.for %[[FILLED:.*]] = %[[LIMIT]] to %c512{{.*}} step %c64
// CHECK-NEXT:      %[[END:.*]] = memref.subview %[[BUFFER]][%[[FILLED]]] [64] [1]
// CHECK-NEXT:      linalg.fill ins(%cst : f32) outs(%[[END]]
// CHECK:         %[[REST:.*]] = arith.subi %arg2, %[[LIMIT]]
// CHECK:         %[[FROM:.*]] = memref.subview %[[ROW]][%[[LIMIT]]] [%[[REST]]] [1]
// CHECK:         %[[TO:.*]] = memref.subview %[[BUFFER]][%[[LIMIT]]] [%[[REST]]] [1]
// CHECK-NEXT:    memref.copy %[[FROM]], %[[TO]]
// CHECK:         %[[FIRST:.*]] = memref.subview %[[ROW]][0] [%[[LIMIT]]] [1]
// CHECK:         linalg.generic {{.*}} ins(%[[FIRST]] :
// CHECK:           linalg.index 0
// CHECK-NOT:       arith.addi
// CHECK:         scf.for %[[STEP:.*]] = %[[LIMIT]] to %c512{{.*}} step %c64
// CHECK:           %[[LAST:.*]] = memref.subview %[[BUFFER]][%[[STEP]]]
// CHECK:           linalg.generic {{.*}} ins(%[[LAST]] :
// CHECK:             %[[AT:.*]] = linalg.index 0
// CHECK-NEXT:        arith.addi %[[AT]], %[[STEP]]
// ALIAS-LABEL: func.func @row
// ALIAS:         memref.subview %{{.*}}[0] [%{{.*}}] [1] : memref<512xf32, strided<[1], offset: ?>>
func.func @row(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %p = arith.mulf %a, %f : f32
    %0 = arith.addf %p, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Of a block whose rows are cut as well, everything is copied; the limit is known where the extent is.
// CHECK-LABEL: func.func @block
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %arg2, %c4
// CHECK:         %[[LIMIT:.*]] = arith.select %[[SAME]], %c256{{.*}}, %c0
// CHECK:         memref.subview %{{.*}}[0, %[[LIMIT]]] [%arg2, %{{.*}}] [1, 1]
// CHECK-COUNT-2: linalg.generic
func.func @block(%x: memref<*xf32>, %y: memref<4xf32>, %m: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 512], strides: [300, 1] : memref<*xf32> to memref<4x512xf32, strided<[300, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x512xf32>
  %part = memref.subview %rows[0, 0] [%m, 300] [1, 1] : memref<4x512xf32, strided<[300, 1], offset: ?>> to memref<?x300xf32, strided<[300, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, 300] [1, 1] : memref<4x512xf32> to memref<?x300xf32, strided<[512, 1]>>
  memref.copy %part, %place : memref<?x300xf32, strided<[300, 1], offset: ?>> to memref<?x300xf32, strided<[512, 1]>>
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%buffer : memref<4x512xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// A part as long as what is copied is read in memory; where all reads are such, nothing is copied.
// CHECK-LABEL: func.func @part
// CHECK-NOT:     memref.copy
// CHECK-NOT:     memref.alloc
// CHECK:         %[[PART:.*]] = memref.subview %reinterpret_cast[0] [%arg2] [1]
// CHECK:         linalg.generic {{.*}} ins(%[[PART]]
func.func @part(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %read = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%read : memref<?xf32, strided<[1]>>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Not peeled: a sum over rows as well, whose order would change.
// CHECK-LABEL: func.func @sum_of_all
// CHECK:         arith.select
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @sum_of_all(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 512], strides: [512, 1] : memref<*xf32> to memref<4x512xf32, strided<[512, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x512xf32>
  %part = memref.subview %rows[0, 0] [4, %n] [1, 1] : memref<4x512xf32, strided<[512, 1], offset: ?>> to memref<4x?xf32, strided<[512, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x512xf32> to memref<4x?xf32, strided<[512, 1]>>
  memref.copy %part, %place : memref<4x?xf32, strided<[512, 1], offset: ?>> to memref<4x?xf32, strided<[512, 1]>>
  linalg.generic {indexing_maps = [#rows, #none], iterator_types = ["reduction", "reduction"]} ins(%buffer : memref<4x512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Nor is an operation that stores in its body, whose iterations would have another order.
// CHECK-LABEL: func.func @store
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @store(%x: memref<*xf32>, %y: memref<4xf32>, %z: memref<?xf32>, %n: index, %at: index) {
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 512], strides: [512, 1] : memref<*xf32> to memref<4x512xf32, strided<[512, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x512xf32>
  %part = memref.subview %rows[0, 0] [4, %n] [1, 1] : memref<4x512xf32, strided<[512, 1], offset: ?>> to memref<4x?xf32, strided<[512, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [4, %n] [1, 1] : memref<4x512xf32> to memref<4x?xf32, strided<[512, 1]>>
  memref.copy %part, %place : memref<4x?xf32, strided<[512, 1], offset: ?>> to memref<4x?xf32, strided<[512, 1]>>
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%buffer : memref<4x512xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 1 : index
    memref.store %a, %z[%i] : memref<?xf32>
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Nor is one that reads two elements of a row in an iteration.
// CHECK-LABEL: func.func @mirrored
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @mirrored(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, affine_map<(d0) -> (511 - d0)>, #all], iterator_types = ["reduction"]} ins(%buffer, %buffer : memref<512xf32>, memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %p = arith.mulf %a, %c : f32
    %0 = arith.addf %p, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Nor are rows of fewer than 256 elements, or memory that is written before the last read if it may be the row's.
// CHECK-LABEL: func.func @short
// CHECK:         arith.select
func.func @short(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [128], strides: [1] : memref<*xf32> to memref<128xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<128xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<128xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<128xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<128xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @written
// CHECK:         %[[FIRST:.*]] = memref.subview %reinterpret_cast[0]
// CHECK:         linalg.generic {{.*}} ins(%[[FIRST]]
// ALIAS-LABEL: func.func @written
// ALIAS:         linalg.generic {{.*}} ins(%alloc
func.func @written(%x: memref<*xf32>, %y: memref<f32>, %z: memref<*xf32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %other = memref.reinterpret_cast %z to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1]>>
  linalg.fill ins(%zero : f32) outs(%other : memref<512xf32, strided<[1]>>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Nor are rows whose length depends on the iteration of a loop: only the last one of them is cut.
// CHECK-LABEL: func.func @in_loop
// CHECK:         arith.select
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @in_loop(%x: memref<*xf32>, %y: memref<f32>, %n: index) {
  %zero = arith.constant 0 : index
  %step = arith.constant 512 : index
  scf.for %at = %zero to %n step %step {
    %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
    %buffer = memref.alloc() : memref<512xf32>
    %left = arith.subi %n, %at : index
    %size = arith.minsi %left, %step : index
    %part = memref.subview %row[0] [%size] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[0] [%size] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
    memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
    linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  }
  return
}

// Nor are rows of which less than 64 elements are left.
// CHECK-LABEL: func.func @few
// CHECK:         memref.copy
// CHECK:         linalg.generic {{.*}} ins(%alloc
func.func @few(%x: memref<*xf32>, %y: memref<f32>, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  %part = memref.subview %row[0] [10] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<10xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [10] [1] : memref<512xf32> to memref<10xf32, strided<[1]>>
  memref.copy %part, %place : memref<10xf32, strided<[1], offset: ?>> to memref<10xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
