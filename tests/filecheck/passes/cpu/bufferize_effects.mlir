// RUN: xtriton-opt %s --cpu-bufferize --split-input-file | filecheck %s

// A result is computed in the place that it is stored to ...
// CHECK-LABEL: func.func @direct
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.generic {{.*}} ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
func.func @direct(%in: memref<4xf32>, %out: memref<4xf32>) {
  %0 = bufferization.to_tensor %in restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = arith.negf %p : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  bufferization.materialize_in_destination %1 in writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// ... but not if a pointer is read meanwhile, which may be to that place,
// CHECK-LABEL: func.func @pointer
// CHECK:         %[[M:[a-z_0-9]+]] = memref.alloc
// CHECK:         linalg.generic {{.*}} outs(%[[M]] : memref<4xf32>)
// CHECK:         memref.copy %[[M]], %arg1
func.func @pointer(%in: memref<4xf32>, %out: memref<4xf32>, %q: !ptr.ptr<#tptr.default_memory_space>) {
  %0 = bufferization.to_tensor %in restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = tptr.load %q : !ptr.ptr<#tptr.default_memory_space> -> f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  bufferization.materialize_in_destination %1 in writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// nor if something in between has effects.
// CHECK-LABEL: func.func @between
// CHECK:         %[[M:[a-z_0-9]+]] = memref.alloc
// CHECK:         linalg.generic {{.*}} outs(%[[M]] : memref<4xf32>)
// CHECK:         call @unknown
// CHECK:         memref.copy %[[M]], %arg1
func.func @between(%in: memref<4xf32>, %out: memref<4xf32>) {
  %0 = bufferization.to_tensor %in restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = arith.negf %p : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  func.call @unknown() : () -> ()
  bufferization.materialize_in_destination %1 in writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
func.func private @unknown()
