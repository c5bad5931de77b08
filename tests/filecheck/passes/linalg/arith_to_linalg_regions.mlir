// RUN: xtriton-opt %s --split-input-file --triton-arith-to-linalg | filecheck %s

// A region with branches becomes a function; the values that it uses from above become arguments.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: f32, %[[A:[a-z0-9]+]]: i32, %[[B:[a-z0-9]+]]: i32, %[[C:[a-z0-9]+]]: i32, %[[D:[a-z0-9]+]]: i32, %[[E:[a-z0-9]+]]: i32, %[[F:[a-z0-9]+]]: i32)
// CHECK:         linalg.generic
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[R:.*]] = func.call @branches__elements(%[[IN]], %[[Y]], %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]])
// CHECK-NEXT:      linalg.yield %[[R]] : f32
// CHECK:       func.func private @branches__elements(%[[P:.*]]: f32, %[[Q:[a-z0-9]+]]: f32, %{{.*}}: i32) -> f32 {
// CHECK:         cf.cond_br %{{.*}}, ^bb1, ^bb2
// CHECK:         return %[[Q]] : f32
// CHECK:         %[[SUM:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK:         return %[[SUM]] : f32
tt.func @branches(%x: tensor<8xf32>, %y: f32) -> tensor<8xf32> {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%p: f32):
    %c = arith.cmpf olt, %p, %y : f32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %y : f32
  ^bb2:
    %s = arith.addf %p, %y : f32
    tt.map_elementwise.return %s : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// -----

// One element at a time needs no groups.
// CHECK-LABEL: func.func @rows(
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT:    %[[R:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x8xf32>) outs(%[[E]] : tensor<4x8xf32>)
// CHECK:         return %[[R]] : tensor<4x8xf32>
tt.func @rows(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%p: f32):
    %s = arith.addf %p, %p : f32
    tt.map_elementwise.return %s : f32
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  tt.return %0 : tensor<4x8xf32>
}

// -----

// Of two elements at a time, one result each: first the first ones, then the second ones.
// CHECK-LABEL: func.func @packed(
// CHECK:         %[[PAIRS:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [8, 2] : tensor<16xi32> into tensor<8x2xi32>
// CHECK:         %[[FIRST:.*]] = tensor.extract_slice %[[PAIRS]][0, 0] [8, 1] [1, 1] : tensor<8x2xi32> to tensor<8xi32>
// CHECK:         %[[SECOND:.*]] = tensor.extract_slice %[[PAIRS]][0, 1] [8, 1] [1, 1] : tensor<8x2xi32> to tensor<8xi32>
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[FIRST]], %[[SECOND]] : tensor<8xi32>, tensor<8xi32>)
// CHECK-NEXT:    ^bb0(%[[A:.*]]: i32, %[[B:[a-z0-9_]+]]: i32, %{{.*}}: i32, %{{.*}}: i32):
// CHECK-NEXT:      linalg.yield %[[B]], %[[A]] : i32, i32
// CHECK:         %[[ONE:.*]] = tensor.insert_slice %[[R]]#0 into %{{.*}}[0, 0] [8, 1] [1, 1] : tensor<8xi32> into tensor<8x2xi32>
// CHECK:         tensor.insert_slice %[[R]]#1 into %[[ONE]][0, 1] [8, 1] [1, 1] : tensor<8xi32> into tensor<8x2xi32>
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [4, 4] : tensor<16xi32> into tensor<4x4xi32>
tt.func @packed(%x: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tt.map_elementwise.return %b, %a : i32, i32
  }) : (tensor<4x4xi32>) -> tensor<4x4xi32>
  tt.return %0 : tensor<4x4xi32>
}

// -----

// CHECK-LABEL: func.func @undefined(
// CHECK-NEXT:    %[[SCALAR:.*]] = ub.poison : f32
// CHECK-NEXT:    %[[TENSOR:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:    return %[[TENSOR]], %[[SCALAR]]
tt.func @undefined() -> (tensor<8xf32>, f32) {
  %0 = ub.poison : tensor<8xf32>
  %1 = ub.poison : f32
  tt.return %0, %1 : tensor<8xf32>, f32
}
