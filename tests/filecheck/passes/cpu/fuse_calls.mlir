// RUN: xtriton-opt %s --cpu-fuse | filecheck %s

// A function that only computes is like arithmetic: it goes into its user, and is computed where the mask keeps it.
// CHECK-LABEL: func.func @pure
// CHECK-NOT:     memref.alloc
// CHECK:         %[[X:.*]] = bufferization.to_tensor %{{.*}} restrict
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<?xf32>)
// CHECK:           %[[G:.*]] = func.call @__nv_lgammaf
// CHECK-NEXT:      arith.negf %[[G]]
// CHECK:         bufferization.materialize_in_destination %[[R]] in writable
// CHECK-NOT:     linalg.generic
func.func @pure(%in: memref<8xf32>, %out: memref<8xf32>, %n: index) {
  %memory = memref.alloc() : memref<8xf32>
  %from = memref.subview %in[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  %to = memref.subview %memory[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  memref.copy %from, %to : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %0 = bufferization.to_tensor %memory restrict writable : memref<8xf32> to tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = func.call @__nv_lgammaf(%a) : (f32) -> f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1 : tensor<8xf32>) outs(%1 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %part = tensor.extract_slice %2[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %place = memref.subview %out[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  bufferization.materialize_in_destination %part in writable %place : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Its result is dead.
// CHECK-LABEL: func.func @dead
// CHECK-NOT:     func.call
// CHECK:         return
func.func @dead(%x: tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = func.call @__nv_lgammaf(%a) : (f32) -> f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return
}

// Any other function may do more than compute.
// CHECK-LABEL: func.func @unknown
// CHECK:         func.call @unknown_function
func.func @unknown(%x: tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = func.call @unknown_function(%a) : (f32) -> f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return
}
func.func private @__nv_lgammaf(f32) -> f32 attributes {llvm.readnone}
func.func private @unknown_function(f32) -> f32
