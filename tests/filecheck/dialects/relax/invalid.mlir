// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.call_dps_packed' op number of operands (1) is not that of places for them (2)}}
  %0 = "relax.call_dps_packed"(%x) <{arguments = [unit, unit], callee = @g}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.call_dps_packed' op has no result}}
  relax.call_dps_packed @g(%x) : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{attribute 'arguments' failed to satisfy constraint: array of constants, with unit in the places of tensors}}
  %0 = relax.call_dps_packed @g(%x, [1]) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of any type values, but got 'f32'}}
  %0 = relax.call_dps_packed @g(%x) : (f32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{result #0 must be variadic of ranked tensor of any type values, but got 'f32'}}
  %0 = relax.call_dps_packed @g(%x) : (tensor<2xf32>) -> f32
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = relax.call_dps_packed @g(%x, 2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

module attributes {relax.external_mods = ["text", {symbol = 1 : i32}, {symbol = "kernel"}]} {
  func.func @f(%x: tensor<2xf32>) {
    %0 = relax.call_tir @kernel(%x) : (tensor<2xf32>) -> tensor<2xf32>
    // expected-error @below {{'relax.call_tir' op 'text' is neither a symbol of the module nor a kernel of its 'relax.external_mods'}}
    %1 = relax.call_tir @text(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{'relax.call_tir' op has no result}}
  relax.call_tir @f(%x) : (tensor<2xf32>) -> ()
  return
}
