// RUN: xtriton-opt %s --symbol-dce --allow-unregistered-dialect --verify-diagnostics

// What an unknown operation refers to stays, unless it may have symbols of its own.
tt.func private @referred()

"unknown.refers"() {to = @referred} : () -> ()

// expected-error @below {{operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses}}
"unknown.table"() ({
  "unknown.refers"() {to = @referred} : () -> ()
}) : () -> ()
