// RUN: xtriton-opt %s --triton-short-reductions-to-linalg | filecheck %s

// The other element of each pair is what the two have combined, combined with this one.
// CHECK-LABEL: tt.func @partner
// CHECK-NOT:     tt.reduce
// CHECK:         linalg.generic {indexing_maps = [#map, #map1, #map2, #map]
// CHECK-SAME:      ins(%arg0, %arg0, %arg0 : tensor<2x2x2xi32>, tensor<2x2x2xi32>, tensor<2x2x2xi32>)
// CHECK:         ^bb0(%[[SELF:.*]]: i32, %[[LOW:.*]]: i32, %[[HIGH:.*]]: i32, %{{.*}}: i32):
// CHECK:           %[[BOTH:.*]] = arith.xori %[[HIGH]], %[[LOW]] : i32
// CHECK:           arith.xori %[[SELF]], %[[BOTH]] : i32
tt.func @partner(%x: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %pairs = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<2x2x2xi32>) -> tensor<2x2xi32>
  %column = tt.expand_dims %pairs {axis = 1 : i32} : tensor<2x2xi32> -> tensor<2x1x2xi32>
  %both = tt.broadcast %column : tensor<2x1x2xi32> -> tensor<2x2x2xi32>
  %other = arith.xori %x, %both : tensor<2x2x2xi32>
  tt.return %other : tensor<2x2x2xi32>
}

// Through reshapes, with a mask of the indices; sums of floats begin with 0.
// CHECK-LABEL: tt.func @masked
// CHECK-NOT:     tt.reduce
// CHECK:         %[[BITS:.*]] = tt.reshape %arg0 : tensor<8xf32> -> tensor<2x2x2xf32>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[BITS]], %[[BITS]], %[[BITS]] :
// CHECK:           arith.mulf
// CHECK:           arith.addf
// CHECK:           arith.addf
// CHECK:           arith.maxnumf
// CHECK:         tt.reshape %{{.*}} : tensor<2x2x2xf32> -> tensor<8xf32>
tt.func @masked(%x: tensor<8xf32>) -> tensor<8xf32> {
  %bit = tt.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>
  %row = tt.expand_dims %bit {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
  %mask = arith.sitofp %row : tensor<1x2xi32> to tensor<1x2xf32>
  %masks = tt.broadcast %mask : tensor<1x2xf32> -> tensor<4x2xf32>
  %y = tt.reshape %x : tensor<8xf32> -> tensor<4x2xf32>
  %masked = arith.mulf %y, %masks : tensor<4x2xf32>
  %sum = "tt.reduce"(%masked) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<4x2xf32>) -> tensor<4xf32>
  %column = tt.expand_dims %sum {axis = 1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  %both = tt.broadcast %column : tensor<4x1xf32> -> tensor<4x2xf32>
  %right = tt.reshape %both : tensor<4x2xf32> -> tensor<8xf32>
  %result = arith.maxnumf %x, %right : tensor<8xf32>
  tt.return %result : tensor<8xf32>
}

// Longer reductions and sums of narrow floats stay.
// CHECK-LABEL: tt.func @others
// CHECK-COUNT-2: tt.reduce
// CHECK-NOT:     linalg.generic
tt.func @others(%x: tensor<4x4xi32>, %z: tensor<4x2xf16>) -> (tensor<4xi32>, tensor<4xf16>) {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tt.reduce.return %c : i32
  }) : (tensor<4x4xi32>) -> tensor<4xi32>
  %2 = "tt.reduce"(%z) <{axis = 1 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tt.reduce.return %c : f16
  }) : (tensor<4x2xf16>) -> tensor<4xf16>
  tt.return %0, %2 : tensor<4xi32>, tensor<4xf16>
}
