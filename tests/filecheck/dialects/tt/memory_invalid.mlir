// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

tt.func @f(%p: !tt.ptr<f32>, %o: f32) {
  // expected-error @below {{'tt.addptr' op operand #1 must be integer or ranked tensor of integer values, but got 'f32'}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32>, f32
  tt.return
}

// -----

tt.func @f(%p: f32, %o: i32) {
  // expected-error @below {{custom op 'tt.addptr' 'result' must be ptr or ranked tensor of ptr values, but got 'f32'}}
  %0 = tt.addptr %p, %o : f32, i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>) {
  // expected-error @below {{'tt.addptr' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32>, tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %o: tensor<8xi32>) {
  // expected-error @below {{'tt.addptr' op all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.addptr %p, %o : tensor<4x!tt.ptr<f32>>, tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %o: i32) {
  // expected-error @below {{'tt.addptr' op requires the same shape for all operands and results}}
  %0 = tt.addptr %p, %o : tensor<4x!tt.ptr<f32>>, i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i128) {
  // expected-error @below {{'tt.addptr' op operand #1 must be integer or ranked tensor of integer values, but got 'i128'}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32>, i128
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: ui32) {
  // expected-error @below {{'tt.addptr' op operand #1 must be integer or ranked tensor of integer values, but got 'ui32'}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32>, ui32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @below {{'tt.addptr' op operand #1 must be integer or ranked tensor of integer values, but got 'index'}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32>, index
  tt.return
}

// -----

tt.func @f(%p: tensor<3x!tt.ptr<f32>>, %o: tensor<3xi32>) {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.addptr"(%arg0, %arg1) : (tensor<3x!tt.ptr<f32>>, tensor<3xi32>) -> tensor<3x!tt.ptr<f32>> doesn't follow the rule (3) elements}}
  %0 = tt.addptr %p, %o : tensor<3x!tt.ptr<f32>>, tensor<3xi32>
  tt.return
}

// -----

tt.func @f(%p: tensor<2097152x!tt.ptr<f32>>, %o: tensor<2097152xi32>) {
  // expected-error @below {{Maximum allowed number of elements is 1048576, but %0 = "tt.addptr"(%arg0, %arg1) : (tensor<2097152x!tt.ptr<f32>>, tensor<2097152xi32>) -> tensor<2097152x!tt.ptr<f32>> has more than that}}
  %0 = tt.addptr %p, %o : tensor<2097152x!tt.ptr<f32>>, tensor<2097152xi32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{'tt.addptr' op failed to verify that result type matches ptr type}}
  %0 = "tt.addptr"(%p, %o) : (!tt.ptr<f32>, i32) -> !tt.ptr<i32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{'tt.addptr' op expected 2 operands, but found 1}}
  %0 = "tt.addptr"(%p) : (!tt.ptr<f32>) -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{'tt.addptr' op requires one result}}
  "tt.addptr"(%p, %o) : (!tt.ptr<f32>, i32) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{'tt.addptr' op requires one result}}
  %0:2 = "tt.addptr"(%p, %o) : (!tt.ptr<f32>, i32) -> (!tt.ptr<f32>, !tt.ptr<f32>)
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = tt.addptr %p, %o : !tt.ptr<f32>, i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{expected ','}}
  %0 = tt.addptr %p %o : !tt.ptr<f32>, i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{expected ','}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{expected ':'}}
  %0 = tt.addptr %p, %o, %o : !tt.ptr<f32>, i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{expected ','}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{use of value '%o' expects different type than prior uses: 'i64' vs 'i32'}}
  %0 = tt.addptr %p, %o : !tt.ptr<f32>, i64
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{use of value '%p' expects different type than prior uses: '!tt.ptr<f64>' vs '!tt.ptr<f32>'}}
  %0 = tt.addptr %p, %o : !tt.ptr<f64>, i32
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%p: tensor<16x16x!tt.ptr<f32>, #blocked>, %o: tensor<16x16xi32, #other>) {
  // expected-error @below {{'tt.addptr' op requires the same encoding for all operands}}
  %0 = tt.addptr %p, %o : tensor<16x16x!tt.ptr<f32>, #blocked>, tensor<16x16xi32, #other>
  tt.return
}
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{use of value '%p' expects different type than prior uses: '!tt.ptr<f16>' vs '!tt.ptr<f32>'}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{'tt.make_tensor_ptr' op operand #3 must be variadic of 32-bit signless integer, but got 'i64'}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n, %n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{use of value '%n' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%n] {order = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{'tt.make_tensor_ptr' op requires attribute 'order'}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{custom op 'tt.make_tensor_ptr' 'tt.make_tensor_ptr' op attribute 'order' failed to satisfy constraint: i32 dense array attribute}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] {order = array<i64: 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{custom op 'tt.make_tensor_ptr' 'tt.make_tensor_ptr' op attribute 'order' failed to satisfy constraint: i32 dense array attribute}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] {order = [0]} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{custom op 'tt.make_tensor_ptr' 'result' must be ptr, but got '!tt.ptr<f32>'}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{expected '<'}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] {order = array<i32: 0>} : i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @below {{'tt.make_tensor_ptr' op operand #3 must be variadic of 32-bit signless integer, but got 'i64'}}
  %0 = "tt.make_tensor_ptr"(%p, %n, %n, %n) <{order = array<i32: 0>}> : (!tt.ptr<f32>, i64, i64, i64) -> !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32, 3>, %n: i64, %o: i32) {
  // expected-error @below {{use of value '%p' expects different type than prior uses: '!tt.ptr<f32>' vs '!tt.ptr<f32, 3>'}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] {order = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: i32) {
  // expected-error @below {{custom op 'tt.advance' 'result' must be ptr, but got '!tt.ptr<f32>'}}
  %0 = tt.advance %p, [%o] : !tt.ptr<f32>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<tensor<4xf32>>, %o: i64) {
  // expected-error @below {{use of value '%o' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = tt.advance %p, [%o] : !tt.ptr<tensor<4xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<4xf32>>, %o: i32) {
  // expected-error @below {{'tt.advance' op failed to verify that result type matches ptr type}}
  %0 = "tt.advance"(%p, %o) : (!tt.ptr<tensor<4xf32>>, i32) -> !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<4xf32>>, %o: i32) {
  // expected-error @below {{'tt.advance' op expected 1 or more operands, but found 0}}
  %0 = "tt.advance"() : () -> !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<4xindex>>, %o: i32) {
  // expected-error @below {{custom op 'tt.advance' 'result' must be ptr, but got '!tt.ptr<tensor<4xindex>>'}}
  %0 = tt.advance %p, [%o] : !tt.ptr<tensor<4xindex>>
  tt.return
}

// -----

tt.func @f(%p: f32) {
  // expected-error @below {{custom op 'tt.load' 'ptr' must be ptr or ranked tensor of ptr values or ptr, but got 'f32'}}
  %0 = tt.load %p : f32
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{use of value '%p' expects different type than prior uses: 'tensor<4x!tt.ptr<f32>>' vs '!tt.ptr<f32>'}}
  %0 = tt.load %p : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<index>) {
  // expected-error @below {{'tt.load' op result #0 must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'index'}}
  %0 = tt.load %p : !tt.ptr<index>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<vector<4xf32>>) {
  // expected-error @below {{'tt.load' op result #0 must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'vector<4xf32>'}}
  %0 = tt.load %p : !tt.ptr<vector<4xf32>>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %m: i32) {
  // expected-error @below {{use of value '%m' expects different type than prior uses: 'i1' vs 'i32'}}
  %0 = tt.load %p, %m : !tt.ptr<f32>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %m: i1) {
  // expected-error @below {{use of value '%m' expects different type than prior uses: 'tensor<4xi1>' vs 'i1'}}
  %0 = tt.load %p, %m : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %m: i1, %d: i32) {
  // expected-error @below {{use of value '%d' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = tt.load %p, %m, %d : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %m: i1, %d: f32) {
  // expected-error @below {{expected ':'}}
  %0 = tt.load %p, %m, %d, %d : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' expected string or keyword containing one of the following enum values for attribute 'cache' [none, ca, cg, wb, cs, wt, cv]}}
  %0 = tt.load %p cacheModifier = fast : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' expected string or keyword containing one of the following enum values for attribute 'cache' [none, ca, cg, wb, cs, wt, cv]}}
  %0 = tt.load %p cacheModifier = 3 : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{expected '='}}
  %0 = tt.load %p cacheModifier ca : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' `cacheModifier` clause can appear at most once in the expansion of the oilist directive}}
  %0 = tt.load %p cacheModifier = ca cacheModifier = cg : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' invalid evict attribute specification: "never"}}
  %0 = tt.load %p evictionPolicy = "never" : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' 'tt.load' op attribute 'cache' failed to satisfy constraint: allowed 32-bit signless integer cases: 1, 2, 3, 4, 5, 6, 7}}
  %0 = tt.load %p {cache = 9 : i32} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' 'tt.load' op attribute 'cache' failed to satisfy constraint: allowed 32-bit signless integer cases: 1, 2, 3, 4, 5, 6, 7}}
  %0 = tt.load %p {cache = "ca"} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' 'tt.load' op attribute 'evict' failed to satisfy constraint: allowed 32-bit signless integer cases: 1, 2, 3}}
  %0 = tt.load %p {evict = 1 : i64} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' 'tt.load' op attribute 'padding' failed to satisfy constraint: allowed 32-bit signless integer cases: 1, 2}}
  %0 = tt.load %p {padding = 3 : i32} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' 'tt.load' op attribute 'boundaryCheck' failed to satisfy constraint: i32 dense array attribute}}
  %0 = tt.load %p {boundaryCheck = [0]} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{custom op 'tt.load' 'tt.load' op attribute 'isVolatile' failed to satisfy constraint: bool attribute}}
  %0 = tt.load %p {isVolatile = 1 : i32} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{duplicate key 'isVolatile' in dictionary attribute}}
  %0 = tt.load %p {isVolatile, isVolatile} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{invalid properties {operandSegmentSizes = array<i32: 1, 0>} for op tt.load: size mismatch in attribute conversion: 2 vs 3}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0>}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %0 = "tt.load"(%p) : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op failed to verify that result matches ptr type}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op failed to verify that result matches ptr type}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{invalid properties {cache = 9 : i32, operandSegmentSizes = array<i32: 1, 0, 0>} for op tt.load: Invalid attribute `cache` in property conversion: 9 : i32}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, cache = 9 : i32}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{invalid properties {cache = "ca", operandSegmentSizes = array<i32: 1, 0, 0>} for op tt.load: Invalid attribute `cache` in property conversion: "ca"}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>, cache = "ca"}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op attribute 'cache' failed to satisfy constraint: allowed 32-bit signless integer cases: 1, 2, 3, 4, 5, 6, 7}}
  %0 = "tt.load"(%p) {operandSegmentSizes = array<i32: 1, 0, 0>, cache = 9 : i32} : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %m: i1) {
  // expected-error @below {{'tt.load' op operand count (2) does not match with the total size (1) specified in attribute 'operandSegmentSizes'}}
  %0 = "tt.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>, i1) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %m: i1) {
  // expected-error @below {{'tt.load' op operand #0 must be ptr or ranked tensor of ptr values or ptr, but got 'i1'}}
  %0 = "tt.load"(%m, %p) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, !tt.ptr<f32>) -> f32
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %v: i32) {
  // expected-error @below {{use of value '%v' expects different type than prior uses: 'f32' vs 'i32'}}
  tt.store %p, %v : !tt.ptr<f32>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: !tt.ptr<f32>, %v: f32, %m: i8) {
  // expected-error @below {{use of value '%m' expects different type than prior uses: 'i1' vs 'i8'}}
  tt.store %p, %v, %m : !tt.ptr<f32>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %v: f32) {
  // expected-error @below {{use of value '%v' expects different type than prior uses: 'tensor<4xf32>' vs 'f32'}}
  tt.store %p, %v : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %v: tensor<4xf32>, %m: i1) {
  // expected-error @below {{'tt.store' op failed to verify that mask type matches ptr type}}
  "tt.store"(%p, %v, %m) : (tensor<4x!tt.ptr<f32>>, tensor<4xf32>, i1) -> ()
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %v: tensor<8xf32>) {
  // expected-error @below {{'tt.store' op failed to verify that value type matches ptr type}}
  "tt.store"(%p, %v) : (tensor<4x!tt.ptr<f32>>, tensor<8xf32>) -> ()
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>) {
  // expected-error @below {{'tt.store' op expected 2 or more operands, but found 1}}
  "tt.store"(%p) : (tensor<4x!tt.ptr<f32>>) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32, %m: i1) {
  // expected-error @below {{'tt.store' op operand group starting at #2 requires 0 or 1 element, but found 2}}
  "tt.store"(%p, %v, %m, %m) : (!tt.ptr<f32>, f32, i1, i1) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{custom op 'tt.store' expected string or keyword containing one of the following enum values for attribute 'cache' [none, ca, cg, wb, cs, wt, cv]}}
  tt.store %p, %v cacheModifier = : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{expected ','}}
  tt.store %p : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{cannot name an operation with no results}}
  %0 = tt.store %p, %v : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: i32, %v: i32) {
  // expected-error @below {{custom op 'tt.store' 'ptr' must be ptr or ranked tensor of ptr values or ptr, but got 'i32'}}
  tt.store %p, %v : i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{expected i1 type for 'true' or 'false' values}}
  tt.store %p, %v {boundaryCheck = array<i32: true>} : !tt.ptr<f32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%p: tensor<16x16x!tt.ptr<f32>, #blocked>, %v: tensor<16x16xf32, #other>) {
  // expected-error @below {{'tt.store' op failed to verify that value type matches ptr type}}
  "tt.store"(%p, %v) : (tensor<16x16x!tt.ptr<f32>, #blocked>, tensor<16x16xf32, #other>) -> ()
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%p: tensor<16x16x!tt.ptr<f32>, #blocked>) {
  // expected-error @below {{'tt.load' op failed to verify that result matches ptr type}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<16x16x!tt.ptr<f32>, #blocked>) -> tensor<16x16xf32, #other>
  tt.return
}
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%p: tensor<16x16x!tt.ptr<f32>, #line>) {
  // expected-error @below {{Operand 0 (<block argument> of type 'tensor<16x16x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>' at index: 0) has an invalid layout: Layout has rank 1, but the tensor it's attached to has rank 2.}}
  %0 = tt.load %p : tensor<16x16x!tt.ptr<f32>, #line>
  tt.return
}
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{custom op 'tt.atomic_rmw' expected string or keyword containing one of the following enum values for attribute 'atomic_rmw_op' [and, or, xor, add, fadd, max, min, umax, umin, exch]}}
  %0 = tt.atomic_rmw nand, relaxed, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{custom op 'tt.atomic_rmw' expected string or keyword containing one of the following enum values for attribute 'sem' [relaxed, acquire, release, acq_rel]}}
  %0 = tt.atomic_rmw fadd, strong, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{custom op 'tt.atomic_rmw' expected string or keyword containing one of the following enum values for attribute 'scope' [gpu, cta, sys]}}
  %0 = tt.atomic_rmw fadd, relaxed, world, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{custom op 'tt.atomic_rmw' expected string or keyword containing one of the following enum values for attribute 'scope' [gpu, cta, sys]}}
  %0 = tt.atomic_rmw fadd, relaxed, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: i32) {
  // expected-error @below {{'tt.atomic_rmw' op failed to verify that ptr type matches value type}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32>, i32) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32, 3>, %v: f32) {
  // expected-error @below {{'tt.atomic_rmw' op failed to verify that ptr type matches value type}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32, 3>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32, %m: tensor<4xi1>) {
  // expected-error @below {{'tt.atomic_rmw' op failed to verify that mask type matches value type}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v, %m : (!tt.ptr<f32>, f32, tensor<4xi1>) -> f32
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %v: tensor<4xf32>, %m: i1) {
  // expected-error @below {{'tt.atomic_rmw' op failed to verify that mask type matches value type}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v, %m : (tensor<4x!tt.ptr<f32>>, tensor<4xf32>, i1) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{custom op 'tt.atomic_rmw' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{cannot name an operation with no results}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32>, f32) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{operation defines 2 results but was provided 1 to bind}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32>, f32) -> (f32, f32)
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{custom op 'tt.atomic_rmw' invalid kind of type specified: expected builtin.function, but found '!tt.ptr<f32>'}}
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{invalid properties {atomic_rmw_op = 11 : i32, scope = 1 : i32, sem = 1 : i32} for op tt.atomic_rmw: Invalid attribute `atomic_rmw_op` in property conversion: 11 : i32}}
  %0 = "tt.atomic_rmw"(%p, %v) <{atomic_rmw_op = 11 : i32, scope = 1 : i32, sem = 1 : i32}> : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{'tt.atomic_rmw' op requires attribute 'sem'}}
  %0 = "tt.atomic_rmw"(%p, %v) <{atomic_rmw_op = 1 : i32, scope = 1 : i32}> : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{'tt.atomic_rmw' op requires attribute 'atomic_rmw_op'}}
  %0 = "tt.atomic_rmw"(%p, %v) : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %v: i32) {
  // expected-error @below {{expected ','}}
  %0 = tt.atomic_cas relaxed, gpu, %p, %v : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %v: i32) {
  // expected-error @below {{custom op 'tt.atomic_cas' expected string or keyword containing one of the following enum values for attribute 'sem' [relaxed, acquire, release, acq_rel]}}
  %0 = tt.atomic_cas gpu, gpu, %p, %v, %v : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %v: i32, %w: i64) {
  // expected-error @below {{'tt.atomic_cas' op failed to verify that ptr type matches value type}}
  %0 = tt.atomic_cas relaxed, gpu, %p, %v, %w : (!tt.ptr<i32>, i32, i64) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %v: i32, %w: i64) {
  // expected-error @below {{'tt.atomic_cas' op failed to verify that ptr type matches cmp type}}
  %0 = tt.atomic_cas relaxed, gpu, %p, %w, %v : (!tt.ptr<i32>, i64, i32) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %v: i32, %w: tensor<4xi32>) {
  // expected-error @below {{'tt.atomic_cas' op failed to verify that ptr type matches value type}}
  %0 = tt.atomic_cas relaxed, gpu, %p, %v, %w : (!tt.ptr<i32>, i32, tensor<4xi32>) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %v: i32) {
  // expected-error @below {{invalid properties {scope = 4 : i32, sem = 5 : i32} for op tt.atomic_cas: Invalid attribute `scope` in property conversion: 4 : i32}}
  %0 = "tt.atomic_cas"(%p, %v, %v) <{scope = 4 : i32, sem = 5 : i32}> : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.store' op expected 2 or more operands, but found 0}}
  "tt.store"() <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32}> : () -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<!tt.ptr<tensor<8xf32>>>) {
  // expected-error @below {{'tt.load' op requires the same shape for all operands and results}}
  %0 = tt.load %p : !tt.ptr<!tt.ptr<tensor<8xf32>>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<!tt.ptr<tensor<8xf32>>>, %v: !tt.ptr<tensor<8xf32>>) {
  // expected-error @below {{'tt.store' op requires the same shape for all operands}}
  tt.store %p, %v : !tt.ptr<!tt.ptr<tensor<8xf32>>>
  tt.return
}

// -----

// Without a mask, what would be its operand is checked: the text could not be told from that of a masked load.
tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %o: tensor<4xf32>) {
  // expected-error @below {{'tt.load' op failed to verify that mask type matches ptr type}}
  %v = tt.load %p, , %o : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: tensor<4x!tt.ptr<f32>>, %o: tensor<4xf32>) {
  // expected-error @below {{'tt.load' op failed to verify that mask type matches ptr type}}
  %v = "tt.load"(%p, %o) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<4x!tt.ptr<f32>>, tensor<4xf32>) -> tensor<4xf32>
  tt.return
}
