// RUN: xtriton-opt %s --tritongpu-coalesce --verify-diagnostics --split-input-file

// Layouts are for a number of warps, which somebody has to say.
module {
  tt.func @unknown_warps(%p: !tt.ptr<f32>) {
    // expected-error @below {{'tt.load' op is not}}
    %0 = tt.load %p : !tt.ptr<f32>
    tt.return
  }
}

// -----

// Callers are looked at before what they call, which a circle does not allow.
module attributes {"ttg.num-warps" = 4 : i32} {
  // A function that nobody calls leads into the circle.
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
