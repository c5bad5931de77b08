// RUN: xtriton-opt %s --hopper-launch-arguments --split-input-file --verify-diagnostics | filecheck %s

// Extents and strides over the arguments; constants; an offset in elements becomes one in bytes.
// CHECK: tt.func public @uniform(%arg0: !tt.ptr<f16>, %arg1: i32, %arg2: i32,
// CHECK-SAME: %arg3: !tt.tensordesc<32x64xf16> {tt.nv_tma_desc = 1 : i32, xtriton.launch = {base = ["addi", 64, ["arg", 0], ["muli", 64, ["extsi", 32, 64, ["arg", 2]], 2]], padding = "nan", shape = [["arg", 1], ["muli", 32, ["arg", 2], 64]], strides = [["extsi", 32, 64, ["muli", 32, ["arg", 2], 64]], 1]}})
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.descriptor_load %arg3[
tt.func public @uniform(%x: !tt.ptr<f16>, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c1 = arith.constant 1 : i64
  %columns = arith.muli %n, %c64 : i32
  %stride = arith.extsi %columns : i32 to i64
  %base = tt.addptr %x, %n : !tt.ptr<f16>, i32
  // expected-remark @below {{the descriptor is created by the launch, as argument #3}}
  %d = tt.make_tensor_descriptor %base, [%m, %columns], [%stride, %c1] {padding = 2 : i32} : <f16>, <32x64xf16>
  %v = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<32x64xf16> -> tensor<32x64xf16>
  tt.descriptor_store %d[%c0, %c64], %v : !tt.tensordesc<32x64xf16>, tensor<32x64xf16>
  tt.return
}

// -----

// Equal recipes share an argument.
// CHECK: tt.func public @twice(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: !tt.tensordesc<32xf32> {{.*}}) {
// CHECK: tt.descriptor_store %arg2[
// CHECK: tt.descriptor_store %arg2[
tt.func public @twice(%x: !tt.ptr<f32>, %m: i32) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %v = arith.constant dense<1.0> : tensor<32xf32>
  // expected-remark @below {{as argument #2}}
  %a = tt.make_tensor_descriptor %x, [%m], [%c1] : <f32>, <32xf32>
  // expected-remark @below {{as argument #2}}
  %b = tt.make_tensor_descriptor %x, [%m], [%c1] : <f32>, <32xf32>
  tt.descriptor_store %a[%c0], %v : !tt.tensordesc<32xf32>, tensor<32xf32>
  tt.descriptor_store %b[%m], %v : !tt.tensordesc<32xf32>, tensor<32xf32>
  tt.return
}

// -----

// Values that depend on the program or on memory are computed on the device.
// CHECK: tt.func public @not_uniform(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i32>, %arg2: i32) {
// CHECK-COUNT-3: tt.make_tensor_descriptor
tt.func public @not_uniform(%x: !tt.ptr<f32>, %sizes: !tt.ptr<i32>, %m: i32) {
  %c1 = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<32xf32>
  %pid = tt.get_program_id x : i32
  %size = tt.load %sizes : !tt.ptr<i32>
  %wide = arith.extsi %size : i32 to i64
  %base = tt.addptr %x, %pid : !tt.ptr<f32>, i32
  // expected-remark @below {{the descriptor is created on the device: its base is not an integer expression over the kernel's arguments}}
  %a = tt.make_tensor_descriptor %base, [%m], [%c1] : <f32>, <32xf32>
  // expected-remark @below {{its extent along dimension 0 is not an integer expression over the kernel's arguments}}
  %b = tt.make_tensor_descriptor %x, [%size], [%c1] : <f32>, <32xf32>
  // expected-remark @below {{its stride along dimension 0 is not an integer expression over the kernel's arguments}}
  %c = tt.make_tensor_descriptor %x, [%m, %m], [%wide, %c1] : <f32>, <1x32xf32>
  tt.descriptor_store %a[%m], %v : !tt.tensordesc<32xf32>, tensor<32xf32>
  tt.descriptor_store %b[%m], %v : !tt.tensordesc<32xf32>, tensor<32xf32>
  %w = tt.descriptor_load %c[%m, %m] : !tt.tensordesc<1x32xf32> -> tensor<32xf32>
  tt.descriptor_store %a[%m], %w : !tt.tensordesc<32xf32>, tensor<32xf32>
  tt.return
}

// -----

// The launch must not create a descriptor that no program creates: its base may be invalid then.
// CHECK: tt.func public @conditional(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i1) {
// CHECK: tt.make_tensor_descriptor
tt.func public @conditional(%x: !tt.ptr<f32>, %m: i32, %c: i1) {
  %c1 = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<32xf32>
  scf.if %c {
    // expected-remark @below {{the descriptor is created on the device: it is not in the entry block}}
    %a = tt.make_tensor_descriptor %x, [%m], [%c1] : <f32>, <32xf32>
    tt.descriptor_store %a[%m], %v : !tt.tensordesc<32xf32>, tensor<32xf32>
  }
  tt.return
}

// -----

// Only public functions are kernels.
// CHECK: tt.func private @helper(%arg0: !tt.ptr<f32>, %arg1: i32) {
// CHECK: tt.make_tensor_descriptor
tt.func private @helper(%x: !tt.ptr<f32>, %m: i32) {
  %c1 = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<32xf32>
  %a = tt.make_tensor_descriptor %x, [%m], [%c1] : <f32>, <32xf32>
  tt.descriptor_store %a[%m], %v : !tt.tensordesc<32xf32>, tensor<32xf32>
  tt.return
}
