// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

// Rules that Triton does not check: the wheel is no oracle here, since it reads outside of a list and goes on with what it
// finds there, or aborts.

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @+2 {{axis 1 is out of bounds for a tensor of rank 1}}
  // expected-error @below {{'tt.reduce' op failed to infer returned types}}
  %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @+2 {{axis -1 is out of bounds for a tensor of rank 1}}
  // expected-error @below {{'tt.reduce' op failed to infer returned types}}
  %0 = "tt.reduce"(%a) <{axis = -1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @+2 {{axis 2 is out of bounds for a tensor of rank 1}}
  // expected-error @below {{'tt.expand_dims' op failed to infer returned types}}
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @+2 {{axis -1 is out of bounds for a tensor of rank 1}}
  // expected-error @below {{'tt.expand_dims' op failed to infer returned types}}
  %0 = tt.expand_dims %a {axis = -1 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  tt.return
}

// -----

// Encodings of another kind than layouts.
tt.func @f(%a: tensor<16x32xf16, "x">, %b: tensor<32x8xf16, "x">, %c: tensor<16x8xf32, "x">) {
  // expected-error @+2 {{mismatching encoding between A and B operands}}
  // expected-error @below {{'tt.dot' op failed to infer returned types}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16, "x"> * tensor<32x8xf16, "x"> -> tensor<16x8xf32, "x">
  tt.return
}
