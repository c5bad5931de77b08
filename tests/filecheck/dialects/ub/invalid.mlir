// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected ':'}}
%0 = ub.poison

// -----

// expected-error @below {{invalid properties {value = 1 : i32} for op ub.poison: Invalid attribute `value` in property conversion: 1 : i32}}
%0 = "ub.poison"() <{value = 1 : i32}> : () -> i32

// -----

// expected-error @below {{'ub.poison' op attribute 'value' failed to satisfy constraint: PoisonAttrInterface instance}}
%0 = "ub.poison"() {value = 1 : i32} : () -> i32

// -----

// expected-error @below {{'ub.poison' op requires one result}}
"ub.poison"() : () -> ()
