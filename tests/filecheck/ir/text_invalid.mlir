// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

tt.func @f(%x: i32) {
  // expected-error @below {{use of undeclared SSA value name}}
  %0 = arith.addi %x, %y : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{operand #1 does not dominate this use}}
  %0 = arith.addi %x, %1 : i32
  // expected-note @below {{operand defined here (op in the same block)}}
  %1 = arith.addi %x, %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-note @below {{previously used here with type 'i32'}}
  %0 = arith.addi %x, %1 : i32
  // expected-error @below {{definition of SSA value '%1#0' has type 'f32'}}
  %1 = arith.constant 1.0 : f32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-note @below {{previously defined here}}
  %0 = arith.addi %x, %x : i32
  // expected-error @below {{redefinition of SSA value '%0'}}
  %0 = arith.addi %x, %x : i32
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%x: i32) {
  // expected-error @below {{use of value '%x' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = arith.addf %x, %x : f32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{reference to invalid result number}}
  %0 = arith.addi %x#1, %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = arith.addi %x, %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected named operation to have at least 1 result}}
  %0:0 = arith.addi %x, %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected integer number of results}}
  %0: = arith.addi %x, %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected valid ssa identifier}}
  %0, = arith.addi %x, %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected '=' after SSA name}}
  %0 arith.addi %x, %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected operation name in quotes}}
  %0 = 5
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{reference to an undefined block}}
  cf.br ^nowhere
}

// -----

tt.func @f(%x: i32) {
  cf.br ^a
^a:
  tt.return
// expected-error @below {{redefinition of block '^a'}}
^a:
  tt.return
}

// -----

tt.func @f(%x: i32) {
  cf.br ^a
// expected-error @below {{expected ':' after block name}}
^a
  tt.return
}

// -----

tt.func @f(%x: i32) {
  cf.br ^a(%x : i32)
// expected-error @below {{expected ':' and type for SSA operand}}
^a(%y):
  tt.return
}

// -----

tt.func @f(%x: i32) {
  cf.br ^a(%x : i32)
// expected-error @below {{expected SSA operand}}
^a(i32):
  tt.return
}

// -----

tt.func @f(%x: i32) {
  cf.br ^a
^a:
  // expected-error @below {{operand #1 does not dominate this use}}
  %0 = arith.addi %x, %1 : i32
  tt.return
^b:
  // expected-note @below {{operand defined here (op in the same region)}}
  %1 = arith.constant 1 : i32
  cf.br ^a
}

// -----

tt.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note @below {{operand defined here (op in the same region)}}
  %1 = arith.constant 1 : i32
  cf.br ^b
^b:
  // expected-error @below {{operand #0 does not dominate this use}}
  %0 = arith.addi %1, %1 : i32
  tt.return
}

// -----

// expected-error @below {{entry block of region may not have predecessors}}
"tt.func"() <{sym_name = "f", function_type = () -> ()}> ({
^a:
  "cf.br"()[^a] : () -> ()
}) : () -> ()

// -----

// expected-error @below {{undefined symbol alias id 't'}}
tt.func @f(%x: !t) {
  tt.return
}

// -----

// expected-error @below {{undefined symbol alias id 't'}}
tt.func @f() attributes {a.b = #t} {
  tt.return
}

// -----

#t = 1
// expected-error @below {{redefinition of attribute alias id 't'}}
#t = 2
tt.func @f() attributes {a.b = #t} {
  tt.return
}

// -----

// expected-error @below {{attribute names with a '.' are reserved for dialect-defined names}}
#a.b = 1

// -----

// expected-error @below {{type names with a '.' are reserved for dialect-defined names}}
!a.b = i32

// -----

// expected-error @below {{expected attribute value}}
#t =

// -----

// expected-error @below {{expected non-function type}}
!t = 5

// -----

// expected-error @below {{undefined symbol alias id 'u'}}
#t = #u
#u = #t

// -----

tt.func @f() {
  // expected-error @below {{operation location alias was never defined}}
  tt.return loc(#nowhere)
}

// -----

#l = 5
tt.func @f() {
  // expected-error @below {{expected location, but found '5 : i64'}}
  tt.return loc(#l)
}

// -----

tt.func @f() {
  // expected-error @below {{expected location, but found '5 : i64'}}
  tt.return loc(#l)
}
#l = 5

// -----

tt.func @f() {
  // expected-error @below {{expected location instance}}
  tt.return loc(nonsense)
}

// -----

tt.func @f() {
  // expected-error @below {{expected ')' in location}}
  tt.return loc("a"
}

// -----

tt.func @f() {
  // expected-error @below {{expected integer line number in FileLineColRange}}
  tt.return loc("a":)
}

// -----

tt.func @f() {
  // expected-error @below {{expected integer column number in FileLineColRange}}
  tt.return loc("a":1:)
}

// -----

tt.func @f() {
  // expected-error @below {{expected integer line number in FileLineColRange}}
  tt.return loc("a":-1:1)
}

// -----

tt.func @f() {
  // expected-error @below {{expected either integer or `:` post `to` in FileLineColRange}}
  tt.return loc("a":1:2 to)
}

// -----

tt.func @f() {
  // expected-error @below {{expected 'at' in callsite location}}
  tt.return loc(callsite("a"))
}

// -----

tt.func @f() {
  // expected-error @below {{expected '[' in fused location}}
  tt.return loc(fused)
}

// -----

tt.func @f() {
  // expected-error @below {{expected ']' in fused location}}
  tt.return loc(fused["a" "b"])
}

// -----

tt.func @f() {
  tt.return loc(#f)
}
// expected-error @below {{undefined symbol alias id 'f'}}
#f = loc(fused[#f])

// -----

tt.func @f() {
  // expected-error @below {{tensor literal is invalid; ranks are not consistent between elements}}
  %0 = arith.constant dense<[1, [2]]> : tensor<2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{inferred shape of elements literal ([3]) does not match type ([2])}}
  %0 = arith.constant dense<[1, 2, 3]> : tensor<2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected integer elements, but parsed floating-point}}
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{unexpected decimal integer literal for a floating point value}}
  %0 = arith.constant dense<[1, 2]> : tensor<2xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{integer constant out of range for type}}
  %0 = arith.constant dense<256> : tensor<2xi8>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{integer constant out of range for type}}
  %0 = arith.constant dense<[1, -129]> : tensor<2xi8>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected i1 type for 'true' or 'false' values}}
  %0 = arith.constant dense<true> : tensor<2xi8>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected string containing hex digits starting with `0x`}}
  %0 = arith.constant dense<"0x0"> : tensor<2xi8>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{elements hex data size is invalid for provided type: 'tensor<2xi8>'}}
  %0 = arith.constant dense<"0x010203"> : tensor<2xi8>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected string containing hex digits starting with `0x`}}
  %0 = arith.constant dense<"zz"> : tensor<2xi8>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{hexadecimal float constant out of range for type}}
  %0 = arith.constant dense<0x1FFFFFFFF> : tensor<2xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{hexadecimal float literal should not have a leading minus}}
  %0 = arith.constant dense<-0x1> : tensor<2xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{elements literal type must have static shape}}
  %0 = arith.constant dense<1> : tensor<?xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{elements literal must be a shaped type}}
  %0 = arith.constant dense<1> : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{parsed zero elements, but type ('tensor<2xi32>') expected at least 1}}
  %0 = arith.constant dense<> : tensor<2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected ':'}}
  %0 = arith.constant dense<1> tensor<2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected element literal of primitive type}}
  %0 = arith.constant dense<x> : tensor<2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected string token, got 1}}
  %0 = arith.constant dense<1> : tensor<2x!tt.ptr<i32>>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{integer constant out of range for attribute}}
  %0 = arith.constant 300 : i8
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{integer constant out of range for attribute}}
  %0 = arith.constant -129 : i8
  tt.return
}

// -----

tt.func @f() {
  %0 = arith.constant 1.0 : i8
  // expected-error @below {{floating point value not valid for specified type}}
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{unexpected decimal integer literal for a floating point value}}
  %0 = arith.constant 1 : f32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{hexadecimal float constant out of range for type}}
  %0 = arith.constant 0x1FFFFFFFF : f32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{hexadecimal float literal should not have a leading minus}}
  %0 = arith.constant -0x1 : f32
  tt.return
}

// -----

// expected-error @below {{element type bitwidth must be a multiple of 8}}
tt.func @f() attributes {a.b = array<i33: 1>} {
  tt.return
}

// -----

// expected-error @below {{integer constant out of range}}
tt.func @f() attributes {a.b = array<i8: 300>} {
  tt.return
}

// -----

// expected-error @below {{expected integer literal}}
tt.func @f() attributes {a.b = array<i8: 1.0>} {
  tt.return
}

// -----

// expected-error @below {{expected floating point literal}}
tt.func @f() attributes {a.b = array<f32: x>} {
  tt.return
}

// -----

// expected-error @below {{expected ',' or ']'}}
tt.func @f() attributes {a.b = [1, 2} {
  tt.return
}

// -----

// expected-error @below {{expected attribute value}}
tt.func @f() attributes {a.b = } {
  tt.return
}

// -----

// expected-error @below {{expected constant integer or floating point value}}
tt.func @f() attributes {a.b = -} {
  tt.return
}

// -----

// expected-error @below {{expected attribute name}}
tt.func @f() attributes {5 = 1} {
  tt.return
}

// -----

// expected-error @below {{expected valid attribute name}}
tt.func @f() attributes {"" = 1} {
  tt.return
}

// -----

// expected-error @below {{expected '}' in attribute dictionary}}
tt.func @f() attributes {a.b 1} {
  tt.return
}

// -----

// expected-error @below {{duplicate key 'a.b' in dictionary attribute}}
tt.func @f() attributes {a.b, a.b} {
  tt.return
}

// -----

// expected-error @below {{expected 'x' in dimension list}}
tt.func @f(%x: tensor<4y>) {
  tt.return
}

// -----

// expected-error @below {{expected non-function type}}
tt.func @f(%x: tensor<4x>) {
  tt.return
}

// -----

// expected-error @below {{expected non-function type}}
tt.func @f(%x: tensor<4xf33>) {
  tt.return
}

// -----

// expected-error @below {{expected non-function type}}
tt.func @f(%x: tensor<-4xf32>) {
  tt.return
}

// -----

// expected-error @below {{expected '>' in tensor type}}
tt.func @f(%x: tensor<4xf32) {
  tt.return
}

// -----

// expected-error @below {{expected '>' in tensor type}}
tt.func @f(%x: tensor<4xf32, 5 6>) {
  tt.return
}

// -----

// expected-error @below {{expected '<' in tensor type}}
tt.func @f(%x: tensor f32) {
  tt.return
}

// -----

// expected-error @below {{invalid integer width}}
tt.func @f(%x: i99999999999) {
  tt.return
}

// -----

// expected-error @below {{expected '->' in function type}}
tt.func @f(%x: () ) {
  tt.return
}

// -----

// expected-error @below {{expected '->' in function type}}
tt.func @f(%x: (i32) ) {
  tt.return
}

// -----

// expected-error @below {{expected '>' in tuple type}}
tt.func @f(%x: tuple<i32) {
  tt.return
}

// -----

// expected-error @below {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'x'}}
module attributes {x = 1} {
}

// -----

module {
  tt.func @f() {
    tt.return
  // expected-error @below {{expected operation name in quotes}}
  }

// -----

tt.func @f() {
  // expected-error @below {{expected operation name in quotes}}
  tt.return

// -----

// expected-error @below {{expected operation name in quotes}}
}

// -----

tt.func @f() {
  tt.return
// expected-error @below {{expected operation name in quotes}}
}
}

// -----

// expected-error @below {{custom op 'foo' is unknown (tried 'builtin.foo' as well)}}
foo

// -----

// expected-error @below {{Dialect `foo' not found for custom op 'foo.bar' }}
foo.bar

// -----

// expected-error @below {{custom op 'tt.foo' is unknown}}
tt.foo

// -----

// expected-error @below {{unregistered operation 'tt.foo' found in dialect ('tt') that does not allow unknown operations}}
"tt.foo"() : () -> ()

// -----

// expected-error @below {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
"foo.bar"() : () -> ()

// -----

// expected-error @below {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
"foo"() : () -> ()

// -----

// expected-error @below {{empty operation name is invalid}}
""() : () -> ()

// -----

// expected-error @below {{expected '(' to start operand list}}
"tt.return"

// -----

// expected-error @below {{expected ')' to end operand list}}
"tt.return"(

// -----

// expected-error @below {{expected ':' followed by operation type}}
"tt.return"()

// -----

// expected-error @below {{expected non-function type}}
"tt.return"() : 

// -----

// expected-error @below {{expected function type}}
"tt.return"() : i32

// -----

// expected-error @below {{expected '->' in function type}}
"tt.return"() : ()

// -----

// expected-error @below {{expected non-function type}}
"tt.return"() : () -> 

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected 2 operand types but had 1}}
  "tt.return"(%x, %x) : (i32) -> ()
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected ')' to end operand list}}
  "tt.return"(x) : (i32) -> ()
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{reference to an undefined block}}
  "tt.return"() [^a] : () -> ()
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.return' op requires zero regions}}
  "tt.return"() ({}) : () -> ()
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected operation name in quotes}}
  "tt.return"() ({) : () -> ()
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{integer literal not valid for specified type}}
  "tt.return"() {a = 1 : () -> ()
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{invalid SSA name}}
  %% = tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{unexpected character}}
  ; tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{unexpected character}}
  tt.return ~
}

// -----

// expected-error @below {{@ identifier expected to start with letter or '_'}}
tt.func @ f(%x: i32) {
  tt.return
}

// -----

// expected-error @below {{expected '"' in string literal}}
tt.func @"f(%x: i32) {
  tt.return
}

// -----

tt.func @f(%x: i32 {
  tt.return
// expected-error @below {{expected ')'}}
}

// -----

// expected-error @below {{expected ':'}}
tt.func @f(%x i32) {
  tt.return
}

// -----

// expected-error @below {{expected non-function type}}
tt.func @f(%x: ) {
  tt.return
}

// -----

// expected-error @below {{expected non-function type}}
tt.func @f(%x: i32) -> {
  tt.return
}

// -----

// expected-error @below {{'tt.func' op symbol declaration cannot have public visibility}}
tt.func @f(%x: i32) attributes {
  tt.return
}

// -----

// expected-error @below {{expected '{' in attribute dictionary}}
tt.func @f(%x: i32) attributes a {
  tt.return
}

// -----

// expected-error @below {{custom op 'tt.func' expected SSA identifier}}
tt.func @f(%x: i32, ) {
  tt.return
}

// -----

// A number with an exponent has a point.
// expected-error @below {{expected ']'}}
module attributes {a.b = dense<[1.0, 1e9]> : tensor<2xf32>} {}

// -----

// expected-error @below {{integer bitwidth is limited to 16777215 bits}}
tt.func @f(%a: i16777216) { tt.return }

// -----

// expected-error @below {{`!"foo"<"bar">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
tt.func @f(%a: !foo.bar) { tt.return }

// -----

// expected-error @below {{#"foo"<"bar"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
tt.func @f() attributes {x = #foo.bar} { tt.return }

// -----

// expected-error @below {{#"foo"<"bar"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used}}
tt.func @f() attributes {x = #foo<bar>} { tt.return }

// -----

// expected-error @below {{unexpected decimal integer literal for a floating point value}}
tt.func @f() attributes {x = array<f32: 1>} { tt.return }

// -----

// expected-error @below {{hexadecimal float constant out of range for type}}
tt.func @f() attributes {x = array<f16: 0x10000>} { tt.return }

// -----

// expected-error @below {{expected floating point literal}}
tt.func @f() attributes {x = dense<[1.0, true]> : tensor<2xf32>} { tt.return }

// -----

// expected-error @below {{expected unsigned integer elements, but parsed negative value}}
tt.func @f() attributes {x = dense<-1> : tensor<2xui32>} { tt.return }

// -----

// expected-error @below {{negative integer literal not valid for unsigned integer type}}
tt.func @f() attributes {x = -1 : ui32} { tt.return }

// -----

tt.func @f() {
  // expected-error @below {{'llvm.func' op symbol's parent must have the SymbolTable trait}}
  llvm.func @g()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %i: i32) {
  // expected-error @below {{'tt.load' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "tt.load"(%p) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 2, -1, 0>}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

"builtin.module"() ({
}) {x} : () -> ()
{-#
  // expected-error @below {{expected identifier key for 'resource' entry}}
  external_resources: { 1: {} }
#-}

// -----

{-#
  // expected-error @below {{expected identifier key for 'external_resources' entry}}
  external_resources: { a: { 1: 2 } }
#-}

// -----

tt.func @f(%i: i32) {
  // expected-error @below {{expected SSA operand}}
  scf.for = %i to %i step %i {
  }
  tt.return
}

// -----

tt.func @f(%i: i32) {
  // expected-error @below {{expected block name}}
  cf.br 1
}

// -----

// expected-error @below {{unexpected decimal integer literal for a floating point value}}
tt.func @f() attributes {x = array<f32: -1>} { tt.return }

// -----

// expected-error @below {{floating point value not valid for specified type}}
tt.func @f() attributes {x = 1.0 : tensor<f32>} { tt.return }

// -----

tt.func @f(%p: tensor<8xi32>) {
  ttg.warp_specialize()
  // expected-error @below {{custom op 'ttg.warp_specialize' expected 'default'}}
  defaul {
  }
  tt.return
}

// -----

// expected-error @below {{expected integer or floating point literal}}
tt.func @f() attributes {x = dense<[1.0, -true]> : tensor<2xf32>} { tt.return }

// -----

// expected-error @below {{hexadecimal float literal should not have a leading minus}}
tt.func @f() attributes {x = array<f32: -0x10>} { tt.return }

// -----

#x = 1 : i32
// expected-error @below {{expected location attribute, but got1 : i32}}
tt.func @f() { tt.return } loc(callsite(#x at "y"))

// -----

"builtin.module"() ({
  // expected-error @below {{'llvm.mlir.global' op requires visibility attribute 'sym_visibility' to be a string attribute, but got 1 : i32}}
  "llvm.mlir.global"() <{global_type = i32, linkage = #llvm.linkage<external>, addr_space = 0 : i32, sym_name = "x"}> ({}) {sym_visibility = 1 : i32} : () -> ()
}) : () -> ()

// -----

tt.func @f(%i: i32) {
  %0:2 = scf.execute_region -> (i32, i32) {
    scf.yield %i, %i : i32, i32
  }
  // expected-error @below {{invalid SSA value result number}}
  %1 = arith.addi %0#x, %i : i32
  tt.return
}

// -----

// expected-error @below {{expected floating point literal}}
tt.func @f() attributes {x = array<f32: --1.5>} { tt.return }

// -----

tt.func @f() {
  // expected-error @below {{operation's operand is unlinked}}
  scf.if %inside {
    %inside = arith.constant true
    scf.yield
  }
  tt.return
}

// -----

// MLIR has no -0.

module {
  // expected-error @below {{integer constant out of range for attribute}}
  %0 = arith.constant -0 : i32
}

// -----

module {
  // expected-error @below {{integer constant out of range for type}}
  %0 = arith.constant dense<-0> : tensor<4xi32>
}

// -----

// expected-error @below {{integer constant out of range}}
module attributes {a.b = array<i32: -0>} {}

// -----

// Newer wheels report it: the wheel of 3.6 aborts.
// expected-error @below {{expected 'true' or 'false' values for i1 type}}
module attributes {a.b = array<i1: 1>} {}
