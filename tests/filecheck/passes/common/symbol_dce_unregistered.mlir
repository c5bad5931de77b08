// RUN: xtriton-opt %s --symbol-dce --allow-unregistered-dialect | filecheck %s

// Of unknown operations nothing is known to be a symbol; what they refer to stays.
// CHECK: tt.func private @referred()
// CHECK-NEXT: "unknown.refers"() {sym_name = "a", sym_visibility = "private", to = @referred} : () -> ()
// CHECK-NOT: @unused
tt.func private @referred()

"unknown.refers"() {to = @referred, sym_name = "a", sym_visibility = "private"} : () -> ()

tt.func private @unused()
