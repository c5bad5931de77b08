// RUN: xtriton-opt %s --cpu-quotient-runs | filecheck %s
// RUN: xtriton-opt %s --cpu-quotient-runs='noalias=false' | filecheck %s --check-prefix=ALIAS
// RUN: xtriton-opt %s --cpu-quotient-runs='least=100 least-for-functions=200' | filecheck %s --check-prefix=LEAST

#id = affine_map<(d0) -> (d0)>

// The stored part in a loop over its quotients: one element is loaded for each. As before where numbers are negative or
// wrap around, or runs would be short. With arrays that may overlap, elements might be stored before they are gathered.
// CHECK-LABEL: func.func @part
// CHECK:         %[[GE:.*]] = arith.cmpi sge, %arg3, %c0_i32 : i32
// CHECK:         %[[LE:.*]] = arith.cmpi sle, %arg3, %c2147483392_i32 : i32
// CHECK:         arith.cmpi sge, %arg4, %c16_i32 : i32
// CHECK:         arith.cmpi sgt, %arg5
// CHECK:         scf.if
// CHECK:           %[[S:.*]] = arith.index_cast %arg3 : i32 to index
// CHECK:           %[[D:.*]] = arith.index_cast %arg4 : i32 to index
// CHECK:           %[[END:.*]] = arith.addi %[[S]], %arg5 : index
// CHECK:           %[[LAST:.*]] = arith.subi %[[END]]
// CHECK:           %[[FROM:.*]] = arith.divsi %[[S]], %[[D]] : index
// CHECK:           %[[TO:.*]] = arith.divsi %[[LAST]], %[[D]] : index
// CHECK:           %[[BEYOND:.*]] = arith.addi %[[TO]]
// CHECK:           scf.for %[[NUMBER:.*]] = %[[FROM]] to %[[BEYOND]]
// CHECK:             %[[START:.*]] = arith.muli %[[NUMBER]], %[[D]] : index
// CHECK:             %[[RELATIVE:.*]] = arith.subi %[[START]], %[[S]] : index
// CHECK:             %[[STOP:.*]] = arith.addi %[[RELATIVE]], %[[D]] : index
// CHECK:             %[[FIRST:.*]] = arith.maxsi %[[RELATIVE]]
// CHECK:             %[[CUT:.*]] = arith.minsi %[[STOP]], %arg5 : index
// CHECK:             %[[SIZE:.*]] = arith.subi %[[CUT]], %[[FIRST]] : index
// CHECK:             %[[Q:.*]] = arith.index_cast %[[NUMBER]] : index to i32
// CHECK:             %[[DEST:.*]] = memref.subview %{{.*}}[%[[FIRST]]] [%[[SIZE]]] [1]
// CHECK:             %[[X:.*]] = bufferization.to_tensor
// CHECK:             %[[O:.*]] = arith.index_cast %[[Q]] : i32 to index
// CHECK:             %[[ONE:.*]] = memref.reinterpret_cast %arg0 to offset: [%[[O]]], sizes: [1]
// CHECK:             %[[W:.*]] = memref.load %[[ONE]]
// CHECK:             %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<?xf32>)
// CHECK:               arith.addf %{{.*}}, %[[W]] : f32
// CHECK:             bufferization.materialize_in_destination %[[SUM]] in writable %[[DEST]]
// CHECK:         else
// CHECK:           arith.divsi
// CHECK:           scf.for
// CHECK:             memref.copy
// CHECK:           linalg.generic
// CHECK:           bufferization.materialize_in_destination
// CHECK-NOT:     linalg.generic
// CHECK:         return
// ALIAS-LABEL: func.func @part
// ALIAS-NOT:     memref.load
// LEAST-LABEL: func.func @part
// LEAST:         arith.cmpi sge, %arg4, %c100_i32 : i32
func.func @part(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
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
  return
}

// Runs for functions are longer, and the positions in a run begin at its first element.
// CHECK-LABEL: func.func @functions
// CHECK:         arith.cmpi sge, %arg4, %c64_i32 : i32
// CHECK:         %[[FIRST:.*]] = arith.maxsi
// CHECK:         memref.load
// CHECK:         linalg.generic
// CHECK:           %[[INDEX:.*]] = linalg.index 0 : index
// CHECK:           %[[POSITION:.*]] = arith.addi %[[INDEX]], %[[FIRST]] : index
// CHECK:           arith.index_cast %[[POSITION]]
// CHECK:           math.exp
// LEAST-LABEL: func.func @functions
// LEAST:         arith.cmpi sge, %arg4, %c200_i32 : i32
func.func @functions(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index) {
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
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %f = arith.sitofp %i : i32 to f32
    %exp = math.exp %f : f32
    %product = arith.mulf %b, %exp : f32
    %sum = arith.addf %a, %product : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %value in writable %part : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
  return
}

// Offsets may be functions of the quotient, which are computed once in a run.
// CHECK-LABEL: func.func @channels
// CHECK:         scf.for
// CHECK:           %[[Q:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK:           %[[R:.*]] = arith.remsi %[[Q]], %arg6 : i32
// CHECK:           %[[O:.*]] = arith.index_cast %[[R]] : i32 to index
// CHECK:           memref.reinterpret_cast %arg0 to offset: [%[[O]]]
// CHECK:           memref.load
// CHECK:           linalg.generic
func.func @channels(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index, %c: i32) {
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
    %r = arith.remsi %q, %c : i32
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

// Other uses of the offsets keep them.
// CHECK-LABEL: func.func @offsets_used_twice
// CHECK:         %[[OFFSETS:.*]] = linalg.generic
// CHECK:           arith.divsi
// CHECK:         memref.load
// CHECK:         bufferization.materialize_in_destination %[[OFFSETS]]
func.func @offsets_used_twice(%w: memref<*xf32>, %x: memref<*xf32>, %y: memref<*xf32>, %s: i32, %d: i32, %n: index, %numbers: memref<256xi32>) {
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
  bufferization.materialize_in_destination %offsets in writable %numbers : (tensor<256xi32>, memref<256xi32>) -> ()
  return
}
