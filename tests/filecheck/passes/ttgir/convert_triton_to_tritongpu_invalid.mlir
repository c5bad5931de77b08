// RUN: xtriton-opt %s --triton=3.6 --convert-triton-to-tritongpu=target=cuda:90 --split-input-file --verify-diagnostics
// RUN: not xtriton-opt %s --triton=3.6 --convert-triton-to-tritongpu --split-input-file 2>&1 | filecheck %s --check-prefix=TARGET

// TARGET: error: 'convert-triton-to-tritongpu' requires 'target' option to be set

// Operations of the dialects that are converted must be known.
tt.func @unknown(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<16xf32>
  // expected-error @below {{failed to legalize operation 'math.tanh' that was explicitly marked illegal}}
  %1 = math.tanh %0 : tensor<16xf32>
  tt.return
}

// -----

// Some have no place on a GPU.
tt.func @region(%x: f32) {
  // expected-error @below {{failed to legalize operation 'scf.execute_region' that was explicitly marked illegal}}
  scf.execute_region {
    scf.yield
  }
  tt.return
}

// -----

// An operation that is not converted would use a tensor without a layout.
tt.func @user(%x: f32) {
  // expected-error @below {{failed to legalize unresolved materialization from ('tensor<16xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>') to ('tensor<16xf32>') that remained live after conversion}}
  %0 = tt.splat %x : f32 -> tensor<16xf32>
  // expected-note @below {{see existing live user here}}
  %1 = ttg.convert_layout %0 : tensor<16xf32> -> tensor<16xf32>
  tt.return
}

// -----

// Arguments of functions are not converted.
// expected-error @below {{failed to legalize unresolved materialization from () to ('tensor<16xf32>') that remained live after conversion}}
tt.func private @argument(%x: tensor<16xf32>) {
  // expected-note @below {{see existing live user here}}
  %0 = arith.addf %x, %x : tensor<16xf32>
  tt.return
}

// -----

// Nor are their results.
tt.func private @result(%x: f32) -> tensor<16xf32> {
  %0 = tt.splat %x : f32 -> tensor<16xf32>
  // expected-error @below {{doesn't match function result type}}
  tt.return %0 : tensor<16xf32>
}
