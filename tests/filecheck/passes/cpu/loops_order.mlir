// RUN: xtriton-opt %s --cpu-linalg-to-loops | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops=strict-fp=true | filecheck %s --check-prefix=STRICT

// A long reduction begins with the neutral element, so that it does not wait for the value that it is added to; sums only
// if they may be reassociated.
// CHECK-LABEL: func.func @long
// CHECK:           %[[FIRST:.*]] = memref.load %arg1
// CHECK:           %[[ZERO:.*]] = arith.constant 0.0
// CHECK:           %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]])
// CHECK:           %[[TOTAL:.*]] = arith.addf %[[FIRST]], %[[SUM]] fastmath<reassoc,contract>
// CHECK:           memref.store %[[TOTAL]], %arg1
// STRICT-LABEL: func.func @long
// STRICT:           %[[FIRST:.*]] = memref.load %arg1
// STRICT:           scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
func.func @long(%x: memref<4x64xf32>, %y: memref<4xf32>) {
  linalg.reduce ins(%x : memref<4x64xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// The neutral element of a maximum that ignores NaN is NaN.
// CHECK-LABEL: func.func @largest
// CHECK:           %[[NAN:.*]] = arith.constant 0x7FC00000
// CHECK:           scf.for {{.*}} iter_args(%{{.*}} = %[[NAN]])
// STRICT-LABEL: func.func @largest
// STRICT:           %[[NAN:.*]] = arith.constant 0x7FC00000
// STRICT:           scf.for {{.*}} iter_args(%{{.*}} = %[[NAN]])
func.func @largest(%x: memref<4x64xf32>, %y: memref<4xf32>) {
  linalg.reduce ins(%x : memref<4x64xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.maxnumf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// Without a neutral element it begins with the value.
// CHECK-LABEL: func.func @difference
// CHECK:           %[[FIRST:.*]] = memref.load %arg1
// CHECK:           scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
func.func @difference(%x: memref<4x64xf32>, %y: memref<4xf32>) {
  linalg.reduce ins(%x : memref<4x64xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.subf %b, %a : f32
      linalg.yield %0 : f32
    }
  return
}

// The loop along the rows is the inner one, also if more operands, which depend on it alone, are contiguous along the
// other: here two columns.
// CHECK-LABEL: func.func @columns
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c8
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to %c64
// CHECK:             memref.load %arg0[%[[I]], %[[J]]]
func.func @columns(%x: memref<8x64xf32, strided<[?, ?], offset: ?>>, %m: memref<8xf32>, %z: memref<8xf32>, %y: memref<8x64xf32, strided<[?, ?], offset: ?>>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %m, %z : memref<8x64xf32, strided<[?, ?], offset: ?>>, memref<8xf32>, memref<8xf32>) outs(%y : memref<8x64xf32, strided<[?, ?], offset: ?>>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    linalg.yield %1 : f32
  }
  return
}

// A distance between rows that is not known is not asked about.
// CHECK-LABEL: func.func @distance
// CHECK-NOT:     memref.extract_strided_metadata
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c8
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to %c64
// CHECK:             memref.load %arg0[%[[I]], %[[J]]]
func.func @distance(%x: memref<8x64xf32, strided<[?, 1], offset: ?>>, %y: memref<8xf32>) {
  linalg.reduce ins(%x : memref<8x64xf32, strided<[?, 1], offset: ?>>) outs(%y : memref<8xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}
