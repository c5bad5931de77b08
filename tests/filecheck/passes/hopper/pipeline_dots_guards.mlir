// RUN: xtriton-opt %s --hopper-pipeline-dots --split-input-file --verify-diagnostics | filecheck %s

// The dot of a fourth iteration would be in vain.
// CHECK-LABEL: @few_iterations
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @few_iterations(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %pointers: tensor<64x64x!tt.ptr<f16>>, %scalar: !tt.ptr<i32>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c192_i32 = arith.constant 192 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-remark @below {{dots are not computed one iteration ahead: 'scf.for' op has 3 iterations}}
  %r:2 = scf.for %i = %c0_i32 to %c192_i32 step %c64_i32 iter_args(%row = %c0_i32, %sum = %none) -> (i32, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = arith.addi %row, %c64_i32 : i32
    scf.yield %next, %o : i32, tensor<64x64xf32>
  }
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A load through pointers may fault behind the last iteration.
// CHECK-LABEL: @masked_load
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @masked_load(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %pointers: tensor<64x64x!tt.ptr<f16>>, %scalar: !tt.ptr<i32>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c192_i32 = arith.constant 192 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%row = %c0_i32, %sum = %none) -> (i32, tensor<64x64xf32>) : i32 {
    // expected-remark @below {{dots are not computed one iteration ahead: 'tt.load' op computes an operand and cannot be executed for an iteration that does not exist}}
    %k = tt.load %pointers : tensor<64x64x!tt.ptr<f16>>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = arith.addi %row, %c64_i32 : i32
    scf.yield %next, %o : i32, tensor<64x64xf32>
  }
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The row of the next iteration is loaded in this one.
// CHECK-LABEL: @row_from_memory
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @row_from_memory(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %pointers: tensor<64x64x!tt.ptr<f16>>, %scalar: !tt.ptr<i32>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c192_i32 = arith.constant 192 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%row = %c0_i32, %sum = %none) -> (i32, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    // expected-remark @below {{dots are not computed one iteration ahead: 'tt.load' op computes a loop-carried value on which an operand of the next iteration depends}}
    %next = tt.load %scalar : !tt.ptr<i32>
    scf.yield %next, %o : i32, tensor<64x64xf32>
  }
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A quotient whose divisor may be zero.
// CHECK-LABEL: @division
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @division(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %pointers: tensor<64x64x!tt.ptr<f16>>, %scalar: !tt.ptr<i32>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c192_i32 = arith.constant 192 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%row = %c0_i32, %sum = %none) -> (i32, tensor<64x64xf32>) : i32 {
    // expected-remark @below {{dots are not computed one iteration ahead: 'arith.divsi' op computes an operand and cannot be executed for an iteration that does not exist}}
    %quotient = arith.divsi %c64_i32, %row : i32
    %k = tt.descriptor_load %keys[%quotient, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = arith.addi %row, %c64_i32 : i32
    scf.yield %next, %o : i32, tensor<64x64xf32>
  }
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The load of the next tile would precede a store.
// CHECK-LABEL: @stored_meanwhile
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @stored_meanwhile(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %pointers: tensor<64x64x!tt.ptr<f16>>, %scalar: !tt.ptr<i32>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c192_i32 = arith.constant 192 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%row = %c0_i32, %sum = %none) -> (i32, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    // expected-remark @below {{dots are not computed one iteration ahead: 'tt.store' op has side effects, which loads of the next iteration would precede}}
    tt.store %scalar, %row : !tt.ptr<i32>
    %next = arith.addi %row, %c64_i32 : i32
    scf.yield %next, %o : i32, tensor<64x64xf32>
  }
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The queries are a product, too, which the dot of each iteration would wait for.
// CHECK-LABEL: @product_of_product
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @product_of_product(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%sum = %zero) -> (tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    // expected-remark @below {{dots are not computed one iteration ahead: 'tt.dot' op computes an operand of a dot, which would wait for it}}
    %w = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %x = arith.truncf %w : tensor<64x64xf32> to tensor<64x64xf16>
    %s = tt.dot %x, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %o : tensor<64x64xf32>
  }
  tt.store %out, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The first part of the logits has another user in this iteration.
// CHECK-LABEL: @part_used_twice
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @part_used_twice(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%sum = %zero, %last = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    // expected-remark @below {{dots are not computed one iteration ahead: 'tt.dot' op computes an operand of a dot, which would wait for it}}
    %w = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %s = tt.dot %q, %k, %w : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %o, %w : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.store %out, %r#0 : tensor<64x64x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Two results of 64 x 256 leave no room for the accumulator.
// CHECK-LABEL: @too_many_registers
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @too_many_registers(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x256xf16>, %values: !tt.tensordesc<256x64xf16>, %pointers: tensor<64x256x!tt.ptr<f16>>, %scalar: !tt.ptr<i32>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c192_i32 = arith.constant 192 : i32
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%row = %c0_i32, %sum = %none) -> (i32, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%row, %c0_i32] : !tt.tensordesc<64x256xf16> -> tensor<64x256xf16>
    // expected-remark @below {{dots are not computed one iteration ahead: 'tt.dot' op would need about 289 registers per thread for two results and the accumulators}}
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x256xf16> -> tensor<64x256xf32>
    %p = math.exp2 %s : tensor<64x256xf32>
    %h = arith.truncf %p : tensor<64x256xf32> to tensor<64x256xf16>
    %v = tt.descriptor_load %values[%row, %c0_i32] : !tt.tensordesc<256x64xf16> -> tensor<256x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x256xf16> * tensor<256x64xf16> -> tensor<64x64xf32>
    %next = arith.addi %row, %c64_i32 : i32
    scf.yield %next, %o : i32, tensor<64x64xf32>
  }
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The dots of another CTA overlap with the exponentials.
// CHECK-LABEL: @two_ctas
// CHECK-NOT: tt.dot
// CHECK: scf.for
tt.func public @two_ctas(%q: tensor<64x64xf16>, %keys: !tt.tensordesc<64x64xf16>, %values: !tt.tensordesc<64x64xf16>, %pointers: tensor<64x64x!tt.ptr<f16>>, %scalar: !tt.ptr<i32>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) attributes {xtriton.resident_ctas = 2 : i32} {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c192_i32 = arith.constant 192 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%row = %c0_i32, %sum = %none) -> (i32, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %keys[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = math.exp2 %s : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %values[%row, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %o = tt.dot %h, %v, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %next = arith.addi %row, %c64_i32 : i32
    scf.yield %next, %o : i32, tensor<64x64xf32>
  }
  tt.store %out, %r#1 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
