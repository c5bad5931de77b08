// RUN: xtriton-opt %s --triton-to-structured=safe=true 2>&1 | filecheck %s
// RUN: xtriton-opt %s --triton-to-structured 2>&1 | filecheck %s --check-prefix=SHARED

// A margin on either side: each element has its own mask bit. Without `safe`, as in triton-shared, such accesses stay.
// CHECK:       remark: 'tt.load' op becomes a masked access to single elements: the only lower bound that is supported in masks is 0
// CHECK-LABEL: tt.func @margins(
// CHECK:         %[[P:.*]] = tts.make_tptr %arg0 to sizes: [8], strides: [1], offsets: [%c2]
// CHECK:         %[[V:.*]] = "tts.masked_load"(%[[P]], %{{.*}}) : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
// CHECK:         "tts.masked_store"(%[[P]], %[[V]], %{{.*}})
// SHARED-LABEL: tt.func @margins(
// SHARED:         tt.load
// SHARED:         tt.store
tt.func @margins(%x: !tt.ptr<f32>, %n: i32) {
  %two = arith.constant dense<2> : tensor<8xi32>
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %at = arith.addi %r, %two : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %above = arith.cmpi sge, %r, %two : tensor<8xi32>
  %below = arith.cmpi slt, %r, %ns : tensor<8xi32>
  %m = arith.andi %above, %below : tensor<8xi1>
  %v = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %m : tensor<8x!tt.ptr<f32>>
  tt.return
}

// `other` is not a splat: it is selected after the load.
// CHECK-LABEL: tt.func @others(
// CHECK:         %[[V:.*]] = "tts.masked_load"(%{{.*}}, %[[M:.*]]) : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
// CHECK:         %[[R:.*]] = arith.select %[[M]], %[[V]], %arg2
// CHECK:         tt.return %[[R]]
tt.func @others(%x: !tt.ptr<f32>, %n: i32, %other: tensor<8xf32>) -> tensor<8xf32> {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %below = arith.cmpi slt, %r, %ns : tensor<8xi32>
  %v = tt.load %p, %below, %other : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// A mask of whole rows: rows are copied one by one.
// CHECK-LABEL: tt.func @rows(
// CHECK-NOT:     masked_load
// CHECK:         tts.make_gather_scatter_tptr
// CHECK:         "tts.load"
tt.func @rows(%x: !tt.ptr<f32>, %kept: tensor<4xi1>) -> tensor<4x8xf32> {
  %down = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %across = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ten = arith.constant dense<10> : tensor<4x1xi32>
  %rows = tt.expand_dims %down {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %starts = arith.muli %rows, %ten : tensor<4x1xi32>
  %columns = tt.expand_dims %across {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %a = tt.broadcast %starts : tensor<4x1xi32> -> tensor<4x8xi32>
  %b = tt.broadcast %columns : tensor<1x8xi32> -> tensor<4x8xi32>
  %at = arith.addi %a, %b : tensor<4x8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %p = tt.addptr %s, %at : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
  %k = tt.expand_dims %kept {axis = 1 : i32} : tensor<4xi1> -> tensor<4x1xi1>
  %m = tt.broadcast %k : tensor<4x1xi1> -> tensor<4x8xi1>
  %v = tt.load %p, %m : tensor<4x8x!tt.ptr<f32>>
  tt.return %v : tensor<4x8xf32>
}

// Blocks that wrap around have no masked accesses: they are left to gathers.
// CHECK-LABEL: tt.func @wrapped(
// CHECK-NOT:     masked_load
// CHECK:         tt.load
tt.func @wrapped(%x: !tt.ptr<f32>, %chosen: tensor<8xi1>) -> tensor<8xf32> {
  %five = arith.constant dense<5> : tensor<8xi32>
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %at = arith.remsi %r, %five : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %p, %chosen : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// The scalar of 'other' follows the extents of the mask, as in triton-shared.
// CHECK-LABEL: tt.func @order_of_constants
// CHECK:         arith.minsi
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[EXTENT:.*]] = arith.maxsi %{{.*}}, %[[ZERO]]
// CHECK-NEXT:    %[[OTHER:.*]] = arith.constant 3 : i8
// CHECK-NEXT:    "tts.load"(%{{.*}}, %[[EXTENT]], %[[OTHER]])
tt.func @order_of_constants(%p: !tt.ptr<i8>, %n: i32) -> tensor<8xi8> {
  %other = arith.constant dense<3> : tensor<8xi8>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %limit = tt.splat %n : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %range, %limit : tensor<8xi32>
  %base = tt.splat %p : !tt.ptr<i8> -> tensor<8x!tt.ptr<i8>>
  %at = tt.addptr %base, %range : tensor<8x!tt.ptr<i8>>, tensor<8xi32>
  %0 = tt.load %at, %mask, %other : tensor<8x!tt.ptr<i8>>
  tt.return %0 : tensor<8xi8>
}
