// RUN: xtriton-opt %s --triton=3.6 --tritongpu-coalesce | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [16], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked5 = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked6 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#square = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #square}>
#columns = #ttg.slice<{dim = 0, parent = #square}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Neighbouring pointers, the first of them aligned to 16 bytes: four floats a thread. The conversion back is for others.
  // CHECK: tt.func @contiguous(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK-NEXT:   %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   %4 = tt.load %3 {note = "kept"} : tensor<1024x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #blocked>
  // CHECK-NEXT:   %6 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %7 = tt.addptr %6, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   %9 = ttg.convert_layout %5 : tensor<1024xf32, #blocked> -> tensor<1024xf32, #blocked1>
  // CHECK-NEXT:   tt.store %8, %9 cacheModifier = cg : tensor<1024x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @contiguous(%from: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %to: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %0 = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %1 = tt.addptr %0, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %2 = tt.load %1 {note = "kept"} : tensor<1024x!tt.ptr<f32>, #blocked>
    %3 = tt.splat %to : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %4 = tt.addptr %3, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    tt.store %4, %2 cacheModifier = cg : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.return
  }

  // Nothing is known of where the run starts: one float a thread.
  // CHECK: tt.func @unaligned(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK-NEXT:   %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %cst = arith.constant dense<true> : tensor<1024xi1, #blocked>
  // CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : tensor<1024xf32, #blocked>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %4 = ttg.convert_layout %cst : tensor<1024xi1, #blocked> -> tensor<1024xi1, #blocked>
  // CHECK-NEXT:   %5 = ttg.convert_layout %cst_0 : tensor<1024xf32, #blocked> -> tensor<1024xf32, #blocked>
  // CHECK-NEXT:   %6 = tt.load %3, %4, %5 : tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @unaligned(%from: !tt.ptr<f32>, %to: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %0 = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %1 = tt.addptr %0, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %true = arith.constant dense<true> : tensor<1024xi1, #blocked>
    %other = arith.constant dense<0.0> : tensor<1024xf32, #blocked>
    %2 = tt.load %1, %true, %other : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.return
  }

  // A load moves as much at once as another access does that depends on it; a store does not.
  // CHECK: tt.func @together(%arg0: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f64> {tt.divisibility = 16 : i32}) {
  // CHECK-NEXT:   %0 = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg1 : !tt.ptr<f64> -> tensor<4096x!tt.ptr<f64>, #blocked>
  // CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<4096x!tt.ptr<f64>, #blocked>, tensor<4096xi32, #blocked>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<4096x!tt.ptr<f64>, #blocked> -> tensor<4096x!tt.ptr<f64>, #blocked2>
  // CHECK-NEXT:   %4 = tt.load %3 : tensor<4096x!tt.ptr<f64>, #blocked2>
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<4096xf64, #blocked2> -> tensor<4096xf64, #blocked>
  // CHECK-NEXT:   %6 = arith.fptosi %5 : tensor<4096xf64, #blocked> to tensor<4096xi8, #blocked>
  // CHECK-NEXT:   %7 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<4096x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %8 = tt.addptr %7, %0 : tensor<4096x!tt.ptr<i8>, #blocked>, tensor<4096xi32, #blocked>
  // CHECK-NEXT:   %9 = ttg.convert_layout %8 : tensor<4096x!tt.ptr<i8>, #blocked> -> tensor<4096x!tt.ptr<i8>, #blocked2>
  // CHECK-NEXT:   %10 = ttg.convert_layout %6 : tensor<4096xi8, #blocked> -> tensor<4096xi8, #blocked2>
  // CHECK-NEXT:   tt.store %9, %10 : tensor<4096x!tt.ptr<i8>, #blocked2>
  // CHECK-NEXT:   %11 = ttg.convert_layout %2 : tensor<4096x!tt.ptr<f64>, #blocked> -> tensor<4096x!tt.ptr<f64>, #blocked3>
  // CHECK-NEXT:   %12 = ttg.convert_layout %5 : tensor<4096xf64, #blocked> -> tensor<4096xf64, #blocked3>
  // CHECK-NEXT:   tt.store %11, %12 : tensor<4096x!tt.ptr<f64>, #blocked3>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @together(%narrow: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %wide: !tt.ptr<f64> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 4096 : i32, start = 0 : i32} : tensor<4096xi32, #blocked>
    %0 = tt.splat %wide : !tt.ptr<f64> -> tensor<4096x!tt.ptr<f64>, #blocked>
    %1 = tt.addptr %0, %range : tensor<4096x!tt.ptr<f64>, #blocked>, tensor<4096xi32, #blocked>
    %2 = tt.load %1 : tensor<4096x!tt.ptr<f64>, #blocked>
    %3 = arith.fptosi %2 : tensor<4096xf64, #blocked> to tensor<4096xi8, #blocked>
    %4 = tt.splat %narrow : !tt.ptr<i8> -> tensor<4096x!tt.ptr<i8>, #blocked>
    %5 = tt.addptr %4, %range : tensor<4096x!tt.ptr<i8>, #blocked>, tensor<4096xi32, #blocked>
    tt.store %5, %3 : tensor<4096x!tt.ptr<i8>, #blocked>
    tt.store %1, %2 : tensor<4096x!tt.ptr<f64>, #blocked>
    tt.return
  }

  // The order follows the contiguity: these columns lie together.
  // CHECK: tt.func @by_columns(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: i32 {tt.divisibility = 16 : i32}) {
  // CHECK-NEXT:   %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked4}>>
  // CHECK-NEXT:   %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked4}>>
  // CHECK-NEXT:   %2 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked4}>> -> tensor<64x1xi32, #blocked4>
  // CHECK-NEXT:   %3 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked4}>> -> tensor<1x64xi32, #blocked4>
  // CHECK-NEXT:   %4 = tt.splat %arg1 : i32 -> tensor<1x64xi32, #blocked4>
  // CHECK-NEXT:   %5 = arith.muli %3, %4 : tensor<1x64xi32, #blocked4>
  // CHECK-NEXT:   %6 = tt.broadcast %2 : tensor<64x1xi32, #blocked4> -> tensor<64x64xi32, #blocked4>
  // CHECK-NEXT:   %7 = tt.broadcast %5 : tensor<1x64xi32, #blocked4> -> tensor<64x64xi32, #blocked4>
  // CHECK-NEXT:   %8 = arith.addi %6, %7 : tensor<64x64xi32, #blocked4>
  // CHECK-NEXT:   %9 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #blocked4>
  // CHECK-NEXT:   %10 = tt.addptr %9, %8 : tensor<64x64x!tt.ptr<f16>, #blocked4>, tensor<64x64xi32, #blocked4>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<64x64x!tt.ptr<f16>, #blocked4> -> tensor<64x64x!tt.ptr<f16>, #blocked5>
  // CHECK-NEXT:   %12 = tt.load %11 : tensor<64x64x!tt.ptr<f16>, #blocked5>
  // CHECK-NEXT:   %13 = ttg.convert_layout %12 : tensor<64x64xf16, #blocked5> -> tensor<64x64xf16, #blocked4>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @by_columns(%from: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) {
    %row = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #rows>
    %column = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #columns>
    %0 = tt.expand_dims %row {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #square>
    %1 = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #square>
    %2 = tt.splat %stride : i32 -> tensor<1x64xi32, #square>
    %3 = arith.muli %1, %2 : tensor<1x64xi32, #square>
    %4 = tt.broadcast %0 : tensor<64x1xi32, #square> -> tensor<64x64xi32, #square>
    %5 = tt.broadcast %3 : tensor<1x64xi32, #square> -> tensor<64x64xi32, #square>
    %6 = arith.addi %4, %5 : tensor<64x64xi32, #square>
    %7 = tt.splat %from : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #square>
    %8 = tt.addptr %7, %6 : tensor<64x64x!tt.ptr<f16>, #square>, tensor<64x64xi32, #square>
    %9 = tt.load %8 : tensor<64x64x!tt.ptr<f16>, #square>
    tt.return
  }

  // Of equals the first dimension is the fastest.
  // CHECK: tt.func @same_everywhere(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #blocked4>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64x!tt.ptr<f32>, #blocked4> -> tensor<64x64x!tt.ptr<f32>, #blocked6>
  // CHECK-NEXT:   %2 = tt.load %1 : tensor<64x64x!tt.ptr<f32>, #blocked6>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64x64xf32, #blocked6> -> tensor<64x64xf32, #blocked4>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @same_everywhere(%from: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %0 = tt.splat %from : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #square>
    %1 = tt.load %0 : tensor<64x64x!tt.ptr<f32>, #square>
    tt.return
  }

  // Increments of loop-carried pointers are taken into account.
  // CHECK: tt.func @in_a_loop(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %cst = arith.constant dense<2> : tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %3 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %2) -> (tensor<1024x!tt.ptr<f32>, #blocked>)  : i32 {
  // CHECK-NEXT:     %4 = ttg.convert_layout %arg3 : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked3>
  // CHECK-NEXT:     %5 = tt.load %4 : tensor<1024x!tt.ptr<f32>, #blocked3>
  // CHECK-NEXT:     %6 = ttg.convert_layout %5 : tensor<1024xf32, #blocked3> -> tensor<1024xf32, #blocked>
  // CHECK-NEXT:     %7 = tt.addptr %arg3, %cst : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NEXT:     scf.yield %7 : tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @in_a_loop(%from: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %step = arith.constant dense<2> : tensor<1024xi32, #blocked>
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %0 = tt.splat %from : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %1 = tt.addptr %0, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %2 = scf.for %i = %zero to %n step %one iter_args(%p = %1) -> (tensor<1024x!tt.ptr<f32>, #blocked>) : i32 {
      %3 = tt.load %p : tensor<1024x!tt.ptr<f32>, #blocked>
      %4 = tt.addptr %p, %step : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
      scf.yield %4 : tensor<1024x!tt.ptr<f32>, #blocked>
    }
    tt.return
  }

  // Atomics are accesses too; few elements are spread over all threads.
  // CHECK: tt.func @atomics(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}) -> tensor<256xi32, #blocked> {
  // CHECK-NEXT:   %0 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #blocked>
  // CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<256x!tt.ptr<i32>, #blocked> -> tensor<256x!tt.ptr<i32>, #blocked3>
  // CHECK-NEXT:   %4 = ttg.convert_layout %0 : tensor<256xi32, #blocked> -> tensor<256xi32, #blocked3>
  // CHECK-NEXT:   %5 = tt.atomic_rmw add, acq_rel, gpu, %3, %4 : (tensor<256x!tt.ptr<i32>, #blocked3>, tensor<256xi32, #blocked3>) -> tensor<256xi32, #blocked3>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<256xi32, #blocked3> -> tensor<256xi32, #blocked>
  // CHECK-NEXT:   %7 = ttg.convert_layout %2 : tensor<256x!tt.ptr<i32>, #blocked> -> tensor<256x!tt.ptr<i32>, #blocked3>
  // CHECK-NEXT:   %8 = ttg.convert_layout %6 : tensor<256xi32, #blocked> -> tensor<256xi32, #blocked3>
  // CHECK-NEXT:   %9 = ttg.convert_layout %0 : tensor<256xi32, #blocked> -> tensor<256xi32, #blocked3>
  // CHECK-NEXT:   %10 = tt.atomic_cas acq_rel, gpu, %7, %8, %9 : (tensor<256x!tt.ptr<i32>, #blocked3>, tensor<256xi32, #blocked3>, tensor<256xi32, #blocked3>) -> tensor<256xi32, #blocked3>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<256xi32, #blocked3> -> tensor<256xi32, #blocked>
  // CHECK-NEXT:   tt.return %11 : tensor<256xi32, #blocked>
  // CHECK-NEXT: }
  tt.func @atomics(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) -> tensor<256xi32, #blocked> {
    %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
    %0 = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #blocked>
    %1 = tt.addptr %0, %range : tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>
    %2 = tt.atomic_rmw add, acq_rel, gpu, %1, %range : (tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>) -> tensor<256xi32, #blocked>
    %3 = tt.atomic_cas acq_rel, gpu, %1, %2, %range : (tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>, tensor<256xi32, #blocked>) -> tensor<256xi32, #blocked>
    tt.return %3 : tensor<256xi32, #blocked>
  }
}
