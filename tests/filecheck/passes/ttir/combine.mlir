// RUN: xtriton-opt %s --triton=3.6 --triton-combine | filecheck %s

// A product that is added to something starts with it.
// CHECK: tt.func @dot_and_sum(%arg0: tensor<32x32xf16>, %arg1: tensor<32x32xf16>, %arg2: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
// CHECK-NEXT:   %1 = tt.dot %arg1, %arg0, %arg2 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
// CHECK-NEXT:   tt.return %0, %1 : tensor<32x32xf32>, tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @dot_and_sum(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>, %d: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %0 = tt.dot %a, %b, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %1 = arith.addf %0, %d : tensor<32x32xf32>
  %2 = tt.dot %b, %a, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %3 = arith.addf %d, %2 : tensor<32x32xf32>
  tt.return %1, %3 : tensor<32x32xf32>, tensor<32x32xf32>
}

// CHECK: tt.func @dot_and_sum_of_integers(%arg0: tensor<32x32xi8>, %arg1: tensor<32x32xi8>, %arg2: tensor<32x32xi32>) -> tensor<32x32xi32> {
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xi32>
// CHECK-NEXT:   tt.return %0 : tensor<32x32xi32>
// CHECK-NEXT: }
tt.func @dot_and_sum_of_integers(%a: tensor<32x32xi8>, %b: tensor<32x32xi8>, %d: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %zero = arith.constant dense<0> : tensor<32x32xi32>
  %0 = tt.dot %a, %b, %zero : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xi32>
  %1 = arith.addi %0, %d : tensor<32x32xi32>
  tt.return %1 : tensor<32x32xi32>
}

// It moves to the sum, since the other part may come later.
// CHECK: tt.func @dot_moves(%arg0: tensor<32x32xf16>, %arg1: tensor<32x32xf16>, %arg2: tensor<32x32x!tt.ptr<f32>>) -> tensor<32x32xf32> {
// CHECK-NEXT:   %0 = tt.load %arg2 : tensor<32x32x!tt.ptr<f32>>
// CHECK-NEXT:   %1 = tt.dot %arg0, %arg1, %0 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
// CHECK-NEXT:   tt.return %1 : tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @dot_moves(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>, %p: tensor<32x32x!tt.ptr<f32>>) -> tensor<32x32xf32> {
  %zero = arith.constant dense<-0.0> : tensor<32x32xf32>
  %0 = tt.dot %a, %b, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %1 = tt.load %p : tensor<32x32x!tt.ptr<f32>>
  %2 = arith.addf %0, %1 : tensor<32x32xf32>
  tt.return %2 : tensor<32x32xf32>
}

// Not if the accumulator is not zero, if the dot has other users, or if it may be imprecise.
// CHECK: tt.func @dots_that_stay(%arg0: tensor<32x32xf8E5M2>, %arg1: tensor<32x32xf8E5M2>, %arg2: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.000000e+00> : tensor<32x32xf32>
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %cst_0 : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
// CHECK-NEXT:   %1 = arith.addf %0, %arg2 : tensor<32x32xf32>
// CHECK-NEXT:   %2 = tt.dot %arg1, %arg0, %cst : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
// CHECK-NEXT:   %3 = arith.addf %2, %arg2 : tensor<32x32xf32>
// CHECK-NEXT:   %4 = tt.dot %arg0, %arg0, %cst {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
// CHECK-NEXT:   %5 = arith.addf %4, %arg2 : tensor<32x32xf32>
// CHECK-NEXT:   tt.return %1, %2, %3, %5 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @dots_that_stay(%a: tensor<32x32xf8E5M2>, %b: tensor<32x32xf8E5M2>, %d: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %one = arith.constant dense<1.0> : tensor<32x32xf32>
  %0 = tt.dot %a, %b, %one : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  %1 = arith.addf %0, %d : tensor<32x32xf32>
  %2 = tt.dot %b, %a, %zero : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  %3 = arith.addf %2, %d : tensor<32x32xf32>
  %4 = tt.dot %a, %a, %zero {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  %5 = arith.addf %4, %d : tensor<32x32xf32>
  tt.return %1, %2, %3, %5 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}

// CHECK: tt.func @sum_without_dot(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xf32>) -> tensor<32x32xf32> {
// CHECK-NEXT:   %0 = arith.addf %arg0, %arg1 : tensor<32x32xf32>
// CHECK-NEXT:   tt.return %0 : tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @sum_without_dot(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = arith.addf %a, %b : tensor<32x32xf32>
  tt.return %0 : tensor<32x32xf32>
}

// Of two products the one on the right takes the other.
// CHECK: tt.func @two_dots(%arg0: tensor<32x32xf16>, %arg1: tensor<32x32xf16>) -> tensor<32x32xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %cst : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
// CHECK-NEXT:   %1 = tt.dot %arg1, %arg0, %0 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
// CHECK-NEXT:   tt.return %1 : tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @two_dots(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>) -> tensor<32x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %0 = tt.dot %a, %b, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %1 = tt.dot %b, %a, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %2 = arith.addf %0, %1 : tensor<32x32xf32>
  tt.return %2 : tensor<32x32xf32>
}

// A load whose mask is the condition of a choice takes the other value.
// CHECK: tt.func @select_of_load(%arg0: i1, %arg1: tensor<8x!tt.ptr<f32>>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : i1 -> tensor<8xi1>
// CHECK-NEXT:   %1 = tt.load %arg1, %0, %arg2 evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   %2 = tt.load %arg1, %0, %arg2 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %1, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }
tt.func @select_of_load(%c: i1, %p: tensor<8x!tt.ptr<f32>>, %other: tensor<8xf32>, %first: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %0 = tt.load %p, %m evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
  %1 = arith.select %c, %0, %other : tensor<8xf32>
  %2 = tt.load %p, %m, %first : tensor<8x!tt.ptr<f32>>
  %3 = arith.select %c, %2, %other : tensor<8xf32>
  tt.return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK: tt.func @selects_that_stay(%arg0: i1, %arg1: i1, %arg2: tensor<8xi1>, %arg3: tensor<8x!tt.ptr<f32>>, %arg4: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : i1 -> tensor<8xi1>
// CHECK-NEXT:   %1 = tt.load %arg3, %0 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   %2 = arith.select %arg1, %1, %arg4 : tensor<8xf32>
// CHECK-NEXT:   %3 = arith.select %arg0, %arg4, %1 : tensor<8xf32>
// CHECK-NEXT:   %4 = tt.load %arg3, %arg2 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   %5 = arith.select %arg0, %4, %arg4 : tensor<8xf32>
// CHECK-NEXT:   %6 = tt.load %arg3 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   %7 = arith.select %arg0, %6, %arg4 : tensor<8xf32>
// CHECK-NEXT:   %8 = arith.addf %arg4, %arg4 : tensor<8xf32>
// CHECK-NEXT:   %9 = arith.select %arg0, %8, %arg4 : tensor<8xf32>
// CHECK-NEXT:   tt.return %2, %3, %5, %7, %9 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT: }
tt.func @selects_that_stay(%c: i1, %d: i1, %m: tensor<8xi1>, %p: tensor<8x!tt.ptr<f32>>, %other: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %s = tt.splat %c : i1 -> tensor<8xi1>
  %0 = tt.load %p, %s : tensor<8x!tt.ptr<f32>>
  %1 = arith.select %d, %0, %other : tensor<8xf32>
  %2 = arith.select %c, %other, %0 : tensor<8xf32>
  %3 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  %4 = arith.select %c, %3, %other : tensor<8xf32>
  %5 = tt.load %p : tensor<8x!tt.ptr<f32>>
  %6 = arith.select %c, %5, %other : tensor<8xf32>
  %7 = arith.addf %other, %other : tensor<8xf32>
  %8 = arith.select %c, %7, %other : tensor<8xf32>
  tt.return %1, %2, %4, %6, %8 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Offsets of 64 bits are added.
// CHECK: tt.func @wide_offsets(%arg0: tensor<8x!tt.ptr<f32>>, %arg1: tensor<8xi64>, %arg2: tensor<8xi64>) -> tensor<8x!tt.ptr<f32>> {
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : tensor<8xi64>
// CHECK-NEXT:   %1 = tt.addptr %arg0, %0 {tt.constancy = dense<8> : tensor<1xi32>, tt.contiguity = dense<4> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>} : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
// CHECK-NEXT:   tt.return %1 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: }
tt.func @wide_offsets(%p: tensor<8x!tt.ptr<f32>>, %a: tensor<8xi64>, %b: tensor<8xi64>) -> tensor<8x!tt.ptr<f32>> {
  %0 = tt.addptr %p, %a : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  %1 = tt.addptr %0, %b {other = 1 : i32, tt.constancy = dense<8> : tensor<1xi32>, tt.contiguity = dense<4> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>} : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  tt.return %1 : tensor<8x!tt.ptr<f32>>
}

// Narrow ones only if the sum is known not to overflow.
// CHECK: tt.func @narrow_offsets(%arg0: !tt.ptr<f32>, %arg1: tensor<8x!tt.ptr<f32>>, %arg2: i32) -> (!tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>) {
// CHECK-NEXT:   %cst = arith.constant dense<2147483647> : tensor<8xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<-2> : tensor<8xi32>
// CHECK-NEXT:   %c-2_i32 = arith.constant -2 : i32
// CHECK-NEXT:   %0 = tt.addptr %arg0, %c-2_i32 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %1 = tt.addptr %arg1, %cst_0 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   %2 = tt.addptr %arg1, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   tt.return %0, %1, %2 : !tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: }
tt.func @narrow_offsets(%p: !tt.ptr<f32>, %q: tensor<8x!tt.ptr<f32>>, %a: i32) -> (!tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>) {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant -7 : i32
  %cs = arith.constant dense<5> : tensor<8xi32>
  %s = tt.splat %c7 : i32 -> tensor<8xi32>
  %greatest = arith.constant dense<2147483642> : tensor<8xi32>
  %0 = tt.addptr %p, %c5 : !tt.ptr<f32>, i32
  %1 = tt.addptr %0, %c7 : !tt.ptr<f32>, i32
  %2 = tt.addptr %q, %cs : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %3 = tt.addptr %2, %s : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %4 = tt.addptr %2, %greatest : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.return %1, %3, %4 : !tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>
}

// CHECK: tt.func @offsets_that_may_overflow(%arg0: !tt.ptr<f32>, %arg1: tensor<8x!tt.ptr<f32>>, %arg2: i32, %arg3: i64) -> (!tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>, !tt.ptr<f32>) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %cst = arith.constant dense<6> : tensor<8xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<-2147483648> : tensor<8xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<-1> : tensor<8xi32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<2147483642> : tensor<8xi32>
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg2 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %1 = tt.addptr %0, %c5_i32 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %2 = tt.addptr %arg1, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   %3 = tt.addptr %2, %cst_2 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   %4 = tt.addptr %arg1, %cst_0 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   %5 = tt.addptr %4, %cst_1 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   %6 = tt.addptr %0, %arg3 : !tt.ptr<f32>, i64
// CHECK-NEXT:   tt.return %1, %3, %5, %6 : !tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>, !tt.ptr<f32>
// CHECK-NEXT: }
tt.func @offsets_that_may_overflow(%p: !tt.ptr<f32>, %q: tensor<8x!tt.ptr<f32>>, %a: i32, %w: i64) -> (!tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>, !tt.ptr<f32>) {
  %c5 = arith.constant 5 : i32
  %cs = arith.constant dense<6> : tensor<8xi32>
  %least = arith.constant dense<-2147483648> : tensor<8xi32>
  %minus = arith.constant dense<-1> : tensor<8xi32>
  %greatest = arith.constant dense<2147483642> : tensor<8xi32>
  %0 = tt.addptr %p, %a : !tt.ptr<f32>, i32
  %1 = tt.addptr %0, %c5 : !tt.ptr<f32>, i32
  %2 = tt.addptr %q, %cs : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %3 = tt.addptr %2, %greatest : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %4 = tt.addptr %q, %least : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %5 = tt.addptr %4, %minus : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %6 = tt.addptr %0, %w : !tt.ptr<f32>, i64
  tt.return %1, %3, %5, %6 : !tt.ptr<f32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>, !tt.ptr<f32>
}

// A pointer that is an argument has nothing behind it.
// CHECK: tt.func @argument(%arg0: !tt.ptr<f32>, %arg1: i64) -> !tt.ptr<f32> {
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i64
// CHECK-NEXT:   tt.return %0 : !tt.ptr<f32>
// CHECK-NEXT: }
tt.func @argument(%p: !tt.ptr<f32>, %a: i64) -> !tt.ptr<f32> {
  %0 = tt.addptr %p, %a : !tt.ptr<f32>, i64
  tt.return %0 : !tt.ptr<f32>
}

// sum(x[:, :, None] * y[None, :, :], 1) is a product of matrices.
// CHECK: tt.func @sum_of_products(%arg0: tensor<32x16xf32>, %arg1: tensor<16x32xf32>) -> tensor<32x32xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %cst, inputPrecision = tf32 : tensor<32x16xf32> * tensor<16x32xf32> -> tensor<32x32xf32>
// CHECK-NEXT:   tt.return %0 : tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @sum_of_products(%x: tensor<32x16xf32>, %y: tensor<16x32xf32>) -> tensor<32x32xf32> {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
  %1 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x32xf32>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>
  %3 = tt.broadcast %2 : tensor<1x16x32xf32> -> tensor<32x16x32xf32>
  %4 = arith.mulf %1, %3 : tensor<32x16x32xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %6 = arith.addf %a, %b : f32
    tt.reduce.return %6 : f32
  }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
  tt.return %5 : tensor<32x32xf32>
}

// Too few rows, another combination, other axes, or no product.
// CHECK: tt.func @few_rows(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>) -> tensor<8x32xf32> {
// CHECK-NEXT:   %0 = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<8x16xf32> -> tensor<8x16x1xf32>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<8x16x1xf32> -> tensor<8x16x32xf32>
// CHECK-NEXT:   %2 = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>
// CHECK-NEXT:   %3 = tt.broadcast %2 : tensor<1x16x32xf32> -> tensor<8x16x32xf32>
// CHECK-NEXT:   %4 = arith.mulf %1, %3 : tensor<8x16x32xf32>
// CHECK-NEXT:   %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %6 = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT:     tt.reduce.return %6 : f32
// CHECK-NEXT:   }) : (tensor<8x16x32xf32>) -> tensor<8x32xf32>
// CHECK-NEXT:   tt.return %5 : tensor<8x32xf32>
// CHECK-NEXT: }
tt.func @few_rows(%x: tensor<8x16xf32>, %y: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<8x16xf32> -> tensor<8x16x1xf32>
  %1 = tt.broadcast %0 : tensor<8x16x1xf32> -> tensor<8x16x32xf32>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>
  %3 = tt.broadcast %2 : tensor<1x16x32xf32> -> tensor<8x16x32xf32>
  %4 = arith.mulf %1, %3 : tensor<8x16x32xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %6 = arith.addf %a, %b : f32
    tt.reduce.return %6 : f32
  }) : (tensor<8x16x32xf32>) -> tensor<8x32xf32>
  tt.return %5 : tensor<8x32xf32>
}

// CHECK: tt.func @few_columns(%arg0: tensor<32x16xf32>, %arg1: tensor<16x8xf32>) -> tensor<32x8xf32> {
// CHECK-NEXT:   %0 = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x8xf32>
// CHECK-NEXT:   %2 = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<16x8xf32> -> tensor<1x16x8xf32>
// CHECK-NEXT:   %3 = tt.broadcast %2 : tensor<1x16x8xf32> -> tensor<32x16x8xf32>
// CHECK-NEXT:   %4 = arith.mulf %1, %3 : tensor<32x16x8xf32>
// CHECK-NEXT:   %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %6 = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT:     tt.reduce.return %6 : f32
// CHECK-NEXT:   }) : (tensor<32x16x8xf32>) -> tensor<32x8xf32>
// CHECK-NEXT:   tt.return %5 : tensor<32x8xf32>
// CHECK-NEXT: }
tt.func @few_columns(%x: tensor<32x16xf32>, %y: tensor<16x8xf32>) -> tensor<32x8xf32> {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
  %1 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x8xf32>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<16x8xf32> -> tensor<1x16x8xf32>
  %3 = tt.broadcast %2 : tensor<1x16x8xf32> -> tensor<32x16x8xf32>
  %4 = arith.mulf %1, %3 : tensor<32x16x8xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %6 = arith.addf %a, %b : f32
    tt.reduce.return %6 : f32
  }) : (tensor<32x16x8xf32>) -> tensor<32x8xf32>
  tt.return %5 : tensor<32x8xf32>
}

// CHECK: tt.func @other_combinations(%arg0: tensor<32x16xf32>, %arg1: tensor<16x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
// CHECK-NEXT:   %0 = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x32xf32>
// CHECK-NEXT:   %2 = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>
// CHECK-NEXT:   %3 = tt.broadcast %2 : tensor<1x16x32xf32> -> tensor<32x16x32xf32>
// CHECK-NEXT:   %4 = arith.mulf %1, %3 : tensor<32x16x32xf32>
// CHECK-NEXT:   %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %7 = arith.maxnumf %arg2, %arg3 : f32
// CHECK-NEXT:     tt.reduce.return %7 : f32
// CHECK-NEXT:   }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
// CHECK-NEXT:   %6 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %7 = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT:     %8 = arith.negf %7 : f32
// CHECK-NEXT:     tt.reduce.return %8 : f32
// CHECK-NEXT:   }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
// CHECK-NEXT:   tt.return %5, %6 : tensor<32x32xf32>, tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @other_combinations(%x: tensor<32x16xf32>, %y: tensor<16x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
  %1 = tt.broadcast %0 : tensor<32x16x1xf32> -> tensor<32x16x32xf32>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>
  %3 = tt.broadcast %2 : tensor<1x16x32xf32> -> tensor<32x16x32xf32>
  %4 = arith.mulf %1, %3 : tensor<32x16x32xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %6 = arith.maxnumf %a, %b : f32
    tt.reduce.return %6 : f32
  }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
  %7 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %8 = arith.addf %a, %b : f32
    %9 = arith.negf %8 : f32
    tt.reduce.return %9 : f32
  }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
  tt.return %5, %7 : tensor<32x32xf32>, tensor<32x32xf32>
}

// CHECK: tt.func @double_precision(%arg0: tensor<32x16xf64>, %arg1: tensor<16x32xf64>) -> tensor<32x32xf64> {
// CHECK-NEXT:   %0 = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<32x16xf64> -> tensor<32x16x1xf64>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<32x16x1xf64> -> tensor<32x16x32xf64>
// CHECK-NEXT:   %2 = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<16x32xf64> -> tensor<1x16x32xf64>
// CHECK-NEXT:   %3 = tt.broadcast %2 : tensor<1x16x32xf64> -> tensor<32x16x32xf64>
// CHECK-NEXT:   %4 = arith.mulf %1, %3 : tensor<32x16x32xf64>
// CHECK-NEXT:   %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f64, %arg3: f64):
// CHECK-NEXT:     %6 = arith.addf %arg2, %arg3 : f64
// CHECK-NEXT:     tt.reduce.return %6 : f64
// CHECK-NEXT:   }) : (tensor<32x16x32xf64>) -> tensor<32x32xf64>
// CHECK-NEXT:   tt.return %5 : tensor<32x32xf64>
// CHECK-NEXT: }
tt.func @double_precision(%x: tensor<32x16xf64>, %y: tensor<16x32xf64>) -> tensor<32x32xf64> {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<32x16xf64> -> tensor<32x16x1xf64>
  %1 = tt.broadcast %0 : tensor<32x16x1xf64> -> tensor<32x16x32xf64>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<16x32xf64> -> tensor<1x16x32xf64>
  %3 = tt.broadcast %2 : tensor<1x16x32xf64> -> tensor<32x16x32xf64>
  %4 = arith.mulf %1, %3 : tensor<32x16x32xf64>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f64, %b: f64):
    %6 = arith.addf %a, %b : f64
    tt.reduce.return %6 : f64
  }) : (tensor<32x16x32xf64>) -> tensor<32x32xf64>
  tt.return %5 : tensor<32x32xf64>
}

// CHECK: tt.func @other_axes(%arg0: tensor<16x32xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<32x16x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
// CHECK-NEXT:   %0 = tt.expand_dims %arg0 {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<1x16x32xf32> -> tensor<32x16x32xf32>
// CHECK-NEXT:   %2 = tt.expand_dims %arg1 {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
// CHECK-NEXT:   %3 = tt.broadcast %2 : tensor<32x16x1xf32> -> tensor<32x16x32xf32>
// CHECK-NEXT:   %4 = arith.mulf %1, %3 : tensor<32x16x32xf32>
// CHECK-NEXT:   %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %9 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
// CHECK-NEXT:   %6 = arith.mulf %3, %arg2 : tensor<32x16x32xf32>
// CHECK-NEXT:   %7 = "tt.reduce"(%6) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %9 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
// CHECK-NEXT:   %8 = "tt.reduce"(%arg2) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %9 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
// CHECK-NEXT:   tt.return %5, %7, %8 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @other_axes(%x: tensor<16x32xf32>, %y: tensor<32x16xf32>, %z: tensor<32x16x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<16x32xf32> -> tensor<1x16x32xf32>
  %1 = tt.broadcast %0 : tensor<1x16x32xf32> -> tensor<32x16x32xf32>
  %2 = tt.expand_dims %y {axis = 2 : i32} : tensor<32x16xf32> -> tensor<32x16x1xf32>
  %3 = tt.broadcast %2 : tensor<32x16x1xf32> -> tensor<32x16x32xf32>
  %4 = arith.mulf %1, %3 : tensor<32x16x32xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %6 = arith.addf %a, %b : f32
    tt.reduce.return %6 : f32
  }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
  %7 = arith.mulf %3, %z : tensor<32x16x32xf32>
  %8 = "tt.reduce"(%7) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %9 = arith.addf %a, %b : f32
    tt.reduce.return %9 : f32
  }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
  %10 = "tt.reduce"(%z) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %11 = arith.addf %a, %b : f32
    tt.reduce.return %11 : f32
  }) : (tensor<32x16x32xf32>) -> tensor<32x32xf32>
  tt.return %5, %8, %10 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}

// The order of elements that are only summed up or counted does not matter.
// CHECK: tt.func @reshapes_before_sums(%arg0: tensor<8x8xi32>) -> (i32, tensor<16xi32>) {
// CHECK-NEXT:   %0 = tt.reshape %arg0 allow_reorder : tensor<8x8xi32> -> tensor<64xi32>
// CHECK-NEXT:   %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: i32, %arg2: i32):
// CHECK-NEXT:     %3 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:     tt.reduce.return %3 : i32
// CHECK-NEXT:   }) : (tensor<64xi32>) -> i32
// CHECK-NEXT:   %2 = tt.histogram %0 : tensor<64xi32> -> tensor<16xi32>
// CHECK-NEXT:   tt.return %1, %2 : i32, tensor<16xi32>
// CHECK-NEXT: }
tt.func @reshapes_before_sums(%x: tensor<8x8xi32>) -> (i32, tensor<16xi32>) {
  %0 = tt.reshape %x : tensor<8x8xi32> -> tensor<64xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %3 = arith.addi %a, %b : i32
    tt.reduce.return %3 : i32
  }) : (tensor<64xi32>) -> i32
  %2 = tt.histogram %0 : tensor<64xi32> -> tensor<16xi32>
  tt.return %1, %2 : i32, tensor<16xi32>
}

// CHECK: tt.func @reshapes_whose_order_matters(%arg0: tensor<8x8xi32>, %arg1: tensor<8x8x8xi32>) -> (i32, tensor<64xi32>, tensor<8xi32>) {
// CHECK-NEXT:   %0 = tt.reshape %arg0 : tensor<8x8xi32> -> tensor<64xi32>
// CHECK-NEXT:   %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     %4 = arith.addi %arg2, %arg3 : i32
// CHECK-NEXT:     tt.reduce.return %4 : i32
// CHECK-NEXT:   }) : (tensor<64xi32>) -> i32
// CHECK-NEXT:   %2 = tt.reshape %arg1 : tensor<8x8x8xi32> -> tensor<64x8xi32>
// CHECK-NEXT:   %3 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     %4 = arith.addi %arg2, %arg3 : i32
// CHECK-NEXT:     tt.reduce.return %4 : i32
// CHECK-NEXT:   }) : (tensor<64x8xi32>) -> tensor<8xi32>
// CHECK-NEXT:   tt.return %1, %0, %3 : i32, tensor<64xi32>, tensor<8xi32>
// CHECK-NEXT: }
tt.func @reshapes_whose_order_matters(%x: tensor<8x8xi32>, %y: tensor<8x8x8xi32>) -> (i32, tensor<64xi32>, tensor<8xi32>) {
  %0 = tt.reshape %x : tensor<8x8xi32> -> tensor<64xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %5 = arith.addi %a, %b : i32
    tt.reduce.return %5 : i32
  }) : (tensor<64xi32>) -> i32
  %3 = tt.reshape %y : tensor<8x8x8xi32> -> tensor<64x8xi32>
  %4 = "tt.reduce"(%3) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %5 = arith.addi %a, %b : i32
    tt.reduce.return %5 : i32
  }) : (tensor<64x8xi32>) -> tensor<8xi32>
  tt.return %1, %0, %4 : i32, tensor<64xi32>, tensor<8xi32>
}

// A load through a descriptor leaves out leading dimensions of extent 1 itself.
// CHECK: tt.func @reshape_of_descriptor_load(%arg0: !tt.tensordesc<tensor<1x1x64x32xf16>>, %arg1: i32) -> tensor<64x32xf16> {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg1, %arg1, %arg1, %arg1] : !tt.tensordesc<tensor<1x1x64x32xf16>> -> tensor<64x32xf16>
// CHECK-NEXT:   tt.return %0 : tensor<64x32xf16>
// CHECK-NEXT: }
tt.func @reshape_of_descriptor_load(%d: !tt.tensordesc<tensor<1x1x64x32xf16>>, %i: i32) -> tensor<64x32xf16> {
  %0 = tt.descriptor_load %d[%i, %i, %i, %i] : !tt.tensordesc<tensor<1x1x64x32xf16>> -> tensor<1x1x64x32xf16>
  %1 = tt.reshape %0 : tensor<1x1x64x32xf16> -> tensor<64x32xf16>
  tt.return %1 : tensor<64x32xf16>
}

// CHECK: tt.func @reshapes_of_descriptor_loads_that_stay(%arg0: !tt.tensordesc<tensor<1x64x32xf16>>, %arg1: !tt.tensordesc<tensor<2x32x32xf16>>, %arg2: i32) -> (tensor<64x32xf16>, tensor<1x64x32xf16>, tensor<64x32xf16>, tensor<32x64xf16>, tensor<1x1x64x32xf16>) {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x64x32xf16>> -> tensor<1x64x32xf16>
// CHECK-NEXT:   %1 = tt.reshape %0 : tensor<1x64x32xf16> -> tensor<64x32xf16>
// CHECK-NEXT:   %2 = tt.descriptor_load %arg1[%arg2, %arg2, %arg2] : !tt.tensordesc<tensor<2x32x32xf16>> -> tensor<2x32x32xf16>
// CHECK-NEXT:   %3 = tt.reshape %2 : tensor<2x32x32xf16> -> tensor<64x32xf16>
// CHECK-NEXT:   %4 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x64x32xf16>> -> tensor<1x64x32xf16>
// CHECK-NEXT:   %5 = tt.reshape %4 : tensor<1x64x32xf16> -> tensor<32x64xf16>
// CHECK-NEXT:   %6 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x64x32xf16>> -> tensor<1x64x32xf16>
// CHECK-NEXT:   %7 = tt.reshape %6 : tensor<1x64x32xf16> -> tensor<1x1x64x32xf16>
// CHECK-NEXT:   tt.return %1, %0, %3, %5, %7 : tensor<64x32xf16>, tensor<1x64x32xf16>, tensor<64x32xf16>, tensor<32x64xf16>, tensor<1x1x64x32xf16>
// CHECK-NEXT: }
tt.func @reshapes_of_descriptor_loads_that_stay(%d: !tt.tensordesc<tensor<1x64x32xf16>>, %e: !tt.tensordesc<tensor<2x32x32xf16>>, %i: i32) -> (tensor<64x32xf16>, tensor<1x64x32xf16>, tensor<64x32xf16>, tensor<32x64xf16>, tensor<1x1x64x32xf16>) {
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x64x32xf16>> -> tensor<1x64x32xf16>
  %1 = tt.reshape %0 : tensor<1x64x32xf16> -> tensor<64x32xf16>
  %2 = tt.descriptor_load %e[%i, %i, %i] : !tt.tensordesc<tensor<2x32x32xf16>> -> tensor<2x32x32xf16>
  %3 = tt.reshape %2 : tensor<2x32x32xf16> -> tensor<64x32xf16>
  %4 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x64x32xf16>> -> tensor<1x64x32xf16>
  %5 = tt.reshape %4 : tensor<1x64x32xf16> -> tensor<32x64xf16>
  %6 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x64x32xf16>> -> tensor<1x64x32xf16>
  %7 = tt.reshape %6 : tensor<1x64x32xf16> -> tensor<1x1x64x32xf16>
  tt.return %1, %0, %3, %5, %7 : tensor<64x32xf16>, tensor<1x64x32xf16>, tensor<64x32xf16>, tensor<32x64xf16>, tensor<1x1x64x32xf16>
}

// CHECK: tt.func @reshape_of_other_load(%arg0: tensor<1x64x!tt.ptr<f16>>) -> tensor<64xf16> {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<1x64x!tt.ptr<f16>>
// CHECK-NEXT:   %1 = tt.reshape %0 : tensor<1x64xf16> -> tensor<64xf16>
// CHECK-NEXT:   tt.return %1 : tensor<64xf16>
// CHECK-NEXT: }
tt.func @reshape_of_other_load(%p: tensor<1x64x!tt.ptr<f16>>) -> tensor<64xf16> {
  %0 = tt.load %p : tensor<1x64x!tt.ptr<f16>>
  %1 = tt.reshape %0 : tensor<1x64xf16> -> tensor<64xf16>
  tt.return %1 : tensor<64xf16>
}
