// RUN: xtriton-opt %s --cpu-split-rows=columns=8 | filecheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#one = affine_map<(d0) -> (d0)>

// Rows may read what other rows store.
// CHECK-LABEL: func.func @same_array(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @same_array(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// Rows may store what other rows store, in another order.
// CHECK-LABEL: func.func @stored_twice(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @stored_twice(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  %again = memref.reinterpret_cast %y to offset: [1], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1], offset: 1>>
  bufferization.materialize_in_destination %sum in writable %again : (tensor<4xf32>, memref<4xf32, strided<[1], offset: 1>>) -> ()
  return
}

// The sum of the rows.
// CHECK-LABEL: func.func @combined_rows(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @combined_rows(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<8xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<8xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  return
}

// A store of what is the same for all rows, which are the first stored ones.
// CHECK-LABEL: func.func @columns_stored(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @columns_stored(%x: memref<*xf32>, %y: memref<*xf32>, %z: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  %e8 = tensor.empty() : tensor<8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %other = memref.reinterpret_cast %z to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  bufferization.materialize_in_destination %zeros in writable %other : (tensor<8xf32>, memref<8xf32, strided<[1]>>) -> ()
  return
}

// A row is read as an element.
// CHECK-LABEL: func.func @one_element(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @one_element(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  %some = tensor.extract %sum[%c0] : tensor<4xf32>
  %all = linalg.fill ins(%some : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %all in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// Rows are taken from another place of the block.
// CHECK-LABEL: func.func @other_place(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @other_place(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  %to2 = memref.subview %to[2] [%count] [1] : memref<4xf32, strided<[1]>> to memref<?xf32, strided<[1], offset: 2>>
  %part = tensor.extract_slice %sum[2] [%count] [1] : tensor<4xf32> to tensor<?xf32>
  bufferization.materialize_in_destination %part in writable %to2 : (tensor<?xf32>, memref<?xf32, strided<[1], offset: 2>>) -> ()
  return
}

// Something else changes memory.
// CHECK-LABEL: func.func @effect(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @effect(%x: memref<*xf32>, %y: memref<*xf32>, %z: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  %cell = memref.reinterpret_cast %z to offset: [0], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1]>>
  memref.store %zero, %cell[%c0] : memref<1xf32, strided<[1]>>
  return
}

// A buffer for all rows changes while they are computed.
// CHECK-LABEL: func.func @outer_buffer(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @outer_buffer(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %outer = memref.alloc() : memref<8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    linalg.fill ins(%zero : f32) outs(%outer : memref<8xf32>)
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// A function would be computed for each row, of columns that are the same.
// CHECK-LABEL: func.func @function_of_columns(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @function_of_columns(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %e8 = tensor.empty() : tensor<8xf32>
    %weights = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%e8 : tensor<8xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i32
      %g = arith.sitofp %n : i32 to f32
      %h = math.exp %g : f32
      linalg.yield %h : f32
    } -> tensor<8xf32>
    %next = linalg.generic {indexing_maps = [#id, #id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value, %weights : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %w: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// A loop would be repeated for each row.
// CHECK-LABEL: func.func @loop_for_columns(
// CHECK:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @loop_for_columns(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %count = arith.minsi %rows, %c4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %block = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4x8xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [%stride, 1] : memref<*xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
    %buffer = memref.alloc() : memref<4x8xf32>
    linalg.fill ins(%zero : f32) outs(%buffer : memref<4x8xf32>)
    %source = memref.subview %from[0, 0] [%count, 8] [1, 1] : memref<4x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %target = memref.subview %buffer[0, 0] [%count, 8] [1, 1] : memref<4x8xf32> to memref<?x8xf32, strided<[8, 1]>>
    memref.copy %source, %target : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[8, 1]>>
    %value = bufferization.to_tensor %buffer restrict writable : memref<4x8xf32> to tensor<4x8xf32>
    %low, %high = scf.for %k = %c0 to %c8 step %c4 iter_args(%p = %zero, %q = %zero) -> (f32, f32) {
      scf.yield %q, %p : f32, f32
    }
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %value : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %scaled = arith.mulf %a, %low : f32
      %product = arith.mulf %scaled, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sum in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// Rows that are divided themselves.
// CHECK-LABEL: func.func @divided_rows(
// CHECK:         tensor.expand_shape {{.*}} : tensor<4x8xf32> into tensor<2x2x8xf32>
func.func @divided_rows(%x: memref<*xf32>, %y: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %column = %c0 to %c64 step %c8 {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [64, 1] : memref<*xf32> to memref<4x8xf32, strided<[64, 1], offset: ?>>
    %block = bufferization.to_tensor %from restrict : memref<4x8xf32, strided<[64, 1], offset: ?>> to tensor<4x8xf32>
    %parts = tensor.expand_shape %block [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
    %odd = tensor.extract_slice %parts[0, 1, 0] [2, 1, 8] [1, 1, 1] : tensor<2x2x8xf32> to tensor<2x8xf32>
    %to = memref.reinterpret_cast %y to offset: [%column], sizes: [2, 8], strides: [64, 1] : memref<*xf32> to memref<2x8xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %odd in writable %to : (tensor<2x8xf32>, memref<2x8xf32, strided<[64, 1], offset: ?>>) -> ()
  }
  return
}

// A slice that lacks one of two unit dimensions of the source.
// CHECK-LABEL: func.func @which_dimension(
// CHECK:         tensor.extract_slice {{.*}} : tensor<4x8x2xf32> to tensor<4x1xf32>
func.func @which_dimension(%x: memref<*xf32>, %y: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %column = %c0 to %c64 step %c16 {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 16], strides: [64, 1] : memref<*xf32> to memref<4x16xf32, strided<[64, 1], offset: ?>>
    %block = bufferization.to_tensor %from restrict : memref<4x16xf32, strided<[64, 1], offset: ?>> to tensor<4x16xf32>
    %parts = tensor.expand_shape %block [[0], [1, 2]] output_shape [4, 8, 2] : tensor<4x16xf32> into tensor<4x8x2xf32>
    %one = tensor.extract_slice %parts[0, 0, 0] [4, 1, 1] [1, 1, 1] : tensor<4x8x2xf32> to tensor<4x1xf32>
    %to = memref.reinterpret_cast %y to offset: [%column], sizes: [4, 1], strides: [64, 1] : memref<*xf32> to memref<4x1xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %one in writable %to : (tensor<4x1xf32>, memref<4x1xf32, strided<[64, 1], offset: ?>>) -> ()
  }
  return
}
