// RUN: xtriton-opt %s --symbol-dce --allow-unregistered-dialect | filecheck %s

// Unknown operations are not symbols; the symbols that they refer to stay.
// CHECK: tt.func private @referred()
// CHECK-NEXT: "unknown.refers"() {sym_name = "a", sym_visibility = "private", to = @referred} : () -> ()
// CHECK-NOT: @unused
tt.func private @referred()

"unknown.refers"() {to = @referred, sym_name = "a", sym_visibility = "private"} : () -> ()

tt.func private @unused()
