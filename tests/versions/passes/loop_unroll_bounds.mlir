// PASSES: triton-loop-unroll

tt.func @short(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.addf %y, %y : f32
    scf.yield %1 : f32
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return %0 : f32
}
tt.func @neg(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant -1 : i32
  %c5 = arith.constant 5 : i32
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.addf %y, %y : f32
    scf.yield %1 : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : f32
}
tt.func @zero(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %0 = scf.for %i = %c0 to %c5 step %c0 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.addf %y, %y : f32
    scf.yield %1 : f32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : f32
}
tt.func @even(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.addf %y, %y : f32
    scf.yield %1 : f32
  } {tt.loop_unroll_factor = 8 : i32}
  tt.return %0 : f32
}
tt.func @backwards(%x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = scf.for %i = %c8 to %c0 step %c1 iter_args(%y = %x) -> f32 : i32 {
    %1 = arith.addf %y, %y : f32
    scf.yield %1 : f32
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return %0 : f32
}
