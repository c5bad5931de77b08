// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.absi' op operand #0 must be signless-integer-like, but got 'f32'}}
%0 = math.absi %f : f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.exp' op operand #0 must be floating-point-like, but got 'index'}}
%0 = math.exp %n : index

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.fpowi' op requires the same shape for all operands and results}}
%0 = math.fpowi %t, %i : tensor<4xf32>, i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
%0 = "math.isnan"(%t) : (tensor<4xf32>) -> i1

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.isnan' op result #0 must be bool-like, but got 'tensor<4xi8>'}}
%0 = "math.isnan"(%t) : (tensor<4xf32>) -> tensor<4xi8>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.fpowi' op failed to verify that all of {lhs, result} have same type}}
%0 = "math.fpowi"(%t, %i) : (tensor<4xf32>, i32) -> f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.fma' op requires the same type for all operands and results}}
%0 = "math.fma"(%f, %f, %t) : (f32, f32, tensor<4xf32>) -> f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'math.sqrt' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
// expected-error @below {{custom op 'math.sqrt' failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`}}
%0 = math.sqrt %f fastmath<nope> : f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'math.ipowi' op operand #0 must be signless-integer-like, but got 'f32'}}
%0 = math.ipowi %f, %f : f32
