// RUN: xtriton-opt %s --hopper-tile-order --split-input-file --verify-diagnostics | filecheck %s

// Kernels that are not changed.
// CHECK-NOT: arith.minsi %{{.*}}, %c16
// CHECK-NOT: arith.maxsi

// Bands of the kernel itself: both operands depend on the position of the tile within the band.
// CHECK-LABEL: @bands
tt.func public @bands(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>, %m: i32, %n: i32, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c8_i32 = arith.constant 8 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tt.get_program_id x : i32
  %size = arith.muli %n, %c8_i32 : i32
  %band = arith.divsi %p, %size : i32
  %first = arith.muli %band, %c8_i32 : i32
  %left = arith.subi %m, %first : i32
  %height = arith.minsi %left, %c8_i32 : i32
  %inside = arith.remsi %p, %size : i32
  %low = arith.remsi %inside, %height : i32
  %row = arith.addi %first, %low : i32
  %column = arith.divsi %inside, %height : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%row, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %r = tt.descriptor_load %b[%i, %column] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Two divisors.
// CHECK-LABEL: @two_divisors
tt.func public @two_divisors(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>, %m: i32, %n: i32, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tt.get_program_id x : i32
  %row = arith.divsi %p, %n : i32
  %column = arith.remsi %p, %n : i32
  %other = arith.divsi %p, %m : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%row, %other] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %r = tt.descriptor_load %b[%i, %column] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A divisor that is loaded.
// CHECK-LABEL: @loaded_divisor
tt.func public @loaded_divisor(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>, %q: !tt.ptr<i32>, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tt.get_program_id x : i32
  %n = tt.load %q : !tt.ptr<i32>
  %row = arith.divsi %p, %n : i32
  %column = arith.remsi %p, %n : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%row, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %r = tt.descriptor_load %b[%i, %column] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A division that not every program executes: the divisor may be zero.
// CHECK-LABEL: @division_in_a_branch
tt.func public @division_in_a_branch(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>, %n: i32, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tt.get_program_id x : i32
  %some = arith.cmpi sgt, %n, %c0_i32 : i32
  scf.if %some {
    %row = arith.divsi %p, %n : i32
    %column = arith.remsi %p, %n : i32
    %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
      %l = tt.descriptor_load %a[%row, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
      %r = tt.descriptor_load %b[%i, %column] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
      %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Attention: queries depend on both ids, keys on one.
// CHECK-LABEL: @heads
tt.func public @heads(%q: !tt.tensordesc<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %row = arith.addi %x, %y : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %q[%row, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %at = arith.addi %y, %i : i32
    %r = tt.descriptor_load %keys[%at, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A loop without dots, and loads outside of it.
// CHECK-LABEL: @no_dots
tt.func public @no_dots(%a: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f16>>) {
  %c0_i32 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %l = tt.descriptor_load %a[%x, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
  %r = tt.descriptor_load %a[%c0_i32, %y] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
  %sum = arith.addf %l, %r : tensor<64x64xf16>
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// -----

// Rows that some programs end earlier: programs claim tiles in the order of the grid.
// CHECK-LABEL: @uneven
tt.func public @uneven(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %sum = scf.for %i = %c0_i32 to %y step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%y, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %r = tt.descriptor_load %b[%i, %x] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Programs that may wait for each other keep their order.
// CHECK-LABEL: @waits
tt.func public @waits(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>, %lock: !tt.ptr<i32>, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  scf.while : () -> () {
    %old = tt.atomic_cas acq_rel, gpu, %lock, %c0_i32, %c1_i32 : (!tt.ptr<i32>, i32, i32) -> i32
    %taken = arith.cmpi ne, %old, %c0_i32 : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%y, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %r = tt.descriptor_load %b[%i, %x] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
