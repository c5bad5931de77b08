// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{expected ','}}
cf.assert %b

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{branch has 0 operands for successor #0, but target block has 1}}
scf.execute_region { cf.br ^a  ^a(%x: i32): scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{type mismatch for bb argument #0 of successor #0}}
scf.execute_region { cf.br ^a(%f : f32) ^a(%x: i32): scf.yield }

// -----

// expected-note @below {{prior use here}}
%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{use of value '%i' expects different type than prior uses: 'i1' vs 'i32'}}
scf.execute_region { cf.cond_br %i, ^a, ^a  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{branch has 1 operands for successor #0, but target block has 0}}
scf.execute_region { cf.cond_br %b, ^a(%i : i32), ^a  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{type mismatch for bb argument #0 of successor #1}}
scf.execute_region { cf.cond_br %b, ^a, ^c(%i : i32)  ^a: scf.yield ^c(%d : i64): scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{expects number of branch weights to match number of successors: 1 vs 2}}
scf.execute_region { cf.cond_br %b weights([1]), ^a, ^a  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{branch has 1 operands for successor #1, but target block has 0}}
scf.execute_region { cf.switch %i : i32, [ default: ^a, 3: ^a(%i: i32) ]  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{'cf.switch' op number of case values (1) should match number of case destinations (0)}}
scf.execute_region { "cf.switch"(%i)[^a] <{case_operand_segments = array<i32>, case_values = dense<3> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
scf.execute_region { "cf.switch"(%i)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<3> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
scf.execute_region { cf.switch %f : f32, [ default: ^a ]  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'index'}}
scf.execute_region { cf.switch %v : index, [ default: ^a, 1: ^a ]  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{reference to an undefined block}}
scf.execute_region { cf.br ^zz  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{custom op 'cf.switch' expected 'default'}}
scf.execute_region { cf.switch %i : i32, [ 3: ^a ]  ^a: scf.yield }

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{'cf.cond_br' op requires 2 successors but found 1}}
scf.execute_region { "cf.cond_br"(%b)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () ^a: scf.yield }

// -----

// expected-note @below {{prior use here}}
%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{use of value '%i' expects different type than prior uses: 'i1' vs 'i32'}}
cf.assert %i, "d"

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{expected operation name in quotes}}
cf.br ^a
^a:

// -----

%i, %j, %f, %b, %v = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, index)
// expected-error @below {{operation with block successors must terminate its parent block}}
scf.execute_region { cf.br ^a %x = arith.addi %i, %i : i32 ^a: scf.yield }

// -----

tt.func @f(%i: i32) {
  cf.switch %i : i32, [
    // expected-error @below {{custom op 'cf.switch' number of operands and types do not match: got 2 operands and 1 types}}
    default: ^bb1(%i, %i : i32)
  ]
^bb1(%x: i32):
  tt.return
}

// -----

tt.func @f(%i: i32) {
  cf.switch %i : i32, [
    // expected-error @below {{custom op 'cf.switch' number of operands and types do not match: got 3 operands and 2 types}}
    default: ^bb1,
    1: ^bb2(%i, %i : i32),
    2: ^bb2(%i : i32)
  ]
^bb1:
  tt.return
^bb2(%x: i32):
  tt.return
}
