// RUN: xtriton-opt %s --hopper-occupancy --split-input-file --verify-diagnostics | filecheck %s

// Each of four dots of 64 x 64 x 64 takes 128 cycles, and so do the exponentials of 32 x 64 numbers. A thread of two warp
// groups needs 32 registers for sums, 32 for logits and 16 for weights.
// CHECK-LABEL: @attention
// CHECK-SAME:  attributes {xtriton.resident_ctas = 2 : i32}
tt.func public @attention(%q0: tensor<64x64xf16>, %q1: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-remark @below {{two CTAs per SM: computes special functions for 512 cycles per iteration and dots for 512}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%c0_i32, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %s0 = tt.dot %q0, %k, %none : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %s1 = tt.dot %q1, %k, %none : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p0 = math.exp2 %s0 : tensor<64x64xf32>
    %p1 = math.exp2 %s1 : tensor<64x64xf32>
    %h0 = arith.truncf %p0 : tensor<64x64xf32> to tensor<64x64xf16>
    %h1 = arith.truncf %p1 : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o0 = tt.dot %h0, %v, %sum0 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %o1 = tt.dot %h1, %v, %sum1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %o0, %o1 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.store %out, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// No special functions: dots and loads overlap with one CTA.
// CHECK-LABEL: @sums
// CHECK-NOT:   resident_ctas
tt.func public @sums(%q0: tensor<64x64xf16>, %q1: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%c0_i32, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %s0 = tt.dot %q0, %k, %none : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %s1 = tt.dot %q1, %k, %none : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p0 = math.absf %s0 : tensor<64x64xf32>
    %p1 = math.absf %s1 : tensor<64x64xf32>
    %h0 = arith.truncf %p0 : tensor<64x64xf32> to tensor<64x64xf16>
    %h1 = arith.truncf %p1 : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o0 = tt.dot %h0, %v, %sum0 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %o1 = tt.dot %h1, %v, %sum1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %o0, %o1 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.store %out, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// With twice as many rows of K the dots take twice as long.
// CHECK-LABEL: @wide_head
// CHECK-NOT:   resident_ctas
tt.func public @wide_head(%q0: tensor<64x128xf16>, %q1: tensor<64x128xf16>, %keys: !tt.tensordesc<128x64xf16>, %values: !tt.tensordesc<64x128xf16>, %length: i32, %out: tensor<64x128x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x128xf32>, tensor<64x128xf32>) : i32 {
    %k = tt.descriptor_load %keys[%c0_i32, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %s0 = tt.dot %q0, %k, %none : tensor<64x128xf16> * tensor<128x64xf16> -> tensor<64x64xf32>
    %s1 = tt.dot %q1, %k, %none : tensor<64x128xf16> * tensor<128x64xf16> -> tensor<64x64xf32>
    %p0 = math.exp2 %s0 : tensor<64x64xf32>
    %p1 = math.exp2 %s1 : tensor<64x64xf32>
    %h0 = arith.truncf %p0 : tensor<64x64xf32> to tensor<64x64xf16>
    %h1 = arith.truncf %p1 : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%i, %c0_i32] : !tt.tensordesc<64x128xf16> -> tensor<64x128xf16>
    %o0 = tt.dot %h0, %v, %sum0 : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %o1 = tt.dot %h1, %v, %sum1 : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %o0, %o1 : tensor<64x128xf32>, tensor<64x128xf32>
  }
  tt.store %out, %r#0 : tensor<64x128x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x128x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: @few_columns
// CHECK-NOT:   resident_ctas
tt.func public @few_columns(%q0: tensor<64x64xf16>, %q1: tensor<64x64xf16>, %keys: !tt.tensordesc<64x32xf16>, %values: !tt.tensordesc<32x64xf16>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %none = arith.constant dense<0.0> : tensor<64x32xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-remark @below {{one CTA per SM: dots take only 256 cycles per iteration}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%c0_i32, %i] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
    %s0 = tt.dot %q0, %k, %none : tensor<64x64xf16> * tensor<64x32xf16> -> tensor<64x32xf32>
    %s1 = tt.dot %q1, %k, %none : tensor<64x64xf16> * tensor<64x32xf16> -> tensor<64x32xf32>
    %p0 = math.exp2 %s0 : tensor<64x32xf32>
    %p1 = math.exp2 %s1 : tensor<64x32xf32>
    %h0 = arith.truncf %p0 : tensor<64x32xf32> to tensor<64x32xf16>
    %h1 = arith.truncf %p1 : tensor<64x32xf32> to tensor<64x32xf16>
    %v = tt.descriptor_load %values[%i, %c0_i32] : !tt.tensordesc<32x64xf16> -> tensor<32x64xf16>
    %o0 = tt.dot %h0, %v, %sum0 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %o1 = tt.dot %h1, %v, %sum1 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    scf.yield %o0, %o1 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.store %out, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// 32 registers for sums, 64 for logits and 32 for weights.
// CHECK-LABEL: @many_columns
// CHECK-NOT:   resident_ctas
tt.func public @many_columns(%q0: tensor<64x64xf16>, %q1: tensor<64x64xf16>, %keys: !tt.tensordesc<64x128xf16>, %values: !tt.tensordesc<128x64xf16>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 128 : i32
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-remark @below {{one CTA per SM: a thread needs about 128 registers for tiles, of 84 with two}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%c0_i32, %i] : !tt.tensordesc<64x128xf16> -> tensor<64x128xf16>
    %s0 = tt.dot %q0, %k, %none : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %s1 = tt.dot %q1, %k, %none : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %p0 = math.exp2 %s0 : tensor<64x128xf32>
    %p1 = math.exp2 %s1 : tensor<64x128xf32>
    %h0 = arith.truncf %p0 : tensor<64x128xf32> to tensor<64x128xf16>
    %h1 = arith.truncf %p1 : tensor<64x128xf32> to tensor<64x128xf16>
    %v = tt.descriptor_load %values[%i, %c0_i32] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %o0 = tt.dot %h0, %v, %sum0 : tensor<64x128xf16> * tensor<128x64xf16> -> tensor<64x64xf32>
    %o1 = tt.dot %h1, %v, %sum1 : tensor<64x128xf16> * tensor<128x64xf16> -> tensor<64x64xf32>
    scf.yield %o0, %o1 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.store %out, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Loops without dots have no tensor cores to keep busy.
// CHECK-LABEL: @exponentials
// CHECK-NOT:   resident_ctas
tt.func public @exponentials(%x: tensor<64x64xf32>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %r = scf.for %i = %c0_i32 to %length step %c1_i32 iter_args(%sum = %x) -> (tensor<64x64xf32>) : i32 {
    %e = math.exp2 %sum : tensor<64x64xf32>
    scf.yield %e : tensor<64x64xf32>
  }
  tt.store %out, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Sums of exponentials need few registers, but ptxas does not compile m64n128 with 80.
// CHECK-LABEL: @wide_results
// CHECK-NOT:   resident_ctas
tt.func public @wide_results(%q0: tensor<64x64xf16>, %q1: tensor<64x64xf16>, %keys: !tt.tensordesc<64x128xf16>, %length: i32, %out: tensor<64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 128 : i32
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  // expected-remark @below {{one CTA per SM: a thread needs 64 registers for the result of a dot, of 32 with two}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64xf32>, tensor<64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%c0_i32, %i] : !tt.tensordesc<64x128xf16> -> tensor<64x128xf16>
    %s0 = tt.dot %q0, %k, %none : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %s1 = tt.dot %q1, %k, %none : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %e0_0 = math.exp2 %s0 : tensor<64x128xf32>
    %e1_0 = math.exp2 %s1 : tensor<64x128xf32>
    %m0 = "tt.reduce"(%e0_0) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %t = arith.addf %l, %r : f32
      tt.reduce.return %t : f32
    }) : (tensor<64x128xf32>) -> tensor<64xf32>
    %n0 = arith.addf %sum0, %m0 : tensor<64xf32>
    %m1 = "tt.reduce"(%e1_0) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %t = arith.addf %l, %r : f32
      tt.reduce.return %t : f32
    }) : (tensor<64x128xf32>) -> tensor<64xf32>
    %n1 = arith.addf %sum1, %m1 : tensor<64xf32>
    scf.yield %n0, %n1 : tensor<64xf32>, tensor<64xf32>
  }
  tt.store %out, %r#0 : tensor<64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Tiles of 64 KiB: half of the shared memory has room for one.
// CHECK-LABEL: @few_stages
// CHECK-NOT:   resident_ctas
tt.func public @few_stages(%queries: !tt.tensordesc<64x256xf16>, %keys: !tt.tensordesc<256x128xf16>, %length: i32, %out: tensor<64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 128 : i32
  %none = arith.constant dense<0.0> : tensor<64x128xf32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %q0 = tt.descriptor_load %queries[%c0_i32, %c0_i32] : !tt.tensordesc<64x256xf16> -> tensor<64x256xf16>
  %q1 = tt.descriptor_load %queries[%step, %c0_i32] : !tt.tensordesc<64x256xf16> -> tensor<64x256xf16>
  // expected-remark @below {{one CTA per SM: half of the shared memory has no room for 3 stages of 65536 bytes}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64xf32>, tensor<64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%c0_i32, %i] : !tt.tensordesc<256x128xf16> -> tensor<256x128xf16>
    %s0 = tt.dot %q0, %k, %none : tensor<64x256xf16> * tensor<256x128xf16> -> tensor<64x128xf32>
    %s1 = tt.dot %q1, %k, %none : tensor<64x256xf16> * tensor<256x128xf16> -> tensor<64x128xf32>
    %e0_0 = math.exp2 %s0 : tensor<64x128xf32>
    %e0_1 = math.exp2 %e0_0 : tensor<64x128xf32>
    %e1_0 = math.exp2 %s1 : tensor<64x128xf32>
    %e1_1 = math.exp2 %e1_0 : tensor<64x128xf32>
    %m0 = "tt.reduce"(%e0_1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %t = arith.addf %l, %r : f32
      tt.reduce.return %t : f32
    }) : (tensor<64x128xf32>) -> tensor<64xf32>
    %n0 = arith.addf %sum0, %m0 : tensor<64xf32>
    %m1 = "tt.reduce"(%e1_1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %t = arith.addf %l, %r : f32
      tt.reduce.return %t : f32
    }) : (tensor<64x128xf32>) -> tensor<64xf32>
    %n1 = arith.addf %sum1, %m1 : tensor<64xf32>
    scf.yield %n0, %n1 : tensor<64xf32>, tensor<64xf32>
  }
  tt.store %out, %r#0 : tensor<64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x!tt.ptr<f32>>
  tt.return
}
