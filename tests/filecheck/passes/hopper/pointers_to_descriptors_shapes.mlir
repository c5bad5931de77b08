// RUN: xtriton-opt %s --hopper-pointers-to-descriptors=everything=true | filecheck %s
// RUN: xtriton-opt %s --hopper-pointers-to-descriptors=everything=true --verify-each=interp | filecheck %s

// Where matrices follow each other at a distance, they are a dimension of the descriptor, with boxes of one of them.
// CHECK-LABEL: tt.func public @batch(
// CHECK:         %[[D:.*]] = tt.make_tensor_descriptor %arg0, [%c2147418112_i32, %c16_i32, %c16_i32], [%{{.*}}, %{{.*}}, %c1_i64] : <f16>, <1x16x16xf16>
// CHECK:         %[[PID:.*]] = tt.get_program_id x : i32
// CHECK-NEXT:    tt.descriptor_load %[[D]][%[[PID]], %c0_i32, %c0_i32] : !tt.tensordesc<1x16x16xf16> -> tensor<16x16xf16>
tt.func public @batch(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %sb: i32 {tt.divisibility = 16 : i32}, %s: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %pid = tt.get_program_id x : i32
  %far = arith.muli %pid, %sb : i32
  %x0 = tt.addptr %x, %far : !tt.ptr<f16>, i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p_b = tt.splat %x0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %p_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// Rows below N of matrix number pid: the extent is that of a matrix.
// CHECK-LABEL: tt.func public @rows_of_a_matrix(
// CHECK:         %[[D:.*]] = tt.make_tensor_descriptor %arg0, [%c2147418112_i32, %c24_i32, %c16_i32], [%c1536_i64, %c64_i64, %c1_i64] : <f16>, <1x16x16xf16>
// CHECK:         %[[MATRIX:.*]] = tt.get_program_id x : i32
// CHECK:         %[[ROW:.*]] = arith.muli %{{.*}}, %c16_i32 : i32
// CHECK-NEXT:    tt.descriptor_load %[[D]][%[[MATRIX]], %[[ROW]], %c0_i32]
tt.func public @rows_of_a_matrix(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %s = arith.constant 64 : i32
  %c16 = arith.constant 16 : i32
  %c24 = arith.constant 24 : i32
  %size = arith.constant 1536 : i32
  %pid = tt.get_program_id x : i32
  %tile = tt.get_program_id y : i32
  %row = arith.muli %tile, %c16 : i32
  %far = arith.muli %pid, %size : i32
  %x0 = tt.addptr %x, %far : !tt.ptr<f16>, i32
  %down = arith.muli %row, %s : i32
  %x1 = tt.addptr %x0, %down : !tt.ptr<f16>, i32
  %left = arith.subi %c24, %row : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p_b = tt.splat %x1 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %p_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %mask_n = tt.splat %left : i32 -> tensor<16x1xi32>
  %mask_in = arith.cmpi slt, %rx, %mask_n : tensor<16x1xi32>
  %mask = tt.broadcast %mask_in : tensor<16x1xi1> -> tensor<16x16xi1>
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// The rows of a segment: the extent is 2**30, and two more dimensions move the address back.
// CHECK-LABEL: tt.func public @segment(
// CHECK:         %[[D:.*]] = tt.make_tensor_descriptor %arg0, [%c1073741825_i32, %c2147418112_i32, %c1073741824_i32, %c16_i32], [%c17179869120_i64, %c64_i64, %c64_i64, %c1_i64] : <f16>, <1x1x16x16xf16>
// CHECK:         %[[BEGIN:.*]] = tt.load %arg1
// CHECK:         %[[END:.*]] = tt.load
// CHECK:         %[[LEFT:.*]] = arith.subi %[[END]], %[[BEGIN]] : i32
// CHECK-NEXT:    %[[PLACE:.*]] = arith.subi %c1073741824_i32, %[[LEFT]] : i32
// CHECK-NEXT:    tt.descriptor_load %[[D]][%c1073741824_i32, %[[END]], %[[PLACE]], %c0_i32] : !tt.tensordesc<1x1x16x16xf16> -> tensor<16x16xf16>
tt.func public @segment(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %ends: !tt.ptr<i32>) -> tensor<16x16xf16> {
  %s = arith.constant 64 : i32
  %c1 = arith.constant 1 : i32
  %begin = tt.load %ends : !tt.ptr<i32>
  %after = tt.addptr %ends, %c1 : !tt.ptr<i32>, i32
  %end = tt.load %after : !tt.ptr<i32>
  %left = arith.subi %end, %begin : i32
  %down = arith.muli %begin, %s : i32
  %x0 = tt.addptr %x, %down : !tt.ptr<f16>, i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p_b = tt.splat %x0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %p_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %mask_n = tt.splat %left : i32 -> tensor<16x1xi32>
  %mask_in = arith.cmpi slt, %rx, %mask_n : tensor<16x1xi32>
  %mask = tt.broadcast %mask_in : tensor<16x1xi1> -> tensor<16x16xi1>
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// CHECK-LABEL: tt.func public @two_ends(
// CHECK:         %[[LEAST:.*]] = arith.minsi %arg2, %arg3 : i32
// CHECK:         tt.make_tensor_descriptor %arg0, [%[[LEAST]], %c16_i32]
tt.func public @two_ends(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %s: i32 {tt.divisibility = 16 : i32}, %m: i32, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p_b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %p_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %mask_m_n = tt.splat %m : i32 -> tensor<16x1xi32>
  %mask_m_in = arith.cmpi slt, %rx, %mask_m_n : tensor<16x1xi32>
  %mask_m = tt.broadcast %mask_m_in : tensor<16x1xi1> -> tensor<16x16xi1>
  %mask_n_n = tt.splat %n : i32 -> tensor<16x1xi32>
  %mask_n_in = arith.cmpi slt, %rx, %mask_n_n : tensor<16x1xi32>
  %mask_n = tt.broadcast %mask_n_in : tensor<16x1xi1> -> tensor<16x16xi1>
  %mask = arith.andi %mask_m, %mask_n : tensor<16x16xi1>
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// The mask "0 <= row and row < n" equals the bounds check of TMA, whatever the first row is.
// CHECK-LABEL: tt.func public @from_the_first_row(
// CHECK:         %[[D:.*]] = tt.make_tensor_descriptor %arg0, [%arg2, %c16_i32]
// CHECK:         tt.descriptor_load %[[D]][%arg3, %c0_i32]
tt.func public @from_the_first_row(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %s: i32 {tt.divisibility = 16 : i32}, %n: i32, %first: i32) -> tensor<16x16xf16> {
  %zero = arith.constant 0 : i32
  %down = arith.muli %first, %s : i32
  %x0 = tt.addptr %x, %down : !tt.ptr<f16>, i32
  %low = arith.subi %zero, %first : i32
  %high = arith.subi %n, %first : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p_b = tt.splat %x0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %p_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %mask_l_n = tt.splat %low : i32 -> tensor<16x1xi32>
  %mask_l_in = arith.cmpi sge, %rx, %mask_l_n : tensor<16x1xi32>
  %mask_l = tt.broadcast %mask_l_in : tensor<16x1xi1> -> tensor<16x16xi1>
  %mask_h_n = tt.splat %high : i32 -> tensor<16x1xi32>
  %mask_h_in = arith.cmpi slt, %rx, %mask_h_n : tensor<16x1xi32>
  %mask_h = tt.broadcast %mask_h_in : tensor<16x1xi1> -> tensor<16x16xi1>
  %mask = arith.andi %mask_l, %mask_h : tensor<16x16xi1>
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// A load uses pointers that a loop has advanced; the trip count is dynamic.
// CHECK-LABEL: tt.func public @after_a_loop(
// CHECK:         %[[D:.*]] = tt.make_tensor_descriptor %arg0
// CHECK:         scf.for %[[I:[a-z0-9]+]] = %c0_i32 to %arg2 step %c2_i32
// CHECK:           %[[ROW:.*]] = arith.muli %[[I]], %c8_i32 : i32
// CHECK-NEXT:      tt.descriptor_load %[[D]][%[[ROW]], %c0_i32]
// CHECK:         %[[DISTANCE:.*]] = arith.subi %arg2, %c0_i32 : i32
// CHECK:         %[[TRIPS:.*]] = arith.maxsi %{{.*}}, %c0_i32 : i32
// CHECK-NEXT:    %[[LAST:.*]] = arith.muli %[[TRIPS]], %c16_i32 : i32
// CHECK-NEXT:    tt.descriptor_load %[[D]][%[[LAST]], %c0_i32]
tt.func public @after_a_loop(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %s: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c16 = arith.constant 16 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x16xf16>
  %down = arith.muli %s, %c16 : i32
  %step = tt.splat %down : i32 -> tensor<16x16xi32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p0_b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p0 = tt.addptr %p0_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %sum:2 = scf.for %i = %c0 to %n step %c2 iter_args(%acc = %zeros, %p = %p0) -> (tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>) : i32 {
    %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
    %next = arith.addf %acc, %t : tensor<16x16xf16>
    %q = tt.addptr %p, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    scf.yield %next, %q : tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>
  }
  %last = tt.load %sum#1 : tensor<16x16x!tt.ptr<f16>>
  %total = arith.addf %sum#0, %last : tensor<16x16xf16>
  tt.return %total : tensor<16x16xf16>
}

// One shared descriptor: an access that stays within 16 columns allows a greater extent.
// CHECK-LABEL: tt.func public @shared(
// CHECK:         %[[D:.*]] = tt.make_tensor_descriptor %arg0, [%c16_i32, %c40_i32]
// CHECK-NOT:     tt.make_tensor_descriptor
// CHECK:         tt.descriptor_load %[[D]][%c0_i32, %c0_i32]
// CHECK-NEXT:    tt.descriptor_load %[[D]][%c0_i32, %c32_i32]
tt.func public @shared(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %s: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %c32 = arith.constant 32 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p_b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %p_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %x1 = tt.addptr %x, %c32 : !tt.ptr<f16>, i32
  %q_b = tt.splat %x1 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %q = tt.addptr %q_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n = arith.constant dense<8> : tensor<1x16xi32>
  %in = arith.cmpi slt, %cx, %n : tensor<1x16xi32>
  %mask = tt.broadcast %in : tensor<1x16xi1> -> tensor<16x16xi1>
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  %u = tt.load %q, %mask : tensor<16x16x!tt.ptr<f16>>
  %v = arith.addf %t, %u : tensor<16x16xf16>
  tt.return %v : tensor<16x16xf16>
}

// The stride is computed where it is used, from an argument alone.
// CHECK-LABEL: tt.func public @stride_of_a_loop(
// CHECK:         %[[STRIDE:.*]] = arith.shrui %arg1, %c1_i32 : i32
// CHECK-NEXT:    %[[WIDE:.*]] = arith.extsi %[[STRIDE]] : i32 to i64
// CHECK-NEXT:    tt.make_tensor_descriptor %arg0, [%c16_i32, %c16_i32], [%[[WIDE]], %c1_i64]
// CHECK:         scf.for
tt.func public @stride_of_a_loop(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %k: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x16xf16>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (tensor<16x16xf16>) : i32 {
  %s = arith.shrui %k, %c1 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %p_b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %p_b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  %next = arith.addf %acc, %t : tensor<16x16xf16>
  scf.yield %next : tensor<16x16xf16>
  }
  tt.return %sum : tensor<16x16xf16>
}

// Only one of the stores is executed, and two of them write different columns.
// CHECK-LABEL: tt.func public @stores_beside_each_other(
// CHECK:         scf.if
// CHECK-NEXT:      tt.descriptor_store %{{.*}}[%c0_i32, %c0_i32]
// CHECK:         else
// CHECK:           tt.descriptor_store %{{.*}}[%c0_i32, %c0_i32]
// CHECK:         tt.descriptor_store %{{.*}}[%c0_i32, %c16_i32]
tt.func public @stores_beside_each_other(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %t: tensor<16x16xf16>, %n: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %x16 = tt.addptr %x, %c16 : !tt.ptr<f16>, i32
  %b16 = tt.splat %x16 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p16 = tt.addptr %b16, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  scf.if %if {
    tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  } else {
    %u = arith.negf %t : tensor<16x16xf16>
    tt.store %p, %u : tensor<16x16x!tt.ptr<f16>>
  }
  tt.store %p16, %t : tensor<16x16x!tt.ptr<f16>>
  tt.return
}
