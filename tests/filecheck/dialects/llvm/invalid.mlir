// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

%i, %f = "builtin.unrealized_conversion_cast"() : () -> (i32, f32)
// expected-error @below {{'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
%1 = llvm.add %f, %f : f32

// -----

%i, %f = "builtin.unrealized_conversion_cast"() : () -> (i32, f32)
// expected-error @below {{'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
%1 = llvm.fadd %i, %i : i32

// -----

%i, %f = "builtin.unrealized_conversion_cast"() : () -> (i32, f32)
// expected-error @below {{'llvm.add' op requires the same type for all operands and results}}
%1 = "llvm.add"(%i, %i) : (i32, i32) -> i64

// -----

%i, %f = "builtin.unrealized_conversion_cast"() : () -> (i32, f32)
// expected-error @below {{'llvm.load' op operand #0 must be LLVM pointer type, but got 'i32'}}
%1 = llvm.load %i : i32 -> i32

// -----

%i, %f = "builtin.unrealized_conversion_cast"() : () -> (i32, tensor<4xf32>)
%p = llvm.mlir.undef : !llvm.ptr
// expected-error @below {{'llvm.store' op operand #0 must be LLVM type with size, but got 'tensor<4xf32>'}}
llvm.store %f, %p : tensor<4xf32>, !llvm.ptr

// -----

%i, %f = "builtin.unrealized_conversion_cast"() : () -> (i32, f32)
// expected-error @below {{integer width of the output type is smaller or equal to the integer width of the input type}}
%1 = llvm.zext %i : i32 to i8

// -----

%s = llvm.mlir.undef : !llvm.struct<(i32, f32)>
// expected-error @below {{'llvm.extractvalue' op Type mismatch: extracting from '!llvm.struct<(i32, f32)>' should produce 'f32' but this op returns 'i32'}}
%1 = "llvm.extractvalue"(%s) {position = array<i64: 1>} : (!llvm.struct<(i32, f32)>) -> i32

// -----

// expected-note @below {{prior use here}}
%s = llvm.mlir.undef : !llvm.struct<(i32, f32)>
// expected-error @below {{use of value '%s' expects different type than prior uses: 'f32' vs '!llvm.struct<(i32, f32)>'}}
%1 = llvm.insertvalue %s, %s[1] : !llvm.struct<(i32, f32)>

// -----

// expected-error @below {{'llvm.mlir.undef' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xi32>'}}
%s = llvm.mlir.undef : tensor<4xi32>

// -----

// expected-error @below {{'llvm.mlir.constant' op expected integer type}}
%s = llvm.mlir.constant(1 : i32) : f32

// -----

// expected-error @below {{'llvm.mlir.constant' op attribute and type have different float semantics}}
%s = llvm.mlir.constant(1.0 : f32) : f64

// -----

// expected-error @below {{'llvm.mlir.constant' op expected array type of 3 i8 elements for the string constant}}
%s = llvm.mlir.constant("abc") : i32

// -----

// expected-error @below {{'llvm.mlir.constant' op expected integer type}}
%s = llvm.mlir.constant(1 : i32) : !llvm.ptr

// -----

// expected-error @below {{'llvm.return' op expected 1 operand}}
llvm.func @f() -> i32 { llvm.return }

// -----

// expected-error @below {{'llvm.return' op expected no operands}}
llvm.func @f() { %1 = llvm.mlir.undef : i32 llvm.return %1 : i32 }

// -----

// expected-error @below {{'llvm.call' op 'g' does not reference a symbol in the current scope}}
llvm.func @f() { llvm.call @g() : () -> () llvm.return }

// -----

llvm.func @g(i32)
// expected-error @below {{'llvm.call' op incorrect number of operands (0) for callee (expecting: 1)}}
llvm.func @f() { llvm.call @g() : () -> () llvm.return }

// -----

llvm.func @g(i32)
// expected-error @below {{'llvm.call' op operand type mismatch for operand 0: 'f32' != 'i32'}}
llvm.func @f(%a: f32) { llvm.call @g(%a) : (f32) -> () llvm.return }

// -----

// expected-error @below {{'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'}}
llvm.func @f() { %1 = llvm.mlir.addressof @zz : !llvm.ptr llvm.return }

// -----

llvm.mlir.global external @zz() {addr_space = 3 : i32} : i32
// expected-error @below {{'llvm.mlir.addressof' op pointer address space must match address space of the referenced global or alias}}
llvm.func @f() { %1 = llvm.mlir.addressof @zz : !llvm.ptr llvm.return }

// -----

// expected-error @below {{custom op 'llvm.icmp' 'foo' is an incorrect value of the 'predicate' attribute}}
%s = llvm.icmp "foo" %x, %x : i32

// -----

// expected-error @below {{empty block: expect at least a terminator}}
llvm.func @f(%a: i32) { llvm.br ^a ^a: }

// -----

// expected-error @below {{'llvm.func' op external functions must have 'external' or 'extern_weak' linkage}}
llvm.func internal @f(i32)

// -----

%s = llvm.mlir.undef : !llvm.struct<(i32, f32)>
%1 = llvm.extractvalue %s[2] : !llvm.struct<(i32, f32)>
// expected-error @below {{custom op 'llvm.extractvalue' position out of bounds: 2}}
%z = ub.poison : i32

// -----

%s = llvm.mlir.undef : i32
%1 = llvm.extractvalue %s[1] : i32
// expected-error @below {{custom op 'llvm.extractvalue' expected LLVM IR structure/array type, got: 'i32'}}
%z = ub.poison : i32

// -----

// expected-error @below {{integer value too large}}
// expected-error @below {{failed to parse LLVMPointerType parameter 'addressSpace' which is to be a `unsigned`}}
llvm.func @space(!llvm.ptr<4294967296>)

// -----

// expected-error @below {{expected integer value}}
// expected-error @below {{failed to parse LLVMPointerType parameter 'addressSpace' which is to be a `unsigned`}}
llvm.func @space(!llvm.ptr<shared>)
