// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @hand_over(%arg0: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, %arg1: !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>, %arg2: i32, %arg3: i32) {
  // CHECK-NEXT: %0 = nvws.aref.create %arg0, %arg1 : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>
  // CHECK-NEXT: %buffers:2, %token = nvws.aref.put.enter %0 : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, !ttg.async.token
  // CHECK-NEXT: nvws.aref.put.exit %0, %token [#nvws.async_op<tma_load>, #nvws.async_op<none>] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
  // CHECK-NEXT: %buffers_0:2, %token_1 = nvws.aref.get.enter %0[%arg2, %arg3] {x} : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, !ttg.async.token
  // CHECK-NEXT: %1:2 = nvws.aref.buffer %0, %token_1 : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %2:2 = nvws.aref.buffer %0[%arg2], %token_1 : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT: nvws.aref.get.exit %0[%arg2], %token_1 [#nvws.async_op<wgmma>, #nvws.async_op<tc5mma>, #nvws.async_op<tmem_copy>, #nvws.async_op<cp_async>] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>, i32, i32) -> (), sym_name = "hand_over"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, %arg1: !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>, %arg2: i32, %arg3: i32):
  // GENERIC-NEXT: %0 = "nvws.aref.create"(%arg0, %arg1) : (!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>) -> !nvws.aref<[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>
  // GENERIC-NEXT: %1:3 = "nvws.aref.put.enter"(%0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!nvws.aref<[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>) -> (!ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, !ttg.async.token)
  // GENERIC-NEXT: "nvws.aref.put.exit"(%0, %1#2) <{async_ops = [#nvws.async_op<tma_load>, #nvws.async_op<none>]}> : (!nvws.aref<[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token) -> ()
  // GENERIC-NEXT: %2:3 = "nvws.aref.get.enter"(%0, %arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 1>}> {x} : (!nvws.aref<[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, i32, i32) -> (!ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, !ttg.async.token)
  // GENERIC-NEXT: %3:2 = "nvws.aref.buffer"(%0, %2#2) : (!nvws.aref<[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token) -> (!ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>)
  // GENERIC-NEXT: %4:2 = "nvws.aref.buffer"(%0, %2#2, %arg2) : (!nvws.aref<[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token, i32) -> (!ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>)
  // GENERIC-NEXT: "nvws.aref.get.exit"(%0, %2#2, %arg2) <{async_ops = [#nvws.async_op<wgmma>, #nvws.async_op<tc5mma>, #nvws.async_op<tmem_copy>, #nvws.async_op<cp_async>]}> : (!nvws.aref<[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token, i32) -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @hand_over(%a: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>, %stage: i32, %phase: i32) {
    %aref = nvws.aref.create %a, %b : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>
    %0:2, %t0 = nvws.aref.put.enter %aref : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, !ttg.async.token
    nvws.aref.put.exit %aref, %t0 [#nvws.async_op<tma_load>, #nvws.async_op<none>] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
    %1:2, %t1 = nvws.aref.get.enter %aref[%stage, %phase] {x} : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>, !ttg.async.token
    %2:2 = nvws.aref.buffer %aref, %t1 : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    %3:2 = nvws.aref.buffer %aref[%stage], %t1 : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    nvws.aref.get.exit %aref[%stage], %t1 [#nvws.async_op<wgmma>, #nvws.async_op<tc5mma>, #nvws.async_op<tmem_copy>, #nvws.async_op<cp_async>] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x32x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
    tt.return
  }
}
