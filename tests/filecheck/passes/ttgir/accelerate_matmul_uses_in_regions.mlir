// RUN: xtriton-opt %s --tritongpu-accelerate-matmul | filecheck %s

// Dots are chained by operands and results. A result that only the region of an operation uses does not chain the dots before it to those after it: the warps share
// both dots in two dimensions. The initial value of a loop does: the warps share both dots in one.

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK: #mma1 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>

#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @branch
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma>
  // CHECK: scf.if
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @branch(%a: tensor<64x64xf16, #a>, %b: tensor<64x64xf16, #b>, %d: tensor<64x64xf16, #a>, %e: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #blocked>, %is_even: i1) -> tensor<64x64xf32, #blocked> {
    %0 = tt.dot %a, %b, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #blocked>
    %1 = scf.if %is_even -> (tensor<64x64xf32, #blocked>) {
      %3 = arith.addf %c, %0 : tensor<64x64xf32, #blocked>
      scf.yield %3 : tensor<64x64xf32, #blocked>
    } else {
      %3 = arith.subf %c, %0 : tensor<64x64xf32, #blocked>
      scf.yield %3 : tensor<64x64xf32, #blocked>
    }
    %2 = tt.dot %d, %e, %1 : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #blocked>
    tt.return %2 : tensor<64x64xf32, #blocked>
  }

  // CHECK-LABEL: tt.func @loop
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma>
  // CHECK: scf.for
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma>
  tt.func @loop(%a: tensor<64x64xf16, #a>, %b: tensor<64x64xf16, #b>, %d: tensor<64x64xf16, #a>, %e: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #blocked>, %from: i32, %to: i32) -> tensor<64x64xf32, #blocked> {
    %0 = tt.dot %a, %b, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #blocked>
    %1 = scf.for %i = %from to %to step %to iter_args(%sum = %c) -> (tensor<64x64xf32, #blocked>) : i32 {
      %3 = arith.addf %sum, %0 : tensor<64x64xf32, #blocked>
      scf.yield %3 : tensor<64x64xf32, #blocked>
    }
    %2 = tt.dot %d, %e, %1 : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #blocked>
    tt.return %2 : tensor<64x64xf32, #blocked>
  }

  // CHECK-LABEL: tt.func @initial_value
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma1>
  // CHECK: scf.for
  // CHECK: tt.dot {{.*}} -> tensor<64x64xf32, #mma1>
  tt.func @initial_value(%a: tensor<64x64xf16, #a>, %b: tensor<64x64xf16, #b>, %d: tensor<64x64xf16, #a>, %e: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #blocked>, %from: i32, %to: i32) -> tensor<64x64xf32, #blocked> {
    %0 = tt.dot %a, %b, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #blocked>
    %1 = scf.for %i = %from to %to step %to iter_args(%sum = %0) -> (tensor<64x64xf32, #blocked>) : i32 {
      %3 = arith.addf %sum, %c : tensor<64x64xf32, #blocked>
      scf.yield %3 : tensor<64x64xf32, #blocked>
    }
    %2 = tt.dot %d, %e, %1 : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #blocked>
    tt.return %2 : tensor<64x64xf32, #blocked>
  }
}
