// RUN: xtriton-opt %s --cpu-split-rows=columns=8 | filecheck %s
// RUN: xtriton-opt %s --cpu-split-rows | filecheck %s --check-prefix=SHORT
// RUN: xtriton-opt %s --cpu-split-rows='columns=8 noalias=false' | filecheck %s --check-prefix=ALIAS

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#first = affine_map<(d0, d1) -> (d0, 0)>
#one = affine_map<(d0) -> (d0)>

// A block of four rows that a loop carries: a loop over the rows around what is computed with them, which begins `row`
// strides later. What a mask leaves of the row is all of it, or nothing. Rows that are too short stay in the block, as
// do those of arrays that may overlap.
// CHECK-LABEL: func.func @carried
// CHECK:         %[[COUNT:.*]] = arith.minsi %arg2, %c4
// CHECK:         scf.for %[[ROW:.*]] = %c0{{.*}} to %c4{{.*}} step
// CHECK:           %[[START:.*]] = linalg.fill {{.*}} -> tensor<1x8xf32>
// CHECK:           %[[BLOCK:.*]] = scf.for %[[COLUMN:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[START]]) -> (tensor<1x8xf32>)
// CHECK:             %[[DISTANCE:.*]] = arith.muli %[[ROW]], %arg3 : index
// CHECK:             %[[OFFSET:.*]] = arith.addi %[[COLUMN]], %[[DISTANCE]] : index
// CHECK:             memref.reinterpret_cast %arg0 to offset: [%[[OFFSET]]], sizes: [1, 8], strides: [%arg3, 1]
// CHECK:             memref.alloc() : memref<1x8xf32>
// CHECK:             %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[ROW]] : index
// CHECK:             %[[SOME:.*]] = arith.maxsi %[[LEFT]], %{{.*}} : index
// CHECK:             %[[SIZE:.*]] = arith.minsi %[[SOME]], %{{.*}} : index
// CHECK:             memref.subview %{{.*}}[0, 0] [%[[SIZE]], 8] [1, 1]
// CHECK:             memref.subview %{{.*}}[0, 0] [%[[SIZE]], 8] [1, 1]
// CHECK:             memref.copy
// CHECK:             linalg.generic {{.*}} ins(%[[ACC]], %{{.*}} : tensor<1x8xf32>, tensor<1x8xf32>)
// CHECK:           linalg.reduce ins(%[[BLOCK]] : tensor<1x8xf32>) outs(%{{.*}} : tensor<1xf32>) dimensions = [1]
// CHECK:           memref.reinterpret_cast %arg1 to offset: [%{{.*}}], sizes: [1], strides: [1]
// CHECK:           bufferization.materialize_in_destination
// CHECK-NOT:     tensor<4x
// CHECK:         return
// SHORT-LABEL: func.func @carried
// SHORT:         scf.for {{.*}} -> (tensor<4x8xf32>)
// ALIAS-LABEL: func.func @carried
// ALIAS:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @carried(%x: memref<*xf32>, %y: memref<*xf32>, %rows: index, %stride: index) {
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
  return
}

// The number of a row is that of the loop; weights of columns are the same for all rows and stay outside.
// CHECK-LABEL: func.func @numbered
// CHECK:         %[[WEIGHTS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8xi32>)
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           linalg.generic
// CHECK:             %[[INDEX:.*]] = linalg.index 0 : index
// CHECK:             %[[NUMBER:.*]] = arith.addi %[[INDEX]], %[[ROW]] : index
// CHECK:             arith.index_cast %[[NUMBER]]
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %[[WEIGHTS]] : tensor<1x8xi32>, tensor<8xi32>)
// CHECK:             %[[OTHER:.*]] = linalg.index 1 : index
// CHECK-NEXT:        arith.index_cast %[[OTHER]]
func.func @numbered(%y: memref<*xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e8 = tensor.empty() : tensor<8xi32>
  %e = tensor.empty() : tensor<4x8xi32>
  %weights = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%e8 : tensor<8xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    linalg.yield %n : i32
  } -> tensor<8xi32>
  %start = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x8xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    linalg.yield %n : i32
  } -> tensor<4x8xi32>
  %block = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %start) -> (tensor<4x8xi32>) {
    %next = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%acc, %weights : tensor<4x8xi32>, tensor<8xi32>) outs(%e : tensor<4x8xi32>) {
    ^bb0(%a: i32, %w: i32, %o: i32):
      %j = linalg.index 1 : index
      %m = arith.index_cast %j : index to i32
      %p = arith.muli %a, %w : i32
      %q = arith.addi %p, %m : i32
      linalg.yield %q : i32
    } -> tensor<4x8xi32>
    scf.yield %next : tensor<4x8xi32>
  }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4, 8], strides: [8, 1] : memref<*xi32> to memref<4x8xi32, strided<[8, 1]>>
  bufferization.materialize_in_destination %block in writable %to : (tensor<4x8xi32>, memref<4x8xi32, strided<[8, 1]>>) -> ()
  return
}

// Rows that a loop stores, whether they have been read before or not.
// CHECK-LABEL: func.func @stored_in_a_loop
// CHECK:         scf.for
// CHECK:           linalg.reduce {{.*}} outs(%{{.*}} : tensor<1xf32>) dimensions = [1]
// CHECK:           tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
// CHECK:           scf.for
// CHECK:             bufferization.materialize_in_destination %{{.*}} : (tensor<1x8xf32>, memref<1x8xf32
// CHECK-LABEL: func.func @stored_alone
// CHECK:         scf.for %[[ROW:.*]] = %c0{{.*}} to %c4{{.*}} step
// CHECK:           scf.for
// CHECK:             %[[DISTANCE:.*]] = arith.muli %[[ROW]], %c64
// CHECK:             bufferization.materialize_in_destination %{{.*}} : (tensor<1x8xf32>, memref<1x8xf32
func.func @stored_in_a_loop(%y: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %value = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%value : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %wide = tensor.expand_shape %sum [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  scf.for %column = %c0 to %c64 step %c8 {
    %result = linalg.generic {indexing_maps = [#id, #first, #id], iterator_types = ["parallel", "parallel"]} ins(%value, %wide : tensor<4x8xf32>, tensor<4x1xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    %to = memref.reinterpret_cast %y to offset: [%column], sizes: [4, 8], strides: [64, 1] : memref<*xf32> to memref<4x8xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %result in writable %to : (tensor<4x8xf32>, memref<4x8xf32, strided<[64, 1], offset: ?>>) -> ()
  }
  return
}

func.func @stored_alone(%y: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %value = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<4xf32>
  %first = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %wide = tensor.expand_shape %first [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  scf.for %column = %c0 to %c64 step %c8 {
    %result = linalg.generic {indexing_maps = [#id, #first, #id], iterator_types = ["parallel", "parallel"]} ins(%value, %wide : tensor<4x8xf32>, tensor<4x1xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %product = arith.mulf %a, %b : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    %to = memref.reinterpret_cast %y to offset: [%column], sizes: [4, 8], strides: [64, 1] : memref<*xf32> to memref<4x8xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %result in writable %to : (tensor<4x8xf32>, memref<4x8xf32, strided<[64, 1], offset: ?>>) -> ()
  }
  return
}

// Rows of which a loop only carries the sums.
// CHECK-LABEL: func.func @reduced
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c4{{.*}} step
// CHECK:           scf.for {{.*}} -> (tensor<1xf32>)
// CHECK:             memref.reinterpret_cast %arg0 to offset: [%{{.*}}], sizes: [1, 8], strides: [64, 1]
// CHECK:             linalg.reduce ins(%{{.*}} : tensor<1x8xf32>) outs(%{{.*}} : tensor<1xf32>) dimensions = [1]
// SHORT-LABEL: func.func @reduced
// SHORT:         scf.for {{.*}} -> (tensor<4xf32>)
func.func @reduced(%x: memref<*xf32>, %y: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %sums = scf.for %column = %c0 to %c64 step %c8 iter_args(%acc = %start) -> (tensor<4xf32>) {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [64, 1] : memref<*xf32> to memref<4x8xf32, strided<[64, 1], offset: ?>>
    %block = bufferization.to_tensor %from restrict : memref<4x8xf32, strided<[64, 1], offset: ?>> to tensor<4x8xf32>
    %sum = linalg.reduce ins(%block : tensor<4x8xf32>) outs(%acc : tensor<4xf32>) dimensions = [1]
      (%a: f32, %b: f32) {
        %s = arith.addf %a, %b : f32
        linalg.yield %s : f32
      }
    scf.yield %sum : tensor<4xf32>
  }
  %to = memref.reinterpret_cast %y to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1]>>
  bufferization.materialize_in_destination %sums in writable %to : (tensor<4xf32>, memref<4xf32, strided<[1]>>) -> ()
  return
}

// Columns that are divided, and one part of them without its dimension.
// CHECK-LABEL: func.func @divided_columns
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c4{{.*}} step
// CHECK:           scf.for
// CHECK:             %[[PARTS:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, 4, 2] : tensor<1x8xf32> into tensor<1x4x2xf32>
// CHECK:             tensor.extract_slice %[[PARTS]][0, 0, 1] [1, 4, 1] [1, 1, 1] : tensor<1x4x2xf32> to tensor<1x4xf32>
// CHECK:             bufferization.materialize_in_destination %{{.*}} : (tensor<1x4xf32>, memref<1x4xf32
func.func @divided_columns(%x: memref<*xf32>, %y: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %column = %c0 to %c64 step %c8 {
    %from = memref.reinterpret_cast %x to offset: [%column], sizes: [4, 8], strides: [64, 1] : memref<*xf32> to memref<4x8xf32, strided<[64, 1], offset: ?>>
    %block = bufferization.to_tensor %from restrict : memref<4x8xf32, strided<[64, 1], offset: ?>> to tensor<4x8xf32>
    %parts = tensor.expand_shape %block [[0], [1, 2]] output_shape [4, 4, 2] : tensor<4x8xf32> into tensor<4x4x2xf32>
    %odd = tensor.extract_slice %parts[0, 0, 1] [4, 4, 1] [1, 1, 1] : tensor<4x4x2xf32> to tensor<4x4xf32>
    %to = memref.reinterpret_cast %y to offset: [%column], sizes: [4, 4], strides: [64, 1] : memref<*xf32> to memref<4x4xf32, strided<[64, 1], offset: ?>>
    bufferization.materialize_in_destination %odd in writable %to : (tensor<4x4xf32>, memref<4x4xf32, strided<[64, 1], offset: ?>>) -> ()
  }
  return
}
