// RUN: xtriton-opt %s --cpu-linalg-to-loops=dots=avx512bf16,avx512vnni | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=avx512bf16,avx512vnni strict-fp=true" | filecheck %s --check-prefix=STRICT
// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=bf16,dotprod vector-bits=128" | filecheck %s --check-prefix=NEON
// RUN: xtriton-opt %s --cpu-linalg-to-loops | filecheck %s --check-prefix=NONE
// RUN: not xtriton-opt %s --cpu-linalg-to-loops=dots=sse 2>&1 | filecheck %s --check-prefix=UNKNOWN

// UNKNOWN: dots has 'sse': it must be one of avx512bf16,
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
// NEON:         llvm.call_intrinsic "llvm.aarch64.neon.bfdot.v4f32.v8bf16"
func.func @bf16(%a: memref<4x32xbf16>, %b: memref<32x16xbf16>, %c: memref<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x32xbf16>, memref<32x16xbf16>) outs(%c : memref<4x16xf32>)
  return
}

// The left side has 128 added; the accumulators start without 128 times the sums of the right side's columns.
// Integer sums are exact: strict-fp has them, too.
// CHECK-LABEL: func.func @i8
// CHECK:         %[[SURPLUS:.*]] = memref.alloc() : memref<16xi32>
// CHECK:         arith.xori %{{.*}}, %c-128_i8
// CHECK:         arith.constant dense<-128> : vector<64xi8>
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK:         vector.store %{{.*}}, %[[SURPLUS]]
// CHECK:         vector.load %arg2
// CHECK:         vector.load %[[SURPLUS]]
// CHECK:         arith.subi
// CHECK:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// STRICT-LABEL: func.func @i8
// STRICT:         llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// NEON-LABEL: func.func @i8
// NEON-NOT:     arith.xori
// NEON:         llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
func.func @i8(%a: memref<4x8xi8>, %b: memref<8x16xi8>, %c: memref<4x16xi32>) {
  linalg.matmul ins(%a, %b : memref<4x8xi8>, memref<8x16xi8>) outs(%c : memref<4x16xi32>)
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
