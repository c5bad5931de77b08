// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.constant' op failed to verify that all of {value, result} have same type}}
%0 = "arith.constant"() {value = 1 : i32} : () -> i8

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.constant' op integer return type must be signless}}
%0 = "arith.constant"() {value = 1 : si32} : () -> si32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance}}
%0 = "arith.constant"() {value = array<i32: 1, 2>} : () -> tensor<2xi32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.constant' op requires attribute 'value'}}
%0 = "arith.constant"() : () -> i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.constant' invalid kind of attribute specified}}
%0 = arith.constant unit

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.constant' invalid kind of attribute specified}}
%0 = arith.constant [1, 2]

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.constant' op initializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
%0 = arith.constant dense<[1, 2, 3, 4]> : vector<[4]xi32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = arith.addf %i, %i : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'f32'}}
%0 = arith.addi %f, %f : f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addf' op requires the same type for all operands and results}}
%0 = "arith.addf"(%t, %f) : (tensor<4xf32>, f32) -> tensor<4xf32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addi' op requires the same type for all operands and results}}
%0 = "arith.addi"(%ti, %ti) : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addf' op expected 2 operands, but found 3}}
%0 = "arith.addf"(%f, %f, %f) : (f32, f32, f32) -> f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
%0 = "arith.cmpi"(%ti, %ti) {predicate = 12 : i64} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
%0 = "arith.cmpi"(%ti, %ti) {predicate = 1 : i32} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
%0 = "arith.cmpi"(%ti, %ti) {predicate = 1 : i64} : (tensor<4xi32>, tensor<4xi32>) -> i1

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.cmpi' op result #0 must be bool-like, but got 'tensor<4xi32>'}}
%0 = "arith.cmpi"(%ti, %ti) {predicate = 1 : i64} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.cmpi' op requires all operands to have the same type}}
%0 = "arith.cmpi"(%i, %j) {predicate = 1 : i64} : (i32, i64) -> i1

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.cmpi' op requires attribute 'predicate'}}
%0 = "arith.cmpi"(%i, %i) : (i32, i32) -> i1

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
%0 = arith.cmpi abc, %i, %i : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.cmpi' invalid predicate attribute specification: "abc"}}
%0 = arith.cmpi "abc", %i, %i : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
%0 = arith.cmpi %i, %i : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{expected '>'}}
%0 = arith.addi %i, %i overflow<nsw : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{expected '<'}}
%0 = arith.addi %i, %i overflow nsw : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
%0 = "arith.addi"(%i, %i) {overflowFlags = 1 : i32} : (i32, i32) -> i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{invalid properties {overflowFlags = 1 : i32} for op arith.addi: Invalid attribute `overflowFlags` in property conversion: 1 : i32}}
%0 = "arith.addi"(%i, %i) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.addi' 'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
%0 = arith.addi %i, %i {overflowFlags = 1 : i32} : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.addf' 'arith.addf' op attribute 'fastmath' failed to satisfy constraint: Floating point fast math flags}}
%0 = arith.addf %f, %f {fastmath = 1 : i32} : f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
// expected-error @below {{custom op 'arith.addf' failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`}}
%0 = arith.addf %f, %f fastmath<foo> : f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.addi' expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw}}
// expected-error @below {{custom op 'arith.addi' failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`}}
%0 = arith.addi %i, %i overflow<foo> : i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{custom op 'arith.truncf' 'arith.truncf' op attribute 'roundingmode' failed to satisfy constraint: Floating point rounding mode}}
%0 = arith.truncf %f {roundingmode = 7 : i32} : f32 to f16

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{expected ':'}}
%0 = arith.truncf %f foo : f32 to f16

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.extsi' op operand type 'tensor<4xi32>' and result type 'tensor<4xi8>' are cast incompatible}}
%0 = arith.extsi %ti : tensor<4xi32> to tensor<4xi8>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.extui' op operand type 'i32' and result type 'i32' are cast incompatible}}
%0 = arith.extui %i : i32 to i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.extsi' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
%0 = arith.extsi %n : index to i64

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible}}
%0 = arith.trunci %i : i32 to i64

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.trunci' op failed to verify that input and output have the same tensor dimensions}}
%0 = arith.trunci %ti : tensor<4xi32> to i16

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.trunci' op failed to verify that input and output have the same tensor dimensions}}
%0 = arith.trunci %ti : tensor<4xi32> to tensor<8xi16>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.bitcast' op operand type 'tensor<4xi32>' and result type 'tensor<4xi16>' are cast incompatible}}
%0 = arith.bitcast %ti : tensor<4xi32> to tensor<4xi16>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.bitcast' op operand #0 must be non-zero-bitwidth-signless-integer-or-float-like or memref of non-zero-bitwidth signless integer or float, but got 'index'}}
%0 = arith.bitcast %n : index to i64

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.index_cast' op operand type 'tensor<4xi32>' and result type 'tensor<4xi16>' are cast incompatible}}
%0 = arith.index_cast %ti : tensor<4xi32> to tensor<4xi16>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.index_cast' op operand #0 must be signless-non-zero-bitwidth-integer-like or memref of signless-integer, but got 'f32'}}
%0 = arith.index_cast %f : f32 to i32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.index_castui' op operand type 'index' and result type 'index' are cast incompatible}}
%0 = arith.index_castui %n : index to index

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible}}
%0 = arith.extf %f : f32 to f16

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.truncf' op operand type 'f32' and result type 'f32' are cast incompatible}}
%0 = arith.truncf %f : f32 to f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.sitofp' op result #0 must be floating-point-like, but got 'i64'}}
%0 = arith.sitofp %i : i32 to i64

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.fptoui' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
%0 = arith.fptoui %f : f32 to index

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.scaling_extf' op operand types 'f32', 'f32' and result type 'f16' are cast incompatible}}
%0 = arith.scaling_extf %f, %f : f32, f32 to f16

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.scaling_truncf' op failed to verify that input and output have the same tensor dimensions}}
%0 = "arith.scaling_truncf"(%t, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf16>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.scaling_truncf' op if an operand is non-scalar, then there must be at least one non-scalar result}}
%0 = arith.scaling_truncf %f, %t : f32, tensor<4xf32> to f16

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.select' op operand #0 must be bool-like, but got 'tensor<4xf32>'}}
%0 = arith.select %t, %t, %t : tensor<4xf32>, tensor<4xf32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
%0 = arith.select %tb, %t, %t : tensor<8xi1>, tensor<4xf32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
%0:2 = "arith.mulsi_extended"(%i, %j) : (i32, i64) -> (i64, i64)

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar}}
%0:2 = arith.addui_extended %ti, %ti : tensor<4xi32>, i1

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addui_extended' op result #1 must be bool-like, but got 'i2'}}
%0:2 = arith.addui_extended %i, %i : i32, i2

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.negf' op operand #0 must be floating-point-like, but got 'i32'}}
%0 = arith.negf %i : i32

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  %0, %1 = "builtin.unrealized_conversion_cast"() : () -> (tensor<32xf32>, tensor<32xf32, #b>)
  // expected-error @below {{'arith.addf' op requires the same encoding for all operands and results}}
  %2 = "arith.addf"(%1, %0) : (tensor<32xf32, #b>, tensor<32xf32>) -> tensor<32xf32, #b>
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  %0 = "builtin.unrealized_conversion_cast"() : () -> (tensor<32xf16, #b>)
  // expected-error @below {{'arith.extf' op operand type 'tensor<32xf16, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>' and result type 'tensor<32xf32, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>' are cast incompatible}}
  %1 = arith.extf %0 : tensor<32xf16, #b> to tensor<32xf32, #c>
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  %0 = "builtin.unrealized_conversion_cast"() : () -> (tensor<32xi32, #b>)
  // expected-error @below {{'arith.index_cast' op operand type 'tensor<32xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>' and result type 'tensor<32xindex>' are cast incompatible}}
  %1 = arith.index_cast %0 : tensor<32xi32, #b> to tensor<32xindex>
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32} {
  %0, %1 = "builtin.unrealized_conversion_cast"() : () -> (tensor<32xi1, #c>, tensor<32xf32, #b>)
  // expected-error @below {{'arith.select' op expected condition type to have the same shape as the result type, expected 'tensor<32xi1, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>', but got 'tensor<32xi1, #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>'}}
  %2 = arith.select %0, %1, %1 : tensor<32xi1, #c>, tensor<32xf32, #b>
}
