// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// A jump to a block that only jumps on goes on to where that goes, arguments included; other ways stay.
// CHECK: tt.func @jump_on(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg2, %arg3 : i32, i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   cf.cond_br %arg1, ^bb3(%arg3, %arg3 : i32, i32), ^bb3(%arg2, %arg2 : i32, i32)
// CHECK-NEXT: ^bb3(%0: i32, %1: i32):  // 3 preds: ^bb1, ^bb2, ^bb2
// CHECK-NEXT:   tt.store %arg4, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg4, %1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @jump_on(%c: i1, %d: i1, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb3(%x : i32)
^bb2:
  tt.store %p, %y : !tt.ptr<i32>
  cf.cond_br %d, ^bb3(%y : i32), ^bb4(%x, %x : i32, i32)
^bb3(%a: i32):
  cf.br ^bb4(%a, %y : i32, i32)
^bb4(%b: i32, %e: i32):
  tt.store %p, %b : !tt.ptr<i32>
  tt.store %p, %e : !tt.ptr<i32>
  tt.return
}

// Not where the arguments of the block are used behind it,
// CHECK: tt.func @used_behind(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb1(%arg2 : i32)
// CHECK-NEXT: }
tt.func @used_behind(%c: i1, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%a: i32):
  cf.br ^bb3
^bb2:
  tt.store %p, %y : !tt.ptr<i32>
  cf.br ^bb1(%y : i32)
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// and not where the block does something.
// CHECK: tt.func @does_something(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: }
tt.func @does_something(%c: i1, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %y : !tt.ptr<i32>
  cf.br ^bb1
^bb3:
  tt.return
}

// One target with the same arguments: no choice at all.
// CHECK: tt.func @no_choice(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @no_choice(%c: i1, %x: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%x : i32)
^bb1(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// One target, arguments that differ in part: only those are chosen.
// CHECK: tt.func @choose_one(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @choose_one(%c: i1, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1(%x, %x : i32, i32), ^bb1(%x, %y : i32, i32)
^bb1(%a: i32, %b: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.store %p, %b : !tt.ptr<i32>
  tt.return
}

// Not if there is another way to the target.
// CHECK: tt.func @other_way(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   cf.cond_br %arg0, ^bb3(%arg2 : i32), ^bb3(%arg3 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg3 : i32)
// CHECK-NEXT: ^bb3(%0: i32):  // 3 preds: ^bb1, ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg4, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @other_way(%c: i1, %d: i1, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %d, ^bb1, ^bb2
^bb1:
  tt.store %p, %y : !tt.ptr<i32>
  cf.cond_br %c, ^bb3(%x : i32), ^bb3(%y : i32)
^bb2:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb3(%y : i32)
^bb3(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// The same condition again: in the block that only its truth leads to, and in the other.
// CHECK: tt.func @asked_before(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg2 : i32)
// CHECK-NEXT: ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @asked_before(%c: i1, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.cond_br %c, ^bb3(%x : i32), ^bb3(%y : i32)
^bb2:
  tt.store %p, %y : !tt.ptr<i32>
  cf.cond_br %c, ^bb3(%x : i32), ^bb3(%y : i32)
^bb3(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// Another condition tells nothing.
// CHECK: tt.func @other_condition(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2(%arg3 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.cond_br %arg1, ^bb2(%arg2 : i32), ^bb2(%arg3 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 3 preds: ^bb0, ^bb1, ^bb1
// CHECK-NEXT:   tt.store %arg4, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @other_condition(%c: i1, %d: i1, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.cond_br %d, ^bb3(%x : i32), ^bb2
^bb2:
  cf.br ^bb3(%y : i32)
^bb3(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// The condition is known where only one of its values leads to; twice there, one constant.
// CHECK: tt.func @known_inside(%arg0: i1, %arg1: !tt.ptr<i1>) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg1, %true : !tt.ptr<i1>
// CHECK-NEXT:   tt.store %arg1, %true : !tt.ptr<i1>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg1, %false : !tt.ptr<i1>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @known_inside(%c: i1, %q: !tt.ptr<i1>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %q, %c : !tt.ptr<i1>
  tt.store %q, %c : !tt.ptr<i1>
  cf.br ^bb3
^bb2:
  tt.store %q, %c : !tt.ptr<i1>
  cf.br ^bb3
^bb3:
  tt.store %q, %c : !tt.ptr<i1>
  tt.return
}

// Both ways lead to ^bb1: nothing is known of the condition there.
// CHECK: tt.func @two_ways(%arg0: i1, %arg1: i1, %arg2: !tt.ptr<i1>) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %false : !tt.ptr<i1>
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb3
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT:   tt.store %arg2, %false : !tt.ptr<i1>
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_ways(%c: i1, %d: i1, %q: !tt.ptr<i1>) {
  cf.cond_br %d, ^bb1, ^bb2
^bb1:
  tt.store %q, %c : !tt.ptr<i1>
  tt.return
^bb2:
  tt.store %q, %d : !tt.ptr<i1>
  cf.cond_br %c, ^bb1, ^bb3
^bb3:
  tt.store %q, %c : !tt.ptr<i1>
  tt.store %q, %d : !tt.ptr<i1>
  tt.return
}

// A block that jumps to itself is not merged into itself.
// CHECK: tt.func @self(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: }
tt.func @self(%x: i32, %p: !tt.ptr<i32>) {
  cf.br ^bb1
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb1
}

// Two blocks jump on through a third one, with an argument and a value from before.
// CHECK: tt.func @jump_through_a_block(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg1, %0 : i32, i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%0, %0 : i32, i32)
// CHECK-NEXT: ^bb3(%1: i32, %2: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return %1, %2 : i32, i32
// CHECK-NEXT: }
tt.func @jump_through_a_block(%c: i1, %x: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %before = arith.muli %x, %x : i32
  cf.cond_br %c, ^one, ^two
^one:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^through(%x : i32)
^two:
  tt.store %p, %before : !tt.ptr<i32>
  cf.br ^through(%before : i32)
^three:
  cf.br ^end(%x, %x : i32, i32)
^through(%v: i32):
  cf.br ^end(%v, %before : i32, i32)
^end(%a: i32, %b: i32):
  tt.return %a, %b : i32, i32
}
