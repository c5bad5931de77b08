// RUN: xtriton-opt %s --cpu-linalg-to-loops=vector-bits=128 | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops="vector-bits=128 strict-fp=true" | filecheck %s --check-prefix=STRICT

// In reverse. Lanes without another element to combine with are combined with themselves, as maxima are idempotent. The
// first vector is stored last.
// CHECK-LABEL: func.func @maxima
// CHECK:         %[[X:.*]] = vector.load %arg0{{.*}} : memref<16xf32>, vector<4xf32>
// CHECK:         %[[ODD:.*]] = vector.shuffle %[[X]], %[[X]] [1, 1, 3, 3]
// CHECK:         %[[PAIRS:.*]] = arith.maxnumf %[[ODD]], %[[X]]
// CHECK:         %[[UPPER:.*]] = vector.shuffle %[[PAIRS]], %[[PAIRS]] [2, 2, 2, 3]
// CHECK:         %[[ALL:.*]] = arith.maxnumf %[[UPPER]], %[[PAIRS]]
// CHECK-NOT:     vector.store
// CHECK:         %[[EDGE:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [0, 0, 0, 0]
// CHECK:         scf.for %[[I:.*]] = %c4{{.*}} to %c16{{.*}} step %c4{{.*}} iter_args(%[[BEFORE:.*]] = %[[EDGE]])
// CHECK:           arith.subi %c12{{.*}}, %[[I]] : index
// CHECK:           arith.maxnumf %[[BEFORE]]
// CHECK:           vector.store
// CHECK:           arith.maxnumf %[[BEFORE]]
// CHECK:         vector.store %[[ALL]], %arg1
// STRICT-LABEL: func.func @maxima
// STRICT:         vector.shuffle
func.func @maxima(%x: memref<16xf32>, %y: memref<16xf32>) {
  ttx.scan {reverse} ins(%x : memref<16xf32>) outs(%y : memref<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maxnumf %a, %b : f32
    ttx.scan.return %0 : f32
  }
  return
}

// Lanes without an earlier element: the product combines them with 1; the second result, which is more than one
// operation on its own elements, has no neutral element, and a shuffle keeps the old ones.
// CHECK-LABEL: func.func @recurrence
// CHECK:         %[[A:.*]] = vector.load %arg0
// CHECK:         %[[B:.*]] = vector.load %arg1
// CHECK:         arith.constant 1.0
// CHECK:         %[[ONE:.*]] = vector.broadcast
// CHECK:         %[[A1:.*]] = vector.shuffle %[[A]], %[[ONE]] [4, 0, 4, 2]
// CHECK:         %[[B1:.*]] = vector.shuffle %[[B]], %[[B]] [0, 0, 2, 2]
// CHECK:         arith.mulf %[[A1]], %[[A]]
// CHECK:         %[[T:.*]] = arith.mulf %[[A]], %[[B1]]
// CHECK:         %[[SUM:.*]] = arith.addf %[[T]], %[[B]] fastmath<contract>
// CHECK:         vector.shuffle %[[B]], %[[SUM]] [0, 5, 2, 7]
// STRICT-LABEL: func.func @recurrence
// STRICT-NOT:     vector.
// STRICT-NOT:     contract
// STRICT:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32)
func.func @recurrence(%x: memref<8xf32>, %y: memref<8xf32>, %p: memref<8xf32>, %q: memref<8xf32>) {
  ttx.scan ins(%x, %y : memref<8xf32>, memref<8xf32>) outs(%p, %q : memref<8xf32>, memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.mulf %c, %b : f32
    %2 = arith.addf %1, %d : f32
    ttx.scan.return %0, %2 : f32, f32
  }
  return
}

// Two rows of two in a vector; nothing is carried.
// CHECK-LABEL: func.func @short
// CHECK:         memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<6x2xi32> into memref<12xi32>
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c12{{.*}} step %c4{{[_0-9]*}} {
// CHECK:           %[[X:.*]] = vector.load
// CHECK:           vector.shuffle %[[X]], %{{.*}} [4, 0, 4, 2]
// CHECK-NOT:       vector.shuffle
// CHECK:           vector.store
func.func @short(%x: memref<6x2xi32>, %y: memref<6x2xi32>) {
  ttx.scan ins(%x : memref<6x2xi32>) outs(%y : memref<6x2xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.xori %a, %b : i32
    ttx.scan.return %0 : i32
  }
  return
}

// Rows with gaps are vectors of their own, or go by element if they are shorter than four.
// CHECK-LABEL: func.func @gaps
// CHECK:         scf.for
// CHECK:           vector.load %arg0{{.*}} : memref<2x4xi32, strided<[8, 1]>>, vector<4xi32>
// CHECK:         scf.for
// CHECK-NOT:       vector.load
// CHECK:           memref.load %arg1
func.func @gaps(%x: memref<2x4xi32, strided<[8, 1]>>, %y: memref<4x2xi32, strided<[8, 1]>>) {
  ttx.scan ins(%x : memref<2x4xi32, strided<[8, 1]>>) outs(%x : memref<2x4xi32, strided<[8, 1]>>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.andi %a, %b : i32
    ttx.scan.return %0 : i32
  }
  ttx.scan ins(%y : memref<4x2xi32, strided<[8, 1]>>) outs(%y : memref<4x2xi32, strided<[8, 1]>>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.andi %a, %b : i32
    ttx.scan.return %0 : i32
  }
  return
}

// Maxima of f16 are those of f32, converted once.
// CHECK-LABEL: func.func @narrow
// CHECK:         %[[X:.*]] = vector.load %arg0
// CHECK:         arith.extf %[[X]] : vector<4xf16> to vector<4xf32>
// CHECK-COUNT-2: arith.maximumf %{{.*}} : vector<4xf32>
// CHECK:         arith.truncf %{{.*}} : vector<4xf32> to vector<4xf16>
func.func @narrow(%x: memref<4xf16>, %y: memref<4xf16>) {
  ttx.scan ins(%x : memref<4xf16>) outs(%y : memref<4xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.maximumf %a, %b : f16
    ttx.scan.return %0 : f16
  }
  return
}

// Comparisons of floats depend on the order of NaN: with strict-fp they are evaluated in order. Those of integers do not.
// CHECK-LABEL: func.func @compared
// CHECK-COUNT-2: vector.load
// STRICT-LABEL: func.func @compared
// STRICT:         memref.load %arg0
// STRICT-NOT:     vector.load %arg0
// STRICT:         vector.load %arg1
func.func @compared(%x: memref<4xf32>, %y: memref<4xi32>) {
  ttx.scan ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf ogt, %a, %b : f32
    %1 = arith.select %0, %a, %b : f32
    ttx.scan.return %1 : f32
  }
  ttx.scan ins(%y : memref<4xi32>) outs(%y : memref<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.cmpi sgt, %a, %b : i32
    %1 = arith.select %0, %a, %b : i32
    ttx.scan.return %1 : i32
  }
  return
}

// Functions, i1, elements that are not contiguous, f64 in registers of two, and rows that are no whole vectors go one by
// one, in order.
// CHECK-LABEL: func.func @one_by_one
// CHECK-NOT:     vector.
// CHECK:         return
func.func @one_by_one(%x: memref<8xf32>, %f: memref<8xi1>, %s: memref<8xi32, strided<[2]>>, %d: memref<8xf64>, %r: memref<7xi32>) {
  ttx.scan ins(%x : memref<8xf32>) outs(%x : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    %1 = arith.addf %0, %b : f32
    ttx.scan.return %1 : f32
  }
  ttx.scan ins(%f : memref<8xi1>) outs(%f : memref<8xi1>) {
  ^bb0(%a: i1, %b: i1):
    %0 = arith.ori %a, %b : i1
    ttx.scan.return %0 : i1
  }
  ttx.scan ins(%s : memref<8xi32, strided<[2]>>) outs(%s : memref<8xi32, strided<[2]>>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.ori %a, %b : i32
    ttx.scan.return %0 : i32
  }
  ttx.scan ins(%d : memref<8xf64>) outs(%d : memref<8xf64>) {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.maximumf %a, %b : f64
    ttx.scan.return %0 : f64
  }
  ttx.scan ins(%r : memref<7xi32>) outs(%r : memref<7xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.ori %a, %b : i32
    ttx.scan.return %0 : i32
  }
  return
}

// Rows of three do not fill vectors of four, and those of unknown extents may not fill them.
// CHECK-LABEL: func.func @ragged
// CHECK-NOT:     vector.
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @ragged(%x: memref<4x3xi32>, %y: memref<4x?xi32>, %z: memref<?x2xi32>, %w: memref<?xf32>) {
  ttx.scan ins(%x : memref<4x3xi32>) outs(%x : memref<4x3xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.ori %a, %b : i32
    ttx.scan.return %0 : i32
  }
  ttx.scan ins(%y : memref<4x?xi32>) outs(%y : memref<4x?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.ori %a, %b : i32
    ttx.scan.return %0 : i32
  }
  ttx.scan ins(%z : memref<?x2xi32>) outs(%z : memref<?x2xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.ori %a, %b : i32
    ttx.scan.return %0 : i32
  }
  ttx.scan ins(%w : memref<?xf32>) outs(%w : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    %1 = arith.addf %0, %b : f32
    ttx.scan.return %1 : f32
  }
  return
}

// Functions: four chunks of eight side by side, then each with the last result of the one before it.
// CHECK-LABEL: func.func @chunks
// CHECK:         %[[RUNNING:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c4{{[_0-9]*}} step
// CHECK:         scf.for %[[N:.*]] = %c1{{.*}} to %c8{{[_0-9]*}} step
// CHECK-NEXT:      arith.constant
// CHECK:           scf.for %[[C:.*]] = %c0{{.*}} to %c4{{[_0-9]*}} step
// CHECK:             %[[FIRST:.*]] = arith.muli %[[C]], %c8{{.*}} : index
// CHECK:             arith.addi %[[FIRST]], %[[N]] : index
// CHECK:             memref.load %arg0
// CHECK:             memref.load %[[RUNNING]][%[[C]]]
// CHECK:             math.exp
// CHECK:         scf.for %[[D:.*]] = %c1{{.*}} to %c4{{[_0-9]*}} step
// CHECK:           %[[BEFORE:.*]] = memref.load %arg1
// CHECK:           scf.for %{{.*}} = %c0{{.*}} to %c8{{[_0-9]*}} step
// CHECK:             memref.load %arg1
// CHECK:             math.exp %[[BEFORE]]
// CHECK:             memref.store
// STRICT-LABEL: func.func @chunks
// STRICT-NOT:     memref.alloc
// STRICT:         scf.for {{.*}} iter_args
// STRICT:           math.exp
func.func @chunks(%x: memref<32xf32>, %y: memref<32xf32>) {
  ttx.scan ins(%x : memref<32xf32>) outs(%y : memref<32xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    %1 = arith.addf %0, %b : f32
    ttx.scan.return %1 : f32
  }
  return
}

// Calls, which may have effects, and rows that are no chunks of four at least stay in order.
// CHECK-LABEL: func.func @no_chunks
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for {{.*}} iter_args
// CHECK:         scf.for {{.*}} iter_args
func.func private @effects(f32, f32) -> f32
func.func @no_chunks(%x: memref<32xf32>, %y: memref<24xf32>) {
  ttx.scan ins(%x : memref<32xf32>) outs(%x : memref<32xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = func.call @effects(%a, %b) : (f32, f32) -> f32
    ttx.scan.return %0 : f32
  }
  ttx.scan ins(%y : memref<24xf32>) outs(%y : memref<24xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    %1 = arith.addf %0, %b : f32
    ttx.scan.return %1 : f32
  }
  return
}

// A row that may be empty is not read.
// CHECK-LABEL: func.func @dynamic
// CHECK:         %[[COUNT:.*]] = memref.dim %arg0
// CHECK:         %[[ANY:.*]] = arith.cmpi sgt, %[[COUNT]]
// CHECK-NOT:     memref.load
// CHECK:         scf.if %[[ANY]] {
// CHECK:           memref.load
func.func @dynamic(%x: memref<?xi32>) {
  ttx.scan ins(%x : memref<?xi32>) outs(%x : memref<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.ori %a, %b : i32
    ttx.scan.return %0 : i32
  }
  return
}
