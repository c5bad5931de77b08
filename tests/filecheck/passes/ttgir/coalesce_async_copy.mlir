// RUN: xtriton-opt %s --tritongpu-coalesce-async-copy | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8{{\]\]}}, lane = {{\[\[}}0, 16], [1, 0], [2, 0], [4, 0], [8, 0{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = []}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
// CHECK-NEXT: #smem = #ttg.shared_memory

#wide = #ttg.blocked<{sizePerThread = [1, 16], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [1, 0]}>
#narrow = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[0, 16], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 4, maxPhase = 2, order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Shared memory takes eight elements at once: no thread gets more of a row than that. Vectors are shorter still.
  // CHECK: tt.func @clipped(%arg0: tensor<64x32x!tt.ptr<i8>, #blocked>, %arg1: !ttg.memdesc<64x32xi8, #shared, #smem, mutable>, %arg2: tensor<64x32xi1, #blocked>, %arg3: tensor<64x32xi8, #blocked>) -> (!ttg.async.token, !ttg.async.token) {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x32x!tt.ptr<i8>, #blocked> -> tensor<64x32x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg2 : tensor<64x32xi1, #blocked> -> tensor<64x32xi1, #blocked1>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg3 : tensor<64x32xi8, #blocked> -> tensor<64x32xi8, #blocked1>
  // CHECK-NEXT:   %3 = ttg.async_copy_global_to_local %0, %arg1 mask %1 other %2 : tensor<64x32x!tt.ptr<i8>, #blocked1> -> <64x32xi8, #shared, #smem, mutable>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg0 : tensor<64x32x!tt.ptr<i8>, #blocked> -> tensor<64x32x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %5 = ttg.async_copy_global_to_local %4, %arg1 : tensor<64x32x!tt.ptr<i8>, #blocked1> -> <64x32xi8, #shared, #smem, mutable>
  // CHECK-NEXT:   tt.return %3, %5 : !ttg.async.token, !ttg.async.token
  // CHECK-NEXT: }
  tt.func @clipped(%p: tensor<64x32x!tt.ptr<i8>, #wide>, %to: !ttg.memdesc<64x32xi8, #shared, #smem, mutable>, %mask: tensor<64x32xi1, #wide>, %other: tensor<64x32xi8, #wide>) -> (!ttg.async.token, !ttg.async.token) {
    %0 = ttg.async_copy_global_to_local %p, %to mask %mask other %other {contiguity = 16 : i32} : tensor<64x32x!tt.ptr<i8>, #wide> -> <64x32xi8, #shared, #smem, mutable>
    %1 = ttg.async_copy_global_to_local %p, %to : tensor<64x32x!tt.ptr<i8>, #wide> -> <64x32xi8, #shared, #smem, mutable>
    tt.return %0, %1 : !ttg.async.token, !ttg.async.token
  }

  // Part of a larger allocation.
  // CHECK: tt.func @part(%arg0: tensor<64x32x!tt.ptr<i8>, #blocked>, %arg1: !ttg.memdesc<64x32xi8, #shared, #smem, mutable, 3x64x64>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x32x!tt.ptr<i8>, #blocked> -> tensor<64x32x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %1 = ttg.async_copy_global_to_local %0, %arg1 : tensor<64x32x!tt.ptr<i8>, #blocked1> -> <64x32xi8, #shared, #smem, mutable, 3x64x64>
  // CHECK-NEXT:   tt.return %1 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @part(%p: tensor<64x32x!tt.ptr<i8>, #wide>, %to: !ttg.memdesc<64x32xi8, #shared, #smem, mutable, 3x64x64>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to : tensor<64x32x!tt.ptr<i8>, #wide> -> <64x32xi8, #shared, #smem, mutable, 3x64x64>
    tt.return %0 : !ttg.async.token
  }

  // No thread has more already.
  // CHECK: tt.func @fits(%arg0: tensor<64x32x!tt.ptr<i8>, #blocked1>, %arg1: !ttg.memdesc<64x32xi8, #shared, #smem, mutable>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.async_copy_global_to_local %arg0, %arg1 {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<i8>, #blocked1> -> <64x32xi8, #shared, #smem, mutable>
  // CHECK-NEXT:   tt.return %0 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @fits(%p: tensor<64x32x!tt.ptr<i8>, #narrow>, %to: !ttg.memdesc<64x32xi8, #shared, #smem, mutable>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to {contiguity = 8 : i32} : tensor<64x32x!tt.ptr<i8>, #narrow> -> <64x32xi8, #shared, #smem, mutable>
    tt.return %0 : !ttg.async.token
  }

  // The layout is no blocked one.
  // CHECK: tt.func @linear(%arg0: tensor<64x32x!tt.ptr<i8>, #linear>, %arg1: !ttg.memdesc<64x32xi8, #shared, #smem, mutable>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.async_copy_global_to_local %arg0, %arg1 : tensor<64x32x!tt.ptr<i8>, #linear> -> <64x32xi8, #shared, #smem, mutable>
  // CHECK-NEXT:   tt.return %0 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @linear(%p: tensor<64x32x!tt.ptr<i8>, #linear>, %to: !ttg.memdesc<64x32xi8, #shared, #smem, mutable>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to : tensor<64x32x!tt.ptr<i8>, #linear> -> <64x32xi8, #shared, #smem, mutable>
    tt.return %0 : !ttg.async.token
  }

  // Memory of another kind.
  // CHECK: tt.func @nvmma(%arg0: tensor<64x32x!tt.ptr<i8>, #blocked>, %arg1: !ttg.memdesc<64x32xi8, #shared1, #smem, mutable>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.async_copy_global_to_local %arg0, %arg1 : tensor<64x32x!tt.ptr<i8>, #blocked> -> <64x32xi8, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return %0 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @nvmma(%p: tensor<64x32x!tt.ptr<i8>, #wide>, %to: !ttg.memdesc<64x32xi8, #nvmma, #smem, mutable>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to : tensor<64x32x!tt.ptr<i8>, #wide> -> <64x32xi8, #nvmma, #smem, mutable>
    tt.return %0 : !ttg.async.token
  }
}
