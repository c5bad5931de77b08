// RUN: xtriton-opt %s --symbol-dce --allow-unregistered-dialect --verify-diagnostics

// An unknown operation with a region may have symbols of its own.
// expected-error @below {{operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses}}
"unknown.table"() ({
  "unknown.refers"() {to = @referred} : () -> ()
}) : () -> ()
