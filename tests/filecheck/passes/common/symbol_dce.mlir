// RUN: xtriton-opt %s --triton=3.6 --symbol-dce | filecheck %s

// Private functions go unless something that stays refers to them, directly or not.
// CHECK-NOT: @unused(
tt.func private @unused() {
  tt.return
}

// CHECK: tt.func @kernel() {
// CHECK-NEXT:   tt.call @called() : () -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @kernel() {
  tt.call @called() : () -> ()
  tt.return
}

// CHECK: tt.func private @called() {
// CHECK-NEXT:   tt.call @called_by_called() : () -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @called() {
  tt.call @called_by_called() : () -> ()
  tt.return
}

// CHECK: tt.func private @called_by_called() {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @called_by_called() {
  tt.return
}

// Not even if they refer to each other.
// CHECK-NOT: @ping(
tt.func private @ping() {
  tt.call @pong() : () -> ()
  tt.return
}

// CHECK-NOT: @pong(
tt.func private @pong() {
  tt.call @ping() : () -> ()
  tt.return
}

// Nested symbols are not visible outside of the module.
// CHECK-NOT: @nested_unused(
tt.func nested @nested_unused() {
  tt.return
}

// References may be in any attribute.
// CHECK: tt.func @refers() attributes {list = [@in_array, {key = @in_dictionary}]} {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @refers() attributes {list = [@in_array, {key = @in_dictionary}]} {
  tt.return
}

// CHECK: tt.func private @in_array() {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @in_array() {
  tt.return
}

// CHECK: tt.func private @in_dictionary() {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @in_dictionary() {
  tt.return
}

// CHECK-NOT: @declared_unused(
tt.func private @declared_unused()

// CHECK: tt.func private @declared(i32)
tt.func private @declared(i32)

// CHECK: tt.func @calls_declared(%arg0: i32, %arg1: i1) {
// CHECK-NEXT:   scf.if %arg1 {
// CHECK-NEXT:     tt.call @declared(%arg0) : (i32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_declared(%a: i32, %c: i1) {
  scf.if %c {
    tt.call @declared(%a) : (i32) -> ()
  }
  tt.return
}

// Modules are symbols too. A nested reference keeps all symbols on the path; nested symbols are visible where the module is.
// CHECK: module @public_module {
// CHECK-NEXT:   tt.func nested @referred() {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @public() {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @public_module {
  tt.func private @unused() {
    tt.return
  }
  tt.func nested @referred() {
    tt.return
  }
  tt.func nested @nested() {
    tt.return
  }
  tt.func @public() {
    tt.return
  }
}

// CHECK: module @private_module attributes {sym_visibility = "private"} {
// CHECK-NEXT:   tt.func private @referred() {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @private_module attributes {sym_visibility = "private"} {
  tt.func nested @nested() {
    tt.return
  }
  tt.func private @referred() {
    tt.return
  }
}

// CHECK-NOT: module @unused_module 
module @unused_module attributes {sym_visibility = "private"} {
  tt.func @public() {
    tt.return
  }
}

// CHECK: tt.func @refers_into_modules() attributes {list = [@public_module::@referred, @private_module::@referred, @missing]} {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @refers_into_modules() attributes {list = [@public_module::@referred, @private_module::@referred, @missing]} {
  tt.return
}

// Live functions may refer to themselves.
// CHECK: tt.func private @even() {
// CHECK-NEXT:   tt.call @odd() : () -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @even() {
  tt.call @odd() : () -> ()
  tt.return
}

// CHECK: tt.func private @odd() {
// CHECK-NEXT:   tt.call @even() : () -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @odd() {
  tt.call @even() : () -> ()
  tt.return
}

// CHECK: tt.func @calls_even() {
// CHECK-NEXT:   tt.call @even() : () -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_even() {
  tt.call @even() : () -> ()
  tt.return
}

// Names are those of the module around them. A module without a name is no symbol.
// CHECK-NOT: @same_name(
tt.func private @same_name() {
  tt.return
}

// CHECK: module @shadows {
// CHECK-NEXT:   tt.func private @same_name() {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.func @refers() {
// CHECK-NEXT:     tt.call @same_name() : () -> ()
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT:   module {
// CHECK-NEXT:     tt.func @kernel() {
// CHECK-NEXT:       tt.return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @shadows {
  tt.func private @same_name() {
    tt.return
  }
  tt.func @refers() {
    tt.call @same_name() : () -> ()
    tt.return
  }
  module {
    tt.func private @unused() {
      tt.return
    }
    tt.func @kernel() {
      tt.return
    }
  }
}
