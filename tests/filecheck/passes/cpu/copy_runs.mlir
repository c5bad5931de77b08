// RUN: xtriton-opt %s --cpu-copy-runs | filecheck %s
// RUN: xtriton-opt %s --cpu-copy-runs=least=128 | filecheck %s --check-prefix=LEAST

#id = affine_map<(d0) -> (d0)>
#rows = affine_map<(d0, d1) -> (d0, d1)>

// Rows of %arg4 elements, at a distance of 500: a run ends where the remainder would be 0 again, or where the numbers
// do not follow one another as they wrap around. Runs are for positions that are not negative and do not overflow, and for
// large divisors.
// CHECK-LABEL: func.func @rows
// CHECK:         %[[START:.*]] = arith.addi %arg3, %{{.*}} : i32
// CHECK:         arith.cmpi sge, %[[START]], %c0_i32
// CHECK:         arith.cmpi sle, %[[START]], %c2147483391_i32
// CHECK:         arith.cmpi sge, %arg4, %c16_i32
// CHECK:         scf.if
// CHECK:           scf.while (%[[FIRST:.*]] = %c0{{.*}}) : (index) -> index
// CHECK-NEXT:        %[[LEFT:.*]] = arith.cmpi slt, %[[FIRST]], %arg2 : index
// CHECK-NEXT:        scf.condition(%[[LEFT]]) %[[FIRST]]
// CHECK:           ^bb0(%[[AT:.*]]: index):
// CHECK:             %[[POSITION:.*]] = arith.addi %arg3
// CHECK:             %[[OFFSET:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CHECK:             %[[REST:.*]] = arith.subi %arg2, %[[AT]] : index
// CHECK:             %[[PASSED:.*]] = arith.remsi %[[POSITION]], %arg4 : i32
// CHECK:             %[[UNTIL:.*]] = arith.subi %arg4, %[[PASSED]] : i32
// CHECK:             %[[LONG:.*]] = arith.minsi
// CHECK:             %[[FOLLOW:.*]] = arith.cmpi eq
// CHECK:             %[[SIZE:.*]] = arith.select %[[FOLLOW]], %{{.*}}, %c1
// CHECK:             %[[FROM:.*]] = memref.reinterpret_cast %arg0 to offset: [%{{.*}}], sizes: [%[[SIZE]]], strides: [1]
// CHECK:             %[[TO:.*]] = memref.subview %{{.*}}[%[[AT]]] [%[[SIZE]]] [1]
// CHECK:             memref.copy %[[FROM]], %[[TO]]
// CHECK:             arith.addi %[[AT]], %[[SIZE]]
// CHECK:         } else {
// CHECK:           linalg.generic
// CHECK:           scf.for
// LEAST-LABEL: func.func @rows
// LEAST:         arith.cmpi sge, %arg4, %c128_i32
func.func @rows(%x: memref<*xf32>, %y: memref<256xf32>, %n: index, %start: i32, %d: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c500 = arith.constant 500 : i32
  %numbers = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%numbers : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %p = arith.addi %start, %i : i32
    %col = arith.remsi %p, %d : i32
    %row = arith.divsi %p, %d : i32
    %far = arith.muli %row, %c500 : i32
    %at = arith.addi %col, %far : i32
    linalg.yield %at : i32
  }
  %buffer = memref.alloc() : memref<256xf32>
  scf.for %k = %c0 to %n step %c1 {
    %i = memref.load %numbers[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  memref.copy %buffer, %y : memref<256xf32> to memref<256xf32>
  return
}

// Of a block of one row, a part of which a mask may cut in the other direction.
// CHECK-LABEL: func.func @block
// CHECK:         scf.while
// CHECK:           %[[FROM:.*]] = memref.reinterpret_cast %arg0 to offset: [%{{.*}}], sizes: [1, %[[SIZE:.*]]], strides: [256, 1]
// CHECK:           %[[PART:.*]] = memref.subview %[[FROM]][0, 0] [%arg2, %[[SIZE]]] [1, 1]
// CHECK:           %[[TO:.*]] = memref.subview %{{.*}}[0, %{{.*}}] [%arg2, %[[SIZE]]] [1, 1]
// CHECK-NEXT:      memref.copy %[[PART]], %[[TO]]
func.func @block(%x: memref<*xf32>, %y: memref<1x256xf32>, %m: index, %start: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c100 = arith.constant 100 : i32
  %numbers = memref.alloc() : memref<1x256xi32>
  linalg.generic {indexing_maps = [#rows], iterator_types = ["parallel", "parallel"]} outs(%numbers : memref<1x256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 1 : index
    %i = arith.index_cast %k : index to i32
    %p = arith.addi %start, %i : i32
    %col = arith.remsi %p, %c100 : i32
    linalg.yield %col : i32
  }
  %all = memref.collapse_shape %numbers [[0, 1]] : memref<1x256xi32> into memref<256xi32>
  %buffer = memref.alloc() : memref<1x256xf32>
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %all[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1, 1], strides: [256, 1] : memref<*xf32> to memref<1x1xf32, strided<[256, 1], offset: ?>>
    %part = memref.subview %from[0, 0] [%m, 1] [1, 1] : memref<1x1xf32, strided<[256, 1], offset: ?>> to memref<?x1xf32, strided<[256, 1], offset: ?>>
    %to = memref.subview %buffer[0, %k] [%m, 1] [1, 1] : memref<1x256xf32> to memref<?x1xf32, strided<[256, 1], offset: ?>>
    memref.copy %part, %to : memref<?x1xf32, strided<[256, 1], offset: ?>> to memref<?x1xf32, strided<[256, 1], offset: ?>>
  }
  memref.copy %buffer, %y : memref<1x256xf32> to memref<1x256xf32>
  return
}

// Every second element, elements at quotients alone, quotients of remainders, and numbers without a division.
// CHECK-LABEL: func.func @other_numbers
// CHECK-NOT:     scf.while
// CHECK:         return
func.func @other_numbers(%x: memref<*xf32>, %buffer: memref<256xf32>, %start: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c2 = arith.constant 2 : i32
  %c100 = arith.constant 100 : i32
  %second = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%second : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %p = arith.addi %start, %i : i32
    %col = arith.remsi %p, %c100 : i32
    %twice = arith.muli %col, %c2 : i32
    linalg.yield %twice : i32
  }
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %second[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %quotients = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%quotients : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %row = arith.divsi %i, %c100 : i32
    linalg.yield %row : i32
  }
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %quotients[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %nested = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%nested : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %col = arith.remsi %i, %c100 : i32
    %half = arith.divsi %col, %c2 : i32
    %at = arith.addi %col, %half : i32
    linalg.yield %at : i32
  }
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %nested[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %plain = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%plain : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %p = arith.addi %start, %i : i32
    linalg.yield %p : i32
  }
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %plain[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  return
}

// Numbers that are read again, places in reverse, a loop from another start, and one that does something else as well.
// CHECK-LABEL: func.func @other_loops
// CHECK-NOT:     scf.while
// CHECK:         return
func.func @other_loops(%x: memref<*xf32>, %buffer: memref<256xf32>, %y: memref<f32>, %c: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c255 = arith.constant 255 : index
  %c256 = arith.constant 256 : index
  %c100 = arith.constant 100 : i32
  %again = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%again : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %col = arith.remsi %i, %c100 : i32
    linalg.yield %col : i32
  }
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %again[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %other = memref.load %again[%c0] : memref<256xi32>
  %position = arith.index_cast %other : i32 to index
  memref.store %c, %buffer[%position] : memref<256xf32>
  %reverse = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%reverse : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %col = arith.remsi %i, %c100 : i32
    linalg.yield %col : i32
  }
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %reverse[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %back = arith.subi %c255, %k : index
    %to = memref.subview %buffer[%back] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %later = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%later : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %col = arith.remsi %i, %c100 : i32
    linalg.yield %col : i32
  }
  scf.for %k = %c1 to %c256 step %c1 {
    %i = memref.load %later[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %also = memref.alloc() : memref<256xi32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%also : memref<256xi32>) {
  ^bb0(%out: i32):
    %k = linalg.index 0 : index
    %i = arith.index_cast %k : index to i32
    %col = arith.remsi %i, %c100 : i32
    linalg.yield %col : i32
  }
  scf.for %k = %c0 to %c256 step %c1 {
    %i = memref.load %also[%k] : memref<256xi32>
    %at = arith.index_cast %i : i32 to index
    %from = memref.reinterpret_cast %x to offset: [%at], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %to = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %from, %to : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %c, %y[] : memref<f32>
  }
  return
}
