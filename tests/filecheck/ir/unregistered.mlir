// RUN: xtriton-opt %s --allow-unregistered-dialect | filecheck %s
// RUN: xtriton-opt %s --allow-unregistered-dialect | xtriton-opt - --allow-unregistered-dialect | filecheck %s
// RUN: not xtriton-opt %s 2>&1 | filecheck %s --check-prefix=REFUSED

// REFUSED: unregistered.mlir:[[# @LINE + 15]]:19: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used

// CHECK: tt.func @f(%arg0: i32) {
// CHECK-NEXT:   %0:2 = "some.op"(%arg0) <{inherent = 1 : i32}> ({
// CHECK-NEXT:     "some.empty"() : () -> ()
// CHECK-NEXT:   }, {
// CHECK-NEXT:   ^bb0(%arg1: f32):
// CHECK-NEXT:     "some.branch"()[^bb1] : () -> ()
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     "some.use"(%arg1, %arg0) : (f32, i32) -> ()
// CHECK-NEXT:   }) {discardable = "x", other.attr} : (i32) -> (i32, f32)
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @f(%x: i32) {
  // Of operations that nothing is known of, regions of one block need no terminator.
  %0:2 = "some.op"(%x) <{inherent = 1 : i32}> ({
    "some.empty"() : () -> ()
  }, {
  ^bb0(%y: f32):
    "some.branch"() [^next] : () -> ()
  ^next:
    "some.use"(%y, %x) : (f32, i32) -> ()
  }) {other.attr, discardable = "x"} : (i32) -> (i32, f32)
  tt.return
}
