// RUN: xtriton-opt %s --cpu-reduce-in-loop | filecheck %s
// RUN: xtriton-opt %s --cpu-reduce-in-loop=strict-fp=true | filecheck %s --check-prefix=STRICT

#id = affine_map<(d0, d1) -> (d0, d1)>

// The sum of a block that a loop accumulates: each iteration adds the sum of its block.
// CHECK-LABEL: func.func @sum
// CHECK:         %[[START:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK:         %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[TOTAL:.*]] = %[[START]]) -> (tensor<4xf32>)
// CHECK:           %[[NEW:.*]] = linalg.reduce ins(%arg0 : tensor<4x8xf32>) outs(%[[TOTAL]] : tensor<4xf32>) dimensions = [1]
// CHECK:             arith.addf
// CHECK:           scf.yield %[[NEW]]
// CHECK-NOT:     linalg.transpose
// CHECK-NOT:     linalg.reduce
// CHECK:         return %[[SUM]]
// STRICT-LABEL: func.func @sum
// STRICT:         scf.for {{.*}} -> (tensor<4x8xf32>)
func.func @sum(%x: tensor<4x8xf32>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<4x8xf32>) : i32 {
    %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  %t = tensor.empty() : tensor<8x4xf32>
  %turned = linalg.transpose ins(%acc : tensor<4x8xf32>) outs(%t : tensor<8x4xf32>) permutation = [1, 0]
  %f = tensor.empty() : tensor<4xf32>
  %start = linalg.fill ins(%zero : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.reduce ins(%turned : tensor<8x4xf32>) outs(%start : tensor<4xf32>) dimensions = [0]
    (%p: f32, %q: f32) {
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    }
  return %sum : tensor<4xf32>
}

// Extrema do not depend on the order: also with strict-fp. What an iteration computes stays an operation of its own, and
// the constant that the block starts with is combined once.
// CHECK-LABEL: func.func @largest
// CHECK:         %[[FIRST:.*]] = arith.maxnumf
// CHECK:         linalg.fill ins(%[[FIRST]] : f32)
// CHECK:         scf.for {{.*}} -> (tensor<f32>)
// CHECK:           %[[SQUARES:.*]] = linalg.generic
// CHECK:             arith.mulf
// CHECK-NOT:         arith.maxnumf
// CHECK:           linalg.reduce ins(%[[SQUARES]] : tensor<8xf32>)
// STRICT-LABEL: func.func @largest
// STRICT:         scf.for {{.*}} -> (tensor<f32>)
func.func @largest(%x: tensor<8xf32>, %n: i32) -> tensor<f32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %low = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%low : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<8xf32>) : i32 {
    %next = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a, %x : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.mulf %q, %q : f32
      %m = arith.maxnumf %p, %s : f32
      linalg.yield %m : f32
    } -> tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  %f = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%nan : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %max = linalg.reduce ins(%acc : tensor<8xf32>) outs(%start : tensor<f32>) dimensions = [0]
    (%p: f32, %q: f32) {
      %s = arith.maxnumf %p, %q : f32
      linalg.yield %s : f32
    }
  return %max : tensor<f32>
}

// A sum through two loops, of a block that does not start at zero: its elements are added before the loops.
// CHECK-LABEL: func.func @nested
// CHECK:         %[[INIT:.*]] = linalg.fill ins(%{{.*}} : i32) outs(%{{.*}} : tensor<8xi32>)
// CHECK:         %[[START:.*]] = linalg.reduce ins(%[[INIT]] : tensor<8xi32>)
// CHECK:         scf.for {{.*}} iter_args(%[[OUTER:.*]] = %[[START]]) -> (tensor<i32>)
// CHECK:           scf.for {{.*}} iter_args(%{{.*}} = %[[OUTER]]) -> (tensor<i32>)
func.func @nested(%x: tensor<8xi32>, %n: i32) -> tensor<i32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %e = tensor.empty() : tensor<8xi32>
  %init = linalg.fill ins(%c1 : i32) outs(%e : tensor<8xi32>) -> tensor<8xi32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<8xi32>) : i32 {
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<8xi32>) : i32 {
      %next = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%b, %x : tensor<8xi32>, tensor<8xi32>) outs(%b : tensor<8xi32>) {
      ^bb0(%p: i32, %q: i32, %o: i32):
        %s = arith.addi %p, %q : i32
        linalg.yield %s : i32
      } -> tensor<8xi32>
      scf.yield %next : tensor<8xi32>
    }
    scf.yield %inner : tensor<8xi32>
  }
  %f = tensor.empty() : tensor<i32>
  %start = linalg.fill ins(%c0 : i32) outs(%f : tensor<i32>) -> tensor<i32>
  %sum = linalg.reduce ins(%acc : tensor<8xi32>) outs(%start : tensor<i32>) dimensions = [0]
    (%p: i32, %q: i32) {
      %s = arith.addi %p, %q : i32
      linalg.yield %s : i32
    }
  return %sum : tensor<i32>
}

// The block is kept where the iteration reads it otherwise, where something else than the reduction reads it, where the
// reduction is another operation, and where sums would be rounded to a narrow type more often.
// CHECK-LABEL: func.func @read_twice
// CHECK:         scf.for {{.*}} -> (tensor<8xf32>)
func.func @read_twice(%x: tensor<8xf32>, %n: i32) -> tensor<f32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<8xf32>) : i32 {
    %next = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a, %x : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %s = arith.addf %p, %m : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  %f = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce ins(%acc : tensor<8xf32>) outs(%start : tensor<f32>) dimensions = [0]
    (%p: f32, %q: f32) {
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    }
  return %sum : tensor<f32>
}

// CHECK-LABEL: func.func @also_used
// CHECK:         scf.for {{.*}} -> (tensor<8xf32>)
func.func @also_used(%x: tensor<8xf32>, %n: i32) -> (tensor<f32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<8xf32>) : i32 {
    %next = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a, %x : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  %f = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce ins(%acc : tensor<8xf32>) outs(%start : tensor<f32>) dimensions = [0]
    (%p: f32, %q: f32) {
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    }
  return %sum, %acc : tensor<f32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @other_operation
// CHECK:         scf.for {{.*}} -> (tensor<8xf32>)
func.func @other_operation(%x: tensor<8xf32>, %n: i32) -> tensor<f32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<8xf32>) : i32 {
    %next = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a, %x : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  %f = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %max = linalg.reduce ins(%acc : tensor<8xf32>) outs(%start : tensor<f32>) dimensions = [0]
    (%p: f32, %q: f32) {
      %s = arith.maxnumf %p, %q : f32
      linalg.yield %s : f32
    }
  return %max : tensor<f32>
}

// CHECK-LABEL: func.func @narrow
// CHECK:         scf.for {{.*}} -> (tensor<8xf16>)
func.func @narrow(%x: tensor<8xf16>, %n: i32) -> tensor<f16> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %init = linalg.fill ins(%zero : f16) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (tensor<8xf16>) : i32 {
    %next = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a, %x : tensor<8xf16>, tensor<8xf16>) outs(%a : tensor<8xf16>) {
    ^bb0(%p: f16, %q: f16, %o: f16):
      %s = arith.addf %p, %q : f16
      linalg.yield %s : f16
    } -> tensor<8xf16>
    scf.yield %next : tensor<8xf16>
  }
  %f = tensor.empty() : tensor<f16>
  %start = linalg.fill ins(%zero : f16) outs(%f : tensor<f16>) -> tensor<f16>
  %sum = linalg.reduce ins(%acc : tensor<8xf16>) outs(%start : tensor<f16>) dimensions = [0]
    (%p: f16, %q: f16) {
      %s = arith.addf %p, %q : f16
      linalg.yield %s : f16
    }
  return %sum : tensor<f16>
}
