// RUN: xtriton-opt %s --triton=3.6 --tritongpu-coalesce-async-copy --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Conversions are where the copy is.
  // CHECK: tt.func @clipped(%arg0: tensor<64x32x!tt.ptr<i8>, #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>> loc({{[^)]*}}), %arg1: !ttg.memdesc<64x32xi8, #ttg.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>, #ttg.shared_memory, mutable> loc({{[^)]*}}), %arg2: tensor<64x32xi1, #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>> loc({{[^)]*}})) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x32x!tt.ptr<i8>, #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x32x!tt.ptr<i8>, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":1:1)
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg2 : tensor<64x32xi1, #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x32xi1, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":1:1)
  // CHECK-NEXT:   %2 = ttg.async_copy_global_to_local %0, %arg1 mask %1 : tensor<64x32x!tt.ptr<i8>, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> <64x32xi8, #ttg.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>, #ttg.shared_memory, mutable> loc("k.py":1:1)
  // CHECK-NEXT:   tt.return %2 : !ttg.async.token loc("k.py":2:1)
  // CHECK-NEXT: } loc({{[^)]*}})
  tt.func @clipped(%p: tensor<64x32x!tt.ptr<i8>, #wide>, %to: !ttg.memdesc<64x32xi8, #shared, #smem, mutable>, %mask: tensor<64x32xi1, #wide>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to mask %mask : tensor<64x32x!tt.ptr<i8>, #wide> -> <64x32xi8, #shared, #smem, mutable> loc("k.py":1:1)
    tt.return %0 : !ttg.async.token loc("k.py":2:1)
  }
}
