// RUN: xtriton-opt %s --cpu-linalg-to-loops=dots=avx512bf16,avx512vnni | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=avx512bf16,avx512vnni strict-fp=true" | filecheck %s --check-prefix=STRICT
// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=bf16,dotprod vector-bits=128" | filecheck %s --check-prefix=NEON
// RUN: xtriton-opt %s --cpu-linalg-to-loops | filecheck %s --check-prefix=NONE
// RUN: not xtriton-opt %s --cpu-linalg-to-loops=dots=sse 2>&1 | filecheck %s --check-prefix=UNKNOWN

// UNKNOWN: dots has 'sse': it must be one of amx-bf16, amx-fp16, amx-int8, avx512bf16,
// NONE-NOT: llvm.call_intrinsic

// Rows 2k and 2k + 1 of the right side become the halves of 32-bit elements, by tile; pairs of the left side are broadcast.
// CHECK-LABEL: func.func @bf16
// CHECK:         %[[PACKED:.*]] = memref.alloc() : memref<1x16x16xi32>
// CHECK:         arith.bitcast %{{.*}} : bf16 to i16
// CHECK:         arith.shli %{{.*}}, %c16_i32
// CHECK:         arith.ori
// CHECK:         memref.store %{{.*}}, %[[PACKED]]
// CHECK:         scf.for %[[K:.*]] = %{{.*}} to %c16{{.*}} iter_args(
// CHECK:           vector.load %[[PACKED]][%{{.*}}, %[[K]], %{{.*}}] : memref<1x16x16xi32>, vector<16xi32>
// CHECK:           %[[PAIR:.*]] = vector.load %arg0{{.*}} : memref<4x32xbf16>, vector<2xbf16>
// CHECK:           vector.bitcast %[[PAIR]] : vector<2xbf16> to vector<1xi32>
// CHECK:           vector.shuffle
// CHECK:           llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
// STRICT-LABEL: func.func @bf16
// STRICT-NOT:     llvm.call_intrinsic
// NEON-LABEL: func.func @bf16
// NEON:         llvm.call_intrinsic "llvm.aarch64.neon.bfmmla"
func.func @bf16(%a: memref<4x32xbf16>, %b: memref<32x16xbf16>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x32xbf16>, memref<32x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

// The right side has 128 added; the accumulators start without 128 times the sums of the left side's rows, which the same
// instruction computes: in whole vectors, then in groups. Integer sums are exact: strict-fp has them, too.
// CHECK-LABEL: func.func @i8
// CHECK:         %[[PACKED:.*]] = memref.alloc() : memref<1x18x16xi32>
// CHECK:         %[[SURPLUS:.*]] = memref.alloc() : memref<4xi32>
// CHECK:         %[[BIASED:.*]] = arith.xori %{{.*}}, %c-2139062144_i32
// CHECK:         memref.store %[[BIASED]], %[[PACKED]]
// CHECK:         %[[BIAS:.*]] = arith.constant dense<-128> : vector<64xi8>
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} step %c16{{.*}} iter_args(
// CHECK:           %[[ROW:.*]] = vector.load %arg0{{.*}} : memref<4x72xi8>, vector<64xi8>
// CHECK:           llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[BIAS]], %[[ROW]])
// CHECK:         scf.for %{{.*}} = %c16{{.*}} to %c18{{.*}} step %c1{{.*}} iter_args(
// CHECK:           vector.load %arg0{{.*}} : memref<4x72xi8>, vector<4xi8>
// CHECK:           llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[BIAS]], %{{.*}})
// CHECK:         vector.store %{{.*}}, %[[SURPLUS]]{{.*}} : memref<4xi32>, vector<1xi32>
// CHECK:         vector.load %arg2
// CHECK:         memref.load %[[SURPLUS]]
// CHECK:         arith.subi
// CHECK:         vector.load %[[PACKED]]
// CHECK:         vector.load %arg0{{.*}} : memref<4x72xi8>, vector<4xi8>
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// STRICT-LABEL: func.func @i8
// STRICT:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// NEON-LABEL: func.func @i8
// NEON-NOT:     arith.xori
// NEON:         llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
func.func @i8(%a: memref<4x72xi8>, %b: memref<72x16xi8>, %c: memref<4x16xi32>) {
  linalg.matmul ins(%a, %b : memref<4x72xi8>, memref<72x16xi8>) outs(%c : memref<4x16xi32>)
  return
}

// VNNI has no product of two unsigned numbers; NEON has.
// CHECK-LABEL: func.func @unsigned
// CHECK-NOT:     llvm.call_intrinsic
// NEON-LABEL: func.func @unsigned
// NEON:         llvm.call_intrinsic "llvm.aarch64.neon.udot.v4i32.v16i8"
func.func @unsigned(%a: memref<4x8xi8>, %b: memref<8x16xi8>, %c: memref<4x16xi32>) {
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<4x8xi8>, memref<8x16xi8>) outs(%c : memref<4x16xi32>)
  return
}

// A depth that is no multiple of a group.
// CHECK-LABEL: func.func @odd
// CHECK-NOT:     llvm.call_intrinsic
// CHECK:         vector.fma
func.func @odd(%a: memref<4x3xbf16>, %b: memref<3x16xbf16>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x3xbf16>, memref<3x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

// Vectors shorter than the processor's need their own instruction, which avx512bf16 alone does not have.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT:     llvm.call_intrinsic
func.func @narrow(%a: memref<4x8xbf16>, %b: memref<8x8xbf16>, %c: memref<4x8xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xbf16>, memref<8x8xbf16>) outs(%c : memref<4x8xf32>)
  return
}

// Of rows of memory that a mask may have cut, a part is read where it is if it has whole tiles and groups; else it is copied.
// CHECK-LABEL: func.func @part
// CHECK-SAME:    %[[CUT:[^:]*]]: memref<?x?xi8{{.*}}, %[[ROWS:.*]]: index, %[[DEPTH:.*]]: index)
// CHECK-DAG:     %[[GROUP_REST:.*]] = arith.remui %[[DEPTH]], %c4{{.*}} : index
// CHECK-DAG:     %[[TILE_REST:.*]] = arith.remui %[[ROWS]], %c8{{.*}} : index
// CHECK:         %[[COPIES:.*]] = arith.ori
// CHECK:         scf.if %[[COPIES]] {
// CHECK:         %[[THERE:.*]] = memref.cast %[[LEFT:.*]] : memref<?x?xi8, strided<[?, 1], offset: ?>> to memref<?x?xi8, strided<[?, 1], offset: ?>>
// CHECK:         %[[COPY:.*]] = memref.cast %{{.*}} : memref<8x64xi8> to memref<?x?xi8, strided<[?, 1], offset: ?>>
// CHECK:         %[[READ:.*]] = arith.select %[[COPIES]], %[[COPY]], %[[THERE]]
// CHECK:         vector.load %[[READ]]{{.*}} vector<64xi8>
// CHECK:         vector.load %[[READ]]{{.*}} vector<4xi8>
func.func @part(%memory: memref<?x?xi8, strided<[?, 1], offset: ?>>, %b: memref<64x16xi8>, %cut: i1, %rows: index, %depth: index) -> memref<8x16xi32> {
  %acc = memref.alloc() : memref<8x16xi32>
  %buffer = memref.alloc() : memref<8x64xi8>
  %copied = memref.subview %buffer[0, 0] [%rows, %depth] [1, 1] : memref<8x64xi8> to memref<?x?xi8, strided<[64, 1]>>
  %cast = memref.cast %copied : memref<?x?xi8, strided<[64, 1]>> to memref<?x?xi8, strided<[?, 1], offset: ?>>
  %a = arith.select %cut, %cast, %memory : memref<?x?xi8, strided<[?, 1], offset: ?>>
  %right = memref.subview %b[0, 0] [%depth, 16] [1, 1] : memref<64x16xi8> to memref<?x16xi8, strided<[16, 1]>>
  %c = memref.subview %acc[0, 0] [%rows, 16] [1, 1] : memref<8x16xi32> to memref<?x16xi32, strided<[16, 1]>>
  linalg.matmul ins(%a, %right : memref<?x?xi8, strided<[?, 1], offset: ?>>, memref<?x16xi8, strided<[16, 1]>>) outs(%c : memref<?x16xi32, strided<[16, 1]>>)
  return %acc : memref<8x16xi32>
}

// Elements of the left side that do not follow each other are copied. Rows of memory are fetched before they are packed.
// CHECK-LABEL: func.func @columns
// CHECK:         llvm.call_intrinsic "llvm.prefetch.p0"
// CHECK:         %[[COPY:.*]] = memref.alloc() : memref<4x32xbf16>
// CHECK:         memref.store %{{.*}}, %[[COPY]]
// CHECK:         vector.load %[[COPY]]
func.func @columns(%a: memref<4x32xbf16, strided<[1, 4]>>, %b: memref<32x16xbf16>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x32xbf16, strided<[1, 4]>>, memref<32x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

// A buffer of the program is in the cache.
// CHECK-LABEL: func.func @near
// CHECK-NOT:     llvm.prefetch
// CHECK:         return
func.func @near(%a: memref<4x32xbf16>, %c: memref<4x16xf32>) {
  %b = memref.alloc() : memref<32x16xbf16>
  linalg.matmul ins(%a, %b : memref<4x32xbf16>, memref<32x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}
