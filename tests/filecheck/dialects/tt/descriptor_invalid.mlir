// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{use of value '%s' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = tt.make_tensor_descriptor %p, [%s], [%s] : <f16>, <tensor<64xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{custom op 'tt.make_tensor_descriptor' 'tt.make_tensor_descriptor' op attribute 'padding' failed to satisfy constraint: allowed 32-bit signless integer cases: 1, 2}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] {padding = 3 : i32} : <f16>, <tensor<64xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{custom op 'tt.make_tensor_descriptor' invalid kind of type specified: expected builtin.tensor, but found 'f16'}}
  // expected-error @below {{custom op 'tt.make_tensor_descriptor' failed to parse TT_TensorDescType parameter 'blockType' which is to be a `RankedTensorType`}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <f16>, <f16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{custom op 'tt.make_tensor_descriptor' invalid kind of type specified: expected tt.tensordesc, but found '!tt.ptr<f16>'}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <f16>, !tt.ptr<f16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{expected '<'}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <f16>, i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{expected '<'}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : f16, <tensor<64xf16>>
  tt.return
}

// -----

tt.func @f(%p: f16, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op operand #0 must be ptr, but got 'f16'}}
  %0 = "tt.make_tensor_descriptor"(%p, %n, %s) : (f16, i32, i64) -> !tt.tensordesc<tensor<4xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @below {{'tt.make_tensor_descriptor' op result #0 must be Tensor descriptor type (`::mlir::triton::TensorDescType`) in Triton IR type system, but got 'tensor<4xf16>'}}
  %0 = "tt.make_tensor_descriptor"(%p, %n, %s) : (!tt.ptr<f16>, i32, i64) -> tensor<4xf16>
  tt.return
}

// -----

// expected-error @below {{invalid kind of type specified: expected builtin.tensor, but found 'f16'}}
// expected-error @below {{failed to parse TT_TensorDescType parameter 'blockType' which is to be a `RankedTensorType`}}
tt.func @f(%p: !tt.tensordesc<f16>) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-error @below {{expected '>'}}
tt.func @f(%p: !tt.tensordesc<tensor<4xf16>, 1>) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-error @below {{expected '<'}}
tt.func @f(%p: !tt.tensordesc) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-error @below {{expected '<'}}
tt.func @f(%p: !tt.ptr) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-error @below {{expected integer value}}
tt.func @f(%p: !tt.ptr<f32, f32>) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-error @below {{expected integer value}}
tt.func @f(%p: !tt.ptr<f32, 1.0>) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32, -1>) {
  // expected-error @below {{use of value '%p' expects different type than prior uses: 'f32' vs '!tt.ptr<f32, -1>'}}
  tt.store %p, %p : !tt.ptr<f32, -1>
  tt.return
}

// -----

// expected-error @below {{integer value too large}}
tt.func @f(%p: !tt.ptr<f32, 99999999999>) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-error @below {{expected non-function type}}
tt.func @f(%p: !tt.ptr<>) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-error @below {{unknown  type `pointer` in dialect `tt`}}
tt.func @f(%p: !tt.pointer<f32>) {
  %0 = arith.constant 1 : i32
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt<ptr<f32>>) {
  // expected-error @below {{use of value '%p' expects different type than prior uses: 'f32' vs '!tt.ptr<f32>'}}
  tt.store %p, %p : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op tensor descriptor block and tensor types must match}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op tensor descriptor block and tensor types must match}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op ranked reduce load only allowed for unit dimension leading dim.}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op tensor descriptor block and tensor types must match}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<1x64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xui8>>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op result #0 must be ranked tensor of floating-point or integer or ptr values, but got 'tensor<64x64xui8>'}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xui8>> -> tensor<64x64xui8>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i64) {
  // expected-error @below {{use of value '%i' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{custom op 'tt.descriptor_load' expected string or keyword containing one of the following enum values for attribute 'cache' [none, ca, cg, wb, cs, wt, cv]}}
  %0 = tt.descriptor_load %d[%i, %i] cacheModifier = no : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{custom op 'tt.descriptor_load' 'tt.descriptor_load' op attribute 'evict' failed to satisfy constraint: allowed 32-bit signless integer cases: 1, 2, 3}}
  %0 = tt.descriptor_load %d[%i, %i] {evict = 4 : i32} : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  // expected-error @below {{expected non-function type}}
  %0 = tt.descriptor_load %d[%i, %i] : <tensor<64x64xf16>> -> tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.ptr<f16>, %i: i32) {
  // expected-error @below {{'tt.descriptor_load' op operand #0 must be Tensor descriptor type (`::mlir::triton::TensorDescType`) in Triton IR type system, but got '!tt.ptr<f16>'}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.ptr<f16> -> tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: tensor<64xf16>, %i: i32) {
  // expected-error @below {{'tt.descriptor_store' op ranked reduce load only allowed for unit dimension leading dim.}}
  tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xf16>>, tensor<64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: tensor<64x64xf32>, %i: i32) {
  // expected-error @below {{'tt.descriptor_store' op tensor descriptor block and tensor types must match}}
  tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: f32, %i: i32) {
  // expected-error @below {{custom op 'tt.descriptor_store' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  tt.descriptor_store %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xf16>>, f32
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: tensor<64x64xf16>, %i: i32) {
  // expected-error @below {{expected ','}}
  tt.descriptor_store %d[%i, %i] %v : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: tensor<64x64xf16>, %i: i32) {
  // expected-error @below {{custom op 'tt.descriptor_reduce' expected string or keyword containing one of the following enum values for attribute 'kind' [add, min, max, inc, dec, and, or, xor]}}
  tt.descriptor_reduce sub, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: tensor<64x64xf16>, %i: i32) {
  // expected-error @below {{custom op 'tt.descriptor_reduce' expected string or keyword containing one of the following enum values for attribute 'kind' [add, min, max, inc, dec, and, or, xor]}}
  tt.descriptor_reduce %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: tensor<64x64xf16>, %i: i32) {
  // expected-error @below {{invalid properties {kind = 9 : i32} for op tt.descriptor_reduce: Invalid attribute `kind` in property conversion: 9 : i32}}
  "tt.descriptor_reduce"(%d, %v, %i) <{kind = 9 : i32}> : (!tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>, i32) -> ()
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16>>, %v: tensor<64x64xf16>, %i: i32) {
  // expected-error @below {{'tt.descriptor_reduce' op requires attribute 'kind'}}
  "tt.descriptor_reduce"(%d, %v, %i) : (!tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>, i32) -> ()
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<128xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op block must be a 2D tensor, but got 'tensor<128xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<2x128xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op block must have exactly 1 row, but got 'tensor<2x128xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<2x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<1x32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op x offsets must be a 1D tensor, but got 'tensor<1x32xi32>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<1x32xi32>, i32) -> tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op result must be a 2D tensor, but got 'tensor<128xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<4xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op gather must have at least 8 rows, but got 4}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<4xi32>, i32) -> tensor<4x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf64>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op TMA dtype cannot be greater than 32 bits}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf64>>, tensor<32xi32>, i32) -> tensor<32x128xf64>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op gather of 'f16' must have at least 16 columns, but got 8}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x8xf16>>, tensor<32xi32>, i32) -> tensor<32x8xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op result tensor must have as many rows as indices (32), but got 'tensor<64x128xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<64x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op result tensor number of columns must match block (128), but got 'tensor<32x64xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op result tensor element type must match block ('f16'), but got 'tensor<32x128xbf16>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xbf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi64>, %y: i32) {
  // expected-error @below {{'tt.descriptor_gather' op operand #1 must be ranked tensor of 32-bit signless integer values, but got 'tensor<32xi64>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi64>, i32) -> tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i64) {
  // expected-error @below {{'tt.descriptor_gather' op operand #2 must be 32-bit signless integer, but got 'i64'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i64) -> tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i32) {
  // expected-error @below {{expected ','}}
  %0 = tt.descriptor_gather %d[%x] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i32, %v: tensor<32x64xf16>) {
  // expected-error @below {{'tt.descriptor_scatter' op result tensor number of columns must match block (128), but got 'tensor<32x64xf16>'}}
  tt.descriptor_scatter %d[%x, %y], %v : !tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32, tensor<32x64xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<16xi32>, %y: i32, %v: tensor<32x128xf16>) {
  // expected-error @below {{'tt.descriptor_scatter' op result tensor must have as many rows as indices (16), but got 'tensor<32x128xf16>'}}
  tt.descriptor_scatter %d[%x, %y], %v : !tt.tensordesc<tensor<1x128xf16>>, tensor<16xi32>, i32, tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<2x128xf16>>, %x: tensor<16xi32>, %y: i32, %v: tensor<32x128xf16>) {
  // expected-error @below {{'tt.descriptor_scatter' op block must have exactly 1 row, but got 'tensor<2x128xf16>'}}
  tt.descriptor_scatter %d[%x, %y], %v : !tt.tensordesc<tensor<2x128xf16>>, tensor<16xi32>, i32, tensor<32x128xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<16xi32>, %y: i32, %v: tensor<32x128xf16>) {
  // expected-error @below {{custom op 'tt.descriptor_scatter' number of operands and types do not match: got 4 operands and 3 types}}
  tt.descriptor_scatter %d[%x, %y], %v : !tt.tensordesc<tensor<1x128xf16>>, tensor<16xi32>, i32
  tt.return
}
