// RUN: xtriton-opt %s --triton=3.9 --nvws-insert-aref | filecheck %s

// A value that one of several partitions of a user computes itself: the others get it, and nvws.aref.phi selects.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-LABEL: tt.func @selected(%arg0: tensor<128x!tt.ptr<f32>, #blocked>, %arg1: f32, %arg2: i32) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = ttg.local_alloc : () -> !ttg.memdesc<1x128xf32, #shared, #smem, mutable>
// CHECK-NEXT:     %1 = nvws.aref.create %0 : <[!ttg.memdesc<1x128xf32, #shared, #smem, mutable>]>
// CHECK-NEXT:     %2 = ttg.local_alloc : () -> !ttg.memdesc<1x1xf32, #shared, #smem, mutable>
// CHECK-NEXT:     %3 = nvws.aref.create %2 : <[!ttg.memdesc<1x1xf32, #shared, #smem, mutable>]>
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32  : i32 {
// CHECK-NEXT:       %4 = tt.splat %arg1 {ttg.partition = array<i32: 0>} : f32 -> tensor<128xf32, #blocked>
// CHECK-NEXT:       %buffers, %token = nvws.aref.put.enter %1 {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128xf32, #shared, #smem, mutable>]> -> !ttg.memdesc<128xf32, #shared, #smem, mutable, 1x128>, !ttg.async.token
// CHECK-NEXT:       ttg.local_store %4, %buffers {ttg.partition = array<i32: 0>} : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable, 1x128>
// CHECK-NEXT:       nvws.aref.put.exit %1, %token [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128xf32, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %buffers_0, %token_1 = nvws.aref.get.enter %1 {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128xf32, #shared, #smem, mutable>]> -> !ttg.memdesc<128xf32, #shared, #smem, 1x128>, !ttg.async.token
// CHECK-NEXT:       %5 = ttg.local_load %buffers_0 {ttg.partition = array<i32: 1>} : !ttg.memdesc<128xf32, #shared, #smem, 1x128> -> tensor<128xf32, #blocked>
// CHECK-NEXT:       nvws.aref.get.exit %1, %token_1 [#nvws.async_op<none>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128xf32, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %6 = nvws.aref.phi %4, %5 {ttg.partition = array<i32: 0, 1>} : tensor<128xf32, #blocked>
// CHECK-NEXT:       %7 = arith.addf %6, %6 {ttg.partition = array<i32: 0, 1>} : tensor<128xf32, #blocked>
// CHECK-NEXT:       tt.store %arg0, %7 {ttg.partition = array<i32: 1>} : tensor<128x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:       %buffers_2, %token_3 = nvws.aref.get.enter %1 {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128xf32, #shared, #smem, mutable>]> -> !ttg.memdesc<128xf32, #shared, #smem, 1x128>, !ttg.async.token
// CHECK-NEXT:       %8 = ttg.local_load %buffers_2 {ttg.partition = array<i32: 2>} : !ttg.memdesc<128xf32, #shared, #smem, 1x128> -> tensor<128xf32, #blocked>
// CHECK-NEXT:       nvws.aref.get.exit %1, %token_3 [#nvws.async_op<none>] {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128xf32, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       tt.store %arg0, %8 {ttg.partition = array<i32: 2>} : tensor<128x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:       %9 = arith.sitofp %arg3 {ttg.partition = array<i32: 0>} : i32 to f32
// CHECK-NEXT:       %buffers_4, %token_5 = nvws.aref.put.enter %3 {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x1xf32, #shared, #smem, mutable>]> -> !ttg.memdesc<1xf32, #shared, #smem, mutable, 1x1>, !ttg.async.token
// CHECK-NEXT:       %10 = tt.splat %9 {ttg.partition = array<i32: 0>} : f32 -> tensor<1xf32, #blocked>
// CHECK-NEXT:       ttg.local_store %10, %buffers_4 {ttg.partition = array<i32: 0>} : tensor<1xf32, #blocked> -> !ttg.memdesc<1xf32, #shared, #smem, mutable, 1x1>
// CHECK-NEXT:       nvws.aref.put.exit %3, %token_5 [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x1xf32, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %buffers_6, %token_7 = nvws.aref.get.enter %3 {ttg.partition = array<i32: 1, 2>} : <[!ttg.memdesc<1x1xf32, #shared, #smem, mutable>]> -> !ttg.memdesc<1xf32, #shared, #smem, 1x1>, !ttg.async.token
// CHECK-NEXT:       %11 = ttg.local_load %buffers_6 {ttg.partition = array<i32: 1, 2>} : !ttg.memdesc<1xf32, #shared, #smem, 1x1> -> tensor<1xf32, #blocked>
// CHECK-NEXT:       nvws.aref.get.exit %3, %token_7 [#nvws.async_op<none>] {ttg.partition = array<i32: 1, 2>} : <[!ttg.memdesc<1x1xf32, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %12 = tt.unsplat %11 {ttg.partition = array<i32: 1, 2>} : tensor<1xf32, #blocked>
// CHECK-NEXT:       %13 = nvws.aref.phi %9, %12 {ttg.partition = array<i32: 0, 1, 2>} : f32
// CHECK-NEXT:       %14 = arith.mulf %13, %arg1 {ttg.partition = array<i32: 0, 1, 2>} : f32
// CHECK-NEXT:       %15 = tt.splat %14 {ttg.partition = array<i32: 2>} : f32 -> tensor<128xf32, #blocked>
// CHECK-NEXT:       tt.store %arg0, %15 {ttg.partition = array<i32: 2>} : tensor<128x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.stages = [0 : i32, 0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @selected(%p: tensor<128x!tt.ptr<f32>, #blocked>, %s: f32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.splat %s {ttg.partition = array<i32: 0>} : f32 -> tensor<128xf32, #blocked>
      %y = arith.addf %x, %x {ttg.partition = array<i32: 0, 1>} : tensor<128xf32, #blocked>
      tt.store %p, %y {ttg.partition = array<i32: 1>} : tensor<128x!tt.ptr<f32>, #blocked>
      tt.store %p, %x {ttg.partition = array<i32: 2>} : tensor<128x!tt.ptr<f32>, #blocked>
      %z = arith.sitofp %i {ttg.partition = array<i32: 0>} : i32 to f32
      %w = arith.mulf %z, %s {ttg.partition = array<i32: 0, 1, 2>} : f32
      %v = tt.splat %w {ttg.partition = array<i32: 2>} : f32 -> tensor<128xf32, #blocked>
      tt.store %p, %v {ttg.partition = array<i32: 2>} : tensor<128x!tt.ptr<f32>, #blocked>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.stages = [0 : i32, 0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
