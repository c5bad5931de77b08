// RUN: xtriton-opt %s --triton=3.6 --tritongpu-optimize-thread-locality --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#two = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#one = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#sum = #ttg.slice<{dim = 1, parent = #two}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// New operations are where those are that they stand for.
// CHECK: tt.func @f(%arg0: tensor<32x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("p"), %arg1: i32 loc("n")) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("k.py":1:1)
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("k.py":2:1)
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":3:1)
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>> loc("k.py":3:1)
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst, %arg4 = %cst_0) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>>)  : i32 {
// CHECK-NEXT:     %5 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":4:1)
// CHECK-NEXT:     %6 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32 loc("l"), %arg6: f32 loc("r")):
// CHECK-NEXT:       %11 = arith.addf %arg5, %arg6 : f32 loc("k.py":5:1)
// CHECK-NEXT:       tt.reduce.return %11 : f32 loc("k.py":6:1)
// CHECK-NEXT:     }) : (tensor<32x128xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":7:1)
// CHECK-NEXT:     %7 = tt.reshape %5 allow_reorder efficient_layout : tensor<32x128xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<32x32x4xf32, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>> loc("k.py":7:1)
// CHECK-NEXT:     %8 = "tt.reduce"(%7) <{axis = 2 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32 loc("l"), %arg6: f32 loc("r")):
// CHECK-NEXT:       %11 = arith.addf %arg5, %arg6 : f32 loc("k.py":5:1)
// CHECK-NEXT:       tt.reduce.return %11 : f32 loc("k.py":6:1)
// CHECK-NEXT:     }) : (tensor<32x32x4xf32, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>) -> tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>> loc("k.py":7:1)
// CHECK-NEXT:     %9 = arith.addf %arg4, %8 : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>> loc("k.py":8:1)
// CHECK-NEXT:     %10 = arith.addf %arg3, %6 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":8:1)
// CHECK-NEXT:     scf.yield %arg3, %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>> loc("k.py":9:1)
// CHECK-NEXT:   } loc("k.py":10:1)
// CHECK-NEXT:   %1 = "tt.reduce"(%0#1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32 loc("l"), %arg3: f32 loc("r")):
// CHECK-NEXT:     %5 = arith.addf %arg2, %arg3 : f32 loc("k.py":5:1)
// CHECK-NEXT:     tt.reduce.return %5 : f32 loc("k.py":6:1)
// CHECK-NEXT:   }) : (tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>}>> loc("k.py":7:1)
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>}>}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":7:1)
// CHECK-NEXT:   %3 = arith.addf %cst, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":8:1)
// CHECK-NEXT:   %4 = math.absf %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":11:1)
// CHECK-NEXT:   tt.return %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":12:1)
// CHECK-NEXT: } loc("k.py":13:1)
tt.func @f(%p: tensor<32x128x!tt.ptr<f32>, #two> loc("p"), %n: i32 loc("n")) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32 loc("k.py":1:1)
  %c1 = arith.constant 1 : i32 loc("k.py":2:1)
  %start = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> loc("k.py":3:1)
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f32>, #two> loc("k.py":4:1)
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32 loc("l"), %r: f32 loc("r")):
      %3 = arith.addf %l, %r : f32 loc("k.py":5:1)
      tt.reduce.return %3 : f32 loc("k.py":6:1)
    }) : (tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> loc("k.py":7:1)
    %4 = arith.addf %acc, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> loc("k.py":8:1)
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> loc("k.py":9:1)
  } loc("k.py":10:1)
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> loc("k.py":11:1)
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> loc("k.py":12:1)
} loc("k.py":13:1)

}
