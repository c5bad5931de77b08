// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func @exec1(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @exec1(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.execute_region -> i32 {
    %x = arith.addi %a, %b : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @exec2(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg2, ^bb1, ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb2(%arg0 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @exec2(%a: i32, %b: i32, %c: i1, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %a : i32
  ^bb2:
    scf.yield %b : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @no(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = scf.execute_region -> i32 no_inline {
// CHECK-NEXT:     %1 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:     tt.store %arg2, %1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @no(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %r = scf.execute_region -> i32 no_inline {
    %x = arith.addi %a, %b : i32
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @isw0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg3, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func @isw0(%a: i32, %b: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 0 : index
  %r = scf.index_switch %k -> i32
  case 0 {
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %a : i32
  }
  case 1 {
    scf.yield %b : i32
  }
  default {
    tt.store %p, %lb : !tt.ptr<i32>
    scf.yield %lb : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @isw1(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.return %arg1 : i32
// CHECK-NEXT: }
tt.func @isw1(%a: i32, %b: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 1 : index
  %r = scf.index_switch %k -> i32
  case 0 {
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %a : i32
  }
  case 1 {
    scf.yield %b : i32
  }
  default {
    tt.store %p, %lb : !tt.ptr<i32>
    scf.yield %lb : i32
  }
  tt.return %r : i32
}

// CHECK: tt.func @isw5(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %arg2 : i32
// CHECK-NEXT: }
tt.func @isw5(%a: i32, %b: i32, %lb: i32, %p: !tt.ptr<i32>) -> i32 {
  %k = arith.constant 5 : index
  %r = scf.index_switch %k -> i32
  case 0 {
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %a : i32
  }
  case 1 {
    scf.yield %b : i32
  }
  default {
    tt.store %p, %lb : !tt.ptr<i32>
    scf.yield %lb : i32
  }
  tt.return %r : i32
}
