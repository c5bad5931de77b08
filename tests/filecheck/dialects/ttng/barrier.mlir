// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @barriers(%arg0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg1: !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>, %arg2: i32, %arg3: i1) {
  // CHECK-NEXT: ttng.init_barrier %arg0, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.barrier_expect %arg0, 4096, %arg3 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.barrier_expect %arg0, 4096 {x}, %arg3 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.wait_barrier %arg0, %arg2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.wait_barrier %arg0, %arg2, %arg3 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.wait_barrier %arg0, %arg2 deps %arg1, %arg1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>
  // CHECK-NEXT: ttng.wait_barrier %arg0, %arg2, %arg3 deps %arg1 {x = 1 : i32} : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>
  // CHECK-NEXT: ttng.arrive_barrier %arg0, 2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.arrive_barrier %arg0, 1, %arg3 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.async_copy_mbarrier_arrive %arg0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.async_copy_mbarrier_arrive %arg0 {noIncrement} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.inval_barrier %arg0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT: ttng.cluster_arrive {relaxed = true}
  // CHECK-NEXT: ttng.cluster_wait
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>, i32, i1) -> (), sym_name = "barriers"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg1: !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>, %arg2: i32, %arg3: i1):
  // GENERIC-NEXT: "ttng.init_barrier"(%arg0) <{count = 1 : i32}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.barrier_expect"(%arg0, %arg3) <{size = 4096 : i32}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i1) -> ()
  // GENERIC-NEXT: "ttng.barrier_expect"(%arg0, %arg3) <{size = 4096 : i32}> {x} : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i1) -> ()
  // GENERIC-NEXT: "ttng.wait_barrier"(%arg0, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i32) -> ()
  // GENERIC-NEXT: "ttng.wait_barrier"(%arg0, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i32, i1) -> ()
  // GENERIC-NEXT: "ttng.wait_barrier"(%arg0, %arg2, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 2>}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i32, !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.wait_barrier"(%arg0, %arg2, %arg3, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> {x = 1 : i32} : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i32, i1, !ttg.memdesc<64x32xf16, #shared1, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.arrive_barrier"(%arg0) <{count = 2 : i32}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.arrive_barrier"(%arg0, %arg3) <{count = 1 : i32}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i1) -> ()
  // GENERIC-NEXT: "ttng.async_copy_mbarrier_arrive"(%arg0) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.async_copy_mbarrier_arrive"(%arg0) <{noIncrement}> : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.inval_barrier"(%arg0) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.fence_async_shared"() <{bCluster = false}> : () -> ()
  // GENERIC-NEXT: "ttng.cluster_arrive"() <{relaxed = true}> : () -> ()
  // GENERIC-NEXT: "ttng.cluster_wait"() : () -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @barriers(%bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %data: !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>, %phase: i32, %pred: i1) {
    ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.barrier_expect %bar, 4096, %pred : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.barrier_expect %bar, 4096 {x}, %pred : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.wait_barrier %bar, %phase : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.wait_barrier %bar, %phase, %pred : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.wait_barrier %bar, %phase deps %data, %data : !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>, !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>
    ttng.wait_barrier %bar, %phase, %pred deps %data {x = 1 : i32} : !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>
    ttng.arrive_barrier %bar, 2 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.arrive_barrier %bar, 1, %pred : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.async_copy_mbarrier_arrive %bar : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.async_copy_mbarrier_arrive %bar {noIncrement} : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.inval_barrier %bar : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.fence_async_shared {bCluster = false}
    ttng.cluster_arrive {relaxed = true}
    ttng.cluster_wait
    tt.return
  }
}
