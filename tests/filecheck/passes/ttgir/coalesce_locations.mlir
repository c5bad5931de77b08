// RUN: xtriton-opt %s --tritongpu-coalesce --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Conversions are where the accesses are.
  // CHECK: tt.func @accesses(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc({{[^)]*}})) {
  // CHECK-NEXT:   %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":1:1)
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":2:1)
  // CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<1024xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":3:1)
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":4:1)
  // CHECK-NEXT:   %4 = tt.load %3 : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":4:1)
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<1024xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<1024xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":4:1)
  // CHECK-NEXT:   %6 = ttg.convert_layout %2 : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":5:1)
  // CHECK-NEXT:   %7 = ttg.convert_layout %5 : tensor<1024xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<1024xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":5:1)
  // CHECK-NEXT:   tt.store %6, %7 : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":5:1)
  // CHECK-NEXT:   tt.return loc("k.py":6:1)
  // CHECK-NEXT: } loc({{[^)]*}})
  tt.func @accesses(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked> loc("k.py":1:1)
    %0 = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked> loc("k.py":2:1)
    %1 = tt.addptr %0, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked> loc("k.py":3:1)
    %2 = tt.load %1 : tensor<1024x!tt.ptr<f32>, #blocked> loc("k.py":4:1)
    tt.store %1, %2 : tensor<1024x!tt.ptr<f32>, #blocked> loc("k.py":5:1)
    tt.return loc("k.py":6:1)
  }
}
