// RUN: xtriton-opt %s --cpu-fuse --split-input-file | filecheck %s

// Memory of the program is not read later than an atomic operation on a scalar, after which other programs may write it.
// CHECK-LABEL: func.func @read_before_release
// CHECK:         memref.copy
// CHECK:         memref.atomic_rmw assign
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%{{[^ ]*}} : tensor<4xf32>)
func.func @read_before_release(%x: memref<*xf32>, %y: memref<*xf32>, %lock: memref<*xi32>) {
  %c0 = arith.constant 0 : index
  %free = arith.constant 0 : i32
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  %buffer = memref.alloc() : memref<4xf32>
  memref.copy %from, %buffer : memref<4xf32, strided<[1]>> to memref<4xf32>
  %v = bufferization.to_tensor %buffer restrict writable : memref<4xf32> to tensor<4xf32>
  %flags = memref.cast %lock : memref<*xi32> to memref<?xi32>
  %old = memref.atomic_rmw assign %free, %flags[%c0] : (i32, memref<?xi32>) -> i32
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %w = arith.addf %p, %p : f32
    linalg.yield %w : f32
  } -> tensor<4xf32>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %r in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// -----

// It is if the atomic operations are those of the elements of a block: they order nothing between the accesses.
// CHECK-LABEL: func.func @read_beside_a_sum
// CHECK-NOT:     memref.copy
// CHECK:         memref.atomic_rmw addf
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @read_beside_a_sum(%x: memref<*xf32>, %y: memref<*xf32>, %sums: memref<*xf32>, %ones: tensor<4xf32>, %places: tensor<4xi32>) {
  %from = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  %buffer = memref.alloc() : memref<4xf32>
  memref.copy %from, %buffer : memref<4xf32, strided<[1]>> to memref<4xf32>
  %v = bufferization.to_tensor %buffer restrict writable : memref<4xf32> to tensor<4xf32>
  %all = memref.cast %sums : memref<*xf32> to memref<?xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%places, %ones : tensor<4xi32>, tensor<4xf32>) {
  ^bb0(%i: i32, %p: f32):
    %at = arith.index_cast %i : i32 to index
    %old = memref.atomic_rmw addf %p, %all[%at] : (f32, memref<?xf32>) -> f32
    linalg.yield
  }
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %w = arith.addf %p, %p : f32
    linalg.yield %w : f32
  } -> tensor<4xf32>
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %r in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// -----

// Offsets, masks and values are computed in the loop of the atomic operations, as for operations with results.
// CHECK-LABEL: func.func @places_of_a_sum
// CHECK-NOT:     linalg.generic
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%{{[^ ]*}} : tensor<4xf32>) {
// CHECK:           linalg.index 0
// CHECK:           memref.atomic_rmw addf
// CHECK-NOT:     linalg.generic
func.func @places_of_a_sum(%sums: memref<*xf32>, %ones: tensor<4xf32>, %start: i32) {
  %all = memref.cast %sums : memref<*xf32> to memref<?xf32>
  %e = tensor.empty() : tensor<4xi32>
  %places = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<4xi32>) {
  ^bb0(%o: i32):
    %n = linalg.index 0 : index
    %k = arith.index_cast %n : index to i32
    %w = arith.addi %k, %start : i32
    linalg.yield %w : i32
  } -> tensor<4xi32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%places, %ones : tensor<4xi32>, tensor<4xf32>) {
  ^bb0(%i: i32, %p: f32):
    %at = arith.index_cast %i : i32 to index
    %old = memref.atomic_rmw addf %p, %all[%at] : (f32, memref<?xf32>) -> f32
    linalg.yield
  }
  return
}

// -----

// If nothing is left to read, an input gives the number of iterations.
// CHECK-LABEL: func.func @count
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<4x8xi1>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[EMPTY]] : tensor<4x8xi1>) {
// CHECK:           memref.atomic_rmw addi
func.func @count(%counts: memref<*xi32>) {
  %all = memref.cast %counts : memref<*xi32> to memref<?xi32>
  %one = arith.constant dense<1> : tensor<4x8xi32>
  %e = tensor.empty() : tensor<4x8xi32>
  %places = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x8xi32>) {
  ^bb0(%o: i32):
    %n = linalg.index 1 : index
    %k = arith.index_cast %n : index to i32
    linalg.yield %k : i32
  } -> tensor<4x8xi32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%places, %one : tensor<4x8xi32>, tensor<4x8xi32>) {
  ^bb0(%i: i32, %p: i32):
    %at = arith.index_cast %i : i32 to index
    %old = memref.atomic_rmw addi %p, %all[%at] : (i32, memref<?xi32>) -> i32
    linalg.yield
  }
  return
}
