// RUN: xtriton-opt %s --canonicalize | filecheck %s --check-prefix=ALL
// RUN: xtriton-opt %s --canonicalize='disable-patterns=nested_ifs' | filecheck %s --check-prefix=DISABLED
// RUN: xtriton-opt %s --canonicalize='enable-patterns=nested_ifs' | filecheck %s --check-prefix=ENABLED
// RUN: xtriton-opt %s --canonicalize='max-num-rewrites=0' | filecheck %s --check-prefix=DISABLED
// RUN: xtriton-opt %s --canonicalize='max-iterations=0' | filecheck %s --check-prefix=NOTHING
// RUN: xtriton-opt %s --canonicalize='test-convergence=true' | filecheck %s --check-prefix=ALL
// RUN: not xtriton-opt %s --canonicalize='max-iterations=1 test-convergence=true' 2>&1 | filecheck %s --check-prefix=CONVERGENCE
// RUN: not xtriton-opt %s --canonicalize='disable-patterns=nested_if' 2>&1 | filecheck %s --check-prefix=UNKNOWN

// ALL: arith.andi %arg0, %arg1
// ALL-NEXT: scf.if
// ALL-NOT: scf.if
// DISABLED-NOT: arith
// DISABLED: scf.if %arg0
// DISABLED-NEXT: scf.if %arg1
// ENABLED: arith.andi %arg0, %arg1
// NOTHING: arith.addi
// CONVERGENCE: error: canonicalization did not converge after 1 iterations
// UNKNOWN: error: pass 'canonicalize': unknown pattern 'nested_if'; did you mean 'nested_ifs'?
tt.func @f(%c: i1, %d: i1, %p: !tt.ptr<i32>, %x: i32) {
  %dead = arith.addi %x, %x : i32
  scf.if %c {
    scf.if %d {
      tt.store %p, %x : !tt.ptr<i32>
    }
  }
  tt.return
}
