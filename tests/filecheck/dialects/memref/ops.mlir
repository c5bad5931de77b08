// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK: memref.global "private" constant @gg : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK: memref.global @gu : memref<2xf32> = uninitialized
// CHECK: memref.global "private" @ge : memref<2xf32>
// CHECK: func.func @mem(%arg0: memref<*xf32>, %arg1: index, %arg2: memref<4x8xf32>, %arg3: memref<?x?xf32>, %arg4: f32, %arg5: i32) -> index {
// CHECK-NEXT:   %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT:   %alloca = memref.alloca() : memref<f32>
// CHECK-NEXT:   %alloc_0 = memref.alloc(%arg1)[%arg1] : memref<?xf32, #map>
// CHECK-NEXT:   memref.dealloc %alloc : memref<?xf32>
// CHECK-NEXT:   %0 = memref.load %arg2[%arg1, %arg1] : memref<4x8xf32>
// CHECK-NEXT:   memref.store %0, %arg2[%arg1, %arg1] {nontemporal = true} : memref<4x8xf32>
// CHECK-NEXT:   %1 = memref.load %alloca[] : memref<f32>
// CHECK-NEXT:   memref.copy %arg2, %arg2 : memref<4x8xf32> to memref<4x8xf32>
// CHECK-NEXT:   %cast = memref.cast %arg2 : memref<4x8xf32> to memref<?x?xf32>
// CHECK-NEXT:   %cast_1 = memref.cast %arg2 : memref<4x8xf32> to memref<*xf32>
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1, 4], strides: [%arg1, 1] : memref<*xf32> to memref<?x4xf32, strided<[?, 1]>>
// CHECK-NEXT:   %subview = memref.subview %arg2[0, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32>
// CHECK-NEXT:   %dim = memref.dim %arg3, %arg1 : memref<?x?xf32>
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg2 {{\[\[}}0, 1]] : memref<4x8xf32> into memref<32xf32>
// CHECK-NEXT:   %expand_shape = memref.expand_shape %collapse_shape {{\[\[}}0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
// CHECK-NEXT:   %2 = memref.get_global @gg : memref<2xf32>
// CHECK-NEXT:   %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg3 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT:   %intptr = memref.extract_aligned_pointer_as_index %arg3 : memref<?x?xf32> -> index
// CHECK-NEXT:   %memspacecast = memref.memory_space_cast %arg2 : memref<4x8xf32> to memref<4x8xf32, 1>
// CHECK-NEXT:   %3 = memref.atomic_rmw addf %arg4, %arg2[%arg1, %arg1] : (f32, memref<4x8xf32>) -> f32
// CHECK-NEXT:   %4 = memref.generic_atomic_rmw %arg2[%arg1, %arg1] : memref<4x8xf32> {
// CHECK-NEXT:   ^bb0(%arg6: f32):
// CHECK-NEXT:     memref.atomic_yield %arg4 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %5 = memref.rank %arg0 : memref<*xf32>
// CHECK-NEXT:   %assume_align = memref.assume_alignment %arg2, 16 : memref<4x8xf32>
// CHECK-NEXT:   %alloc_2 = memref.alloc() : memref<2xindex>
// CHECK-NEXT:   %reshape = memref.reshape %arg2(%alloc_2) : (memref<4x8xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT:   return %5 : index
// CHECK-NEXT: }

#map = affine_map<(d0) -> (d0)>
#m2 = affine_map<(d0,d1) -> (d0,0)>
memref.global "private" constant @gg : memref<2xf32> = dense<[1.0, 2.0]>
memref.global @gu : memref<2xf32> = uninitialized
memref.global "private" @ge : memref<2xf32>
func.func @mem(%u: memref<*xf32>, %n: index, %m : memref<4x8xf32>, %d: memref<?x?xf32>, %c: f32, %i: i32) -> index {
  %a0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %a1 = memref.alloca() : memref<f32>
  %a2 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  memref.dealloc %a0 : memref<?xf32>
  %l = memref.load %m[%n, %n] : memref<4x8xf32>
  memref.store %l, %m[%n, %n] {nontemporal = true} : memref<4x8xf32>
  %l2 = memref.load %a1[] : memref<f32>
  memref.copy %m, %m : memref<4x8xf32> to memref<4x8xf32>
  %cs = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %cs2 = memref.cast %m : memref<4x8xf32> to memref<*xf32>
  %rc = memref.reinterpret_cast %u to offset: [0], sizes: [%n, 4], strides: [%n, 1] : memref<*xf32> to memref<?x4xf32, strided<[?, 1]>>
  %sv = memref.subview %m[0, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32>
  %dd = memref.dim %d, %n : memref<?x?xf32>
  %co = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %ex = memref.expand_shape %co [[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
  %gg = memref.get_global @gg : memref<2xf32>
  %b, %off, %sz:2, %st:2 = memref.extract_strided_metadata %d : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %d : memref<?x?xf32> -> index
  %ms = memref.memory_space_cast %m : memref<4x8xf32> to memref<4x8xf32, 1>
  %ar = memref.atomic_rmw addf %c, %m[%n, %n] : (f32, memref<4x8xf32>) -> f32
  %ga = memref.generic_atomic_rmw %m[%n, %n] : memref<4x8xf32> {
  ^bb0(%cur: f32):
    memref.atomic_yield %c : f32
  }
  %rk = memref.rank %u : memref<*xf32>
  %as = memref.assume_alignment %m, 16 : memref<4x8xf32>
  %rs1 = memref.alloc() : memref<2xindex>
  %rsh = memref.reshape %m(%rs1) : (memref<4x8xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %rk : index
}
