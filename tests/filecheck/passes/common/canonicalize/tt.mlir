// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// CHECK: tt.func @masked_loads(%arg0: tensor<4x!tt.ptr<f32>>, %arg1: tensor<4xf32>, %arg2: tensor<4xi1>, %arg3: !tt.ptr<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
// CHECK-NEXT:   %0 = tt.load %arg0 evictionPolicy = evict_last : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %1 = tt.load %arg0, %cst, %arg1 : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %2 = tt.load %arg0, %arg2, %arg1 : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %0, %arg1, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: }
tt.func @masked_loads(%p: tensor<4x!tt.ptr<f32>>, %other: tensor<4xf32>, %m: tensor<4xi1>, %q: !tt.ptr<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %true = arith.constant dense<true> : tensor<4xi1>
  %false = arith.constant dense<false> : tensor<4xi1>
  %some = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %0 = tt.load %p, %true, %other evictionPolicy = evict_last {tt.note = 1 : i32} : tensor<4x!tt.ptr<f32>>
  %1 = tt.load %p, %false, %other : tensor<4x!tt.ptr<f32>>
  %2 = tt.load %p, %some, %other : tensor<4x!tt.ptr<f32>>
  %3 = tt.load %p, %m, %other : tensor<4x!tt.ptr<f32>>
  tt.return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The result of a load without `other` is unknown where the mask is false; scalar masks are not considered.
// CHECK: tt.func @masked_loads_that_stay(%arg0: tensor<4x!tt.ptr<f32>>, %arg1: !tt.ptr<f32>) -> (tensor<4xf32>, f32) {
// CHECK-NEXT:   %cst = arith.constant dense<false> : tensor<4xi1>
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = tt.load %arg0, %cst : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %1 = tt.load %arg1, %true : !tt.ptr<f32>
// CHECK-NEXT:   tt.return %0, %1 : tensor<4xf32>, f32
// CHECK-NEXT: }
tt.func @masked_loads_that_stay(%p: tensor<4x!tt.ptr<f32>>, %q: !tt.ptr<f32>) -> (tensor<4xf32>, f32) {
  %false = arith.constant dense<false> : tensor<4xi1>
  %true = arith.constant true
  %0 = tt.load %p, %false : tensor<4x!tt.ptr<f32>>
  %1 = tt.load %q, %true : !tt.ptr<f32>
  tt.return %0, %1 : tensor<4xf32>, f32
}

// CHECK: tt.func @masked_stores(%arg0: tensor<4x!tt.ptr<f32>>, %arg1: tensor<4xf32>, %arg2: tensor<4xi1>) {
// CHECK-NEXT:   tt.store %arg0, %arg1 cacheModifier = cg : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   tt.store %arg0, %arg1, %arg2 : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @masked_stores(%p: tensor<4x!tt.ptr<f32>>, %v: tensor<4xf32>, %m: tensor<4xi1>) {
  %true = arith.constant dense<true> : tensor<4xi1>
  %false = arith.constant dense<false> : tensor<4xi1>
  tt.store %p, %v, %true cacheModifier = cg : tensor<4x!tt.ptr<f32>>
  tt.store %p, %v, %false : tensor<4x!tt.ptr<f32>>
  tt.store %p, %v, %m : tensor<4x!tt.ptr<f32>>
  tt.return
}

// CHECK: tt.func @splats(%arg0: i32, %arg1: !tt.ptr<f32>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4x!tt.ptr<f32>>) {
// CHECK-NEXT:   %cst = arith.constant dense<5> : tensor<4xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : tensor<4xf32>
// CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<4xi32>
// CHECK-NEXT:   %1 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %cst, %cst_0, %0, %1 : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4x!tt.ptr<f32>>
// CHECK-NEXT: }
tt.func @splats(%x: i32, %p: !tt.ptr<f32>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4x!tt.ptr<f32>>) {
  %c5 = arith.constant 5 : i32
  %f = arith.constant 1.5 : f32
  %0 = tt.splat %c5 : i32 -> tensor<4xi32>
  %1 = tt.splat %f : f32 -> tensor<4xf32>
  %2 = tt.splat %x : i32 -> tensor<4xi32>
  %3 = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  tt.return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4x!tt.ptr<f32>>
}

// CHECK: tt.func @ranges() -> (tensor<1xi32>, tensor<2xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<1xi32>
// CHECK-NEXT:   %0 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT:   tt.return %cst, %0 : tensor<1xi32>, tensor<2xi32>
// CHECK-NEXT: }
tt.func @ranges() -> (tensor<1xi32>, tensor<2xi32>) {
  %0 = tt.make_range {end = 8 : i32, start = 7 : i32} : tensor<1xi32>
  %1 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  tt.return %0, %1 : tensor<1xi32>, tensor<2xi32>
}

// CHECK: tt.func @pointers(%arg0: !tt.ptr<f32>, %arg1: tensor<4x!tt.ptr<f32>>, %arg2: i32) -> (!tt.ptr<f32>, tensor<4x!tt.ptr<f32>>, !tt.ptr<f32>) {
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg2 : !tt.ptr<f32>, i32
// CHECK-NEXT:   tt.return %arg0, %arg1, %0 : !tt.ptr<f32>, tensor<4x!tt.ptr<f32>>, !tt.ptr<f32>
// CHECK-NEXT: }
tt.func @pointers(%p: !tt.ptr<f32>, %q: tensor<4x!tt.ptr<f32>>, %x: i32) -> (!tt.ptr<f32>, tensor<4x!tt.ptr<f32>>, !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %zeros = arith.constant dense<0> : tensor<4xi32>
  %0 = tt.addptr %p, %c0 : !tt.ptr<f32>, i32
  %1 = tt.addptr %q, %zeros : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %2 = tt.addptr %p, %x : !tt.ptr<f32>, i32
  tt.return %0, %1, %2 : !tt.ptr<f32>, tensor<4x!tt.ptr<f32>>, !tt.ptr<f32>
}

// CHECK: tt.func @block_pointers(%arg0: !tt.ptr<tensor<4x4xf32>>, %arg1: i32) -> (!tt.ptr<tensor<4x4xf32>>, !tt.ptr<tensor<4x4xf32>>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.advance %arg0, [%c0_i32, %c1_i32] : <tensor<4x4xf32>>
// CHECK-NEXT:   tt.return %arg0, %0 : !tt.ptr<tensor<4x4xf32>>, !tt.ptr<tensor<4x4xf32>>
// CHECK-NEXT: }
tt.func @block_pointers(%p: !tt.ptr<tensor<4x4xf32>>, %x: i32) -> (!tt.ptr<tensor<4x4xf32>>, !tt.ptr<tensor<4x4xf32>>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.advance %p, [%c0, %c0] : <tensor<4x4xf32>>
  %1 = tt.advance %p, [%c0, %c1] : <tensor<4x4xf32>>
  tt.return %0, %1 : !tt.ptr<tensor<4x4xf32>>, !tt.ptr<tensor<4x4xf32>>
}

// CHECK: tt.func @block_pointer_moved_by_unknown(%arg0: !tt.ptr<tensor<4x4xf32>>, %arg1: i32) -> !tt.ptr<tensor<4x4xf32>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0 = tt.advance %arg0, [%c0_i32, %arg1] : <tensor<4x4xf32>>
// CHECK-NEXT:   tt.return %0 : !tt.ptr<tensor<4x4xf32>>
// CHECK-NEXT: }
tt.func @block_pointer_moved_by_unknown(%p: !tt.ptr<tensor<4x4xf32>>, %x: i32) -> !tt.ptr<tensor<4x4xf32>> {
  %c0 = arith.constant 0 : i32
  %0 = tt.advance %p, [%c0, %x] : <tensor<4x4xf32>>
  tt.return %0 : !tt.ptr<tensor<4x4xf32>>
}

// CHECK: tt.func @float_formats(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf8E5M2>, f16, tensor<4xf8E5M2>) {
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : tensor<4xf8E5M2>
// CHECK-NEXT:   %cst_1 = arith.constant -0.000000e+00 : f16
// CHECK-NEXT:   %0 = tt.fp_to_fp %cst, rounding = rtne : tensor<4xf32> -> tensor<4xf8E5M2>
// CHECK-NEXT:   tt.return %arg0, %cst_0, %cst_1, %0 : tensor<4xf32>, tensor<4xf8E5M2>, f16, tensor<4xf8E5M2>
// CHECK-NEXT: }
tt.func @float_formats(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf8E5M2>, f16, tensor<4xf8E5M2>) {
  %p = arith.constant dense<0.0> : tensor<4xf32>
  %n = arith.constant -0.0 : f32
  %o = arith.constant dense<1.0> : tensor<4xf32>
  %0 = tt.fp_to_fp %x : tensor<4xf32> -> tensor<4xf32>
  %1 = tt.fp_to_fp %p, rounding = rtne : tensor<4xf32> -> tensor<4xf8E5M2>
  %2 = tt.fp_to_fp %n, rounding = rtz : f32 -> f16
  %3 = tt.fp_to_fp %o, rounding = rtne : tensor<4xf32> -> tensor<4xf8E5M2>
  tt.return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf8E5M2>, f16, tensor<4xf8E5M2>
}

// CHECK: tt.func @expand_dims(%arg0: i32, %arg1: tensor<4xi32>, %arg2: tensor<1xi32>) -> (tensor<1x4xi32>, tensor<1x2xi32>, tensor<1x4xi32>, tensor<4x1xi32>, tensor<1x4xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<1x4xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
// CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<1x4xi32>
// CHECK-NEXT:   %1 = tt.expand_dims %arg2 {axis = 1 : i32} : tensor<1xi32> -> tensor<1x1xi32>
// CHECK-NEXT:   %2 = tt.broadcast %1 : tensor<1x1xi32> -> tensor<4x1xi32>
// CHECK-NEXT:   %3 = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
// CHECK-NEXT:   tt.return %cst, %cst_0, %0, %2, %3 : tensor<1x4xi32>, tensor<1x2xi32>, tensor<1x4xi32>, tensor<4x1xi32>, tensor<1x4xi32>
// CHECK-NEXT: }
tt.func @expand_dims(%x: i32, %v: tensor<4xi32>, %w: tensor<1xi32>) -> (tensor<1x4xi32>, tensor<1x2xi32>, tensor<1x4xi32>, tensor<4x1xi32>, tensor<1x4xi32>) {
  %c = arith.constant dense<7> : tensor<4xi32>
  %d = arith.constant dense<[1, 2]> : tensor<2xi32>
  %s = tt.splat %x : i32 -> tensor<4xi32>
  %b = tt.broadcast %w : tensor<1xi32> -> tensor<4xi32>
  %0 = tt.expand_dims %c {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %1 = tt.expand_dims %d {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %2 = tt.expand_dims %s {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %3 = tt.expand_dims %b {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %4 = tt.expand_dims %v {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  tt.return %0, %1, %2, %3, %4 : tensor<1x4xi32>, tensor<1x2xi32>, tensor<1x4xi32>, tensor<4x1xi32>, tensor<1x4xi32>
}

// CHECK: tt.func @broadcasts(%arg0: i32, %arg1: tensor<1x4xi32>, %arg2: tensor<1x1xi32>) -> (tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<1x4xi32>, tensor<4x4xi32>, tensor<2x2xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<[[1], [2]]> : tensor<2x1xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<7> : tensor<4x4xi32>
// CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<4x4xi32>
// CHECK-NEXT:   %1 = tt.broadcast %arg2 : tensor<1x1xi32> -> tensor<4x4xi32>
// CHECK-NEXT:   %2 = tt.broadcast %arg1 : tensor<1x4xi32> -> tensor<4x4xi32>
// CHECK-NEXT:   %3 = tt.broadcast %cst : tensor<2x1xi32> -> tensor<2x2xi32>
// CHECK-NEXT:   tt.return %cst_0, %0, %1, %arg1, %2, %3 : tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<1x4xi32>, tensor<4x4xi32>, tensor<2x2xi32>
// CHECK-NEXT: }
tt.func @broadcasts(%x: i32, %v: tensor<1x4xi32>, %w: tensor<1x1xi32>) -> (tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<1x4xi32>, tensor<4x4xi32>, tensor<2x2xi32>) {
  %c = arith.constant dense<7> : tensor<1x4xi32>
  %d = arith.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %s = tt.splat %x : i32 -> tensor<1x4xi32>
  %b = tt.broadcast %w : tensor<1x1xi32> -> tensor<1x4xi32>
  %0 = tt.broadcast %c : tensor<1x4xi32> -> tensor<4x4xi32>
  %1 = tt.broadcast %s : tensor<1x4xi32> -> tensor<4x4xi32>
  %2 = tt.broadcast %b : tensor<1x4xi32> -> tensor<4x4xi32>
  %3 = tt.broadcast %v : tensor<1x4xi32> -> tensor<1x4xi32>
  %4 = tt.broadcast %v : tensor<1x4xi32> -> tensor<4x4xi32>
  %5 = tt.broadcast %d : tensor<2x1xi32> -> tensor<2x2xi32>
  tt.return %0, %1, %2, %3, %4, %5 : tensor<4x4xi32>, tensor<4x4xi32>, tensor<4x4xi32>, tensor<1x4xi32>, tensor<4x4xi32>, tensor<2x2xi32>
}

// CHECK: tt.func @reshapes(%arg0: i32, %arg1: tensor<2x4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<8xi32>, tensor<2x2xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<7> : tensor<4x2xi32>
// CHECK-NEXT:   %0 = tt.reshape %arg1 allow_reorder : tensor<2x4xi32> -> tensor<2x4xi32>
// CHECK-NEXT:   %1 = tt.splat %arg0 : i32 -> tensor<4x2xi32>
// CHECK-NEXT:   %2 = tt.reshape %arg1 : tensor<2x4xi32> -> tensor<8xi32>
// CHECK-NEXT:   tt.return %arg1, %0, %cst_0, %1, %2, %cst : tensor<2x4xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<8xi32>, tensor<2x2xi32>
// CHECK-NEXT: }
tt.func @reshapes(%x: i32, %v: tensor<2x4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<8xi32>, tensor<2x2xi32>) {
  %c = arith.constant dense<7> : tensor<2x4xi32>
  %d = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %s = tt.splat %x : i32 -> tensor<2x4xi32>
  %0 = tt.reshape %v : tensor<2x4xi32> -> tensor<2x4xi32>
  %1 = tt.reshape %v allow_reorder : tensor<2x4xi32> -> tensor<2x4xi32>
  %2 = tt.reshape %c : tensor<2x4xi32> -> tensor<4x2xi32>
  %3 = tt.reshape %s : tensor<2x4xi32> -> tensor<4x2xi32>
  %4 = tt.reshape %v : tensor<2x4xi32> -> tensor<8xi32>
  %5 = tt.reshape %d : tensor<4xi32> -> tensor<2x2xi32>
  tt.return %0, %1, %2, %3, %4, %5 : tensor<2x4xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<8xi32>, tensor<2x2xi32>
}

// Two reshapes are one, which may reorder if either may; an efficient layout is not given up.
// CHECK: tt.func @two_reshapes(%arg0: tensor<2x4xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) {
// CHECK-NEXT:   %0 = tt.reshape %arg0 : tensor<2x4xi32> -> tensor<8xi32>
// CHECK-NEXT:   %1 = tt.reshape %arg0 : tensor<2x4xi32> -> tensor<4x2xi32>
// CHECK-NEXT:   %2 = tt.reshape %arg0 allow_reorder : tensor<2x4xi32> -> tensor<4x2xi32>
// CHECK-NEXT:   %3 = tt.reshape %arg0 allow_reorder : tensor<2x4xi32> -> tensor<4x2xi32>
// CHECK-NEXT:   %4 = tt.reshape %0 allow_reorder efficient_layout : tensor<8xi32> -> tensor<4x2xi32>
// CHECK-NEXT:   tt.return %1, %2, %3, %4 : tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>
// CHECK-NEXT: }
tt.func @two_reshapes(%v: tensor<2x4xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>) {
  %0 = tt.reshape %v : tensor<2x4xi32> -> tensor<8xi32>
  %1 = tt.reshape %v allow_reorder : tensor<2x4xi32> -> tensor<8xi32>
  %2 = tt.reshape %0 : tensor<8xi32> -> tensor<4x2xi32>
  %3 = tt.reshape %0 allow_reorder : tensor<8xi32> -> tensor<4x2xi32>
  %4 = tt.reshape %1 : tensor<8xi32> -> tensor<4x2xi32>
  %5 = tt.reshape %0 allow_reorder efficient_layout : tensor<8xi32> -> tensor<4x2xi32>
  tt.return %2, %3, %4, %5 : tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>
}

// CHECK: tt.func @transpositions(%arg0: tensor<2x4x8xi32>) -> (tensor<2x4x8xi32>, tensor<8x4x2xi32>, tensor<8x2x4xi32>, tensor<4x2xi32>, tensor<2x2xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<7> : tensor<4x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-NEXT:   %0 = tt.trans %arg0 {order = array<i32: 2, 1, 0>} : tensor<2x4x8xi32> -> tensor<8x4x2xi32>
// CHECK-NEXT:   %1 = tt.trans %arg0 {order = array<i32: 2, 0, 1>} : tensor<2x4x8xi32> -> tensor<8x2x4xi32>
// CHECK-NEXT:   %2 = tt.trans %cst_0 {order = array<i32: 1, 0>} : tensor<2x2xi32> -> tensor<2x2xi32>
// CHECK-NEXT:   tt.return %arg0, %0, %1, %cst, %2 : tensor<2x4x8xi32>, tensor<8x4x2xi32>, tensor<8x2x4xi32>, tensor<4x2xi32>, tensor<2x2xi32>
// CHECK-NEXT: }
tt.func @transpositions(%v: tensor<2x4x8xi32>) -> (tensor<2x4x8xi32>, tensor<8x4x2xi32>, tensor<8x2x4xi32>, tensor<4x2xi32>, tensor<2x2xi32>) {
  %c = arith.constant dense<7> : tensor<2x4xi32>
  %d = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = tt.trans %v {order = array<i32: 0, 1, 2>} : tensor<2x4x8xi32> -> tensor<2x4x8xi32>
  %1 = tt.trans %v {order = array<i32: 1, 2, 0>} : tensor<2x4x8xi32> -> tensor<4x8x2xi32>
  %2 = tt.trans %1 {order = array<i32: 1, 0, 2>} : tensor<4x8x2xi32> -> tensor<8x4x2xi32>
  %3 = tt.trans %1 {order = array<i32: 1, 2, 0>} : tensor<4x8x2xi32> -> tensor<8x2x4xi32>
  %4 = tt.trans %c {order = array<i32: 1, 0>} : tensor<2x4xi32> -> tensor<4x2xi32>
  %5 = tt.trans %d {order = array<i32: 1, 0>} : tensor<2x2xi32> -> tensor<2x2xi32>
  tt.return %0, %2, %3, %4, %5 : tensor<2x4x8xi32>, tensor<8x4x2xi32>, tensor<8x2x4xi32>, tensor<4x2xi32>, tensor<2x2xi32>
}
