// RUN: xtriton-opt %s --cpu-quotient-runs | filecheck %s

#id = affine_map<(d0) -> (d0)>

// An offset that depends on the position in another way.
// CHECK-LABEL: func.func @remainder(
// CHECK-NOT:     memref.load
func.func @remainder(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %i, %s : i32
    %q = arith.divsi %t, %d : i32
    %r = arith.remsi %t, %d : i32
    %u = arith.addi %q, %r : i32
    linalg.yield %u : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Quotients of two kinds.
// CHECK-LABEL: func.func @two_divisors(
// CHECK-NOT:     memref.load
func.func @two_divisors(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %i, %s : i32
    %q = arith.divsi %t, %d : i32
    %r = arith.divsi %t, %s : i32
    %u = arith.addi %q, %r : i32
    linalg.yield %u : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Positions that are multiplied.
// CHECK-LABEL: func.func @multiples(
// CHECK-NOT:     memref.load
func.func @multiples(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.muli %i, %s : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Unsigned quotients.
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT:     memref.load
func.func @unsigned(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %i, %s : i32
    %q = arith.divui %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// A quotient of 16 bits.
// CHECK-LABEL: func.func @narrow(
// CHECK-NOT:     memref.load
func.func @narrow(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index, %m: i16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i16
    %q = arith.divsi %i, %m : i16
    %r = arith.extsi %q : i16 to i32
    linalg.yield %r : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// The memory that is gathered is stored to.
// CHECK-LABEL: func.func @same_memory(
// CHECK-NOT:     memref.load
func.func @same_memory(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %y to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// An operand is read at other places of the memory that is stored to.
// CHECK-LABEL: func.func @shifted_operand(
// CHECK-NOT:     memref.load
func.func @shifted_operand(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %y to offset: [1], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 1>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 1>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// The memory that is gathered changes before the store.
// CHECK-LABEL: func.func @changed(
// CHECK-NOT:     memref.load
func.func @changed(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %zero = arith.constant 0.0 : f32
  %changed = memref.reinterpret_cast %w to offset: [0], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1]>>
  memref.store %zero, %changed[%c0] : memref<1xf32, strided<[1]>>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Fewer elements may be gathered than stored.
// CHECK-LABEL: func.func @shorter(
// CHECK-NOT:     memref.load
func.func @shorter(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %m step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Elements before the first gathered one are stored.
// CHECK-LABEL: func.func @later_start(
// CHECK-NOT:     memref.load
func.func @later_start(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c1 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Every other element.
// CHECK-LABEL: func.func @steps(
// CHECK-NOT:     memref.load
func.func @steps(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c2 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Elements in another order.
// CHECK-LABEL: func.func @other_place(
// CHECK-NOT:     memref.load
func.func @other_place(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%m] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Offsets in another order.
// CHECK-LABEL: func.func @other_offset(
// CHECK-NOT:     memref.load
func.func @other_offset(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%m] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// The part that is stored is not the beginning of the block.
// CHECK-LABEL: func.func @not_the_beginning(
// CHECK-NOT:     memref.load
func.func @not_the_beginning(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[1] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// The block is used elsewhere.
// CHECK-LABEL: func.func @used_twice(
// CHECK-NOT:     memref.load
func.func @used_twice(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  %other = memref.reinterpret_cast %x to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  bufferization.materialize_in_destination %gathered in writable %other : (tensor<256xf32>, memref<256xf32, strided<[1]>>) -> ()
  return
}

// The buffer is read elsewhere.
// CHECK-LABEL: func.func @buffer_read(
// CHECK-NOT:     memref.load
func.func @buffer_read(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  %other = memref.reinterpret_cast %x to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  memref.copy %buffer, %other : memref<256xf32> to memref<256xf32, strided<[1]>>
  return
}

// The buffer is written after the gather.
// CHECK-LABEL: func.func @overwritten(
// CHECK-NOT:     memref.load
func.func @overwritten(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %e = tensor.empty() : tensor<256xi32>
  %offsets = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %buffer = memref.alloc() : memref<256xf32>
  %end = arith.minsi %n, %c256 : index
  scf.for %k = %c0 to %end step %c1 {
    %element = tensor.extract %offsets[%k] : tensor<256xi32>
    %o = arith.index_cast %element : i32 to index
    %one = memref.reinterpret_cast %w to offset: [%o], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
    %place = memref.subview %buffer[%k] [1] [1] : memref<256xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %one, %place : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  %gathered = bufferization.to_tensor %buffer restrict writable : memref<256xf32> to tensor<256xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%buffer : memref<256xf32>)
  %whole = memref.reinterpret_cast %y to offset: [0], sizes: [256], strides: [1] : memref<*xf32> to memref<256xf32, strided<[1]>>
  %part = memref.subview %whole[0] [%n] [1] : memref<256xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1], offset: 0>>
  %left = bufferization.to_tensor %given restrict : memref<?xf32, strided<[1], offset: 0>> to tensor<?xf32>
  %right = tensor.extract_slice %gathered[0] [%n] [1] : tensor<256xf32> to tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %value = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%left, %right : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %z: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}
