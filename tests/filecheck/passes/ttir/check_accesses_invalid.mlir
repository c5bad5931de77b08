// RUN: xtriton-opt %s --triton=3.6 --check-accesses -split-input-file -verify-diagnostics

tt.func public @block_pointer(%x: !tt.ptr<f32>, %n: i64, %at: i32) {
  %c1 = arith.constant 1 : i64
  %0 = tt.make_tensor_ptr %x, [%n], [%c1], [%at] {order = array<i32: 0>} : <tensor<8xf32>>
  // expected-error @below {{'tt.load' op uses a block pointer: run triton-rewrite-tensor-pointer before}}
  %1 = tt.load %0 : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func public @unknown_pointer(%address: i64) {
  %0 = tt.int_to_ptr %address : i64 -> !tt.ptr<f32>
  // expected-remark @below {{'tt.load' op is not checked: its pointers are not derived from a single argument}}
  %1 = tt.load %0 : !tt.ptr<f32>
  tt.return
}
