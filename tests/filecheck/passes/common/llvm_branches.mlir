// RUN: xtriton-opt %s --triton=3.6 --sccp | filecheck %s --check-prefix SCCP
// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s --check-prefix CANON

// Branches of llvm pass values as those of cf do, but as in MLIR a known condition does not decide which way they go.

// SCCP: tt.func public @f(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// SCCP-NEXT:   %c3_i32 = arith.constant 3 : i32
// SCCP-NEXT:   %true = arith.constant true
// SCCP-NEXT:   %0 = arith.addi %arg1, %c3_i32 : i32
// SCCP-NEXT:   llvm.cond_br %true, ^bb1(%c3_i32, %0 : i32, i32), ^bb2(%arg1 : i32)
// SCCP-NEXT: ^bb1(%1: i32, %2: i32):
// SCCP-NEXT:   tt.store %arg2, %c3_i32 : !tt.ptr<i32>
// SCCP-NEXT:   llvm.br ^bb2(%c3_i32 : i32)
// SCCP-NEXT: ^bb2(%3: i32):
// SCCP-NEXT:   tt.store %arg2, %3 : !tt.ptr<i32>
// SCCP-NEXT:   tt.return
// SCCP-NEXT: }
// SCCP-NEXT: tt.func public @g(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: i32) {
// SCCP-NEXT:   llvm.switch %arg2 : i32, ^bb1(%arg0 : i32) [
// SCCP-NEXT:     1: ^bb1(%arg0 : i32),
// SCCP-NEXT:     2: ^bb2(%arg2, %arg0 : i32, i32)
// SCCP-NEXT:   ]
// SCCP-NEXT: ^bb1(%0: i32):
// SCCP-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// SCCP-NEXT:   llvm.br ^bb2(%0, %arg0 : i32, i32)
// SCCP-NEXT: ^bb2(%1: i32, %2: i32):
// SCCP-NEXT:   tt.store %arg1, %1 : !tt.ptr<i32>
// SCCP-NEXT:   tt.return
// SCCP-NEXT: }
// SCCP-NEXT: tt.func public @i(%arg0: !tt.ptr<i32>) {
// SCCP-NEXT:   %c4_i32 = arith.constant 4 : i32
// SCCP-NEXT:   %c3_i32 = arith.constant 3 : i32
// SCCP-NEXT:   %c2_i32 = arith.constant 2 : i32
// SCCP-NEXT:   llvm.switch %c2_i32 : i32, ^bb1(%c3_i32 : i32) [
// SCCP-NEXT:     1: ^bb1(%c4_i32 : i32),
// SCCP-NEXT:     2: ^bb2(%c4_i32 : i32)
// SCCP-NEXT:   ]
// SCCP-NEXT: ^bb1(%0: i32):
// SCCP-NEXT:   tt.store %arg0, %0 : !tt.ptr<i32>
// SCCP-NEXT:   llvm.br ^bb2(%0 : i32)
// SCCP-NEXT: ^bb2(%1: i32):
// SCCP-NEXT:   tt.store %arg0, %1 : !tt.ptr<i32>
// SCCP-NEXT:   tt.return
// SCCP-NEXT: }

// CANON: tt.func public @f(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CANON-NEXT:   %true = arith.constant true
// CANON-NEXT:   %c3_i32 = arith.constant 3 : i32
// CANON-NEXT:   llvm.cond_br %true, ^bb1(%c3_i32 : i32), ^bb2(%arg1 : i32)
// CANON-NEXT: ^bb1(%0: i32):
// CANON-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CANON-NEXT:   llvm.br ^bb2(%0 : i32)
// CANON-NEXT: ^bb2(%1: i32):
// CANON-NEXT:   tt.store %arg2, %1 : !tt.ptr<i32>
// CANON-NEXT:   tt.return
// CANON-NEXT: }
// CANON-NEXT: tt.func public @g(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: i32) {
// CANON-NEXT:   llvm.switch %arg2 : i32, ^bb1(%arg0 : i32) [
// CANON-NEXT:     1: ^bb1(%arg0 : i32),
// CANON-NEXT:     2: ^bb2(%arg2 : i32)
// CANON-NEXT:   ]
// CANON-NEXT: ^bb1(%0: i32):
// CANON-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CANON-NEXT:   llvm.br ^bb2(%0 : i32)
// CANON-NEXT: ^bb2(%1: i32):
// CANON-NEXT:   tt.store %arg1, %1 : !tt.ptr<i32>
// CANON-NEXT:   tt.return
// CANON-NEXT: }
// CANON-NEXT: tt.func public @i(%arg0: !tt.ptr<i32>) {
// CANON-NEXT:   %c2_i32 = arith.constant 2 : i32
// CANON-NEXT:   %c3_i32 = arith.constant 3 : i32
// CANON-NEXT:   %c4_i32 = arith.constant 4 : i32
// CANON-NEXT:   llvm.switch %c2_i32 : i32, ^bb1(%c3_i32 : i32) [
// CANON-NEXT:     1: ^bb1(%c4_i32 : i32),
// CANON-NEXT:     2: ^bb2(%c4_i32 : i32)
// CANON-NEXT:   ]
// CANON-NEXT: ^bb1(%0: i32):
// CANON-NEXT:   tt.store %arg0, %0 : !tt.ptr<i32>
// CANON-NEXT:   llvm.br ^bb2(%0 : i32)
// CANON-NEXT: ^bb2(%1: i32):
// CANON-NEXT:   tt.store %arg0, %1 : !tt.ptr<i32>
// CANON-NEXT:   tt.return
// CANON-NEXT: }
tt.func public @f(%c: i1, %n: i32, %p: !tt.ptr<i32>) {
  %t = arith.constant true
  %a = arith.constant 3 : i32
  %d = arith.addi %n, %a : i32
  llvm.cond_br %t, ^one(%a, %d : i32, i32), ^two(%n : i32)
^one(%x: i32, %dead: i32):
  tt.store %p, %x : !tt.ptr<i32>
  llvm.br ^two(%x : i32)
^two(%y: i32):
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}
tt.func public @g(%n: i32, %p: !tt.ptr<i32>, %k: i32) {
  llvm.switch %k : i32, ^one(%n : i32) [1: ^one(%n : i32), 2: ^two(%k, %n : i32, i32)]
^one(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  llvm.br ^two(%x, %n : i32, i32)
^two(%y: i32, %z: i32):
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}
tt.func public @i(%p: !tt.ptr<i32>) {
  %t = arith.constant 2 : i32
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  llvm.switch %t : i32, ^one(%a : i32) [1: ^one(%b : i32), 2: ^two(%b : i32)]
^one(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  llvm.br ^two(%x : i32)
^two(%y: i32):
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}
