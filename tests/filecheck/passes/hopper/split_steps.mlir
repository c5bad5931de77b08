// RUN: xtriton-opt %s --hopper-split-steps --split-input-file --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --hopper-split-steps=stages=3 --split-input-file | filecheck %s --check-prefix=WHOLE

// Tiles of 64 x 256, 64 x 256 and 256 x 128 bytes: three stages fit, four halves of stages do.
// CHECK-LABEL: @scaled
// CHECK:      %[[A:.*]] = tt.make_tensor_descriptor %{{.*}} : <f8E4M3FN>, <64x128xf8E4M3FN>
// CHECK:      %[[B:.*]] = tt.make_tensor_descriptor %{{.*}} : <f8E4M3FN>, <128x128xf8E4M3FN>
// CHECK:      scf.for %[[K:[a-z0-9]+]] =
// CHECK-NEXT:   %[[A00:.*]] = tt.descriptor_load %[[A]][%c0_i32, %[[K]]] : !tt.tensordesc<64x128xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
// CHECK:        %[[NEXT:.*]] = arith.addi %[[K]], %c128_i32
// CHECK-NEXT:   %[[A01:.*]] = tt.descriptor_load %[[A]][%c0_i32, %[[NEXT]]]
// CHECK-NEXT:   %[[A10:.*]] = tt.descriptor_load %[[A]][%c64_i32, %[[K]]]
// CHECK:        %[[A11:.*]] = tt.descriptor_load %[[A]][%c64_i32, %{{.*}}]
// CHECK-NEXT:   %[[B0:.*]] = tt.descriptor_load %[[B]][%[[K]], %c0_i32] : !tt.tensordesc<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
// CHECK:        %[[B1:.*]] = tt.descriptor_load %[[B]][%{{.*}}, %c0_i32]
// CHECK-NEXT:   %[[D00:.*]] = tt.dot %[[A00]], %[[B0]], %[[ZERO:.*]] :
// CHECK-NEXT:   %[[D01:.*]] = tt.dot %[[A01]], %[[B1]], %[[D00]] :
// CHECK-NEXT:   %[[D10:.*]] = tt.dot %[[A10]], %[[B0]], %[[ZERO]] :
// CHECK-NEXT:   %[[D11:.*]] = tt.dot %[[A11]], %[[B1]], %[[D10]] :
// CHECK-NEXT:   arith.addf %{{.*}}, %[[D01]]
// CHECK-NEXT:   arith.addf %{{.*}}, %[[D11]]
// WHOLE-LABEL: @scaled
// WHOLE-NOT:   tensor<64x128xf8E4M3FN>
tt.func public @scaled(%x: !tt.ptr<f8E4M3FN>, %y: !tt.ptr<f8E4M3FN>, %m: i32, %k: i32, %stride: i64, %out: tensor<64x128x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %c256_i32 = arith.constant 256 : i32
  %c1_i64 = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %a = tt.make_tensor_descriptor %x, [%m, %k], [%stride, %c1_i64] : <f8E4M3FN>, <64x256xf8E4M3FN>
  %b = tt.make_tensor_descriptor %y, [%k, %m], [%stride, %c1_i64] : <f8E4M3FN>, <256x128xf8E4M3FN>
  %r:2 = scf.for %i = %c0_i32 to %k step %c256_i32 iter_args(%s0 = %zero, %s1 = %zero) -> (tensor<64x128xf32>, tensor<64x128xf32>) : i32 {
    %a0 = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<64x256xf8E4M3FN> -> tensor<64x256xf8E4M3FN>
    %a1 = tt.descriptor_load %a[%c64_i32, %i] : !tt.tensordesc<64x256xf8E4M3FN> -> tensor<64x256xf8E4M3FN>
    %b0 = tt.descriptor_load %b[%i, %c0_i32] : !tt.tensordesc<256x128xf8E4M3FN> -> tensor<256x128xf8E4M3FN>
    // expected-remark @below {{steps of 256 elements along K are split into 2}}
    %d0 = tt.dot %a0, %b0, %zero : tensor<64x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<64x128xf32>
    %d1 = tt.dot %a1, %b0, %zero : tensor<64x256xf8E4M3FN> * tensor<256x128xf8E4M3FN> -> tensor<64x128xf32>
    %n0 = arith.addf %s0, %d0 : tensor<64x128xf32>
    %n1 = arith.addf %s1, %d1 : tensor<64x128xf32>
    scf.yield %n0, %n1 : tensor<64x128xf32>, tensor<64x128xf32>
  }
  tt.store %out, %r#0 : tensor<64x128x!tt.ptr<f32>>
  tt.store %out, %r#1 : tensor<64x128x!tt.ptr<f32>>
  tt.return
}

// -----

// Both operands are stored with K last, the second is transposed; descriptors that the launch gives get smaller blocks.
// CHECK-LABEL: @transposed
// CHECK-SAME: (%[[A:.*]]: !tt.tensordesc<128x64xf16>, %[[B:.*]]: !tt.tensordesc<1x256x64xf16>
// CHECK:      scf.for
// CHECK:        tt.descriptor_load %[[A]]{{.*}} -> tensor<128x64xf16>
// CHECK:        tt.descriptor_load %[[A]]{{.*}} -> tensor<128x64xf16>
// CHECK:        tt.descriptor_load %[[B]]{{.*}} -> tensor<256x64xf16>
// CHECK:        tt.descriptor_load %[[B]]{{.*}} -> tensor<256x64xf16>
// CHECK-NEXT:   %[[T0:.*]] = tt.trans %{{.*}} : tensor<256x64xf16> -> tensor<64x256xf16>
// CHECK-NEXT:   %[[T1:.*]] = tt.trans %{{.*}} : tensor<256x64xf16> -> tensor<64x256xf16>
// CHECK-NEXT:   %[[D:.*]] = tt.dot %{{.*}}, %[[T0]], %{{.*}} :
// CHECK-NEXT:   tt.dot %{{.*}}, %[[T1]], %[[D]] :
tt.func public @transposed(%a: !tt.tensordesc<128x128xf16>, %b: !tt.tensordesc<1x256x128xf16>, %k: i32, %out: tensor<128x256x!tt.ptr<f32>>) {
  %c0_i32 = arith.constant 0 : i32
  %c128_i32 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %r = scf.for %i = %c0_i32 to %k step %c128_i32 iter_args(%s = %zero) -> (tensor<128x256xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0_i32, %i] : !tt.tensordesc<128x128xf16> -> tensor<128x128xf16>
    %w = tt.descriptor_load %b[%c0_i32, %c0_i32, %i] : !tt.tensordesc<1x256x128xf16> -> tensor<256x128xf16>
    %t = tt.trans %w {order = array<i32: 1, 0>} : tensor<256x128xf16> -> tensor<128x256xf16>
    // expected-remark @below {{steps of 128 elements along K are split into 2}}
    %d = tt.dot %l, %t, %s : tensor<128x128xf16> * tensor<128x256xf16> -> tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tt.store %out, %r : tensor<128x256x!tt.ptr<f32>>
  tt.return
}
