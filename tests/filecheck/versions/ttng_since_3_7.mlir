// RUN: xtriton-opt %s --triton=3.7 --split-input-file | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 --split-input-file | xtriton-opt - --triton=3.7 --split-input-file | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 --split-input-file --mlir-print-op-generic | xtriton-opt - --triton=3.7 --split-input-file | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @commit(%arg0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg1: i1, %arg2: !ttg.memdesc<128x64xf16, #shared1, #smem>) {
// CHECK-NEXT: ttng.tc_gen5_commit %arg0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.tc_gen5_commit %arg0, %arg1 descs %arg2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared1, #smem>
// CHECK-NEXT: tt.return
// CHECK: tt.func @load(%arg0: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.async.token) {
// CHECK-NEXT: %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT: %result_0, %token = ttng.tmem_load %arg0[%arg1] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT: %result_1, %red = ttng.tmem_load %arg0 {NaN = true, abs = false, redOp = #ttng.redOp<max>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: tt.return
#blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem_space = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @commit(%b: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %p: i1, %a: !ttg.memdesc<128x64xf16, #shared, #smem>) {
    ttng.tc_gen5_commit %b : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.tc_gen5_commit %b, %p descs %a : !ttg.memdesc<1xi64, #barrier, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem>
    tt.return
  }
  tt.func @load(%m: !ttg.memdesc<128x128xf32, #tmem, #tmem_space, mutable>, %t: !ttg.async.token) {
    %result = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tmem, #tmem_space, mutable> -> tensor<128x128xf32, #blocked>
    %result_0, %token = ttng.tmem_load %m[%t] : !ttg.memdesc<128x128xf32, #tmem, #tmem_space, mutable> -> tensor<128x128xf32, #blocked>
    %result_1, %red = ttng.tmem_load %m {NaN = true, abs = false, redOp = #ttng.redOp<max>} : !ttg.memdesc<128x128xf32, #tmem, #tmem_space, mutable> -> tensor<128x128xf32, #blocked>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
    tt.return
  }
}

// -----

// CHECK: module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @clusters() {
// CHECK-NEXT: ttng.fence_mbarrier_init_release_cluster
// CHECK-NEXT: tt.return
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @clusters() {
    ttng.fence_mbarrier_init_release_cluster
    tt.return
  }
}
