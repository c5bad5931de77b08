// RUN: xtriton-opt %s --tritongpu-remove-layout-conversions | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#row = #ttg.slice<{dim = 0, parent = #wide}>
#column = #ttg.slice<{dim = 1, parent = #tall}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Values without other users are computed in the other layout; then nothing is converted.
// CHECK: tt.func @only_there() -> tensor<128xi32, #blocked> {
// CHECK-NEXT:   %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
// CHECK-NEXT:   %1 = arith.addi %0, %0 : tensor<128xi32, #blocked>
// CHECK-NEXT:   %2 = math.absi %1 : tensor<128xi32, #blocked>
// CHECK-NEXT:   tt.return %2 : tensor<128xi32, #blocked>
// CHECK-NEXT: }
tt.func @only_there() -> tensor<128xi32, #flat> {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #row>
  %1 = arith.addi %0, %0 : tensor<128xi32, #row>
  %2 = math.absi %1 : tensor<128xi32, #row>
  %3 = ttg.convert_layout %2 : tensor<128xi32, #row> -> tensor<128xi32, #flat>
  tt.return %3 : tensor<128xi32, #flat>
}

// Cheap operations are duplicated.
// CHECK: tt.func @twice() -> (tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>) {
// CHECK-NEXT:   %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
// CHECK-NEXT:   %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %2 = arith.addi %0, %0 : tensor<128xi32, #blocked>
// CHECK-NEXT:   %3 = arith.addi %1, %1 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %3, %2 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>
// CHECK-NEXT: }
tt.func @twice() -> (tensor<128xi32, #row>, tensor<128xi32, #flat>) {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #row>
  %1 = arith.addi %0, %0 : tensor<128xi32, #row>
  %2 = ttg.convert_layout %1 : tensor<128xi32, #row> -> tensor<128xi32, #flat>
  tt.return %1, %2 : tensor<128xi32, #row>, tensor<128xi32, #flat>
}

// Five slow functions cost more than a conversion.
// CHECK: tt.func @slow(%arg0: f32) -> (tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xf32, #blocked>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %1 = math.exp %0 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %2 = math.sin %1 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %3 = math.log %2 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %4 = math.sqrt %3 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %5 = math.tanh %4 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<128xf32, #blocked>
// CHECK-NEXT:   tt.return %5, %6 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xf32, #blocked>
// CHECK-NEXT: }
tt.func @slow(%x: f32) -> (tensor<128xf32, #row>, tensor<128xf32, #flat>) {
  %0 = tt.splat %x : f32 -> tensor<128xf32, #row>
  %1 = math.exp %0 : tensor<128xf32, #row>
  %2 = math.sin %1 : tensor<128xf32, #row>
  %3 = math.log %2 : tensor<128xf32, #row>
  %4 = math.sqrt %3 : tensor<128xf32, #row>
  %5 = math.tanh %4 : tensor<128xf32, #row>
  %6 = ttg.convert_layout %5 : tensor<128xf32, #row> -> tensor<128xf32, #flat>
  tt.return %5, %6 : tensor<128xf32, #row>, tensor<128xf32, #flat>
}

// Four of them do not.
// CHECK: tt.func @less_slow(%arg0: f32) -> (tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xf32, #blocked>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<128xf32, #blocked>
// CHECK-NEXT:   %1 = tt.splat %arg0 : f32 -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %2 = math.exp %0 : tensor<128xf32, #blocked>
// CHECK-NEXT:   %3 = math.exp %1 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %4 = math.sin %2 : tensor<128xf32, #blocked>
// CHECK-NEXT:   %5 = math.sin %3 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %6 = math.log %4 : tensor<128xf32, #blocked>
// CHECK-NEXT:   %7 = math.log %5 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %8 = math.sqrt %6 : tensor<128xf32, #blocked>
// CHECK-NEXT:   %9 = math.sqrt %7 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %9, %8 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xf32, #blocked>
// CHECK-NEXT: }
tt.func @less_slow(%x: f32) -> (tensor<128xf32, #row>, tensor<128xf32, #flat>) {
  %0 = tt.splat %x : f32 -> tensor<128xf32, #row>
  %1 = math.exp %0 : tensor<128xf32, #row>
  %2 = math.sin %1 : tensor<128xf32, #row>
  %3 = math.log %2 : tensor<128xf32, #row>
  %4 = math.sqrt %3 : tensor<128xf32, #row>
  %5 = ttg.convert_layout %4 : tensor<128xf32, #row> -> tensor<128xf32, #flat>
  tt.return %4, %5 : tensor<128xf32, #row>, tensor<128xf32, #flat>
}

// A second conversion of the same value is the first one.
// CHECK: tt.func @known(%arg0: tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>) -> (tensor<128xf32, #blocked>, tensor<128xf32, #blocked>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<128xf32, #blocked>
// CHECK-NEXT:   %1 = arith.negf %0 : tensor<128xf32, #blocked>
// CHECK-NEXT:   %2 = arith.addf %0, %1 : tensor<128xf32, #blocked>
// CHECK-NEXT:   tt.return %0, %2 : tensor<128xf32, #blocked>, tensor<128xf32, #blocked>
// CHECK-NEXT: }
tt.func @known(%x: tensor<128xf32, #row>) -> (tensor<128xf32, #flat>, tensor<128xf32, #flat>) {
  %0 = ttg.convert_layout %x : tensor<128xf32, #row> -> tensor<128xf32, #flat>
  %1 = arith.negf %x : tensor<128xf32, #row>
  %2 = ttg.convert_layout %x : tensor<128xf32, #row> -> tensor<128xf32, #flat>
  %3 = ttg.convert_layout %1 : tensor<128xf32, #row> -> tensor<128xf32, #flat>
  %4 = arith.addf %2, %3 : tensor<128xf32, #flat>
  tt.return %0, %4 : tensor<128xf32, #flat>, tensor<128xf32, #flat>
}

// A float sum with other users is not computed in two orders; a maximum may be.
// CHECK: tt.func @reductions(%arg0: i32) -> (tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked2}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked2}>>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<64x64xi32, #blocked1>
// CHECK-NEXT:   %1 = arith.sitofp %0 : tensor<64x64xi32, #blocked1> to tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %10 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %10 : f32
// CHECK-NEXT:   }) : (tensor<64x64xf32, #blocked1>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked2}>>
// CHECK-NEXT:   %4 = tt.splat %arg0 : i32 -> tensor<64x2xi32, #blocked2>
// CHECK-NEXT:   %5 = tt.splat %arg0 : i32 -> tensor<64x2xi32, #blocked1>
// CHECK-NEXT:   %6 = arith.sitofp %4 : tensor<64x2xi32, #blocked2> to tensor<64x2xf32, #blocked2>
// CHECK-NEXT:   %7 = arith.sitofp %5 : tensor<64x2xi32, #blocked1> to tensor<64x2xf32, #blocked1>
// CHECK-NEXT:   %8 = "tt.reduce"(%6) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %10 = arith.maxnumf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %10 : f32
// CHECK-NEXT:   }) : (tensor<64x2xf32, #blocked2>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked2}>>
// CHECK-NEXT:   %9 = "tt.reduce"(%7) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %10 = arith.maxnumf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %10 : f32
// CHECK-NEXT:   }) : (tensor<64x2xf32, #blocked1>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %2, %3, %9, %8 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked2}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked2}>>
// CHECK-NEXT: }
tt.func @reductions(%n: i32) -> (tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>, tensor<64xf32, #column>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>, tensor<64xf32, #column>) {
  %0 = tt.splat %n : i32 -> tensor<64x64xi32, #wide>
  %1 = arith.sitofp %0 : tensor<64x64xi32, #wide> to tensor<64x64xf32, #wide>
  %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %3 = arith.addf %l, %r : f32
    tt.reduce.return %3 : f32
  }) : (tensor<64x64xf32, #wide>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  %4 = ttg.convert_layout %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64xf32, #column>
  %5 = tt.splat %n : i32 -> tensor<64x2xi32, #wide>
  %6 = arith.sitofp %5 : tensor<64x2xi32, #wide> to tensor<64x2xf32, #wide>
  %7 = "tt.reduce"(%6) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %8 = arith.maxnumf %l, %r : f32
    tt.reduce.return %8 : f32
  }) : (tensor<64x2xf32, #wide>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  %9 = ttg.convert_layout %7 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64xf32, #column>
  tt.return %2, %4, %7, %9 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>, tensor<64xf32, #column>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>, tensor<64xf32, #column>
}

// An iter_arg is carried in the other layout; the old one is removed if it is dead.
// CHECK: tt.func @carried(%arg0: i32, %arg1: tensor<128x!tt.ptr<i32>, #blocked>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
// CHECK-NEXT:   %1 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %0) -> (tensor<128xi32, #blocked>)  : i32 {
// CHECK-NEXT:     tt.store %arg1, %arg3 : tensor<128x!tt.ptr<i32>, #blocked>
// CHECK-NEXT:     %2 = tt.splat %arg2 : i32 -> tensor<128xi32, #blocked>
// CHECK-NEXT:     %3 = arith.addi %arg3, %2 : tensor<128xi32, #blocked>
// CHECK-NEXT:     scf.yield %3 : tensor<128xi32, #blocked>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @carried(%n: i32, %p: tensor<128x!tt.ptr<i32>, #flat>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #row>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> (tensor<128xi32, #row>) : i32 {
    %2 = ttg.convert_layout %x : tensor<128xi32, #row> -> tensor<128xi32, #flat>
    tt.store %p, %2 : tensor<128x!tt.ptr<i32>, #flat>
    %3 = tt.splat %i : i32 -> tensor<128xi32, #row>
    %4 = arith.addi %x, %3 : tensor<128xi32, #row>
    scf.yield %4 : tensor<128xi32, #row>
  }
  tt.return
}

// It is carried twice if it has other users.
// CHECK: tt.func @carried_twice(%arg0: i32, %arg1: tensor<128x!tt.ptr<i32>, #blocked>) -> tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
// CHECK-NEXT:   %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %2:2 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %1, %arg4 = %0) -> (tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>)  : i32 {
// CHECK-NEXT:     tt.store %arg1, %arg4 : tensor<128x!tt.ptr<i32>, #blocked>
// CHECK-NEXT:     %3 = tt.splat %arg2 : i32 -> tensor<128xi32, #blocked>
// CHECK-NEXT:     %4 = tt.splat %arg2 : i32 -> tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:     %5 = arith.addi %arg4, %3 : tensor<128xi32, #blocked>
// CHECK-NEXT:     %6 = arith.addi %arg3, %4 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %6, %5 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>
// CHECK-NEXT:   } {tt.flatten}
// CHECK-NEXT:   tt.return %2#0 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @carried_twice(%n: i32, %p: tensor<128x!tt.ptr<i32>, #flat>) -> tensor<128xi32, #row> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #row>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> (tensor<128xi32, #row>) : i32 {
    %2 = ttg.convert_layout %x : tensor<128xi32, #row> -> tensor<128xi32, #flat>
    tt.store %p, %2 : tensor<128x!tt.ptr<i32>, #flat>
    %3 = tt.splat %i : i32 -> tensor<128xi32, #row>
    %4 = arith.addi %x, %3 : tensor<128xi32, #row>
    scf.yield %4 : tensor<128xi32, #row>
  } {tt.flatten}
  tt.return %1 : tensor<128xi32, #row>
}

// Results of conditionals come in the other layout too. Results of loops are converted.
// CHECK: tt.func @results(%arg0: i1, %arg1: i32) -> (tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
// CHECK-NEXT:   %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %2:2 = scf.if %arg0 -> (tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>) {
// CHECK-NEXT:     %5 = arith.addi %0, %0 : tensor<128xi32, #blocked>
// CHECK-NEXT:     %6 = arith.addi %1, %1 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %6, %5 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %1, %0 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>
// CHECK-NEXT:   }
// CHECK-NEXT:   %3 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %2#0) -> (tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %5 = arith.addi %arg3, %arg3 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %5 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<128xi32, #blocked>
// CHECK-NEXT:   tt.return %2#0, %2#1, %4 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #blocked>, tensor<128xi32, #blocked>
// CHECK-NEXT: }
tt.func @results(%c: i1, %n: i32) -> (tensor<128xi32, #row>, tensor<128xi32, #flat>, tensor<128xi32, #flat>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #row>
  %1 = scf.if %c -> (tensor<128xi32, #row>) {
    %2 = arith.addi %0, %0 : tensor<128xi32, #row>
    scf.yield %2 : tensor<128xi32, #row>
  } else {
    scf.yield %0 : tensor<128xi32, #row>
  }
  %3 = ttg.convert_layout %1 : tensor<128xi32, #row> -> tensor<128xi32, #flat>
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %1) -> (tensor<128xi32, #row>) : i32 {
    %5 = arith.addi %x, %x : tensor<128xi32, #row>
    scf.yield %5 : tensor<128xi32, #row>
  }
  %6 = ttg.convert_layout %4 : tensor<128xi32, #row> -> tensor<128xi32, #flat>
  tt.return %1, %3, %6 : tensor<128xi32, #row>, tensor<128xi32, #flat>, tensor<128xi32, #flat>
}

// Loads of many elements, atomics and matrix products are done once.
// CHECK: tt.func @once(%arg0: tensor<128x!tt.ptr<i32>, #ttg.slice<{dim = 0, parent = #blocked1}>>, %arg1: tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, %arg2: tensor<128xi1, #ttg.slice<{dim = 0, parent = #blocked1}>>) -> (tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<128x!tt.ptr<i32>, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<128xi32, #blocked>
// CHECK-NEXT:   %2 = tt.atomic_rmw add, acq_rel, gpu, %arg0, %arg1, %arg2 : (tensor<128x!tt.ptr<i32>, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<128xi1, #ttg.slice<{dim = 0, parent = #blocked1}>>) -> tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<128xi32, #blocked>
// CHECK-NEXT:   tt.return %1, %3 : tensor<128xi32, #blocked>, tensor<128xi32, #blocked>
// CHECK-NEXT: }
tt.func @once(%p: tensor<128x!tt.ptr<i32>, #row>, %v: tensor<128xi32, #row>, %m: tensor<128xi1, #row>) -> (tensor<128xi32, #flat>, tensor<128xi32, #flat>) {
  %0 = tt.load %p : tensor<128x!tt.ptr<i32>, #row>
  %1 = ttg.convert_layout %0 : tensor<128xi32, #row> -> tensor<128xi32, #flat>
  %2 = tt.atomic_rmw add, acq_rel, gpu, %p, %v, %m : (tensor<128x!tt.ptr<i32>, #row>, tensor<128xi32, #row>, tensor<128xi1, #row>) -> tensor<128xi32, #row>
  %3 = ttg.convert_layout %2 : tensor<128xi32, #row> -> tensor<128xi32, #flat>
  tt.return %1, %3 : tensor<128xi32, #flat>, tensor<128xi32, #flat>
}

// Nor is anything computed again that would be needed in two layouts at once.
// CHECK: tt.func @both_layouts(%arg0: tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, %arg1: tensor<64x64xf32, #blocked1>) -> tensor<64x64xf32, #blocked2> {
// CHECK-NEXT:   %0 = tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<64x64xf32, #blocked1> -> tensor<64x64xf32, #blocked2>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf32, #blocked2> -> tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %2 = arith.addf %1, %arg1 : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64x64xf32, #blocked1> -> tensor<64x64xf32, #blocked2>
// CHECK-NEXT:   tt.return %3 : tensor<64x64xf32, #blocked2>
// CHECK-NEXT: }
tt.func @both_layouts(%x: tensor<64xf32, #ttg.slice<{dim = 0, parent = #wide}>>, %y: tensor<64x64xf32, #wide>) -> tensor<64x64xf32, #tall> {
  %0 = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #tall> -> tensor<64x64xf32, #wide>
  %2 = arith.addf %1, %y : tensor<64x64xf32, #wide>
  %3 = ttg.convert_layout %2 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  tt.return %3 : tensor<64x64xf32, #tall>
}
}
