// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// CHECK: tt.func @single(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @single(%a: i32, %p: !tt.ptr<i32>) {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @pass(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.select %arg2, %arg0, %arg1 : i32
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @pass(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%a : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @pass2(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg2, ^bb1, ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb2(%arg0 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @pass2(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3(%a : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @const(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @const(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %t = arith.constant true
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}

// CHECK: tt.func @constf(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @constf(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %t = arith.constant false
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}

// CHECK: tt.func @same(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.select %arg2, %arg0, %arg1 : i32
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @same(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @same2(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @same2(%a: i32, %c: i1, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @prop(%arg0: i1, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg1, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg1, %c0_i32 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @prop(%c: i1, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %e = arith.extui %c : i1 to i32
  tt.store %p, %e : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  %e2 = arith.extui %c : i1 to i32
  tt.store %p, %e2 : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}

// CHECK: tt.func @again(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg2, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @again(%a: i32, %b: i32, %c: i1, %lb: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.cond_br %c, ^bb3, ^bb4
^bb2:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb4
^bb3:
  tt.store %p, %lb : !tt.ptr<i32>
  cf.br ^bb4
^bb4:
  tt.return
}

// CHECK: tt.func @loop(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg1 : i32
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   %2 = arith.addi %0, %arg1 : i32
// CHECK-NEXT:   cf.br ^bb1(%2 : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @loop(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  %k = arith.cmpi slt, %x, %b : i32
  cf.cond_br %k, ^bb2, ^bb3
^bb2:
  %y = arith.addi %x, %b : i32
  cf.br ^bb1(%y : i32)
^bb3:
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @deadarg(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg1 : i32
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   %2 = arith.addi %0, %arg1 : i32
// CHECK-NEXT:   cf.br ^bb1(%2 : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @deadarg(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.br ^bb1(%a, %b : i32, i32)
^bb1(%x: i32, %u: i32):
  %k = arith.cmpi slt, %x, %b : i32
  cf.cond_br %k, ^bb2, ^bb3
^bb2:
  %y = arith.addi %x, %b : i32
  %v = arith.addi %u, %b : i32
  cf.br ^bb1(%y, %v : i32, i32)
^bb3:
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @unreach(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unreach(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.br ^bb2
^bb1:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb2
^bb2:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @samearg(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg2, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg0 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg0 : i32)
// CHECK-NEXT: ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg4, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @samearg(%a: i32, %b: i32, %c: i1, %ub: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3(%a : i32)
^bb2:
  tt.store %p, %ub : !tt.ptr<i32>
  cf.br ^bb3(%a : i32)
^bb3(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @identical(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg2, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @identical(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}

// CHECK: tt.func @identical2(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: i32, %arg4: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg2, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   tt.store %arg4, %0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %1 = arith.addi %arg3, %arg3 : i32
// CHECK-NEXT:   tt.store %arg4, %1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @identical2(%a: i32, %b: i32, %c: i1, %lb: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %x = arith.addi %a, %b : i32
  tt.store %p, %x : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  %y = arith.addi %lb, %lb : i32
  tt.store %p, %y : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}

// CHECK: tt.func @infinite() {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: }
tt.func @infinite() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
^bb2:
  tt.return
}

// CHECK: tt.func @assert(%arg0: i1) {
// CHECK-NEXT:   cf.assert %arg0, "y"
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @assert(%c: i1) {
  %t = arith.constant true
  cf.assert %t, "x"
  cf.assert %c, "y"
  tt.return
}

// CHECK: tt.func @earlyret(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @earlyret(%a: i32, %c: i1, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}

// CHECK: tt.func @sw(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     1: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @sw(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.switch %a : i32, [
  default: ^bb1,
  1: ^bb2,
  2: ^bb1
  ]
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.return
}
