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

// -----

llvm.func @f(%i: i32) {
  // expected-error @below {{custom op 'llvm.switch' number of operands and types do not match: got 2 operands and 1 types}}
  llvm.switch %i : i32, ^bb1(%i, %i : i32) [
  ]
^bb1(%x: i32):
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @below {{custom op 'llvm.add' expected one of [none, nsw, nuw] for LLVM integer overflow flags, got: foo}}
  %0 = llvm.add %i, %i overflow<foo> : i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @below {{custom op 'llvm.getelementptr' expected keyword for ::mlir::LLVM::GEPNoWrapFlags after '|'}}
  %0 = llvm.getelementptr inbounds | foo %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%i: f32) {
  // expected-error @below {{custom op 'llvm.switch' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  llvm.switch %i : f32, ^bb1 [
  ]
^bb1:
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @below {{'llvm.switch' op expects number of case values to match number of case destinations}}
  "llvm.switch"(%i)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @below {{expects number of branch weights to match number of successors: 1 vs 2}}
  "llvm.switch"(%i)[^bb1, ^bb1] <{branch_weights = array<i32: 1>, case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%i: i32) -> i64 {
  // expected-error @below {{'llvm.return' op mismatching result types}}
  llvm.return %i : i32
}

// -----

llvm.func @g(i32)
llvm.func @f(%i: i32) {
  // expected-error @below {{custom op 'llvm.call' number of operands and types do not match: got 1 operands and 2 types}}
  llvm.call @g(%i) : (i32, i32) -> ()
  llvm.return
}

// -----

llvm.func @g(i32) -> i32
llvm.func @f(%i: i32) {
  // expected-error @below {{'llvm.call' op result type mismatch: 'i64' != 'i32'}}
  %0 = llvm.call @g(%i) : (i32) -> i64
  llvm.return
}

// -----

// expected-error @below {{custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments}}
llvm.func @g(tensor<8xf32>)

// -----

// expected-error @below {{custom op 'llvm.func' failed to construct function type: expected zero or one function result}}
llvm.func @g(i32) -> (i32, i32)

// -----

// expected-error @below {{custom op 'llvm.func' failed to construct function type: expected LLVM type for function results'tensor<8xf32>'}}
llvm.func @g(i32) -> tensor<8xf32>

// -----

// expected-error @below {{'llvm.func' op type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')}}
"llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>, sym_name = "f", visibility_ = 0 : i64, unnamed_addr = 0 : i64}> ({
^bb0(%x: i64):
  llvm.return
}) : () -> ()

// -----

// expected-error @below {{custom op 'llvm.mlir.global' type can only be omitted for string globals}}
llvm.mlir.global internal @x(1 : i32)

// -----

llvm.func @f() {
  // expected-error @below {{'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings}}
  llvm.fence monotonic
  llvm.return
}

// -----

// expected-error @below {{duplicate or unknown struct parameter name: foo}}
#a = #llvm.di_basic_type<foo = 1>
llvm.func @f()

// -----

// expected-error @below {{duplicate or unknown struct parameter name: foo}}
#a = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", foo = 1>
llvm.func @f()

// -----

// expected-error @below {{invalid array element type: '!llvm.void'}}
llvm.func @f(!llvm.array<4 x void>)

// -----

llvm.func @f(%s: !llvm.struct<(i32, f32)>, %i: i32) {
  // expected-error @below {{'llvm.insertvalue' op failed to verify that all of {container, res} have same type}}
  %0 = "llvm.insertvalue"(%s, %i) <{position = array<i64: 0>}> : (!llvm.struct<(i32, f32)>, i32) -> !llvm.struct<(i32)>
  llvm.return
}

// -----

llvm.func @f(%s: !llvm.struct<(i32, f32)>, %i: i32) {
  // expected-error @below {{'llvm.insertvalue' op Type mismatch: cannot insert 'i32' into '!llvm.struct<(i32, f32)>'}}
  %0 = "llvm.insertvalue"(%s, %i) <{position = array<i64: 1>}> : (!llvm.struct<(i32, f32)>, i32) -> !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xf32>, %i: i32) {
  // expected-error @below {{'llvm.extractelement' op failed to verify that result type matches vector element type}}
  %0 = "llvm.extractelement"(%v, %i) : (vector<4xf32>, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xf32>, %i: i32) {
  // expected-error @below {{'llvm.insertelement' op failed to verify that argument type matches vector element type}}
  %0 = "llvm.insertelement"(%v, %i, %i) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xf32>, %i: i32, %x: f32) {
  // expected-error @below {{'llvm.insertelement' op failed to verify that all of {res, vector} have same type}}
  %0 = "llvm.insertelement"(%v, %x, %i) : (vector<4xf32>, f32, i32) -> vector<8xf32>
  llvm.return
}

// -----

llvm.func @f(%v: i32, %i: i32, %x: f32) {
  // expected-error @below {{custom op 'llvm.shufflevector' invalid kind of type specified: expected builtin.vector, but found 'i32'}}
  %0 = llvm.shufflevector %v, %v [0, 0] : i32
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @below {{custom op 'llvm.switch' number of operands and types do not match: got 3 operands and 2 types}}
  llvm.switch %i : i32, ^bb1 [
    1: ^bb2(%i, %i : i32),
    2: ^bb2(%i : i32)
  ]
^bb1:
  llvm.return
^bb2(%x: i32):
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @below {{custom op 'llvm.call' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = llvm.call %p(%i) : !llvm.ptr, (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @below {{expected SSA operand}}
  %0 = llvm.getelementptr foo %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.return
}

// -----

// expected-error @below {{custom op 'llvm.func' failed to construct function type: expected zero or one function result}}
llvm.func @g(tensor<8xf32>) -> (i32, i32)

// -----

llvm.func @f(%i: i32) {
  // expected-error @below {{custom op 'llvm.add' expected keyword for LLVM integer overflow flags}}
  %0 = llvm.add %i, %i overflow<1> : i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @below {{custom op 'llvm.getelementptr' expected keyword for ::mlir::LLVM::GEPNoWrapFlags after '|'}}
  %0 = llvm.getelementptr inbounds | 1 %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.return
}

// -----

// expected-error @below {{'llvm.func' op entry block must have 1 arguments to match function signature}}
"llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>, sym_name = "f", visibility_ = 0 : i64, unnamed_addr = 0 : i64}> ({
^bb0(%x: i32, %y: i32):
  llvm.return
}) : () -> ()

// -----

llvm.func @f(%i: i32) {
  // expected-error @below {{custom op 'llvm.call_intrinsic' number of operands and types do not match: got 1 operands and 2 types}}
  llvm.call_intrinsic "llvm.foo"(%i) : (i32, i32) -> ()
  llvm.return
}

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @below {{expected a parameter name in struct}}
#a = #llvm.di_basic_type<tag = DW_TAG_base_type, >
llvm.func @f()

// -----

// expected-error @below {{'llvm.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
llvm.func @f(i32) attributes {res_attrs = ["x"]}

// -----

// expected-error @below {{'llvm.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1}}
"llvm.func"() <{arg_attrs = [], function_type = !llvm.func<void (i32)>, sym_name = "f"}> ({}) : () -> ()

// -----

// expected-error @below {{'llvm.func' op arguments may only have dialect attributes}}
llvm.func @f(i32 {x})

// -----

// expected-error @below {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error @below {{'llvm.getelementptr' op expected as many dynamic indices as specified in 'rawConstantIndices'}}
  %0 = "llvm.getelementptr"(%p) <{rawConstantIndices = array<i32: -2147483648>, elem_type = i32}> : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}
