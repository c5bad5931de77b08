// RUN: xtriton-opt %s --cpu-fuse | filecheck %s
// RUN: xtriton-opt %s --cpu-fuse --cpu-bufferize | filecheck %s --check-prefix=MEMORY
// RUN: xtriton-opt %s --cpu-fuse=noalias=false | filecheck %s --check-prefix=ALIAS
// RUN: xtriton-opt %s --cpu-fuse=noalias=false --cpu-bufferize=noalias=false --cpu-linalg-to-loops

#id = affine_map<(d0) -> (d0)>

// Stores that need the same loaded elements are computed by one operation, which reads them in memory; what is read and
// stored has no other users. Arrays that may overlap are stored one after the other.
// CHECK-LABEL: func.func @updates
// CHECK-NOT:     memref.copy
// CHECK:         %[[ALL:.*]]:2 = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xf32>) outs(%{{.*}}, %{{.*}} :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT:      %[[QUOTIENT:.*]] = arith.divf %[[SUM]], %[[Y]]
// CHECK-NEXT:      linalg.yield %[[SUM]], %[[QUOTIENT]]
// CHECK:         materialize_in_destination %[[ALL]]#0 in writable %arg0
// CHECK-NEXT:    materialize_in_destination %[[ALL]]#1 in writable %arg1
// MEMORY-LABEL: func.func @updates
// MEMORY-NOT:    memref.copy
// MEMORY:        linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg0, %arg1 :
// MEMORY:        }
// MEMORY-NEXT:   return
// ALIAS-LABEL: func.func @updates
// ALIAS-NOT:     :2 = linalg.generic
func.func @updates(%a: memref<8xf32>, %b: memref<8xf32>) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %y_buffer = memref.alloc() : memref<8xf32>
  memref.copy %b, %y_buffer : memref<8xf32> to memref<8xf32>
  %y = bufferization.to_tensor %y_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %a : (tensor<8xf32>, memref<8xf32>) -> ()
  %quotient = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%sum, %y : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %o: f32):
    %r = arith.divf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %quotient in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// A value that is stored twice.
// CHECK-LABEL: func.func @twice
// CHECK:         :2 = linalg.generic
// CHECK:           linalg.yield %[[V:.*]], %[[V]]
func.func @twice(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  bufferization.materialize_in_destination %sum in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// Two stores to one array stay in order.
// CHECK-LABEL: func.func @same_array
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @same_array(%a: memref<8xf32>, %b: memref<8xf32>) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// Stores that share nothing, and those that share only what another operation needs, too.
// CHECK-LABEL: func.func @nothing_shared
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @nothing_shared(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %y_buffer = memref.alloc() : memref<8xf32>
  memref.copy %b, %y_buffer : memref<8xf32> to memref<8xf32>
  %y = bufferization.to_tensor %y_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %d : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @used_later
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @used_later(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>, %i: index) -> f32 {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %d : (tensor<8xf32>, memref<8xf32>) -> ()
  %one = tensor.extract %x[%i] : tensor<8xf32>
  return %one : f32
}

// A store is not moved over a read of its array, an assertion, a call, or an atomic operation.
// CHECK-LABEL: func.func @read_between
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @read_between(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %i: index) -> f32 {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  %read = memref.load %b[%i] : memref<8xf32>
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return %read : f32
}

// CHECK-LABEL: func.func @asserts
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @asserts(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %k: i1) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  cf.assert %k, "no"
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @calls
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @calls(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %k: i1) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  func.call @unknown() : () -> ()
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @atomic
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @atomic(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %n: memref<i32>, %k: i32) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  %old = memref.atomic_rmw addi %k, %n[] : (i32, memref<i32>) -> i32
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

func.func private @unknown()

// It is moved over reads of other arrays.
// CHECK-LABEL: func.func @other_read
// CHECK:         memref.load
// CHECK:         :2 = linalg.generic
func.func @other_read(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>, %i: index) -> f32 {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  %read = memref.load %d[%i] : memref<8xf32>
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return %read : f32
}

// Masked stores of as many elements, but not of different numbers.
// CHECK-LABEL: func.func @masked
// CHECK:         :2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>)
// MEMORY-LABEL: func.func @masked
// MEMORY-NOT:    linalg.generic
// MEMORY:        linalg.generic {{.*}} outs(%subview{{.*}}, %subview{{.*}} : memref<?xf32, strided<[1]>>, memref<?xf32, strided<[1]>>)
func.func @masked(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %s = tensor.extract_slice %sum[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %s_part = memref.subview %b[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  bufferization.materialize_in_destination %s in writable %s_part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %t = tensor.extract_slice %product[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %t_part = memref.subview %c[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  bufferization.materialize_in_destination %t in writable %t_part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// CHECK-LABEL: func.func @other_numbers
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @other_numbers(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %n: index, %m: index) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %s = tensor.extract_slice %sum[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %s_part = memref.subview %b[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  bufferization.materialize_in_destination %s in writable %s_part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %t = tensor.extract_slice %product[0] [%m] [1] : tensor<8xf32> to tensor<?xf32>
  %t_part = memref.subview %c[0] [%m] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  bufferization.materialize_in_destination %t in writable %t_part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// What is loaded is overwritten by another store before the last one: it is read from its buffer.
// CHECK-LABEL: func.func @overwritten
// CHECK:         memref.copy %arg0
// CHECK:         linalg.fill {{.*}} outs(%arg0
// CHECK:         :2 = linalg.generic
func.func @overwritten(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %f: f32) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.addf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  linalg.fill ins(%f : f32) outs(%a : memref<8xf32>)
  %product = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %o: f32):
    %r = arith.mulf %p0, %p0 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %product in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// A product of the position, which each store computes for itself, would be rounded if both used one.
// CHECK-LABEL: func.func @products_of_positions
// CHECK-NOT:     :2 = linalg.generic
// CHECK:         return
func.func @products_of_positions(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %f: f32) {
  %x_buffer = memref.alloc() : memref<8xf32>
  memref.copy %a, %x_buffer : memref<8xf32> to memref<8xf32>
  %x = bufferization.to_tensor %x_buffer restrict writable : memref<8xf32> to tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %position = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%empty : tensor<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    %r = arith.mulf %v, %f : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %position : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %o: f32):
    %r = arith.addf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %sum in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  %difference = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %position : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%p0: f32, %p1: f32, %o: f32):
    %r = arith.subf %p0, %p1 : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  bufferization.materialize_in_destination %difference in writable %c : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}
