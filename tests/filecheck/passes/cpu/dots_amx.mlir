// RUN: xtriton-opt %s --cpu-linalg-to-loops=dots=amx-bf16,amx-fp16,amx-int8,avx512bf16,avx512vnni | filecheck %s
// RUN: xtriton-opt %s --cpu-linalg-to-loops="dots=amx-bf16,amx-int8 strict-fp=true" | filecheck %s --check-prefix=STRICT
// RUN: xtriton-opt %s --cpu-linalg-to-loops=dots=avx512bf16,avx512vnni | filecheck %s --check-prefix=NONE
// NONE-NOT: x86_amx

// Registers of 16 rows of 64 bytes: of the accumulators four, and for each 32 columns of the left side two of both sides.
// CHECK-LABEL: func.func @bf16
// CHECK:         %[[PACKED:.*]] = memref.alloc() : memref<1x32x32xi32>
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%c16{{.*}}, %c64{{.*}}, %{{.*}}, %c128{{.*}}) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
// CHECK:         scf.for %[[K:.*]] = %c0{{.*}} to %c32{{.*}} step %c16{{.*}} iter_args(
// CHECK:           memref.subview %[[PACKED]][%{{.*}}, %[[K]], 0]
// CHECK:           llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%c16{{.*}}, %c64{{.*}}, %{{.*}}, %c128{{.*}})
// CHECK:           memref.subview %[[PACKED]][%{{.*}}, %[[K]], 16]
// CHECK:           llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%c16{{.*}}, %c64{{.*}}, %{{.*}}, %c128{{.*}})
// CHECK:           arith.muli %[[K]], %c2
// CHECK:           memref.subview %arg0
// CHECK:           llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%c16{{.*}}, %c64{{.*}}, %{{.*}}, %c128{{.*}})
// CHECK-COUNT-2:   llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%c16{{.*}}, %c64{{.*}}, %c64{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
// CHECK:           memref.subview %arg0
// CHECK:           llvm.call_intrinsic "llvm.x86.tileloadd64.internal"
// CHECK-COUNT-2:   llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"
// CHECK:           scf.yield %{{.*}} : !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%c16{{.*}}, %c64{{.*}}, %{{.*}}, %c128{{.*}}, %{{.*}}) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
// STRICT-LABEL: func.func @bf16
// STRICT-NOT:     llvm.call_intrinsic
func.func @bf16(%a: memref<32x64xbf16>, %b: memref<64x32xbf16>, %c: memref<32x32xf32>) {
  linalg.matmul ins(%a, %b : memref<32x64xbf16>, memref<64x32xbf16>) outs(%c : memref<32x32xf32>)
  return
}

// Rows whose distance is known at run time.
// CHECK-LABEL: func.func @i8
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg2
// CHECK:         %[[BYTES:.*]] = arith.muli %[[STRIDES]]#0, %c4
// CHECK:         %[[STRIDE:.*]] = arith.index_cast %[[BYTES]] : index to i64
// CHECK:         llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%c16{{.*}}, %c64{{.*}}, %{{.*}}, %[[STRIDE]])
// CHECK:         llvm.call_intrinsic "llvm.x86.tdpbssd.internal"
// STRICT-LABEL: func.func @i8
// STRICT:         llvm.call_intrinsic "llvm.x86.tdpbssd.internal"
func.func @i8(%a: memref<16x64xi8>, %b: memref<64x16xi8>, %c: memref<16x16xi32, strided<[?, 1]>>) {
  linalg.matmul ins(%a, %b : memref<16x64xi8>, memref<64x16xi8>) outs(%c : memref<16x16xi32, strided<[?, 1]>>)
  return
}

// CHECK-LABEL: func.func @f16
// CHECK:         llvm.call_intrinsic "llvm.x86.tdpfp16ps.internal"
func.func @f16(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xf16>, memref<32x16xf16>) outs(%c : memref<16x16xf32>)
  return
}

// CHECK-LABEL: func.func @unsigned
// CHECK:         llvm.call_intrinsic "llvm.x86.tdpbuud.internal"
func.func @unsigned(%a: memref<16x64xi8>, %b: memref<64x16xi8>, %c: memref<16x16xi32>) {
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<16x64xi8>, memref<64x16xi8>) outs(%c : memref<16x16xi32>)
  return
}

// Half of a register of rows, of columns (vectors of 256 bits need avx512bf16-vl), or of the reduction.
// CHECK-LABEL: func.func @few_rows
// CHECK-NOT:     x86_amx
// CHECK:         dpbf16ps.512
// CHECK-NOT:     x86_amx
func.func @few_rows(%a: memref<8x32xbf16>, %b: memref<32x16xbf16>, %c: memref<8x16xf32>) {
  linalg.matmul ins(%a, %b : memref<8x32xbf16>, memref<32x16xbf16>) outs(%c : memref<8x16xf32>)
  return
}

// CHECK-LABEL: func.func @few_columns
// CHECK-NOT:     llvm.call_intrinsic
func.func @few_columns(%a: memref<16x32xbf16>, %b: memref<32x8xbf16>, %c: memref<16x8xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xbf16>, memref<32x8xbf16>) outs(%c : memref<16x8xf32>)
  return
}

// CHECK-LABEL: func.func @few_steps
// CHECK-NOT:     x86_amx
// CHECK:         vpdpbusd.512
// CHECK-NOT:     x86_amx
func.func @few_steps(%a: memref<16x32xi8>, %b: memref<32x16xi8>, %c: memref<16x16xi32>) {
  linalg.matmul ins(%a, %b : memref<16x32xi8>, memref<32x16xi8>) outs(%c : memref<16x16xi32>)
  return
}
