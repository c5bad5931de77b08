// RUN: xtriton-opt %s --canonicalize | filecheck %s

// A switch on a constant leaves one way: that of a case, of the first of equal ones, or the default.
// CHECK: tt.func @constant(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @constant(%x: i32, %p: !tt.ptr<i32>) {
  %c3 = arith.constant 3 : i32
  cf.switch %c3 : i32, [default: ^bb1(%x : i32), 3: ^bb2(%x : i32), 4: ^bb1(%c3 : i32)]
^bb1(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
^bb2(%b: i32):
  %y = arith.addi %b, %b : i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @constant_default(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @constant_default(%x: i32, %p: !tt.ptr<i32>) {
  %c5 = arith.constant 5 : i32
  cf.switch %c5 : i32, [default: ^bb1(%x : i32), 3: ^bb2(%x : i32), 4: ^bb1(%c5 : i32)]
^bb1(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
^bb2(%b: i32):
  %y = arith.addi %b, %b : i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}

// Without cases, and with cases that are equal to the default.
// CHECK: tt.func @no_cases(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     2: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @no_cases(%f: i32, %x: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb1(%x : i32)]
^bb1(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  cf.switch %f : i32, [default: ^bb2, 1: ^bb2, 2: ^bb3, 3: ^bb2]
^bb2:
  tt.store %p, %f : !tt.ptr<i32>
  tt.return
^bb3:
  tt.return
}

// The same block with other arguments is another way.
// CHECK: tt.func @other_arguments(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1(%arg1 : i32),
// CHECK-NEXT:     1: ^bb1(%arg2 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @other_arguments(%f: i32, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb1(%x : i32), 1: ^bb1(%y : i32), 2: ^bb1(%x : i32)]
^bb1(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// Ways to blocks that only jump on go on: of the default,
// CHECK: tt.func @default_jumps_on(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb2,
// CHECK-NEXT:     1: ^bb1
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @default_jumps_on(%f: i32, %x: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb1, 1: ^bb2, 2: ^bb3]
^bb1:
  cf.br ^bb3
^bb2:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}

// and of a case.
// CHECK: tt.func @case_jumps_on(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     1: ^bb2(%arg1 : i32),
// CHECK-NEXT:     2: ^bb2(%arg2 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 3 preds: ^bb0, ^bb0, ^bb1
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @case_jumps_on(%f: i32, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb2, 1: ^bb1(%x : i32), 2: ^bb3(%y : i32)]
^bb1(%a: i32):
  cf.br ^bb3(%a : i32)
^bb2:
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb3(%x : i32)
^bb3(%b: i32):
  tt.store %p, %b : !tt.ptr<i32>
  tt.return
}

// In the block of a case the flag is known; in that of two cases too, as the first.
// CHECK: tt.func @again_in_case(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb3,
// CHECK-NEXT:     1: ^bb1,
// CHECK-NEXT:     2: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb4(%arg1 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb4(%arg2 : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb0
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb4(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @again_in_case(%f: i32, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb3, 1: ^bb1, 2: ^bb2]
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.switch %f : i32, [default: ^bb3, 1: ^bb4(%x : i32), 2: ^bb4(%y : i32)]
^bb2:
  tt.store %p, %y : !tt.ptr<i32>
  cf.switch %f : i32, [default: ^bb4(%y : i32), 1: ^bb3]
^bb3:
  tt.return
^bb4(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// In the default block it is none of the values asked for.
// CHECK: tt.func @again_in_default(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     1: ^bb2,
// CHECK-NEXT:     2: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb2,
// CHECK-NEXT:     3: ^bb3(%arg2 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb2:  // 3 preds: ^bb0, ^bb0, ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb3(%0: i32):  // pred: ^bb1
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @again_in_default(%f: i32, %x: i32, %y: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb1, 1: ^bb3, 2: ^bb3]
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.switch %f : i32, [default: ^bb3, 1: ^bb4(%x : i32), 3: ^bb4(%y : i32), 2: ^bb4(%y : i32)]
^bb3:
  tt.return
^bb4(%a: i32):
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// Other flags and other values tell nothing.
// CHECK: tt.func @other_flag(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     1: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.switch %arg1 : i32, [
// CHECK-NEXT:     default: ^bb3,
// CHECK-NEXT:     1: ^bb4
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.switch %arg1 : i32, [
// CHECK-NEXT:     default: ^bb3,
// CHECK-NEXT:     1: ^bb4
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb4:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @other_flag(%f: i32, %g: i32, %x: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb1, 1: ^bb2]
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.switch %g : i32, [default: ^bb3, 1: ^bb4]
^bb2:
  tt.store %p, %f : !tt.ptr<i32>
  cf.switch %g : i32, [default: ^bb3, 1: ^bb4]
^bb3:
  tt.return
^bb4:
  tt.store %p, %g : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @other_values(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     1: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb2,
// CHECK-NEXT:     2: ^bb3,
// CHECK-NEXT:     3: ^bb3
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb1
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @other_values(%f: i32, %x: i32, %p: !tt.ptr<i32>) {
  cf.switch %f : i32, [default: ^bb1, 1: ^bb3]
^bb1:
  tt.store %p, %x : !tt.ptr<i32>
  cf.switch %f : i32, [default: ^bb3, 2: ^bb4, 3: ^bb4]
^bb3:
  tt.return
^bb4:
  tt.store %p, %f : !tt.ptr<i32>
  tt.return
}

// There are two ways here: nothing is known of the flag.
// CHECK: tt.func @two_ways(%arg0: i32, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb3,
// CHECK-NEXT:     1: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb3,
// CHECK-NEXT:     1: ^bb4
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb4:  // pred: ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_ways(%f: i32, %c: i1, %x: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %f : !tt.ptr<i32>
  cf.switch %f : i32, [default: ^bb3, 1: ^bb2]
^bb2:
  tt.store %p, %x : !tt.ptr<i32>
  cf.switch %f : i32, [default: ^bb3, 1: ^bb4]
^bb3:
  tt.return
^bb4:
  tt.store %p, %f : !tt.ptr<i32>
  tt.return
}

// Negative values of a narrow flag.
// CHECK: tt.func @narrow(%arg0: i8, %arg1: i8, %arg2: !tt.ptr<i8>) {
// CHECK-NEXT:   cf.switch %arg0 : i8, [
// CHECK-NEXT:     default: ^bb2,
// CHECK-NEXT:     255: ^bb1
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i8>
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i8>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @narrow(%f: i8, %x: i8, %p: !tt.ptr<i8>) {
  cf.switch %f : i8, [default: ^bb2, -1: ^bb1]
^bb1:
  tt.store %p, %x : !tt.ptr<i8>
  cf.switch %f : i8, [default: ^bb2, -1: ^bb3]
^bb2:
  tt.return
^bb3:
  tt.store %p, %f : !tt.ptr<i8>
  tt.return
}
