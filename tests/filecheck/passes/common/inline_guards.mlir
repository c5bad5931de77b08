// RUN: xtriton-opt %s --inline --allow-unregistered-dialect | filecheck %s

// A function that calls itself is not inlined anywhere.
// CHECK: tt.func private @itself(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   %0 = tt.call @itself(%arg0, %arg1) : (i32, !tt.ptr<i32>) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func private @itself(%x: i32, %p: !tt.ptr<i32>) -> i32 {
  tt.store %p, %x : !tt.ptr<i32>
  %0 = tt.call @itself(%x, %p) : (i32, !tt.ptr<i32>) -> i32
  tt.return %0 : i32
}

// CHECK: tt.func @calls_recursive(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = tt.call @itself(%arg0, %arg1) : (i32, !tt.ptr<i32>) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @calls_recursive(%x: i32, %p: !tt.ptr<i32>) -> i32 {
  %0 = tt.call @itself(%x, %p) : (i32, !tt.ptr<i32>) -> i32
  tt.return %0 : i32
}

// Several blocks fit between those of a function, and not into a choice.
// CHECK: tt.func private @blocks(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @blocks(%c: i1, %x: i32, %p: !tt.ptr<i32>) {
  cf.cond_br %c, ^one, ^two
^one:
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
^two:
  tt.return
}

// CHECK: tt.func @calls_blocks(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_blocks(%c: i1, %x: i32, %p: !tt.ptr<i32>) {
  tt.call @blocks(%c, %x, %p) : (i1, i32, !tt.ptr<i32>) -> ()
  tt.return
}

// CHECK: tt.func @calls_blocks_in_a_choice(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.call @blocks(%arg0, %arg2, %arg3) : (i1, i32, !tt.ptr<i32>) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_blocks_in_a_choice(%c: i1, %d: i1, %x: i32, %p: !tt.ptr<i32>) {
  scf.if %d {
    tt.call @blocks(%c, %x, %p) : (i1, i32, !tt.ptr<i32>) -> ()
  }
  tt.return
}

// One block fits anywhere.
// CHECK-NOT: @one_block(
tt.func private @one_block(%x: i32, %p: !tt.ptr<i32>) {
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @calls_one_block_in_a_choice(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     tt.store %arg2, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_one_block_in_a_choice(%d: i1, %x: i32, %p: !tt.ptr<i32>) {
  scf.if %d {
    tt.call @one_block(%x, %p) : (i32, !tt.ptr<i32>) -> ()
  }
  tt.return
}
