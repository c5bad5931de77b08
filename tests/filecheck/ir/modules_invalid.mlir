// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{requires one region}}
"builtin.module"() ({^a:}, {^a:}) : () -> ()

// -----

// expected-error @below {{requires zero results}}
%a = "builtin.module"() ({^a:}) : () -> i32

// -----

// expected-error @below {{expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({^a: ^b:}) : () -> ()

// -----

// expected-error @below {{region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() ({}) : () -> ()

// -----

// expected-error @below {{region should have no arguments}}
"builtin.module"() ({^a(%x: i32):}) : () -> ()

// -----

// expected-error @below {{visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"builtin.module"() <{sym_name = "m", sym_visibility = "hidden"}> ({^a:}) : () -> ()

// -----

// expected-error @below {{invalid properties {sym_name = 3 : i64} for op builtin.module: Invalid attribute `sym_name` in property conversion: 3 : i64}}
"builtin.module"() <{sym_name = 3}> ({^a:}) : () -> ()
