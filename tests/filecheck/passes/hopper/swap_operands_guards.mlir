// RUN: xtriton-opt %s --hopper-swap-operands --split-input-file --verify-diagnostics | filecheck %s

// wgmma computes 64 rows as they are.
// CHECK-LABEL: @enough_rows
// CHECK:     tt.dot {{.*}} -> tensor<64x64xf32>
// CHECK-NOT: tt.dot
tt.func public @enough_rows(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %w, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// 32 columns are too few rows.
// CHECK-LABEL: @few_columns
// CHECK:     tt.dot {{.*}} -> tensor<16x32xf32>
// CHECK-NOT: tt.dot
tt.func public @few_columns(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<64x32xf16>, %k: i32, %out: tensor<16x32x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x32xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
    %d = tt.dot %l, %w, %s : tensor<16x64xf16> * tensor<64x32xf16> -> tensor<16x32xf32>
    scf.yield %d : tensor<16x32xf32>
  }
  tt.store %out, %r : tensor<16x32x!tt.ptr<f32>>
  tt.return
}

// -----

// 4 rows would be too few columns.
// CHECK-LABEL: @four_rows
// CHECK:     tt.dot {{.*}} -> tensor<4x64xf32>
// CHECK-NOT: tt.dot
tt.func public @four_rows(%a: !tt.tensordesc<4x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<4x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<4x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<4x64xf16> -> tensor<4x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %w, %s : tensor<4x64xf16> * tensor<64x64xf16> -> tensor<4x64xf32>
    scf.yield %d : tensor<4x64xf32>
  }
  tt.store %out, %r : tensor<4x64x!tt.ptr<f32>>
  tt.return
}

// -----

// wgmma reads elements of 32 bits in one order only.
// CHECK-LABEL: @wide
// CHECK:     tt.dot {{.*}} -> tensor<16x64xf32>
// CHECK-NOT: tt.dot
tt.func public @wide(%a: !tt.tensordesc<16x64xf32>, %b: !tt.tensordesc<64x64xf32>, %k: i32, %out: tensor<16x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<16x64xf32> -> tensor<16x64xf32>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf32> -> tensor<64x64xf32>
    %d = tt.dot %l, %w, %s : tensor<16x64xf32> * tensor<64x64xf32> -> tensor<16x64xf32>
    scf.yield %d : tensor<16x64xf32>
  }
  tt.store %out, %r : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Tiles of 64 bytes along K.
// CHECK-LABEL: @narrow
// CHECK:     tt.dot {{.*}} -> tensor<16x64xf32>
// CHECK-NOT: tt.dot
tt.func public @narrow(%a: !tt.tensordesc<16x32xf16>, %b: !tt.tensordesc<32x64xf16>, %k: i32, %out: tensor<16x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<32x64xf16> -> tensor<32x64xf16>
    %d = tt.dot %l, %w, %s : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<16x64xf32>
    scf.yield %d : tensor<16x64xf32>
  }
  tt.store %out, %r : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The left operand is the same in each iteration.
// CHECK-LABEL: @loaded_before
// CHECK:     tt.dot {{.*}} -> tensor<16x64xf32>
// CHECK-NOT: tt.dot
tt.func public @loaded_before(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<16x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %l = tt.descriptor_load %a[%c0_i32, %c0_i32] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x64xf32>) : i32 {
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    // expected-remark @below {{dots are not computed transposed: 'tt.dot' op has an operand that the loop does not load through a descriptor}}
    %d = tt.dot %l, %w, %s : tensor<16x64xf16> * tensor<64x64xf16> -> tensor<16x64xf32>
    scf.yield %d : tensor<16x64xf32>
  }
  tt.store %out, %r : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Each sum is stored.
// CHECK-LABEL: @stored
// CHECK:     tt.dot {{.*}} -> tensor<16x64xf32>
// CHECK-NOT: tt.dot
tt.func public @stored(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<16x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %w, %s : tensor<16x64xf16> * tensor<64x64xf16> -> tensor<16x64xf32>
    // expected-remark @below {{dots are not computed transposed: 'tt.store' op uses a result of the dots in the loop and is not elementwise}}
    tt.store %out, %d : tensor<16x64x!tt.ptr<f32>>
    scf.yield %d : tensor<16x64xf32>
  }
  tt.store %out, %r : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A conditional selects the sums.
// CHECK-LABEL: @conditional
// CHECK:     tt.dot {{.*}} -> tensor<16x64xf32>
// CHECK-NOT: tt.dot
tt.func public @conditional(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<16x64x!tt.ptr<f32>>, %c: i1) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %e = tt.dot %l, %w, %s : tensor<16x64xf16> * tensor<64x64xf16> -> tensor<16x64xf32>
    %d = scf.if %c -> (tensor<16x64xf32>) {
      // expected-remark @below {{dots are not computed transposed: 'scf.yield' op uses a result of the dots in a region inside the loop}}
      scf.yield %e : tensor<16x64xf32>
    } else {
      scf.yield %s : tensor<16x64xf32>
    }
    scf.yield %d : tensor<16x64xf32>
  }
  tt.store %out, %r : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The sums are scaled: each warp group has half of the rows, so that one promotes its sums while the other computes.
// CHECK-LABEL: @scaled_sums
// CHECK:     tt.dot {{.*}} -> tensor<128x64xf32>
// CHECK-NOT: tt.dot
tt.func public @scaled_sums(%a: !tt.tensordesc<128x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %scale: tensor<128x64xf32>, %out: tensor<128x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<128x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %w, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    %e = arith.mulf %d, %scale : tensor<128x64xf32>
    %f = arith.addf %s, %e : tensor<128x64xf32>
    scf.yield %f : tensor<128x64xf32>
  }
  tt.store %out, %r : tensor<128x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Elements that an assembly text computes together would be others.
// CHECK-LABEL: @assembly
// CHECK:     tt.dot {{.*}} -> tensor<16x64xf32>
// CHECK-NOT: tt.dot
tt.func public @assembly(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<16x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %w, %s : tensor<16x64xf16> * tensor<64x64xf16> -> tensor<16x64xf32>
    // expected-remark @below {{dots are not computed transposed: 'tt.elementwise_inline_asm' op uses a result of the dots in the loop and is not elementwise}}
    %e = tt.elementwise_inline_asm "add.f32 $0, $2, $3;" {constraints = "=f,=f,f,f", packed_element = 2 : i32, pure = true} %d : tensor<16x64xf32> -> tensor<16x64xf32>
    scf.yield %e : tensor<16x64xf32>
  }
  tt.store %out, %r : tensor<16x64x!tt.ptr<f32>>
  tt.return
}
