// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// Constants go to the start of the function, equal ones once; the last one found comes first.
// CHECK: tt.func @constants(%arg0: !tt.ptr<i32>, %arg1: i1) {
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.store %arg0, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg0, %c2_i32 : !tt.ptr<i32>
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.store %arg0, %c3_i32 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg0, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @constants(%p: !tt.ptr<i32>, %c: i1) {
  %a = arith.constant 1 : i32
  tt.store %p, %a : !tt.ptr<i32>
  %b = arith.constant 2 : i32
  tt.store %p, %b : !tt.ptr<i32>
  scf.if %c {
    %d = arith.constant 3 : i32
    tt.store %p, %d : !tt.ptr<i32>
    %e = arith.constant 1 : i32
    tt.store %p, %e : !tt.ptr<i32>
  }
  tt.return
}

// Each function has its own.
// CHECK: tt.func @constants_of_another_function(%arg0: !tt.ptr<i32>) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.store %arg0, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @constants_of_another_function(%p: !tt.ptr<i32>) {
  %a = arith.constant 1 : i32
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// Constants of a reduction's region belong to the function.
// CHECK: tt.func @constants_in_regions(%arg0: tensor<4xi32>) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: i32, %arg2: i32):
// CHECK-NEXT:     %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:     %2 = arith.addi %1, %c1_i32 : i32
// CHECK-NEXT:     tt.reduce.return %2 : i32
// CHECK-NEXT:   }) : (tensor<4xi32>) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @constants_in_regions(%x: tensor<4xi32>) -> i32 {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c1 = arith.constant 1 : i32
    %1 = arith.addi %a, %b : i32
    %2 = arith.addi %1, %c1 : i32
    tt.reduce.return %2 : i32
  }) : (tensor<4xi32>) -> i32
  tt.return %0 : i32
}

// Equal numbers of different types are different constants, and poison is one of its own.
// CHECK: tt.func @constants_of_types(%arg0: !tt.ptr<i32>, %arg1: !tt.ptr<i64>) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   tt.store %arg0, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg1, %c1_i64 : !tt.ptr<i64>
// CHECK-NEXT:   tt.store %arg0, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg0, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @constants_of_types(%p: !tt.ptr<i32>, %q: !tt.ptr<i64>) {
  %a = arith.constant 1 : i32
  %b = arith.constant 1 : i64
  %c = ub.poison : i32
  %d = ub.poison : i32
  tt.store %p, %a : !tt.ptr<i32>
  tt.store %q, %b : !tt.ptr<i64>
  tt.store %p, %c : !tt.ptr<i32>
  tt.store %p, %d : !tt.ptr<i32>
  tt.return
}

// Dead operations are erased: arithmetic, loads, loops; but not volatile loads, stores, atomics and assertions.
// CHECK: tt.func @dead(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = tt.load %arg0 {isVolatile = true} : !tt.ptr<i32>
// CHECK-NEXT:   %1 = tt.atomic_rmw add, relaxed, gpu, %arg0, %arg1, %true : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @dead(%p: !tt.ptr<i32>, %x: i32, %n: i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %x : i32
  %1 = tt.load %p : !tt.ptr<i32>
  %2 = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  %3 = scf.for %i = %x to %n step %c1 iter_args(%s = %x) -> (i32) : i32 {
    %5 = tt.load %p : !tt.ptr<i32>
    %6 = arith.addi %s, %5 : i32
    scf.yield %6 : i32
  }
  %4 = arith.divsi %x, %n : i32
  %true = arith.constant true
  %7 = tt.atomic_rmw add, relaxed, gpu, %p, %x, %true : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}

// Blocks that nothing leads to, and values that only keep each other alive.
// CHECK: tt.func @unreachable(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK-NEXT:   tt.store %arg0, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unreachable(%p: !tt.ptr<i32>, %x: i32) {
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
^bb1:
  %0 = arith.addi %0, %x : i32
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  tt.store %p, %1 : !tt.ptr<i32>
  cf.br ^bb1
}

// CHECK: tt.func @dead_cycle(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   tt.store %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   %2 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb1(%2 : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @dead_cycle(%n: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^bb1(%c0, %c0 : i32, i32)
^bb1(%i: i32, %dead: i32):
  %0 = arith.cmpi slt, %i, %n : i32
  cf.cond_br %0, ^bb2, ^bb3
^bb2:
  tt.store %p, %i : !tt.ptr<i32>
  %1 = arith.addi %i, %c1 : i32
  %2 = arith.addi %dead, %n : i32
  cf.br ^bb1(%1, %2 : i32, i32)
^bb3:
  tt.return
}

// Blocks that do the same are not merged, nor arguments that are always the same.
// CHECK: tt.func @blocks_that_do_the_same(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT: ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @blocks_that_do_the_same(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb3(%a : i32)
^bb2:
  tt.store %p, %b : !tt.ptr<i32>
  cf.br ^bb3(%a : i32)
^bb3(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}
