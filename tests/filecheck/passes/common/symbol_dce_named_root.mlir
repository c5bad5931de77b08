// RUN: xtriton-opt %s --symbol-dce | filecheck %s

// There are no references from outside of the outermost module, whatever its name.
// CHECK: module @root {
// CHECK-NEXT: tt.func @public
// CHECK-NEXT: tt.return
// CHECK-NEXT: }
// CHECK-NEXT: }
module @root {
  tt.func nested @nested() {
    tt.return
  }
  tt.func @public() {
    tt.return
  }
}
