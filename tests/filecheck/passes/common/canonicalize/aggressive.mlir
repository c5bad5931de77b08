// RUN: xtriton-opt %s --triton=3.6 --canonicalize=region-simplify=aggressive | filecheck %s

// Blocks that do the same are one; where operands differ they are passed.
// CHECK: tt.func @merged(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @merged(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// Operands that differ in the same way are passed once.
// CHECK: tt.func @merged_with_one_argument(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = arith.addi %0, %0 : i32
// CHECK-NEXT:   tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @merged_with_one_argument(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %a : i32
  tt.store %p, %0 : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  %1 = arith.addi %b, %b : i32
  tt.store %p, %1 : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @merged_with_two_arguments(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = arith.select %arg0, %arg2, %arg1 : i32
// CHECK-NEXT:   %2 = arith.addi %0, %1 : i32
// CHECK-NEXT:   tt.store %arg3, %2 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @merged_with_two_arguments(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %b : i32
  tt.store %p, %0 : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  %1 = arith.addi %b, %a : i32
  tt.store %p, %1 : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// Different operations, attributes, numbers of operations, orders within the block, and regions.
// CHECK: tt.func @different_operations(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %1 = arith.muli %arg1, %arg2 : i32
// CHECK-NEXT:   tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @different_operations(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %b : i32
  tt.store %p, %0 : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  %1 = arith.muli %a, %b : i32
  tt.store %p, %1 : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @different_attributes(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 cacheModifier = cg : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 {note} : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @different_attributes(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %a cacheModifier = cg : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %a {note} : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @different_lengths(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @different_lengths(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  tt.store %p, %a : !tt.ptr<i32>
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @different_orders(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %2 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   %3 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:   tt.store %arg3, %3 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @different_orders(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %a : i32
  tt.store %p, %0 : !tt.ptr<i32>
  tt.store %p, %1 : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  %2 = arith.addi %a, %b : i32
  %3 = arith.addi %a, %a : i32
  tt.store %p, %3 : !tt.ptr<i32>
  tt.store %p, %2 : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @inside_and_outside(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @inside_and_outside(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %a, %b : i32
  tt.store %p, %0 : !tt.ptr<i32>
  cf.br ^bb3
^bb2:
  %1 = arith.addi %a, %b : i32
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @with_regions(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   cf.br ^bb3
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @with_regions(%c: i1, %d: i1, %a: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  scf.if %d {
    tt.store %p, %a : !tt.ptr<i32>
  }
  cf.br ^bb3
^bb2:
  scf.if %d {
    tt.store %p, %a : !tt.ptr<i32>
  }
  cf.br ^bb3
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @used_outside(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = tt.load %arg2 {isVolatile = true} : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %1 = tt.load %arg2 {isVolatile = true} : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @used_outside(%c: i1, %a: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  cf.cond_br %c, ^bb3, ^bb4
^bb2:
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  cf.cond_br %c, ^bb3, ^bb4
^bb3:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
^bb4:
  tt.return
}

// Arguments that are the same value whichever way the block is reached.
// CHECK: tt.func @same_argument(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>, %arg4: !tt.ptr<i64>, %arg5: i64) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg2 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg4, %arg5 : !tt.ptr<i64>
// CHECK-NEXT:   cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT: ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @same_argument(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>, %q: !tt.ptr<i64>, %z: i64) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3(%a, %b : i32, i32)
^bb2:
  tt.store %q, %z : !tt.ptr<i64>
  cf.br ^bb3(%a, %a : i32, i32)
^bb3(%x: i32, %y: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}
