// RUN: xtriton-opt %s --convert-scf-to-cf --split-input-file --verify-diagnostics

// Triton has no parallel loops.
tt.func @parallel(%n: index) {
  // expected-error @below {{failed to legalize operation 'scf.parallel'}}
  scf.parallel (%i) = (%n) to (%n) step (%n) {
  }
  tt.return
}

// -----

tt.func @forall(%n: index) {
  // expected-error @below {{failed to legalize operation 'scf.forall'}}
  scf.forall (%i) in (%n) {
  }
  tt.return
}
