// RUN: xtriton-opt %s --hopper-split-rows --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @reduction_over_rows
// CHECK: tt.dot {{.*}} -> tensor<128x64xf32>
tt.func public @reduction_over_rows(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %out: tensor<64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.reduce' op reduces along the rows}}
  %sum = "tt.reduce"(%d) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) : (tensor<128x64xf32>) -> tensor<64xf32>
  tt.store %out, %sum : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: @rows_summed_by_a_dot
// CHECK: tt.dot {{.*}} -> tensor<128x64xf32>
tt.func public @rows_summed_by_a_dot(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %left: tensor<64x128xf32>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %start = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.dot' op contracts over the rows}}
  %e = tt.dot %left, %d, %start : tensor<64x128xf32> * tensor<128x64xf32> -> tensor<64x64xf32>
  tt.store %out, %e : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: @reshaped
tt.func public @reshaped(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %out: tensor<64x128x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.reshape' op distributes rows over several dimensions or reorders them}}
  %e = tt.reshape %d : tensor<128x64xf32> -> tensor<64x128xf32>
  tt.store %out, %e : tensor<64x128x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: @reordered
tt.func public @reordered(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %out: tensor<128x32x2x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.reshape' op distributes rows over several dimensions or reorders them}}
  %e = tt.reshape %d allow_reorder : tensor<128x64xf32> -> tensor<128x32x2xf32>
  tt.store %out, %e : tensor<128x32x2x!tt.ptr<f32>>
  tt.return
}

// -----

// The sum of even and odd rows is no operation on rows.
// CHECK-LABEL: @pairs_of_rows
tt.func public @pairs_of_rows(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.reshape' op distributes rows over several dimensions or reorders them}}
  %pairs = tt.reshape %d : tensor<128x64xf32> -> tensor<64x2x64xf32>
  %last = tt.trans %pairs {order = array<i32: 0, 2, 1>} : tensor<64x2x64xf32> -> tensor<64x64x2xf32>
  %even, %odd = tt.split %last : tensor<64x64x2xf32> -> tensor<64x64xf32>
  %sum = arith.addf %even, %odd : tensor<64x64xf32>
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A tile that is an argument of the function cannot be loaded in halves.
// CHECK-LABEL: @argument
// expected-remark @below {{tiles of 128 rows are not split: 'tt.func' op passes rows to a block argument}}
tt.func public @argument(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %out: tensor<128x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  tt.store %out, %d : tensor<128x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A function that another one calls gets the descriptor with its blocks.
// CHECK-LABEL: @callee
tt.func private @callee(%a: !tt.tensordesc<128x64xf16>, %b: tensor<64x64xf16>, %out: tensor<128x64x!tt.ptr<f32>>, %i: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.descriptor_load' op accesses a descriptor that is neither created in this function nor its argument}}
  %l = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
  %d = tt.dot %l, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  %p = arith.constant 0 : i64
  %ptr = tt.int_to_ptr %p : i64 -> !tt.ptr<f32>
  %ps = tt.splat %ptr : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>>
  tt.store %ps, %d : tensor<128x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Blocks of an argument that are the rows here and the columns there cannot be halved.
// CHECK-LABEL: @whole_and_in_halves
tt.func public @whole_and_in_halves(%a: !tt.tensordesc<128x128xf16>, %o: !tt.tensordesc<128x128xf32>, %i: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %l = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<128x128xf16> -> tensor<128x128xf16>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.descriptor_load' op uses a descriptor argument whose other accesses are split}}
  %r = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<128x128xf16> -> tensor<128x128xf16>
  %d = tt.dot %l, %r, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
  tt.descriptor_store %o[%i, %i], %d : !tt.tensordesc<128x128xf32>, tensor<128x128xf32>
  tt.return
}

// -----

// CHECK-LABEL: @same_load_whole_and_in_halves
tt.func public @same_load_whole_and_in_halves(%a: !tt.tensordesc<128x128xf16>, %o: !tt.tensordesc<128x128xf32>, %i: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.descriptor_load' op loads a tile that is needed whole, too, through a descriptor argument}}
  %l = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<128x128xf16> -> tensor<128x128xf16>
  %n = arith.negf %l : tensor<128x128xf16>
  %d = tt.dot %l, %n, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
  tt.descriptor_store %o[%i, %i], %d : !tt.tensordesc<128x128xf32>, tensor<128x128xf32>
  tt.return
}

// -----

// Tiles of no more than 64 rows are not modified, without a remark.
// CHECK-LABEL: @small
// CHECK: tt.dot {{.*}} -> tensor<64x64xf32>
tt.func public @small(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tt.dot %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// The values before the addition are used.
// CHECK-LABEL: @added
// CHECK: tt.dot {{.*}} -> tensor<128x64xf32>
tt.func public @added(%x: !tt.tensordesc<128x64xf16>, %b: tensor<64x64xf16>, %out: !tt.ptr<f32>, %i: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %mask = arith.constant dense<true> : tensor<128x64xi1>
  %a = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
  %d = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
  %0 = tt.splat %out : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>>
  // expected-remark @below {{tiles of 128 rows are not split: 'tt.atomic_rmw' op is not known to compute rows independently}}
  %1 = tt.atomic_rmw fadd, relaxed, gpu, %0, %d, %mask : (tensor<128x64x!tt.ptr<f32>>, tensor<128x64xf32>, tensor<128x64xi1>) -> tensor<128x64xf32>
  tt.store %0, %1 : tensor<128x64x!tt.ptr<f32>>
  tt.return
}
