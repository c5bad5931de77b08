// RUN: xtriton-opt %s --verify-diagnostics

// Here the wheel is no oracle: it divides by zero, which ends the process.

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{number of input elements 4 must be a multiple of the op's packed_element attribute, 0}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 0 : i32, pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}
