// RUN: xtriton-opt %s --inline | filecheck %s

// Functions are inlined in nested modules, too, and removed there if they cannot be called from outside.
// CHECK: module @inner {
// CHECK-NEXT:   tt.func @public(%arg0: i32) -> i32 {
// CHECK-NEXT:     tt.return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @caller(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:     %1 = arith.muli %0, %0 : i32
// CHECK-NEXT:     tt.return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @inner {
  tt.func private @private(%a: i32) -> i32 {
    %0 = arith.muli %a, %a : i32
    tt.return %0 : i32
  }
  tt.func nested @nested(%a: i32) -> i32 {
    %0 = arith.muli %a, %a : i32
    tt.return %0 : i32
  }
  tt.func @public(%a: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %0 = arith.addi %a, %c0 : i32
    tt.return %0 : i32
  }
  tt.func @caller(%a: i32) -> i32 {
    %0 = tt.call @private(%a) : (i32) -> i32
    %1 = tt.call @nested(%0) : (i32) -> i32
    %2 = tt.call @public(%1) : (i32) -> i32
    tt.return %2 : i32
  }
}

// The same names in another module are other functions.
// CHECK: module @second {
// CHECK-NEXT:   tt.func @second_caller(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     tt.return %c0_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @second {
  tt.func private @private(%a: i32) -> i32 {
    %0 = arith.subi %a, %a : i32
    tt.return %0 : i32
  }
  tt.func @second_caller(%a: i32) -> i32 {
    %0 = tt.call @private(%a) : (i32) -> i32
    %1 = tt.call @private(%0) : (i32) -> i32
    tt.return %1 : i32
  }
  tt.func private @unused(%a: i32) {
    tt.return
  }
}

// CHECK-NOT: @unused_nested(
tt.func nested @unused_nested() {
  tt.return
}

// CHECK-NOT: @used_nested(
tt.func nested @used_nested(%p: !tt.ptr<i32>, %a: i32) {
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
}

// CHECK: tt.func @third_caller(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK-NEXT:   tt.store %arg0, %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @third_caller(%p: !tt.ptr<i32>, %a: i32) {
  tt.call @used_nested(%p, %a) : (!tt.ptr<i32>, i32) -> ()
  tt.return
}
