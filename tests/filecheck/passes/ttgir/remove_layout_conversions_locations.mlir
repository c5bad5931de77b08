// RUN: xtriton-opt %s --triton=3.6 --tritongpu-remove-layout-conversions --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// New loops and operations have the locations of the old ones, conversions those of their operands' definitions.
// CHECK: tt.func @f(%arg0: tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("p"), %arg1: i32 loc("n"), %arg2: tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("q")) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("k.py":1:1)
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("k.py":2:1)
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":3:1)
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":4:1)
// CHECK-NEXT:     %3 = arith.addf %arg4, %2 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":6:1)
// CHECK-NEXT:     scf.yield %3 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":7:1)
// CHECK-NEXT:   } loc("k.py":8:1)
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("k.py":8:1)
// CHECK-NEXT:   tt.store %arg2, %1 : tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("k.py":9:1)
// CHECK-NEXT:   tt.return loc("k.py":10:1)
// CHECK-NEXT: } loc("k.py":11:1)
tt.func @f(%p: tensor<64x64x!tt.ptr<f32>, #wide> loc("p"), %n: i32 loc("n"), %q: tensor<64x64x!tt.ptr<f32>, #tall> loc("q")) {
  %c0 = arith.constant 0 : i32 loc("k.py":1:1)
  %c1 = arith.constant 1 : i32 loc("k.py":2:1)
  %start = arith.constant dense<1.000000e+00> : tensor<64x64xf32, #tall> loc("k.py":3:1)
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %start) -> (tensor<64x64xf32, #tall>) : i32 {
    %1 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide> loc("k.py":4:1)
    %2 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall> loc("k.py":5:1)
    %3 = arith.addf %x, %2 : tensor<64x64xf32, #tall> loc("k.py":6:1)
    scf.yield %3 : tensor<64x64xf32, #tall> loc("k.py":7:1)
  } loc("k.py":8:1)
  tt.store %q, %0 : tensor<64x64x!tt.ptr<f32>, #tall> loc("k.py":9:1)
  tt.return loc("k.py":10:1)
} loc("k.py":11:1)

// Rematerialised operations have the location of the original, a hoisted conversion that of the old one.
// CHECK: tt.func @g(%arg0: tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("x"), %arg1: tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("p")) -> (tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("k.py":3:1)
// CHECK-NEXT:   %1 = arith.extf %0 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> to tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("k.py":1:1)
// CHECK-NEXT:   %2 = math.exp %1 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("k.py":2:1)
// CHECK-NEXT:   tt.store %arg1, %2 : tensor<64x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> loc("k.py":4:1)
// CHECK-NEXT:   %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>}>> loc("k.py":5:1)
// CHECK-NEXT:   %4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":5:1)
// CHECK-NEXT:   %5 = arith.addi %3, %3 : tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>}>> loc("k.py":6:1)
// CHECK-NEXT:   %6 = arith.addi %4, %4 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":6:1)
// CHECK-NEXT:   tt.return %6, %5 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>}>> loc("k.py":8:1)
// CHECK-NEXT: } loc("k.py":9:1)
tt.func @g(%x: tensor<64x64xf16, #wide> loc("x"), %p: tensor<64x64x!tt.ptr<f32>, #tall> loc("p")) -> (tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>>, tensor<64xi32, #ttg.slice<{dim = 1, parent = #tall}>>) {
  %0 = arith.extf %x : tensor<64x64xf16, #wide> to tensor<64x64xf32, #wide> loc("k.py":1:1)
  %1 = math.exp %0 : tensor<64x64xf32, #wide> loc("k.py":2:1)
  %2 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall> loc("k.py":3:1)
  tt.store %p, %2 : tensor<64x64x!tt.ptr<f32>, #tall> loc("k.py":4:1)
  %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>> loc("k.py":5:1)
  %4 = arith.addi %3, %3 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>> loc("k.py":6:1)
  %5 = ttg.convert_layout %4 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #tall}>> loc("k.py":7:1)
  tt.return %4, %5 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>>, tensor<64xi32, #ttg.slice<{dim = 1, parent = #tall}>> loc("k.py":8:1)
} loc("k.py":9:1)
}
