// RUN: xtriton-opt %s --hopper-split-rows --split-input-file --verify-diagnostics | filecheck %s

// Each tile of 64 rows has its own accumulators, part of the left operand and store; both read the right operand.
// CHECK-LABEL: @matmul
// CHECK: %[[X:.*]] = tt.make_tensor_descriptor {{.*}} <64x64xf16>
// CHECK: %[[W:.*]] = tt.make_tensor_descriptor {{.*}} <64x64xf16>
// CHECK: %[[O:.*]] = tt.make_tensor_descriptor {{.*}} <64x64xf32>
// CHECK: scf.for {{.*}} iter_args(%[[ACC0:.*]] = %{{.*}}, %[[ACC1:.*]] = %{{.*}}) -> (tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK:   %[[A0:.*]] = tt.descriptor_load %[[X]][%[[ROW:.*]], %[[K:.*]]]
// CHECK:   %[[ROW1:.*]] = arith.addi %[[ROW]], %{{.*}} : i32
// CHECK:   %[[A1:.*]] = tt.descriptor_load %[[X]][%[[ROW1]], %[[K]]]
// CHECK:   %[[B:.*]] = tt.descriptor_load %[[W]]
// CHECK:   %[[D0:.*]] = tt.dot %[[A0]], %[[B]], %[[ACC0]]
// CHECK:   %[[D1:.*]] = tt.dot %[[A1]], %[[B]], %[[ACC1]]
// CHECK:   scf.yield %[[D0]], %[[D1]]
// CHECK: tt.descriptor_store %[[O]][%[[ROW]], %{{.*}}]
// CHECK: tt.descriptor_store %[[O]][%{{.*}}, %{{.*}}]
// expected-remark @below {{tiles of 128 rows are split into 2 tiles of 64 rows}}
tt.func public @matmul(%x: !tt.ptr<f16>, %w: !tt.ptr<f16>, %out: !tt.ptr<f32>, %m: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c64_i64 = arith.constant 64 : i64
  %c1_i64 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %stride = arith.extsi %k : i32 to i64
  %dx = tt.make_tensor_descriptor %x, [%m, %k], [%stride, %c1_i64] : <f16>, <128x64xf16>
  %dw = tt.make_tensor_descriptor %w, [%k, %c64], [%c64_i64, %c1_i64] : <f16>, <64x64xf16>
  %do = tt.make_tensor_descriptor %out, [%m, %c64], [%c64_i64, %c1_i64] : <f32>, <128x64xf32>
  %pid = tt.get_program_id x : i32
  %c128 = arith.constant 128 : i32
  %row = arith.muli %pid, %c128 : i32
  %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
    %a = tt.descriptor_load %dx[%row, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %b = tt.descriptor_load %dw[%i, %c0] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %a, %b, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tt.descriptor_store %do[%row, %c0], %sum : !tt.tensordesc<128x64xf32>, tensor<128x64xf32>
  tt.return
}

// -----

// Scales of rows are split with the rows: through ranges, pointers, masks, conditionals and reductions along columns.
// CHECK-LABEL: @scaled
// CHECK-DAG: tt.make_range {end = 64 : i32, start = 0 : i32}
// CHECK-DAG: tt.make_range {end = 128 : i32, start = 64 : i32}
// CHECK-COUNT-2: tt.load {{.*}} tensor<64x!tt.ptr<f32>>
// CHECK-COUNT-2: tt.dot {{.*}} -> tensor<64x64xf32>
// CHECK: %{{.*}}:2 = scf.if %{{.*}} -> (tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK-COUNT-2: "tt.reduce"
// CHECK-COUNT-2: tt.store {{.*}} tensor<64x!tt.ptr<f32>>
// expected-remark @below {{tiles of 128 rows are split into 2 tiles of 64 rows}}
tt.func public @scaled(%x: !tt.ptr<f16>, %b: tensor<64x64xf16>, %s: !tt.ptr<f32>, %out: !tt.ptr<f32>, %m: i32, %c: i1) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %c64 = arith.constant dense<64> : tensor<128x1xi32>
  %rows = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %columns = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %0 = tt.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %1 = arith.muli %0, %c64 : tensor<128x1xi32>
  %2 = tt.broadcast %1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %3 = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %4 = tt.broadcast %3 : tensor<1x64xi32> -> tensor<128x64xi32>
  %5 = arith.addi %2, %4 : tensor<128x64xi32>
  %6 = tt.splat %x : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
  %7 = tt.addptr %6, %5 : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
  %a = tt.load %7 : tensor<128x64x!tt.ptr<f16>>
  %8 = tt.splat %s : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %9 = tt.addptr %8, %rows : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %bound = tt.splat %m : i32 -> tensor<128xi32>
  %mask = arith.cmpi slt, %rows, %bound : tensor<128xi32>
  %scale = tt.load %9, %mask : tensor<128x!tt.ptr<f32>>
  %10 = tt.expand_dims %scale {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
  %11 = tt.broadcast %10 : tensor<128x1xf32> -> tensor<128x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  %12 = arith.mulf %d, %11 : tensor<128x64xf32>
  %13 = scf.if %c -> (tensor<128x64xf32>) {
    scf.yield %12 : tensor<128x64xf32>
  } else {
    scf.yield %d : tensor<128x64xf32>
  }
  %sum = "tt.reduce"(%13) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) : (tensor<128x64xf32>) -> tensor<128xf32>
  %14 = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %15 = tt.addptr %14, %rows : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  tt.store %15, %sum, %mask : tensor<128x!tt.ptr<f32>>
  tt.return
}

// -----

// Descriptors that the launch gives: blocks of 64 rows, accessed twice; those of the columns stay.
// CHECK-LABEL: @arguments
// CHECK-SAME: (%[[A:.*]]: !tt.tensordesc<64x64xf16>, %[[B:.*]]: !tt.tensordesc<64x32xf16>, %[[O:.*]]: !tt.tensordesc<1x64x32xf32>, %[[I:.*]]: i32)
// CHECK: tt.descriptor_load %[[A]][%[[I]], %[[I]]] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
// CHECK: %[[SECOND:.*]] = arith.addi %[[I]], %{{.*}} : i32
// CHECK: tt.descriptor_load %[[A]][%[[SECOND]], %[[I]]] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
// CHECK: tt.descriptor_load %[[B]]
// CHECK: tt.descriptor_store %[[O]][%[[I]], %[[I]], %[[I]]]
// CHECK: tt.descriptor_store %[[O]][%[[I]], %{{.*}}, %[[I]]]
// expected-remark @below {{tiles of 128 rows are split into 2 tiles of 64 rows}}
tt.func public @arguments(%a: !tt.tensordesc<128x64xf16>, %b: !tt.tensordesc<64x32xf16>, %o: !tt.tensordesc<1x128x32xf32>, %i: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x32xf32>
  %l = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
  %r = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
  %d = tt.dot %l, %r, %zero : tensor<128x64xf16> * tensor<64x32xf16> -> tensor<128x32xf32>
  tt.descriptor_store %o[%i, %i, %i], %d : !tt.tensordesc<1x128x32xf32>, tensor<128x32xf32>
  tt.return
}

// -----

// Sums that are added to memory atomically: rows of pointers, values and mask.
// CHECK-LABEL: @added
// CHECK: %[[D0:.*]] = tt.dot
// CHECK: %[[D1:.*]] = tt.dot
// CHECK: tt.atomic_rmw fadd, relaxed, gpu, %{{.*}}, %[[D0]], %{{.*}} : (tensor<64x64x!tt.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
// CHECK-NEXT: tt.atomic_rmw fadd, relaxed, gpu, %{{.*}}, %[[D1]], %{{.*}} : (tensor<64x64x!tt.ptr<f32>>, tensor<64x64xf32>, tensor<64x64xi1>) -> tensor<64x64xf32>
// expected-remark @below {{tiles of 128 rows are split into 2 tiles of 64 rows}}
tt.func public @added(%x: !tt.tensordesc<128x64xf16>, %b: tensor<64x64xf16>, %out: !tt.ptr<f32>, %n: i32, %i: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  %rows = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %0 = tt.expand_dims %rows {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %1 = tt.broadcast %0 : tensor<128x1xi32> -> tensor<128x64xi32>
  %2 = tt.splat %out : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>>
  %3 = tt.addptr %2, %1 : tensor<128x64x!tt.ptr<f32>>, tensor<128x64xi32>
  %4 = tt.splat %n : i32 -> tensor<128x64xi32>
  %mask = arith.cmpi slt, %1, %4 : tensor<128x64xi32>
  %5 = tt.atomic_rmw fadd, relaxed, gpu, %3, %d, %mask : (tensor<128x64x!tt.ptr<f32>>, tensor<128x64xf32>, tensor<128x64xi1>) -> tensor<128x64xf32>
  tt.return
}

// -----

// An epilogue in halves of the columns: reshapes that keep the rows, transpositions and splits are computed per part.
// CHECK-LABEL: @halves
// CHECK: tt.dot {{.*}} -> tensor<64x64xf32>
// CHECK: tt.dot {{.*}} -> tensor<64x64xf32>
// CHECK: tt.reshape {{.*}} : tensor<64x64xf32> -> tensor<64x2x32xf32>
// CHECK: tt.reshape {{.*}} : tensor<64x64xf32> -> tensor<64x2x32xf32>
// CHECK-COUNT-2: tt.trans {{.*}} : tensor<64x2x32xf32> -> tensor<64x32x2xf32>
// CHECK-COUNT-2: tt.split {{.*}} : tensor<64x32x2xf32> -> tensor<64x32xf32>
// CHECK-COUNT-4: tt.descriptor_store {{.*}} : !tt.tensordesc<64x32xf32>, tensor<64x32xf32>
// expected-remark @below {{tiles of 128 rows are split into 2 tiles of 64 rows}}
tt.func public @halves(%x: !tt.tensordesc<128x64xf16>, %b: tensor<64x64xf16>, %o: !tt.tensordesc<128x32xf32>, %row: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = tt.descriptor_load %x[%row, %c0] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  %both = tt.reshape %d : tensor<128x64xf32> -> tensor<128x2x32xf32>
  %last = tt.trans %both {order = array<i32: 0, 2, 1>} : tensor<128x2x32xf32> -> tensor<128x32x2xf32>
  %left, %right = tt.split %last : tensor<128x32x2xf32> -> tensor<128x32xf32>
  tt.descriptor_store %o[%row, %c0], %left : !tt.tensordesc<128x32xf32>, tensor<128x32xf32>
  tt.descriptor_store %o[%row, %c32], %right : !tt.tensordesc<128x32xf32>, tensor<128x32xf32>
  tt.return
}

// -----

// Interleaved columns are split into gates and values, and joined again.
// CHECK-LABEL: @interleaved
// CHECK-COUNT-2: tt.split {{.*}} : tensor<64x32x2xf32> -> tensor<64x32xf32>
// CHECK-COUNT-2: tt.join {{.*}} : tensor<64x32xf32> -> tensor<64x32x2xf32>
// CHECK-COUNT-2: tt.reshape {{.*}} : tensor<64x32x2xf32> -> tensor<64x64xf32>
// CHECK-COUNT-2: tt.descriptor_store {{.*}} : !tt.tensordesc<64x64xf32>, tensor<64x64xf32>
// expected-remark @below {{tiles of 128 rows are split into 2 tiles of 64 rows}}
tt.func public @interleaved(%x: !tt.tensordesc<128x64xf16>, %b: tensor<64x64xf16>, %o: !tt.tensordesc<128x64xf32>, %row: i32) {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = tt.descriptor_load %x[%row, %c0] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  %pairs = tt.reshape %d : tensor<128x64xf32> -> tensor<128x32x2xf32>
  %gate, %value = tt.split %pairs : tensor<128x32x2xf32> -> tensor<128x32xf32>
  %product = arith.mulf %gate, %value : tensor<128x32xf32>
  %joined = tt.join %product, %gate : tensor<128x32xf32> -> tensor<128x32x2xf32>
  %flat = tt.reshape %joined : tensor<128x32x2xf32> -> tensor<128x64xf32>
  tt.descriptor_store %o[%row, %c0], %flat : !tt.tensordesc<128x64xf32>, tensor<128x64xf32>
  tt.return
}
