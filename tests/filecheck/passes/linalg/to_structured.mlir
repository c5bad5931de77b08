// RUN: xtriton-opt %s --triton-to-structured --remove-dead-values --canonicalize --cse | FileCheck %s

// A range of pointers, and a mask that cuts it off.
// CHECK-LABEL: tt.func @masked_range
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32)
tt.func @masked_range(%x: !tt.ptr<f32>, %n: i32) -> tensor<16xf32> {
  // CHECK-DAG: %[[OTHER:.+]] = arith.constant 2.000000e+00 : f32
  // CHECK-DAG: %[[LAST:.+]] = arith.constant 19 : index
  // CHECK-DAG: %[[FIRST:.+]] = arith.constant 3 : index
  // CHECK:     %[[PTR:.+]] = tts.make_tptr %[[X]] to sizes: [16], strides: [1], offsets: [3], shape: [0], order: []
  // CHECK:     %[[BOUND:.+]] = arith.index_cast %[[N]] : i32 to index
  // CHECK:     %[[MIN:.+]] = arith.minsi %[[BOUND]], %[[LAST]] : index
  // CHECK:     %[[END:.+]] = arith.maxsi %[[MIN]], %[[FIRST]] : index
  // CHECK:     %[[COUNT:.+]] = arith.subi %[[END]], %[[FIRST]] : index
  // CHECK:     "tts.load"(%[[PTR]], %[[COUNT]], %[[OTHER]])
  %two = arith.constant dense<2.0> : tensor<16xf32>
  %r = tt.make_range {start = 3 : i32, end = 19 : i32} : tensor<16xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %r, %ns : tensor<16xi32>
  %v = tt.load %p, %m, %two : tensor<16x!tt.ptr<f32>>
  tt.return %v : tensor<16xf32>
}

// Each dimension has its own stride, and its own part of the mask.
// CHECK-LABEL: tt.func @two_dimensions
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f16>, %[[STRIDE:.+]]: i32, %{{.+}}: i32, %{{.+}}: tensor<4x8xf16>)
tt.func @two_dimensions(%x: !tt.ptr<f16>, %stride: i32, %n: i32, %v: tensor<4x8xf16>) {
  // CHECK: %[[S:.+]] = arith.index_cast %[[STRIDE]] : i32 to index
  // CHECK: %[[PTR:.+]] = tts.make_tptr %[[X]] to sizes: [4, 8], strides: [%[[S]], %c3], offsets: [0, 0], shape: [0, 0]
  // CHECK: %[[COUNT:.+]] = arith.maxsi
  // CHECK: "tts.store"(%[[PTR]], %{{.+}}, %[[COUNT]]) <{static_mask_dims = array<i64: 4, -9223372036854775808>}>
  %c3 = arith.constant dense<3> : tensor<1x8xi32>
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %j = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ie = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %je = tt.expand_dims %j {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %ss = tt.splat %stride : i32 -> tensor<4x1xi32>
  %io = arith.muli %ie, %ss : tensor<4x1xi32>
  %jo = arith.muli %je, %c3 : tensor<1x8xi32>
  %ib = tt.broadcast %io : tensor<4x1xi32> -> tensor<4x8xi32>
  %jb = tt.broadcast %jo : tensor<1x8xi32> -> tensor<4x8xi32>
  %o = arith.addi %ib, %jb : tensor<4x8xi32>
  %s = tt.splat %x : !tt.ptr<f16> -> tensor<4x8x!tt.ptr<f16>>
  %p = tt.addptr %s, %o : tensor<4x8x!tt.ptr<f16>>, tensor<4x8xi32>
  %ns = tt.splat %n : i32 -> tensor<1x8xi32>
  %m = arith.cmpi slt, %je, %ns : tensor<1x8xi32>
  %mb = tt.broadcast %m : tensor<1x8xi1> -> tensor<4x8xi1>
  tt.store %p, %v, %mb : tensor<4x8x!tt.ptr<f16>>
  tt.return
}

// Bounds written the other way round, and those that are let through themselves.
// CHECK-LABEL: tt.func @mirrored_bounds
// CHECK-SAME:    %[[N:[a-z0-9]+]]: i32
tt.func @mirrored_bounds(%x: !tt.ptr<f32>, %n: i32) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK:     %[[BOUND:.+]] = arith.index_cast %[[N]] : i32 to index
  // CHECK:     arith.minsi %[[BOUND]], %c8
  // CHECK:     "tts.load"
  // CHECK:     %[[ONE_MORE:.+]] = arith.addi %[[BOUND]], %[[C1]] : index
  // CHECK:     arith.minsi %[[ONE_MORE]], %c8
  // CHECK:     "tts.load"
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %greater = arith.cmpi sgt, %ns, %r : tensor<8xi32>
  %up_to = arith.cmpi sle, %r, %ns : tensor<8xi32>
  %v = tt.load %p, %greater : tensor<8x!tt.ptr<f32>>
  %w = tt.load %p, %up_to : tensor<8x!tt.ptr<f32>>
  tt.return %v, %w : tensor<8xf32>, tensor<8xf32>
}

// A scalar condition lets everything through or nothing.
// CHECK-LABEL: tt.func @scalar_mask
// CHECK-SAME:    %[[C:[a-z0-9]+]]: i1
tt.func @scalar_mask(%x: !tt.ptr<f32>, %c: i1) -> tensor<8xf32> {
  // CHECK: %[[COUNT:.+]] = arith.select %[[C]], %c8, %c0 : index
  // CHECK: "tts.load"(%{{.+}}, %[[COUNT]])
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %v = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// A loop carries the offsets of the pointers that it advances.
// CHECK-LABEL: tt.func @loop
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %{{.+}}: i32)
tt.func @loop(%x: !tt.ptr<f32>, %n: i32) -> tensor<8xf32> {
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C8:.+]] = arith.constant 8 : index
  // CHECK:     scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %[[OFFSET:.+]] = %[[C0]]) -> (tensor<8xf32>, index)
  // CHECK:       %[[PTR:.+]] = tts.make_tptr %[[X]] to sizes: [8], strides: [{{.+}}], offsets: [%[[OFFSET]]], shape: [0]
  // CHECK:       "tts.load"(%[[PTR]])
  // CHECK:       %[[NEXT:.+]] = arith.addi %[[OFFSET]], %[[C8]] : index
  // CHECK:       scf.yield %{{.+}}, %[[NEXT]]
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant dense<8> : tensor<8xi32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %q = %p) -> (tensor<8xf32>, tensor<8x!tt.ptr<f32>>) : i32 {
    %v = tt.load %q : tensor<8x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<8xf32>
    %q1 = tt.addptr %q, %c8 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %a, %q1 : tensor<8xf32>, tensor<8x!tt.ptr<f32>>
  }
  tt.return %sum#0 : tensor<8xf32>
}

// Rows from anywhere: one dimension is gathered, the other keeps its stride.
// CHECK-LABEL: tt.func @rows
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[ROWS:.+]]: tensor<4xi32>, %[[STRIDE:.+]]: i32)
tt.func @rows(%x: !tt.ptr<f32>, %i0: tensor<4xi32>, %stride: i32) -> tensor<4x8xf32> {
  // CHECK: %[[S:.+]] = arith.index_cast %[[STRIDE]] : i32 to index
  // CHECK: %[[PTR:.+]] = tts.make_gather_scatter_tptr %[[X]] to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %{{.+}}, strides: [%[[S]], 1], offsets: [0, 0]
  // CHECK: "tts.load"(%[[PTR]])
  %c1 = arith.constant dense<1> : tensor<4xi32>
  %i = arith.xori %i0, %c1 : tensor<4xi32>
  %j = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ie = tt.expand_dims %i {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %je = tt.expand_dims %j {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %ss = tt.splat %stride : i32 -> tensor<4x1xi32>
  %io = arith.muli %ie, %ss : tensor<4x1xi32>
  %ib = tt.broadcast %io : tensor<4x1xi32> -> tensor<4x8xi32>
  %jb = tt.broadcast %je : tensor<1x8xi32> -> tensor<4x8xi32>
  %o = arith.addi %ib, %jb : tensor<4x8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %p = tt.addptr %s, %o : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
  %v = tt.load %p : tensor<4x8x!tt.ptr<f32>>
  tt.return %v : tensor<4x8xf32>
}

// As in triton-shared the operations of the dimensions that keep a stride come before those of the gathered one.
// CHECK-LABEL: tt.func @strides_before_gathered
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %{{.+}}: tensor<4xi32>, %[[S0:.+]]: i32, %[[S1:.+]]: i32)
tt.func @strides_before_gathered(%x: !tt.ptr<f32>, %rows0: tensor<4xi32>, %s0: i32, %s1: i32) -> tensor<4x8xf32> {
  // CHECK:      %[[KEPT:.+]] = arith.index_cast %[[S1]] : i32 to index
  // CHECK-NEXT: %[[GATHERED:.+]] = arith.index_cast %[[S0]] : i32 to index
  // CHECK-NEXT: tts.make_gather_scatter_tptr %[[X]] to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %{{.+}}, strides: [%[[GATHERED]], %[[KEPT]]], offsets: [0, 0]
  %ones = arith.constant dense<1> : tensor<4xi32>
  %rows = arith.xori %rows0, %ones : tensor<4xi32>
  %0 = tt.expand_dims %rows {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %1 = tt.splat %s0 : i32 -> tensor<4x1xi32>
  %2 = arith.muli %0, %1 : tensor<4x1xi32>
  %3 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %4 = tt.expand_dims %3 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %5 = tt.splat %s1 : i32 -> tensor<1x8xi32>
  %6 = arith.muli %4, %5 : tensor<1x8xi32>
  %7 = tt.broadcast %2 : tensor<4x1xi32> -> tensor<4x8xi32>
  %8 = tt.broadcast %6 : tensor<1x8xi32> -> tensor<4x8xi32>
  %9 = arith.addi %7, %8 : tensor<4x8xi32>
  %10 = tt.splat %x : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %11 = tt.addptr %10, %9 : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
  %12 = tt.load %11 : tensor<4x8x!tt.ptr<f32>>
  tt.return %12 : tensor<4x8xf32>
}

// Beside a remainder all dimensions are those of the analysis that gathers.
// CHECK-LABEL: tt.func @strides_beside_remainder
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %{{.+}}: tensor<4xi32>, %{{.+}}: i32, %[[S0:.+]]: i32, %[[S1:.+]]: i32)
tt.func @strides_beside_remainder(%x: !tt.ptr<f32>, %rows0: tensor<4xi32>, %n: i32, %s0: i32, %s1: i32) -> tensor<4x8xf32> {
  // CHECK:      %[[GATHERED:.+]] = arith.index_cast %[[S0]] : i32 to index
  // CHECK-NEXT: %[[KEPT:.+]] = arith.index_cast %[[S1]] : i32 to index
  // CHECK-NEXT: tts.make_gather_scatter_tptr %[[X]] to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %{{.+}}, strides: [%[[GATHERED]], %[[KEPT]]], offsets: [0, 0]
  %ones = arith.constant dense<1> : tensor<4xi32>
  %rows = arith.xori %rows0, %ones : tensor<4xi32>
  %n0 = tt.splat %n : i32 -> tensor<4xi32>
  %r = arith.remsi %rows, %n0 : tensor<4xi32>
  %0 = tt.expand_dims %r {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %1 = tt.splat %s0 : i32 -> tensor<4x1xi32>
  %2 = arith.muli %0, %1 : tensor<4x1xi32>
  %3 = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %4 = tt.expand_dims %3 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %5 = tt.splat %s1 : i32 -> tensor<1x8xi32>
  %6 = arith.muli %4, %5 : tensor<1x8xi32>
  %7 = tt.broadcast %2 : tensor<4x1xi32> -> tensor<4x8xi32>
  %8 = tt.broadcast %6 : tensor<1x8xi32> -> tensor<4x8xi32>
  %9 = arith.addi %7, %8 : tensor<4x8xi32>
  %10 = tt.splat %x : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %11 = tt.addptr %10, %9 : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
  %12 = tt.load %11 : tensor<4x8x!tt.ptr<f32>>
  tt.return %12 : tensor<4x8xf32>
}

// Pointers are cast at their base, if elements keep their size.
// CHECK-LABEL: tt.func @truths
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<i1>)
tt.func @truths(%x: !tt.ptr<i1>) -> tensor<8xi8> {
  // CHECK: %[[BYTES:.+]] = tt.bitcast %[[X]] : !tt.ptr<i1> -> !tt.ptr<i8>
  // CHECK: %[[PTR:.+]] = tts.make_tptr %[[BYTES]] to sizes: [8], strides: [1], offsets: [0]
  // CHECK: "tts.load"(%[[PTR]])
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<i1> -> tensor<8x!tt.ptr<i1>>
  %p = tt.addptr %s, %r : tensor<8x!tt.ptr<i1>>, tensor<8xi32>
  %b = tt.bitcast %p : tensor<8x!tt.ptr<i1>> -> tensor<8x!tt.ptr<i8>>
  %v = tt.load %b : tensor<8x!tt.ptr<i8>>
  tt.return %v : tensor<8xi8>
}

// Addresses that wrap around say where; in a loop, too.
// CHECK-LABEL: tt.func @wraps
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32)
tt.func @wraps(%x: !tt.ptr<f32>, %n: i32) -> tensor<4x8xf32> {
  // CHECK: %[[EXTENT:.+]] = arith.index_cast %[[N]] : i32 to index
  // CHECK: tts.make_tptr %[[X]] to sizes: [4, 8], strides: [0, 1], offsets: [0, 0], shape: [0, %[[EXTENT]]]
  %j = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %w = arith.remsi %j, %ns : tensor<8xi32>
  %we = tt.expand_dims %w {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %wb = tt.broadcast %we : tensor<1x8xi32> -> tensor<4x8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %p = tt.addptr %s, %wb : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
  %v = tt.load %p : tensor<4x8x!tt.ptr<f32>>
  tt.return %v : tensor<4x8xf32>
}
