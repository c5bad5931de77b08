// RUN: xtriton-opt %s --check-accesses=reports=false --cse --canonicalize | filecheck %s

// The least and the greatest offset are compared with the bounds of the argument, unless the mask is false everywhere.
// CHECK: tt.func public @masked_load(%arg0: !tt.ptr<f32>, %arg1: tensor<8xi32>, %arg2: tensor<8xi1>, %arg3: i64, %arg4: i64) -> tensor<8xf32> {
// CHECK-NEXT:   %c4_i64 = arith.constant 4 : i64
// CHECK-NEXT:   %cst = arith.constant dense<-2147483648> : tensor<8xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<2147483647> : tensor<8xi32>
// CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   %1 = tt.addptr %0, %arg1 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   %2 = arith.select %arg2, %arg1, %cst_0 : tensor<8xi1>, tensor<8xi32>
// CHECK-NEXT:   %3 = arith.select %arg2, %arg1, %cst : tensor<8xi1>, tensor<8xi32>
// CHECK-NEXT:   %4 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg5: i32, %arg6: i32):
// CHECK-NEXT:     %17 = arith.minsi %arg5, %arg6 : i32
// CHECK-NEXT:     tt.reduce.return %17 : i32
// CHECK-NEXT:   }) : (tensor<8xi32>) -> i32
// CHECK-NEXT:   %5 = "tt.reduce"(%3) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg5: i32, %arg6: i32):
// CHECK-NEXT:     %17 = arith.maxsi %arg5, %arg6 : i32
// CHECK-NEXT:     tt.reduce.return %17 : i32
// CHECK-NEXT:   }) : (tensor<8xi32>) -> i32
// CHECK-NEXT:   %6 = arith.cmpi sgt, %4, %5 : i32
// CHECK-NEXT:   %7 = arith.extsi %4 : i32 to i64
// CHECK-NEXT:   %8 = arith.extsi %5 : i32 to i64
// CHECK-NEXT:   %9 = arith.muli %7, %c4_i64 : i64
// CHECK-NEXT:   %10 = arith.cmpi sge, %9, %arg3 : i64
// CHECK-NEXT:   %11 = arith.muli %8, %c4_i64 : i64
// CHECK-NEXT:   %12 = arith.addi %11, %c4_i64 : i64
// CHECK-NEXT:   %13 = arith.cmpi sle, %12, %arg4 : i64
// CHECK-NEXT:   %14 = arith.andi %10, %13 : i1
// CHECK-NEXT:   %15 = arith.ori %14, %6 : i1
// CHECK-NEXT:   tt.assert %15, "xtriton: an access is reported" : i1
// CHECK-NEXT:   %16 = tt.load %1, %arg2 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %16 : tensor<8xf32>
// CHECK-NEXT: }
tt.func public @masked_load(%x: !tt.ptr<f32>, %at: tensor<8xi32>, %mask: tensor<8xi1>) -> tensor<8xf32> {
  %0 = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %1 = tt.addptr %0, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %2 = tt.load %1, %mask : tensor<8x!tt.ptr<f32>>
  tt.return %2 : tensor<8xf32>
}

// The pointer advances by a scalar, so the bounds of the lanes are loop invariants.
// CHECK: tt.func public @loop(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i64, %arg3: i64) -> tensor<8xf32> {
// CHECK-NEXT:   %c8_i64 = arith.constant 8 : i64
// CHECK-NEXT:   %c4_i64 = arith.constant 4 : i64
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<8> : tensor<8xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:   %3 = arith.extsi %0 : tensor<8xi32> to tensor<8xi64>
// CHECK-NEXT:   %4:3 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %2, %arg6 = %cst_0, %arg7 = %c0_i64) -> (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, i64)  : i32 {
// CHECK-NEXT:     %5 = "tt.reduce"(%3) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg8: i64, %arg9: i64):
// CHECK-NEXT:       %19 = arith.minsi %arg8, %arg9 : i64
// CHECK-NEXT:       tt.reduce.return %19 : i64
// CHECK-NEXT:     }) : (tensor<8xi64>) -> i64
// CHECK-NEXT:     %6 = "tt.reduce"(%3) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg8: i64, %arg9: i64):
// CHECK-NEXT:       %19 = arith.maxsi %arg8, %arg9 : i64
// CHECK-NEXT:       tt.reduce.return %19 : i64
// CHECK-NEXT:     }) : (tensor<8xi64>) -> i64
// CHECK-NEXT:     %7 = arith.addi %5, %arg7 : i64
// CHECK-NEXT:     %8 = arith.addi %6, %arg7 : i64
// CHECK-NEXT:     %9 = arith.muli %7, %c4_i64 : i64
// CHECK-NEXT:     %10 = arith.cmpi sge, %9, %arg2 : i64
// CHECK-NEXT:     %11 = arith.muli %8, %c4_i64 : i64
// CHECK-NEXT:     %12 = arith.addi %11, %c4_i64 : i64
// CHECK-NEXT:     %13 = arith.cmpi sle, %12, %arg3 : i64
// CHECK-NEXT:     %14 = arith.andi %10, %13 : i1
// CHECK-NEXT:     tt.assert %14, "xtriton: an access is reported" : i1
// CHECK-NEXT:     %15 = tt.load %arg5 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT:     %16 = arith.addf %arg6, %15 : tensor<8xf32>
// CHECK-NEXT:     %17 = tt.addptr %arg5, %cst : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
// CHECK-NEXT:     %18 = arith.addi %arg7, %c8_i64 : i64
// CHECK-NEXT:     scf.yield %17, %16, %18 : tensor<8x!tt.ptr<f32>>, tensor<8xf32>, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %4#1 : tensor<8xf32>
// CHECK-NEXT: }
tt.func public @loop(%x: !tt.ptr<f32>, %n: i32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<8> : tensor<8xi32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %0 = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %1 = tt.addptr %0, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %1, %sum = %zero) -> (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) : i32 {
    %2 = tt.load %p : tensor<8x!tt.ptr<f32>>
    %3 = arith.addf %sum, %2 : tensor<8xf32>
    %4 = tt.addptr %p, %step : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    scf.yield %4, %3 : tensor<8x!tt.ptr<f32>>, tensor<8xf32>
  }
  tt.return %r#1 : tensor<8xf32>
}

// Stores record the program; whether another one has written the cell is decided before.
// CHECK: tt.func public @scalar_store(%arg0: !tt.ptr<f16>, %arg1: i64, %arg2: f16, %arg3: i64, %arg4: i64, %arg5: !tt.ptr<i32>, %arg6: i32) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c2_i64 = arith.constant 2 : i64
// CHECK-NEXT:   %0 = tt.get_program_id x : i32
// CHECK-NEXT:   %1 = tt.get_program_id y : i32
// CHECK-NEXT:   %2 = tt.get_program_id z : i32
// CHECK-NEXT:   %3 = tt.get_num_programs x : i32
// CHECK-NEXT:   %4 = tt.get_num_programs y : i32
// CHECK-NEXT:   %5 = arith.muli %2, %4 : i32
// CHECK-NEXT:   %6 = arith.addi %1, %5 : i32
// CHECK-NEXT:   %7 = arith.muli %6, %3 : i32
// CHECK-NEXT:   %8 = arith.addi %0, %7 : i32
// CHECK-NEXT:   %9 = arith.addi %8, %arg6 : i32
// CHECK-NEXT:   %10 = tt.addptr %arg0, %arg1 : !tt.ptr<f16>, i64
// CHECK-NEXT:   %11 = arith.muli %arg1, %c2_i64 : i64
// CHECK-NEXT:   %12 = arith.cmpi sge, %11, %arg3 : i64
// CHECK-NEXT:   %13 = arith.addi %11, %c2_i64 : i64
// CHECK-NEXT:   %14 = arith.cmpi sle, %13, %arg4 : i64
// CHECK-NEXT:   %15 = arith.andi %12, %14 : i1
// CHECK-NEXT:   tt.assert %15, "xtriton: an access is reported" : i1
// CHECK-NEXT:   %16 = tt.addptr %arg5, %arg1 : !tt.ptr<i32>, i64
// CHECK-NEXT:   %17 = tt.load %16 : !tt.ptr<i32>
// CHECK-NEXT:   %18 = arith.cmpi sge, %17, %arg6 : i32
// CHECK-NEXT:   scf.if %18 {
// CHECK-NEXT:     %19 = tt.load %16 : !tt.ptr<i32>
// CHECK-NEXT:     %20 = arith.cmpi sge, %19, %arg6 : i32
// CHECK-NEXT:     %21 = arith.subi %19, %9 : i32
// CHECK-NEXT:     %22 = arith.cmpi uge, %21, %c1_i32 : i32
// CHECK-NEXT:     %23 = arith.andi %20, %22 : i1
// CHECK-NEXT:     scf.if %23 {
// CHECK-NEXT:       %24 = tt.load %10 : !tt.ptr<f16>
// CHECK-NEXT:       %25 = tt.bitcast %24 : f16 -> i16
// CHECK-NEXT:       %26 = tt.bitcast %arg2 : f16 -> i16
// CHECK-NEXT:       %27 = arith.cmpi eq, %25, %26 : i16
// CHECK-NEXT:       tt.assert %27, "xtriton: an access is reported" : i1
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.store %16, %9 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %10, %arg2 : !tt.ptr<f16>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func public @scalar_store(%out: !tt.ptr<f16>, %at: i64, %value: f16) {
  %0 = tt.addptr %out, %at : !tt.ptr<f16>, i64
  tt.store %0, %value : !tt.ptr<f16>
  tt.return
}

// The lanes are linear and the mask compares them: the first and the last active lane are computed, and checked not to
// wrap around. All elements are in one cell of one part of one row, whose sizes are parameters: one record is compared and written.
// CHECK: tt.func public @linear(%arg0: !tt.ptr<i8>, %arg1: i32, %arg2: tensor<16xi8>, %arg3: i64, %arg4: i64, %arg5: f64, %arg6: i64, %arg7: i64, %arg8: f64, %arg9: i64, %arg10: i64, %arg11: f64, %arg12: i64, %arg13: !tt.ptr<i32>, %arg14: i32) {
// CHECK:        [[N:%[0-9]+]] = arith.extsi %arg1 : i32 to i64
// CHECK:        [[BELOW:%[0-9]+]] = arith.addi [[N]], %c-1_i64 : i64
// CHECK-NEXT:   [[LAST:%[0-9]+]] = arith.minsi [[BELOW]], %c15_i64 : i64
// CHECK-NEXT:   [[CLAMPED:%[0-9]+]] = arith.maxsi [[LAST]], %c-1_i64 : i64
// CHECK-NOT:    tt.reduce
// CHECK:        [[PLACE:%[0-9]+]] = arith.subi [[CLAMPED]], %arg3 : i64
// CHECK-NEXT:   [[REAL:%[0-9]+]] = arith.sitofp [[PLACE]] : i64 to f64
// CHECK-NEXT:   [[MIDDLE:%[0-9]+]] = arith.addf [[REAL]], %cst : f64
// CHECK-NEXT:   [[QUOTIENT:%[0-9]+]] = arith.mulf [[MIDDLE]], %arg5 : f64
// CHECK-NEXT:   [[ROW:%[0-9]+]] = arith.fptosi [[QUOTIENT]] : f64 to i64
// CHECK-NEXT:   [[ROW_START:%[0-9]+]] = arith.muli [[ROW]], %arg6 : i64
// CHECK-NEXT:   [[ROW_CELLS:%[0-9]+]] = arith.muli [[ROW]], %arg7 : i64
// CHECK-NEXT:   arith.subi [[PLACE]], [[ROW_START]] : i64
// CHECK:        arith.mulf {{.*}}, %arg8 : f64
// CHECK-NEXT:   [[PART:%[0-9]+]] = arith.fptosi {{.*}} : f64 to i64
// CHECK-NEXT:   [[IN_ROW:%[0-9]+]] = arith.muli [[PART]], %arg9 : i64
// CHECK-NEXT:   [[PART_START:%[0-9]+]] = arith.addi [[IN_ROW]], [[ROW_START]] : i64
// CHECK-NEXT:   [[CELLS_IN_ROW:%[0-9]+]] = arith.muli [[PART]], %arg10 : i64
// CHECK-NEXT:   [[PART_CELLS:%[0-9]+]] = arith.addi [[CELLS_IN_ROW]], [[ROW_CELLS]] : i64
// CHECK-NEXT:   arith.subi [[PLACE]], [[PART_START]] : i64
// CHECK:        arith.mulf {{.*}}, %arg11 : f64
// CHECK-NEXT:   [[CELL_IN_PART:%[0-9]+]] = arith.fptosi {{.*}} : f64 to i64
// CHECK:        [[CELL:%[0-9]+]] = arith.addi [[CELL_IN_PART]], [[PART_CELLS]] : i64
// CHECK:        [[RECORD:%[0-9]+]] = tt.addptr %arg13, [[CELL]] : !tt.ptr<i32>, i64
// CHECK:        tt.store [[RECORD]], {{.*}} : !tt.ptr<i32>
// CHECK-NEXT:   tt.store {{.*}}, %arg2, {{.*}} : tensor<16x!tt.ptr<i8>>
tt.func public @linear(%out: !tt.ptr<i8>, %n: i32, %value: tensor<16xi8>) {
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %limit = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi slt, %range, %limit : tensor<16xi32>
  %0 = tt.splat %out : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>>
  %1 = tt.addptr %0, %range : tensor<16x!tt.ptr<i8>>, tensor<16xi32>
  tt.store %1, %value, %mask : tensor<16x!tt.ptr<i8>>
  tt.return
}

// Of rows of elements, each has a record, and its first and last lane are computed. Without a known order of the lanes,
// each element has.
// CHECK: tt.func public @rows(
// CHECK-NOT:    tensor<4x8xi32>) -> tensor<4xi32>
// CHECK:        tt.store {{.*}} : tensor<4x!tt.ptr<i32>>
// CHECK-NEXT:   tt.store {{.*}} : tensor<4x8x!tt.ptr<f32>>
// CHECK: tt.func public @scatter(
// CHECK:        tt.store {{.*}} : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT:   tt.store {{.*}} : tensor<8x!tt.ptr<f32>>
tt.func public @rows(%out: !tt.ptr<f32>, %stride: i32, %value: tensor<4x8xf32>) {
  %row = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %strides = tt.splat %stride : i32 -> tensor<4x1xi32>
  %starts = arith.muli %rows, %strides : tensor<4x1xi32>
  %column = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %columns = tt.expand_dims %column {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %0 = tt.broadcast %starts : tensor<4x1xi32> -> tensor<4x8xi32>
  %1 = tt.broadcast %columns : tensor<1x8xi32> -> tensor<4x8xi32>
  %at = arith.addi %0, %1 : tensor<4x8xi32>
  %2 = tt.splat %out : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %3 = tt.addptr %2, %at : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
  tt.store %3, %value : tensor<4x8x!tt.ptr<f32>>
  tt.return
}
tt.func public @scatter(%out: !tt.ptr<f32>, %at: tensor<8xi32>, %value: tensor<8xf32>) {
  %0 = tt.splat %out : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %1 = tt.addptr %0, %at : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.store %1, %value : tensor<8x!tt.ptr<f32>>
  tt.return
}
