// RUN: xtriton-opt %s --hopper-uniform-loads --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --hopper-uniform-loads --verify-each=interp | filecheck %s

// (128 * pid + i) / 128 is pid for all i below 128.
// CHECK-LABEL: tt.func @one_scale_for_the_tile(
// CHECK:         %[[PID:.*]] = tt.get_program_id x : i32
// CHECK:         %[[QUOTIENT:.*]] = arith.divsi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT:    %[[POINTER:.*]] = tt.addptr %arg0, %[[QUOTIENT]] : !tt.ptr<f32>, i32
// CHECK-NEXT:    %[[SCALE:.*]] = tt.load %[[POINTER]] : !tt.ptr<f32>
// CHECK-NEXT:    %[[TILE:.*]] = tt.splat %[[SCALE]] : f32 -> tensor<128xf32>
// CHECK-NEXT:    tt.return %[[TILE]]
tt.func @one_scale_for_the_tile(%scales: !tt.ptr<f32>) -> tensor<128xf32> {
  %c128 = arith.constant 128 : i32
  %block = arith.constant dense<128> : tensor<128xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c128 : i32
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %first_t = tt.splat %first : i32 -> tensor<128xi32>
  %columns = arith.addi %first_t, %r : tensor<128xi32>
  %blocks = arith.divsi %columns, %block : tensor<128xi32>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %p = tt.addptr %s, %blocks : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  // expected-remark @below {{'tt.load' op loaded once for the tile}}
  %t = tt.load %p : tensor<128x!tt.ptr<f32>>
  tt.return %t : tensor<128xf32>
}

// A tile of 32 columns that starts at a multiple of 32 lies within a block of 128.
// CHECK-LABEL: tt.func @part_of_a_block(
// CHECK:         tt.load %{{.*}} : !tt.ptr<f32>
// CHECK-NEXT:    tt.splat
tt.func @part_of_a_block(%scales: !tt.ptr<f32>) -> tensor<32xf32> {
  %c32 = arith.constant 32 : i32
  %block = arith.constant dense<128> : tensor<32xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c32 : i32
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %first_t = tt.splat %first : i32 -> tensor<32xi32>
  %columns = arith.addi %first_t, %r : tensor<32xi32>
  %blocks = arith.divsi %columns, %block : tensor<32xi32>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %p = tt.addptr %s, %blocks : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  // expected-remark @below {{'tt.load' op loaded once for the tile}}
  %t = tt.load %p : tensor<32x!tt.ptr<f32>>
  tt.return %t : tensor<32xf32>
}

// One scale for each row, repeated along the columns; the mask is of rows.
// CHECK-LABEL: tt.func @one_scale_for_a_row(
// CHECK:         %[[LOADED:.*]] = tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:    %[[COLUMN:.*]] = tt.expand_dims %[[LOADED]] {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
// CHECK-NEXT:    tt.broadcast %[[COLUMN]] : tensor<16x1xf32> -> tensor<16x32xf32>
tt.func @one_scale_for_a_row(%scales: !tt.ptr<f32>, %n: i32) -> tensor<16x32xf32> {
  %other = arith.constant dense<1.0> : tensor<16x32xf32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %rb = tt.broadcast %rx : tensor<16x1xi32> -> tensor<16x32xi32>
  %n_t = tt.splat %n : i32 -> tensor<16x1xi32>
  %in = arith.cmpi slt, %rx, %n_t : tensor<16x1xi32>
  %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x32xi1>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  %p = tt.addptr %s, %rb : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
  // expected-remark @below {{'tt.load' op loaded once for all positions along dimension 1}}
  %t = tt.load %p, %mask, %other : tensor<16x32x!tt.ptr<f32>>
  tt.return %t : tensor<16x32xf32>
}

// Columns that wrap around have another scale, but the store does not write them. The pointers are loop-carried.
// CHECK-LABEL: tt.func public @carried_and_wrapped(
// CHECK:         scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%{{[a-z0-9]+}} = %{{[a-z0-9_]+}}) -> (tensor<64xf32>)
// CHECK:           %[[STEP:.*]] = arith.extsi %[[I]] : i32 to i64
// CHECK-NEXT:      %[[POINTER:.*]] = tt.addptr %{{.*}}, %[[STEP]] : !tt.ptr<f32>, i64
// CHECK-NEXT:      %[[SCALE:.*]] = tt.load %[[POINTER]] : !tt.ptr<f32>
// CHECK-NEXT:      %[[TILE:.*]] = tt.splat %[[SCALE]] : f32 -> tensor<64xf32>
// CHECK-NEXT:      arith.addf %{{.*}}, %[[TILE]]
tt.func public @carried_and_wrapped(%scales: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %ones = arith.constant dense<1> : tensor<64xi32>
  %block = arith.constant dense<64> : tensor<64xi32>
  %width = arith.constant dense<3> : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %first_t = tt.splat %first : i32 -> tensor<64xi32>
  %columns = arith.addi %first_t, %r : tensor<64xi32>
  %n_t = tt.splat %n : i32 -> tensor<64xi32>
  %wrapped = arith.remsi %columns, %n_t : tensor<64xi32>
  %blocks = arith.divsi %wrapped, %block : tensor<64xi32>
  %offsets = arith.muli %blocks, %width : tensor<64xi32>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p0 = tt.addptr %s, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %sum:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %zeros, %p = %p0) -> (tensor<64xf32>, tensor<64x!tt.ptr<f32>>) : i32 {
    // expected-remark @below {{'tt.load' op loaded once for the tile}}
    %t = tt.load %p : tensor<64x!tt.ptr<f32>>
    %next = arith.addf %acc, %t : tensor<64xf32>
    %q = tt.addptr %p, %ones : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %next, %q : tensor<64xf32>, tensor<64x!tt.ptr<f32>>
  }
  %o = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %po = tt.addptr %o, %columns : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %mask = arith.cmpi slt, %columns, %n_t : tensor<64xi32>
  tt.store %po, %sum#0, %mask : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Two blocks in a tile: not the same address.
// CHECK-LABEL: tt.func @two_blocks(
// CHECK:         tt.load %{{.*}} : tensor<128x!tt.ptr<f32>>
tt.func @two_blocks(%scales: !tt.ptr<f32>) -> tensor<128xf32> {
  %block = arith.constant dense<64> : tensor<128xi32>
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %blocks = arith.divsi %r, %block : tensor<128xi32>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %p = tt.addptr %s, %blocks : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %t = tt.load %p : tensor<128x!tt.ptr<f32>>
  tt.return %t : tensor<128xf32>
}

// A tile with an arbitrary start may straddle two blocks.
// CHECK-LABEL: tt.func @anywhere(
// CHECK:         tt.load %{{.*}} : tensor<16x!tt.ptr<f32>>
tt.func @anywhere(%scales: !tt.ptr<f32>, %first: i32) -> tensor<16xf32> {
  %block = arith.constant dense<64> : tensor<16xi32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %first_t = tt.splat %first : i32 -> tensor<16xi32>
  %columns = arith.addi %first_t, %r : tensor<16xi32>
  %blocks = arith.divsi %columns, %block : tensor<16xi32>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %s, %blocks : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %t = tt.load %p : tensor<16x!tt.ptr<f32>>
  tt.return %t : tensor<16xf32>
}

// Division rounds towards zero: of -16 to -1 the first is another block than the rest.
// CHECK-LABEL: tt.func @before_zero(
// CHECK:         tt.load %{{.*}} : tensor<16x!tt.ptr<f32>>
tt.func @before_zero(%scales: !tt.ptr<f32>) -> tensor<16xf32> {
  %block = arith.constant dense<16> : tensor<16xi32>
  %before = arith.constant dense<-16> : tensor<16xi32>
  %pid = tt.get_program_id x : i32
  %c16 = arith.constant 16 : i32
  %first = arith.muli %pid, %c16 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %first_t = tt.splat %first : i32 -> tensor<16xi32>
  %at = arith.addi %first_t, %r : tensor<16xi32>
  %columns = arith.addi %at, %before : tensor<16xi32>
  %blocks = arith.divsi %columns, %block : tensor<16xi32>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %s, %blocks : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %t = tt.load %p : tensor<16x!tt.ptr<f32>>
  tt.return %t : tensor<16xf32>
}

// Clamped columns belong to the last block and are live.
// CHECK-LABEL: tt.func @clamped_columns_are_returned(
// CHECK:         tt.load %{{.*}} : tensor<16x!tt.ptr<f32>>
tt.func @clamped_columns_are_returned(%scales: !tt.ptr<f32>, %n: i32) -> tensor<16xf32> {
  %c16 = arith.constant 16 : i32
  %block = arith.constant dense<16> : tensor<16xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c16 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %first_t = tt.splat %first : i32 -> tensor<16xi32>
  %columns = arith.addi %first_t, %r : tensor<16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16xi32>
  %clamped = arith.minsi %columns, %n_t : tensor<16xi32>
  %blocks = arith.divsi %clamped, %block : tensor<16xi32>
  %s = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %s, %blocks : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  // expected-remark @below {{'tt.load' op not loaded once: positions along dimension 0 that are clamped, wrap around or are masked are demanded by 'tt.return'}}
  %t = tt.load %p : tensor<16x!tt.ptr<f32>>
  // expected-note @below {{'tt.return' is here}}
  tt.return %t : tensor<16xf32>
}

// Masked elements are 1, and live.
// CHECK-LABEL: tt.func @masked_positions_are_returned(
// CHECK:         tt.load %{{.*}} : tensor<16x!tt.ptr<f32>>
tt.func @masked_positions_are_returned(%scale: !tt.ptr<f32>, %n: i32) -> tensor<16xf32> {
  %other = arith.constant dense<1.0> : tensor<16xf32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi slt, %r, %n_t : tensor<16xi32>
  %p = tt.splat %scale : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  // expected-remark @below {{'tt.load' op not loaded once: positions along dimension 0 that are clamped, wrap around or are masked are demanded by 'tt.return'}}
  %t = tt.load %p, %mask, %other : tensor<16x!tt.ptr<f32>>
  // expected-note @below {{'tt.return' is here}}
  tt.return %t : tensor<16xf32>
}

// CHECK-LABEL: tt.func @masked_from_somewhere(
// CHECK:         tt.load %{{.*}} : tensor<16x!tt.ptr<f32>>
tt.func @masked_from_somewhere(%scale: !tt.ptr<f32>, %n: i32) -> tensor<16xf32> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi sge, %r, %n_t : tensor<16xi32>
  %p = tt.splat %scale : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  // expected-remark @below {{'tt.load' op not loaded once: its mask has a lower bound along dimension 0}}
  %t = tt.load %p, %mask : tensor<16x!tt.ptr<f32>>
  tt.return %t : tensor<16xf32>
}

// CHECK-LABEL: tt.func @volatile(
// CHECK:         tt.load %{{.*}} {isVolatile = true} : tensor<16x!tt.ptr<f32>>
tt.func @volatile(%scale: !tt.ptr<f32>) -> tensor<16xf32> {
  %p = tt.splat %scale : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  // expected-remark @below {{'tt.load' op not loaded once: it is volatile}}
  %t = tt.load %p {isVolatile = true} : tensor<16x!tt.ptr<f32>>
  tt.return %t : tensor<16xf32>
}

// CHECK-LABEL: tt.func @other_of_each_position(
// CHECK:         tt.load %{{.*}} : tensor<16x32x!tt.ptr<f32>>
tt.func @other_of_each_position(%scales: !tt.ptr<f32>, %other: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %p0 = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p1 = tt.addptr %p0, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %px = tt.expand_dims %p1 {axis = 1 : i32} : tensor<16x!tt.ptr<f32>> -> tensor<16x1x!tt.ptr<f32>>
  %p = tt.broadcast %px : tensor<16x1x!tt.ptr<f32>> -> tensor<16x32x!tt.ptr<f32>>
  %mask = arith.constant dense<true> : tensor<16x32xi1>
  // expected-remark @below {{'tt.load' op not loaded once: its pointers, mask or other are not elementwise operations of ranges and scalars}}
  %t = tt.load %p, %mask, %other : tensor<16x32x!tt.ptr<f32>>
  tt.return %t : tensor<16x32xf32>
}
