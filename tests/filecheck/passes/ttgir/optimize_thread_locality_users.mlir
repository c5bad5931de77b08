// RUN: xtriton-opt %s --tritongpu-optimize-thread-locality | filecheck %s

#two = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#one = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#sum = #ttg.slice<{dim = 1, parent = #two}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// The accumulated value is not loop-carried (Triton fails an assertion here): nothing is done.
// CHECK: tt.func @not_accumulated(
// CHECK-NOT: tt.reshape
// CHECK: scf.yield %{{[0-9]+}} : tensor<32xf32
tt.func @not_accumulated(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
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
    %4 = arith.addf %start, %2 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
    scf.yield %4 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  }
  %9 = math.absf %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %9 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

// All users of the sum get the reduction after the loop (Triton fails an assertion here too).
// CHECK: tt.func @two_users(
// CHECK: %[[LOOP:.*]]:2 = scf.for
// CHECK: %[[TOTAL:.*]] = "tt.reduce"(%[[LOOP]]#1)
// CHECK: %[[CONVERTED:.*]] = ttg.convert_layout %[[TOTAL]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %cst, %[[CONVERTED]]
// CHECK-NEXT: %[[FIRST:.*]] = math.absf %[[SUM]]
// CHECK-NEXT: %[[SECOND:.*]] = arith.addf %[[FIRST]], %[[SUM]]
// CHECK-NEXT: tt.return %[[SECOND]]
tt.func @two_users(%p: tensor<32x128x!tt.ptr<f32>, #two>, %n: i32) -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>> {
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
  %10 = arith.addf %9, %0 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
  tt.return %10 : tensor<32xf32, #ttg.slice<{dim = 1, parent = #two}>>
}

}
