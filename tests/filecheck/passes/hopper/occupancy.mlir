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

// Two dots of 64 x 64 x 64: waits at barriers are not hidden.
// CHECK-LABEL: @short_sums
// CHECK-SAME:  attributes {xtriton.resident_ctas = 2 : i32}
tt.func public @short_sums(%rows: !tt.tensordesc<64x64xf16>, %columns: !tt.tensordesc<64x64xf16>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-remark @below {{two CTAs per SM: dots take 256 cycles per iteration}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %a0 = tt.descriptor_load %rows[%c0_i32, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %a1 = tt.descriptor_load %rows[%step, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %b = tt.descriptor_load %columns[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o0 = tt.dot %a0, %b, %sum0 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %o1 = tt.dot %a1, %b, %sum1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %o0, %o1 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.store %out, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: @long_sums
// CHECK-NOT:   resident_ctas
tt.func public @long_sums(%rows: !tt.tensordesc<64x64xf16>, %columns: !tt.tensordesc<64x128xf16>, %length: i32, %out: tensor<64x128x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x128xf32>, tensor<64x128xf32>) : i32 {
    %a0 = tt.descriptor_load %rows[%c0_i32, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %a1 = tt.descriptor_load %rows[%step, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %b = tt.descriptor_load %columns[%i, %c0_i32] : !tt.tensordesc<64x128xf16> -> tensor<64x128xf16>
    %o0 = tt.dot %a0, %b, %sum0 : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    %o1 = tt.dot %a1, %b, %sum1 : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %o0, %o1 : tensor<64x128xf32>, tensor<64x128xf32>
  }
  tt.store %out, %r#0 : tensor<64x128x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x128x!tt.ptr<f32>>
  tt.return
}

// -----

// Scaled results occupy registers beside the sums, and other dots overlap with the scaling.
// CHECK-LABEL: @scaled_sums
// CHECK-NOT:   resident_ctas
tt.func public @scaled_sums(%rows: !tt.tensordesc<64x64xf16>, %columns: !tt.tensordesc<64x64xf16>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %a0 = tt.descriptor_load %rows[%c0_i32, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %a1 = tt.descriptor_load %rows[%step, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %b = tt.descriptor_load %columns[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %p0 = tt.dot %a0, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p1 = tt.dot %a1, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %s0 = arith.mulf %p0, %p0 : tensor<64x64xf32>
    %o0 = arith.addf %sum0, %s0 : tensor<64x64xf32>
    %o1 = arith.addf %sum1, %p1 : tensor<64x64xf32>
    scf.yield %o0, %o1 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.store %out, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: @one_warp_group
// CHECK-NOT:   resident_ctas
tt.func public @one_warp_group(%rows: !tt.tensordesc<64x64xf16>, %columns: !tt.tensordesc<64x64xf16>, %length: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero) -> (tensor<64x64xf32>) : i32 {
    %a0 = tt.descriptor_load %rows[%c0_i32, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %b = tt.descriptor_load %columns[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o0 = tt.dot %a0, %b, %sum0 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %o0 : tensor<64x64xf32>
  }
  tt.store %out, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Two dots of 64 x 128 x 32 take as long as two of 64 x 64 x 64, but ptxas does not compile m64n128 with 80 registers.
// CHECK-LABEL: @wide_sums
// CHECK-NOT:   resident_ctas
tt.func public @wide_sums(%rows: !tt.tensordesc<64x32xf16>, %columns: !tt.tensordesc<32x128xf16>, %length: i32, %out: tensor<64x128x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  // expected-remark @below {{one CTA per SM: a thread needs 64 registers for the result of a dot, of 32 with two}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x128xf32>, tensor<64x128xf32>) : i32 {
    %a0 = tt.descriptor_load %rows[%c0_i32, %i] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
    %a1 = tt.descriptor_load %rows[%step, %i] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
    %b = tt.descriptor_load %columns[%i, %c0_i32] : !tt.tensordesc<32x128xf16> -> tensor<32x128xf16>
    %o0 = tt.dot %a0, %b, %sum0 : tensor<64x32xf16> * tensor<32x128xf16> -> tensor<64x128xf32>
    %o1 = tt.dot %a1, %b, %sum1 : tensor<64x32xf16> * tensor<32x128xf16> -> tensor<64x128xf32>
    scf.yield %o0, %o1 : tensor<64x128xf32>, tensor<64x128xf32>
  }
  tt.store %out, %r#0 : tensor<64x128x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x128x!tt.ptr<f32>>
  tt.return
}

// -----

// Tiles of 40 KiB for one iteration: half of the shared memory has room for two of them.
// CHECK-LABEL: @few_stages
// CHECK-NOT:   resident_ctas
tt.func public @few_stages(%rows: !tt.tensordesc<64x128xf16>, %columns: !tt.tensordesc<128x32xf16>, %length: i32, %out: tensor<64x32x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %step = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  // expected-remark @below {{one CTA per SM: half of the shared memory has no room for 3 stages of 40960 bytes}}
  %r:2 = scf.for %i = %c0_i32 to %length step %step iter_args(%sum0 = %zero, %sum1 = %zero) -> (tensor<64x32xf32>, tensor<64x32xf32>) : i32 {
    %a0 = tt.descriptor_load %rows[%c0_i32, %i] : !tt.tensordesc<64x128xf16> -> tensor<64x128xf16>
    %a1 = tt.descriptor_load %rows[%c64_i32, %i] : !tt.tensordesc<64x128xf16> -> tensor<64x128xf16>
    %b = tt.descriptor_load %columns[%i, %c0_i32] : !tt.tensordesc<128x32xf16> -> tensor<128x32xf16>
    %o0 = tt.dot %a0, %b, %sum0 : tensor<64x128xf16> * tensor<128x32xf16> -> tensor<64x32xf32>
    %o1 = tt.dot %a1, %b, %sum1 : tensor<64x128xf16> * tensor<128x32xf16> -> tensor<64x32xf32>
    scf.yield %o0, %o1 : tensor<64x32xf32>, tensor<64x32xf32>
  }
  tt.store %out, %r#0 : tensor<64x32x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x32x!tt.ptr<f32>>
  tt.return
}
