// RUN: xtriton-opt %s --cpu-linalg-to-loops | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops=strict-fp=true | filecheck %s --check-prefix=STRICT

// The sums of rows are carried in registers around the loop along the row.
// CHECK-LABEL: func.func @rows
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c4{{.*}} step
// CHECK:           %[[FIRST:.*]] = memref.load %arg1[%[[I]]] : memref<4xf32>
// CHECK:           %[[SUM:.*]] = scf.for %[[J:.*]] = %{{.*}} to %c8{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %[[FIRST]]) -> (f32) {
// CHECK-NEXT:        %[[X:.*]] = memref.load %arg0[%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT:        %[[N:.*]] = arith.addf %[[X]], %[[S]] fastmath<reassoc,contract> : f32
// CHECK-NEXT:        scf.yield %[[N]] : f32
// CHECK:           memref.store %[[SUM]], %arg1[%[[I]]] : memref<4xf32>
// STRICT-LABEL: func.func @rows
// STRICT:         arith.addf %{{[0-9]+}}, %{{[a-z0-9]+}} : f32
func.func @rows(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  linalg.reduce ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}

// Whether elements lie one after the other is asked once, outside of the loop.
// CHECK-LABEL: func.func @strides
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %arg0
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %[[STRIDE]], %c1
// CHECK:         scf.if %[[ONE]] {
// CHECK:           memref.reinterpret_cast {{.*}} : memref<f32> to memref<8xf32, strided<[1], offset: ?>>
// CHECK:           scf.for
// CHECK:         } else {
// CHECK:           scf.for
func.func @strides(%x: memref<8xf32, strided<[?], offset: ?>>, %y: memref<8xf32>) {
  memref.copy %x, %y : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
  return
}

// A tile of the output stays in vectors while the common dimension is gone along.
// CHECK-LABEL: func.func @product
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             vector.load %arg2
// CHECK:             scf.for %[[K:.*]] = %{{.*}} to %c32{{.*}} iter_args(
// CHECK:               vector.load %arg1[%[[K]],
// CHECK:               %[[A:.*]] = memref.load %arg0
// CHECK-NEXT:          %[[V:.*]] = vector.broadcast %[[A]] : f32 to vector<16xf32>
// CHECK-NEXT:          vector.fma %[[V]]
// CHECK:             vector.store {{.*}} %arg2
// STRICT-LABEL: func.func @product
// STRICT-NOT:     vector.fma
func.func @product(%a: memref<64x32xf32>, %b: memref<32x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// Dimensions along which all operands are in one piece are one loop; those of extent 1 are none.
// CHECK-LABEL: func.func @one_piece
// CHECK:         %[[X:.*]] = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2], [3]] : memref<2x3x4x1xf32> into memref<24x1xf32>
// CHECK:         %[[Y:.*]] = memref.collapse_shape %arg1 {{\[\[}}0, 1, 2], [3]]
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c24
// CHECK-NOT:     scf.for
// CHECK:         memref.load %[[X]][%[[I]], %c0{{.*}}]
// CHECK:         memref.store %{{.*}}, %[[Y]][%[[I]], %c0{{.*}}]
func.func @one_piece(%x: memref<2x3x4x1xf32>, %y: memref<2x3x4x1xf32>) {
  memref.copy %x, %y : memref<2x3x4x1xf32> to memref<2x3x4x1xf32>
  return
}

// An operand that does not go along one of two dimensions keeps them apart.
// CHECK-LABEL: func.func @rows_of_a_column
// CHECK-NOT:     collapse_shape
// CHECK:         scf.for %{{.*}} to %c4
// CHECK:           scf.for %{{.*}} to %c8
func.func @rows_of_a_column(%x: memref<4xf32>, %y: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4xf32>) outs(%y : memref<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}

// So does memory with gaps, and a body that asks for the number of a loop. A small transposed operand is one vector.
// CHECK-LABEL: func.func @apart
// CHECK-NOT:     collapse_shape
// CHECK:         scf.for %{{.*}} to %c4
// CHECK:           scf.for %{{.*}} to %c4
// CHECK:         vector.shuffle
// CHECK:         scf.for %{{.*}} to %c4
// CHECK:           scf.for %{{.*}} to %c4
func.func @apart(%x: memref<4x4xi32, strided<[8, 1]>>, %y: memref<4x4xi32>, %z: memref<4x4xi32>) {
  memref.copy %x, %y : memref<4x4xi32, strided<[8, 1]>> to memref<4x4xi32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%y : memref<4x4xi32>) outs(%z : memref<4x4xi32>) {
  ^bb0(%a: i32, %o: i32):
    linalg.yield %a : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%y : memref<4x4xi32>) {
  ^bb0(%o: i32):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  }
  return
}

// A loop whose number is asked for is no loop if it runs once: its number is 0.
// CHECK-LABEL: func.func @number_of_one
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c8
// CHECK-NOT:     scf.for
// CHECK:           %[[N:.*]] = arith.addi %c0{{.*}}, %[[I]] : index
// CHECK:           memref.store %[[N]]
func.func @number_of_one(%y: memref<1x8xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%y : memref<1x8xindex>) {
  ^bb0(%o: index):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = arith.addi %0, %1 : index
    linalg.yield %2 : index
  }
  return
}

// Narrow operands are made f32 once, before the loops of the product; a strict product has sums of rounded products.
// CHECK-LABEL: func.func @half
// CHECK:         %[[B:.*]] = memref.alloc() : memref<32x64xf32>
// CHECK:           arith.extf %{{.*}} : f16 to f32
// CHECK:         %[[A:.*]] = memref.alloc() : memref<64x32xf32>
// CHECK:           arith.extf %{{.*}} : f16 to f32
// CHECK:         %[[C:.*]] = vector.load %arg2{{.*}} vector<16xf16>
// CHECK-NEXT:    arith.extf %[[C]] : vector<16xf16> to vector<16xf32>
// CHECK:         vector.load %[[B]]
// CHECK:         vector.fma
// CHECK:         arith.truncf %{{.*}} : vector<16xf32> to vector<16xf16>
// STRICT-LABEL: func.func @half
// STRICT:         arith.mulf %{{.*}} : vector<16xf32>
// STRICT-NEXT:    arith.addf %{{.*}} : vector<16xf32>
// STRICT:         arith.truncf %{{.*}} : vector<16xf32> to vector<16xf16>
func.func @half(%a: memref<64x32xf16>, %b: memref<32x64xf16>, %c: memref<64x64xf16>) {
  linalg.matmul ins(%a, %b : memref<64x32xf16>, memref<32x64xf16>) outs(%c : memref<64x64xf16>)
  return
}

// CHECK-LABEL: func.func @half_to_single
// CHECK:         vector.fma
// STRICT-LABEL: func.func @half_to_single
// STRICT:         arith.extf %{{.*}} : f16 to f32
// STRICT:         arith.mulf %{{.*}} : vector<16xf32>
// STRICT-NEXT:    arith.addf %{{.*}} : vector<16xf32>
func.func @half_to_single(%a: memref<64x32xf16>, %b: memref<32x64xf16>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf16>, memref<32x64xf16>) outs(%c : memref<64x64xf32>)
  return
}

// Sums of integers that are exact in f32 are made in it, and then added.
// CHECK-LABEL: func.func @bytes
// CHECK:         arith.sitofp %{{.*}} : i8 to f32
// CHECK:         vector.fma
// CHECK:         %[[S:.*]] = arith.fptosi %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK:         arith.addi %{{.*}}, %[[S]] : vector<16xi32>
func.func @bytes(%a: memref<64x1024xi8>, %b: memref<1024x64xi8>, %c: memref<64x64xi32>) {
  linalg.matmul ins(%a, %b : memref<64x1024xi8>, memref<1024x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// Longer sums may be more than f32 can count.
// CHECK-LABEL: func.func @many_bytes
// CHECK-NOT:     vector.fma
// CHECK:         arith.extsi %{{.*}} : i8 to i32
// CHECK:         arith.muli %{{.*}} : vector<16xi32>
// CHECK-NEXT:    arith.addi %{{.*}} : vector<16xi32>
func.func @many_bytes(%a: memref<64x1025xi8>, %b: memref<1025x64xi8>, %c: memref<64x64xi32>) {
  linalg.matmul ins(%a, %b : memref<64x1025xi8>, memref<1025x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// Only what is accumulated is reassociated, not the arithmetic of the elements; that is contracted.
// CHECK-LABEL: func.func @differences
// CHECK:         %[[D:.*]] = arith.subf %{{.*}}, %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:    %[[E:.*]] = arith.addf %[[D]], %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:    arith.addf %[[E]], %{{.*}} fastmath<reassoc,contract> : f32
// STRICT-LABEL: func.func @differences
// STRICT-NOT:     fastmath
// STRICT:         return
func.func @differences(%x: memref<8xf32>, %y: memref<f32>) {
  %c = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : memref<8xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.subf %a, %c : f32
    %1 = arith.addf %0, %c : f32
    %2 = arith.addf %1, %b : f32
    linalg.yield %2 : f32
  }
  return
}

// An operation with a region accumulates if one in it does.
// CHECK-LABEL: func.func @chosen
// CHECK:         scf.if
// CHECK:           arith.addf {{.*}} fastmath<reassoc,contract> : f32
// CHECK:         } else {
// CHECK:           arith.subf {{.*}} fastmath<contract> : f32
// CHECK:         arith.mulf {{.*}} fastmath<reassoc,contract> : f32
func.func @chosen(%x: memref<8xf32>, %y: memref<f32>, %k: i1) {
  %c = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : memref<8xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = scf.if %k -> (f32) {
      %1 = arith.addf %a, %b : f32
      scf.yield %1 : f32
    } else {
      %2 = arith.subf %a, %c : f32
      scf.yield %2 : f32
    }
    %3 = arith.mulf %0, %c : f32
    linalg.yield %3 : f32
  }
  return
}
