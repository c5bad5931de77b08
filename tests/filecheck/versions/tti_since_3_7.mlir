// RUN: xtriton-opt %s --triton=3.7 | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 | xtriton-opt - --triton=3.7 | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 --mlir-print-op-generic | xtriton-opt - --triton=3.7 | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @buffers(%arg0: !ttg.memdesc<8xi32, #shared, #smem, mutable>) {
// CHECK-NEXT: %0 = tti.experimental_buffer_descriptors [0, 8], [8, 8], shared_mem : tensor<2xi64, #blocked>
// CHECK-NEXT: %1 = tti.experimental_memdesc_to_i32 %arg0 : <8xi32, #shared, #smem, mutable>
// CHECK-NEXT: tt.return
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @buffers(%m: !ttg.memdesc<8xi32, #shared, #ttg.shared_memory, mutable>) {
    %0 = tti.experimental_buffer_descriptors [0, 8], [8, 8], shared_mem : tensor<2xi64, #blocked>
    %1 = tti.experimental_memdesc_to_i32 %m : !ttg.memdesc<8xi32, #shared, #ttg.shared_memory, mutable>
    tt.return
  }
}
