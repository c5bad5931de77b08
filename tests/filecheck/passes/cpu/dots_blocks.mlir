// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=i8mm,dotprod,bf16 vector-bits=128" | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=i8mm,dotprod,bf16 vector-bits=128 strict-fp=true" | filecheck %s --check-prefix=STRICT
// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=dotprod vector-bits=128" | filecheck %s --check-prefix=NONE
// NONE-NOT: mmla

// Rows 8k to 8k + 7 of the right side are interleaved in 64-bit elements, by tile; groups of two rows of the left side follow
// each other. Two vectors of rows are exchanged for the blocks of their left and right halves around the loop.
// CHECK-LABEL: func.func @i8
// CHECK:         %[[COLUMNS:.*]] = memref.alloc() : memref<2x4x8xi64>
// CHECK-COUNT-8: vector.load %arg1{{.*}} : memref<32x16xi8>, vector<8xi8>
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 32, 1, 33,
// CHECK:         vector.bitcast %{{.*}} : vector<64xi8> to vector<8xi64>
// CHECK:         vector.store %{{.*}}, %[[COLUMNS]]{{.*}} : memref<2x4x8xi64>, vector<8xi64>
// CHECK:         %[[ROWS:.*]] = memref.alloc() : memref<4x4x16xi8>
// CHECK:         %[[GROUP:.*]] = vector.load %arg0{{.*}} : memref<8x32xi8>, vector<8xi8>
// CHECK:         vector.store %[[GROUP]], %[[ROWS]]{{.*}} : memref<4x4x16xi8>, vector<8xi8>
// CHECK-COUNT-16: vector.load %arg2{{.*}} : memref<8x16xi32>, vector<4xi32>
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [2, 3, 6, 7]
// CHECK:         scf.for
// CHECK-COUNT-4:   vector.load %[[COLUMNS]]{{.*}} : memref<2x4x8xi64>, vector<2xi64>
// CHECK:           vector.load %[[ROWS]]{{.*}} : memref<4x4x16xi8>, vector<16xi8>
// CHECK-COUNT-16:  llvm.call_intrinsic "llvm.aarch64.neon.smmla.v4i32.v16i8"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
// CHECK:           scf.yield
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5]
// CHECK:         vector.store %{{.*}}, %arg2
// STRICT-LABEL: func.func @i8
// STRICT:         llvm.call_intrinsic "llvm.aarch64.neon.smmla.v4i32.v16i8"
func.func @i8(%a: memref<8x32xi8>, %b: memref<32x16xi8>, %c: memref<8x16xi32>) {
  linalg.matmul ins(%a, %b : memref<8x32xi8>, memref<32x16xi8>) outs(%c : memref<8x16xi32>)
  return
}

// CHECK-LABEL: func.func @unsigned
// CHECK:         llvm.call_intrinsic "llvm.aarch64.neon.ummla.v4i32.v16i8"
func.func @unsigned(%a: memref<2x8xi8>, %b: memref<8x4xi8>, %c: memref<2x4xi32>) {
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<2x8xi8>, memref<8x4xi8>) outs(%c : memref<2x4xi32>)
  return
}

// Groups of four.
// CHECK-LABEL: func.func @bf16
// CHECK:         memref.alloc() : memref<1x4x8xi64>
// CHECK:         memref.alloc() : memref<4x4x8xbf16>
// CHECK:         llvm.call_intrinsic "llvm.aarch64.neon.bfmmla"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf32>, vector<8xbf16>, vector<8xbf16>) -> vector<4xf32>
// STRICT-LABEL: func.func @bf16
// STRICT-NOT:     llvm.call_intrinsic
// STRICT-LABEL: func.func @odd_rows
func.func @bf16(%a: memref<8x16xbf16>, %b: memref<16x8xbf16>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x16xbf16>, memref<16x8xbf16>) outs(%c : memref<8x8xf32>)
  return
}

// A row that has no other one to go with.
// CHECK-LABEL: func.func @odd_rows
// CHECK-NOT:     mmla
// CHECK:         llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
// CHECK-NOT:     mmla
func.func @odd_rows(%a: memref<3x8xi8>, %b: memref<8x4xi8>, %c: memref<3x4xi32>) {
  linalg.matmul ins(%a, %b : memref<3x8xi8>, memref<8x4xi8>) outs(%c : memref<3x4xi32>)
  return
}

// CHECK-LABEL: func.func @one_row
// CHECK-NOT:     mmla
// CHECK:         llvm.call_intrinsic "llvm.aarch64.neon.bfdot.v4f32.v8bf16"
// CHECK-NOT:     mmla
func.func @one_row(%a: memref<1x8xbf16>, %b: memref<8x4xbf16>, %c: memref<1x4xf32>) {
  linalg.matmul ins(%a, %b : memref<1x8xbf16>, memref<8x4xbf16>) outs(%c : memref<1x4xf32>)
  return
}

// Half of a group: that of the instruction on vectors.
// CHECK-LABEL: func.func @half_a_group
// CHECK-NOT:     mmla
// CHECK:         llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
// CHECK-NOT:     mmla
func.func @half_a_group(%a: memref<2x12xi8>, %b: memref<12x4xi8>, %c: memref<2x4xi32>) {
  linalg.matmul ins(%a, %b : memref<2x12xi8>, memref<12x4xi8>) outs(%c : memref<2x4xi32>)
  return
}

// Columns of memory are packed element by element.
// CHECK-LABEL: func.func @columns
// CHECK-NOT:     vector.load %arg0
// CHECK-NOT:     vector.load %arg1
// CHECK:         arith.shli %{{.*}}, %c56_i64
// CHECK-COUNT-8: memref.load %arg0
// CHECK:         smmla
func.func @columns(%a: memref<2x8xi8, strided<[1, 2]>>, %b: memref<8x4xi8, strided<[1, 8]>>, %c: memref<2x4xi32>) {
  linalg.matmul ins(%a, %b : memref<2x8xi8, strided<[1, 2]>>, memref<8x4xi8, strided<[1, 8]>>) outs(%c : memref<2x4xi32>)
  return
}
