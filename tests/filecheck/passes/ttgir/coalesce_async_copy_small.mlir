// RUN: xtriton-opt %s --tritongpu-coalesce-async-copy | filecheck %s

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #smem = #ttg.shared_memory
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#narrow = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Fewer elements than threads: the pointers, mask and other values get the layout of coalesced accesses.
  // CHECK: tt.func @few(%arg0: tensor<64x!tt.ptr<f32>, #blocked>, %arg1: !ttg.memdesc<64xf32, #shared, #smem, mutable>, %arg2: tensor<64xi1, #blocked>, %arg3: tensor<64xf32, #blocked>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x!tt.ptr<f32>, #blocked> -> tensor<64x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg2 : tensor<64xi1, #blocked> -> tensor<64xi1, #blocked1>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg3 : tensor<64xf32, #blocked> -> tensor<64xf32, #blocked1>
  // CHECK-NEXT:   %3 = ttg.async_copy_global_to_local %0, %arg1 mask %1 other %2 : tensor<64x!tt.ptr<f32>, #blocked1> -> <64xf32, #shared, #smem, mutable>
  // CHECK-NEXT:   tt.return %3 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @few(%p: tensor<64x!tt.ptr<f32>, #wide>, %to: !ttg.memdesc<64xf32, #shared, #smem, mutable>, %mask: tensor<64xi1, #wide>, %other: tensor<64xf32, #wide>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to mask %mask other %other : tensor<64x!tt.ptr<f32>, #wide> -> <64xf32, #shared, #smem, mutable>
    tt.return %0 : !ttg.async.token
  }

  // They have it already.
  // CHECK: tt.func @as_coalesced(%arg0: tensor<64x!tt.ptr<f32>, #blocked1>, %arg1: !ttg.memdesc<64xf32, #shared, #smem, mutable>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.async_copy_global_to_local %arg0, %arg1 : tensor<64x!tt.ptr<f32>, #blocked1> -> <64xf32, #shared, #smem, mutable>
  // CHECK-NEXT:   tt.return %0 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @as_coalesced(%p: tensor<64x!tt.ptr<f32>, #narrow>, %to: !ttg.memdesc<64xf32, #shared, #smem, mutable>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to : tensor<64x!tt.ptr<f32>, #narrow> -> <64xf32, #shared, #smem, mutable>
    tt.return %0 : !ttg.async.token
  }

  // Elements of less than 32 bits are left as they are.
  // CHECK: tt.func @narrow_elements(%arg0: tensor<64x!tt.ptr<f16>, #blocked>, %arg1: !ttg.memdesc<64xf16, #shared, #smem, mutable>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.async_copy_global_to_local %arg0, %arg1 : tensor<64x!tt.ptr<f16>, #blocked> -> <64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   tt.return %0 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @narrow_elements(%p: tensor<64x!tt.ptr<f16>, #wide>, %to: !ttg.memdesc<64xf16, #shared, #smem, mutable>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to : tensor<64x!tt.ptr<f16>, #wide> -> <64xf16, #shared, #smem, mutable>
    tt.return %0 : !ttg.async.token
  }

  // An element for each thread is not few.
  // CHECK: tt.func @as_many_as_threads(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: !ttg.memdesc<128xf32, #shared, #smem, mutable>) -> !ttg.async.token {
  // CHECK-NEXT:   %0 = ttg.async_copy_global_to_local %arg0, %arg1 : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
  // CHECK-NEXT:   tt.return %0 : !ttg.async.token
  // CHECK-NEXT: }
  tt.func @as_many_as_threads(%p: tensor<128x!tt.ptr<f32>, #wide>, %to: !ttg.memdesc<128xf32, #shared, #smem, mutable>) -> !ttg.async.token {
    %0 = ttg.async_copy_global_to_local %p, %to : tensor<128x!tt.ptr<f32>, #wide> -> <128xf32, #shared, #smem, mutable>
    tt.return %0 : !ttg.async.token
  }
}
