// RUN: xtriton-opt %s --cpu-read-in-place | filecheck %s
// RUN: xtriton-opt %s --cpu-read-in-place=strict-fp=true | filecheck %s --check-prefix=STRICT
// RUN: xtriton-opt %s --cpu-read-in-place=noalias=false | filecheck %s --check-prefix=ALIAS

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
#rows = affine_map<(d0, d1) -> (d0, d1)>
#sums = affine_map<(d0, d1) -> (d0)>

// Zeros do not change a sum: the part that is not cut is read in memory, and there is no buffer. Only -0 leaves a
// sum of -0 as it is, which matters with strict-fp.
// CHECK-LABEL: func.func @sum
// CHECK-NOT:     memref.alloc
// CHECK:         %[[PART:.*]] = memref.subview %{{.*}}[0] [%arg2] [1] : memref<512xf32, strided<[1], offset: ?>>
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[PART]] : memref<?xf32
// CHECK-NOT:     linalg.generic
// CHECK:         return
// STRICT-LABEL: func.func @sum
// STRICT:         memref.alloc
func.func @sum(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %a : f32
    %0 = arith.addf %p, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// A maximum of rows that are cut in both directions, filled up where a mask cuts them only: what is filled up goes, too.
// CHECK-LABEL: func.func @rows
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     scf.if
// CHECK:         %[[ROWS:.*]] = memref.subview %{{.*}}[0, 0] [%arg2, 512] [1, 1]
// CHECK:         %[[OUT:.*]] = memref.subview %arg1[0] [%arg2] [1]
// CHECK:         %[[PART:.*]] = memref.subview %[[ROWS]][0, 0] [%{{.*}}, 300] [1, 1]
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[PART]] : memref<?x300xf32{{.*}} outs(%[[OUT]]
// STRICT-LABEL: func.func @rows
// STRICT-NOT:     memref.alloc
// STRICT:         return
func.func @rows(%x: memref<*xf32>, %y: memref<4xf32>, %m: index, %at: index, %cut: i1) {
  %least = arith.constant 0xFF800000 : f32
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 512], strides: [300, 1] : memref<*xf32> to memref<4x512xf32, strided<[300, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x512xf32>
  scf.if %cut {
    linalg.fill ins(%least : f32) outs(%buffer : memref<4x512xf32>)
  }
  %part = memref.subview %rows[0, 0] [%m, 300] [1, 1] : memref<4x512xf32, strided<[300, 1], offset: ?>> to memref<?x300xf32, strided<[300, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, 300] [1, 1] : memref<4x512xf32> to memref<?x300xf32, strided<[512, 1]>>
  memref.copy %part, %place : memref<?x300xf32, strided<[300, 1], offset: ?>> to memref<?x300xf32, strided<[512, 1]>>
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%buffer : memref<4x512xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Two rows that are cut alike: the product of what fills them up is zero. If only one is filled up with zeros, the other
// may have an infinity or a NaN there.
// CHECK-LABEL: func.func @products
// CHECK-NOT:     memref.alloc
// CHECK-COUNT-2: memref.subview %{{.*}}[0] [%arg3] [1] : memref<512xf32, strided<[1], offset: ?>>
// CHECK-NOT:     memref.subview
// CHECK:         return
func.func @products(%x: memref<*xf32>, %w: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  %other = memref.reinterpret_cast %w to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %copied = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%copied : memref<512xf32>)
  %from = memref.subview %other[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %to = memref.subview %copied[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #all], iterator_types = ["reduction"]} ins(%buffer, %copied : memref<512xf32>, memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %p = arith.mulf %a, %c : f32
    %0 = arith.addf %p, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @one_row
// CHECK:         memref.alloc
func.func @one_row(%x: memref<*xf32>, %w: memref<512xf32>, %y: memref<f32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #all], iterator_types = ["reduction"]} ins(%buffer, %w : memref<512xf32>, memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %p = arith.mulf %a, %c : f32
    %0 = arith.addf %p, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// Zeros change a maximum once: it is combined with them if the row is cut.
// CHECK-LABEL: func.func @maximum
// CHECK-NOT:     memref.alloc
// CHECK:         %[[CUT:.*]] = arith.cmpi slt, %arg2, %c512
// CHECK-NEXT:    linalg.generic {{.*}} outs(%arg1 : memref<f32>)
// CHECK-NEXT:    ^bb0(%[[OUT:.*]]: f32):
// CHECK-NEXT:      %[[LEAST:.*]] = arith.constant 0xFF800000
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.000000e+00
// CHECK-NEXT:      %[[OTHER:.*]] = arith.select %[[CUT]], %[[ZERO]], %[[LEAST]]
// CHECK-NEXT:      arith.maximumf %[[OTHER]], %[[OUT]]
// CHECK:         %[[PART:.*]] = memref.subview %{{.*}}[0] [%arg2] [1]
// CHECK:         linalg.generic {{.*}} ins(%[[PART]] : memref<?xf32

// Of rows that are cut, too, those beyond the end are combined with it.
// CHECK-LABEL: func.func @some_rows
// CHECK-NOT:     memref.alloc
// CHECK:         %[[CUT:.*]] = arith.cmpi slt, %arg3, %c512
// CHECK-NEXT:    linalg.generic {{.*}} iterator_types = ["parallel"]} outs(%arg1 : memref<4xf32>)
// CHECK:           %[[ROW:.*]] = linalg.index 0
// CHECK-NEXT:      %[[BEYOND:.*]] = arith.cmpi sge, %[[ROW]], %arg2
// CHECK-NEXT:      %[[ANY:.*]] = arith.ori %[[CUT]], %[[BEYOND]]
// CHECK:           arith.select %[[ANY]]
// CHECK:           arith.minnumf
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : memref<?x?xf32

// Ones change a sum each time, and nothing is known of what is not filled up.
// CHECK-LABEL: func.func @ones
// CHECK:         memref.alloc
// CHECK-LABEL: func.func @not_filled
// CHECK:         memref.alloc
func.func @maximum(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @some_rows(%x: memref<*xf32>, %y: memref<4xf32>, %m: index, %n: index, %at: index) {
  %five = arith.constant 5.0 : f32
  %rows = memref.reinterpret_cast %x to offset: [%at], sizes: [4, 512], strides: [512, 1] : memref<*xf32> to memref<4x512xf32, strided<[512, 1], offset: ?>>
  %buffer = memref.alloc() : memref<4x512xf32>
  linalg.fill ins(%five : f32) outs(%buffer : memref<4x512xf32>)
  %part = memref.subview %rows[0, 0] [%m, %n] [1, 1] : memref<4x512xf32, strided<[512, 1], offset: ?>> to memref<?x?xf32, strided<[512, 1], offset: ?>>
  %place = memref.subview %buffer[0, 0] [%m, %n] [1, 1] : memref<4x512xf32> to memref<?x?xf32, strided<[512, 1]>>
  memref.copy %part, %place : memref<?x?xf32, strided<[512, 1], offset: ?>> to memref<?x?xf32, strided<[512, 1]>>
  linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%buffer : memref<4x512xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.minnumf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @ones(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %one = arith.constant 1.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%one : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @not_filled(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}

// An operation that is no reduction needs what fills the row up, and so does the reduction of the same buffer; short
// rows stay in buffers of constant length; memory that is written in between is copied before, unless the arrays are
// known to differ.
// CHECK-LABEL: func.func @also_stored
// CHECK:         memref.alloc
// CHECK-LABEL: func.func @short
// CHECK:         memref.alloc
// CHECK-LABEL: func.func @written
// CHECK-NOT:     memref.alloc
// CHECK:         return
// ALIAS-LABEL: func.func @written
// ALIAS:         memref.alloc
func.func @also_stored(%x: memref<*xf32>, %y: memref<f32>, %z: memref<512xf32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%buffer : memref<512xf32>) outs(%z : memref<512xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

func.func @short(%x: memref<*xf32>, %y: memref<f32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [128], strides: [1] : memref<*xf32> to memref<128xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<128xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<128xf32>)
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

func.func @written(%x: memref<*xf32>, %y: memref<f32>, %w: memref<512xf32>, %n: index, %at: index) {
  %zero = arith.constant 0.0 : f32
  %row = memref.reinterpret_cast %x to offset: [%at], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%buffer : memref<512xf32>)
  %part = memref.subview %row[0] [%n] [1] : memref<512xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  %place = memref.subview %buffer[0] [%n] [1] : memref<512xf32> to memref<?xf32, strided<[1]>>
  memref.copy %part, %place : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
  linalg.fill ins(%zero : f32) outs(%w : memref<512xf32>)
  linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%buffer : memref<512xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
