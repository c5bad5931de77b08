// RUN: xtriton-opt %s --triton-nvidia-gpu-plan-cta --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#wide = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// A conversion stands where the encoding is wanted; all else keeps its place.
// CHECK: tt.func @locations(%arg0: !tt.ptr<f32> loc("p"), %arg1: i32 loc("n")) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("zero")
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> loc("a")
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> loc("zeros")
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %cst_0) -> (tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> loc("splat")
// CHECK-NEXT:     %3 = tt.load %2 : tensor<32x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> loc("load")
// CHECK-NEXT:     %4 = ttg.convert_layout %3 : tensor<32x128xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> -> tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> loc("dot")
// CHECK-NEXT:     %5 = tt.dot %cst, %4, %arg3 : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> * tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> -> tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> loc("dot")
// CHECK-NEXT:     scf.yield %5 : tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> loc("yield")
// CHECK-NEXT:   } loc("loop")
// CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> loc("pointers")
// CHECK-NEXT:   tt.store %1, %0 : tensor<128x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> loc("store")
// CHECK-NEXT:   tt.return loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @locations(%p: !tt.ptr<f32> loc("p"), %n: i32 loc("n")) {
  %c0 = arith.constant 0 : i32 loc("zero")
  %c1 = arith.constant 1 : i32 loc("one")
  %a = arith.constant dense<1.000000e+00> : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>> loc("a")
  %zero = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #product> loc("zeros")
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32, #product>) : i32 {
    %1 = tt.splat %p : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>, #wide> loc("splat")
    %2 = tt.load %1 : tensor<32x128x!tt.ptr<f32>, #wide> loc("load")
    %b = ttg.convert_layout %2 : tensor<32x128xf32, #wide> -> tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>> loc("convert")
    %3 = tt.dot %a, %b, %acc : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>> * tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>> -> tensor<128x128xf32, #product> loc("dot")
    scf.yield %3 : tensor<128x128xf32, #product> loc("yield")
  } loc("loop")
  %4 = tt.splat %p : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #product> loc("pointers")
  tt.store %4, %0 : tensor<128x128x!tt.ptr<f32>, #product> loc("store")
  tt.return loc("return")
}
}
