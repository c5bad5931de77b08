// RUN: xtriton-opt %s --hopper-version-groups --split-input-file --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --hopper-version-groups --verify-each=interp --split-input-file | filecheck %s

// Scales of columns, and of steps along K, are at quotients by group sizes that are arguments. The first version is for a
// size of columns that is a multiple of 16, by which both operands are divided first, and for steps of 32, with no division.
// CHECK-LABEL: tt.func public @scales
// CHECK-SAME: %[[N:arg3]]: i32, %[[GROUP:arg4]]: i32, %[[STEP:arg5]]: i32
// CHECK:       %[[REST:.*]] = arith.remsi %[[GROUP]], %c16_i32{{.*}}
// CHECK:       %[[MULTIPLE:.*]] = arith.cmpi eq, %[[REST]], %c0_i32{{.*}}
// CHECK:       %[[POSITIVE:.*]] = arith.cmpi sge, %[[GROUP]], %c16_i32{{.*}}
// CHECK:       %[[STEPS:.*]] = arith.cmpi eq, %[[STEP]], %c32_i32{{.*}}
// CHECK:       %[[BOTH:.*]] = arith.andi %[[MULTIPLE]], %[[POSITIVE]]
// CHECK:       %[[FITS:.*]] = arith.andi %[[BOTH]], %[[STEPS]]
// CHECK:       scf.if %[[FITS]] -> (tensor<64x16xf32>) {
// CHECK:         %[[TILES:.*]] = arith.divsi %[[GROUP]], %c16_i32{{.*}}
// CHECK:         %[[SPLAT:.*]] = tt.splat %[[TILES]]
// CHECK:         %[[SIXTEEN:.*]] = arith.constant dense<16> : tensor<16xi32>
// CHECK:         %[[TILE:.*]] = arith.divsi %{{.*}}, %[[SIXTEEN]] : tensor<16xi32>
// CHECK:         %[[Q:.*]] = arith.divsi %[[TILE]], %[[SPLAT]] : tensor<16xi32>
// CHECK:         tt.addptr %{{.*}}, %[[Q]]
// CHECK:         scf.for %[[K:.*]] = %c0_i32{{.*}} to %[[N]] step %c1_i32
// CHECK-NOT:       arith.divsi
// CHECK:           tt.splat %[[K]] : i32 -> tensor<16xi32>
// CHECK:       } else {
// CHECK:         scf.for
// CHECK:           arith.divsi %{{.*}}, %[[STEP]] : i32
tt.func public @scales(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %scales: !tt.ptr<f32>, %n: i32, %group: i32, %group_k: i32) -> tensor<64x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %x = tt.get_program_id x : i32
  %first = arith.muli %x, %c16 : i32
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %begin = tt.splat %first : i32 -> tensor<16xi32>
  %columns = arith.addi %begin, %range : tensor<16xi32>
  %size = tt.splat %group : i32 -> tensor<16xi32>
  %q = arith.divsi %columns, %size : tensor<16xi32>
  %base = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %base, %q : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  // expected-remark @below {{versioned for groups of scales: sizes are a multiple of 16, and 32 along K}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x16xf32>) : i32 {
    %at = arith.muli %k, %c32 : i32
    %step = arith.divsi %at, %group_k : i32
    %steps = tt.splat %step : i32 -> tensor<16xi32>
    %pk = tt.addptr %p, %steps : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %s = tt.load %pk : tensor<16x!tt.ptr<f32>>
    %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    %s1 = tt.expand_dims %s {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
    %s2 = tt.broadcast %s1 : tensor<1x16xf32> -> tensor<64x16xf32>
    %m = arith.mulf %d, %s2 : tensor<64x16xf32>
    %sum = arith.addf %acc, %m : tensor<64x16xf32>
    scf.yield %sum : tensor<64x16xf32>
  }
  tt.return %r : tensor<64x16xf32>
}

// -----

// Not versioned: a size that is a constant, or loaded; positions that do not begin at a multiple of the tile; dots of few rows.
// CHECK-LABEL: tt.func public @guards
// CHECK-NOT: scf.if
tt.func public @guards(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x32xf16>, %scales: !tt.ptr<f32>, %sizes: !tt.ptr<i32>, %n: i32, %group: i32) -> (tensor<64x16xf32>, tensor<16x16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %known = arith.constant dense<32> : tensor<16xi32>
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %zeros = arith.constant dense<0.0> : tensor<16x16xf32>
  %x = tt.get_program_id x : i32
  %first = arith.muli %x, %c16 : i32
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %begin = tt.splat %first : i32 -> tensor<16xi32>
  %columns = arith.addi %begin, %range : tensor<16xi32>
  %half = arith.muli %x, %c8 : i32
  %begin_half = tt.splat %half : i32 -> tensor<16xi32>
  %others = arith.addi %begin_half, %range : tensor<16xi32>
  %loaded = tt.load %sizes : !tt.ptr<i32>
  %size_loaded = tt.splat %loaded : i32 -> tensor<16xi32>
  %size = tt.splat %group : i32 -> tensor<16xi32>
  %q0 = arith.divsi %columns, %known : tensor<16xi32>
  %q1 = arith.divsi %columns, %size_loaded : tensor<16xi32>
  %q2 = arith.divsi %others, %size : tensor<16xi32>
  %q3 = arith.divsi %columns, %size : tensor<16xi32>
  %q01 = arith.addi %q0, %q1 : tensor<16xi32>
  %q = arith.addi %q01, %q2 : tensor<16xi32>
  %base = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %base, %q : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %pf = tt.addptr %base, %q3 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x16xf32>) : i32 {
    %s = tt.load %p : tensor<16x!tt.ptr<f32>>
    %d = tt.dot %a, %b, %acc : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    %s1 = tt.expand_dims %s {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
    %s2 = tt.broadcast %s1 : tensor<1x16xf32> -> tensor<64x16xf32>
    %m = arith.mulf %d, %s2 : tensor<64x16xf32>
    scf.yield %m : tensor<64x16xf32>
  }
  %few = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (tensor<16x16xf32>) : i32 {
    %s = tt.load %pf : tensor<16x!tt.ptr<f32>>
    %d = tt.dot %c, %b, %acc : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
    %s1 = tt.expand_dims %s {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
    %s2 = tt.broadcast %s1 : tensor<1x16xf32> -> tensor<16x16xf32>
    %m = arith.mulf %d, %s2 : tensor<16x16xf32>
    scf.yield %m : tensor<16x16xf32>
  }
  tt.return %r, %few : tensor<64x16xf32>, tensor<16x16xf32>
}

// -----

// Nor where the loop depends on the quotients through a load in front of it,
// CHECK-LABEL: tt.func public @through_a_load
// CHECK-NOT: scf.if
tt.func public @through_a_load(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %scales: !tt.ptr<f32>, %idx: !tt.ptr<i32>, %n: i32, %group: i32) -> tensor<64x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %x = tt.get_program_id x : i32
  %first = arith.muli %x, %c16 : i32
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %begin = tt.splat %first : i32 -> tensor<16xi32>
  %columns = arith.addi %begin, %range : tensor<16xi32>
  %size = tt.splat %group : i32 -> tensor<16xi32>
  %q = arith.divsi %columns, %size : tensor<16xi32>
  %base = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %rows = tt.splat %idx : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %at = tt.addptr %rows, %q : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %row = tt.load %at : tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %base, %row : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x16xf32>) : i32 {
    %s = tt.load %p : tensor<16x!tt.ptr<f32>>
    %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    %s1 = tt.expand_dims %s {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
    %s2 = tt.broadcast %s1 : tensor<1x16xf32> -> tensor<64x16xf32>
    %m = arith.mulf %d, %s2 : tensor<64x16xf32>
    %sum = arith.addf %acc, %m : tensor<64x16xf32>
    scf.yield %sum : tensor<64x16xf32>
  }
  tt.return %r : tensor<64x16xf32>
}

// -----

// or through a reduction, which is not computed again.
// CHECK-LABEL: tt.func public @through_a_reduction
// CHECK-NOT: scf.if
tt.func public @through_a_reduction(%a: tensor<64x32xf16>, %b: tensor<32x16xf16>, %scales: !tt.ptr<f32>, %idx: !tt.ptr<i32>, %n: i32, %group: i32) -> tensor<64x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %x = tt.get_program_id x : i32
  %first = arith.muli %x, %c16 : i32
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %begin = tt.splat %first : i32 -> tensor<16xi32>
  %columns = arith.addi %begin, %range : tensor<16xi32>
  %size = tt.splat %group : i32 -> tensor<16xi32>
  %q = arith.divsi %columns, %size : tensor<16xi32>
  %base = tt.splat %scales : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %total = "tt.reduce"(%q) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %m: i32):
    %t = arith.addi %l, %m : i32
    tt.reduce.return %t : i32
  }) : (tensor<16xi32>) -> i32
  %row = tt.splat %total : i32 -> tensor<16xi32>
  %p = tt.addptr %base, %row : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x16xf32>) : i32 {
    %s = tt.load %p : tensor<16x!tt.ptr<f32>>
    %d = tt.dot %a, %b, %zero : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
    %s1 = tt.expand_dims %s {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
    %s2 = tt.broadcast %s1 : tensor<1x16xf32> -> tensor<64x16xf32>
    %m = arith.mulf %d, %s2 : tensor<64x16xf32>
    %sum = arith.addf %acc, %m : tensor<64x16xf32>
    scf.yield %sum : tensor<64x16xf32>
  }
  tt.return %r : tensor<64x16xf32>
}

// -----

// Nor where quotients are the places of tiles that are multiplied, as of the images of an implicit matmul.
// CHECK-LABEL: tt.func public @operand
// CHECK-NOT: scf.if
tt.func public @operand(%a: tensor<64x16x!tt.ptr<f16>>, %n: i32, %group: i32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %first = arith.muli %x, %c16 : i32
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %begin = tt.splat %first : i32 -> tensor<16xi32>
  %columns = arith.addi %begin, %range : tensor<16xi32>
  %size = tt.splat %group : i32 -> tensor<16xi32>
  %q = arith.divsi %columns, %size : tensor<16xi32>
  %q1 = tt.expand_dims %q {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %q2 = tt.broadcast %q1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %p = tt.addptr %a, %q2 : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %left = tt.load %p : tensor<64x16x!tt.ptr<f16>>
    %right = tt.trans %left {order = array<i32: 1, 0>} : tensor<64x16xf16> -> tensor<16x64xf16>
    %d = tt.dot %left, %right, %acc : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.return %r : tensor<64x64xf32>
}
