// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %m: memref<4x8xf32>) {
// expected-error @below {{'linalg.generic' op expected to have pure tensor or buffer semantics}}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%m : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %m: memref<4x8xf32>) {
// expected-error @below {{'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %m: memref<4x8xf32>) {
// expected-error @below {{'linalg.generic' op expected indexing_map #0 to have 1 dim(s) to match the number of loops}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#m = affine_map<(d0, d1) -> (d0)>
func.func @a(%a: tensor<4x8xf32>, %m: memref<4x8xf32>) {
// expected-error @below {{'linalg.generic' op expected operand rank (2) to match the result rank of indexing_map #0 (1)}}
  %0 = linalg.generic {indexing_maps = [#m, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) {
// expected-error @below {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #1 to be 7, but found 8}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<4x7xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) {
// expected-error @below {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f64, %y: f32):
// expected-error @below {{'linalg.yield' op type of yield operand 1 ('f64') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %x : f64
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
// expected-error @below {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %x, %y : f32, f32
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %i: i32) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
// expected-error @below {{'linalg.yield' op type of yield operand 1 ('i32') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %i : i32
  } -> tensor<4x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %i: i32) {
// expected-error @below {{'linalg.generic' op expected type of operand #1 ('tensor<4x8xf32>') to match type of corresponding result ('tensor<8x8xf32>')}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8x8xf32>
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %i: i32) {
// expected-error @below {{'linalg.generic' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %i: i32) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
// expected-error @below {{'linalg.index' op expected dim (2) to be lower than the number of loops (2) of the enclosing LinalgOp}}
    %5 = linalg.index 2 : index
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %i: i32) {
// expected-error @below {{'linalg.index' op expected parent op with LinalgOp interface}}
    %5 = linalg.index 2 : index
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @a(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %i: i32) {
// expected-error @below {{custom op 'linalg.generic' unexpected iterator_type (weird)}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "weird"]} ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %b: tensor<8x7xf32>, %i: tensor<4x8xf32>) {
// expected-error @below {{'linalg.matmul' op inferred input/output operand #2 has shape's dimension #1 to be 7, but found 8}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x7xf32>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %b: tensor<7x7xf32>, %i: tensor<4x7xf32>) {
// expected-error @below {{'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 8, but found 7}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<7x7xf32>) outs(%i : tensor<4x7xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<8xf32>) {
// expected-error @below {{'linalg.reduce' op init dimensions [8] doesn't match input dimensions after reduction [4]}}
  %red = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o : tensor<8xf32>) dimensions = [1] (%in: f32, %init: f32) {
    %x = arith.addf %in, %init : f32
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4xf32>) {
// expected-error @below {{'linalg.reduce' op dimensions for reduction should be in the range [0, 1].}}
  %red = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [2] (%in: f32, %init: f32) {
    %x = arith.addf %in, %init : f32
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4xf32>) {
// expected-error @below {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  %red = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1, 1] (%in: f32, %init: f32) {
    %x = arith.addf %in, %init : f32
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<f32>) {
// expected-error @below {{'linalg.reduce' op number of dimensions after reduction 1 doesn't match the init rank 0}}
  %red = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o : tensor<f32>) dimensions = [1] (%in: f32, %init: f32) {
    %x = arith.addf %in, %init : f32
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4xf32>) {
// expected-error @below {{'linalg.reduce' op output element type 'f32' does not match corresponding block argument type 'f64'}}
  %red = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1] (%in: f32, %init: f64) {
    %x = arith.addf %in, %in : f32
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4xf32>) {
// expected-error @below {{'linalg.reduce' op mismatching number of operands and block arguments}}
  %red = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1] (%in: f32) {
    %x = arith.addf %in, %in : f32
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %b: tensor<4xf32>, %o: tensor<4xf32>) {
// expected-error @below {{'linalg.reduce' op expects all inputs to have the same shapes. Shape at input-index 1 is not equal to the shape at input-index 0.}}
  %red:2 = linalg.reduce ins(%a, %b : tensor<4x8xf32>, tensor<4xf32>) outs(%o, %o : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%in: f32, %i2: f32, %init: f32, %i3: f32) {
    linalg.yield %in, %in : f32, f32
  }
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) {
// expected-error @below {{'linalg.transpose' op dim(result, 0) = 4 doesn't match dim(input, permutation[0]) = 8}}
  %tr = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) permutation = [1, 0] 
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) {
// expected-error @below {{'linalg.transpose' op permutation is not valid}}
  %tr = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) permutation = [1, 1] 
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4x8x2xf32>) {
// expected-error @below {{'linalg.transpose' op input rank 2 does not match init rank 3}}
  %tr = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8x2xf32>) permutation = [1, 0] 
  return
}

// -----

func.func @a(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) {
// expected-error @below {{'linalg.transpose' op permutation is not valid}}
  %tr = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) permutation = [1] 
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %o: tensor<4x8xf32>) {
// expected-error @below {{'linalg.broadcast' op input dim 0 should match init dim 1. input: 4, init: 8}}
  %tr = linalg.broadcast ins(%a : tensor<4xf32>) outs(%o : tensor<4x8xf32>) dimensions = [0] 
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %o: tensor<4x8xf32>) {
// expected-error @below {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 1, dimensions size: 0, init rank: 2}}
  %tr = linalg.broadcast ins(%a : tensor<4xf32>) outs(%o : tensor<4x8xf32>) dimensions = [] 
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %o: tensor<4x8xf32>) {
// expected-error @below {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 5}}
  %tr = linalg.broadcast ins(%a : tensor<4xf32>) outs(%o : tensor<4x8xf32>) dimensions = [5] 
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %o: tensor<4xf32>, %p: tensor<5xf32>) {
// expected-error @below {{'linalg.map' op expected shape of input (4) to match shape of output (5)}}
  %mp2 = linalg.map { arith.addf } ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%p : tensor<5xf32>)
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %f: f32) {
// expected-error @below {{'linalg.fill' op operand #1 must be variadic of shaped of any type values, but got 'f32'}}
  %mp2 = linalg.fill ins(%f : f32) outs(%f : f32) -> f32
  return
}

// -----

func.func @a() {
  linalg.map { arith.addf }
  // expected-error @below {{expected 'ins' or 'outs'}}
  return
}

// -----

func.func @a() {
  // expected-error @below {{expected 'ins' or 'outs'}}
  linalg.reduce { arith.addf } dimensions = [0]
  return
}
