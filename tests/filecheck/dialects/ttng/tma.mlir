// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @tma(%arg0: !tt.tensordesc<tensor<64x32xf16, #shared>>, %arg1: !tt.tensordesc<tensor<1x32xf16, #shared>>, %arg2: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg3: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %arg4: tensor<64xi32, #blocked>, %arg5: i32, %arg6: i32, %arg7: i1) {
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local %arg0[%arg5, %arg6] %arg3, %arg2, %arg7 : !tt.tensordesc<tensor<64x32xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local %arg0[%arg5, %arg6] %arg3, %arg2, %arg7 cacheModifier = cg evictionPolicy = evict_first {isVolatile = true} : !tt.tensordesc<tensor<64x32xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.async_tma_copy_local_to_global %arg0[%arg5, %arg6] %arg3 : !tt.tensordesc<tensor<64x32xf16, #shared>>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.async_tma_reduce add, %arg0[%arg5, %arg6] %arg3 : !tt.tensordesc<tensor<64x32xf16, #shared>>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.async_tma_gather %arg1[%arg4, %arg6] %arg3, %arg2, %arg7 : !tt.tensordesc<tensor<1x32xf16, #shared>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, i1
  // CHECK-NEXT: ttng.async_tma_scatter %arg1[%arg4, %arg6] %arg3 : !tt.tensordesc<tensor<1x32xf16, #shared>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!tt.tensordesc<tensor<64x32xf16, #shared>>, !tt.tensordesc<tensor<1x32xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64xi32, #blocked>, i32, i32, i1) -> (), sym_name = "tma"}> ({
  // GENERIC-NEXT: ^bb0(%arg4: !tt.tensordesc<tensor<64x32xf16, #shared>>, %arg5: !tt.tensordesc<tensor<1x32xf16, #shared>>, %arg6: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg7: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %arg8: tensor<64xi32, #blocked>, %arg9: i32, %arg10: i32, %arg11: i1):
  // GENERIC-NEXT: "ttng.async_tma_copy_global_to_local"(%arg4, %arg9, %arg10, %arg6, %arg7, %arg11) <{cache = 1 : i32, evict = 1 : i32, isVolatile = false}> : (!tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, i1) -> ()
  // GENERIC-NEXT: "ttng.async_tma_copy_global_to_local"(%arg4, %arg9, %arg10, %arg6, %arg7, %arg11) <{cache = 3 : i32, evict = 2 : i32, isVolatile = true}> : (!tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, i1) -> ()
  // GENERIC-NEXT: "ttng.async_tma_copy_local_to_global"(%arg4, %arg9, %arg10, %arg7) : (!tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.async_tma_reduce"(%arg4, %arg9, %arg10, %arg7) <{kind = 1 : i32}> : (!tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.async_tma_gather"(%arg5, %arg8, %arg10, %arg6, %arg7, %arg11) : (!tt.tensordesc<tensor<1x32xf16, #shared>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, i1) -> ()
  // GENERIC-NEXT: "ttng.async_tma_scatter"(%arg5, %arg8, %arg10, %arg7) : (!tt.tensordesc<tensor<1x32xf16, #shared>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.async_tma_store_wait"() <{pendings = 0 : i32}> : () -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @tma(%desc: !tt.tensordesc<tensor<64x32xf16, #nvmma>>, %row: !tt.tensordesc<tensor<1x32xf16, #nvmma>>, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %m: !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>, %rows: tensor<64xi32, #blocked>, %x: i32, %y: i32, %pred: i1) {
    ttng.async_tma_copy_global_to_local %desc[%x, %y] %m, %bar, %pred : !tt.tensordesc<tensor<64x32xf16, #nvmma>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%x, %y] %m, %bar, %pred cacheModifier = cg evictionPolicy = evict_first {isVolatile = true} : !tt.tensordesc<tensor<64x32xf16, #nvmma>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>
    ttng.async_tma_copy_local_to_global %desc[%x, %y] %m : !tt.tensordesc<tensor<64x32xf16, #nvmma>>, !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>
    ttng.async_tma_reduce add, %desc[%x, %y] %m : !tt.tensordesc<tensor<64x32xf16, #nvmma>>, !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>
    ttng.async_tma_gather %row[%rows, %y] %m, %bar, %pred : !tt.tensordesc<tensor<1x32xf16, #nvmma>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>, i1
    ttng.async_tma_scatter %row[%rows, %y] %m : !tt.tensordesc<tensor<1x32xf16, #nvmma>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }

  // CHECK: tt.func @descriptors(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f16>, %arg2: i32, %arg3: i64) -> !tt.tensordesc<tensor<64x32xf16, #shared>> {
  // CHECK-NEXT: %0 = ttng.reinterpret_tensor_descriptor %arg0 : !tt.ptr<i8> to !tt.tensordesc<tensor<64x32xf16, #shared>>
  // CHECK-NEXT: ttng.tensormap_create %arg0, %arg1, [%arg2, %arg2], [%arg2, %arg2], [%arg3], [%arg2, %arg2] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 2 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
  // CHECK-NEXT: ttng.tensormap_create %arg0, %arg1, [%arg2], [%arg2], [], [%arg2] {elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32) -> ()
  // CHECK-NEXT: ttng.tensormap_fenceproxy_acquire %arg0 : !tt.ptr<i8>
  // CHECK-NEXT: tt.return %0 : !tt.tensordesc<tensor<64x32xf16, #shared>>
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!tt.ptr<i8>, !tt.ptr<f16>, i32, i64) -> !tt.tensordesc<tensor<64x32xf16, #shared>>, sym_name = "descriptors"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<f16>, %arg2: i32, %arg3: i64):
  // GENERIC-NEXT: %0 = "ttng.reinterpret_tensor_descriptor"(%arg0) : (!tt.ptr<i8>) -> !tt.tensordesc<tensor<64x32xf16, #shared>>
  // GENERIC-NEXT: "ttng.tensormap_create"(%arg0, %arg1, %arg2, %arg2, %arg2, %arg2, %arg3, %arg2, %arg2) <{elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 2, 2, 1, 2>, swizzle_mode = 2 : i32}> : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
  // GENERIC-NEXT: "ttng.tensormap_create"(%arg0, %arg1, %arg2, %arg2, %arg2) <{elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1>, swizzle_mode = 3 : i32}> : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32) -> ()
  // GENERIC-NEXT: "ttng.tensormap_fenceproxy_acquire"(%arg0) : (!tt.ptr<i8>) -> ()
  // GENERIC-NEXT: "tt.return"(%0) : (!tt.tensordesc<tensor<64x32xf16, #shared>>) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @descriptors(%raw: !tt.ptr<i8>, %base: !tt.ptr<f16>, %x: i32, %s: i64) -> !tt.tensordesc<tensor<64x32xf16, #nvmma>> {
    %0 = ttng.reinterpret_tensor_descriptor %raw : !tt.ptr<i8> to !tt.tensordesc<tensor<64x32xf16, #nvmma>>
    ttng.tensormap_create %raw, %base, [%x, %x], [%x, %x], [%s], [%x, %x] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 2 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_create %raw, %base, [%x], [%x], [], [%x] {elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %raw : !tt.ptr<i8>
    tt.return %0 : !tt.tensordesc<tensor<64x32xf16, #nvmma>>
  }
}
