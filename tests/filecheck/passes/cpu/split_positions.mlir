// RUN: xtriton-opt %s --cpu-split-positions --canonicalize --cse | filecheck %s
// RUN: xtriton-opt %s --cpu-split-positions=least=2000 | filecheck %s --check-prefix=MANY

// Rows of 1000: within a run the row is a scalar, the column counts up from that of the first position, and accesses
// are masked by the number of positions that are left of the row, of the block, or before positions wrap around.
// CHECK-LABEL: tt.func public @rows
// CHECK:         %[[START:.*]] = arith.muli %{{.*}}, %c64_i32 : i32
// CHECK:         scf.while (%[[LANE:.*]] = %c0_i32) : (i32) -> i32 {
// CHECK-NEXT:      %[[LEFT:.*]] = arith.cmpi slt, %[[LANE]], %c64_i32 : i32
// CHECK-NEXT:      scf.condition(%[[LEFT]]) %[[LANE]] : i32
// CHECK:           %[[ATLEAST:.*]] = arith.maxsi %{{.*}}, %c0_i32 : i32
// CHECK:           %[[FIRST:.*]] = arith.minsi %[[ATLEAST]], %c63_i32 : i32
// CHECK:           %[[REST:.*]] = arith.subi %c64_i32, %[[FIRST]] : i32
// CHECK:           %[[POSITION:.*]] = arith.addi %[[START]], %[[FIRST]] : i32
// CHECK:           %[[ROW:.*]] = arith.divsi %[[POSITION]], %c1000_i32 : i32
// CHECK:           %[[COLUMN:.*]] = arith.remsi %[[POSITION]], %c1000_i32 : i32
// CHECK:           %[[PASSED:.*]] = arith.maxsi %[[COLUMN]], %c0_i32 : i32
// CHECK:           %[[NEXT:.*]] = arith.subi %c1000_i32, %[[PASSED]] : i32
// CHECK:           %[[MULTIPLE:.*]] = arith.subi %c1_i32, %[[COLUMN]] : i32
// CHECK:           %[[NEGATIVE:.*]] = arith.cmpi slt, %[[ROW]], %c0_i32 : i32
// CHECK:           %[[OFROW:.*]] = arith.select %[[NEGATIVE]], %[[MULTIPLE]], %[[NEXT]] : i32
// CHECK:           arith.subi %c2147483647_i32, %{{.*}} : i32
// CHECK:           %[[SIZE:.*]] = arith.minsi
// CHECK:           %[[NUMBERS:.*]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
// CHECK:           %[[SIZES:.*]] = tt.splat %[[SIZE]] : i32 -> tensor<64xi32>
// CHECK:           %[[ACTIVE:.*]] = arith.cmpi slt, %[[NUMBERS]], %[[SIZES]] : tensor<64xi32>
// CHECK:           %[[COLUMNS:.*]] = tt.splat %[[COLUMN]] : i32 -> tensor<64xi32>
// CHECK:           %[[PLACES:.*]] = arith.addi %[[COLUMNS]], %[[NUMBERS]] : tensor<64xi32>
// CHECK:           tt.load %{{.*}}, %[[ACTIVE]] : tensor<64x!tt.ptr<f32>>
// CHECK:           tt.addptr %{{.*}}, %[[PLACES]]
// CHECK:           %[[MASK:.*]] = arith.andi %{{.*}}, %[[ACTIVE]] : tensor<64xi1>
// CHECK:           tt.store %{{.*}}, %{{.*}}, %[[MASK]] : tensor<64x!tt.ptr<f32>>
// CHECK:           %[[THEN:.*]] = arith.addi %[[FIRST]], %[[SIZE]] : i32
// CHECK:           scf.yield %[[THEN]] : i32
// CHECK-NOT:     divsi
// CHECK:         tt.return
// MANY-LABEL:  tt.func public @rows
// MANY-NOT:      scf.while
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c64 = arith.constant 64 : i32
  %c1000 = arith.constant dense<1000> : tensor<64xi32>
  %c2000 = arith.constant dense<2000> : tensor<64xi32>
  %p = tt.get_program_id x : i32
  %s = arith.muli %p, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ss = tt.splat %s : i32 -> tensor<64xi32>
  %o = arith.addi %ss, %r : tensor<64xi32>
  %nn = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %o, %nn : tensor<64xi32>
  %row = arith.divsi %o, %c1000 : tensor<64xi32>
  %col = arith.remsi %o, %c1000 : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yc = tt.addptr %ys, %col : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yr = arith.muli %row, %c2000 : tensor<64xi32>
  %yp = tt.addptr %yc, %yr : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yp, %v, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A divisor that is known at run time only: runs if it is large enough, the block as it was otherwise. The row's scale
// is one load; where its mask is false at the first position, it is false for all of the run.
// CHECK-LABEL: tt.func public @scaled
// CHECK:         %[[LARGE:.*]] = arith.cmpi sge, %arg3, %c16_i32 : i32
// CHECK-NEXT:    scf.if %[[LARGE]] {
// CHECK:           scf.while
// CHECK:             %[[POSITION:.*]] = arith.addi
// CHECK:             %[[ROW:.*]] = arith.divsi %[[POSITION]], %arg3 : i32
// CHECK:             %[[AT:.*]] = tt.addptr %arg1, %[[ROW]] : !tt.ptr<f32>, i32
// CHECK:             %[[SOME:.*]] = arith.cmpi slt, %[[POSITION]], %arg4 : i32
// CHECK:             tt.load %[[AT]], %[[SOME]] : !tt.ptr<f32>
// CHECK:         } else {
// CHECK:           arith.divsi %{{.*}} : tensor<64xi32>
// CHECK:         }
// MANY-LABEL:  tt.func public @scaled
// MANY:          arith.cmpi sge, %arg3, %c2000_i32 : i32
tt.func public @scaled(%x: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %y: !tt.ptr<f32>, %columns: i32, %n: i32) {
  %c64 = arith.constant 64 : i32
  %p = tt.get_program_id x : i32
  %s = arith.muli %p, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ss = tt.splat %s : i32 -> tensor<64xi32>
  %o = arith.addi %ss, %r : tensor<64xi32>
  %nn = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %o, %nn : tensor<64xi32>
  %w = tt.splat %columns : i32 -> tensor<64xi32>
  %row = arith.divsi %o, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp, %m : tensor<64x!tt.ptr<f32>>
  %qs = tt.splat %scales : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %qp = tt.addptr %qs, %row : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %q = tt.load %qp, %m : tensor<64x!tt.ptr<f32>>
  %t = arith.mulf %v, %q : tensor<64xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yp, %t, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Positions that are the rows of a block, in a loop that carries a sum: shorter tensors, masks in the block's shape,
// assertions only of the run's positions. The range outside of the loop is cloned into it.
// CHECK-LABEL: tt.func public @sums
// CHECK:         scf.for %[[BLOCK:.*]] = {{.*}} {
// CHECK:           scf.while
// CHECK:             %[[NUMBERS:.*]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
// CHECK:             %[[ROWS:.*]] = tt.expand_dims %[[NUMBERS]] {axis = 1 : i32}
// CHECK:             %[[ACTIVE:.*]] = arith.cmpi slt, %{{.*}} : tensor<64x8xi32>
// CHECK:             %[[IDLE:.*]] = arith.xori %{{.*}} : tensor<64x1xi1>
// CHECK:             %[[HOLDS:.*]] = arith.ori %{{.*}}, %[[IDLE]] : tensor<64x1xi1>
// CHECK:             tt.assert %[[HOLDS]], "small"
// CHECK:             scf.for {{.*}} -> (tensor<64x8xf32>)
// CHECK:               tt.load %{{.*}}, %[[ACTIVE]] : tensor<64x8x!tt.ptr<f32>>
// CHECK:             "tt.reduce"(%{{.*}}) <{axis = 1 : i32}>
// CHECK:             tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}} : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
tt.func public @sums(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x8xf32>
  %limit = arith.constant dense<100000> : tensor<128x1xi32>
  %w = arith.constant dense<100> : tensor<128x1xi32>
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %e = tt.expand_dims %r {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %ce = tt.expand_dims %c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %cb = tt.broadcast %ce : tensor<1x8xi32> -> tensor<128x8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x8x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  scf.for %start = %c0 to %n step %c128 : i32 {
    %ss = tt.splat %start : i32 -> tensor<128x1xi32>
    %o = arith.addi %ss, %e : tensor<128x1xi32>
    %q = arith.divsi %o, %w : tensor<128x1xi32>
    %holds = arith.cmpi slt, %o, %limit : tensor<128x1xi32>
    tt.assert %holds, "small" : tensor<128x1xi1>
    %qb = tt.broadcast %q : tensor<128x1xi32> -> tensor<128x8xi32>
    %f = arith.addi %qb, %cb : tensor<128x8xi32>
    %sum = scf.for %k = %c0 to %n step %c8 iter_args(%acc = %zero) -> (tensor<128x8xf32>) : i32 {
      %kb = tt.splat %k : i32 -> tensor<128x8xi32>
      %at = arith.addi %f, %kb : tensor<128x8xi32>
      %p = tt.addptr %xs, %at : tensor<128x8x!tt.ptr<f32>>, tensor<128x8xi32>
      %v = tt.load %p : tensor<128x8x!tt.ptr<f32>>
      %next = arith.addf %acc, %v : tensor<128x8xf32>
      scf.yield %next : tensor<128x8xf32>
    }
    %total = "tt.reduce"(%sum) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      tt.reduce.return %t : f32
    }) : (tensor<128x8xf32>) -> tensor<128xf32>
    %sr = tt.splat %start : i32 -> tensor<128xi32>
    %or = arith.addi %sr, %r : tensor<128xi32>
    %yp = tt.addptr %ys, %or : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %yp, %total : (tensor<128x!tt.ptr<f32>>, tensor<128xf32>) -> tensor<128xf32>
  }
  tt.return
}

// A remainder of a remainder: runs end at the boundaries of both.
// CHECK-LABEL: tt.func public @rotated
// CHECK:         scf.while
// CHECK:           %[[COLUMN:.*]] = arith.remsi %{{.*}}, %c100_i32 : i32
// CHECK:           %[[MOVED:.*]] = arith.addi %[[COLUMN]], %c97_i32 : i32
// CHECK:           arith.remsi %[[MOVED]], %c100_i32 : i32
// CHECK:           tt.load %{{.*}} : tensor<64x!tt.ptr<f32>>
// CHECK-NOT:     remsi
// CHECK:         tt.return
tt.func public @rotated(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %c97 = arith.constant dense<97> : tensor<64xi32>
  %c100 = arith.constant dense<100> : tensor<64xi32>
  %p = tt.get_program_id x : i32
  %s = arith.muli %p, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ss = tt.splat %s : i32 -> tensor<64xi32>
  %o = arith.addi %ss, %r : tensor<64xi32>
  %col = arith.remsi %o, %c100 : tensor<64xi32>
  %moved = arith.addi %col, %c97 : tensor<64xi32>
  %from = arith.remsi %moved, %c100 : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %from : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}
