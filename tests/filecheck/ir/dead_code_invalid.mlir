// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// Operations nested in dead code may not use values defined later in the same block,
tt.func @later(%c: i1, %x: i32, %p: !tt.ptr<i32>) {
  tt.return
^bb1:
  scf.if %c {
    // expected-error @below {{operand #1 does not dominate this use}}
    tt.store %p, %1 : !tt.ptr<i32>
  }
  // expected-note @below {{operand defined here}}
  %1 = arith.addi %x, %x : i32
  tt.return
}

// -----

// and nothing from dead code is visible elsewhere.
tt.func @from_dead_code(%x: i32, %p: !tt.ptr<i32>) {
  // expected-error @below {{operand #1 does not dominate this use}}
  tt.store %p, %1 : !tt.ptr<i32>
  tt.return
^bb1:
  // expected-note @below {{operand defined here}}
  %1 = arith.addi %x, %x : i32
  tt.return
}
