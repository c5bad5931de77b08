// RUN: xtriton-opt %s --inline --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// CHECK-NOT: @inner(
tt.func private @inner(%x: i32 loc("x"("k.py":1:1))) -> i32 {
  %0 = arith.muli %x, %x : i32 loc("k.py":2:1)
  tt.return %0 : i32 loc("k.py":3:1)
} loc("k.py":1:0)
// CHECK-NOT: @outer(
tt.func private @outer(%x: i32, %c: i1) -> i32 {
  %0 = tt.call @inner(%x) : (i32) -> i32 loc("k.py":5:1)
  cf.cond_br %c, ^bb1, ^bb2(%0 : i32) loc("k.py":6:1)
^bb1:
  %1 = tt.call @inner(%0) : (i32) -> i32 loc("k.py":7:1)
  cf.br ^bb2(%1 : i32) loc("k.py":8:1)
^bb2(%y: i32 loc("y"("k.py":9:1))):
  tt.return %y : i32 loc("k.py":10:1)
} loc("k.py":4:0)
// Inlined operations have call-site locations, innermost first; a call without a location adds nothing.
// CHECK: tt.func @kernel(%arg0: i32 loc("a"("k.py":11:1)), %arg1: i1 loc("c"("k.py":11:2)), %arg2: !tt.ptr<i32> loc("p"("k.py":11:3))) {
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg0 : i32 loc(callsite("k.py":2:1 at callsite("k.py":5:1 at "k.py":12:1)))
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2(%0 : i32) loc(callsite("k.py":6:1 at "k.py":12:1))
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %1 = arith.muli %0, %0 : i32 loc(callsite("k.py":2:1 at callsite("k.py":7:1 at "k.py":12:1)))
// CHECK-NEXT:   cf.br ^bb2(%1 : i32) loc(callsite("k.py":10:1 at "k.py":12:1))
// CHECK-NEXT: ^bb2(%2: i32 loc("k.py":12:1)):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   %3 = arith.muli %2, %2 : i32 loc("k.py":2:1)
// CHECK-NEXT:   tt.store %arg2, %3 : !tt.ptr<i32> loc("k.py":13:1)
// CHECK-NEXT:   tt.return loc("k.py":14:1)
// CHECK-NEXT: } loc("k.py":11:0)
tt.func @kernel(%x: i32 loc("a"("k.py":11:1)), %c: i1 loc("c"("k.py":11:2)), %p: !tt.ptr<i32> loc("p"("k.py":11:3))) {
  %0 = tt.call @outer(%x, %c) : (i32, i1) -> i32 loc("k.py":12:1)
  %1 = tt.call @inner(%0) : (i32) -> i32 loc(unknown)
  tt.store %p, %1 : !tt.ptr<i32> loc("k.py":13:1)
  tt.return loc("k.py":14:1)
} loc("k.py":11:0)
