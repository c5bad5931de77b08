// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

func.func @a(%n: index) { 
// expected-error @below {{'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0}}
 %0 = tensor.empty(%n) : tensor<4xf32>
 return }

// -----

func.func @a(%n: index, %f: f32) { 
// expected-error @below {{'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0}}
 %0 = tensor.splat %f[%n] : tensor<4xf32>
 return }

// -----

// expected-note @below {{prior use here}}
func.func @a(%n: index, %f: f64) { 
// expected-error @below {{use of value '%f' expects different type than prior uses: 'f32' vs 'f64'}}
 %0 = tensor.splat %f : tensor<4xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>) { 
// expected-error @below {{'tensor.extract' op incorrect number of indices for extract_element}}
 %0 = tensor.extract %t[%n, %n] : tensor<4xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{'tensor.insert' op incorrect number of indices}}
 %0 = tensor.insert %f into %t[] : tensor<4xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{slice along dimension 0 runs out-of-bounds: 4 >= 4}}
 %0 = tensor.extract_slice %t[0] [5] [1] : tensor<4xf32> to tensor<5xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{expected type to be 'tensor<2xf32>' or a rank-reduced version. (size mismatch)}}
 %0 = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<3xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{expected element type to be 'f32'}}
 %0 = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf64>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
 %0 = tensor.extract_slice %t[0, 1] [2] [1] : tensor<4xf32> to tensor<2xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{expected rank to be smaller or equal to the other rank.}}
 %0 = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2x1xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2xf32>) { 
// expected-error @below {{expected type to be 'tensor<3xf32>' or a rank-reduced version. (size mismatch)}}
 %0 = tensor.insert_slice %s into %t[0] [3] [1] : tensor<2xf32> into tensor<4xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2xf64>) { 
// expected-error @below {{expected element type to be 'f32'}}
 %0 = tensor.insert_slice %s into %t[0] [2] [1] : tensor<2xf64> into tensor<4xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2xf32>) { 
// expected-error @below {{slice along dimension 0 runs out-of-bounds: 4 >= 4}}
 %0 = tensor.insert_slice %s into %t[3] [2] [1] : tensor<2xf32> into tensor<4xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2x2x2xf32>) { 
// expected-error @below {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 6}}
 %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : tensor<4xf32> into tensor<2x3xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2x2x2xf32>) { 
// expected-error @below {{'tensor.expand_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
 %0 = tensor.expand_shape %t [[0], [1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2x2x2xf32>) { 
// expected-error @below {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  2.}}
 %0 = tensor.collapse_shape %s [[0], [1]] : tensor<2x2x2xf32> into tensor<2x2xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2x2x2xf32>) { 
// expected-error @below {{'tensor.collapse_shape' op expected collapsed type to be 'tensor<2x4xf32>', but got 'tensor<2x4xf64>'}}
 %0 = tensor.collapse_shape %s [[0], [1, 2]] : tensor<2x2x2xf32> into tensor<2x4xf64>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2x2x2xf32>) { 
// expected-error @below {{'tensor.collapse_shape' op expected dimension 1 of collapsed type to be static value of 4}}
 %0 = tensor.collapse_shape %s [[0], [1, 2]] : tensor<2x2x2xf32> into tensor<2x5xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2x2x2xf32>) { 
// expected-error @below {{'tensor.expand_shape' op expected the expanded type, 'tensor<2x4xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<2x2x2xf32>'.}}
 %0 = tensor.expand_shape %s [[0], [1, 2]] output_shape [2, 2] : tensor<2x2x2xf32> into tensor<2x4xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<3xindex>) { 
// expected-error @below {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
 %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<3xindex>) -> tensor<2x2xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %s: tensor<2xindex>) { 
// expected-error @below {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
 %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x3xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{specified type 'tensor<6xf32>' does not match the inferred type 'tensor<5xf32>'}}
  %pd = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<6xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{expected the block to have 1 arguments}}
  %pd = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<5xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{'tensor.pad' op expected yield type to match shape element type}}
  %pd = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %n : index
  } : tensor<4xf32> to tensor<5xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{'tensor.concat' op result type 'tensor<9xf32>'does not match inferred shape 'tensor<8xf32>' static sizes}}
  %cc = tensor.concat dim(0) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<9xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %cc = tensor.concat dim(1) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: tensor<f32>) { 
// expected-error @below {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'tensor<f32>'}}
  %dm = tensor.dim %f, %n : tensor<f32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: tensor<f32>) { 
// expected-error @below {{'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible}}
  %dm = tensor.cast %t : tensor<4xf32> to tensor<5xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 types}}
  %dm = tensor.from_elements %f, %f : tensor<3xf32>
 return }

// -----

// expected-note @below {{prior use here}}
func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{use of value '%n' expects different type than prior uses: 'f32' vs 'index'}}
  %dm = tensor.from_elements %f, %n : tensor<2xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{must have one body argument per input dimension}}
  %ge = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?x3xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{must have as many index operands as dynamic extents in the result type}}
  %ge = tensor.generate %n, %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x3xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %f: f32) { 
// expected-error @below {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %ge = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %n : index
  } : tensor<?x3xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %x: tensor<2x1xindex>) { 
// expected-error @below {{'tensor.gather' op result type mismatch: expected 'tensor<2x1xf32>' or its rank-reduced variant 'tensor<2xf32>' (got: 'tensor<3xf32>')}}
  %ga = tensor.gather %t[%x] gather_dims([0]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<3xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %x: tensor<2x1xindex>) { 
// expected-error @below {{'tensor.gather' op gather_dims overflow source rank}}
  %ga = tensor.gather %t[%x] gather_dims([0, 1]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2xf32>
 return }

// -----

func.func @a(%n: index, %t: tensor<4xf32>, %x: tensor<2x1xindex>) { 
// expected-error @below {{'tensor.gather' op gather_dims value must be smaller than source rank}}
  %ga = tensor.gather %t[%x] gather_dims([1]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2xf32>
 return }

// -----

func.func @a(%n: index, %t: memref<4xf32>) { 
// expected-error @below {{custom op 'tensor.extract' invalid kind of type specified: expected builtin.tensor, but found 'memref<4xf32>'}}
 %0 = tensor.extract %t[%n] : memref<4xf32>
 return }

// -----

func.func @a(%t: tensor<4xf32>) {
// expected-error @below {{expected 1 dynamic high padding values}}
  %pd = "tensor.pad"(%t) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64: -9223372036854775808>, static_low = array<i64: 1>}> ({
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    tensor.yield %c : f32
  }) : (tensor<4xf32>) -> tensor<?xf32>
 return }

// -----

func.func @a() {
// expected-error @below {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'tensor<?x96xf32>'}}
  %t = tensor.from_elements : tensor<?x96xf32>
 return }

// -----

func.func @a(%x: f32) {
// expected-error @below {{custom op 'tensor.from_elements' number of operands and types do not match: got 1 operands and 0 types}}
  %t = tensor.from_elements %x : tensor<?x96xf32>
 return }
