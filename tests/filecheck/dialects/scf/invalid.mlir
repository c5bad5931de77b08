// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// expected-note @below {{prior use here}}
%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{use of value '%i' expects different type than prior uses: 'index' vs 'i32'}}
scf.for %a = %i to %i step %i { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op operand #0 must be signless integer or index, but got 'f32'}}
scf.for %a = %f to %f step %f : f32 { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
"scf.for"(%i, %j, %i) ({^bb0(%a: i32): scf.yield}) : (i32, i64, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op expected induction variable to be same type as bounds and step}}
"scf.for"(%i, %i, %i) ({^bb0(%a: i64): scf.yield}) : (i32, i32, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
"scf.for"(%i, %i, %i) ({}) : (i32, i32, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op expects a non-empty block}}
"scf.for"(%i, %i, %i) ({^bb0(%a: i32): }) : (i32, i32, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{block with no terminator, has %1 = "arith.addi"(%0#0, %0#0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32}}
"scf.for"(%i, %i, %i) ({^bb0(%a: i32): %z = arith.addi %i, %i : i32 }) : (i32, i32, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op expects region #0 to have 0 or 1 blocks}}
"scf.for"(%i, %i, %i) ({^bb0(%a: i32): scf.yield ^bb1: scf.yield}) : (i32, i32, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op mismatch in number of loop-carried values and defined values}}
%0 = "scf.for"(%i, %i, %i) ({^bb0(%a: i32): scf.yield}) : (i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32): scf.yield}) : (i32, i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i32): scf.yield}) : (i32, i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op along control flow edge from Operation scf.yield to Operation scf.for: successor operand type #0 'i64' should match successor input type #0 'i32'}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i64): scf.yield %c : i64}) : (i32, i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op along control flow edge from parent to Operation scf.for: successor operand type #0 'i32' should match successor input type #0 'i64'}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i32): scf.yield %c : i32}) : (i32, i32, i32, i32) -> (i64)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'f32' should match successor input type #0 'i32'}}
%0 = "scf.for"(%i, %i, %i, %i) ({^bb0(%a: i32, %c: i32): scf.yield %f : f32}) : (i32, i32, i32, i32) -> (i32)

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
%0 = scf.for %a = %i to %i step %i iter_args(%x = %f) -> (f32) : i32 { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{use of value '%x' expects different type than prior uses: 'f32' vs 'i32'}}
// expected-note @below {{prior use here}}
%0 = scf.for %a = %i to %i step %i iter_args(%x = %f) -> (i32) : i32 { scf.yield %x : f32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
%0 = scf.for %a = %i to %i step %i iter_args(%x = %f) -> (f32, f32) : i32 { scf.yield %x : f32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
%0 = scf.for %a = %i to %i step %i iter_args(%x = %f, %y = %f) -> (f32) : i32 { scf.yield %x : f32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.for' expected 'step'}}
scf.for %a = %i to %i : i32 { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{expected '='}}
scf.for %a : i32 = %i to %i step %i : i32 { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op expects region #0 to have 0 or 1 blocks}}
scf.for %a = %i to %i step %i : i32 { "ub.poison"() : () -> i32 cf.br ^a ^a: scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
"scf.if"(%i) ({scf.yield}, {}) : (i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op expected 2 regions}}
"scf.if"(%b) ({scf.yield}) : (i1) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
"scf.if"(%b) ({}, {}) : (i1) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op region #0 should have no arguments}}
"scf.if"(%b) ({^bb0(%k: i32): scf.yield}, {}) : (i1) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op must have an else block if defining values}}
%0 = "scf.if"(%b) ({scf.yield %i : i32}, {}) : (i1) -> i32

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to Operation scf.if: region branch point has 0 operands, but region successor needs 1 inputs}}
%0 = "scf.if"(%b) ({scf.yield %i : i32}, {scf.yield}) : (i1) -> i32

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to Operation scf.if: successor operand type #0 'f32' should match successor input type #0 'i32'}}
%0 = "scf.if"(%b) ({scf.yield %i : i32}, {scf.yield %f: f32}) : (i1) -> i32

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to Operation scf.if: region branch point has 1 operands, but region successor needs 0 inputs}}
"scf.if"(%b) ({scf.yield %i : i32}, {}) : (i1) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op must have an else block if defining values}}
%0 = scf.if %b -> i32 { scf.yield %i : i32 }

// -----

// expected-note @below {{prior use here}}
%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{use of value '%i' expects different type than prior uses: 'i1' vs 'i32'}}
scf.if %i { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op along control flow edge from Operation scf.yield to Operation scf.if: region branch point has 0 operands, but region successor needs 1 inputs}}
%0 = scf.if %b -> i32 { } else { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
scf.if %b { ^bb0: scf.yield ^bb1: scf.yield}

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
scf.yield

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.condition' op expects parent op 'scf.while'}}
"scf.condition"(%b) : (i1) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.yield %i : i32 } do { ^bb0(%k: i64): scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from Operation scf.condition to Operation scf.while: successor operand type #0 'i32' should match successor input type #0 'i64'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.condition(%b) %i : i32 } do { ^bb0(%k: i64): scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'i64' should match successor input type #0 'i32'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.condition(%b) %j : i64 } do { ^bb0(%k: i32): scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'i64' should match successor input type #0 'i32'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.condition(%b) %j : i64 } do { ^bb0(%k: i64): scf.yield %k : i64 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
%0 = scf.while (%x = %i) : (i32) -> i64 { scf.condition(%b) %j : i64 } do { ^bb0(%k: i64): scf.condition(%b) %j : i64 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.while' expected as many input types as operands (expected 1 got 2)}}
%0 = scf.while (%x = %i) : (i32, i32) -> i64 { scf.condition(%b) %j : i64 } do { ^bb0(%k: i64): scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from parent to Region #0: successor operand type #0 'i32' should match successor input type #0 'i64'}}
%0 = "scf.while"(%i) ({^bb0(%k: i64): scf.condition(%b) %j : i64}, {^bb0(%k: i64): scf.yield %i : i32}) : (i32) -> i64

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op region #0 ('before') failed to verify constraint: region with 1 blocks}}
%0 = "scf.while"(%i) ({}, {^bb0(%k: i64): scf.yield %i : i32}) : (i32) -> i64

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: region branch point has 1 operands, but region successor needs 2 inputs}}
%0 = "scf.while"(%i) ({^bb0(%k: i32): scf.condition(%b) %j : i64}, {^bb0(%k: i64, %q: i32): scf.yield %i : i32}) : (i32) -> i64

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op region #1 ('after') failed to verify constraint: region with 1 blocks}}
scf.while : () -> () { scf.condition(%b) } do { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.while' op region #0 ('before') failed to verify constraint: region with 1 blocks}}
scf.while : () -> () { } do { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.execute_region' op region needs to have at least one block}}
"scf.execute_region"() ({}) : () -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.execute_region' op region cannot have any arguments}}
"scf.execute_region"() ({^bb0(%k: i32): scf.yield}) : () -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.execute_region' op along control flow edge from Operation scf.yield to Operation scf.execute_region: region branch point has 0 operands, but region successor needs 1 inputs}}
%0 = scf.execute_region -> i32 { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.index_switch' op expected each region to return 1 values, but default region returns 0}}
%0 = scf.index_switch %n -> i32 default { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.index_switch' op has duplicate case value: 1}}
scf.index_switch %n case 1 { scf.yield } case 1 { scf.yield } default { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.parallel' expected 1 operands}}
scf.parallel (%a) = (%n) to (%m, %n) step (%n) { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
"scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({^bb0(%a: i32): scf.reduce}) : (index, index, index) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.parallel' number of operands and types do not match: got 0 operands and 1 types}}
%0 = scf.parallel (%a) = (%n) to (%m) step (%n) -> i32 { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
%0 = scf.parallel (%a) = (%n) to (%m) step (%n) init(%f) -> f32 { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.reduce' op expects type of 0-th reduction operand: 'i32' to be the same as the 0-th result type: 'f32'}}
%0 = scf.parallel (%a) = (%n) to (%m) step (%n) init(%f) -> f32 { scf.reduce(%i : i32) { ^bb0(%x: i32, %y: i32): scf.reduce.return %x : i32 } }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
%0 = scf.parallel (%a) = (%n) to (%m) step (%n) init(%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%x: f32, %y: i32): scf.reduce.return %x : f32 } }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
%0 = scf.parallel (%a) = (%n) to (%m) step (%n) init(%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%x: f32): scf.reduce.return %x : f32 } }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
%0 = scf.parallel (%a) = (%n) to (%m) step (%n) init(%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%x: f32, %y: f32): scf.reduce.return %i : i32 } }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
scf.forall.in_parallel { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.reduce' op expects parent op 'scf.parallel'}}
"scf.reduce"() : () -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.forall' op operand #1 must be variadic of ranked tensor of any non-token type values, but got 'f32'}}
%0 = scf.forall (%a) in (%n) shared_outs(%o = %f) -> (f32) { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{expected 2 upper bound values, got 1}}
scf.forall (%a, %c) in (%n) { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.forall' op mapping attribute size must match op rank}}
scf.forall (%a) in (%n) { } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.condition' op expects parent op 'scf.while'}}
scf.if %b { scf.for %a = %i to %i step %i : i32 { scf.condition(%b) } }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op expected 2 regions}}
"scf.if"(%b) ({scf.yield}, {}, {}) : (i1) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op expected 3 or more operands, but found 2}}
"scf.for"(%i, %i) ({^bb0(%a: i32): scf.yield}) : (i32, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op requires a single operand}}
"scf.if"() ({scf.yield}, {}) : () -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.index_switch' op has 0 case regions but 1 case values}}
"scf.index_switch"(%n) <{cases = array<i64: 1>}> ({scf.yield}) : (index) -> ()

// -----

// expected-note @below {{prior use here}}
%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{use of value '%i' expects different type than prior uses: 'index' vs 'i32'}}
scf.index_switch %i default { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.index_switch' op expected each region to return 0 values, but case region #0 returns 1}}
scf.index_switch %n case 1 { scf.yield %i : i32 } default { }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.index_switch' op expected result #0 of each region to be 'i32'}}
// expected-note @below {{case region #0 returns 'f32' here}}
%0 = scf.index_switch %n -> i32 case 1 { scf.yield %f : f32 } default { scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.index_switch' op expected region to end with scf.yield, but got ub.poison}}
%0 = scf.index_switch %n -> i32 case 1 { %x = ub.poison : i32 } default { scf.yield %i : i32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.execute_region' op along control flow edge from Operation scf.yield to Operation scf.execute_region: successor operand type #0 'f32' should match successor input type #0 'i32'}}
%0 = scf.execute_region -> i32 { cf.br ^a ^a: scf.yield %f : f32 }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op different number of region iter_args and yielded values: 1 != 2}}
%0 = "scf.for"(%n, %n, %n, %i) ({^bb0(%a : index, %c: i32): scf.yield %i, %i : i32, i32}) : (index, index, index, i32) -> i32

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{expected '{' to begin a region}}
scf.for %a = %i to %i step %i : i32

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{expected '{' to begin a region}}
scf.if %b

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{expected '{' to begin a region}}
scf.if %b { } else

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{expected ':'}}
scf.while { scf.condition(%b) } { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.while' expected 'do'}}
scf.while : () -> () { scf.condition(%b) } { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{expected '='}}
scf.while (%x : i32) : () -> () { scf.condition(%b) } do { scf.yield }

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'scf.while' invalid kind of type specified: expected builtin.function, but found 'i32'}}
scf.while : i32 { scf.condition(%b) } do { scf.yield }

// -----

tt.func @f(%i: index, %a: f32) {
  %0 = "scf.parallel"(%i, %i, %i, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%x: index):
    // expected-error @below {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
    "scf.reduce"(%a) ({
    }) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  tt.return
}

// -----

tt.func @f(%i: index, %a: f32) {
  %0 = "scf.parallel"(%i, %i, %i, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%x: index):
    // expected-error @below {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
    "scf.reduce"(%a) ({
    ^bb1(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    ^bb2(%m: f32, %n: f32):
      scf.reduce.return %m : f32
    }) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  tt.return
}

// -----

tt.func @f(%i: index, %a: f32) {
  %0 = "scf.parallel"(%i, %i, %i, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%x: index):
    // expected-error @below {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
    "scf.reduce"(%a) ({
    ^bb1(%l: f32, %r: f32):
      llvm.unreachable
    }) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  tt.return
}

// -----

tt.func @f(%i: index, %a: f32) {
  // expected-error @below {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  "scf.parallel"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    "scf.reduce"() : () -> ()
  }) : () -> ()
  tt.return
}

// -----

tt.func @f(%i: index, %a: f32) {
  // expected-error @below {{'scf.parallel' op expects the same number of induction variables: 2 as bound and step values: 1}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: index, %y: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  tt.return
}

// -----

tt.func @f(%i: index, %a: f32) {
  // expected-error @below {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: index):
    llvm.unreachable
  }) : (index, index, index) -> ()
  tt.return
}

// -----

tt.func @f(%i: index, %a: f32) {
  // expected-error @below {{'scf.parallel' op expects number of results: 1 to be the same as number of initial values: 0}}
  %0 = "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: index):
    "scf.reduce"(%a) ({
    ^bb1(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }) : (f32) -> ()
  }) : (index, index, index) -> f32
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{custom op 'scf.forall' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = scf.forall (%x) in (8) shared_outs(%o = %t) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.forall.in_parallel {}
  }
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> ()
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op region expects 1 arguments}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op expects 0-th block argument to be an index}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: i32, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<4xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index) {
  // expected-error @below {{'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks}}
  "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({
    scf.yield
  }, {
  }) : (index) -> ()
  tt.return
}

// -----

tt.func @f(%i: index) {
  // expected-error @below {{'scf.index_switch' op region #0 ('defaultRegion') failed to verify constraint: region with 1 blocks}}
  "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({
  }, {
    scf.yield
  }) : (index) -> ()
  tt.return
}

// -----

tt.func @f(%i: index) {
  // expected-error @below {{custom op 'scf.for' expected '('}}
  scf.for %x = %i to %i step %i iter_args {
  }
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{custom op 'scf.forall' expected '('}}
  %0 = scf.forall (%x) in (8) shared_outs -> (tensor<8xf32>) {
    scf.forall.in_parallel {}
  }
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{custom op 'scf.forall' number of operands and types do not match: got 1 operands and 0 types}}
  %0 = scf.forall (%x) in (8) shared_outs(%o = %t) {
    scf.forall.in_parallel {}
  }
  tt.return
}

// -----

tt.func @f(%i: index) {
  // expected-error @below {{'scf.index_switch' op expects region #1 to have 0 or 1 blocks}}
  "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({
    scf.yield
  }, {
  ^bb1:
    scf.yield
  ^bb2:
    scf.yield
  }) : (index) -> ()
  tt.return
}

// -----

tt.func @f(%i: index, %a: f32) {
  // expected-error @below {{'scf.parallel' op expects number of results: 0 to be the same as number of reductions: 1}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%x: index):
    "scf.reduce"() ({
    ^bb1(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }) : () -> ()
  }) : (index, index, index) -> ()
  tt.return
}

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.for' op expects regions to end with 'scf.yield', found 'llvm.unreachable'}}
// expected-note @below {{in custom textual format, the absence of terminator implies 'scf.yield'}}
"scf.for"(%i, %i, %i) ({^bb0(%a: i32): llvm.unreachable }) : (i32, i32, i32) -> ()

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{'scf.if' op expects regions to end with 'scf.yield', found 'llvm.unreachable'}}
// expected-note @below {{in custom textual format, the absence of terminator implies 'scf.yield'}}
"scf.if"(%b) ({ scf.yield }, { llvm.unreachable }) : (i1) -> ()

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op region expects 2 arguments}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0, 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{expected 1 upper bound values, got 2}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8, 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{expected 1 step values, got 2}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1, 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{expected 1 dynamic lower bound values}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: -9223372036854775808>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{expected 0 dynamic upper bound values}}
  %0 = "scf.forall"(%i, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (index, tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{expected 1 dynamic step values}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: -9223372036854775808>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op expected type of operand #0 ('tensor<8xf32>') to match type of corresponding result ('tensor<4xf32>')}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op expected type of operand #1 ('tensor<8xf32>') to match type of corresponding result ('tensor<?xf32>')}}
  %0 = "scf.forall"(%i, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: -9223372036854775808>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (index, tensor<8xf32>) -> tensor<?xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>, mapping = [1 : i32]}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  // expected-error @below {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>, mapping = [#gpu.address_space<global>]}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    // expected-error @below {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
    "scf.forall.in_parallel"() ({
    ^bb1:
      %c = arith.constant 1 : i32
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%i: index, %t: tensor<8xf32>) {
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    // expected-error @below {{'scf.forall.in_parallel' op expects region #0 to have 0 or 1 blocks}}
    "scf.forall.in_parallel"() ({
    ^bb1:
    ^bb2:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}
