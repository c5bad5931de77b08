// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// MLIR takes the first argument of the body before it looks whether there is one: the wheel is no oracle, it aborts.
tt.func @f(%i: index) {
  // expected-error @below {{'scf.for' op expected an induction variable as the first argument of the body}}
  "scf.for"(%i, %i, %i) ({
    scf.yield
  }) : (index, index, index) -> ()
  tt.return
}
