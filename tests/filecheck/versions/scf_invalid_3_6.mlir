// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op region control flow edge from Region #0 to Region #0: source has 0 operands, but target successor needs 1}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i32): scf.yield}) : (i32, i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'i64'}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i64): scf.yield %c : i64}) : (i32, i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'i32' != 'i64'}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i32): scf.yield %c : i32}) : (i32, i32, i32, i32) -> (i64)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'f32'}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i32): scf.yield %f : f32}) : (i32, i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op region control flow edge from Region #0 to Region #0: source has 0 operands, but target successor needs 1}}
%0 = scf.for %a = %i to %i step %i iter_args(%x = %f) -> (f32) : i32 { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op region control flow edge from Region #1 to parent results: source has 0 operands, but target successor needs 1}}
%0 = "scf.if"(%b) ({scf.yield %i : i32}, {scf.yield}) : (i1) -> i32

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op along control flow edge from Region #1 to parent results: source type #0 'f32' should match input type #0 'i32'}}
%0 = "scf.if"(%b) ({scf.yield %i : i32}, {scf.yield %f: f32}) : (i1) -> i32

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op region control flow edge from Region #0 to parent results: source has 1 operands, but target successor needs 0}}
"scf.if"(%b) ({scf.yield %i : i32}, {}) : (i1) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op region control flow edge from Region #0 to parent results: source has 0 operands, but target successor needs 1}}
%0 = scf.if %b -> i32 { } else { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from Region #0 to parent results: source type #0 'i32' should match input type #0 'i64'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.condition(%b) %i : i32 } do { ^bb0(%k: i64): scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from Region #0 to Region #1: source type #0 'i64' should match input type #0 'i32'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.condition(%b) %j : i64 } do { ^bb0(%k: i32): scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from Region #1 to Region #0: source type #0 'i64' should match input type #0 'i32'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.condition(%b) %j : i64 } do { ^bb0(%k: i64): scf.yield %k : i64 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from parent operands to Region #0: source type #0 'i32' should match input type #0 'i64'}}
%0 = "scf.while"(%i) ({^bb0(%k: i64): scf.condition(%b) %j : i64}, {^bb0(%k: i64): scf.yield %i : i32}) : (i32) -> i64

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op region control flow edge from Region #0 to Region #1: source has 1 operands, but target successor needs 2}}
%0 = "scf.while"(%i) ({^bb0(%k: i32): scf.condition(%b) %j : i64}, {^bb0(%k: i64, %q: i32): scf.yield %i : i32}) : (i32) -> i64

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.execute_region' op region control flow edge from Region #0 to parent results: source has 0 operands, but target successor needs 1}}
%0 = scf.execute_region -> i32 { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.forall' op operand #1 must be variadic of ranked tensor of any type values, but got 'f32'}}
%0 = scf.forall (%a) in (%n) shared_outs(%o = %f) -> (f32) { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.execute_region' op along control flow edge from Region #0 to parent results: source type #0 'f32' should match input type #0 'i32'}}
%0 = scf.execute_region -> i32 { cf.br ^a ^a: scf.yield %f : f32 }
