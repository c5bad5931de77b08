// RUN: xtriton-opt %s --cpu-read-in-place | filecheck %s

#id = affine_map<(d0) -> (d0)>

// Before the limit all positions are less than the bound of the mask; after it, where it may cut the row, they are compared.
// CHECK-LABEL: func.func @bound
// CHECK:         linalg.generic
// CHECK-NOT:       arith.select
// CHECK:           linalg.yield %in
// CHECK:         scf.for
// CHECK:           arith.cmpi slt
// CHECK-NEXT:      arith.select
func.func @bound(%x: memref<*xf32>, %y: memref<512xf32>, %n: i32, %at: index) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %all = arith.constant 512 : index
  %wide = arith.index_cast %n : i32 to index
  %least = arith.minsi %wide, %all : index
  %size = arith.maxsi %least, %none : index
  %other = arith.addi %size, %none : index
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%size] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %target = memref.subview %buffer[0] [%size] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %target : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%buffer : memref<512xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i32
    %k = arith.cmpi slt, %p, %n : i32
    %r = arith.select %k, %a, %zero : f32
    linalg.yield %r : f32
  }
  return
}

// A mask that is combined with another one.
// CHECK-LABEL: func.func @combined
// CHECK:         linalg.generic
// CHECK:           %[[ODD:.*]] = arith.cmpi ne
// CHECK:           arith.constant true
// CHECK:           arith.andi %[[ODD]], %true
// CHECK:           arith.select
func.func @combined(%x: memref<*xf32>, %y: memref<512xf32>, %n: i32, %at: index) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %all = arith.constant 512 : index
  %wide = arith.index_cast %n : i32 to index
  %least = arith.minsi %wide, %all : index
  %size = arith.maxsi %least, %none : index
  %other = arith.addi %size, %none : index
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%size] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %target = memref.subview %buffer[0] [%size] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %target : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%buffer : memref<512xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i32
    %z = arith.cmpi ne, %p, %n : i32
    %k = arith.cmpi slt, %p, %n : i32
    %b = arith.andi %z, %k : i1
    %r = arith.select %b, %a, %zero : f32
    linalg.yield %r : f32
  }
  return
}

// Other comparisons stay:
// CHECK-LABEL: func.func @greater
// CHECK-COUNT-2: arith.select
// CHECK:         return
func.func @greater(%x: memref<*xf32>, %y: memref<512xf32>, %n: i32, %at: index) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %all = arith.constant 512 : index
  %wide = arith.index_cast %n : i32 to index
  %least = arith.minsi %wide, %all : index
  %size = arith.maxsi %least, %none : index
  %other = arith.addi %size, %none : index
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%size] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %target = memref.subview %buffer[0] [%size] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %target : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%buffer : memref<512xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i32
    %k = arith.cmpi sgt, %p, %n : i32
    %r = arith.select %k, %a, %zero : f32
    linalg.yield %r : f32
  }
  return
}

// of other numbers,
// CHECK-LABEL: func.func @moved
// CHECK-COUNT-2: arith.select
// CHECK:         return
func.func @moved(%x: memref<*xf32>, %y: memref<512xf32>, %n: i32, %at: index) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %all = arith.constant 512 : index
  %wide = arith.index_cast %n : i32 to index
  %least = arith.minsi %wide, %all : index
  %size = arith.maxsi %least, %none : index
  %other = arith.addi %size, %none : index
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%size] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %target = memref.subview %buffer[0] [%size] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %target : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%buffer : memref<512xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i32
    %q = arith.addi %p, %n : i32
    %k = arith.cmpi slt, %q, %n : i32
    %r = arith.select %k, %a, %zero : f32
    linalg.yield %r : f32
  }
  return
}

// and with other bounds than the mask's.
// CHECK-LABEL: func.func @not_the_bound
// CHECK-COUNT-2: arith.select
// CHECK:         return
func.func @not_the_bound(%x: memref<*xf32>, %y: memref<512xf32>, %n: i32, %at: index) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : index
  %all = arith.constant 512 : index
  %wide = arith.index_cast %n : i32 to index
  %least = arith.minsi %wide, %all : index
  %size = arith.maxsi %least, %none : index
  %other = arith.addi %size, %none : index
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%other] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %target = memref.subview %buffer[0] [%other] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %target : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%buffer : memref<512xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %p = arith.index_cast %i : index to i32
    %k = arith.cmpi slt, %p, %n : i32
    %r = arith.select %k, %a, %zero : f32
    linalg.yield %r : f32
  }
  return
}
