// Unstructured accesses are not modified, and a remark gives the reason.
// RUN: xtriton-opt %s --triton=3.6 --triton-to-structured 2>&1 | FileCheck %s

// CHECK-DAG: remark: 'tt.load' op is not structured: the only lower bound that is supported in masks is 0
// CHECK-DAG: remark: 'tt.load' op is not structured: a range that is compared with '>= 0' may start below 0
// CHECK-DAG: remark: 'tt.load' op is not structured: 'other' is not a splat
// CHECK-DAG: remark: 'tt.addptr' op is not structured: more than one dimension is not structured
// CHECK-DAG: remark: 'tt.load' op is not structured: its pointers are not structured
// CHECK-DAG: remark: 'tt.addptr' op is not structured: pointers are the argument of a block that is not a structured loop's
// CHECK-DAG: warning: 'tt.load' op: boundaries are not checked through structured pointers; run --triton-rewrite-tensor-pointer first

// CHECK-LABEL: tt.func @masks
// CHECK-COUNT-3: tt.load
tt.func @masks(%x: !tt.ptr<f32>, %n: i32) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c3 = arith.constant dense<3> : tensor<8xi32>
  %c0 = arith.constant dense<0> : tensor<8xi32>
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %above = arith.cmpi sge, %r, %c3 : tensor<8xi32>
  %v = tt.load %p, %above : tensor<8x!tt.ptr<f32>>
  %shifted = arith.addi %r, %ns : tensor<8xi32>
  %inside = arith.cmpi sge, %shifted, %c0 : tensor<8xi32>
  %w = tt.load %p, %inside : tensor<8x!tt.ptr<f32>>
  %below = arith.cmpi slt, %r, %ns : tensor<8xi32>
  %other = arith.sitofp %r : tensor<8xi32> to tensor<8xf32>
  %u = tt.load %p, %below, %other : tensor<8x!tt.ptr<f32>>
  tt.return %v, %w, %u : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: tt.func @two_gathered_dimensions
// CHECK:         tt.load
tt.func @two_gathered_dimensions(%x: !tt.ptr<f32>) -> tensor<4x4xf32> {
  %c1 = arith.constant dense<1> : tensor<4xi32>
  %r = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %i = arith.xori %r, %c1 : tensor<4xi32>
  %ie = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %je = tt.expand_dims %i {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %ib = tt.broadcast %ie : tensor<4x1xi32> -> tensor<4x4xi32>
  %jb = tt.broadcast %je : tensor<1x4xi32> -> tensor<4x4xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<4x4x!tt.ptr<f32>>
  %p = tt.addptr %s, %ib : tensor<4x4x!tt.ptr<f32>>, tensor<4x4xi32>
  %q = tt.addptr %p, %jb : tensor<4x4x!tt.ptr<f32>>, tensor<4x4xi32>
  %v = tt.load %q : tensor<4x4x!tt.ptr<f32>>
  tt.return %v : tensor<4x4xf32>
}

// A loop that exchanges pointers carries no offsets of them.
// CHECK-LABEL: tt.func @exchange
// CHECK:         scf.for
// CHECK:           tt.load
tt.func @exchange(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %yp = tt.addptr %ys, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %res:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %xp, %q = %yp) -> (tensor<8xf32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>) : i32 {
    %p1 = tt.addptr %p, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %v = tt.load %p1 : tensor<8x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<8xf32>
    scf.yield %a, %q, %p : tensor<8xf32>, tensor<8x!tt.ptr<f32>>, tensor<8x!tt.ptr<f32>>
  }
  tt.return %res#0 : tensor<8xf32>
}

// CHECK-LABEL: tt.func @boundaries
// CHECK:         "tts.load"
tt.func @boundaries(%x: !tt.ptr<f32>, %n: i64, %o: i32) -> tensor<8xf32> {
  %c1 = arith.constant 1 : i64
  %p = tt.make_tensor_ptr %x, [%n], [%c1], [%o] {order = array<i32: 0>} : <tensor<8xf32>>
  %v = tt.load %p {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8xf32>>
  tt.return %v : tensor<8xf32>
}

// A loop whose pointers lose their structure goes on with the pointers it has.
// CHECK-LABEL: tt.func @lost_structure
// CHECK:         scf.for {{.*}} iter_args(%{{[a-z0-9]+}} = %{{[a-z0-9_]+}}, %[[P:[a-z0-9]+]] =
// CHECK:           tt.load %[[P]]
tt.func @lost_structure(%x: !tt.ptr<f32>, %n: i32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %w = arith.remsi %r, %ns : tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %w : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %res:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %xp) -> (tensor<8xf32>, tensor<8x!tt.ptr<f32>>) : i32 {
    %v = tt.load %p : tensor<8x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<8xf32>
    %p1 = tt.addptr %p, %ns : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %a, %p1 : tensor<8xf32>, tensor<8x!tt.ptr<f32>>
  }
  tt.return %res#0 : tensor<8xf32>
}
