// RUN: xtriton-opt %s --nvws-lower-warp-group --allow-unregistered-dialect | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // A first group with another number of warps than the module is a partition; the default region is empty.
  // CHECK-LABEL: tt.func @no_default
  // CHECK: ttg.warp_specialize(%arg0)
  // CHECK-NEXT: default {
  // CHECK-NEXT:   ttg.warp_yield
  // CHECK-NEXT: }
  // CHECK-NEXT: partition0(%arg1: i32) num_warps(1) {
  // CHECK-NEXT:   "use"(%arg1) : (i32) -> ()
  // CHECK-NEXT:   ttg.warp_return
  // CHECK-NEXT: }
  // CHECK-NEXT: partition1(%arg1: i32) num_warps(2) {
  // CHECK-NEXT:   ttg.warp_return
  // CHECK-NEXT: } : (i32) -> ()
  tt.func @no_default(%x: i32) {
    nvws.warp_group
    partition0 num_warps(1) {
      "use"(%x) : (i32) -> ()
      nvws.warp_group.return
    }
    partition1 num_warps(2) {
      nvws.warp_group.return
    }
    tt.return
  }

  // Pure operations on tensors are cloned with their definitions; other tensors pass through shared memory.
  // CHECK-LABEL: tt.func @tensors
  // CHECK: %[[STORED:.*]] = ttg.local_alloc %{{.*}} : (tensor<128xi32, #blocked>)
  // CHECK-NEXT: ttg.warp_specialize(%[[STORED]], %arg0)
  // CHECK: partition0(%arg1: !ttg.memdesc<128xi32, #shared, #smem>, %arg2: i32) num_warps(4) {
  // CHECK-NEXT:   %[[LOADED:.*]] = ttg.local_load %arg1
  // CHECK-NEXT:   %[[CLONED:.*]] = tt.splat %arg2
  // CHECK-NEXT:   "use"(%[[CLONED]], %[[LOADED]])
  tt.func @tensors(%x: i32) {
    %pure = tt.splat %x : i32 -> tensor<128xi32, #blocked>
    %impure = "make"() : () -> tensor<128xi32, #blocked>
    nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.yield
    }
    partition1 num_warps(4) {
      "use"(%pure, %impure) : (tensor<128xi32, #blocked>, tensor<128xi32, #blocked>) -> ()
      nvws.warp_group.return
    }
    tt.return
  }
}
