// RUN: xtriton-opt %s --split-input-file | filecheck %s
// RUN: xtriton-opt %s --split-input-file | xtriton-opt - --split-input-file | filecheck %s

// CHECK: module {
// CHECK-NEXT:   tt.func @comments(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
tt.func @comments( // one
  %x: i32, // two
  %y : i32) { // three
  // four
  tt.return // five
} // six
