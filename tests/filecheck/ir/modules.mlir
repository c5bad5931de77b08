// RUN: xtriton-opt %s --split-input-file | filecheck %s
// RUN: xtriton-opt %s --split-input-file | xtriton-opt - --split-input-file | filecheck %s

// CHECK: module @"a name" attributes {test.x = 1 : i32} {
// CHECK-NEXT:   module {
// CHECK-NEXT:     module @inner attributes {a.b} {
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @f() {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @"a name" attributes {test.x = 1 : i32} {
  module {
    module @inner attributes {a.b} {
    }
  }
  tt.func @f() {
    tt.return
  }
}

// -----

// CHECK: module {
// CHECK-NEXT: }
module {
}

// -----

// CHECK: module @generic attributes {a.b = 1 : i8} {
// CHECK-NEXT:   tt.func @f() {
// CHECK-NEXT:     cf.br ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
"builtin.module"() <{sym_name = "generic"}> ({
^bb0:
  "tt.func"() <{function_type = () -> (), sym_name = "f"}> ({
  ^entry:
    "cf.br"()[^next] : () -> ()
  ^next:  // pred: ^entry
    "tt.return"() : () -> ()
  }) : () -> ()
}) {a.b = 1 : i8} : () -> ()

// -----

// CHECK: module {
// CHECK-NEXT:   tt.func public @old_spelling(%arg0: i32) attributes {tt.x} {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
"builtin.module"() ({
  "tt.func"() ({
  ^bb0(%x: i32):
    "tt.return"() : () -> ()
  }) {function_type = (i32) -> (), sym_name = "old_spelling", sym_visibility = "public", tt.x} : () -> ()
}) : () -> ()

// -----

// CHECK: module {
// CHECK-NEXT:   tt.func @f() {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
{-#
  dialect_resources: {
  }
#-}
tt.func @f() { tt.return }

// -----

// Properties may be written as attributes.
// CHECK: module @b attributes {sym_visibility = "private"} {
module @a attributes {sym_name = "b", sym_visibility = "private"} {}
