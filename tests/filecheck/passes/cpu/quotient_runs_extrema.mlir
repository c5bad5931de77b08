// RUN: xtriton-opt %s --cpu-quotient-runs | filecheck %s

#id = affine_map<(d0) -> (d0)>

// The least quotient is that of an end: of the block, or of the numbers where the dividend wraps around.
// CHECK-LABEL: func.func @least
// CHECK-NOT:     linalg
// CHECK:         %[[LAST:.*]] = arith.addi %arg0, %c255_i32 : i32
// CHECK:         %[[WRAPS:.*]] = arith.cmpi slt, %[[LAST]], %arg0 : i32
// CHECK:         %[[MOST:.*]] = arith.select %[[WRAPS]], %c2147483647_i32{{.*}}, %arg0 : i32
// CHECK:         %[[LEAST:.*]] = arith.select %[[WRAPS]], %c-2147483648_i32{{.*}}, %[[LAST]] : i32
// CHECK:         %[[Q0:.*]] = arith.divsi %arg0, %arg1 : i32
// CHECK:         %[[Q1:.*]] = arith.divsi %[[LAST]], %arg1 : i32
// CHECK:         %[[Q2:.*]] = arith.divsi %[[MOST]], %arg1 : i32
// CHECK:         %[[Q3:.*]] = arith.divsi %[[LEAST]], %arg1 : i32
// CHECK:         %[[M0:.*]] = arith.minsi %[[Q0]], %{{.*}} : i32
// CHECK:         %[[M1:.*]] = arith.minsi %[[Q1]], %[[M0]] : i32
// CHECK:         %[[M2:.*]] = arith.minsi %[[Q2]], %[[M1]] : i32
// CHECK:         %[[M3:.*]] = arith.minsi %[[Q3]], %[[M2]] : i32
// CHECK:         return %[[M3]]
func.func @least(%s: i32, %d: i32) -> i32 {
  %init = arith.constant 2147483647 : i32
  %e = tensor.empty() : tensor<256xi32>
  %quotients = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %none = bufferization.alloc_tensor() : tensor<i32>
  %first = tensor.insert %init into %none[] : tensor<i32>
  %reduced = linalg.reduce ins(%quotients : tensor<256xi32>) outs(%first : tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32) {
      %m = arith.minsi %a, %b : i32
      linalg.yield %m : i32
    }
  %r = tensor.extract %reduced[] : tensor<i32>
  return %r : i32
}

// The greatest one, too.
// CHECK-LABEL: func.func @greatest
// CHECK-NOT:     linalg
// CHECK:         arith.maxsi
// CHECK:         return
func.func @greatest(%s: i32, %d: i32) -> i32 {
  %init = arith.constant -2147483648 : i32
  %e = tensor.empty() : tensor<256xi32>
  %quotients = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %none = bufferization.alloc_tensor() : tensor<i32>
  %first = tensor.insert %init into %none[] : tensor<i32>
  %reduced = linalg.reduce ins(%quotients : tensor<256xi32>) outs(%first : tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32) {
      %m = arith.maxsi %a, %b : i32
      linalg.yield %m : i32
    }
  %r = tensor.extract %reduced[] : tensor<i32>
  return %r : i32
}

// Not in the order of unsigned numbers.
// CHECK-LABEL: func.func @unsigned_extremum
// CHECK:         linalg.reduce
func.func @unsigned_extremum(%s: i32, %d: i32) -> i32 {
  %init = arith.constant -1 : i32
  %e = tensor.empty() : tensor<256xi32>
  %quotients = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %none = bufferization.alloc_tensor() : tensor<i32>
  %first = tensor.insert %init into %none[] : tensor<i32>
  %reduced = linalg.reduce ins(%quotients : tensor<256xi32>) outs(%first : tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32) {
      %m = arith.minui %a, %b : i32
      linalg.yield %m : i32
    }
  %r = tensor.extract %reduced[] : tensor<i32>
  return %r : i32
}

// Not their sum.
// CHECK-LABEL: func.func @sum
// CHECK:         linalg.reduce
func.func @sum(%s: i32, %d: i32) -> i32 {
  %init = arith.constant 0 : i32
  %e = tensor.empty() : tensor<256xi32>
  %quotients = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %none = bufferization.alloc_tensor() : tensor<i32>
  %first = tensor.insert %init into %none[] : tensor<i32>
  %reduced = linalg.reduce ins(%quotients : tensor<256xi32>) outs(%first : tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32) {
      %m = arith.addi %a, %b : i32
      linalg.yield %m : i32
    }
  %r = tensor.extract %reduced[] : tensor<i32>
  return %r : i32
}

// Functions of the quotient need not be monotonic.
// CHECK-LABEL: func.func @of_a_function
// CHECK:         linalg.reduce
func.func @of_a_function(%s: i32, %d: i32) -> i32 {
  %init = arith.constant 2147483647 : i32
  %e = tensor.empty() : tensor<256xi32>
  %quotients = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    %r = arith.remsi %q, %s : i32
    linalg.yield %r : i32
  } -> tensor<256xi32>
  %none = bufferization.alloc_tensor() : tensor<i32>
  %first = tensor.insert %init into %none[] : tensor<i32>
  %reduced = linalg.reduce ins(%quotients : tensor<256xi32>) outs(%first : tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32) {
      %m = arith.minsi %a, %b : i32
      linalg.yield %m : i32
    }
  %r = tensor.extract %reduced[] : tensor<i32>
  return %r : i32
}

// An extremum that is used as a tensor.
// CHECK-LABEL: func.func @as_a_tensor
// CHECK:         linalg.reduce
func.func @as_a_tensor(%s: i32, %d: i32) -> tensor<i32> {
  %init = arith.constant 2147483647 : i32
  %e = tensor.empty() : tensor<256xi32>
  %quotients = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<256xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %i = arith.index_cast %p : index to i32
    %t = arith.addi %s, %i : i32
    %q = arith.divsi %t, %d : i32
    linalg.yield %q : i32
  } -> tensor<256xi32>
  %none = bufferization.alloc_tensor() : tensor<i32>
  %first = tensor.insert %init into %none[] : tensor<i32>
  %reduced = linalg.reduce ins(%quotients : tensor<256xi32>) outs(%first : tensor<i32>) dimensions = [0]
    (%a: i32, %b: i32) {
      %m = arith.minsi %a, %b : i32
      linalg.yield %m : i32
    }
  return %reduced : tensor<i32>
}
