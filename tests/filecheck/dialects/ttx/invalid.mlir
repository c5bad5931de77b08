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

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @below {{'ttx.scan' op expects at least one input, and an output for each}}
  ttx.scan ins(%m, %m : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    ttx.scan.return %a : f32
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %x: f32) {
  // expected-error @below {{'ttx.scan' op expects tensors or memrefs}}
  ttx.scan ins(%x : f32) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    ttx.scan.return %a : f32
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<8xf32>) {
  // expected-error @below {{'ttx.scan' op expects inputs and outputs of one shape with at least one dimension}}
  ttx.scan ins(%m : memref<4xf32>) outs(%n : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    ttx.scan.return %a : f32
  }
  return
}

// -----

func.func @f(%m: memref<f32>) {
  // expected-error @below {{'ttx.scan' op expects inputs and outputs of one shape with at least one dimension}}
  ttx.scan ins(%m : memref<f32>) outs(%m : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    ttx.scan.return %a : f32
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xi32>) {
  // expected-error @below {{'ttx.scan' op expects outputs with the element types of the inputs}}
  ttx.scan ins(%m : memref<4xf32>) outs(%n : memref<4xi32>) {
  ^bb0(%a: f32, %b: f32):
    ttx.scan.return %a : f32
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @below {{'ttx.scan' op expects a region that takes two elements of each input}}
  ttx.scan ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32):
    ttx.scan.return %a : f32
  }
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @below {{'ttx.scan' op expects a region that returns an element of each input by 'ttx.scan.return'}}
  ttx.scan ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    ttx.scan.return %a, %b : f32, f32
  }
  return
}

// -----

func.func @f(%m: tensor<4xf32>) {
  // expected-error @below {{'ttx.scan' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  ttx.scan ins(%m : tensor<4xf32>) outs(%m : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    ttx.scan.return %a : f32
  }
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @below {{'ttx.scan.return' op expects parent op 'ttx.scan'}}
  ttx.scan.return %x : f32
}
