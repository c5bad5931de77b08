// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: tt.func private @use(i32)
tt.func private @use(i32)

// Where one block is all there is room for, a region of one block is taken apart, and one of several is not.
// CHECK: tt.func @regions_in_choices(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     %0 = arith.addi %arg2, %arg2 : i32
// CHECK-NEXT:     tt.store %arg3, %0 : !tt.ptr<i32>
// CHECK-NEXT:     %1 = scf.execute_region -> i32 {
// CHECK-NEXT:       cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT:     ^bb1:  // pred: ^bb0
// CHECK-NEXT:       tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:       scf.yield %arg2 : i32
// CHECK-NEXT:     ^bb2:  // pred: ^bb0
// CHECK-NEXT:       %2 = arith.muli %arg2, %arg2 : i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.store %arg3, %1 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @regions_in_choices(%c: i1, %d: i1, %x: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    %0 = scf.execute_region -> i32 {
      %1 = arith.addi %x, %x : i32
      scf.yield %1 : i32
    }
    tt.store %p, %0 : !tt.ptr<i32>
    %2 = scf.execute_region -> i32 {
      cf.cond_br %d, ^one, ^two
    ^one:
      tt.store %p, %x : !tt.ptr<i32>
      scf.yield %x : i32
    ^two:
      %3 = arith.muli %x, %x : i32
      scf.yield %3 : i32
    }
    tt.store %p, %2 : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @not_to_be_taken_apart(%arg0: i1, %arg1: i32, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     %0 = scf.execute_region -> i32 no_inline {
// CHECK-NEXT:       %1 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:       scf.yield %1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.store %arg2, %0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @not_to_be_taken_apart(%c: i1, %x: i32, %p: !tt.ptr<i32>) {
  scf.if %c {
    %0 = scf.execute_region -> i32 no_inline {
      %1 = arith.addi %x, %x : i32
      scf.yield %1 : i32
    }
    tt.store %p, %0 : !tt.ptr<i32>
  }
  tt.return
}

// CHECK: tt.func @unknown_switch(%arg0: index, %arg1: !tt.ptr<i32>, %arg2: i32) {
// CHECK-NEXT:   scf.index_switch %arg0 
// CHECK-NEXT:   case 1 {
// CHECK-NEXT:     tt.store %arg1, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unknown_switch(%n: index, %p: !tt.ptr<i32>, %x: i32) {
  scf.index_switch %n
  case 1 {
    tt.store %p, %x : !tt.ptr<i32>
    scf.yield
  }
  default {
  }
  tt.return
}
