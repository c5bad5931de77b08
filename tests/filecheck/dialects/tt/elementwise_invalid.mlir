// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.int_to_ptr' op operand #0 must be 64-bit signless integer or tensor of 64-bit signless integer values, but got 'i32'}}
  %0 = tt.int_to_ptr %x : i32 -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%x: i64) {
  // expected-error @below {{'tt.int_to_ptr' op result #0 must be ptr or ranked tensor of ptr values, but got 'i64'}}
  %0 = tt.int_to_ptr %x : i64 -> i64
  tt.return
}

// -----

tt.func @f(%x: i64) {
  // expected-error @below {{'tt.int_to_ptr' op if a result is non-scalar, then at least one operand must be non-scalar}}
  %0 = tt.int_to_ptr %x : i64 -> tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi64>) {
  // expected-error @below {{'tt.int_to_ptr' op all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.int_to_ptr %x : tensor<4xi64> -> tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi64>) {
  // expected-error @below {{'tt.int_to_ptr' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tt.int_to_ptr %x : tensor<4xi64> -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%x: !tt.ptr<f32>) {
  // expected-error @below {{'tt.ptr_to_int' op result #0 must be 64-bit signless integer or tensor of 64-bit signless integer values, but got 'i32'}}
  %0 = tt.ptr_to_int %x : !tt.ptr<f32> -> i32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.ptr_to_int' op operand #0 must be ptr or ranked tensor of ptr values, but got 'f32'}}
  %0 = tt.ptr_to_int %x : f32 -> i64
  tt.return
}

// -----

tt.func @f(%x: tensor<4x!tt.ptr<f32>>) {
  // expected-error @below {{'tt.ptr_to_int' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tt.ptr_to_int %x : tensor<4x!tt.ptr<f32>> -> i64
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16x!tt.ptr<f32>, #blocked>) {
  // expected-error @below {{'tt.ptr_to_int' op requires the same encoding for all operands and results}}
  %0 = tt.ptr_to_int %x : tensor<16x16x!tt.ptr<f32>, #blocked> -> tensor<16x16xi64, #other>
  tt.return
}
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{Cannot bitcast data-type of size 32 to data-type of size 64}}
  %0 = tt.bitcast %x : i32 -> i64
  tt.return
}

// -----

tt.func @f(%x: f16) {
  // expected-error @below {{Cannot bitcast data-type of size 16 to data-type of size 32}}
  %0 = tt.bitcast %x : f16 -> f32
  tt.return
}

// -----

tt.func @f(%x: !tt.ptr<f32>) {
  // expected-error @below {{Cannot bitcast pointer to non-pointer type}}
  %0 = tt.bitcast %x : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @f(%x: i64) {
  // expected-error @below {{Cannot bitcast pointer to non-pointer type}}
  %0 = tt.bitcast %x : i64 -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%x: !tt.ptr<f32>) {
  // expected-error @below {{Cannot bitcast pointer between different address spaces}}
  %0 = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<f32, 3>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.bitcast' op all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.bitcast %x : tensor<4xf32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{Cannot bitcast data-type of size 32 to data-type of size 16}}
  %0 = tt.bitcast %x : tensor<4xf32> -> tensor<4xi16>
  tt.return
}

// -----

tt.func @f(%x: index) {
  // expected-error @below {{'tt.bitcast' op operand #0 must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'index'}}
  %0 = tt.bitcast %x : index -> i64
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.bitcast' op result #0 must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'si32'}}
  %0 = tt.bitcast %x : i32 -> si32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.bitcast' op result #0 must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'tf32'}}
  %0 = tt.bitcast %x : i32 -> tf32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected ':'}}
  %0 = tt.bitcast %x i32 -> i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected '->'}}
  %0 = tt.bitcast %x : i32 to i32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{Rounding mode is required for FP downcast}}
  %0 = tt.fp_to_fp %x : f32 -> f16
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf16>) {
  // expected-error @below {{Rounding mode is required for FP downcast}}
  %0 = tt.fp_to_fp %x : tensor<4xf16> -> tensor<4xf8E5M2>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.fp_to_fp' expected string or keyword containing one of the following enum values for attribute 'rounding' [rtz, rtne]}}
  %0 = tt.fp_to_fp %x, rounding = up : f32 -> f16
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{expected '='}}
  %0 = tt.fp_to_fp %x, rounding rtne : f32 -> f16
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.fp_to_fp' expected 'rounding'}}
  %0 = tt.fp_to_fp %x, rtne : f32 -> f16
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.fp_to_fp' 'tt.fp_to_fp' op attribute 'rounding' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1}}
  %0 = tt.fp_to_fp %x {rounding = 2 : i32} : f32 -> f16
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.fp_to_fp' op result #0 must be floating-point or ranked tensor of floating-point values, but got 'i16'}}
  %0 = tt.fp_to_fp %x, rounding = rtne : f32 -> i16
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.fp_to_fp' op operand #0 must be floating-point or ranked tensor of floating-point values, but got 'i32'}}
  %0 = tt.fp_to_fp %x : i32 -> f32
  tt.return
}

// -----

tt.func @f(%x: f8E4M3B11FNUZ) {
  // expected-error @below {{'tt.fp_to_fp' op operand #0 must be floating-point or ranked tensor of floating-point values, but got 'f8E4M3B11FNUZ'}}
  %0 = tt.fp_to_fp %x : f8E4M3B11FNUZ -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf16>) {
  // expected-error @below {{'tt.fp_to_fp' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tt.fp_to_fp %x : tensor<4xf16> -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{expected ','}}
  %0 = tt.clampf %x, %x, %x : f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.clampf' expected string or keyword containing one of the following enum values for attribute 'propagateNan' [none, all]}}
  %0 = tt.clampf %x, %x, %x, propagateNan = some : f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{expected SSA operand}}
  %0 = tt.clampf %x, %x, propagateNan = all : f32
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%x: f32, %y: f64) {
  // expected-error @below {{use of value '%y' expects different type than prior uses: 'f32' vs 'f64'}}
  %0 = tt.clampf %x, %y, %x, propagateNan = all : f32
  tt.return
}

// -----

tt.func @f(%x: f32, %y: f64) {
  // expected-error @below {{'tt.clampf' op requires the same type for all operands and results}}
  %0 = "tt.clampf"(%x, %y, %x) <{propagateNan = 65535 : i32}> : (f32, f64, f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32, %y: f64) {
  // expected-error @below {{'tt.clampf' op requires the same type for all operands and results}}
  %0 = "tt.clampf"(%x, %x, %x) <{propagateNan = 65535 : i32}> : (f32, f32, f32) -> f64
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{invalid properties {propagateNan = 1 : i32} for op tt.clampf: Invalid attribute `propagateNan` in property conversion: 1 : i32}}
  %0 = "tt.clampf"(%x, %x, %x) <{propagateNan = 1 : i32}> : (f32, f32, f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.clampf' op requires attribute 'propagateNan'}}
  %0 = "tt.clampf"(%x, %x, %x) : (f32, f32, f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.clampf' op expected 3 operands, but found 2}}
  %0 = "tt.clampf"(%x, %x) <{propagateNan = 0 : i32}> : (f32, f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.clampf' op operand #0 must be floating-point or ranked tensor of floating-point values, but got 'i32'}}
  %0 = tt.clampf %x, %x, %x, propagateNan = all : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.precise_sqrt' op operand #0 must be floating-point or ranked tensor of floating-point values, but got 'i32'}}
  %0 = tt.precise_sqrt %x : i32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.precise_sqrt' op requires the same type for all operands and results}}
  %0 = "tt.precise_sqrt"(%x) : (f32) -> f64
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.precise_sqrt' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = "tt.precise_sqrt"(%x) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.precise_sqrt' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "tt.precise_sqrt"(%x) : (tensor<4xf32>) -> tensor<8xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{'tt.precise_sqrt' op requires the same encoding for all operands and results}}
  %0 = "tt.precise_sqrt"(%x) : (tensor<16x16xf32, #blocked>) -> tensor<16x16xf32, #other>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{'tt.precise_sqrt' op inferred type(s) 'tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>' are incompatible with return type(s) of operation 'tensor<16x16xf32>'}}
  // expected-error @below {{'tt.precise_sqrt' op failed to infer returned types}}
  %0 = "tt.precise_sqrt"(%x) : (tensor<16x16xf32, #blocked>) -> tensor<16x16xf32>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32>) {
  // expected-error @below {{'tt.precise_sqrt' op requires the same encoding for all operands and results}}
  %0 = "tt.precise_sqrt"(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32, #blocked>
  tt.return
}
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%x: f32, %y: f16) {
  // expected-error @below {{use of value '%y' expects different type than prior uses: 'f32' vs 'f16'}}
  %0 = tt.precise_divf %x, %y : f32
  tt.return
}

// -----

tt.func @f(%x: f32, %y: f16) {
  // expected-error @below {{'tt.precise_divf' op requires the same type for all operands and results}}
  %0 = "tt.precise_divf"(%x, %y) : (f32, f16) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32, %y: f16) {
  // expected-error @below {{'tt.precise_divf' op expected 2 operands, but found 1}}
  %0 = "tt.precise_divf"(%x) : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32, %y: f16) {
  // expected-error @below {{expected ','}}
  %0 = tt.precise_divf %x : f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.mulhiui' op operand #0 must be integer or ranked tensor of integer values, but got 'f32'}}
  %0 = tt.mulhiui %x, %x : f32
  tt.return
}

// -----

tt.func @f(%x: i32, %y: i64) {
  // expected-error @below {{'tt.mulhiui' op requires the same type for all operands and results}}
  %0 = "tt.mulhiui"(%x, %y) : (i32, i64) -> i64
  tt.return
}

// -----

tt.func @f(%x: i128) {
  // expected-error @below {{'tt.mulhiui' op operand #0 must be integer or ranked tensor of integer values, but got 'i128'}}
  %0 = tt.mulhiui %x, %x : i128
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.extern_elementwise' op requires attribute 'symbol'}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", pure = true} : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.extern_elementwise' op requires attribute 'pure'}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", symbol = "c"} : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.extern_elementwise' 'tt.extern_elementwise' op attribute 'pure' failed to satisfy constraint: bool attribute}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", pure = 1 : i32, symbol = "c"} : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.extern_elementwise' 'tt.extern_elementwise' op attribute 'libpath' failed to satisfy constraint: string attribute}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = 1 : i32, pure = true, symbol = "c"} : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{operation defines 2 results but was provided 1 to bind}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", pure = true, symbol = "c"} : (f32) -> (f32, f32)
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.extern_elementwise' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = tt.extern_elementwise %x, %x {libname = "a", libpath = "b", pure = true, symbol = "c"} : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.extern_elementwise' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", pure = true, symbol = "c"} : (f32, f32) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.extern_elementwise' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", pure = true, symbol = "c"} : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.extern_elementwise' op if a result is non-scalar, then at least one operand must be non-scalar}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", pure = true, symbol = "c"} : (f32) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: index) {
  // expected-error @below {{'tt.extern_elementwise' op operand #0 must be variadic of floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'index'}}
  %0 = tt.extern_elementwise %x {libname = "a", libpath = "b", pure = true, symbol = "c"} : (index) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{'tt.extern_elementwise' op all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.extern_elementwise %x, %y {libname = "a", libpath = "b", pure = true, symbol = "c"} : (tensor<4xf32>, tensor<8xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{number of input elements 4 must be a multiple of the op's packed_element attribute, 3}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 3 : i32, pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{number of input elements 4 must be a multiple of the op's packed_element attribute, 8}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 8 : i32, pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.elementwise_inline_asm' op requires attribute 'packed_element'}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{custom op 'tt.elementwise_inline_asm' 'tt.elementwise_inline_asm' op attribute 'packed_element' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 1 : i64, pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{custom op 'tt.elementwise_inline_asm' invalid kind of attribute specified}}
  %0 = tt.elementwise_inline_asm {constraints = "", packed_element = 1 : i32, pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{integer literal not valid for specified type}}
  %0 = tt.elementwise_inline_asm 1 {constraints = "", packed_element = 1 : i32, pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{expected ':'}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 1 : i32, pure = true} %x -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{expected '->'}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 1 : i32, pure = true} %x : tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.elementwise_inline_asm' op all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 1 : i32, pure = true} %x : tensor<4xi32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{custom op 'tt.elementwise_inline_asm' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = 1 : i32, pure = true} %x, %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{expected non-function type}}
  tt.elementwise_inline_asm "a" {constraints = "", packed_element = 1 : i32, pure = true} %x : tensor<4xi32> ->
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.elementwise_inline_asm' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  "tt.elementwise_inline_asm"(%x) <{asm_string = "a", constraints = "", packed_element = 1 : i32, pure = true}> : (tensor<4xi32>) -> ()
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{argument types did not match}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<4xi32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.map_elementwise' op region has wrong number of arguments}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tt.map_elementwise.return %a : i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.map_elementwise' op Pack must be a power of 2}}
  %0 = "tt.map_elementwise"(%x) <{pack = 3 : i32}> ({
  ^bb0(%a: i32):
    tt.map_elementwise.return %a : i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.map_elementwise' op expected 1 or more operands, but found 0}}
  %0 = "tt.map_elementwise"() <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    tt.map_elementwise.return %a : i32
  }) : () -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    // expected-error @below {{region return does not match map_elementwise result}}
    tt.map_elementwise.return %a, %a : i32, i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    // expected-error @below {{region return does not match map_elementwise result}}
    tt.map_elementwise.return
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>, %p: !tt.ptr<i32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    // expected-error @below {{'tt.store' op Stores are not supported inside map_elementwise}}
    tt.store %p, %a : !tt.ptr<i32>
    tt.map_elementwise.return %a : i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.map_elementwise' op requires attribute 'pack'}}
  %0 = "tt.map_elementwise"(%x) ({
  ^bb0(%a: i32):
    tt.map_elementwise.return %a : i32
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.map_elementwise' op requires the same shape for all operands and results}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    tt.map_elementwise.return %a : i32
  }) : (tensor<4xi32>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.map_elementwise' op operand #0 must be variadic of ranked tensor of floating-point or integer or ptr values, but got 'i32'}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    tt.map_elementwise.return %a : i32
  }) : (i32) -> i32
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.map_elementwise' op requires one region}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> : (tensor<4xi32>) -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{custom op 'tt.map_elementwise' has no custom assembly form}}
  %0 = tt.map_elementwise %x : tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.map_elementwise.return' op expects parent op 'tt.map_elementwise'}}
  tt.map_elementwise.return %x : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.map_elementwise' op expected 1 or more operands, but found 0}}
  "tt.map_elementwise"() <{pack = 1 : i32}> ({
    tt.map_elementwise.return
  }) : () -> ()
  tt.return
}

// -----

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @below {{'tt.map_elementwise' op expected 1 or more results}}
  "tt.map_elementwise"(%a) <{pack = 1 : i32}> ({
  ^bb0(%x: f32):
    tt.map_elementwise.return
  }) : (tensor<8xf32>) -> ()
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi32>) {
  // expected-error @below {{number of input elements 4 must be a multiple of the op's packed_element attribute, 4294967295}}
  %0 = tt.elementwise_inline_asm "a" {constraints = "", packed_element = -1 : i32, pure = true} %x : tensor<4xi32> -> tensor<4xi32>
  tt.return
}
