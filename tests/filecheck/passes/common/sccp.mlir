// RUN: xtriton-opt %s --triton=3.6 --sccp | filecheck %s

// Constants of a region are together at its start, the last one first; so are constants computed from them.
// CHECK: tt.func @fold(%arg0: i32) -> (i32, i32, tensor<4xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<9> : tensor<4xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<3> : tensor<4xi32>
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:   tt.return %0, %c3_i32, %cst : i32, i32, tensor<4xi32>
// CHECK-NEXT: }
tt.func @fold(%a: i32) -> (i32, i32, tensor<4xi32>) {
  %0 = arith.addi %a, %a : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %1 = arith.addi %c1, %c2 : i32
  %2 = tt.splat %1 : i32 -> tensor<4xi32>
  %3 = arith.muli %2, %2 : tensor<4xi32>
  tt.return %0, %1, %3 : i32, i32, tensor<4xi32>
}

// The region that is never entered does not count.
// CHECK: tt.func @choice(%arg0: i1) -> (i32, i32, i32) {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     scf.yield %c1_i32 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %c2_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %c1_i32, %0, %c1_i32 : i32, i32, i32
// CHECK-NEXT: }
tt.func @choice(%c: i1) -> (i32, i32, i32) {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.if %true -> i32 {
    scf.yield %c1 : i32
  } else {
    scf.yield %c2 : i32
  }
  %1 = scf.if %c -> i32 {
    scf.yield %c1 : i32
  } else {
    scf.yield %c2 : i32
  }
  %2 = scf.if %c -> i32 {
    scf.yield %0 : i32
  } else {
    %3 = arith.subi %c2, %c1 : i32
    scf.yield %3 : i32
  }
  tt.return %0, %1, %2 : i32, i32, i32
}

// Nor is there anything to know in it.
// CHECK: tt.func @never_entered(%arg0: !tt.ptr<i32>) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   scf.if %false {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %0 = arith.addi %c1_i32, %c2_i32 : i32
// CHECK-NEXT:     tt.store %arg0, %0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @never_entered(%p: !tt.ptr<i32>) {
  %false = arith.constant false
  scf.if %false {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %0 = arith.addi %c1, %c2 : i32
    tt.store %p, %0 : !tt.ptr<i32>
  }
  tt.return
}

// Carried values that stay the same are constants, the induction variable is none; how often a loop runs does not count.
// CHECK: tt.func @loop(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32, i32) {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %c5_i32, %arg4 = %c5_i32) -> (i32, i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg4, %c1_i32 : i32
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %c5_i32, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.for %arg2 = %c0_i32 to %c0_i32 step %c1_i32 iter_args(%arg3 = %c5_i32) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.addi %arg3, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %c5_i32, %0#1, %1 : i32, i32, i32
// CHECK-NEXT: }
tt.func @loop(%n: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c5, %y = %c5) -> (i32, i32) : i32 {
    %1 = arith.muli %x, %c1 : i32
    %2 = arith.addi %y, %c1 : i32
    tt.store %p, %i : !tt.ptr<i32>
    scf.yield %1, %2 : i32, i32
  }
  %3 = scf.for %i = %c0 to %c0 step %c1 iter_args(%x = %c5) -> i32 : i32 {
    %4 = arith.addi %x, %c1 : i32
    scf.yield %4 : i32
  }
  tt.return %0#0, %0#1, %3 : i32, i32, i32
}

// A while loop that ends at once, and one that goes on.
// CHECK: tt.func @while(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %0:2 = scf.while (%arg2 = %c0_i32) : (i32) -> (i32, i32) {
// CHECK-NEXT:     scf.condition(%false) %c1_i32, %arg0 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.while (%arg2 = %c0_i32, %arg3 = %c1_i32) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg2, %arg0 : i32
// CHECK-NEXT:     scf.condition(%2) %arg2, %c1_i32 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     %2 = arith.addi %arg2, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %2, %c1_i32 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %c1_i32, %0#1, %1#0, %c1_i32 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @while(%n: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %false = arith.constant false
  %0:2 = scf.while (%x = %c0) : (i32) -> (i32, i32) {
    %1 = arith.addi %x, %c1 : i32
    scf.condition(%false) %1, %n : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    tt.store %p, %y : !tt.ptr<i32>
    scf.yield %n : i32
  }
  %2:2 = scf.while (%x = %c0, %u = %c1) : (i32, i32) -> (i32, i32) {
    %3 = arith.cmpi slt, %x, %n : i32
    scf.condition(%3) %x, %u : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %4 = arith.addi %y, %z : i32
    %5 = arith.muli %z, %c1 : i32
    scf.yield %4, %5 : i32, i32
  }
  tt.return %0#0, %0#1, %2#0, %2#1 : i32, i32, i32, i32
}

// A known case is the only one.
// CHECK: tt.func @switch(%arg0: index) -> (i32, i32, i32) {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = scf.index_switch %arg0 -> i32 
// CHECK-NEXT:   case 2 {
// CHECK-NEXT:     scf.yield %c1_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:     %1 = scf.execute_region -> i32 {
// CHECK-NEXT:       scf.yield %c1_i32 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %c1_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %c1_i32, %c2_i32, %c1_i32 : i32, i32, i32
// CHECK-NEXT: }
tt.func @switch(%x: index) -> (i32, i32, i32) {
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.index_switch %two -> i32
  case 2 {
    scf.yield %c1 : i32
  }
  default {
    scf.yield %c2 : i32
  }
  %1 = scf.index_switch %four -> i32
  case 2 {
    scf.yield %c1 : i32
  }
  default {
    scf.yield %c2 : i32
  }
  %2 = scf.index_switch %x -> i32
  case 2 {
    scf.yield %c1 : i32
  }
  default {
    %3 = scf.execute_region -> i32 {
      scf.yield %0 : i32
    }
    scf.yield %3 : i32
  }
  tt.return %0, %1, %2 : i32, i32, i32
}

// Branches that are never taken do not count; in blocks that are never reached nothing is known.
// CHECK: tt.func @branches(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   cf.cond_br %true, ^bb1(%c1_i32 : i32), ^bb2(%c2_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb3(%c2_i32 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // pred: ^bb0
// CHECK-NEXT:   %2 = arith.addi %1, %c1_i32 : i32
// CHECK-NEXT:   tt.store %arg2, %2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%2 : i32)
// CHECK-NEXT: ^bb3(%3: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
// CHECK-NEXT:   cf.cond_br %arg1, ^bb3(%c2_i32 : i32), ^bb4
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   cf.switch %c2_i32 : i32, [
// CHECK-NEXT:     default: ^bb5(%arg0 : i32),
// CHECK-NEXT:     2: ^bb6(%c1_i32 : i32),
// CHECK-NEXT:     3: ^bb5(%arg0 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb5(%4: i32):  // 2 preds: ^bb4, ^bb4
// CHECK-NEXT:   tt.return %4 : i32
// CHECK-NEXT: ^bb6(%5: i32):  // pred: ^bb4
// CHECK-NEXT:   tt.return %c1_i32 : i32
// CHECK-NEXT: }
tt.func @branches(%a: i32, %c: i1, %p: !tt.ptr<i32>) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %true, ^bb1(%c1 : i32), ^bb2(%c2 : i32)
^bb1(%x: i32):
  %0 = arith.addi %x, %c1 : i32
  cf.br ^bb3(%0 : i32)
^bb2(%y: i32):
  %1 = arith.addi %y, %c1 : i32
  tt.store %p, %1 : !tt.ptr<i32>
  cf.br ^bb3(%1 : i32)
^bb3(%z: i32):
  cf.cond_br %c, ^bb3(%z : i32), ^bb4
^bb4:
  cf.switch %z : i32, [
    default: ^bb5(%a : i32),
    2: ^bb6(%c1 : i32),
    3: ^bb5(%a : i32)
  ]
^bb5(%u: i32):
  tt.return %u : i32
^bb6(%v: i32):
  tt.return %v : i32
}

// Several edges to one block count as one, as in MLIR: also those that are never taken.
// CHECK: tt.func @same_block(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   cf.cond_br %true, ^bb1(%c1_i32 : i32), ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @same_block(%a: i32) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %true, ^bb1(%c1 : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  tt.return %x : i32
}

// A private function is known by its calls.
// CHECK: tt.func private @called(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.return %c5_i32, %arg1 : i32, i32
// CHECK-NEXT: }
tt.func private @called(%x: i32, %y: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  tt.return %0, %y : i32, i32
}

// Without calls nothing is.
// CHECK: tt.func private @never_called(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %c1_i32, %c1_i32 : i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func private @never_called(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %c1, %c1 : i32
  tt.return %0 : i32
}

// Other references may be calls, too, and a public function may be called from outside.
// CHECK: tt.func private @referred(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func private @referred(%x: i32) -> i32 {
  tt.return %x : i32
}

// CHECK: tt.func @public(%arg0: i32) -> (i32, i32) attributes {uses = [@referred]} {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.return %arg0, %c1_i32 : i32, i32
// CHECK-NEXT: }
tt.func @public(%x: i32) -> (i32, i32) attributes {uses = [@referred]} {
  %c1 = arith.constant 1 : i32
  tt.return %x, %c1 : i32, i32
}

// CHECK: tt.func private @external(i32) -> i32
tt.func private @external(i32) -> i32

// CHECK: tt.func @caller(%arg0: i32) -> (i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:2 = tt.call @called(%c4_i32, %arg0) : (i32, i32) -> (i32, i32)
// CHECK-NEXT:   %1:2 = tt.call @called(%c4_i32, %c1_i32) : (i32, i32) -> (i32, i32)
// CHECK-NEXT:   %2 = tt.call @referred(%c4_i32) : (i32) -> i32
// CHECK-NEXT:   %3:2 = tt.call @public(%c4_i32) : (i32) -> (i32, i32)
// CHECK-NEXT:   %4 = tt.call @external(%c4_i32) : (i32) -> i32
// CHECK-NEXT:   tt.return %c5_i32, %1#1, %2, %3#0, %c1_i32, %c0_i32 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @caller(%a: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %0:2 = tt.call @called(%c4, %a) : (i32, i32) -> (i32, i32)
  %1:2 = tt.call @called(%c4, %c1) : (i32, i32) -> (i32, i32)
  %2 = tt.call @referred(%c4) : (i32) -> i32
  %3:2 = tt.call @public(%c4) : (i32) -> (i32, i32)
  %c0 = arith.constant 0 : i32
  %4 = tt.call @external(%c4) : (i32) -> i32
  %5 = arith.muli %4, %c0 : i32
  tt.return %0#0, %1#1, %2, %3#0, %3#1, %5 : i32, i32, i32, i32, i32, i32
}

// Other operations with regions may run these with any values. Operations that fold in place are not modified.
// CHECK: tt.func @others(%arg0: tensor<4xi32>, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     %2 = arith.addi %arg2, %c2_i32 : i32
// CHECK-NEXT:     tt.reduce.return %2 : i32
// CHECK-NEXT:   }) : (tensor<4xi32>) -> i32
// CHECK-NEXT:   %1 = arith.addi %c1_i32, %arg1 : i32
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @others(%t: tensor<4xi32>, %a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %two = arith.addi %c1, %c1 : i32
    %sum = arith.addi %x, %two : i32
    tt.reduce.return %sum : i32
  }) : (tensor<4xi32>) -> i32
  %1 = arith.addi %c1, %a : i32
  tt.return %0, %1 : i32, i32
}

// Decisions that are not known yet are waited for.
// CHECK: tt.func private @yes() -> i1 {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   tt.return %true : i1
// CHECK-NEXT: }
tt.func private @yes() -> i1 {
  %true = arith.constant true
  tt.return %true : i1
}

// CHECK: tt.func @waits(%arg0: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.call @yes() : () -> i1
// CHECK-NEXT:   %1 = scf.while (%arg1 = %c1_i32) : (i32) -> i32 {
// CHECK-NEXT:     %6 = tt.call @yes() : () -> i1
// CHECK-NEXT:     scf.condition(%false) %c1_i32 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:     scf.yield %c2_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   cf.cond_br %true, ^bb1(%c1_i32 : i32), ^bb1(%c1_i32 : i32)
// CHECK-NEXT: ^bb1(%2: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:   cf.cond_br %true, ^bb2(%c1_i32 : i32), ^bb3(%c2_i32 : i32)
// CHECK-NEXT: ^bb2(%3: i32):  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb4(%c1_i32 : i32)
// CHECK-NEXT: ^bb3(%4: i32):  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb4(%4 : i32)
// CHECK-NEXT: ^bb4(%5: i32):  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT:   tt.return %c1_i32, %c1_i32, %c1_i32, %c1_i32 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @waits(%a: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = tt.call @yes() : () -> i1
  %1 = scf.if %0 -> i32 {
    scf.yield %c1 : i32
  } else {
    scf.yield %c2 : i32
  }
  %two = arith.constant 2 : index
  %false = arith.constant false
  %2 = arith.xori %0, %false : i1
  %3 = scf.while (%x = %c1) : (i32) -> i32 {
    %no = tt.call @yes() : () -> i1
    %4 = arith.cmpi eq, %c1, %c2 : i32
    %5 = arith.andi %no, %4 : i1
    scf.condition(%5) %x : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %c2 : i32
  }
  cf.cond_br %2, ^bb1(%c1 : i32), ^bb1(%c1 : i32)
^bb1(%z: i32):
  cf.cond_br %0, ^bb2(%c1 : i32), ^bb3(%c2 : i32)
^bb2(%u: i32):
  cf.br ^bb4(%u : i32)
^bb3(%v: i32):
  cf.br ^bb4(%v : i32)
^bb4(%w: i32):
  tt.return %1, %3, %z, %w : i32, i32, i32, i32
}

// Both ways are gone where nothing is known, also of a poisoned decision; else one: that of false too, and the default.
// CHECK: tt.func @ways(%arg0: i1, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = ub.poison : i1
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1(%c1_i32 : i32), ^bb2(%c1_i32 : i32)
// CHECK-NEXT: ^bb1(%1: i32):  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb3(%c2_i32 : i32)
// CHECK-NEXT: ^bb2(%2: i32):  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb3(%c3_i32 : i32)
// CHECK-NEXT: ^bb3(%3: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   cf.cond_br %0, ^bb4(%c1_i32 : i32), ^bb5(%c2_i32 : i32)
// CHECK-NEXT: ^bb4(%4: i32):  // pred: ^bb3
// CHECK-NEXT:   cf.br ^bb6(%c1_i32 : i32)
// CHECK-NEXT: ^bb5(%5: i32):  // pred: ^bb3
// CHECK-NEXT:   cf.br ^bb6(%c2_i32 : i32)
// CHECK-NEXT: ^bb6(%6: i32):  // 2 preds: ^bb4, ^bb5
// CHECK-NEXT:   cf.cond_br %false, ^bb7(%c1_i32 : i32), ^bb8(%c2_i32 : i32)
// CHECK-NEXT: ^bb7(%7: i32):  // pred: ^bb6
// CHECK-NEXT:   cf.br ^bb9(%7 : i32)
// CHECK-NEXT: ^bb8(%8: i32):  // pred: ^bb6
// CHECK-NEXT:   cf.br ^bb9(%c2_i32 : i32)
// CHECK-NEXT: ^bb9(%9: i32):  // 2 preds: ^bb7, ^bb8
// CHECK-NEXT:   cf.switch %c2_i32 : i32, [
// CHECK-NEXT:     default: ^bb10(%c1_i32 : i32),
// CHECK-NEXT:     7: ^bb11(%arg1 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb10(%10: i32):  // pred: ^bb9
// CHECK-NEXT:   tt.return %3, %6, %c2_i32, %c1_i32 : i32, i32, i32, i32
// CHECK-NEXT: ^bb11(%11: i32):  // pred: ^bb9
// CHECK-NEXT:   tt.return %11, %11, %11, %11 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @ways(%c: i1, %a: i32) -> (i32, i32, i32, i32) {
  %false = arith.constant false
  %poison = ub.poison : i1
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %c, ^bb1(%c1 : i32), ^bb2(%c1 : i32)
^bb1(%x: i32):
  %0 = arith.addi %x, %c1 : i32
  cf.br ^bb3(%0 : i32)
^bb2(%y: i32):
  %1 = arith.addi %y, %c2 : i32
  cf.br ^bb3(%1 : i32)
^bb3(%z: i32):
  cf.cond_br %poison, ^bb4(%c1 : i32), ^bb5(%c2 : i32)
^bb4(%u: i32):
  cf.br ^bb6(%u : i32)
^bb5(%v: i32):
  cf.br ^bb6(%v : i32)
^bb6(%w: i32):
  cf.cond_br %false, ^bb7(%c1 : i32), ^bb8(%c2 : i32)
^bb7(%r: i32):
  cf.br ^bb9(%r : i32)
^bb8(%s: i32):
  cf.br ^bb9(%s : i32)
^bb9(%t: i32):
  cf.switch %c2 : i32, [
    default: ^bb10(%c1 : i32),
    7: ^bb11(%a : i32)
  ]
^bb10(%p: i32):
  tt.return %z, %w, %t, %p : i32, i32, i32, i32
^bb11(%q: i32):
  tt.return %q, %q, %q, %q : i32, i32, i32, i32
}

// A loop that never ends gives nothing.
// CHECK: tt.func @endless(%arg0: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.while (%arg1 = %c1_i32) : (i32) -> i32 {
// CHECK-NEXT:     tt.store %arg0, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:     scf.condition(%true) %c1_i32 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:     scf.yield %c1_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @endless(%p: !tt.ptr<i32>) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%x = %c1) : (i32) -> i32 {
    tt.store %p, %x : !tt.ptr<i32>
    scf.condition(%true) %c1 : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  tt.return %0 : i32
}

// Several results; an operation without results stays, even if it is dead.
// CHECK: tt.func @results(%arg0: i1, %arg1: i32) -> (i32, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %c0_i32, %true : i32, i1
// CHECK-NEXT: }
tt.func @results(%c: i1, %a: i32) -> (i32, i1) {
  %c1 = arith.constant 1 : i32
  %c-1 = arith.constant -1 : i32
  %0, %1 = arith.addui_extended %c1, %c-1 : i32, i1
  scf.if %c {
    %2 = arith.addi %a, %a : i32
  }
  tt.return %0, %1 : i32, i1
}
