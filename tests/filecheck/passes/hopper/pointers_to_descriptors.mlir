// RUN: xtriton-opt %s --hopper-pointers-to-descriptors --canonicalize --cse | filecheck %s
// RUN: xtriton-opt %s --hopper-pointers-to-descriptors --verify-each=interp | filecheck %s --check-prefix=INTERP

// Strides are arguments, pointers are loop-carried, rows and columns wrap around, and a mask bounds the last iteration.
// CHECK-LABEL: tt.func public @matmul(
// CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : i64
// CHECK:       %[[SC:.*]] = arith.extsi %arg8 : i32 to i64
// CHECK-NEXT:  %[[C:.*]] = tt.make_tensor_descriptor %arg2, [%arg3, %arg4], [%[[SC]], %[[C1]]] : <f16>, <64x64xf16>
// CHECK-NEXT:  %[[SB:.*]] = arith.extsi %arg7 : i32 to i64
// CHECK-NEXT:  %[[B:.*]] = tt.make_tensor_descriptor %arg1, [%arg4, %arg5], [%[[SB]], %[[C1]]] : <f16>, <64x32xf16>
// CHECK-NEXT:  %[[SA:.*]] = arith.extsi %arg6 : i32 to i64
// CHECK-NEXT:  %[[A:.*]] = tt.make_tensor_descriptor %arg0, [%arg3, %arg5], [%[[SA]], %[[C1]]] : <f16>, <64x32xf16>
// CHECK:       %[[ROW:.*]] = arith.muli %{{.*}}, %c64_i32
// CHECK:       %[[COLUMN:.*]] = arith.muli %{{.*}}, %c64_i32
// CHECK:       scf.for %[[STEP:.*]] = %c0_i32 to %{{.*}} step %c1_i32 iter_args(%{{[a-z0-9]+}} = %{{[a-z0-9_]+}}) -> (tensor<64x64xf32>)
// CHECK-NEXT:    %[[K:.*]] = arith.muli %[[STEP]], %c32_i32
// CHECK-NEXT:    %[[AT:.*]] = tt.descriptor_load %[[A]][%[[ROW]], %[[K]]] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
// CHECK-NEXT:    %[[BT:.*]] = tt.descriptor_load %[[B]][%[[COLUMN]], %[[K]]] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
// CHECK-NEXT:    %[[TRANSPOSED:.*]] = tt.trans %[[BT]] {order = array<i32: 1, 0>} : tensor<64x32xf16> -> tensor<32x64xf16>
// CHECK-NEXT:    tt.dot %[[AT]], %[[TRANSPOSED]]
// CHECK:       tt.descriptor_store %[[C]][%[[ROW]], %[[COLUMN]]], %{{.*}} : !tt.tensordesc<64x64xf16>, tensor<64x64xf16>
// CHECK-NEXT:  tt.return
// INTERP-LABEL: tt.func public @matmul(
tt.func public @matmul(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %M: i32, %N: i32 {tt.divisibility = 16 : i32}, %K: i32, %sa: i32 {tt.divisibility = 16 : i32}, %sb: i32 {tt.divisibility = 16 : i32}, %sc: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c31 = arith.constant 31 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %step = arith.constant dense<32> : tensor<64x32xi32>
  %step_b = arith.constant dense<32> : tensor<32x64xi32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %other_a = arith.constant dense<0.0> : tensor<64x32xf16>
  %other_b = arith.constant dense<0.0> : tensor<32x64xf16>
  %pm = tt.get_program_id x : i32
  %pn = tt.get_program_id y : i32
  %row = arith.muli %pm, %c64 : i32
  %column = arith.muli %pn, %c64 : i32
  %r64 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %r32 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %row_t = tt.splat %row : i32 -> tensor<64xi32>
  %rows = arith.addi %row_t, %r64 : tensor<64xi32>
  %M_t = tt.splat %M : i32 -> tensor<64xi32>
  %rows_wrapped = arith.remsi %rows, %M_t : tensor<64xi32>
  %column_t = tt.splat %column : i32 -> tensor<64xi32>
  %columns = arith.addi %column_t, %r64 : tensor<64xi32>
  %N_t = tt.splat %N : i32 -> tensor<64xi32>
  %columns_wrapped = arith.remsi %columns, %N_t : tensor<64xi32>
  %ra = tt.expand_dims %rows_wrapped {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %sa_t = tt.splat %sa : i32 -> tensor<64x1xi32>
  %ra_s = arith.muli %ra, %sa_t : tensor<64x1xi32>
  %ka = tt.expand_dims %r32 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %ra_b = tt.broadcast %ra_s : tensor<64x1xi32> -> tensor<64x32xi32>
  %ka_b = tt.broadcast %ka : tensor<1x32xi32> -> tensor<64x32xi32>
  %oa = arith.addi %ra_b, %ka_b : tensor<64x32xi32>
  %a_t = tt.splat %a : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>>
  %pa = tt.addptr %a_t, %oa : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  %kb = tt.expand_dims %r32 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %cb = tt.expand_dims %columns_wrapped {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %sb_t = tt.splat %sb : i32 -> tensor<1x64xi32>
  %cb_s = arith.muli %cb, %sb_t : tensor<1x64xi32>
  %kb_b = tt.broadcast %kb : tensor<32x1xi32> -> tensor<32x64xi32>
  %cb_b = tt.broadcast %cb_s : tensor<1x64xi32> -> tensor<32x64xi32>
  %ob = arith.addi %kb_b, %cb_b : tensor<32x64xi32>
  %b_t = tt.splat %b : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %pb = tt.addptr %b_t, %ob : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  %K_up = arith.addi %K, %c31 : i32
  %steps = arith.divsi %K_up, %c32 : i32
  %sum:3 = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zeros, %pa_k = %pa, %pb_k = %pb) -> (tensor<64x64xf32>, tensor<64x32x!tt.ptr<f16>>, tensor<32x64x!tt.ptr<f16>>) : i32 {
    %gone = arith.muli %k, %c32 : i32
    %left = arith.subi %K, %gone : i32
    %left_a = tt.splat %left : i32 -> tensor<1x32xi32>
    %in_a = arith.cmpi slt, %ka, %left_a : tensor<1x32xi32>
    %mask_a = tt.broadcast %in_a : tensor<1x32xi1> -> tensor<64x32xi1>
    %at = tt.load %pa_k, %mask_a, %other_a : tensor<64x32x!tt.ptr<f16>>
    %left_b = tt.splat %left : i32 -> tensor<32x1xi32>
    %in_b = arith.cmpi slt, %kb, %left_b : tensor<32x1xi32>
    %mask_b = tt.broadcast %in_b : tensor<32x1xi1> -> tensor<32x64xi1>
    %bt = tt.load %pb_k, %mask_b, %other_b : tensor<32x64x!tt.ptr<f16>>
    %next = tt.dot %at, %bt, %acc : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %pa_next = tt.addptr %pa_k, %step : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
    %pb_next = tt.addptr %pb_k, %step_b : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    scf.yield %next, %pa_next, %pb_next : tensor<64x64xf32>, tensor<64x32x!tt.ptr<f16>>, tensor<32x64x!tt.ptr<f16>>
  }
  %half = arith.truncf %sum#0 : tensor<64x64xf32> to tensor<64x64xf16>
  %rc = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %cc = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %sc_t = tt.splat %sc : i32 -> tensor<64x1xi32>
  %rc_s = arith.muli %rc, %sc_t : tensor<64x1xi32>
  %rc_b = tt.broadcast %rc_s : tensor<64x1xi32> -> tensor<64x64xi32>
  %cc_b = tt.broadcast %cc : tensor<1x64xi32> -> tensor<64x64xi32>
  %oc = arith.addi %rc_b, %cc_b : tensor<64x64xi32>
  %c_t = tt.splat %c : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %pc = tt.addptr %c_t, %oc : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %M_c = tt.splat %M : i32 -> tensor<64x1xi32>
  %in_m = arith.cmpi slt, %rc, %M_c : tensor<64x1xi32>
  %N_c = tt.splat %N : i32 -> tensor<1x64xi32>
  %in_n = arith.cmpi slt, %cc, %N_c : tensor<1x64xi32>
  %in_m_b = tt.broadcast %in_m : tensor<64x1xi1> -> tensor<64x64xi1>
  %in_n_b = tt.broadcast %in_n : tensor<1x64xi1> -> tensor<64x64xi1>
  %mask_c = arith.andi %in_m_b, %in_n_b : tensor<64x64xi1>
  tt.store %pc, %half, %mask_c : tensor<64x64x!tt.ptr<f16>>
  tt.return
}
