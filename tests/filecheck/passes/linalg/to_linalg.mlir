// RUN: xtriton-opt %s --triton=3.6 --triton-to-linalg=fallback=false --split-input-file | filecheck %s

// The unmasked part of a load is copied; the rest is filled.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @masked(%arg0: memref<*xf32>, %arg1: memref<*xf32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) {
// CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:   %0 = arith.muli %arg6, %c16_i32 : i32
// CHECK-NEXT:   %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%1], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<16xf32>
// CHECK-NEXT:   %2 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:   %3 = arith.addi %2, %c16 : index
// CHECK-NEXT:   %4 = arith.index_cast %arg2 : i32 to index
// CHECK-NEXT:   %5 = arith.minsi %3, %4 : index
// CHECK-NEXT:   %6 = arith.maxsi %5, %2 : index
// CHECK-NEXT:   %7 = arith.subi %6, %2 : index
// CHECK-NEXT:   %8 = arith.cmpi slt, %7, %c16 : index
// CHECK-NEXT:   scf.if %8 {
// CHECK-NEXT:     linalg.fill ins(%cst : f32) outs(%alloc : memref<16xf32>)
// CHECK-NEXT:   }
// CHECK-NEXT:   %subview = memref.subview %reinterpret_cast[0] [%7] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   %subview_0 = memref.subview %alloc[0] [%7] [1] : memref<16xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   memref.copy %subview, %subview_0 : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1]>>
// CHECK-NEXT:   %9 = bufferization.to_tensor %alloc restrict writable : memref<16xf32> to tensor<16xf32>
// CHECK-NEXT:   %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%9, %9 : tensor<16xf32>, tensor<16xf32>) outs(%9 : tensor<16xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %in_3: f32, %out: f32):
// CHECK-NEXT:     %18 = arith.addf %in, %in_3 : f32
// CHECK-NEXT:     linalg.yield %18 : f32
// CHECK-NEXT:   } -> tensor<16xf32>
// CHECK-NEXT:   %11 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:   %reinterpret_cast_1 = memref.reinterpret_cast %arg1 to offset: [%11], sizes: [16], strides: [1] : memref<*xf32> to memref<16xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   %12 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:   %13 = arith.addi %12, %c16 : index
// CHECK-NEXT:   %14 = arith.index_cast %arg2 : i32 to index
// CHECK-NEXT:   %15 = arith.minsi %13, %14 : index
// CHECK-NEXT:   %16 = arith.maxsi %15, %12 : index
// CHECK-NEXT:   %17 = arith.subi %16, %12 : index
// CHECK-NEXT:   %extracted_slice = tensor.extract_slice %10[0] [%17] [1] : tensor<16xf32> to tensor<?xf32>
// CHECK-NEXT:   %subview_2 = memref.subview %reinterpret_cast_1[0] [%17] [1] : memref<16xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   bufferization.materialize_in_destination %extracted_slice in writable %subview_2 : (tensor<?xf32>, memref<?xf32, strided<[1], offset: ?>>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
tt.func public @masked(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) attributes {noinline = false} {
  %c = arith.constant 16 : i32
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c : i32
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %s = tt.splat %first : i32 -> tensor<16xi32>
  %i = arith.addi %s, %r : tensor<16xi32>
  %e = tt.splat %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %i, %e : tensor<16xi32>
  %o = arith.constant dense<1.0> : tensor<16xf32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %a = tt.addptr %p, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %a, %m, %o : tensor<16x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<16xf32>
  %q = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %b = tt.addptr %q, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %b, %w, %m : tensor<16x!tt.ptr<f32>>
  tt.return
}

// -----

// An index that is both data and address: it is computed for the data, and described for the address.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @both(%arg0: memref<*xi32>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32) {
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %0 = tensor.empty() : tensor<8xi32>
// CHECK-NEXT:   %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<8xi32>) {
// CHECK-NEXT:   ^bb0(%out: i32):
// CHECK-NEXT:     %2 = linalg.index 0 : index
// CHECK-NEXT:     %3 = arith.index_cast %2 : index to i32
// CHECK-NEXT:     %4 = arith.addi %3, %c8_i32 : i32
// CHECK-NEXT:     linalg.yield %4 : i32
// CHECK-NEXT:   } -> tensor<8xi32>
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [8], sizes: [8], strides: [1] : memref<*xi32> to memref<8xi32, strided<[1], offset: 8>>
// CHECK-NEXT:   bufferization.materialize_in_destination %1 in writable %reinterpret_cast : (tensor<8xi32>, memref<8xi32, strided<[1], offset: 8>>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
tt.func @both(%x: !tt.ptr<i32>) {
  %r = tt.make_range {start = 8 : i32, end = 16 : i32} : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %a = tt.addptr %p, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  tt.store %a, %r : tensor<8x!tt.ptr<i32>>
  tt.return
}

// -----

// Loops carry memory, and its offsets and strides.
// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @loop(%arg0: memref<*xf16>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) -> tensor<4x8xf16> {
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4x8xf16>
// CHECK-NEXT:   %1 = linalg.fill ins(%cst : f16) outs(%0 : tensor<4x8xf16>) -> tensor<4x8xf16>
// CHECK-NEXT:   %2 = arith.index_cast %arg1 : i32 to index
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%c0], sizes: [4, 8], strides: [%2, %c1] : memref<*xf16> to memref<4x8xf16, strided<[?, ?], offset: ?>>
// CHECK-NEXT:   %3:3 = scf.for %arg9 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg10 = %1, %arg11 = %reinterpret_cast, %arg12 = %c0) -> (tensor<4x8xf16>, memref<4x8xf16, strided<[?, ?], offset: ?>>, index)  : i32 {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<4x8xf16>
// CHECK-NEXT:     memref.copy %arg11, %alloc : memref<4x8xf16, strided<[?, ?], offset: ?>> to memref<4x8xf16>
// CHECK-NEXT:     %4 = bufferization.to_tensor %alloc restrict writable : memref<4x8xf16> to tensor<4x8xf16>
// CHECK-NEXT:     %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg10, %4 : tensor<4x8xf16>, tensor<4x8xf16>) outs(%arg10 : tensor<4x8xf16>) {
// CHECK-NEXT:     ^bb0(%in: f16, %in_1: f16, %out: f16):
// CHECK-NEXT:       %7 = arith.addf %in, %in_1 : f16
// CHECK-NEXT:       linalg.yield %7 : f16
// CHECK-NEXT:     } -> tensor<4x8xf16>
// CHECK-NEXT:     %6 = arith.addi %arg12, %c8 : index
// CHECK-NEXT:     %reinterpret_cast_0 = memref.reinterpret_cast %arg0 to offset: [%6], sizes: [4, 8], strides: [%2, %c1] : memref<*xf16> to memref<4x8xf16, strided<[?, ?], offset: ?>>
// CHECK-NEXT:     scf.yield %5, %reinterpret_cast_0, %6 : tensor<4x8xf16>, memref<4x8xf16, strided<[?, ?], offset: ?>>, index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %3#0 : tensor<4x8xf16>
// CHECK-NEXT: }
tt.func @loop(%x: !tt.ptr<f16>, %stride: i32, %n: i32) -> tensor<4x8xf16> {
  %lb = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %eight = arith.constant dense<8> : tensor<4x8xi32>
  %zero = arith.constant dense<0.0> : tensor<4x8xf16>
  %r = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %s = tt.splat %stride : i32 -> tensor<4x1xi32>
  %d = arith.muli %rows, %s : tensor<4x1xi32>
  %k = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %columns = tt.expand_dims %k {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %u = tt.broadcast %d : tensor<4x1xi32> -> tensor<4x8xi32>
  %w = tt.broadcast %columns : tensor<1x8xi32> -> tensor<4x8xi32>
  %o = arith.addi %u, %w : tensor<4x8xi32>
  %p = tt.splat %x : !tt.ptr<f16> -> tensor<4x8x!tt.ptr<f16>>
  %a = tt.addptr %p, %o : tensor<4x8x!tt.ptr<f16>>, tensor<4x8xi32>
  %sum:2 = scf.for %i = %lb to %n step %step iter_args(%acc = %zero, %at = %a) -> (tensor<4x8xf16>, tensor<4x8x!tt.ptr<f16>>) : i32 {
    %v = tt.load %at : tensor<4x8x!tt.ptr<f16>>
    %new = arith.addf %acc, %v : tensor<4x8xf16>
    %next = tt.addptr %at, %eight : tensor<4x8x!tt.ptr<f16>>, tensor<4x8xi32>
    scf.yield %new, %next : tensor<4x8xf16>, tensor<4x8x!tt.ptr<f16>>
  }
  tt.return %sum#0 : tensor<4x8xf16>
}

// -----

// Single elements.
// CHECK-LABEL: func.func @scalars(%arg0: memref<*xf32>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) {
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1]>>
// CHECK-NEXT:   %0 = affine.load %reinterpret_cast[0] : memref<1xf32, strided<[1]>>
// CHECK-NEXT:   %1 = arith.index_cast %arg1 : i32 to index
// CHECK-NEXT:   %reinterpret_cast_0 = memref.reinterpret_cast %arg0 to offset: [%1], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   affine.store %0, %reinterpret_cast_0[0] : memref<1xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   return
// CHECK-NEXT: }
tt.func @scalars(%x: !tt.ptr<f32>, %i: i32) {
  %v = tt.load %x : !tt.ptr<f32>
  %a = tt.addptr %x, %i : !tt.ptr<f32>, i32
  tt.store %a, %v : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK-LABEL: func.func @block(%arg0: memref<*xf32>, %arg1: i64, %arg2: i64, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = arith.index_cast %arg3 : i32 to index
// CHECK-NEXT:   %1 = arith.index_cast %arg2 : i64 to index
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%0], sizes: [4, 8], strides: [%1, %c1] : memref<*xf32> to memref<4x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<4x8xf32>
// CHECK-NEXT:   memref.copy %reinterpret_cast, %alloc : memref<4x8xf32, strided<[?, ?], offset: ?>> to memref<4x8xf32>
// CHECK-NEXT:   %2 = bufferization.to_tensor %alloc restrict writable : memref<4x8xf32> to tensor<4x8xf32>
// CHECK-NEXT:   %3 = arith.index_cast %arg3 : i32 to index
// CHECK-NEXT:   %4 = arith.muli %3, %1 : index
// CHECK-NEXT:   %5 = arith.addi %4, %0 : index
// CHECK-NEXT:   %reinterpret_cast_0 = memref.reinterpret_cast %arg0 to offset: [%5], sizes: [4, 8], strides: [%1, %c1] : memref<*xf32> to memref<4x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT:   bufferization.materialize_in_destination %2 in writable %reinterpret_cast_0 : (tensor<4x8xf32>, memref<4x8xf32, strided<[?, ?], offset: ?>>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
tt.func @block(%x: !tt.ptr<f32>, %n: i64, %s: i64, %i: i32) {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %p = tt.make_tensor_ptr %x, [%n, %n], [%s, %one], [%zero, %i] {order = array<i32: 1, 0>} : <tensor<4x8xf32>>
  %v = tt.load %p : !tt.ptr<tensor<4x8xf32>>
  %q = tt.advance %p, [%i, %zero] : <tensor<4x8xf32>>
  tt.store %q, %v : !tt.ptr<tensor<4x8xf32>>
  tt.return
}

// -----

// A mask along each dimension, and a value for the rest that is computed.
// CHECK-LABEL: func.func @planes(%arg0: memref<*xf16>, %arg1: i32, %arg2: i32, %arg3: f32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32) -> tensor<4x8xf16> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4, 8], strides: [%c8, 1] : memref<*xf16> to memref<4x8xf16, strided<[?, 1]>>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<4x8xf16>
// CHECK-NEXT:   %0 = arith.index_cast %arg1 : i32 to index
// CHECK-NEXT:   %1 = arith.minsi %0, %c4 : index
// CHECK-NEXT:   %2 = arith.maxsi %1, %c0 : index
// CHECK-NEXT:   %3 = arith.index_cast %arg2 : i32 to index
// CHECK-NEXT:   %4 = arith.minsi %3, %c8 : index
// CHECK-NEXT:   %5 = arith.maxsi %4, %c0 : index
// CHECK-NEXT:   %6 = arith.minsi %2, %c4 : index
// CHECK-NEXT:   %7 = arith.minsi %5, %c8 : index
// CHECK-NEXT:   %8 = arith.truncf %arg3 : f32 to f16
// CHECK-NEXT:   %9 = arith.cmpi slt, %6, %c4 : index
// CHECK-NEXT:   %10 = arith.cmpi slt, %7, %c8 : index
// CHECK-NEXT:   %11 = arith.ori %9, %10 : i1
// CHECK-NEXT:   scf.if %11 {
// CHECK-NEXT:     linalg.fill ins(%8 : f16) outs(%alloc : memref<4x8xf16>)
// CHECK-NEXT:   }
// CHECK-NEXT:   %subview = memref.subview %reinterpret_cast[0, 0] [%6, %7] [1, 1] : memref<4x8xf16, strided<[?, 1]>> to memref<?x?xf16, strided<[?, 1]>>
// CHECK-NEXT:   %subview_0 = memref.subview %alloc[0, 0] [%6, %7] [1, 1] : memref<4x8xf16> to memref<?x?xf16, strided<[8, 1]>>
// CHECK-NEXT:   memref.copy %subview, %subview_0 : memref<?x?xf16, strided<[?, 1]>> to memref<?x?xf16, strided<[8, 1]>>
// CHECK-NEXT:   %12 = bufferization.to_tensor %alloc restrict writable : memref<4x8xf16> to tensor<4x8xf16>
// CHECK-NEXT:   return %12 : tensor<4x8xf16>
// CHECK-NEXT: }
tt.func @planes(%x: !tt.ptr<f16>, %m: i32, %n: i32, %f: f32) -> tensor<4x8xf16> {
  %r = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %k = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %columns = tt.expand_dims %k {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %c8 = arith.constant dense<8> : tensor<4x1xi32>
  %d = arith.muli %rows, %c8 : tensor<4x1xi32>
  %u = tt.broadcast %d : tensor<4x1xi32> -> tensor<4x8xi32>
  %w = tt.broadcast %columns : tensor<1x8xi32> -> tensor<4x8xi32>
  %o = arith.addi %u, %w : tensor<4x8xi32>
  %mm = tt.splat %m : i32 -> tensor<4x1xi32>
  %nn = tt.splat %n : i32 -> tensor<1x8xi32>
  %below = arith.cmpi slt, %rows, %mm : tensor<4x1xi32>
  %left = arith.cmpi slt, %columns, %nn : tensor<1x8xi32>
  %b = tt.broadcast %below : tensor<4x1xi1> -> tensor<4x8xi1>
  %l = tt.broadcast %left : tensor<1x8xi1> -> tensor<4x8xi1>
  %mask = arith.andi %b, %l : tensor<4x8xi1>
  %rest = tt.splat %f : f32 -> tensor<4x8xf32>
  %other = arith.truncf %rest : tensor<4x8xf32> to tensor<4x8xf16>
  %p = tt.splat %x : !tt.ptr<f16> -> tensor<4x8x!tt.ptr<f16>>
  %a = tt.addptr %p, %o : tensor<4x8x!tt.ptr<f16>>, tensor<4x8xi32>
  %v = tt.load %a, %mask, %other : tensor<4x8x!tt.ptr<f16>>
  tt.return %v : tensor<4x8xf16>
}

// -----

// Pointers without offsets, first where a condition holds and then in any case.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @repeated(%arg0: memref<*xf32>, %arg1: memref<*xf32>, %arg2: i1, %arg3: tensor<4xf32>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32) -> (tensor<4xf32>, tensor<1xf32>) {
// CHECK-NEXT:   %0 = scf.if %arg2 -> (tensor<4xf32>) {
// CHECK-NEXT:     %reinterpret_cast_2 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [0] : memref<*xf32> to memref<4xf32, strided<[0]>>
// CHECK-NEXT:     %alloc_3 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     memref.copy %reinterpret_cast_2, %alloc_3 : memref<4xf32, strided<[0]>> to memref<4xf32>
// CHECK-NEXT:     %4 = bufferization.to_tensor %alloc_3 restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT:     scf.yield %4 : tensor<4xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg3 : tensor<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [0] : memref<*xf32> to memref<4xf32, strided<[0]>>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   memref.copy %reinterpret_cast, %alloc : memref<4xf32, strided<[0]>> to memref<4xf32>
// CHECK-NEXT:   %1 = bufferization.to_tensor %alloc restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT:   %reinterpret_cast_0 = memref.reinterpret_cast %arg1 to offset: [0], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1]>>
// CHECK-NEXT:   %alloc_1 = memref.alloc() : memref<1xf32>
// CHECK-NEXT:   memref.copy %reinterpret_cast_0, %alloc_1 : memref<1xf32, strided<[1]>> to memref<1xf32>
// CHECK-NEXT:   %2 = bufferization.to_tensor %alloc_1 restrict writable : memref<1xf32> to tensor<1xf32>
// CHECK-NEXT:   %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %in_2: f32, %out: f32):
// CHECK-NEXT:     %4 = arith.addf %in, %in_2 : f32
// CHECK-NEXT:     linalg.yield %4 : f32
// CHECK-NEXT:   } -> tensor<4xf32>
// CHECK-NEXT:   return %3, %2 : tensor<4xf32>, tensor<1xf32>
// CHECK-NEXT: }
tt.func @repeated(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: i1, %r: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xf32>) {
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %q = tt.splat %y : !tt.ptr<f32> -> tensor<1x!tt.ptr<f32>>
  %u = scf.if %c -> tensor<4xf32> {
    %v = tt.load %p : tensor<4x!tt.ptr<f32>>
    scf.yield %v : tensor<4xf32>
  } else {
    scf.yield %r : tensor<4xf32>
  }
  %v = tt.load %p : tensor<4x!tt.ptr<f32>>
  %w = tt.load %q : tensor<1x!tt.ptr<f32>>
  %s = arith.addf %u, %v : tensor<4xf32>
  tt.return %s, %w : tensor<4xf32>, tensor<1xf32>
}

// A single pointer has no dimension of its own where it is splat, also where it has been moved.
// CHECK-LABEL: func.func @splat_of_moved
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [16, 16], strides: [0, 0]
tt.func public @splat_of_moved(%arg0: !tt.ptr<f16>, %i: i32) -> tensor<16x16xf16> {
    %1 = tt.addptr %arg0, %i : !tt.ptr<f16>, i32
    %10 = tt.splat %1 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %11 = tt.load %10 : tensor<16x16x!tt.ptr<f16>>
    tt.return %11 : tensor<16x16xf16>
}

// CHECK-LABEL: func.func @splat_in_loop
// CHECK:           memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [16], strides: [0]
// CHECK:           memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [16], strides: [1]
tt.func public @splat_in_loop(%arg0: !tt.ptr<f16>, %q: !tt.ptr<f16>, %i: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
    %s = tt.splat %q : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %a = tt.addptr %s, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    %c16 = arith.constant dense<16> : tensor<16xi32>
    %e = scf.for %j = %c0 to %i step %c1 iter_args(%k = %a) -> (tensor<16x!tt.ptr<f16>>) : i32 {
      %1 = tt.addptr %arg0, %j : !tt.ptr<f16>, i32
      %10 = tt.splat %1 : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
      %z = tt.load %10 : tensor<16x!tt.ptr<f16>>
      %11 = tt.addptr %10, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
      %y = tt.load %11 : tensor<16x!tt.ptr<f16>>
      %x = arith.addf %y, %z : tensor<16xf16>
      tt.store %k, %x : tensor<16x!tt.ptr<f16>>
      %n = tt.addptr %k, %c16 : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
      scf.yield %n : tensor<16x!tt.ptr<f16>>
    }
    tt.return
}
