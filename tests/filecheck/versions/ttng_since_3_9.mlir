// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @arithmetic(%arg0: tensor<512xf32, #blocked>) {
// CHECK-NEXT: %0 = ttng.packed_arith fma %arg0, %arg0, %arg0 : (tensor<512xf32, #blocked>, tensor<512xf32, #blocked>, tensor<512xf32, #blocked>) -> tensor<512xf32, #blocked>
// CHECK-NEXT: ttng.tmem_wait load
// CHECK-NEXT: ttng.tmem_wait store
// CHECK-NEXT: tt.return
// CHECK: tt.func @barriers(%arg0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg1: i1, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) {
// CHECK-NEXT: ttng.barrier_expect %arg0, 64 {fromCTA = 0 : i32}, %arg1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: ttng.arrive_barrier %arg0, 1, %arg1 {fromCTA = 0 : i32} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT: %0 = ttng.tmem_subslice %arg2 {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
// CHECK-NEXT: tt.return
#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#response = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem1 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem_space = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @arithmetic(%x: tensor<512xf32, #blocked>) {
    %0 = ttng.packed_arith fma %x, %x, %x : (tensor<512xf32, #blocked>, tensor<512xf32, #blocked>, tensor<512xf32, #blocked>) -> tensor<512xf32, #blocked>
    ttng.tmem_wait load
    ttng.tmem_wait store
    tt.return
  }
  tt.func @barriers(%b: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %p: i1, %m: !ttg.memdesc<128x128xf32, #tmem, #tmem_space, mutable>) {
    ttng.barrier_expect %b, 64 {fromCTA = 0 : i32}, %p : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.arrive_barrier %b, 1, %p {fromCTA = 0 : i32} : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %0 = ttng.tmem_subslice %m {offset = 64 : i32} : !ttg.memdesc<128x128xf32, #tmem, #tmem_space, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #tmem_space, mutable, 128x128>
    tt.return
  }
}
