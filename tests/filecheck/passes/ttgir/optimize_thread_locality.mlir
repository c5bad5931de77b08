// RUN: xtriton-opt %s --triton=3.6 --tritongpu-optimize-thread-locality | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #blocked5 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}>

#two = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#one = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#sum = #ttg.slice<{dim = 1, parent = #two}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// Each thread sums its elements; the sums of threads are reduced after the loop, and the init is added.
// CHECK: tt.func @sum(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked>, %arg1: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst, %arg4 = %cst_0) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %5 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     %6 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32, %arg6: f32):
// CHECK-NEXT:       %11 = arith.addf %arg5, %arg6 : f32
// CHECK-NEXT:       tt.reduce.return %11 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     %7 = tt.reshape %5 allow_reorder efficient_layout : tensor<32x128xf32, #blocked> -> tensor<32x32x4xf32, #blocked1>
// CHECK-NEXT:     %8 = "tt.reduce"(%7) <{axis = 2 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32, %arg6: f32):
// CHECK-NEXT:       %11 = arith.addf %arg5, %arg6 : f32
// CHECK-NEXT:       tt.reduce.return %11 : f32
// CHECK-NEXT:     }) : (tensor<32x32x4xf32, #blocked1>) -> tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %9 = arith.addf %arg4, %8 : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %10 = arith.addf %arg3, %6 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     scf.yield %arg3, %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = "tt.reduce"(%0#1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %5 = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT:     tt.reduce.return %5 : f32
// CHECK-NEXT:   }) : (tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>>
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %3 = arith.addf %cst, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %4 = math.absf %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: }
tt.func @sum(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f32>, #two>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %3 = arith.addf %l, %r : f32
      tt.reduce.return %3 : f32
    }) : (tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    %4 = arith.addf %acc, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

// A product starts as ones.
// CHECK: tt.func @product(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked>, %arg1: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<2.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.000000e+00> : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst, %arg4 = %cst_0) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %5 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     %6 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32, %arg6: f32):
// CHECK-NEXT:       %11 = arith.mulf %arg5, %arg6 : f32
// CHECK-NEXT:       tt.reduce.return %11 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     %7 = tt.reshape %5 allow_reorder efficient_layout : tensor<32x128xf32, #blocked> -> tensor<32x32x4xf32, #blocked1>
// CHECK-NEXT:     %8 = "tt.reduce"(%7) <{axis = 2 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32, %arg6: f32):
// CHECK-NEXT:       %11 = arith.mulf %arg5, %arg6 : f32
// CHECK-NEXT:       tt.reduce.return %11 : f32
// CHECK-NEXT:     }) : (tensor<32x32x4xf32, #blocked1>) -> tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %9 = arith.mulf %arg4, %8 : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %10 = arith.mulf %arg3, %6 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     scf.yield %arg3, %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = "tt.reduce"(%0#1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %5 = arith.mulf %arg2, %arg3 : f32
// CHECK-NEXT:     tt.reduce.return %5 : f32
// CHECK-NEXT:   }) : (tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>>
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %3 = arith.mulf %cst, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %4 = math.absf %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: }
tt.func @product(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<2.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f32>, #two>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %3 = arith.mulf %l, %r : f32
      tt.reduce.return %3 : f32
    }) : (tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    %4 = arith.mulf %acc, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

// A maximum starts as minus infinity, in the format of the elements.
// CHECK: tt.func @maximum(%arg0: tensor<32x128x!tt.ptr<f16>, #blocked>, %arg1: i32) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0xFC00> : tensor<32x32xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst, %arg4 = %cst_0) -> (tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %5 = tt.load %arg0 : tensor<32x128x!tt.ptr<f16>, #blocked>
// CHECK-NEXT:     %6 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f16, %arg6: f16):
// CHECK-NEXT:       %11 = arith.maxnumf %arg5, %arg6 : f16
// CHECK-NEXT:       tt.reduce.return %11 : f16
// CHECK-NEXT:     }) : (tensor<32x128xf16, #blocked>) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     %7 = tt.reshape %5 allow_reorder efficient_layout : tensor<32x128xf16, #blocked> -> tensor<32x32x4xf16, #blocked1>
// CHECK-NEXT:     %8 = "tt.reduce"(%7) <{axis = 2 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f16, %arg6: f16):
// CHECK-NEXT:       %11 = arith.maxnumf %arg5, %arg6 : f16
// CHECK-NEXT:       tt.reduce.return %11 : f16
// CHECK-NEXT:     }) : (tensor<32x32x4xf16, #blocked1>) -> tensor<32x32xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %9 = arith.maxnumf %arg4, %8 : tensor<32x32xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %10 = arith.maxnumf %arg3, %6 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     scf.yield %arg3, %9 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = "tt.reduce"(%0#1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f16, %arg3: f16):
// CHECK-NEXT:     %5 = arith.maxnumf %arg2, %arg3 : f16
// CHECK-NEXT:     tt.reduce.return %5 : f16
// CHECK-NEXT:   }) : (tensor<32x32xf16, #ttg.slice<{dim = 2, parent = #blocked1}>>) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>>
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>> -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %3 = arith.maxnumf %cst, %2 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %4 = math.absf %3 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %4 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: }
tt.func @maximum(%p: tensor<32x128x!tt.ptr<f16>, #two>, %n: i32) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f16>, #two>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f16, %r: f16):
      %3 = arith.maxnumf %l, %r : f16
      tt.reduce.return %3 : f16
    }) : (tensor<32x128xf16, #two>) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>>
    %4 = arith.maxnumf %acc, %2 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %4 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf16, #ttg.slice<{dim = 1, parent = #two}>>
}

// Where there are no infinities, a minimum starts as the largest number.
// CHECK: tt.func @finite_minimum(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked>, %arg1: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %cst_0 = arith.constant dense<3.40282347E+38> : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst, %arg4 = %cst_0) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %5 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     %6 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32, %arg6: f32):
// CHECK-NEXT:       %11 = arith.minimumf %arg5, %arg6 fastmath<ninf> : f32
// CHECK-NEXT:       tt.reduce.return %11 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     %7 = tt.reshape %5 allow_reorder efficient_layout : tensor<32x128xf32, #blocked> -> tensor<32x32x4xf32, #blocked1>
// CHECK-NEXT:     %8 = "tt.reduce"(%7) <{axis = 2 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg5: f32, %arg6: f32):
// CHECK-NEXT:       %11 = arith.minimumf %arg5, %arg6 fastmath<ninf> : f32
// CHECK-NEXT:       tt.reduce.return %11 : f32
// CHECK-NEXT:     }) : (tensor<32x32x4xf32, #blocked1>) -> tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %9 = arith.minimumf %arg4, %8 : tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:     %10 = arith.minimumf %6, %arg3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     scf.yield %arg3, %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = "tt.reduce"(%0#1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %5 = arith.minimumf %arg2, %arg3 fastmath<ninf> : f32
// CHECK-NEXT:     tt.reduce.return %5 : f32
// CHECK-NEXT:   }) : (tensor<32x32xf32, #ttg.slice<{dim = 2, parent = #blocked1}>>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>>
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = #blocked1}>}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %3 = arith.minimumf %cst, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %4 = math.absf %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: }
tt.func @finite_minimum(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f32>, #two>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %3 = arith.minimumf %l, %r fastmath<ninf> : f32
      tt.reduce.return %3 : f32
    }) : (tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    %4 = arith.minimumf %2, %acc : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

// The result of a reshape that may reorder is laid out so that threads have whole rows.
// CHECK: tt.func @reshape(%arg0: tensor<1024xf32, #blocked2>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked3}>> {
// CHECK-NEXT:   %0 = tt.reshape %arg0 allow_reorder efficient_layout : tensor<1024xf32, #blocked2> -> tensor<256x4xf32, #blocked4>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<256x4xf32, #blocked4> -> tensor<256x4xf32, #blocked3>
// CHECK-NEXT:   %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %3 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %3 : f32
// CHECK-NEXT:   }) : (tensor<256x4xf32, #blocked3>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked3}>>
// CHECK-NEXT:   tt.return %2 : tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked3}>>
// CHECK-NEXT: }
tt.func @reshape(%x: tensor<1024xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>> {
  %0 = tt.reshape %x allow_reorder : tensor<1024xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<256x4xf32, #one>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %2 = arith.addf %l, %r : f32
    tt.reduce.return %2 : f32
  }) : (tensor<256x4xf32, #one>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>
  tt.return %1 : tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>
}

// A gather gets a layout in which warps have whole columns. One in a single dimension stays as it is.
// CHECK: tt.func @gather(%arg0: tensor<32x16xf32, #blocked3>, %arg1: tensor<32x16xi32, #blocked3>, %arg2: tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked3}>>, %arg3: tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked3}>>) -> (tensor<32x16xf32, #blocked3>, tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked3}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<32x16xf32, #blocked3> -> tensor<32x16xf32, #blocked5>
// CHECK-NEXT:   %1 = ttg.convert_layout %arg1 : tensor<32x16xi32, #blocked3> -> tensor<32x16xi32, #blocked5>
// CHECK-NEXT:   %2 = tt.gather %0[%1] {axis = 0 : i32, efficient_layout} : (tensor<32x16xf32, #blocked5>, tensor<32x16xi32, #blocked5>) -> tensor<32x16xf32, #blocked5>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<32x16xf32, #blocked5> -> tensor<32x16xf32, #blocked3>
// CHECK-NEXT:   %4 = tt.gather %arg2[%arg3] {axis = 0 : i32} : (tensor<64xf32, #ttg.slice<{dim = 0, parent = #blocked3}>>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked3}>>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked3}>>
// CHECK-NEXT:   tt.return %3, %4 : tensor<32x16xf32, #blocked3>, tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked3}>>
// CHECK-NEXT: }
tt.func @gather(%x: tensor<32x16xf32, #one>, %i: tensor<32x16xi32, #one>, %y: tensor<64xf32, #ttg.slice<{dim = 0, parent = #one}>>, %j: tensor<32xi32, #ttg.slice<{dim = 0, parent = #one}>>) -> (tensor<32x16xf32, #one>, tensor<32xf32, #ttg.slice<{dim = 0, parent = #one}>>) {
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<32x16xf32, #one>, tensor<32x16xi32, #one>) -> tensor<32x16xf32, #one>
  %1 = tt.gather %y[%j] {axis = 0 : i32} : (tensor<64xf32, #ttg.slice<{dim = 0, parent = #one}>>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #one}>>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #one}>>
  tt.return %0, %1 : tensor<32x16xf32, #one>, tensor<32xf32, #ttg.slice<{dim = 0, parent = #one}>>
}
}
