// RUN: xtriton-opt %s --triton=3.6 --tritongpu-optimize-thread-locality | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>

#two = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#one = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#sum = #ttg.slice<{dim = 1, parent = #two}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// Threads have one element of each row.
// CHECK: tt.func @one_element(%arg0: tensor<32x32x!tt.ptr<f32>, #blocked>, %arg1: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg0 : tensor<32x32x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     %3 = "tt.reduce"(%2) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT:       %5 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT:       tt.reduce.return %5 : f32
// CHECK-NEXT:     }) : (tensor<32x32xf32, #blocked>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     %4 = arith.addf %arg3, %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:     scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: }
tt.func @one_element(%p: tensor<32x32x!tt.ptr<f32>, #one>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>>) : i32 {
    %1 = tt.load %p : tensor<32x32x!tt.ptr<f32>, #one>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %3 = arith.addf %l, %r : f32
      tt.reduce.return %3 : f32
    }) : (tensor<32x32xf32, #one>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>>
    %4 = arith.addf %acc, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>>
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #one}>>
}

// The reduced value is not loaded.
// CHECK: tt.func @not_loaded(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked1>, %arg1: i32, %arg2: tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, %arg3: tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %cst) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %2 = "tt.reduce"(%arg3) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg6: f32, %arg7: f32):
// CHECK-NEXT:       %4 = arith.addf %arg6, %arg7 : f32
// CHECK-NEXT:       tt.reduce.return %4 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %3 = arith.addf %arg5, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @not_loaded(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32, %arg: tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>, %given: tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %2 = "tt.reduce"(%given) <{axis = 1 : i32}> ({
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

// The sum does not start as a constant.
// CHECK: tt.func @not_constant(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked1>, %arg1: i32, %arg2: tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, %arg3: tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %arg2) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:     %3 = "tt.reduce"(%2) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg6: f32, %arg7: f32):
// CHECK-NEXT:       %5 = arith.addf %arg6, %arg7 : f32
// CHECK-NEXT:       tt.reduce.return %5 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %4 = arith.addf %arg5, %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @not_constant(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32, %arg: tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>, %given: tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %arg) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
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

// The region does two things.
// CHECK: tt.func @two_operations(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked1>, %arg1: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:     %3 = "tt.reduce"(%2) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT:       %5 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT:       %6 = arith.negf %5 : f32
// CHECK-NEXT:       tt.reduce.return %6 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %4 = arith.addf %arg3, %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @two_operations(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f32>, #two>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %3 = arith.addf %l, %r : f32
      %5 = arith.negf %3 : f32
      tt.reduce.return %5 : f32
    }) : (tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    %4 = arith.addf %acc, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

// It does something for which nothing is neutral.
// CHECK: tt.func @subtraction(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked1>, %arg1: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:     %3 = "tt.reduce"(%2) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT:       %5 = arith.subf %arg4, %arg5 : f32
// CHECK-NEXT:       tt.reduce.return %5 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %4 = arith.addf %arg3, %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @subtraction(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f32>, #two>
    %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %3 = arith.subf %l, %r : f32
      tt.reduce.return %3 : f32
    }) : (tensor<32x128xf32, #two>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    %4 = arith.addf %acc, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

// The sum is not the yielded value.
// CHECK: tt.func @another_step(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked1>, %arg1: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:     %3 = "tt.reduce"(%2) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT:       %6 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT:       tt.reduce.return %6 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %4 = arith.addf %arg3, %3 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %5 = math.absf %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %5 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   tt.return %1 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @another_step(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
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
    %5 = math.absf %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %5 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

// It is used twice, and not over the last dimension, and not in a loop.
// CHECK: tt.func @others(%arg0: tensor<32x128x!tt.ptr<f32>, #blocked1>, %arg1: i32) -> (tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   %0:3 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst, %arg4 = %cst_0, %arg5 = %cst_0) -> (tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:     %1 = tt.load %arg0 : tensor<32x128x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:     %2 = "tt.reduce"(%1) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg6: f32, %arg7: f32):
// CHECK-NEXT:       %7 = arith.addf %arg6, %arg7 : f32
// CHECK-NEXT:       tt.reduce.return %7 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked1>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:     %3 = arith.addf %arg3, %2 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
// CHECK-NEXT:     %4 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg6: f32, %arg7: f32):
// CHECK-NEXT:       %7 = arith.addf %arg6, %arg7 : f32
// CHECK-NEXT:       tt.reduce.return %7 : f32
// CHECK-NEXT:     }) : (tensor<32x128xf32, #blocked1>) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %5 = arith.addf %arg4, %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %6 = arith.addf %arg5, %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     scf.yield %3, %5, %6 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1, %0#2 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>, tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT: }
tt.func @others(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> (tensor<128xf32, #ttg.slice<{dim = 0, parent = #two}>>, tensor<32xf32, #sum>, tensor<32xf32, #sum>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<0.000000e+00> : tensor<128xf32, #ttg.slice<{dim = 0, parent = #two}>>
  %zero = arith.constant dense<0.000000e+00> : tensor<32xf32, #sum>
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start, %b = %zero, %c = %zero) -> (tensor<128xf32, #ttg.slice<{dim = 0, parent = #two}>>, tensor<32xf32, #sum>, tensor<32xf32, #sum>) : i32 {
    %1 = tt.load %p : tensor<32x128x!tt.ptr<f32>, #two>
    %2 = "tt.reduce"(%1) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %3 = arith.addf %l, %r : f32
      tt.reduce.return %3 : f32
    }) : (tensor<32x128xf32, #two>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #two}>>
    %4 = arith.addf %a, %2 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #two}>>
    %5 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %6 = arith.addf %l, %r : f32
      tt.reduce.return %6 : f32
    }) : (tensor<32x128xf32, #two>) -> tensor<32xf32, #sum>
    %7 = arith.addf %b, %5 : tensor<32xf32, #sum>
    %8 = arith.addf %c, %5 : tensor<32xf32, #sum>
    scf.yield %4, %7, %8 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #two}>>, tensor<32xf32, #sum>, tensor<32xf32, #sum>
  }
  tt.return %0#0, %0#1, %0#2 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #two}>>, tensor<32xf32, #sum>, tensor<32xf32, #sum>
}

// Threads have whole rows already; the order is not free; two axes are reduced; nothing is.
// CHECK: tt.func @reshapes(%arg0: tensor<1024xf32, #blocked2>) -> (tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked3}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<4xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<256x4xf32, #blocked>) {
// CHECK-NEXT:   %0 = tt.reshape %arg0 allow_reorder : tensor<1024xf32, #blocked2> -> tensor<256x4xf32, #blocked3>
// CHECK-NEXT:   %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %9 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<256x4xf32, #blocked3>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked3}>>
// CHECK-NEXT:   %2 = tt.reshape %arg0 : tensor<1024xf32, #blocked2> -> tensor<256x4xf32, #blocked3>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<256x4xf32, #blocked3> -> tensor<256x4xf32, #blocked>
// CHECK-NEXT:   %4 = "tt.reduce"(%3) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %9 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<256x4xf32, #blocked>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %5 = tt.reshape %arg0 allow_reorder : tensor<1024xf32, #blocked2> -> tensor<256x4xf32, #blocked>
// CHECK-NEXT:   %6 = "tt.reduce"(%5) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %9 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<256x4xf32, #blocked>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %7 = "tt.reduce"(%5) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %9 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %9 : f32
// CHECK-NEXT:   }) : (tensor<256x4xf32, #blocked>) -> tensor<4xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
// CHECK-NEXT:   %8 = tt.reshape %arg0 allow_reorder : tensor<1024xf32, #blocked2> -> tensor<256x4xf32, #blocked>
// CHECK-NEXT:   tt.return %1, %4, %6, %7, %8 : tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked3}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<4xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<256x4xf32, #blocked>
// CHECK-NEXT: }
tt.func @reshapes(%x: tensor<1024xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> (tensor<256xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>, tensor<4xf32, #ttg.slice<{dim = 0, parent = #one}>>, tensor<256x4xf32, #one>) {
  %0 = tt.reshape %x allow_reorder : tensor<1024xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<256x4xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>
  %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %2 = arith.addf %l, %r : f32
    tt.reduce.return %2 : f32
  }) : (tensor<256x4xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
  %3 = tt.reshape %x : tensor<1024xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<256x4xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>
  %4 = ttg.convert_layout %3 : tensor<256x4xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<256x4xf32, #one>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %6 = arith.addf %l, %r : f32
    tt.reduce.return %6 : f32
  }) : (tensor<256x4xf32, #one>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>
  %7 = tt.reshape %x allow_reorder : tensor<1024xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<256x4xf32, #one>
  %8 = "tt.reduce"(%7) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %9 = arith.addf %l, %r : f32
    tt.reduce.return %9 : f32
  }) : (tensor<256x4xf32, #one>) -> tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>
  %10 = "tt.reduce"(%7) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %11 = arith.addf %l, %r : f32
    tt.reduce.return %11 : f32
  }) : (tensor<256x4xf32, #one>) -> tensor<4xf32, #ttg.slice<{dim = 0, parent = #one}>>
  %12 = tt.reshape %x allow_reorder : tensor<1024xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<256x4xf32, #one>
  tt.return %1, %5, %8, %10, %12 : tensor<256xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>, tensor<256xf32, #ttg.slice<{dim = 1, parent = #one}>>, tensor<4xf32, #ttg.slice<{dim = 0, parent = #one}>>, tensor<256x4xf32, #one>
}
}
