// RUN: xtriton-opt %s --triton=3.9 --tritongpu-normalize-ws-while-loops --tritongpu-partition-scheduling --nvws-hoist-tmem-store --nvws-insert-aref --nvws-insert-tmem-aref | filecheck %s

// A program that takes over clusters: the response of the request reaches all partitions through an aref, the loads and
// the MMA of each tile are in their own partitions, and so is the request.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-LABEL: tt.func @persistent(%arg0: !tt.tensordesc<128x64xf16, #shared>, %arg1: !tt.tensordesc<64x128xf16, #shared>, %arg2: !tt.tensordesc<128x128xf32, #shared>, %arg3: i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = tt.get_program_id x : i32
// CHECK-NEXT:     %1 = ttg.local_alloc {alignment = 16 : i32} : () -> !ttg.memdesc<2x2xi64, #shared1, #smem, mutable>
// CHECK-NEXT:     %2 = nvws.aref.create %1 : <[!ttg.memdesc<2x2xi64, #shared1, #smem, mutable>]>
// CHECK-NEXT:     %3 = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %4 = nvws.aref.create %3 : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>
// CHECK-NEXT:     %5 = ttg.local_alloc : () -> !ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>
// CHECK-NEXT:     %6 = nvws.aref.create %5 : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>
// CHECK-NEXT:     %result = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %7 = nvws.aref.create %result : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>
// CHECK-NEXT:     %8 = ub.poison : !ttg.async.token
// CHECK-NEXT:     %9:2 = scf.while (%arg4 = %0, %arg5 = %true) : (i32, i1) -> (i32, i1) {
// CHECK-NEXT:       scf.condition(%arg5) {ttg.partition = array<i32: 0, 1, 2, 3>} %arg4, %arg5 : i32, i1
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg4: i32, %arg5: i1):
// CHECK-NEXT:       %buffers, %token = nvws.aref.put.enter %2 {ttg.partition = array<i32: 3>} : <[!ttg.memdesc<2x2xi64, #shared1, #smem, mutable>]> -> !ttg.memdesc<2xi64, #shared1, #smem, mutable, 2x2>, !ttg.async.token
// CHECK-NEXT:       nvws.clc_try_cancel %buffers {ttg.partition = array<i32: 3>} : !ttg.memdesc<2xi64, #shared1, #smem, mutable, 2x2>
// CHECK-NEXT:       nvws.aref.put.exit %2, %token [#nvws.async_op<clc>] {ttg.partition = array<i32: 3>} : <[!ttg.memdesc<2x2xi64, #shared1, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %buffers_0, %token_1 = nvws.aref.put.enter %7 {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
// CHECK-NEXT:       %result_2, %token_3 = ttng.tmem_alloc {ttg.partition = array<i32: 0, 1>} : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:       %10:2 = scf.for %arg6 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg7 = %false, %arg8 = %token_1) -> (i1, !ttg.async.token)  : i32 {
// CHECK-NEXT:         %buffers_10, %token_11 = nvws.aref.put.enter %4 {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>, !ttg.async.token
// CHECK-NEXT:         nvws.descriptor_load %arg0[%arg4, %arg6] 16384 %buffers_10 {ttg.partition = array<i32: 2>} : !tt.tensordesc<128x64xf16, #shared>, i32, i32, !ttg.memdesc<128x64xf16, #shared, #smem, mutable, 1x128x64>
// CHECK-NEXT:         nvws.aref.put.exit %4, %token_11 [#nvws.async_op<tma_load>] {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:         %buffers_12, %token_13 = nvws.aref.put.enter %6 {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>, !ttg.async.token
// CHECK-NEXT:         nvws.descriptor_load %arg1[%arg6, %arg4] 16384 %buffers_12 {ttg.partition = array<i32: 2>} : !tt.tensordesc<64x128xf16, #shared>, i32, i32, !ttg.memdesc<64x128xf16, #shared, #smem, mutable, 1x64x128>
// CHECK-NEXT:         nvws.aref.put.exit %6, %token_13 [#nvws.async_op<tma_load>] {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:         %buffers_14, %token_15 = nvws.aref.get.enter %4 {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.async.token
// CHECK-NEXT:         %buffers_16, %token_17 = nvws.aref.get.enter %6 {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x128xf16, #shared, #smem, 1x64x128>, !ttg.async.token
// CHECK-NEXT:         %15 = nvws.aref.buffer %7, %arg8 {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:         %16 = ttng.tc_gen5_mma %buffers_14, %buffers_16, %15[], %arg7, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem, 1x128x64>, !ttg.memdesc<64x128xf16, #shared, #smem, 1x64x128>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:         nvws.aref.get.exit %6, %token_17 [#nvws.async_op<tc5mma>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x128xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:         nvws.aref.get.exit %4, %token_15 [#nvws.async_op<tc5mma>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:         scf.yield {ttg.partition = array<i32: 1, 2>} %true, %arg8 : i1, !ttg.async.token
// CHECK-NEXT:       } {ttg.partition = array<i32: 1, 2>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
// CHECK-NEXT:       nvws.aref.put.exit %7, %10#1 [#nvws.async_op<tc5mma>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %buffers_4, %token_5 = nvws.aref.get.enter %7 {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>, !ttg.async.token
// CHECK-NEXT:       %11 = nvws.aref.buffer %7, %token_5 {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128>
// CHECK-NEXT:       %result_6, %token_7 = ttng.tmem_load %11[] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable, 1x128x128> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:       nvws.aref.get.exit %7, %token_5 [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128x128xf32, #tmem, #ttng.tensor_memory, mutable>]>, !ttg.async.token
// CHECK-NEXT:       tt.descriptor_store %arg2[%arg4, %c0_i32], %result_6 {ttg.partition = array<i32: 0>} : !tt.tensordesc<128x128xf32, #shared>, tensor<128x128xf32, #blocked>
// CHECK-NEXT:       %buffers_8, %token_9 = nvws.aref.get.enter %2 {ttg.partition = array<i32: 0, 1, 2, 3>} : <[!ttg.memdesc<2x2xi64, #shared1, #smem, mutable>]> -> !ttg.memdesc<2xi64, #shared1, #smem, 2x2>, !ttg.async.token
// CHECK-NEXT:       %12 = ttng.clc_load_result %buffers_8 {ttg.partition = array<i32: 0, 1, 2, 3>} : !ttg.memdesc<2xi64, #shared1, #smem, 2x2> -> i128
// CHECK-NEXT:       nvws.aref.get.exit %2, %token_9 [#nvws.async_op<none>] {ttg.partition = array<i32: 0, 1, 2, 3>} : <[!ttg.memdesc<2x2xi64, #shared1, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:       %13 = ttng.clc_is_canceled %12 {ttg.partition = array<i32: 0, 1, 2, 3>} : i128 -> i1
// CHECK-NEXT:       %14 = ttng.clc_get_program_id %12, x {ttg.partition = array<i32: 0, 1, 2, 3>} : i128 -> i32
// CHECK-NEXT:       scf.yield {ttg.partition = array<i32: 0, 1, 2, 3>} %14, %13 : i32, i1
// CHECK-NEXT:     } attributes {tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2, 3>, ttg.partition.outputs = [array<i32: 0, 1, 2, 3>, array<i32: 0, 1, 2, 3>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
#words = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @persistent(%a: !tt.tensordesc<128x64xf16, #shared>, %b: !tt.tensordesc<64x128xf16, #shared>, %c: !tt.tensordesc<128x128xf32, #shared>, %n: i32) {
    %true = arith.constant true
    %false = arith.constant false
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %first = tt.get_program_id x : i32
    %end:2 = scf.while (%tile = %first, %more = %true) : (i32, i1) -> (i32, i1) {
      scf.condition(%more) %tile, %more : i32, i1
    } do {
    ^bb0(%tile: i32, %more: i1):
      %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
      %kept = ttg.local_alloc %asked : (tensor<2xi64, #held>) -> !ttg.memdesc<2xi64, #words, #smem>
      %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %sum:2 = scf.for %k = %c0 to %n step %c1 iter_args(%use = %false, %t0 = %t) -> (i1, !ttg.async.token) : i32 {
        %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<128x64xf16, #shared> -> tensor<128x64xf16, #blocked>
        %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<64x128xf16, #shared> -> tensor<64x128xf16, #blocked>
        %xs = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
        %ys = ttg.local_alloc %y : (tensor<64x128xf16, #blocked>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
        %t1 = ttng.tc_gen5_mma %xs, %ys, %m[%t0], %use, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        scf.yield %true, %t1 : i1, !ttg.async.token
      } {tt.warp_specialize}
      %r, %t2 = ttng.tmem_load %m[%sum#1] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
      tt.descriptor_store %c[%tile, %c0], %r : !tt.tensordesc<128x128xf32, #shared>, tensor<128x128xf32, #rows>
      %response = ttng.clc_load_result %kept : !ttg.memdesc<2xi64, #words, #smem> -> i128
      %got = ttng.clc_is_canceled %response : i128 -> i1
      %id = ttng.clc_get_program_id %response, x : i128 -> i32
      scf.yield %id, %got : i32, i1
    }
    tt.return
  }
}
