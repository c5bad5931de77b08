// RUN: xtriton-opt %s --hopper-split-steps --split-input-file --verify-diagnostics | filecheck %s

// Seven stages fit.
// CHECK-LABEL: @many_stages
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @many_stages(%a: !tt.tensordesc<128x128xf8E4M3FN>, %b: !tt.tensordesc<128x128xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %bytes: tensor<128x256x!tt.ptr<f8E4M3FN>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %r = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %d = tt.dot %l, %r, %s : tensor<128x128xf8E4M3FN> * tensor<128x128xf8E4M3FN> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// Full sums are added every 96 elements: the halves of 128 would add them elsewhere.
// CHECK-LABEL: @partial_sums
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @partial_sums(%a: !tt.tensordesc<128x256xf8E4M3FN>, %b: !tt.tensordesc<256x128xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %bytes: tensor<128x256x!tt.ptr<f8E4M3FN>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
    %r = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<256x128xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
    %d = tt.dot %l, %r, %s {maxNumImpreciseAcc = 96 : i32} : tensor<128x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// The tile is stored, too.
// CHECK-LABEL: @stored
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @stored(%a: !tt.tensordesc<128x256xf8E4M3FN>, %b: !tt.tensordesc<256x128xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %bytes: tensor<128x256x!tt.ptr<f8E4M3FN>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
    %r = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<256x128xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
    %d = tt.dot %l, %r, %s : tensor<128x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<128x128xf32>
    tt.store %bytes, %l : tensor<128x256x!tt.ptr<f8E4M3FN>>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// The left operand is the same in each iteration.
// CHECK-LABEL: @loaded_before
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @loaded_before(%a: !tt.tensordesc<128x256xf8E4M3FN>, %b: !tt.tensordesc<256x128xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %bytes: tensor<128x256x!tt.ptr<f8E4M3FN>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %l = tt.descriptor_load %a[%c0_i32, %c0_i32] : !tt.tensordesc<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %r = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<256x128xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
    %d = tt.dot %l, %r, %s : tensor<128x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// The right operand is loaded through pointers.
// CHECK-LABEL: @pointers
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @pointers(%a: !tt.tensordesc<128x256xf8E4M3FN>, %p: tensor<256x128x!tt.ptr<f8E4M3FN>>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %bytes: tensor<128x256x!tt.ptr<f8E4M3FN>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
    %r = tt.load %p : tensor<256x128x!tt.ptr<f8E4M3FN>>
    %d = tt.dot %l, %r, %s : tensor<128x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// The blocks of an argument are accessed whole elsewhere.
// CHECK-LABEL: @other_access
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @other_access(%a: !tt.tensordesc<128x256xf8E4M3FN>, %b: !tt.tensordesc<256x128xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %bytes: tensor<128x256x!tt.ptr<f8E4M3FN>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %whole = tt.descriptor_load %a[%c0_i32, %c0_i32] : !tt.tensordesc<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
  tt.store %bytes, %whole : tensor<128x256x!tt.ptr<f8E4M3FN>>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
    %r = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<256x128xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
    %d = tt.dot %l, %r, %s : tensor<128x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// A tile that is both operands has rows along K, and columns.
// CHECK-LABEL: @both_operands
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @both_operands(%a: !tt.tensordesc<256x256xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %big: tensor<256x256x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<256x256xf8E4M3FN> -> tensor<256x256xf8E4M3FN>
    %z = arith.constant dense<0.0> : tensor<256x256xf32>
    %e = tt.dot %l, %l, %z : tensor<256x256xf8E4M3FN> * tensor<256x256xf8E4M3FN> -> tensor<256x256xf32>
    %d = arith.addf %s, %s : tensor<128x128xf32>
    tt.store %big, %e : tensor<256x256x!tt.ptr<f32>>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// Blocks of rank 3 in a batch of products.
// CHECK-LABEL: @batch
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func public @batch(%a: tensor<2x128x256xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %big: tensor<2x128x128x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %z = arith.constant dense<0.0> : tensor<2x128x128xf32>
    %b = arith.constant dense<0.0> : tensor<2x256x128xf8E4M3FN>
    %e = tt.dot %a, %b, %z : tensor<2x128x256xf8E4M3FN> * tensor<2x256x128xf8E4M3FN> -> tensor<2x128x128xf32>
    %d = arith.addf %s, %s : tensor<128x128xf32>
    tt.store %big, %e : tensor<2x128x128x!tt.ptr<f32>>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// A function that another one calls gets the descriptors with their blocks.
// CHECK-LABEL: @callee
// CHECK:     tt.dot
// CHECK-NOT: tt.dot
tt.func private @callee(%a: !tt.tensordesc<128x256xf8E4M3FN>, %b: !tt.tensordesc<256x128xf8E4M3FN>, %k: i32, %out: tensor<128x128x!tt.ptr<f32>>, %bytes: tensor<128x256x!tt.ptr<f8E4M3FN>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %i = %c0_i32 to %k step %step iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x256xf8E4M3FN> -> tensor<128x256xf8E4M3FN>
    %r = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<256x128xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
    %d = tt.dot %l, %r, %s : tensor<128x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %sum : tensor<128x128x!tt.ptr<f32>>
  tt.return
}
