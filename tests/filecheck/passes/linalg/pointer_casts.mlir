// RUN: xtriton-opt %s --triton-ptr-to-memref | FileCheck %s --check-prefix=MEMREF
// RUN: xtriton-opt %s --reconcile-unrealized-casts | FileCheck %s --check-prefix=RECONCILE
// RUN: xtriton-opt %s --reconcile-ptr-casts | FileCheck %s --check-prefix=PTR

// MEMREF-LABEL: func.func @callee(%arg0: memref<*xf32>) -> memref<*xf32>
// MEMREF-NEXT:    return %arg0 : memref<*xf32>
func.func @callee(%x: !tt.ptr<f32>) -> !tt.ptr<f32> {
  return %x : !tt.ptr<f32>
}

// MEMREF-LABEL: func.func @caller(%arg0: memref<*xf32>) -> memref<*xf32>
// MEMREF-NEXT:    %[[R:.+]] = call @callee(%arg0) : (memref<*xf32>) -> memref<*xf32>
// MEMREF-NEXT:    return %[[R]]
func.func @caller(%x: !tt.ptr<f32>) -> memref<*xf32> {
  %p = call @callee(%x) : (!tt.ptr<f32>) -> !tt.ptr<f32>
  %m = builtin.unrealized_conversion_cast %p : !tt.ptr<f32> to memref<*xf32>
  return %m : memref<*xf32>
}

// RECONCILE-LABEL: func.func @back_and_forth
// RECONCILE-NEXT:    return %arg0
// PTR-LABEL:       func.func @back_and_forth
// PTR-NEXT:          return %arg0
func.func @back_and_forth(%x: memref<*xf32>) -> memref<*xf32> {
  %p = builtin.unrealized_conversion_cast %x : memref<*xf32> to !tt.ptr<f32>
  %m = builtin.unrealized_conversion_cast %p : !tt.ptr<f32> to memref<*xf32>
  return %m : memref<*xf32>
}

// RECONCILE-LABEL: func.func @other_elements
// RECONCILE-COUNT-2: builtin.unrealized_conversion_cast
// PTR-LABEL:       func.func @other_elements
// PTR-NEXT:          %[[ONE:.+]] = memref.cast %arg0 : memref<*xf32> to memref<1xf32>
// PTR-NEXT:          %[[P:.+]] = tptr.from_memref %[[ONE]]
// PTR-NEXT:          %[[M:.+]] = tptr.to_memref %[[P]] : {{.*}} to memref<1xi32>
// PTR-NEXT:          %[[A:.+]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [1], strides: [1] : memref<1xi32> to memref<?xi32>
// PTR-NEXT:          memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4], strides: [1] : memref<?xi32> to memref<4xi32>
func.func @other_elements(%x: memref<*xf32>) -> memref<4xi32> {
  %p = builtin.unrealized_conversion_cast %x : memref<*xf32> to !ptr.ptr<#tptr.default_memory_space>
  %m = builtin.unrealized_conversion_cast %p : !ptr.ptr<#tptr.default_memory_space> to memref<*xi32>
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<*xi32> to memref<4xi32>
  return %v : memref<4xi32>
}
