// RUN: xtriton-opt %s --pass-pipeline='builtin.module(builtin.module(symbol-dce))' | filecheck %s

// Each module by itself: of one that others can see, nested symbols may be referred to from outside.
// CHECK: module @public
// CHECK-NEXT: tt.func nested @nested
// CHECK-NEXT: tt.return
// CHECK-NEXT: }
// CHECK-NEXT: module @inner
// CHECK-NEXT: tt.func nested @nested
// CHECK-NEXT: tt.return
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: module @private_inner attributes {sym_visibility = "private"} {
// CHECK-NEXT: }
// CHECK-NEXT: module {
// CHECK-NEXT: }
// CHECK-NEXT: tt.func @refers
module @public {
  tt.func nested @nested() {
    tt.return
  }
  tt.func private @private() {
    tt.return
  }
  module @inner {
    tt.func nested @nested() {
      tt.return
    }
    tt.func private @private() {
      tt.return
    }
  }
  module @private_inner attributes {sym_visibility = "private"} {
    tt.func nested @nested() {
      tt.return
    }
  }
  module {
    tt.func nested @nested() {
      tt.return
    }
  }
  tt.func @refers() attributes {to = @private_inner} {
    tt.return
  }
}

// CHECK: module @private attributes {sym_visibility = "private"} {
// CHECK-NEXT: }
module @private attributes {sym_visibility = "private"} {
  tt.func nested @nested() {
    tt.return
  }
}

// A module without a name cannot be referenced.
// CHECK: module {
// CHECK-NEXT: tt.func @public
// CHECK-NEXT: tt.return
// CHECK-NEXT: }
// CHECK-NEXT: }
module {
  tt.func nested @nested() {
    tt.return
  }
  tt.func @public() {
    tt.return
  }
}
