// RUN: xtriton-opt %s --triton=3.9 --split-input-file --canonicalize --mlir-print-local-scope | filecheck %s

// Triton 3.9 removes operations whose predicate is false, unless they return a token or keep memory in use.

// CHECK-LABEL: tt.func @false
// CHECK-NEXT: arith.constant false
// CHECK-NEXT: ttng.tmem_store {{.*}}, %false
// CHECK-NEXT: ttng.tmem_store {{.*}}, %arg6
// CHECK-NEXT: ttng.tc_gen5_mma {{.*}}, %false
// CHECK-NEXT: ttng.tc_gen5_mma {{.*}}, %false
// CHECK-NEXT: ttng.tmem_store {{.*}}, %arg6
// CHECK-NEXT: ttng.tc_gen5_mma {{.*}}, %false, %arg0[%arg6]
// CHECK-NEXT: ttng.wait_barrier {{.*}}, %false deps
// CHECK-NEXT: tt.return

// CHECK-LABEL: tt.func @true
// CHECK: ttng.barrier_expect
// CHECK: ttng.wait_barrier
// CHECK: ttng.arrive_barrier
// CHECK: ttng.async_tma_copy_global_to_local
// CHECK: ttng.async_tma_gather
// CHECK: ttng.tc_gen5_commit
// CHECK: ttng.tc_gen5_commit
// CHECK: ttng.barrier_expect
// CHECK: ttng.tmem_store
// CHECK: ttng.wait_barrier
// CHECK: tt.return

// CHECK-LABEL: tt.func @unknown
// CHECK: ttng.barrier_expect
// CHECK: ttng.wait_barrier
// CHECK: ttng.arrive_barrier
// CHECK: ttng.async_tma_copy_global_to_local
// CHECK: ttng.async_tma_gather
// CHECK: ttng.tc_gen5_commit
// CHECK: ttng.tc_gen5_commit
// CHECK: ttng.barrier_expect
// CHECK: ttng.tmem_store
// CHECK: ttng.wait_barrier
// CHECK: tt.return

#A = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#T = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#L = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#S = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#B = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#I = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
tt.func @false(%bar: !ttg.memdesc<1xi64, #B, #smem, mutable>, %d: !tt.tensordesc<64x64xf16, #S>, %e: !tt.tensordesc<1x64xf16, #S>, %m: !ttg.memdesc<64x64xf16, #S, #smem, mutable>, %c: !ttg.memdesc<64x64xf32, #T, #tmem, mutable>, %v: tensor<64x64xf32, #L>, %x: i1, %z: i32, %i: tensor<64xi32, #I>, %tok: !ttg.async.token) {
  %false = arith.constant false
  %true = arith.constant true
  ttng.barrier_expect %bar, 16384, %false : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.wait_barrier %bar, %z, %false : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.arrive_barrier %bar, 1, %false : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.async_tma_copy_global_to_local %d[%z, %z] %m, %bar, %false : !tt.tensordesc<64x64xf16, #S>, !ttg.memdesc<1xi64, #B, #smem, mutable> -> !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  ttng.async_tma_gather %e[%i, %z] %m, %bar, %false : !tt.tensordesc<1x64xf16, #S>, tensor<64xi32, #I>, i32, !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, i1
  ttng.tc_gen5_commit %bar, %false : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.tc_gen5_commit %bar, %false descs %m : !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  ttng.barrier_expect %bar, 16384 {fromCTA = 0 : i32}, %false : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.tmem_store %v, %c, %false : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  %t_store_token = ttng.tmem_store %v, %c[%tok], %false : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tmem_store %v, %c[%t_store_token], %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tc_gen5_mma %m, %m, %c, %x, %false : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  %t_mma_token = ttng.tc_gen5_mma %m, %m, %c[%tok], %x, %false : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tmem_store %v, %c[%t_mma_token], %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tc_gen5_mma %m, %m, %c, %x, %false, %bar[%x] {is_async} : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>, !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.wait_barrier %bar, %z, %false deps %m : !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  tt.return
}
tt.func @true(%bar: !ttg.memdesc<1xi64, #B, #smem, mutable>, %d: !tt.tensordesc<64x64xf16, #S>, %e: !tt.tensordesc<1x64xf16, #S>, %m: !ttg.memdesc<64x64xf16, #S, #smem, mutable>, %c: !ttg.memdesc<64x64xf32, #T, #tmem, mutable>, %v: tensor<64x64xf32, #L>, %x: i1, %z: i32, %i: tensor<64xi32, #I>, %tok: !ttg.async.token) {
  %false = arith.constant false
  %true = arith.constant true
  ttng.barrier_expect %bar, 16384, %true : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.wait_barrier %bar, %z, %true : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.arrive_barrier %bar, 1, %true : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.async_tma_copy_global_to_local %d[%z, %z] %m, %bar, %true : !tt.tensordesc<64x64xf16, #S>, !ttg.memdesc<1xi64, #B, #smem, mutable> -> !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  ttng.async_tma_gather %e[%i, %z] %m, %bar, %true : !tt.tensordesc<1x64xf16, #S>, tensor<64xi32, #I>, i32, !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, i1
  ttng.tc_gen5_commit %bar, %true : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.tc_gen5_commit %bar, %true descs %m : !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  ttng.barrier_expect %bar, 16384 {fromCTA = 0 : i32}, %true : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.tmem_store %v, %c, %true : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  %t_store_token = ttng.tmem_store %v, %c[%tok], %true : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tmem_store %v, %c[%t_store_token], %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tc_gen5_mma %m, %m, %c, %x, %true : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  %t_mma_token = ttng.tc_gen5_mma %m, %m, %c[%tok], %x, %true : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tmem_store %v, %c[%t_mma_token], %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tc_gen5_mma %m, %m, %c, %x, %true, %bar[%x] {is_async} : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>, !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.wait_barrier %bar, %z, %true deps %m : !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  tt.return
}
tt.func @unknown(%bar: !ttg.memdesc<1xi64, #B, #smem, mutable>, %d: !tt.tensordesc<64x64xf16, #S>, %e: !tt.tensordesc<1x64xf16, #S>, %m: !ttg.memdesc<64x64xf16, #S, #smem, mutable>, %c: !ttg.memdesc<64x64xf32, #T, #tmem, mutable>, %v: tensor<64x64xf32, #L>, %x: i1, %z: i32, %i: tensor<64xi32, #I>, %tok: !ttg.async.token) {
  %false = arith.constant false
  %true = arith.constant true
  ttng.barrier_expect %bar, 16384, %x : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.wait_barrier %bar, %z, %x : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.arrive_barrier %bar, 1, %x : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.async_tma_copy_global_to_local %d[%z, %z] %m, %bar, %x : !tt.tensordesc<64x64xf16, #S>, !ttg.memdesc<1xi64, #B, #smem, mutable> -> !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  ttng.async_tma_gather %e[%i, %z] %m, %bar, %x : !tt.tensordesc<1x64xf16, #S>, tensor<64xi32, #I>, i32, !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, i1
  ttng.tc_gen5_commit %bar, %x : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.tc_gen5_commit %bar, %x descs %m : !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  ttng.barrier_expect %bar, 16384 {fromCTA = 0 : i32}, %x : !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.tmem_store %v, %c, %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  %t_store_token = ttng.tmem_store %v, %c[%tok], %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tmem_store %v, %c[%t_store_token], %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tc_gen5_mma %m, %m, %c, %x, %x : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  %t_mma_token = ttng.tc_gen5_mma %m, %m, %c[%tok], %x, %x : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tmem_store %v, %c[%t_mma_token], %x : tensor<64x64xf32, #L> -> !ttg.memdesc<64x64xf32, #T, #tmem, mutable>
  ttng.tc_gen5_mma %m, %m, %c, %x, %x, %bar[%x] {is_async} : !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>, !ttg.memdesc<64x64xf32, #T, #tmem, mutable>, !ttg.memdesc<1xi64, #B, #smem, mutable>
  ttng.wait_barrier %bar, %z, %x deps %m : !ttg.memdesc<1xi64, #B, #smem, mutable>, !ttg.memdesc<64x64xf16, #S, #smem, mutable>
  tt.return
}
}
// -----

// A mask of all bits of the CTA id is none.
// CHECK-LABEL: tt.func @from_ctas
// CHECK-NEXT: ttng.barrier_expect %arg0, 64, %arg1
// CHECK-NEXT: ttng.barrier_expect %arg0, 64 {fromCTA = 2 : i32}, %arg1
// CHECK-NEXT: ttng.arrive_barrier %arg0, 1, %arg1 : !ttg
// CHECK-NEXT: ttng.arrive_barrier %arg0, 1, %arg1 {fromCTA = 0 : i32}
// CHECK-NEXT: ttng.arrive_barrier %arg0, 1 : !ttg

#B = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1], [2]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
tt.func @from_ctas(%b: !ttg.memdesc<4xi64, #B, #smem, mutable>, %x: i1) {
  ttng.barrier_expect %b, 64 {fromCTA = 3 : i32}, %x : !ttg.memdesc<4xi64, #B, #smem, mutable>
  ttng.barrier_expect %b, 64 {fromCTA = 2 : i32}, %x : !ttg.memdesc<4xi64, #B, #smem, mutable>
  ttng.arrive_barrier %b, 1, %x {fromCTA = 3 : i32} : !ttg.memdesc<4xi64, #B, #smem, mutable>
  ttng.arrive_barrier %b, 1, %x {fromCTA = 0 : i32} : !ttg.memdesc<4xi64, #B, #smem, mutable>
  ttng.arrive_barrier %b, 1 : !ttg.memdesc<4xi64, #B, #smem, mutable>
  tt.return
}
}
