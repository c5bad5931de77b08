// RUN: xtriton-opt %s --convert-scf-to-cf | filecheck %s

// The iterations run one after another.
// CHECK: tt.func @parallel(%arg0: index, %arg1: index, %arg2: index, %arg3: !tt.ptr<i32>, %arg4: i32) {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   tt.store %arg3, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:   %2 = arith.addi %0, %arg2 : index
// CHECK-NEXT:   cf.br ^bb1(%2 : index)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @parallel(%l: index, %u: index, %s: index, %p: !tt.ptr<i32>, %v: i32) {
  scf.parallel (%i) = (%l) to (%u) step (%s) {
    tt.store %p, %v : !tt.ptr<i32>
    scf.reduce
  }
  tt.return
}

// A loop for each dimension; only loops that are written as such keep their `llvm.` attributes.
// CHECK: tt.func @two_dimensions(%arg0: index, %arg1: index, %arg2: index, %arg3: !tt.ptr<i32>, %arg4: i32) {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb7
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb8
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb3(%arg2 : index)
// CHECK-NEXT: ^bb3(%2: index):  // 2 preds: ^bb2, ^bb6
// CHECK-NEXT:   %3 = arith.cmpi slt, %2, %arg0 : index
// CHECK-NEXT:   cf.cond_br %3, ^bb4, ^bb7
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   %4 = arith.addi %0, %2 : index
// CHECK-NEXT:   %5 = arith.index_cast %4 : index to i32
// CHECK-NEXT:   %6 = arith.cmpi slt, %0, %2 : index
// CHECK-NEXT:   cf.cond_br %6, ^bb5, ^bb6
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   tt.store %arg3, %5 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb6
// CHECK-NEXT: ^bb6:  // 2 preds: ^bb4, ^bb5
// CHECK-NEXT:   %7 = arith.addi %2, %arg1 : index
// CHECK-NEXT:   cf.br ^bb3(%7 : index)
// CHECK-NEXT: ^bb7:  // pred: ^bb3
// CHECK-NEXT:   %8 = arith.addi %0, %arg2 : index
// CHECK-NEXT:   cf.br ^bb1(%8 : index)
// CHECK-NEXT: ^bb8:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_dimensions(%l: index, %u: index, %s: index, %p: !tt.ptr<i32>, %v: i32) {
  scf.parallel (%i, %j) = (%l, %s) to (%u, %l) step (%s, %u) {
    %0 = arith.addi %i, %j : index
    %1 = arith.index_cast %0 : index to i32
    %c = arith.cmpi slt, %i, %j : index
    scf.if %c {
    tt.store %p, %1 : !tt.ptr<i32>
    }
    scf.reduce
  } {llvm.loop_annotation = 1 : i32, foo}
  tt.return
}

// Reductions are carried through all loops.
// CHECK: tt.func @reductions(%arg0: index, %arg1: index, %arg2: index, %arg3: f32, %arg4: i32) -> (f32, i32) {
// CHECK-NEXT:   cf.br ^bb1(%arg0, %arg3, %arg4 : index, f32, i32)
// CHECK-NEXT: ^bb1(%0: index, %1: f32, %2: i32):  // 2 preds: ^bb0, ^bb5
// CHECK-NEXT:   %3 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT:   cf.cond_br %3, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb3(%arg2, %1, %2 : index, f32, i32)
// CHECK-NEXT: ^bb3(%4: index, %5: f32, %6: i32):  // 2 preds: ^bb2, ^bb4
// CHECK-NEXT:   %7 = arith.cmpi slt, %4, %arg0 : index
// CHECK-NEXT:   cf.cond_br %7, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   %8 = arith.index_cast %0 : index to i32
// CHECK-NEXT:   %9 = arith.sitofp %8 : i32 to f32
// CHECK-NEXT:   %10 = arith.addf %5, %9 : f32
// CHECK-NEXT:   %11 = arith.addi %6, %8 : i32
// CHECK-NEXT:   %12 = arith.muli %11, %8 : i32
// CHECK-NEXT:   %13 = arith.addi %4, %arg1 : index
// CHECK-NEXT:   cf.br ^bb3(%13, %10, %12 : index, f32, i32)
// CHECK-NEXT: ^bb5:  // pred: ^bb3
// CHECK-NEXT:   %14 = arith.addi %0, %arg2 : index
// CHECK-NEXT:   cf.br ^bb1(%14, %5, %6 : index, f32, i32)
// CHECK-NEXT: ^bb6:  // pred: ^bb1
// CHECK-NEXT:   tt.return %1, %2 : f32, i32
// CHECK-NEXT: }
tt.func @reductions(%l: index, %u: index, %s: index, %x: f32, %y: i32) -> (f32, i32) {
  %0:2 = scf.parallel (%i, %j) = (%l, %s) to (%u, %l) step (%s, %u) init (%x, %y) -> (f32, i32) {
    %1 = arith.index_cast %i : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    scf.reduce(%2, %1 : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      %3 = arith.addf %a, %b : f32
      scf.reduce.return %3 : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      %3 = arith.addi %a, %b : i32
      %4 = arith.muli %3, %b : i32
      scf.reduce.return %4 : i32
    }
  }
  tt.return %0#0, %0#1 : f32, i32
}

// Bounds that are numbers become constants, the lower ones first.
// CHECK: tt.func @forall(%arg0: index, %arg1: index, %arg2: !tt.ptr<i32>, %arg3: i32) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c0_0 = arith.constant 0 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c1_1 = arith.constant 1 : index
// CHECK-NEXT:   cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb5
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb3(%c0_0 : index)
// CHECK-NEXT: ^bb3(%2: index):  // 2 preds: ^bb2, ^bb4
// CHECK-NEXT:   %3 = arith.cmpi slt, %2, %c4 : index
// CHECK-NEXT:   cf.cond_br %3, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   %4 = arith.index_cast %0 : index to i32
// CHECK-NEXT:   tt.store %arg2, %4 : !tt.ptr<i32>
// CHECK-NEXT:   %5 = arith.addi %2, %c1_1 : index
// CHECK-NEXT:   cf.br ^bb3(%5 : index)
// CHECK-NEXT: ^bb5:  // pred: ^bb3
// CHECK-NEXT:   %6 = arith.addi %0, %c1 : index
// CHECK-NEXT:   cf.br ^bb1(%6 : index)
// CHECK-NEXT: ^bb6:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @forall(%l: index, %u: index, %p: !tt.ptr<i32>, %v: i32) {
  scf.forall (%i, %j) in (%l, 4) {
    %1 = arith.index_cast %i : index to i32
    tt.store %p, %1 : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @bounds_of_forall(%arg0: index, %arg1: index, %arg2: !tt.ptr<i32>, %arg3: i32) {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   cf.br ^bb1(%arg0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb5
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb6
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb3(%c2 : index)
// CHECK-NEXT: ^bb3(%2: index):  // 2 preds: ^bb2, ^bb4
// CHECK-NEXT:   %3 = arith.cmpi slt, %2, %c8 : index
// CHECK-NEXT:   cf.cond_br %3, ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   %4 = arith.index_cast %0 : index to i32
// CHECK-NEXT:   tt.store %arg2, %4 : !tt.ptr<i32>
// CHECK-NEXT:   %5 = arith.addi %2, %arg0 : index
// CHECK-NEXT:   cf.br ^bb3(%5 : index)
// CHECK-NEXT: ^bb5:  // pred: ^bb3
// CHECK-NEXT:   %6 = arith.addi %0, %c1 : index
// CHECK-NEXT:   cf.br ^bb1(%6 : index)
// CHECK-NEXT: ^bb6:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @bounds_of_forall(%l: index, %u: index, %p: !tt.ptr<i32>, %v: i32) {
  scf.forall (%i, %j) = (%l, 2) to (%u, 8) step (1, %l) {
    %1 = arith.index_cast %i : index to i32
    tt.store %p, %1 : !tt.ptr<i32>
    scf.forall.in_parallel {
    }
  }
  tt.return
}

// Loops in loops, with choices in reductions.
// CHECK: tt.func @nested(%arg0: index, %arg1: index, %arg2: !tt.ptr<i32>, %arg3: i32, %arg4: i1) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb19
// CHECK-NEXT:   %1 = arith.cmpi slt, %0, %arg0 : index
// CHECK-NEXT:   cf.cond_br %1, ^bb2, ^bb20
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   cf.br ^bb3(%c3, %arg3 : index, i32)
// CHECK-NEXT: ^bb3(%2: index, %3: i32):  // 2 preds: ^bb2, ^bb12
// CHECK-NEXT:   %4 = arith.cmpi slt, %2, %0 : index
// CHECK-NEXT:   cf.cond_br %4, ^bb4, ^bb13
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   cf.cond_br %arg4, ^bb5, ^bb6
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   cf.br ^bb7(%arg3 : i32)
// CHECK-NEXT: ^bb6:  // pred: ^bb4
// CHECK-NEXT:   %5 = arith.index_cast %0 : index to i32
// CHECK-NEXT:   cf.br ^bb7(%5 : i32)
// CHECK-NEXT: ^bb7(%6: i32):  // 2 preds: ^bb5, ^bb6
// CHECK-NEXT:   cf.br ^bb8
// CHECK-NEXT: ^bb8:  // pred: ^bb7
// CHECK-NEXT:   cf.cond_br %arg4, ^bb9, ^bb10
// CHECK-NEXT: ^bb9:  // pred: ^bb8
// CHECK-NEXT:   cf.br ^bb11(%3 : i32)
// CHECK-NEXT: ^bb10:  // pred: ^bb8
// CHECK-NEXT:   %7 = arith.addi %3, %6 : i32
// CHECK-NEXT:   cf.br ^bb11(%7 : i32)
// CHECK-NEXT: ^bb11(%8: i32):  // 2 preds: ^bb9, ^bb10
// CHECK-NEXT:   cf.br ^bb12
// CHECK-NEXT: ^bb12:  // pred: ^bb11
// CHECK-NEXT:   %9 = arith.addi %2, %arg1 : index
// CHECK-NEXT:   cf.br ^bb3(%9, %8 : index, i32)
// CHECK-NEXT: ^bb13:  // pred: ^bb3
// CHECK-NEXT:   cf.br ^bb14(%c3, %3 : index, i32)
// CHECK-NEXT: ^bb14(%10: index, %11: i32):  // 2 preds: ^bb13, ^bb18
// CHECK-NEXT:   %12 = arith.cmpi slt, %10, %0 : index
// CHECK-NEXT:   cf.cond_br %12, ^bb15, ^bb19
// CHECK-NEXT: ^bb15:  // pred: ^bb14
// CHECK-NEXT:   cf.br ^bb16(%c3 : index)
// CHECK-NEXT: ^bb16(%13: index):  // 2 preds: ^bb15, ^bb17
// CHECK-NEXT:   %14 = arith.cmpi slt, %13, %0 : index
// CHECK-NEXT:   cf.cond_br %14, ^bb17, ^bb18
// CHECK-NEXT: ^bb17:  // pred: ^bb16
// CHECK-NEXT:   tt.store %arg2, %11 : !tt.ptr<i32>
// CHECK-NEXT:   %15 = arith.addi %13, %arg1 : index
// CHECK-NEXT:   cf.br ^bb16(%15 : index)
// CHECK-NEXT: ^bb18:  // pred: ^bb16
// CHECK-NEXT:   %16 = arith.addi %10, %arg0 : index
// CHECK-NEXT:   cf.br ^bb14(%16, %11 : index, i32)
// CHECK-NEXT: ^bb19:  // pred: ^bb14
// CHECK-NEXT:   tt.store %arg2, %11 : !tt.ptr<i32>
// CHECK-NEXT:   %17 = arith.addi %0, %c1 : index
// CHECK-NEXT:   cf.br ^bb1(%17 : index)
// CHECK-NEXT: ^bb20:  // pred: ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @nested(%l: index, %u: index, %p: !tt.ptr<i32>, %v: i32, %c: i1) {
  scf.forall (%i) in (%l) {
    %x = arith.constant 3 : index
    %r = scf.parallel (%j) = (%x) to (%i) step (%u) init (%v) -> i32 {
      %n = scf.if %c -> i32 {
        scf.yield %v : i32
      } else {
        %t = arith.index_cast %i : index to i32
        scf.yield %t : i32
      }
      scf.reduce(%n : i32) {
      ^bb0(%a: i32, %b: i32):
        %w = scf.if %c -> i32 {
          scf.yield %a : i32
        } else {
          %q = arith.addi %a, %b : i32
          scf.yield %q : i32
        }
        scf.reduce.return %w : i32
      }
    }
    %k = scf.for %z = %x to %i step %l iter_args(%s = %r) -> i32 {
      scf.parallel (%j) = (%x) to (%i) step (%u) {
        tt.store %p, %s : !tt.ptr<i32>
        scf.reduce
      }
      scf.yield %s : i32
    }
    tt.store %p, %k : !tt.ptr<i32>
  } {llvm.foo = 1 : i32}
  tt.return
}

// CHECK: tt.func @reduction_to_the_last(%arg0: index, %arg1: index, %arg2: f32) -> f32 {
// CHECK-NEXT:   cf.br ^bb1(%arg0, %arg2 : index, f32)
// CHECK-NEXT: ^bb1(%0: index, %1: f32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %2 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT:   cf.cond_br %2, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   %3 = arith.addi %0, %arg1 : index
// CHECK-NEXT:   cf.br ^bb1(%3, %arg2 : index, f32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   tt.return %1 : f32
// CHECK-NEXT: }
tt.func @reduction_to_the_last(%l: index, %u: index, %x: f32) -> f32 {
  %0 = scf.parallel (%i) = (%l) to (%u) step (%u) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %b : f32
    }
  }
  tt.return %0 : f32
}
