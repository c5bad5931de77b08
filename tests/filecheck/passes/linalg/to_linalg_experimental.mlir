// RUN: xtriton-opt %s --triton=3.6 --triton-to-linalg-experimental=safe 2>&1 | FileCheck %s

// Boundaries of block pointers are masks; offsets that may be negative are checked one by one.
// CHECK: remark: 'tt.load' op becomes a masked access to single elements: a range that is compared with '>= 0' may start below 0
// CHECK-LABEL: func.func @boundaries
tt.func public @boundaries(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i64, %o: i32) {
  // CHECK: linalg.generic
  // CHECK: scf.if %{{.+}} -> (f32)
  // CHECK: memref.load
  // CHECK: tensor.extract_slice %{{.+}}[0] [%{{.+}}] [1]
  // CHECK: bufferization.materialize_in_destination
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i32
  %pid = tt.get_program_id x : i32
  %at = arith.muli %pid, %c8 : i32
  %p = tt.make_tensor_ptr %x, [%n], [%c1], [%o] {order = array<i32: 0>} : <tensor<8xf32>>
  %q = tt.make_tensor_ptr %y, [%n], [%c1], [%at] {order = array<i32: 0>} : <tensor<8xf32>>
  %v = tt.load %p {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8xf32>>
  tt.store %q, %v {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// Descriptors are pointers with masks.
// CHECK-LABEL: func.func @descriptor
// CHECK:         memref.copy
// CHECK-NOT:     tt.
tt.func public @descriptor(%x: !tt.ptr<f32>, %n: i32) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i64
  %c8 = arith.constant 8 : i64
  %d = tt.make_tensor_descriptor %x, [%n, %n], [%c8, %c1] : <f32>, <tensor<4x8xf32>>
  %v = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<4x8xf32>
  tt.return %v : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @atomics
// CHECK-SAME:    (%[[X:.+]]: memref<*xf32>, %[[L:.+]]: memref<*xi32>, %[[I:.+]]: tensor<8xi32>
tt.func public @atomics(%x: !tt.ptr<f32>, %lock: !tt.ptr<i32>, %i: tensor<8xi32>, %v: tensor<8xf32>, %m: tensor<8xi1>) -> (tensor<8xf32>, i32) {
  // CHECK:     %[[ALL:.+]] = memref.cast %[[X]] : memref<*xf32> to memref<?xf32>
  // CHECK:     linalg.generic
  // CHECK:     %[[OLD:.+]] = scf.if %{{.+}} -> (f32) {
  // CHECK:       memref.atomic_rmw addf %{{.+}}, %[[ALL]][%{{.+}}]
  // CHECK:     linalg.yield %[[OLD]]
  // CHECK:     memref.generic_atomic_rmw %{{.+}}[%{{.+}}] : memref<?xi32> {
  // CHECK:     ^bb0(%[[NOW:.+]]: i32):
  // CHECK:       %[[SAME:.+]] = arith.cmpi eq, %[[NOW]], %c0_i32
  // CHECK:       %[[NEW:.+]] = arith.select %[[SAME]], %c1_i32, %[[NOW]]
  // CHECK:       memref.atomic_yield %[[NEW]]
  // CHECK:     linalg.generic {{.*}} {
  // CHECK:       memref.atomic_rmw maxs
  // CHECK-NEXT:  linalg.yield
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %xs, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %was = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
  %ls = tt.splat %lock : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %q = tt.addptr %ls, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %unused = tt.atomic_rmw max, relaxed, gpu, %q, %i : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>) -> tensor<8xi32>
  tt.return %old, %was : tensor<8xf32>, i32
}

// Pointers with several bases are addresses.
// CHECK-LABEL: func.func @several_bases
// CHECK:         linalg.generic
// CHECK:         tptr.to_memref
// CHECK:         memref.atomic_rmw addi
tt.func public @several_bases(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %c: i1, %v: tensor<8xi32>) {
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %ys = tt.splat %y : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %p = arith.select %c, %xs, %ys : tensor<8x!tt.ptr<i32>>
  %old = tt.atomic_rmw add, acq_rel, gpu, %p, %v : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>) -> tensor<8xi32>
  tt.return
}
