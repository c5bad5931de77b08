// RUN: xtriton-opt %s --triton=3.8 --split-input-file | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --split-input-file | xtriton-opt - --triton=3.8 --split-input-file | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --split-input-file --mlir-print-op-generic | xtriton-opt - --triton=3.8 --split-input-file | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @clusters(%arg0: !ttg.memdesc<2xi64, #shared, #smem, mutable>, %arg1: tensor<1024xf32, #blocked>, %arg2: !ttg.memdesc<1024xf32, #shared, #smem, mutable>) {
// CHECK-NEXT: ttng.cluster_barrier
// CHECK-NEXT: ttng.cluster_barrier {relaxed = true}
// CHECK-NEXT: ttng.init_barrier %arg0, 1 : !ttg.memdesc<2xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.async_shared_store %arg1, %arg2, %arg0 : tensor<1024xf32, #blocked> -> !ttg.memdesc<1024xf32, #shared, #smem, mutable>, !ttg.memdesc<2xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
// CHECK-NEXT: tt.return
// CHECK: tt.func @memory(%arg0: !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.memdesc<256x8xi8, #tmem_scales, #ttng.tensor_memory, mutable>) {
// CHECK-NEXT: tt.return
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[1, 0]], twoCTAs = true>
#tmem_scales = #ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]], blockRepOrder = kThenMn>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @clusters(%b: !ttg.memdesc<2xi64, #barrier, #smem, mutable>, %x: tensor<1024xf32, #blocked>, %m: !ttg.memdesc<1024xf32, #shared, #smem, mutable>) {
    ttng.cluster_barrier
    ttng.cluster_barrier {relaxed = true}
    ttng.init_barrier %b, 1 : !ttg.memdesc<2xi64, #barrier, #smem, mutable>
    ttng.async_shared_store %x, %m, %b : tensor<1024xf32, #blocked> -> !ttg.memdesc<1024xf32, #shared, #smem, mutable>, !ttg.memdesc<2xi64, #barrier, #smem, mutable>
    ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
    tt.return
  }
  tt.func @memory(%a: !ttg.memdesc<256x64xf32, #tmem, #ttng.tensor_memory, mutable>, %b: !ttg.memdesc<256x8xi8, #tmem_scales, #ttng.tensor_memory, mutable>) {
    tt.return
  }
}

// -----

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @launch_control(%arg0: !ttg.memdesc<2xi64, #shared, #smem, mutable>, %arg1: !ttg.memdesc<1xi64, #shared, #smem, mutable>) {
// CHECK-NEXT: ttng.clc_try_cancel %arg0, %arg1 : !ttg.memdesc<2xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: %0 = ttng.clc_load_result %arg0 : !ttg.memdesc<2xi64, #shared, #smem, mutable> -> i128
// CHECK-NEXT: %1 = ttng.clc_is_canceled %0 : i128 -> i1
// CHECK-NEXT: %2 = ttng.clc_get_program_id %0, y : i128 -> i32
// CHECK-NEXT: tt.return
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @launch_control(%r: !ttg.memdesc<2xi64, #shared, #smem, mutable>, %b: !ttg.memdesc<1xi64, #shared, #smem, mutable>) {
    ttng.clc_try_cancel %r, %b : !ttg.memdesc<2xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %0 = ttng.clc_load_result %r : !ttg.memdesc<2xi64, #shared, #smem, mutable> -> i128
    %1 = ttng.clc_is_canceled %0 : i128 -> i1
    %2 = ttng.clc_get_program_id %0, y : i128 -> i32
    tt.return
  }
}
