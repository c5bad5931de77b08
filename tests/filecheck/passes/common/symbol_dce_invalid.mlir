// RUN: xtriton-opt %s --pass-pipeline='builtin.module(tt.func(symbol-dce))' --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @below {{'tt.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table}}
tt.func @function() {
  tt.return
}
