// RUN: not xtriton-opt %s --verify-diagnostics 2>&1 | filecheck %s
// RUN: not xtriton-opt %s --verify-diagnostics=only-expected 2>&1 | filecheck %s

// CHECK: unmet_expectations.mlir:[[# @LINE + 1]]:4: error: expected warning "never said" was not produced
// expected-warning {{never said}}
func.func private @f()
