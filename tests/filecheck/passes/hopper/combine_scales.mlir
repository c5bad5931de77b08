// RUN: xtriton-opt %s --hopper-combine-scales --split-input-file --verify-diagnostics | filecheck %s

// The scale of a row and that of all elements.
// CHECK-LABEL: @row_and_scalar
// CHECK: %[[S:.*]] = tt.splat %arg3 : f32 -> tensor<64x1xf32>
// CHECK: %[[P:.*]] = arith.mulf %arg2, %[[S]] : tensor<64x1xf32>
// CHECK: %[[B:.*]] = tt.broadcast %[[P]] : tensor<64x1xf32> -> tensor<64x16xf32>
// CHECK: %[[R:.*]] = arith.mulf %{{.*}}, %[[B]] : tensor<64x16xf32>
// CHECK: tt.return %[[R]]
tt.func public @row_and_scalar(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %rows: tensor<64x1xf32>, %scale: f32) -> tensor<64x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
  %r = tt.broadcast %rows : tensor<64x1xf32> -> tensor<64x16xf32>
  %s = tt.splat %scale : f32 -> tensor<64x16xf32>
  %x = arith.mulf %d, %r : tensor<64x16xf32>
  // expected-remark @below {{scales of a dot's result are multiplied with each other}}
  %y = arith.mulf %s, %x : tensor<64x16xf32>
  tt.return %y : tensor<64x16xf32>
}

// -----

// Two scales of all elements.
// CHECK-LABEL: @scalars
// CHECK: %[[P:.*]] = arith.mulf %arg2, %arg3 : f32
// CHECK: %[[S:.*]] = tt.splat %[[P]] : f32 -> tensor<64x16xf32>
// CHECK: arith.mulf %{{.*}}, %[[S]] : tensor<64x16xf32>
tt.func public @scalars(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %first: f32, %second: f32) -> tensor<64x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
  %f = tt.splat %first : f32 -> tensor<64x16xf32>
  %s = tt.splat %second : f32 -> tensor<64x16xf32>
  %x = arith.mulf %d, %f : tensor<64x16xf32>
  // expected-remark @below {{scales of a dot's result are multiplied with each other}}
  %y = arith.mulf %x, %s : tensor<64x16xf32>
  tt.return %y : tensor<64x16xf32>
}

// -----

// Not changed: scales of rows and columns, whose product has as many elements as the tile; a product that something else uses;
// a factor that is not a dot's result; products of f16.
// CHECK-LABEL: @others
// CHECK-NOT: tensor<64x1xf32>, tensor<64x1xf32>
// CHECK: tt.dot
// CHECK-COUNT-8: arith.mulf %{{.*}} : tensor<64x16xf{{32|16}}>
// CHECK: tt.return
tt.func public @others(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %z: tensor<64x16xf32>, %h: tensor<64x16xf16>, %rows: tensor<64x1xf32>, %columns: tensor<1x16xf32>, %scale: f32, %short: f16) -> (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf16>) {
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x16xf16>
  %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
  %e = tt.dot %a, %b, %zeros : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf16>
  %r = tt.broadcast %rows : tensor<64x1xf32> -> tensor<64x16xf32>
  %c = tt.broadcast %columns : tensor<1x16xf32> -> tensor<64x16xf32>
  %s = tt.splat %scale : f32 -> tensor<64x16xf32>
  %t = tt.splat %short : f16 -> tensor<64x16xf16>
  %x0 = arith.mulf %d, %r : tensor<64x16xf32>
  %y0 = arith.mulf %x0, %c : tensor<64x16xf32>
  %x1 = arith.mulf %d, %s : tensor<64x16xf32>
  %y1 = arith.mulf %x1, %r : tensor<64x16xf32>
  %x2 = arith.mulf %z, %s : tensor<64x16xf32>
  %y2 = arith.mulf %x2, %r : tensor<64x16xf32>
  %x3 = arith.mulf %e, %t : tensor<64x16xf16>
  %y3 = arith.mulf %x3, %t : tensor<64x16xf16>
  tt.return %y0, %y1, %x1, %y2, %y3 : tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf16>
}
