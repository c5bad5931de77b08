// RUN: xtriton-opt %s --sccp --allow-unregistered-dialect | filecheck %s

// Values that an unknown terminator forwards to blocks, or returns, are unknown.
// CHECK: tt.func private @callee
tt.func private @callee() -> i32 {
  %c1 = arith.constant 1 : i32
  "unknown.return"(%c1) : (i32) -> ()
}

// CHECK: tt.func @branch
// CHECK: %[[CALL:.*]] = tt.call @callee
// CHECK: "unknown.branch"(%c1_i32)[^bb1]
// CHECK-NEXT: ^bb1(%[[X:.*]]: i32):
// CHECK-NEXT: tt.return %[[CALL]], %[[X]], %c0_i32 : i32, i32, i32
tt.func @branch() -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.call @callee() : () -> i32
  "unknown.branch"(%c1)[^bb1] : (i32) -> ()
^bb1(%x: i32):
  %1 = arith.muli %x, %c0 : i32
  tt.return %0, %x, %1 : i32, i32, i32
}
