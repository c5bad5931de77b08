// RUN: xtriton-opt %s --cpu-linalg-to-loops=dots=avx512bf16 | filecheck %s

// 32 KiB of the right side's columns are packed before the products are computed: 16 iterations of 32 steps of 64 bytes.
// CHECK-LABEL: func.func @loop
// CHECK:         %[[ACC:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK:         %[[B:.*]] = memref.alloc() : memref<1x512x16xi32>
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4x1024xbf16>
// CHECK:         %[[REST:.*]] = scf.for %{{.*}} iter_args(%[[PACKED:.*]] = %{{.*}}) -> (index) {
// CHECK:           memref.store %{{.*}}, %[[B]]
// CHECK:           memref.store %{{.*}}, %[[A]]
// CHECK:           %[[FILLED:.*]] = arith.addi %[[PACKED]], %c32{{.*}} : index
// CHECK:           %[[FULL:.*]] = arith.cmpi sgt, %[[FILLED]], %c480{{.*}} : index
// CHECK:           scf.if %[[FULL]] {
// CHECK:             scf.for %{{.*}} = %{{.*}} to %[[FILLED]] step {{.*}} iter_args
// CHECK:               llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK:           %[[NEXT:.*]] = arith.select %[[FULL]], %c0{{.*}}, %[[FILLED]] : index
// CHECK:           scf.yield %[[NEXT]] : index
// CHECK:         %[[SOME:.*]] = arith.cmpi ne, %[[REST]]
// CHECK:         scf.if %[[SOME]] {
// CHECK:           scf.for %{{.*}} = %{{.*}} to %[[REST]]
// CHECK:             llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
func.func @loop(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%acc : memref<4x16xf32>)
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

// No more than the loop has iterations.
// CHECK-LABEL: func.func @short
// CHECK:         memref.alloc() : memref<1x64x16xi32>
func.func @short(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %acc = memref.alloc() : memref<4x16xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%acc : memref<4x16xf32>)
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

// Accumulators that the loop reads, scales, allocates, or that may be memory which it reads, are complete after each
// iteration.
// CHECK-LABEL: func.func @read
// CHECK:         memref.alloc() : memref<1x32x16xi32>
// CHECK-LABEL: func.func @read_part
// CHECK:         memref.alloc() : memref<1x32x16xi32>
// CHECK-LABEL: func.func @inside
// CHECK:         memref.alloc() : memref<1x32x16xi32>
// CHECK-LABEL: func.func @argument
// CHECK:         memref.alloc() : memref<1x32x16xi32>
// CHECK-LABEL: func.func @operand
// CHECK:         memref.alloc() : memref<1x8x16xi32>
// CHECK-LABEL: func.func @chosen
// CHECK:         memref.alloc() : memref<1x32x16xi32>
// CHECK-LABEL: func.func @in_place
// CHECK:         memref.alloc() : memref<1x512x16xi32>
func.func @read(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%acc : memref<4x16xf32>)
    memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  }
  return
}

func.func @read_part(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  %part = memref.subview %acc[0, 0] [1, 1] [1, 1] : memref<4x16xf32> to memref<f32, strided<[]>>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%acc : memref<4x16xf32>)
    memref.copy %part, %c : memref<f32, strided<[]>> to memref<f32>
  }
  return
}

func.func @inside(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %acc = memref.alloc() : memref<4x16xf32>
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%acc : memref<4x16xf32>)
    memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  }
  return
}

func.func @argument(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%c : memref<4x16xf32>)
  }
  return
}

func.func @operand(%a: memref<16x16xbf16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<16x16xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %a : memref<16x16xbf16>, memref<16x16xbf16>) outs(%acc : memref<16x16xf32>)
    linalg.matmul ins(%acc, %acc : memref<16x16xf32>, memref<16x16xf32>) outs(%acc : memref<16x16xf32>)
  }
  return
}

func.func @chosen(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>, %n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  %other = arith.select %which, %acc, %c : memref<4x16xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%other : memref<4x16xf32>)
    %0 = memref.load %c[%c0, %c0] : memref<4x16xf32>
  }
  return
}

// A choice between a buffer and memory that the loop does not access otherwise, as cpu-write-in-place makes it.
func.func @in_place(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<*xf32>, %n: index, %which: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %buffer = memref.alloc() : memref<4x16xf32>
  %stored = memref.reinterpret_cast %c to offset: [%n], sizes: [4, 16], strides: [32, 1] : memref<*xf32> to memref<4x16xf32, strided<[32, 1], offset: ?>>
  %0 = memref.cast %buffer : memref<4x16xf32> to memref<4x16xf32, strided<[?, 1], offset: ?>>
  %1 = memref.cast %stored : memref<4x16xf32, strided<[32, 1], offset: ?>> to memref<4x16xf32, strided<[?, 1], offset: ?>>
  %acc = arith.select %which, %0, %1 : memref<4x16xf32, strided<[?, 1], offset: ?>>
  %part = memref.subview %acc[0, 0] [%n, 16] [1, 1] : memref<4x16xf32, strided<[?, 1], offset: ?>> to memref<?x16xf32, strided<[?, 1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%part : memref<?x16xf32, strided<[?, 1], offset: ?>>)
  }
  return
}

// The first products start from the value that fills the accumulators; loops without iterations fill them behind.
// CHECK-LABEL: func.func @filled
// CHECK:         %[[ACC:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK-NOT:     memref.store %arg4
// CHECK:         %[[RESULT:.*]]:2 = scf.for %{{.*}} iter_args(%{{.*}} = %c0{{.*}}, %[[UNWRITTEN:.*]] = %true{{.*}}) -> (index, i1) {
// CHECK:           scf.if %[[FULL:.*]] {
// CHECK:             %[[START:.*]]:4 = scf.if %[[UNWRITTEN]] -> ({{.*}}) {
// CHECK:               scf.yield %[[GIVEN:.*]], %[[GIVEN]], %[[GIVEN]], %[[GIVEN]]
// CHECK:             } else {
// CHECK:               vector.load %[[ACC]]
// CHECK:             scf.for {{.*}} iter_args(%{{.*}} = %[[START]]#0
// CHECK:           %[[STILL:.*]] = arith.select %[[FULL]], %false{{.*}}, %[[UNWRITTEN]] : i1
// CHECK:           scf.yield %{{.*}}, %[[STILL]] : index, i1
// CHECK:         scf.if %[[SOME:.*]] {
// CHECK:           scf.if %[[RESULT]]#1
// CHECK:         %[[NONE:.*]] = arith.select %[[SOME]], %false{{.*}}, %[[RESULT]]#1 : i1
// CHECK:         scf.if %[[NONE]] {
// CHECK:           memref.store %arg4
// CHECK:         return
func.func @filled(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x64xbf16>, memref<64x16xbf16>) outs(%acc : memref<4x16xf32>)
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

// A deep dot is computed in each iteration, from its operand in place.
// CHECK-LABEL: func.func @deep
// CHECK:         %[[ACC:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK-NOT:     memref.store %arg4
// CHECK:         %[[RESULT:.*]] = scf.for %{{.*}} iter_args(%[[UNWRITTEN:.*]] = %true{{.*}}) -> (i1) {
// CHECK:           scf.if %[[UNWRITTEN]] -> ({{.*}}) {
// CHECK:           vector.load %arg0{{.*}} : memref<4x1024xbf16>, vector<2xbf16>
// CHECK:           scf.yield %false{{.*}} : i1
// CHECK:         scf.if %[[RESULT]] {
// CHECK:           memref.store %arg4
func.func @deep(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<4x16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x1024xbf16>, memref<1024x16xbf16>) outs(%acc : memref<4x16xf32>)
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

// The same for the part of a choice that is stored, as cpu-trim-matmuls and cpu-write-in-place leave it.
// CHECK-LABEL: func.func @filled_part
// CHECK:         scf.for %{{.*}} iter_args(%[[UNWRITTEN:.*]] = %true{{.*}}) -> (i1) {
func.func @filled_part(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<*xf32>, %n: index, %x: f32, %cut: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %buffer = memref.alloc() : memref<4x16xf32>
  %stored = memref.reinterpret_cast %c to offset: [%n], sizes: [4, 16], strides: [32, 1] : memref<*xf32> to memref<4x16xf32, strided<[32, 1], offset: ?>>
  %0 = memref.cast %buffer : memref<4x16xf32> to memref<4x16xf32, strided<[?, 1], offset: ?>>
  %1 = memref.cast %stored : memref<4x16xf32, strided<[32, 1], offset: ?>> to memref<4x16xf32, strided<[?, 1], offset: ?>>
  %acc = arith.select %cut, %0, %1 : memref<4x16xf32, strided<[?, 1], offset: ?>>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32, strided<[?, 1], offset: ?>>)
  %part = memref.subview %acc[0, 0] [%n, 16] [1, 1] : memref<4x16xf32, strided<[?, 1], offset: ?>> to memref<?x16xf32, strided<[?, 1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x1024xbf16>, memref<1024x16xbf16>) outs(%part : memref<?x16xf32, strided<[?, 1], offset: ?>>)
  }
  %from = memref.subview %buffer[0, 0] [%n, 16] [1, 1] : memref<4x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  %to = memref.subview %stored[0, 0] [%n, 16] [1, 1] : memref<4x16xf32, strided<[32, 1], offset: ?>> to memref<?x16xf32, strided<[32, 1], offset: ?>>
  scf.if %cut {
    memref.copy %from, %to : memref<?x16xf32, strided<[16, 1]>> to memref<?x16xf32, strided<[32, 1], offset: ?>>
  }
  return
}

// Accumulators stay filled before the loop if they are read before it, if they are written otherwise, if more of them is
// read than the matmul writes, or other elements, or if another block fills or reads them.
// CHECK-LABEL: func.func @read_before
// CHECK:         scf.for
// CHECK-NOT:     i1) {
// CHECK-LABEL: func.func @filled_twice
// CHECK-NOT:     i1) {
// CHECK-LABEL: func.func @read_whole
// CHECK-NOT:     i1) {
// CHECK-LABEL: func.func @read_others
// CHECK-NOT:     i1) {
// CHECK-LABEL: func.func @filled_outside
// CHECK-NOT:     i1) {
// CHECK-LABEL: func.func @read_outside
// CHECK-NOT:     i1) {
// CHECK-LABEL: func.func @last
func.func @read_before(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<4x16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x1024xbf16>, memref<1024x16xbf16>) outs(%acc : memref<4x16xf32>)
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

func.func @filled_twice(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<4x16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
  %half = memref.subview %acc[0, 0] [2, 16] [1, 1] : memref<4x16xf32> to memref<2x16xf32, strided<[16, 1]>>
  linalg.fill ins(%x : f32) outs(%half : memref<2x16xf32, strided<[16, 1]>>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x1024xbf16>, memref<1024x16xbf16>) outs(%acc : memref<4x16xf32>)
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

func.func @read_whole(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<4x16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
  %part = memref.subview %acc[0, 0] [%n, 16] [1, 1] : memref<4x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  scf.for %i = %c0 to %n step %c1 {
    linalg.matmul ins(%a, %b : memref<4x1024xbf16>, memref<1024x16xbf16>) outs(%part : memref<?x16xf32, strided<[16, 1]>>)
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

func.func @read_others(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<2x16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
  %part = memref.subview %acc[0, 0] [2, 16] [1, 1] : memref<4x16xf32> to memref<2x16xf32, strided<[16, 1]>>
  %left = memref.subview %a[0, 0] [2, 1024] [1, 1] : memref<4x1024xbf16> to memref<2x1024xbf16, strided<[1024, 1]>>
  scf.for %i = %c0 to %c1 step %c1 {
    linalg.matmul ins(%left, %b : memref<2x1024xbf16, strided<[1024, 1]>>, memref<1024x16xbf16>) outs(%part : memref<2x16xf32, strided<[16, 1]>>)
  }
  %others = memref.subview %acc[2, 0] [2, 16] [1, 1] : memref<4x16xf32> to memref<2x16xf32, strided<[16, 1], offset: 32>>
  %read = memref.subview %others[0, 0] [2, 16] [1, 1] : memref<2x16xf32, strided<[16, 1], offset: 32>> to memref<2x16xf32, strided<[16, 1], offset: 32>>
  memref.copy %read, %c : memref<2x16xf32, strided<[16, 1], offset: 32>> to memref<2x16xf32>
  return
}

func.func @filled_outside(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<4x16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
  scf.for %j = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      linalg.matmul ins(%a, %b : memref<4x1024xbf16>, memref<1024x16xbf16>) outs(%acc : memref<4x16xf32>)
    }
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

func.func @read_outside(%a: memref<4x1024xbf16>, %b: memref<1024x16xbf16>, %c: memref<4x16xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4x16xf32>
  scf.for %j = %c0 to %n step %c1 {
    linalg.fill ins(%x : f32) outs(%acc : memref<4x16xf32>)
    scf.for %i = %c0 to %n step %c1 {
      linalg.matmul ins(%a, %b : memref<4x1024xbf16>, memref<1024x16xbf16>) outs(%acc : memref<4x16xf32>)
    }
  }
  memref.copy %acc, %c : memref<4x16xf32> to memref<4x16xf32>
  return
}

func.func @last() {
  return
}
