// RUN: xtriton-opt %s --split-input-file --verify-diagnostics
// RUN: not xtriton-opt %s --split-input-file 2>&1 | filecheck %s

func.func @undefined() {
  // CHECK: verify_diagnostics.mlir:[[# @LINE + 2]]:10: error:
  // expected-error @below {{use of undeclared SSA value name}}
  return %nowhere : i32
}
// -----
func.func @fine() {
  return
}
// -----
// expected-error-re @+1 {{{{.*}}no_such_dialect{{.*}}}}
no_such_dialect.op
