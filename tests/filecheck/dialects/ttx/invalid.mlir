// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

func.func @f(%v: tensor<4x8xf32>) {
  // expected-error @below {{'ttx.cumsum' op CumSum computation only supports axis == rank - 1}}
  %c = ttx.cumsum {axis = 0 : ui32} ins(%v : tensor<4x8xf32>) outs(%v : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%v: tensor<2x4x8xf32>) {
  // expected-error @below {{'ttx.cumsum' op CumSum op only takes tensors of rank 1 & 2.}}
  %c = ttx.cumsum {axis = 2 : ui32} ins(%v : tensor<2x4x8xf32>) outs(%v : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%v: tensor<8xf32>, %w: tensor<4xf32>) {
  // expected-error @below {{'ttx.cumsum' op Input and output types must be the same.}}
  %c = ttx.cumsum {axis = 0 : ui32} ins(%v : tensor<8xf32>) outs(%w : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%v: tensor<8xf32>, %w: f32) {
  // expected-error @below {{'ttx.cumsum' op CumSum op expects input to be either tensor or memref.}}
  %c = ttx.cumsum {axis = 0 : ui32} ins(%w : f32) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  return
}
