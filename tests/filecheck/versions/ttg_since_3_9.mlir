// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK-NEXT: tt.func @values(%arg0: tensor<128xf32, #blocked>, %arg1: !ttg.memdesc<128xf32, #shared, #smem, mutable>, %arg2: tensor<128x!tt.ptr<f32>, #blocked>) {
// CHECK-NEXT: %0 = ttg.inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", pure = true} %arg0 : (tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked>
// CHECK-NEXT: ttg.inline_asm "nop;" {constraints = "r", pure = false} %arg1 : (!ttg.memdesc<128xf32, #shared, #smem, mutable>) -> ()
// CHECK-NEXT: %1 = ttg.convert_layout %arg0 {force_warp_shuffle} : tensor<128xf32, #blocked> -> tensor<128xf32, #blocked>
// CHECK-NEXT: %2 = ttg.async_copy_global_to_local %arg2, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
// CHECK-NEXT: tt.return
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @values(%x: tensor<128xf32, #blocked>, %m: !ttg.memdesc<128xf32, #shared, #smem, mutable>, %p: tensor<128x!tt.ptr<f32>, #blocked>) {
    %0 = ttg.inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", pure = true} %x : (tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked>
    ttg.inline_asm "nop;" {constraints = "r", pure = false} %m : (!ttg.memdesc<128xf32, #shared, #smem, mutable>) -> ()
    %1 = ttg.convert_layout %x {force_warp_shuffle} : tensor<128xf32, #blocked> -> tensor<128xf32, #blocked>
    %2 = ttg.async_copy_global_to_local %p, %m {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_normal>} : tensor<128x!tt.ptr<f32>, #blocked> -> <128xf32, #shared, #smem, mutable>
    tt.return
  }
}
