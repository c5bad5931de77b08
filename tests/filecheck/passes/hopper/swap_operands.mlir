// RUN: xtriton-opt %s --hopper-swap-operands --split-input-file --verify-diagnostics | filecheck %s

// The sums are carried transposed, and are transposed once, after the loop.
// CHECK-LABEL: @sums
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
// CHECK:      %[[SUMS:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[ZERO]]) -> (tensor<64x16xf32>)
// CHECK-NEXT:   %[[A:.*]] = tt.descriptor_load {{.*}} -> tensor<16x64xf16>
// CHECK-NEXT:   %[[AT:.*]] = tt.trans %[[A]] {order = array<i32: 1, 0>} : tensor<16x64xf16> -> tensor<64x16xf16>
// CHECK-NEXT:   %[[B:.*]] = tt.descriptor_load {{.*}} -> tensor<64x64xf16>
// CHECK-NEXT:   %[[BT:.*]] = tt.trans %[[B]]
// CHECK-NEXT:   %[[D:.*]] = tt.dot %[[BT]], %[[AT]], %[[T]] : tensor<64x64xf16> * tensor<64x16xf16> -> tensor<64x16xf32>
// CHECK-NEXT:   scf.yield %[[D]] : tensor<64x16xf32>
// CHECK:      %[[BACK:.*]] = tt.trans %[[SUMS]] {order = array<i32: 1, 0>} : tensor<64x16xf32> -> tensor<16x64xf32>
// CHECK-NEXT: tt.store %{{.*}}, %[[BACK]]
tt.func public @sums(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<16x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<16x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    // expected-remark @below {{1 dot of 16 rows computed transposed}}
    %d = tt.dot %l, %w, %s : tensor<16x64xf16> * tensor<64x64xf16> -> tensor<16x64xf32>
    scf.yield %d : tensor<16x64xf32>
  }
  tt.store %out, %r : tensor<16x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Scales of rows and of columns are broadcast along the other dimension; the transposed operand is read as it is.
// CHECK-LABEL: @scaled
// CHECK:      scf.for
// CHECK:        %[[ROW:.*]] = tt.expand_dims %{{.*}} {axis = 0 : i32} : tensor<32xf32> -> tensor<1x32xf32>
// CHECK:        %[[ROWS:.*]] = tt.broadcast %[[ROW]] : tensor<1x32xf32> -> tensor<128x32xf32>
// CHECK:        %[[SCALE:.*]] = tt.splat %{{.*}} : f32 -> tensor<128x32xf32>
// CHECK:        %[[D:.*]] = tt.dot %[[B:.*]], %{{.*}}, %{{.*}} : tensor<128x128xf8E4M3FN> * tensor<128x32xf8E4M3FN> -> tensor<128x32xf32>
// CHECK:        %[[E:.*]] = arith.mulf %[[D]], %[[ROWS]] : tensor<128x32xf32>
// CHECK:        %[[F:.*]] = arith.mulf %[[E]], %[[SCALE]]
// CHECK:        %[[G:.*]] = arith.addf %{{.*}}, %[[F]] : tensor<128x32xf32>
// CHECK-NEXT:   scf.yield %[[G]]
tt.func public @scaled(%a: !tt.tensordesc<32x128xf8E4M3FN>, %b: !tt.tensordesc<128x128xf8E4M3FN>, %p: tensor<32x!tt.ptr<f32>>, %q: !tt.ptr<f32>, %k: i32, %start: tensor<32x128xf32>, %out: tensor<32x128x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c128_i32 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<32x128xf32>
  %r = scf.for %i = %c0_i32 to %k step %c128_i32 iter_args(%s = %start) -> (tensor<32x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<32x128xf8E4M3FN> -> tensor<32x128xf8E4M3FN>
    %w = tt.descriptor_load %b[%c0_i32, %i] : !tt.tensordesc<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %t = tt.trans %w {order = array<i32: 1, 0>} : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
    %rows = tt.load %p : tensor<32x!tt.ptr<f32>>
    %1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
    %2 = tt.broadcast %1 : tensor<32x1xf32> -> tensor<32x128xf32>
    %one = tt.load %q : !tt.ptr<f32>
    %3 = tt.splat %one : f32 -> tensor<32x128xf32>
    // expected-remark @below {{1 dot of 32 rows computed transposed}}
    %d = tt.dot %l, %t, %zero : tensor<32x128xf8E4M3FN> * tensor<128x128xf8E4M3FN> -> tensor<32x128xf32>
    %e = arith.mulf %d, %2 : tensor<32x128xf32>
    %f = arith.mulf %e, %3 : tensor<32x128xf32>
    %g = arith.addf %s, %f : tensor<32x128xf32>
    scf.yield %g : tensor<32x128xf32>
  }
  tt.store %out, %r : tensor<32x128x!tt.ptr<f32>>
  tt.return
}

// -----

// 64 columns: the transposed dot reads the 64 x 64 tile for all of the 128 rows.
// CHECK-LABEL: @few_columns
// CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
tt.func public @few_columns(%a: !tt.tensordesc<128x64xf16>, %b: !tt.tensordesc<64x64xf16>, %k: i32, %out: tensor<128x64x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %r = scf.for %i = %c0_i32 to %k step %c64_i32 iter_args(%s = %zero) -> (tensor<128x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %w = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    // expected-remark @below {{1 dot of 128 rows computed transposed}}
    %d = tt.dot %l, %w, %s : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tt.store %out, %r : tensor<128x64x!tt.ptr<f32>>
  tt.return
}
