// RUN: xtriton-opt %s --cpu-transpose-blocks --split-input-file | filecheck %s
// RUN: xtriton-opt %s --cpu-transpose-blocks --split-input-file --triton=3.6 | filecheck %s --check-prefix=V36

// Sums along rows whose elements are far apart in memory: 64 columns of consecutive elements become rows. The sum that a
// loop carries, constants, masks, reductions and new dimensions follow.
// CHECK-LABEL: tt.func public @sums
// CHECK:         arith.constant dense<0.000000e+00> : tensor<8x64xf32>
// CHECK:         tt.expand_dims %{{.*}} {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
// CHECK:         tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
// CHECK:         scf.for {{.*}} -> (tensor<8x64xf32>)
// CHECK:           tt.broadcast %{{.*}} : tensor<1x64x!tt.ptr<f32>> -> tensor<8x64x!tt.ptr<f32>>
// CHECK:           tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x64x!tt.ptr<f32>>
// CHECK:         "tt.reduce"(%{{.*}}) <{axis = 0 : i32}>
// CHECK:         }) : (tensor<8x64xf32>) -> tensor<64xf32>
// CHECK:         tt.store %{{.*}} : tensor<64x!tt.ptr<f32>>
tt.func public @sums(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %zero = arith.constant dense<0.0> : tensor<64x8xf32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %ke = tt.expand_dims %k {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %re : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
  %ss = tt.splat %s : i32 -> tensor<1x8xi32>
  %ns = tt.splat %n : i32 -> tensor<1x8xi32>
  %sum = scf.for %i = %c0 to %n step %c8 iter_args(%acc = %zero) -> (tensor<64x8xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<1x8xi32>
    %at = arith.addi %is, %ke : tensor<1x8xi32>
    %m = arith.cmpi slt, %at, %ns : tensor<1x8xi32>
    %mb = tt.broadcast %m : tensor<1x8xi1> -> tensor<64x8xi1>
    %far = arith.muli %at, %ss : tensor<1x8xi32>
    %xb = tt.broadcast %xp : tensor<64x1x!tt.ptr<f32>> -> tensor<64x8x!tt.ptr<f32>>
    %fb = tt.broadcast %far : tensor<1x8xi32> -> tensor<64x8xi32>
    %p = tt.addptr %xb, %fb : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
    %v = tt.load %p, %mb, %zero : tensor<64x8x!tt.ptr<f32>>
    %next = arith.addf %acc, %v : tensor<64x8xf32>
    scf.yield %next : tensor<64x8xf32>
  }
  %total = "tt.reduce"(%sum) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x8xf32>) -> tensor<64xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yp, %total : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Rows that are contiguous.
// CHECK-LABEL: tt.func public @rows
// CHECK-NOT:     tensor<8x64x
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %w = arith.constant dense<100> : tensor<64x1xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %ke = tt.expand_dims %k {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %far = arith.muli %re, %w : tensor<64x1xi32>
  %fb = tt.broadcast %far : tensor<64x1xi32> -> tensor<64x8xi32>
  %kb = tt.broadcast %ke : tensor<1x8xi32> -> tensor<64x8xi32>
  %o = arith.addi %fb, %kb : tensor<64x8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %o : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
  %v = tt.load %xp : tensor<64x8x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %o : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
  tt.store %yp, %v : tensor<64x8x!tt.ptr<f32>>
  tt.return
}

// -----

// Contiguous columns that are loaded, and contiguous rows that are stored: a transposed copy.
// CHECK-LABEL: tt.func public @both
// CHECK-NOT:     tensor<8x64x
tt.func public @both(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %w = arith.constant dense<100> : tensor<64x1xi32>
  %u = arith.constant dense<100> : tensor<1x8xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %ke = tt.expand_dims %k {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %far = arith.muli %re, %w : tensor<64x1xi32>
  %wide = arith.muli %ke, %u : tensor<1x8xi32>
  %rb = tt.broadcast %re : tensor<64x1xi32> -> tensor<64x8xi32>
  %wb = tt.broadcast %wide : tensor<1x8xi32> -> tensor<64x8xi32>
  %fb = tt.broadcast %far : tensor<64x1xi32> -> tensor<64x8xi32>
  %kb = tt.broadcast %ke : tensor<1x8xi32> -> tensor<64x8xi32>
  %o = arith.addi %rb, %wb : tensor<64x8xi32>
  %q = arith.addi %fb, %kb : tensor<64x8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %o : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
  %v = tt.load %xp : tensor<64x8x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %q : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
  tt.store %yp, %v : tensor<64x8x!tt.ptr<f32>>
  tt.return
}

// -----

// Operations that depend on the order of the dimensions: a transposition, a print, a list of constants.
// CHECK-LABEL: tt.func public @others
// CHECK-NOT:     tensor<8x64x!tt.ptr
tt.func public @others(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %u = arith.constant dense<100> : tensor<1x8xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %ke = tt.expand_dims %k {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %wide = arith.muli %ke, %u : tensor<1x8xi32>
  %rb = tt.broadcast %re : tensor<64x1xi32> -> tensor<64x8xi32>
  %wb = tt.broadcast %wide : tensor<1x8xi32> -> tensor<64x8xi32>
  %o = arith.addi %rb, %wb : tensor<64x8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %o : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
  %v = tt.load %xp : tensor<64x8x!tt.ptr<f32>>
  %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<64x8xf32> -> tensor<8x64xf32>
  tt.print "t: " {hex = false, isSigned = array<i32: 0>} : %t : tensor<8x64xf32>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @printed
// CHECK-NOT:     tensor<8x64x
tt.func public @printed(%x: !tt.ptr<f32>) {
  %u = arith.constant dense<100> : tensor<1x8xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %k = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %ke = tt.expand_dims %k {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %wide = arith.muli %ke, %u : tensor<1x8xi32>
  %rb = tt.broadcast %re : tensor<64x1xi32> -> tensor<64x8xi32>
  %wb = tt.broadcast %wide : tensor<1x8xi32> -> tensor<64x8xi32>
  %o = arith.addi %rb, %wb : tensor<64x8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %o : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
  %v = tt.load %xp : tensor<64x8x!tt.ptr<f32>>
  tt.print "v: " {hex = false, isSigned = array<i32: 0>} : %v : tensor<64x8xf32>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @listed
// CHECK-NOT:     tensor<2x4x
tt.func public @listed(%x: !tt.ptr<f32>) {
  %u = arith.constant dense<[[0, 100], [1, 101], [2, 102], [3, 103]]> : tensor<4x2xi32>
  %r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %re = tt.expand_dims %r {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %rb = tt.broadcast %re : tensor<4x1xi32> -> tensor<4x2xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x2x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %rb : tensor<4x2x!tt.ptr<f32>>, tensor<4x2xi32>
  %v = tt.load %xp : tensor<4x2x!tt.ptr<f32>>
  %f = arith.sitofp %u : tensor<4x2xi32> to tensor<4x2xf32>
  %t = arith.addf %f, %v : tensor<4x2xf32>
  tt.store %xp, %t : tensor<4x2x!tt.ptr<f32>>
  tt.return
}

// -----

// Nothing is known of blocks in a loop that the analysis of Triton 3.6 does not reach.
// CHECK-LABEL: tt.func public @in_while
// CHECK:         tt.load %{{.*}} : tensor<4x8x!tt.ptr<f32>>
// V36-LABEL:   tt.func public @in_while
// V36:           tt.load %{{.*}} : tensor<4x8x!tt.ptr<f32>>
tt.func public @in_while(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %rows = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %r = tt.expand_dims %rows {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %offsets = tt.broadcast %r : tensor<4x1xi32> -> tensor<4x8xi32>
  %all = tt.splat %p : !tt.ptr<f32> -> tensor<4x8x!tt.ptr<f32>>
  %left = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi sgt, %i, %c0 : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %ptrs = tt.addptr %all, %offsets : tensor<4x8x!tt.ptr<f32>>, tensor<4x8xi32>
    %x = tt.load %ptrs : tensor<4x8x!tt.ptr<f32>>
    %less = arith.subi %i, %c1 : i32
    scf.yield %less : i32
  }
  tt.return
}
