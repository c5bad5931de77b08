// RUN: xtriton-opt %s --inline | filecheck %s

// A private function that is called once goes into its caller and is gone.
// CHECK-NOT: @once(
tt.func private @once(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  tt.return %0 : i32
}
// CHECK: tt.func @calls_once(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @calls_once(%x: i32) -> i32 {
  %0 = tt.call @once(%x) : (i32) -> i32
  tt.return %0 : i32
}

// One that is called twice is copied, and gone too.
// CHECK-NOT: @twice(
tt.func private @twice(%x: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  tt.store %p, %x : !tt.ptr<i32>
  %0 = arith.muli %x, %x : i32
  tt.return %0, %x : i32, i32
}
// CHECK: tt.func @calls_twice(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @calls_twice(%x: i32, %p: !tt.ptr<i32>) -> i32 {
  %0:2 = tt.call @twice(%x, %p) : (i32, !tt.ptr<i32>) -> (i32, i32)
  %1:2 = tt.call @twice(%0#0, %p) : (i32, !tt.ptr<i32>) -> (i32, i32)
  tt.return %1#1 : i32
}

// A public function stays, for others may call it.
// CHECK: tt.func @public(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @public(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  tt.return %0 : i32
}
// CHECK: tt.func @calls_public(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @calls_public(%x: i32) -> i32 {
  %0 = tt.call @public(%x) : (i32) -> i32
  tt.return %0 : i32
}

// A function that is not to be inlined; a call of it in an inlined one stays.
// CHECK: tt.func private @noinline(%arg0: i32) -> i32 attributes {noinline = true} {
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func private @noinline(%x: i32) -> i32 attributes {noinline = true} {
  %0 = arith.muli %x, %x : i32
  tt.return %0 : i32
}
// CHECK-NOT: @between(
tt.func private @between(%x: i32) -> i32 attributes {noinline = false} {
  %0 = tt.call @noinline(%x) : (i32) -> i32
  %1 = arith.addi %0, %x : i32
  tt.return %1 : i32
}
// CHECK: tt.func @calls_noinline(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = tt.call @noinline(%arg0) : (i32) -> i32
// CHECK-NEXT:   %1 = arith.addi %0, %arg0 : i32
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @calls_noinline(%x: i32) -> i32 {
  %0 = tt.call @between(%x) : (i32) -> i32
  tt.return %0 : i32
}

// Functions that call themselves or each other are not inlined into each other.
// CHECK: tt.func @recursive(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = tt.call @recursive(%arg0) : (i32) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @recursive(%x: i32) -> i32 {
  %0 = tt.call @recursive(%x) : (i32) -> i32
  tt.return %0 : i32
}
// CHECK: tt.func @even(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = tt.call @odd(%arg0) : (i32) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @even(%x: i32) -> i32 {
  %0 = tt.call @odd(%x) : (i32) -> i32
  tt.return %0 : i32
}
// CHECK: tt.func @odd(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = tt.call @even(%arg0) : (i32) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @odd(%x: i32) -> i32 {
  %0 = tt.call @even(%x) : (i32) -> i32
  tt.return %0 : i32
}

// A function with several blocks, also where there is something before and after the call.
// CHECK: tt.func private @early(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.return %arg1 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   %0 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func private @early(%c: i1, %x: i32, %p: !tt.ptr<i32>) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return %x : i32
^bb2:
  tt.store %p, %x : !tt.ptr<i32>
  %0 = arith.muli %x, %x : i32
  tt.return %0 : i32
}
// CHECK: tt.func @calls_early(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   %0 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:   cf.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @calls_early(%c: i1, %x: i32, %p: !tt.ptr<i32>) -> i32 {
  tt.store %p, %x : !tt.ptr<i32>
  %0 = tt.call @early(%c, %x, %p) : (i1, i32, !tt.ptr<i32>) -> i32
  tt.store %p, %0 : !tt.ptr<i32>
  tt.return %0 : i32
}

// A loop has room for one block only.
// CHECK: tt.func @calls_early_in_loop(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.for %arg4 = %arg1 to %arg2 step %c1_i32  : i32 {
// CHECK-NEXT:     %0 = tt.call @early(%arg0, %arg4, %arg3) : (i1, i32, !tt.ptr<i32>) -> i32
// CHECK-NEXT:     %1 = arith.muli %0, %0 : i32
// CHECK-NEXT:     tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_early_in_loop(%c: i1, %x: i32, %n: i32, %p: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  scf.for %i = %x to %n step %c1 : i32 {
    %0 = tt.call @early(%c, %i, %p) : (i1, i32, !tt.ptr<i32>) -> i32
    %1 = tt.call @public(%0) : (i32) -> i32
    tt.store %p, %1 : !tt.ptr<i32>
  }
  tt.return
}

// A function that is not called and cannot be called.
// CHECK-NOT: @dead(
tt.func private @dead(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  tt.return %0 : i32
}

// Functions without calls are simplified all the same.
// CHECK: tt.func @simplified(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @simplified(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  tt.return %0 : i32
}

// Inlining enables further simplification.
// CHECK-NOT: @plus(
tt.func private @plus(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  tt.return %0 : i32
}
// CHECK: tt.func @simplified_after_inlining(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @simplified_after_inlining(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = tt.call @plus(%x, %c0) : (i32, i32) -> i32
  %1 = tt.call @plus(%0, %c0) : (i32, i32) -> i32
  tt.return %1 : i32
}

// A declaration has nothing to inline.
// CHECK: tt.func private @declared(i32) -> i32
tt.func private @declared(i32) -> i32
// CHECK: tt.func @calls_declared(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = tt.call @declared(%arg0) : (i32) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @calls_declared(%x: i32) -> i32 {
  %0 = tt.call @declared(%x) : (i32) -> i32
  tt.return %0 : i32
}
