// RUN: xtriton-opt %s --tritongpu-coalesce --verify-diagnostics --split-input-file

// Layouts are for a number of warps, which must be given.
module {
  tt.func @unknown_warps(%p: !tt.ptr<f32>) {
    // expected-error @below {{'tt.load' op is not}}
    %0 = tt.load %p : !tt.ptr<f32>
    tt.return
  }
}

// -----

// Callers are analysed before their callees, which recursion does not allow.
module attributes {"ttg.num-warps" = 4 : i32} {
  // A function without callers calls a recursive one.
  tt.func @start() {
    tt.call @round() : () -> ()
    tt.return
  }

  // expected-error @below {{Cycle detected in call graph}}
  tt.func private @round() {
    tt.call @round() : () -> ()
    tt.return
  }
}
