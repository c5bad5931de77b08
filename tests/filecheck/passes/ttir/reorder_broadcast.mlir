// RUN: xtriton-opt %s --triton-reorder-broadcast | filecheck %s

// Elementwise operations on splats become scalar operations.
// CHECK: tt.func @of_splats(%arg0: f32, %arg1: f32) -> tensor<128x128xf32> {
// CHECK-NEXT:   %0 = arith.addf %arg0, %arg1 fastmath<fast> {note = 1 : i32} : f32
// CHECK-NEXT:   %1 = tt.splat %0 : f32 -> tensor<128x128xf32>
// CHECK-NEXT:   tt.return %1 : tensor<128x128xf32>
// CHECK-NEXT: }
tt.func @of_splats(%a: f32, %b: f32) -> tensor<128x128xf32> {
  %0 = tt.splat %a : f32 -> tensor<128x128xf32>
  %1 = tt.splat %b : f32 -> tensor<128x128xf32>
  %2 = arith.addf %0, %1 fastmath<fast> {note = 1 : i32} : tensor<128x128xf32>
  tt.return %2 : tensor<128x128xf32>
}

// CHECK: tt.func @of_splat_and_constant(%arg0: f32) -> tensor<128x128xf32> {
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<128x128xf32>
// CHECK-NEXT:   tt.return %0 : tensor<128x128xf32>
// CHECK-NEXT: }
tt.func @of_splat_and_constant(%a: f32) -> tensor<128x128xf32> {
  %c = arith.constant dense<1.0> : tensor<128x128xf32>
  %0 = tt.splat %a : f32 -> tensor<128x128xf32>
  %1 = arith.mulf %0, %c : tensor<128x128xf32>
  tt.return %1 : tensor<128x128xf32>
}

// CHECK: tt.func @of_one_splat(%arg0: f32, %arg1: f32, %arg2: i1) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xi32>) {
// CHECK-NEXT:   %0 = math.exp %arg0 : f32
// CHECK-NEXT:   %1 = tt.splat %0 : f32 -> tensor<128xf32>
// CHECK-NEXT:   %2 = arith.select %arg2, %arg0, %arg1 : f32
// CHECK-NEXT:   %3 = tt.splat %2 : f32 -> tensor<128xf32>
// CHECK-NEXT:   %4 = arith.fptosi %arg1 : f32 to i32
// CHECK-NEXT:   %5 = tt.splat %4 : i32 -> tensor<128xi32>
// CHECK-NEXT:   tt.return %1, %3, %5 : tensor<128xf32>, tensor<128xf32>, tensor<128xi32>
// CHECK-NEXT: }
tt.func @of_one_splat(%a: f32, %b: f32, %c: i1) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xi32>) {
  %0 = tt.splat %a : f32 -> tensor<128xf32>
  %1 = tt.splat %b : f32 -> tensor<128xf32>
  %m = tt.splat %c : i1 -> tensor<128xi1>
  %2 = math.exp %0 : tensor<128xf32>
  %3 = arith.select %m, %0, %1 : tensor<128xi1>, tensor<128xf32>
  %4 = arith.fptosi %1 : tensor<128xf32> to tensor<128xi32>
  tt.return %2, %3, %4 : tensor<128xf32>, tensor<128xf32>, tensor<128xi32>
}

// Other tensors, constants that are no splats, and operations on memory stay.
// CHECK: tt.func @not_of_splats(%arg0: f32, %arg1: tensor<2xf32>, %arg2: !tt.ptr<f32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<2xf32>
// CHECK-NEXT:   %1 = arith.addf %0, %arg1 : tensor<2xf32>
// CHECK-NEXT:   %2 = arith.addf %0, %cst : tensor<2xf32>
// CHECK-NEXT:   %3 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>>
// CHECK-NEXT:   %4 = tt.load %3 : tensor<2x!tt.ptr<f32>>
// CHECK-NEXT:   %5 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %0 : tensor<2xf32> -> tensor<2xf32>
// CHECK-NEXT:   %6 = arith.addf %4, %5 : tensor<2xf32>
// CHECK-NEXT:   tt.return %1, %2, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
// CHECK-NEXT: }
tt.func @not_of_splats(%a: f32, %t: tensor<2xf32>, %p: !tt.ptr<f32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = tt.splat %a : f32 -> tensor<2xf32>
  %1 = arith.addf %0, %t : tensor<2xf32>
  %2 = arith.addf %0, %c : tensor<2xf32>
  %3 = tt.splat %p : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>>
  %4 = tt.load %3 : tensor<2x!tt.ptr<f32>>
  %5 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %0 : tensor<2xf32> -> tensor<2xf32>
  %6 = arith.addf %4, %5 : tensor<2xf32>
  tt.return %1, %2, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Elementwise operations on broadcasts are computed before the broadcast.
// CHECK: tt.func @of_broadcast(%arg0: tensor<128x1xf32>, %arg1: f32) -> (tensor<128x32xf32>, tensor<128x32xf32>, tensor<128x32xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<2.000000e+00> : tensor<128x1xf32>
// CHECK-NEXT:   %0 = tt.splat %arg1 : f32 -> tensor<128x1xf32>
// CHECK-NEXT:   %1 = arith.addf %0, %arg0 : tensor<128x1xf32>
// CHECK-NEXT:   %2 = tt.broadcast %1 : tensor<128x1xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   %3 = arith.mulf %arg0, %cst : tensor<128x1xf32>
// CHECK-NEXT:   %4 = tt.broadcast %3 : tensor<128x1xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   %5 = math.exp %arg0 : tensor<128x1xf32>
// CHECK-NEXT:   %6 = tt.broadcast %5 : tensor<128x1xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   tt.return %2, %4, %6 : tensor<128x32xf32>, tensor<128x32xf32>, tensor<128x32xf32>
// CHECK-NEXT: }
tt.func @of_broadcast(%x: tensor<128x1xf32>, %a: f32) -> (tensor<128x32xf32>, tensor<128x32xf32>, tensor<128x32xf32>) {
  %c = arith.constant dense<2.0> : tensor<128x32xf32>
  %s = tt.splat %a : f32 -> tensor<128x32xf32>
  %b = tt.broadcast %x : tensor<128x1xf32> -> tensor<128x32xf32>
  %0 = arith.addf %s, %b : tensor<128x32xf32>
  %1 = arith.mulf %b, %c : tensor<128x32xf32>
  %2 = math.exp %b : tensor<128x32xf32>
  tt.return %0, %1, %2 : tensor<128x32xf32>, tensor<128x32xf32>, tensor<128x32xf32>
}

// CHECK: tt.func @of_broadcasts_from_one_shape(%arg0: tensor<128x1xf32>, %arg1: tensor<128x1xf32>) -> (tensor<128x32xf32>, tensor<128x32xi1>) {
// CHECK-NEXT:   %0 = arith.addf %arg0, %arg1 : tensor<128x1xf32>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<128x1xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   %2 = arith.cmpf olt, %arg0, %arg1 : tensor<128x1xf32>
// CHECK-NEXT:   %3 = tt.broadcast %2 : tensor<128x1xi1> -> tensor<128x32xi1>
// CHECK-NEXT:   tt.return %1, %3 : tensor<128x32xf32>, tensor<128x32xi1>
// CHECK-NEXT: }
tt.func @of_broadcasts_from_one_shape(%x: tensor<128x1xf32>, %y: tensor<128x1xf32>) -> (tensor<128x32xf32>, tensor<128x32xi1>) {
  %b = tt.broadcast %x : tensor<128x1xf32> -> tensor<128x32xf32>
  %c = tt.broadcast %y : tensor<128x1xf32> -> tensor<128x32xf32>
  %0 = arith.addf %b, %c : tensor<128x32xf32>
  %1 = arith.cmpf olt, %b, %c : tensor<128x32xf32>
  tt.return %0, %1 : tensor<128x32xf32>, tensor<128x32xi1>
}

// CHECK: tt.func @of_broadcasts_from_other_shapes(%arg0: tensor<128x1xf32>, %arg1: tensor<1x32xf32>, %arg2: tensor<128x32xf32>) -> (tensor<128x32xf32>, tensor<128x32xf32>) {
// CHECK-NEXT:   %0 = tt.broadcast %arg0 : tensor<128x1xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   %1 = tt.broadcast %arg1 : tensor<1x32xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   %2 = arith.addf %0, %1 : tensor<128x32xf32>
// CHECK-NEXT:   %3 = arith.addf %0, %arg2 : tensor<128x32xf32>
// CHECK-NEXT:   tt.return %2, %3 : tensor<128x32xf32>, tensor<128x32xf32>
// CHECK-NEXT: }
tt.func @of_broadcasts_from_other_shapes(%x: tensor<128x1xf32>, %y: tensor<1x32xf32>, %z: tensor<128x32xf32>) -> (tensor<128x32xf32>, tensor<128x32xf32>) {
  %b = tt.broadcast %x : tensor<128x1xf32> -> tensor<128x32xf32>
  %c = tt.broadcast %y : tensor<1x32xf32> -> tensor<128x32xf32>
  %0 = arith.addf %b, %c : tensor<128x32xf32>
  %1 = arith.addf %b, %z : tensor<128x32xf32>
  tt.return %0, %1 : tensor<128x32xf32>, tensor<128x32xf32>
}

// CHECK: tt.func @of_broadcast_and_other(%arg0: tensor<128x1xf32>) -> (tensor<128x32xf32>, tensor<128x32xf32>) {
// CHECK-NEXT:   %0 = tt.broadcast %arg0 : tensor<128x1xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   %1 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %0 : tensor<128x32xf32> -> tensor<128x32xf32>
// CHECK-NEXT:   %2 = arith.addf %0, %1 : tensor<128x32xf32>
// CHECK-NEXT:   tt.return %1, %2 : tensor<128x32xf32>, tensor<128x32xf32>
// CHECK-NEXT: }
tt.func @of_broadcast_and_other(%x: tensor<128x1xf32>) -> (tensor<128x32xf32>, tensor<128x32xf32>) {
  %b = tt.broadcast %x : tensor<128x1xf32> -> tensor<128x32xf32>
  %0 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %b : tensor<128x32xf32> -> tensor<128x32xf32>
  %1 = arith.addf %b, %0 : tensor<128x32xf32>
  tt.return %0, %1 : tensor<128x32xf32>, tensor<128x32xf32>
}

// CHECK: tt.func @pointers(%arg0: !tt.ptr<f32>, %arg1: tensor<1x32xi32>) -> tensor<128x32x!tt.ptr<f32>> {
// CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<1x32x!tt.ptr<f32>>
// CHECK-NEXT:   %1 = tt.addptr %0, %arg1 : tensor<1x32x!tt.ptr<f32>>, tensor<1x32xi32>
// CHECK-NEXT:   %2 = tt.broadcast %1 : tensor<1x32x!tt.ptr<f32>> -> tensor<128x32x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %2 : tensor<128x32x!tt.ptr<f32>>
// CHECK-NEXT: }
tt.func @pointers(%p: !tt.ptr<f32>, %x: tensor<1x32xi32>) -> tensor<128x32x!tt.ptr<f32>> {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<128x32x!tt.ptr<f32>>
  %1 = tt.broadcast %x : tensor<1x32xi32> -> tensor<128x32xi32>
  %2 = tt.addptr %0, %1 : tensor<128x32x!tt.ptr<f32>>, tensor<128x32xi32>
  tt.return %2 : tensor<128x32x!tt.ptr<f32>>
}

// Several results.
// CHECK: tt.func @several_results(%arg0: tensor<128x1xi32>, %arg1: tensor<128x1xi32>) -> (tensor<128x32xi32>, tensor<128x32xi1>) {
// CHECK-NEXT:   %sum, %overflow = arith.addui_extended %arg0, %arg1 : tensor<128x1xi32>, tensor<128x1xi1>
// CHECK-NEXT:   %0 = tt.broadcast %sum : tensor<128x1xi32> -> tensor<128x32xi32>
// CHECK-NEXT:   %1 = tt.broadcast %overflow : tensor<128x1xi1> -> tensor<128x32xi1>
// CHECK-NEXT:   tt.return %0, %1 : tensor<128x32xi32>, tensor<128x32xi1>
// CHECK-NEXT: }
tt.func @several_results(%x: tensor<128x1xi32>, %y: tensor<128x1xi32>) -> (tensor<128x32xi32>, tensor<128x32xi1>) {
  %b = tt.broadcast %x : tensor<128x1xi32> -> tensor<128x32xi32>
  %c = tt.broadcast %y : tensor<128x1xi32> -> tensor<128x32xi32>
  %0, %1 = arith.addui_extended %b, %c : tensor<128x32xi32>, tensor<128x32xi1>
  tt.return %0, %1 : tensor<128x32xi32>, tensor<128x32xi1>
}

// Broadcasts and expansions go together as in canonicalize.
// CHECK: tt.func @expansions(%arg0: f32, %arg1: tensor<1xf32>) -> (tensor<128x32xf32>, tensor<32x128xf32>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<128x32xf32>
// CHECK-NEXT:   %1 = tt.expand_dims %arg1 {axis = 1 : i32} : tensor<1xf32> -> tensor<1x1xf32>
// CHECK-NEXT:   %2 = tt.broadcast %1 : tensor<1x1xf32> -> tensor<32x128xf32>
// CHECK-NEXT:   tt.return %0, %2 : tensor<128x32xf32>, tensor<32x128xf32>
// CHECK-NEXT: }
tt.func @expansions(%a: f32, %v: tensor<1xf32>) -> (tensor<128x32xf32>, tensor<32x128xf32>) {
  %0 = tt.splat %a : f32 -> tensor<32xf32>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<32xf32> -> tensor<1x32xf32>
  %2 = tt.broadcast %1 : tensor<1x32xf32> -> tensor<128x32xf32>
  %3 = tt.broadcast %v : tensor<1xf32> -> tensor<32xf32>
  %4 = tt.expand_dims %3 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
  %5 = tt.broadcast %4 : tensor<32x1xf32> -> tensor<32x128xf32>
  tt.return %2, %5 : tensor<128x32xf32>, tensor<32x128xf32>
}
