// RUN: xtriton-opt %s --triton=3.6 --triton-to-ptr | FileCheck %s

// CHECK-LABEL: func.func @scalars
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[I:.+]]: i64, %[[M:.+]]: i1)
func.func @scalars(%x: !tt.ptr<f32>, %i: i64, %m: i1) -> i64 {
  // CHECK-DAG: %[[SIZE:.+]] = tptr.type_offset f32 : i64
  // CHECK-DAG: %[[P:.+]] = builtin.unrealized_conversion_cast %[[X]] : !tt.ptr<f32> to !ptr.ptr<#tptr.default_memory_space>
  // CHECK:     %[[BYTES:.+]] = arith.muli %[[I]], %[[SIZE]] : i64
  // CHECK:     %[[Q:.+]] = tptr.ptradd %[[P]] %[[BYTES]]
  // CHECK:     %[[MEM:.+]] = tptr.to_memref %[[Q]] : {{.*}} to memref<1xf32>
  // CHECK:     %[[V:.+]] = scf.if %[[M]] -> (f32) {
  // CHECK:       memref.load %[[MEM]]
  // CHECK:     scf.if %[[M]] {
  // CHECK:       memref.store %[[V]]
  // CHECK:     tptr.ptrtoint %[[Q]] : {{.*}} to i64
  %q = tt.addptr %x, %i : !tt.ptr<f32>, i64
  %v = tt.load %q, %m : !tt.ptr<f32>
  tt.store %q, %v, %m : !tt.ptr<f32>
  %r = tt.ptr_to_int %q : !tt.ptr<f32> -> i64
  return %r : i64
}

// Casts need no operation, and loops carry the converted pointers.
// CHECK-LABEL: func.func @loop
// CHECK:         scf.for {{.*}} -> (!ptr.ptr<#tptr.default_memory_space>)
// CHECK:           %[[P:.+]] = tptr.ptradd
// CHECK:           scf.yield %[[P]] : !ptr.ptr
// CHECK:         tptr.to_memref {{.*}} to memref<1xi16>
func.func @loop(%x: !tt.ptr<f32>, %n: i32) -> i16 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> (!tt.ptr<f32>) : i32 {
    %q = tt.addptr %p, %i : !tt.ptr<f32>, i32
    scf.yield %q : !tt.ptr<f32>
  }
  %h = tt.bitcast %r : !tt.ptr<f32> -> !tt.ptr<i16>
  %v = tt.load %h : !tt.ptr<i16>
  return %v : i16
}

// CHECK-LABEL: func.func @chosen
// CHECK:         arith.select %{{.+}}, %{{.+}}, %{{.+}} : !ptr.ptr<#tptr.default_memory_space>
func.func @chosen(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: i1) -> f32 {
  %p = arith.select %c, %x, %y : !tt.ptr<f32>
  %v = tt.load %p : !tt.ptr<f32>
  return %v : f32
}

// Block pointers are none of its business.
// CHECK-LABEL: func.func @blocks
// CHECK:         tt.load %{{.+}} : !tt.ptr<tensor<8xf32>>
func.func @blocks(%p: !tt.ptr<tensor<8xf32>>) -> tensor<8xf32> {
  %v = tt.load %p : !tt.ptr<tensor<8xf32>>
  return %v : tensor<8xf32>
}
