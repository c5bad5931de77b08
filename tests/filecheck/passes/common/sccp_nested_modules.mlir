// RUN: xtriton-opt %s --sccp | filecheck %s

// Functions in modules are called from there, if they are not public.
// CHECK: module @private {
// CHECK-NEXT:   tt.func private @p(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:     tt.return %c7_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @q() -> i32 {
// CHECK-NEXT:     %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:     %0 = tt.call @p(%c7_i32) : (i32) -> i32
// CHECK-NEXT:     tt.return %c7_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @private {
  tt.func private @p(%a: i32) -> i32 {
    tt.return %a : i32
  }
  tt.func @q() -> i32 {
    %c = arith.constant 7 : i32
    %0 = tt.call @p(%c) : (i32) -> i32
    tt.return %0 : i32
  }
}

// CHECK: module @private_and_nested {
// CHECK-NEXT:   tt.func private @p(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     tt.return %c10_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func nested @r(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     tt.return %c10_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @q() -> (i32, i32) {
// CHECK-NEXT:     %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %0 = tt.call @p(%c9_i32) : (i32) -> i32
// CHECK-NEXT:     %1 = tt.call @r(%c9_i32) : (i32) -> i32
// CHECK-NEXT:     tt.return %c10_i32, %c10_i32 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @private_and_nested {
  tt.func private @p(%a: i32) -> i32 {
    %c = arith.constant 1 : i32
    %d = arith.addi %a, %c : i32
    tt.return %d : i32
  }
  tt.func nested @r(%a: i32) -> i32 {
    %c = arith.constant 1 : i32
    %d = arith.addi %a, %c : i32
    tt.return %d : i32
  }
  tt.func @q() -> (i32, i32) {
    %c = arith.constant 9 : i32
    %0 = tt.call @p(%c) : (i32) -> i32
    %1 = tt.call @r(%c) : (i32) -> i32
    tt.return %0, %1 : i32, i32
  }
}

// CHECK: module @nested {
// CHECK-NEXT:   tt.func nested @r(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     tt.return %c10_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @q() -> i32 {
// CHECK-NEXT:     %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %0 = tt.call @r(%c9_i32) : (i32) -> i32
// CHECK-NEXT:     tt.return %c10_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @nested {
  tt.func nested @r(%a: i32) -> i32 {
    %c = arith.constant 1 : i32
    %d = arith.addi %a, %c : i32
    tt.return %d : i32
  }
  tt.func @q() -> i32 {
    %c = arith.constant 9 : i32
    %1 = tt.call @r(%c) : (i32) -> i32
    tt.return %1 : i32
  }
}

// CHECK: module @hidden attributes {sym_visibility = "private"} {
// CHECK-NEXT:   tt.func nested @r(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     tt.return %c10_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @q() -> i32 {
// CHECK-NEXT:     %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %0 = tt.call @r(%c9_i32) : (i32) -> i32
// CHECK-NEXT:     tt.return %c10_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @hidden attributes {sym_visibility = "private"} {
  tt.func nested @r(%a: i32) -> i32 {
    %c = arith.constant 1 : i32
    %d = arith.addi %a, %c : i32
    tt.return %d : i32
  }
  tt.func @q() -> i32 {
    %c = arith.constant 9 : i32
    %1 = tt.call @r(%c) : (i32) -> i32
    tt.return %1 : i32
  }
}

// CHECK: tt.func nested @top_r(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:   %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.return %c10_i32 : i32
// CHECK-NEXT: }
tt.func nested @top_r(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  %d = arith.addi %a, %c : i32
  tt.return %d : i32
}

// CHECK: tt.func @top_q() -> i32 {
// CHECK-NEXT:   %c10_i32 = arith.constant 10 : i32
// CHECK-NEXT:   %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:   %0 = tt.call @top_r(%c9_i32) : (i32) -> i32
// CHECK-NEXT:   tt.return %c10_i32 : i32
// CHECK-NEXT: }
tt.func @top_q() -> i32 {
  %c = arith.constant 9 : i32
  %1 = tt.call @top_r(%c) : (i32) -> i32
  tt.return %1 : i32
}
