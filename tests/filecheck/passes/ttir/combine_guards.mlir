// RUN: xtriton-opt %s --triton=3.6 --triton-combine | filecheck %s

module {
// Offsets are added only in one width, and in 32 bits only if both are known.
// CHECK: tt.func @offsets(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i32) -> (!tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>) {
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c5_i64 = arith.constant 5 : i64
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i64
// CHECK-NEXT:   %1 = tt.addptr %0, %arg2 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %2 = tt.addptr %arg0, %c5_i64 : !tt.ptr<f32>, i64
// CHECK-NEXT:   %3 = tt.addptr %2, %c4_i32 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %4 = tt.addptr %arg0, %c4_i32 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %5 = tt.addptr %4, %arg2 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %6 = tt.addptr %arg0, %arg2 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %7 = tt.addptr %6, %c4_i32 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %8 = tt.addptr %arg0, %c8_i32 : !tt.ptr<f32>, i32
// CHECK-NEXT:   tt.return %1, %3, %5, %7, %8 : !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>
// CHECK-NEXT: }
tt.func @offsets(%p: !tt.ptr<f32>, %a: i64, %b: i32) -> (!tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>) {
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i64
  %0 = tt.addptr %p, %a : !tt.ptr<f32>, i64
  %1 = tt.addptr %0, %b : !tt.ptr<f32>, i32
  %2 = tt.addptr %p, %c5 : !tt.ptr<f32>, i64
  %3 = tt.addptr %2, %c4 : !tt.ptr<f32>, i32
  %4 = tt.addptr %p, %c4 : !tt.ptr<f32>, i32
  %5 = tt.addptr %4, %b : !tt.ptr<f32>, i32
  %6 = tt.addptr %p, %b : !tt.ptr<f32>, i32
  %7 = tt.addptr %6, %c4 : !tt.ptr<f32>, i32
  %8 = tt.addptr %4, %c4 : !tt.ptr<f32>, i32
  tt.return %1, %3, %5, %7, %8 : !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>
}

// Splats of known numbers are known, splats of others are not.
// CHECK: tt.func @offsets_of_tensors(%arg0: tensor<4x!tt.ptr<f32>>, %arg1: i32) -> (tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<f32>>) {
// CHECK-NEXT:   %cst = arith.constant dense<8> : tensor<4xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<4> : tensor<4xi32>
// CHECK-NEXT:   %0 = tt.splat %arg1 : i32 -> tensor<4xi32>
// CHECK-NEXT:   %1 = tt.addptr %arg0, %cst_0 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
// CHECK-NEXT:   %2 = tt.addptr %arg0, %cst : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
// CHECK-NEXT:   %3 = tt.addptr %1, %0 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
// CHECK-NEXT:   tt.return %2, %3 : tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<f32>>
// CHECK-NEXT: }
tt.func @offsets_of_tensors(%p: tensor<4x!tt.ptr<f32>>, %a: i32) -> (tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<f32>>) {
  %c4 = arith.constant 4 : i32
  %s = tt.splat %c4 : i32 -> tensor<4xi32>
  %t = tt.splat %a : i32 -> tensor<4xi32>
  %0 = tt.addptr %p, %s : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %1 = tt.addptr %0, %s : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %2 = tt.addptr %0, %t : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.return %1, %2 : tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<f32>>
}

// How exact an integer product is does not matter, that of a floating-point one does.
// CHECK: tt.func @imprecise(%arg0: tensor<32x32xi8>, %arg1: tensor<32x32xi8>, %arg2: tensor<32x32xi32>, %arg3: tensor<32x32xf8E5M2>, %arg4: tensor<32x32xf8E5M2>, %arg5: tensor<32x32xf32>) -> (tensor<32x32xi32>, tensor<32x32xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xi32>
// CHECK-NEXT:   %1 = tt.dot %arg3, %arg4, %cst {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
// CHECK-NEXT:   %2 = arith.addf %1, %arg5 : tensor<32x32xf32>
// CHECK-NEXT:   tt.return %0, %2 : tensor<32x32xi32>, tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @imprecise(%a: tensor<32x32xi8>, %b: tensor<32x32xi8>, %d: tensor<32x32xi32>, %x: tensor<32x32xf8E5M2>, %y: tensor<32x32xf8E5M2>, %z: tensor<32x32xf32>) -> (tensor<32x32xi32>, tensor<32x32xf32>) {
  %c0 = arith.constant dense<0> : tensor<32x32xi32>
  %f0 = arith.constant dense<0.0> : tensor<32x32xf32>
  %0 = tt.dot %a, %b, %c0 {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xi32>
  %1 = arith.addi %0, %d : tensor<32x32xi32>
  %2 = tt.dot %x, %y, %f0 {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  %3 = arith.addf %2, %z : tensor<32x32xf32>
  tt.return %1, %3 : tensor<32x32xi32>, tensor<32x32xf32>
}

// Only products of matrices that are repeated along the right axes, on both sides.
// CHECK: tt.func @sums_of_other_products(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
// CHECK-NEXT:   %0 = tt.expand_dims %arg0 {axis = 2 : i32} : tensor<32x32xf32> -> tensor<32x32x1xf32>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<32x32x1xf32> -> tensor<32x32x32xf32>
// CHECK-NEXT:   %2 = tt.expand_dims %arg1 {axis = 0 : i32} : tensor<32x32xf32> -> tensor<1x32x32xf32>
// CHECK-NEXT:   %3 = tt.broadcast %2 : tensor<1x32x32xf32> -> tensor<32x32x32xf32>
// CHECK-NEXT:   %4 = arith.mulf %arg2, %3 : tensor<32x32x32xf32>
// CHECK-NEXT:   %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %9 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<32x32x32xf32>) -> tensor<32x32xf32>
// CHECK-NEXT:   %6 = arith.mulf %1, %arg2 : tensor<32x32x32xf32>
// CHECK-NEXT:   %7 = "tt.reduce"(%6) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %9 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<32x32x32xf32>) -> tensor<32x32xf32>
// CHECK-NEXT:   %8 = tt.dot %arg0, %arg1, %cst, inputPrecision = tf32 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
// CHECK-NEXT:   tt.return %5, %7, %8 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
// CHECK-NEXT: }
tt.func @sums_of_other_products(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %m: tensor<32x32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<32x32xf32> -> tensor<32x32x1xf32>
  %1 = tt.broadcast %0 : tensor<32x32x1xf32> -> tensor<32x32x32xf32>
  %2 = tt.expand_dims %b {axis = 0 : i32} : tensor<32x32xf32> -> tensor<1x32x32xf32>
  %3 = tt.broadcast %2 : tensor<1x32x32xf32> -> tensor<32x32x32xf32>
  %4 = arith.mulf %m, %3 : tensor<32x32x32xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x32x32xf32>) -> tensor<32x32xf32>
  %6 = arith.mulf %1, %m : tensor<32x32x32xf32>
  %7 = "tt.reduce"(%6) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x32x32xf32>) -> tensor<32x32xf32>
  %8 = arith.mulf %1, %3 : tensor<32x32x32xf32>
  %9 = "tt.reduce"(%8) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tt.reduce.return %s : f32
  }) : (tensor<32x32x32xf32>) -> tensor<32x32xf32>
  tt.return %5, %7, %9 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}

// Leading unit dimensions may be dropped; other reshapes of loads are not folded.
// CHECK: tt.func @reshapes_of_loads(%arg0: !tt.tensordesc<tensor<1x1x8x16xf32>>, %arg1: !tt.tensordesc<tensor<2x8x16xf32>>, %arg2: i32) -> (tensor<8x16xf32>, tensor<1x8x16xf32>, tensor<16x16xf32>, tensor<128xf32>, tensor<1x1x1x8x16xf32>) {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<8x16xf32>
// CHECK-NEXT:   %1 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<1x8x16xf32>
// CHECK-NEXT:   %2 = tt.descriptor_load %arg1[%arg2, %arg2, %arg2] : !tt.tensordesc<tensor<2x8x16xf32>> -> tensor<2x8x16xf32>
// CHECK-NEXT:   %3 = tt.reshape %2 : tensor<2x8x16xf32> -> tensor<16x16xf32>
// CHECK-NEXT:   %4 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<1x1x8x16xf32>
// CHECK-NEXT:   %5 = tt.reshape %4 : tensor<1x1x8x16xf32> -> tensor<128xf32>
// CHECK-NEXT:   %6 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<1x1x8x16xf32>
// CHECK-NEXT:   %7 = tt.reshape %6 : tensor<1x1x8x16xf32> -> tensor<1x1x1x8x16xf32>
// CHECK-NEXT:   tt.return %0, %1, %3, %5, %7 : tensor<8x16xf32>, tensor<1x8x16xf32>, tensor<16x16xf32>, tensor<128xf32>, tensor<1x1x1x8x16xf32>
// CHECK-NEXT: }
tt.func @reshapes_of_loads(%d: !tt.tensordesc<tensor<1x1x8x16xf32>>, %e: !tt.tensordesc<tensor<2x8x16xf32>>, %i: i32) -> (tensor<8x16xf32>, tensor<1x8x16xf32>, tensor<16x16xf32>, tensor<128xf32>, tensor<1x1x1x8x16xf32>) {
  %0 = tt.descriptor_load %d[%i, %i, %i, %i] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<1x1x8x16xf32>
  %1 = tt.reshape %0 : tensor<1x1x8x16xf32> -> tensor<8x16xf32>
  %2 = tt.descriptor_load %d[%i, %i, %i, %i] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<1x1x8x16xf32>
  %3 = tt.reshape %2 : tensor<1x1x8x16xf32> -> tensor<1x8x16xf32>
  %4 = tt.descriptor_load %e[%i, %i, %i] : !tt.tensordesc<tensor<2x8x16xf32>> -> tensor<2x8x16xf32>
  %5 = tt.reshape %4 : tensor<2x8x16xf32> -> tensor<16x16xf32>
  %6 = tt.descriptor_load %d[%i, %i, %i, %i] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<1x1x8x16xf32>
  %7 = tt.reshape %6 : tensor<1x1x8x16xf32> -> tensor<128xf32>
  %8 = tt.descriptor_load %d[%i, %i, %i, %i] : !tt.tensordesc<tensor<1x1x8x16xf32>> -> tensor<1x1x8x16xf32>
  %9 = tt.reshape %8 : tensor<1x1x8x16xf32> -> tensor<1x1x1x8x16xf32>
  tt.return %1, %3, %5, %7, %9 : tensor<8x16xf32>, tensor<1x8x16xf32>, tensor<16x16xf32>, tensor<128xf32>, tensor<1x1x1x8x16xf32>
}
}
