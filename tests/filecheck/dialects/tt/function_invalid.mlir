// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

tt.func @f(%a: tensor<3xf32>) {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.precise_sqrt"(%arg0) : (tensor<3xf32>) -> tensor<3xf32> doesn't follow the rule (3) elements}}
  %0 = tt.precise_sqrt %a : tensor<3xf32>
  tt.return
}
tt.func @f(%a: tensor<3xf32>) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op type of entry block argument #0('tensor<3xf32>') must match the type of the corresponding argument in function signature('i32')}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({
^bb0(%a: tensor<3xf32>):
  %0 = tt.precise_sqrt %a : tensor<3xf32>
  tt.return
}) : () -> ()

// -----

tt.func @f(%a: tensor<4xf32>) {
  "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{operand #0 does not dominate this use}}
    tt.reduce.return %q : f32
  }) : (tensor<4xf32>) -> f32
  // expected-note @below {{operand defined here (op in a parent region)}}
  %q = arith.constant 0.0 : f32
  tt.return
}
tt.func @g(%a: tensor<3xf32>) {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.precise_sqrt"(%arg0) : (tensor<3xf32>) -> tensor<3xf32> doesn't follow the rule (3) elements}}
  %0 = tt.precise_sqrt %a : tensor<3xf32>
  tt.return
}

// -----

module @m {
tt.func @f(%a: tensor<3xf32>) {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.precise_sqrt"(%arg0) : (tensor<3xf32>) -> tensor<3xf32> doesn't follow the rule (3) elements}}
  %0 = tt.precise_sqrt %a : tensor<3xf32>
  tt.return
}
}
module {
tt.func @f(%a: tensor<3xf32>) {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.precise_sqrt"(%arg0) : (tensor<3xf32>) -> tensor<3xf32> doesn't follow the rule (3) elements}}
  %0 = tt.precise_sqrt %a : tensor<3xf32>
  tt.return
}
tt.call @f() : () -> ()
}

// -----

// expected-error @below {{'tt.func' op visibility expected to be one of ["public", "private", "nested"], but got "secret"}}
"tt.func"() <{sym_name = "f", sym_visibility = "secret", function_type = () -> ()}> ({
  tt.return
}) : () -> ()

// -----

// expected-error @below {{invalid properties {function_type = () -> (), sym_name = "f", sym_visibility = 1 : i32} for op tt.func: Invalid attribute `sym_visibility` in property conversion: 1 : i32}}
"tt.func"() <{sym_name = "f", sym_visibility = 1 : i32, function_type = () -> ()}> ({
  tt.return
}) : () -> ()

// -----

// expected-error @below {{invalid properties {function_type = () -> (), sym_name = 3 : i32} for op tt.func: Invalid attribute `sym_name` in property conversion: 3 : i32}}
"tt.func"() <{sym_name = 3 : i32, function_type = () -> ()}> ({
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op requires attribute 'sym_name'}}
"tt.func"() <{function_type = () -> ()}> ({
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op requires attribute 'function_type'}}
"tt.func"() <{sym_name = "f"}> ({
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"tt.func"() <{sym_name = "f", function_type = i32}> ({
  tt.return
}) : () -> ()

// -----

// expected-error @below {{invalid properties {function_type = 4 : i32, sym_name = "f"} for op tt.func: Invalid attribute `function_type` in property conversion: 4 : i32}}
"tt.func"() <{sym_name = "f", function_type = 4 : i32}> ({
  tt.return
}) : () -> ()

// -----

tt.func private @f() {
  // expected-error @below {{'tt.func' op expects parent op 'builtin.module'}}
  tt.func private @g()
  tt.return
}

// -----

// expected-error @below {{'tt.func' op symbol declaration cannot have public visibility}}
"tt.func"() <{sym_name = "f", function_type = () -> ()}> ({
}) : () -> ()

// -----

// expected-error @below {{empty block: expect at least a terminator}}
"tt.func"() <{sym_name = "f", sym_visibility="private", function_type = () -> ()}> ({
^bb0:
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op requires one region}}
"tt.func"() <{sym_name = "f", sym_visibility="private", function_type = () -> ()}> : () -> ()

// -----

// expected-error @below {{'tt.func' op requires one region}}
"tt.func"() <{sym_name = "f", sym_visibility="private", function_type = () -> ()}> ({}, {}) : () -> ()

// -----

// expected-error @below {{custom op 'tt.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
tt.func private @f() attributes {sym_name = "g"}

// -----

// expected-error @below {{custom op 'tt.func' expected SSA identifier}}
tt.func private @f(%a: i32, i32)

// -----

// expected-error @below {{custom op 'tt.func' expected type instead of SSA identifier}}
tt.func private @f(i32, %b: i32)

// -----

// expected-error @below {{custom op 'tt.func' expected SSA identifier}}
tt.func private @f(%a: i32, ...)

// -----

// expected-error @below {{'tt.func' op entry block must have 1 arguments to match function signature}}
tt.func @f(i32) {
  tt.return
}

// -----

// expected-error @below {{region entry argument '%a' is already in use}}
// expected-note @below {{previously referenced here}}
tt.func @f(%a: i32, %a: i32) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op arguments may only have dialect attributes}}
tt.func @f(%a: i32 {x = 1}) {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op results may only have dialect attributes}}
tt.func @f(%a: i32) -> (i32 {x = 1}) {
  tt.return %a : i32
}

// -----

// expected-error @below {{Dialect `' not found for custom op 'x'  (tried '.x' as well)}}
tt.func @f(%a: i32) -> i32 {x = 1} {
  tt.return %a : i32
}

// -----

// expected-error @below {{expected non-function type}}
tt.func @f(%a: i32) -> (i32, ) {
  tt.return
}

// -----

// expected-error @below {{custom op 'tt.func' expected valid '@'-identifier for symbol name}}
tt.func f() {
  tt.return
}

// -----

// expected-error @below {{expected '('}}
tt.func @f {
  tt.return
}

// -----

// expected-error @below {{custom op 'tt.func' expected non-empty function body}}
tt.func @f() {
}

// -----

// expected-error @below {{custom op 'attributes' is unknown (tried 'builtin.attributes' as well)}}
tt.func @f() attributes {a.b} attributes {c.d} {
  tt.return
}

// -----

// expected-error @below {{custom op 'tt.func' expected valid '@'-identifier for symbol name}}
tt.func public private @f() {
  tt.return
}

// -----

// expected-error @below {{custom op 'tt.func' expected valid '@'-identifier for symbol name}}
tt.func secret @f() {
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32}}
  %0 = arith.constant 1 : i32
}

// -----

tt.func @f() {
^bb0:
  // expected-error @below {{block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32}}
  %0 = arith.constant 1 : i32
^bb1:
  tt.return
}

// -----

tt.func @f(%a: i32) {
// expected-error @below {{invalid block name in region with named arguments}}
^bb0(%b: i32):
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.return' op must be the last operation in the parent block}}
  tt.return
  tt.return
}

// -----

// expected-error @below {{'tt.return' op expects parent op 'tt.func'}}
tt.return

// -----

// expected-error @below {{'tt.return' op expects parent op 'tt.func'}}
module { tt.return }

// -----

tt.func @f() {
  // expected-error @below {{cannot name an operation with no results}}
  %0 = tt.return
}

// -----

tt.func @f() -> i32 {
  // expected-error @below {{'tt.return' op has 0 operands, but enclosing function (@f) returns 1}}
  tt.return
}

// -----

tt.func @f(%a: f32) -> i32 {
  // expected-error @below {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f}}
  tt.return %a : f32
}

// -----

tt.func @f(%a: f32) -> i32 {
  // expected-error @below {{expected ':'}}
  tt.return %a
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%a: f32) -> i32 {
  // expected-error @below {{use of value '%a' expects different type than prior uses: 'i32' vs 'f32'}}
  tt.return %a : i32
}

// -----

tt.func @f(%a: f32) -> i32 {
  // expected-error @below {{custom op 'tt.return' number of operands and types do not match: got 1 operands and 2 types}}
  tt.return %a : f32, f32
}

// -----

tt.func @f(%a: f32) -> i32 {
  // expected-error @below {{custom op 'tt.return' number of operands and types do not match: got 2 operands and 1 types}}
  tt.return %a, %a : f32
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op 'g' does not reference a valid function}}
  tt.call @g(%a) : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op incorrect number of operands for callee}}
  tt.call @f() : () -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op incorrect number of operands for callee}}
  tt.call @f(%a, %a) : (f32, f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  %0 = arith.constant 1 : i32
  // expected-error @below {{'tt.call' op operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0}}
  tt.call @f(%0) : (i32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op incorrect number of results for callee}}
  %0 = tt.call @f(%a) : (f32) -> i32
  tt.return
}

// -----

tt.func @f(%a: f32) -> (f32, f32) {
  // expected-error @below {{'tt.call' op result type mismatch at index 1}}
  // expected-note @below {{      op result types: 'f32', 'i32'}}
  // expected-note @below {{function result types: 'f32', 'f32'}}
  %0:2 = tt.call @f(%a) : (f32) -> (f32, i32)
  tt.return %a, %a : f32, f32
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{custom op 'tt.call' number of operands and types do not match: got 1 operands and 2 types}}
  tt.call @f(%a) : (f32, f32) -> ()
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%a: f32) {
  // expected-error @below {{use of value '%a' expects different type than prior uses: 'i32' vs 'f32'}}
  tt.call @f(%a) : (i32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{custom op 'tt.call' invalid kind of attribute specified}}
  tt.call @m::@f(%a) : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{custom op 'tt.call' invalid kind of attribute specified}}
  tt.call "f"(%a) : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op requires attribute 'callee'}}
  "tt.call"(%a) : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{invalid properties {callee = @m::@f} for op tt.call: Invalid attribute `callee` in property conversion: @m::@f}}
  "tt.call"(%a) <{callee = @m::@f}> : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{invalid properties {callee = "f"} for op tt.call: Invalid attribute `callee` in property conversion: "f"}}
  "tt.call"(%a) <{callee = "f"}> : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "tt.call"(%a) {callee = @f, arg_attrs = [1]} : (f32) -> ()
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  "tt.call"(%a) {callee = @f, arg_attrs = 1} : (f32) -> ()
  tt.return
}

// -----

module @m { }
tt.func @f(%a: f32) {
  // expected-error @below {{'tt.call' op 'm' does not reference a valid function}}
  tt.call @m(%a) : (f32) -> ()
  tt.return
}

// -----

// expected-error @below {{'tt.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> (), arg_attrs = []}> ({
^bb0(%a: i32):
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> (), arg_attrs = [{}, {}]}> ({
^bb0(%a: i32):
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> (), arg_attrs = [1]}> ({
^bb0(%a: i32):
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> (), res_attrs = [{}]}> ({
^bb0(%a: i32):
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op arguments may only have dialect attributes}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> (), arg_attrs = [{b = 1}]}> ({
^bb0(%a: i32):
  tt.return
}) : () -> ()

// -----

// expected-error @below {{'tt.func' op entry block must have 1 arguments to match function signature}}
"tt.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({
^bb0:
  tt.return
}) : () -> ()

// -----

// expected-error @below {{custom op 'tt.func' attribute 'arg_attrs' occurs more than once in the attribute list}}
tt.func private @f(i32 {tt.x}) attributes {arg_attrs = [{}]}

// -----

// expected-error @below {{'tt.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
tt.func private @f(i32) attributes {arg_attrs = ["x"]}
