// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-pointer | filecheck %s

// Loops carry offsets, in another order in the after region; accesses after the loop start at the last offsets.
// CHECK-LABEL: tt.func @while
// CHECK:         %[[O:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK:         %[[R:.*]]:2 = scf.while (%[[P:.*]] = %[[O]], %[[J:.*]] = %{{.*}}) : (i64, i32) -> (i32, i64) {
// CHECK:           scf.condition(%{{.*}}) %[[J]], %[[P]] : i32, i64
// CHECK:         ^bb0(%[[K:.*]]: i32, %[[Q:.*]]: i64):
// CHECK:           tt.splat %[[Q]]
// CHECK:           tt.load
// CHECK:           %[[D:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK:           %[[N:.*]] = arith.addi %[[Q]], %[[D]] : i64
// CHECK:           scf.yield %[[N]], %{{.*}} : i64, i32
// CHECK:         tt.splat %[[R]]#1
// CHECK-NOT:     tensor<16xf32>>
tt.func @while(%a: !tt.ptr<f32>, %n: i64, %i: i32) -> tensor<16xf32> {
  %c16 = arith.constant 16 : i32
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  %1:2 = scf.while (%p = %0, %j = %i) : (!tt.ptr<tensor<16xf32>>, i32) -> (i32, !tt.ptr<tensor<16xf32>>) {
    %c = arith.cmpi slt, %j, %c16 : i32
    scf.condition(%c) %j, %p : i32, !tt.ptr<tensor<16xf32>>
  } do {
  ^bb0(%k: i32, %q: !tt.ptr<tensor<16xf32>>):
    %v = tt.load %q : !tt.ptr<tensor<16xf32>>
    tt.store %q, %v : !tt.ptr<tensor<16xf32>>
    %next = tt.advance %q, [%c16] : <tensor<16xf32>>
    %l = arith.addi %k, %c16 : i32
    scf.yield %next, %l : !tt.ptr<tensor<16xf32>>, i32
  }
  %2 = tt.load %1#1 : !tt.ptr<tensor<16xf32>>
  tt.return %2 : tensor<16xf32>
}

// CHECK-LABEL: tt.func @switch
// CHECK:         %[[R:.*]]:2 = scf.index_switch %{{.*}} -> i64, i64
// CHECK:         scf.execute_region -> (i64, i64) {
// CHECK-NEXT:      scf.yield %[[R]]#0, %[[R]]#1 : i64, i64
// CHECK-NOT:     tensor<4x4xf32>>
// CHECK:         tt.load
tt.func @switch(%a: !tt.ptr<f32>, %n: i64, %i: i32, %x: index) -> tensor<4x4xf32> {
  %0 = tt.make_tensor_ptr %a, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<4x4xf32>>
  %1 = tt.advance %0, [%i, %i] : <tensor<4x4xf32>>
  %2 = scf.index_switch %x -> !tt.ptr<tensor<4x4xf32>>
  case 2 {
    scf.yield %0 : !tt.ptr<tensor<4x4xf32>>
  }
  default {
    scf.yield %1 : !tt.ptr<tensor<4x4xf32>>
  }
  %3 = scf.execute_region -> !tt.ptr<tensor<4x4xf32>> {
    scf.yield %2 : !tt.ptr<tensor<4x4xf32>>
  }
  %4 = tt.load %3 : !tt.ptr<tensor<4x4xf32>>
  tt.return %4 : tensor<4x4xf32>
}
