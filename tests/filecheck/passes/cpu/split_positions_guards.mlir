// RUN: xtriton-opt %s --cpu-split-positions | filecheck %s

// None of these blocks is split into runs.
// CHECK-NOT: scf.while

// Rows that are too short.
// CHECK-LABEL: tt.func public @short
tt.func public @short(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<15> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A sum of the positions' elements.
// CHECK-LABEL: tt.func public @reduced
tt.func public @reduced(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.store %y, %sum : !tt.ptr<f32>
  tt.return
}

// A running sum of them.
// CHECK-LABEL: tt.func public @scanned
tt.func public @scanned(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %sum = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.scan.return %t : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.store %yp, %sum : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A block with another shape.
// CHECK-LABEL: tt.func public @reshaped
tt.func public @reshaped(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  %wide = tt.reshape %v : tensor<64xf32> -> tensor<8x8xf32>
  %back = tt.reshape %wide : tensor<8x8xf32> -> tensor<64xf32>
  tt.store %yp, %back : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Constants that differ from lane to lane; here those of all lanes are listed.
// CHECK-LABEL: tt.func public @listed
tt.func public @listed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %w = arith.constant dense<100> : tensor<4xi32>
  %q = arith.divsi %r, %w : tensor<4xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %yp = tt.addptr %ys, %r : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %v = tt.load %xp : tensor<4x!tt.ptr<f32>>
  %list = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %sum = arith.addf %v, %list : tensor<4xf32>
  tt.store %yp, %sum : tensor<4x!tt.ptr<f32>>
  tt.return
}

// Memory that is loaded and stored at different places.
// CHECK-LABEL: tt.func public @in_place
tt.func public @in_place(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Memory that is stored to at different places.
// CHECK-LABEL: tt.func public @stored_twice
tt.func public @stored_twice(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  %yq = tt.addptr %ys, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %yq, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// The same, at one place whose remainder several positions have.
// CHECK-LABEL: tt.func public @same_remainder
tt.func public @same_remainder(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %m = arith.remsi %r, %w : tensor<64xi32>
  %yp = tt.addptr %ys, %m : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %yp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// The same by one store in a loop: each iteration stores for all positions before the next one.
// CHECK-LABEL: tt.func public @stored_in_loop
tt.func public @stored_in_loop(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  scf.for %k = %c0 to %n step %c1 : i32 {
    %ks = tt.splat %k : i32 -> tensor<64xi32>
    %o = arith.addi %r, %ks : tensor<64xi32>
    %yp = tt.addptr %ys, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// Memory at an address that is a number.
// CHECK-LABEL: tt.func public @unknown_memory
tt.func public @unknown_memory(%x: !tt.ptr<f32>, %y: i64) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.int_to_ptr %y : i64 -> !tt.ptr<f32>
  %ys = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A store of one element, which would be repeated.
// CHECK-LABEL: tt.func public @counted
tt.func public @counted(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  %one = arith.constant 1.0 : f32
  tt.store %z, %one : !tt.ptr<f32>
  tt.return
}

// Elements that are printed.
// CHECK-LABEL: tt.func public @printed
tt.func public @printed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.print "x: " {hex = false, isSigned = array<i32: 0>} : %v : tensor<64xf32>
  tt.return
}

// An atomic operation without a mask.
// CHECK-LABEL: tt.func public @exchanged
tt.func public @exchanged(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %z = arith.constant dense<0> : tensor<64xi32>
  %yi = tt.bitcast %yp : tensor<64x!tt.ptr<f32>> -> tensor<64x!tt.ptr<i32>>
  %xi = tt.bitcast %xp : tensor<64x!tt.ptr<f32>> -> tensor<64x!tt.ptr<i32>>
  %v = tt.load %xi : tensor<64x!tt.ptr<i32>>
  %old = tt.atomic_cas acq_rel, gpu, %yi, %z, %v : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// Divisors that differ from lane to lane.
// CHECK-LABEL: tt.func public @loaded_divisor
tt.func public @loaded_divisor(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<i32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %zs = tt.splat %z : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %zp = tt.addptr %zs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %d = tt.load %zp : tensor<64x!tt.ptr<i32>>
  %q = arith.divsi %r, %d : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// Positions with gaps.
// CHECK-LABEL: tt.func public @multiplied
tt.func public @multiplied(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<64xi32>
  %even = arith.muli %r, %two : tensor<64xi32>
  %q = arith.divsi %even, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// An unsigned quotient.
// CHECK-LABEL: tt.func public @unsigned
tt.func public @unsigned(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divui %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A tensor of positions that a loop around the division carries.
// CHECK-LABEL: tt.func public @carried
tt.func public @carried(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64xf32>) : i32 {
    %ks = tt.splat %k : i32 -> tensor<64xi32>
    %o = arith.addi %r, %ks : tensor<64xi32>
    %q = arith.divsi %o, %w : tensor<64xi32>
    %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %e = tt.load %xp : tensor<64x!tt.ptr<f32>>
    %next = arith.addf %acc, %e : tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// A call.
// CHECK-LABEL: tt.func public @calling
tt.func public @calling(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.constant dense<100> : tensor<64xi32>
  %q = arith.divsi %r, %w : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %yp = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp : tensor<64x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<64x!tt.ptr<f32>>
  tt.call @other() : () -> ()
  tt.return
}

tt.func private @other() {
  tt.return
}
