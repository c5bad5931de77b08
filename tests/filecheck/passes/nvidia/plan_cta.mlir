// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-gpu-plan-cta --mlir-print-local-scope | filecheck %s

#cols = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#wide = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// The rows of a dot are split rather than its columns. The encoding is propagated back to the operands' definitions, and on to the store.
// CHECK: tt.func @product(%arg0: !tt.ptr<f16>, %arg1: i32) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<256x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<256x64x!tt.ptr<f16>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %1 = tt.load %0 : tensor<256x64x!tt.ptr<f16>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %2 = tt.splat %arg1 : i32 -> tensor<64x128xi32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   %3 = arith.sitofp %2 : tensor<64x128xi32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>> to tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   %4 = ttg.convert_layout %1 : tensor<256x64xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>> -> tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   %5 = tt.dot %4, %3, %cst : tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>> -> tensor<256x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %6 = arith.truncf %5 : tensor<256x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>> to tensor<256x128xf16, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %7 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<256x128x!tt.ptr<f16>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %8 = ttg.convert_layout %6 : tensor<256x128xf16, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>> -> tensor<256x128xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   tt.store %7, %8 : tensor<256x128x!tt.ptr<f16>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @product(%p: !tt.ptr<f16>, %i: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<256x128xf32, #product>
  %0 = tt.splat %p : !tt.ptr<f16> -> tensor<256x64x!tt.ptr<f16>, #wide>
  %1 = tt.load %0 : tensor<256x64x!tt.ptr<f16>, #wide>
  %2 = ttg.convert_layout %1 : tensor<256x64xf16, #wide> -> tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #product}>>
  %3 = tt.splat %i : i32 -> tensor<64x128xi32, #wide>
  %4 = arith.sitofp %3 : tensor<64x128xi32, #wide> to tensor<64x128xf16, #wide>
  %5 = ttg.convert_layout %4 : tensor<64x128xf16, #wide> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #product}>>
  %6 = tt.dot %2, %5, %zero : tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #product}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #product}>> -> tensor<256x128xf32, #product>
  %7 = arith.truncf %6 : tensor<256x128xf32, #product> to tensor<256x128xf16, #product>
  %8 = ttg.convert_layout %7 : tensor<256x128xf16, #product> -> tensor<256x128xf16, #wide>
  %9 = tt.splat %p : !tt.ptr<f16> -> tensor<256x128x!tt.ptr<f16>, #wide>
  tt.store %9, %8 : tensor<256x128x!tt.ptr<f16>, #wide>
  tt.return
}

// Too few rows for two tiles of 128, and too few columns for two of 64: the tiles have 64 rows.
// CHECK: tt.func @small_products(%arg0: !tt.ptr<f32>) {
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   %cst_0 = arith.constant dense<2.000000e+00> : tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %0 = tt.dot %cst, %cst_0, %cst_1 : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>> -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   tt.store %1, %0 : tensor<128x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @small_products(%p: !tt.ptr<f32>) {
  %a = arith.constant dense<1.000000e+00> : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>>
  %b = arith.constant dense<2.000000e+00> : tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>>
  %zero = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #product>
  %0 = tt.dot %a, %b, %zero : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>> -> tensor<128x64xf32, #product>
  %1 = tt.splat %p : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #product>
  tt.store %1, %0 : tensor<128x64x!tt.ptr<f32>, #product>
  tt.return
}

// A dot in a loop: the init, iter_arg, yielded value and result change together.
// CHECK: tt.func @loop(%arg0: !tt.ptr<f32>, %arg1: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>>
// CHECK-NEXT:   %cst_0 = arith.constant dense<2.000000e+00> : tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %c0_i32, %arg4 = %cst_1) -> (i32, tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.dot %cst, %cst_0, %arg4 : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> * tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> -> tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:     scf.yield %arg2, %2 : i32, tensor<128x128xf32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.store %1, %0#1 : tensor<128x128x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @loop(%q: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = arith.constant dense<1.000000e+00> : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>>
  %b = arith.constant dense<2.000000e+00> : tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>>
  %zero = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #product>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0, %acc = %zero) -> (i32, tensor<128x128xf32, #product>) : i32 {
    %1 = tt.dot %a, %b, %acc : tensor<128x32xf32, #ttg.dot_op<{opIdx = 0, parent = #product}>> * tensor<32x128xf32, #ttg.dot_op<{opIdx = 1, parent = #product}>> -> tensor<128x128xf32, #product>
    scf.yield %i, %1 : i32, tensor<128x128xf32, #product>
  }
  %2 = tt.splat %q : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #product>
  tt.store %2, %0#1 : tensor<128x128x!tt.ptr<f32>, #product>
  tt.return
}

// Rows are reduced: the blocks split the other dimension, so that no sum needs two blocks. The results keep that split.
// CHECK: tt.func @reduction(%arg0: !tt.ptr<f32>, %arg1: i1) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %1 = tt.load %0 : tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>
// CHECK-NEXT:   %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %8 = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT:     tt.reduce.return %8 : f32
// CHECK-NEXT:   }) : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   %3 = scf.if %arg1 -> (tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>) {
// CHECK-NEXT:     %8 = math.exp %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:     scf.yield %8 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>>
// CHECK-NEXT:   %5 = tt.expand_dims %4 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> -> tensor<64x1xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %6 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %7 = ttg.convert_layout %5 : tensor<64x1xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> -> tensor<64x1xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.store %6, %7 : tensor<64x1x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @reduction(%p: !tt.ptr<f32>, %c: i1) {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #wide>
  %1 = tt.load %0 : tensor<64x64x!tt.ptr<f32>, #wide>
  %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %7 = arith.addf %x, %y : f32
    tt.reduce.return %7 : f32
  }) : (tensor<64x64xf32, #wide>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  %3 = scf.if %c -> (tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>) {
    %8 = math.exp %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
    scf.yield %8 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  } else {
    scf.yield %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  }
  %4 = tt.expand_dims %3 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64x1xf32, #wide>
  %5 = tt.splat %p : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>, #wide>
  tt.store %5, %4 : tensor<64x1x!tt.ptr<f32>, #wide>
  tt.return
}

// Without dots and reductions the first store decides. Values with another encoding are computed in that of the store.
// CHECK: tt.func @stores(%arg0: !tt.ptr<f32>, %arg1: f32) {
// CHECK-NEXT:   %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>>
// CHECK-NEXT:   %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>}>> -> tensor<1x64xi32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %2 = tt.broadcast %1 : tensor<1x64xi32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> -> tensor<32x64xi32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %4 = tt.addptr %3, %2 : tensor<32x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>, tensor<32x64xi32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %5 = tt.splat %arg1 : f32 -> tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %6 = tt.extern_elementwise %5 {libname = "", libpath = "", pure = true, symbol = "__nv_tanf"} : (tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>) -> tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.store %4, %6 : tensor<32x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @stores(%p: !tt.ptr<f32>, %v: f32) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>> -> tensor<1x64xi32, #wide>
  %2 = tt.broadcast %1 : tensor<1x64xi32, #wide> -> tensor<32x64xi32, #wide>
  %3 = tt.splat %p : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #wide>
  %4 = tt.addptr %3, %2 : tensor<32x64x!tt.ptr<f32>, #wide>, tensor<32x64xi32, #wide>
  %5 = ttg.convert_layout %4 : tensor<32x64x!tt.ptr<f32>, #wide> -> tensor<32x64x!tt.ptr<f32>, #cols>
  %6 = tt.splat %v : f32 -> tensor<32x64xf32, #wide>
  %7 = tt.extern_elementwise %6 {libname = "", libpath = "", pure = true, symbol = "__nv_tanf"} : (tensor<32x64xf32, #wide>) -> tensor<32x64xf32, #wide>
  %8 = ttg.convert_layout %7 : tensor<32x64xf32, #wide> -> tensor<32x64xf32, #cols>
  tt.store %5, %8 : tensor<32x64x!tt.ptr<f32>, #cols>
  tt.return
}

// Unsupported operations keep their encodings, at the price of conversions.
// CHECK: tt.func @keeps_encoding(%arg0: !tt.ptr<f32>, %arg1: f32) {
// CHECK-NEXT:   %0 = tt.splat %arg1 : f32 -> tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %1 = tt.reshape %0 allow_reorder : tensor<64x32xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> -> tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %2 = tt.extern_elementwise %1 {libname = "", libpath = "", pure = false, symbol = "__nv_tanf"} : (tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>) -> tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   %4 = ttg.convert_layout %2 : tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>> -> tensor<32x64xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.store %3, %4 : tensor<32x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @keeps_encoding(%p: !tt.ptr<f32>, %v: f32) {
  %0 = tt.splat %v : f32 -> tensor<64x32xf32, #wide>
  %1 = tt.reshape %0 allow_reorder : tensor<64x32xf32, #wide> -> tensor<32x64xf32, #cols>
  %2 = tt.extern_elementwise %1 {libname = "", libpath = "", pure = false, symbol = "__nv_tanf"} : (tensor<32x64xf32, #cols>) -> tensor<32x64xf32, #cols>
  %3 = tt.splat %p : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #wide>
  %4 = ttg.convert_layout %2 : tensor<32x64xf32, #cols> -> tensor<32x64xf32, #wide>
  tt.store %3, %4 : tensor<32x64x!tt.ptr<f32>, #wide>
  tt.return
}

// Stores of scalars decide nothing. Casts of a value with several users are one.
// CHECK: tt.func @several_users(%arg0: !tt.ptr<f32>, %arg1: f32) {
// CHECK-NEXT:   tt.store %arg0, %arg1 : !tt.ptr<f32>
// CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>>
// CHECK-NEXT:   %1 = tt.splat %arg1 : f32 -> tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>>
// CHECK-NEXT:   tt.store %0, %1 : tensor<64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>>
// CHECK-NEXT:   %2 = arith.addf %1, %1 : tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>>
// CHECK-NEXT:   tt.store %0, %2 : tensor<64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @several_users(%p: !tt.ptr<f32>, %v: f32) {
  tt.store %p, %v : !tt.ptr<f32>
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #one>
  %1 = tt.splat %v : f32 -> tensor<64xf32, #one>
  tt.store %0, %1 : tensor<64x!tt.ptr<f32>, #one>
  %2 = arith.addf %1, %1 : tensor<64xf32, #one>
  tt.store %0, %2 : tensor<64x!tt.ptr<f32>, #one>
  tt.return
}
}
