// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
// CHECK-NEXT: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-NEXT: #tmem1 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-NEXT: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvmma8 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#nvmma8t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#lhs = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @mma(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, %arg2: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg3: !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, %arg4: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg5: i1, %arg6: i1) {
  // CHECK-NEXT: ttng.tc_gen5_mma %arg0, %arg2, %arg3, %arg5, %arg6 : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: %0 = ttng.tc_gen5_mma %arg1, %arg2, %arg3[], %arg5, %arg6 : !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: %1 = ttng.tc_gen5_mma %arg0, %arg2, %arg3[%0], %arg5, %arg6, %arg4[%arg6], %arg4[%arg5] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT: ttng.tc_gen5_commit %arg4 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT: ttng.tc_gen5_commit %arg4, %arg6 {two_ctas} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, i1, i1) -> (), sym_name = "mma"}> ({
  // GENERIC-NEXT: ^bb0(%arg8: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg9: !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, %arg10: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg11: !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, %arg12: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg13: i1, %arg14: i1):
  // GENERIC-NEXT: "ttng.tc_gen5_mma"(%arg8, %arg10, %arg11, %arg13, %arg14) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 0, 0>}> : (!ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, i1, i1) -> ()
  // GENERIC-NEXT: %1 = "ttng.tc_gen5_mma"(%arg9, %arg10, %arg11, %arg13, %arg14) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 0, 0>}> : (!ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, i1, i1) -> !ttg.async.token
  // GENERIC-NEXT: %2 = "ttng.tc_gen5_mma"(%arg8, %arg10, %arg11, %1, %arg13, %arg14, %arg12, %arg12, %arg14, %arg13) <{is_async, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 2, 2>}> : (!ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.async.token, i1, i1, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, i1, i1) -> !ttg.async.token
  // GENERIC-NEXT: "ttng.tc_gen5_commit"(%arg12) : (!ttg.memdesc<1xi64, #shared1, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttng.tc_gen5_commit"(%arg12, %arg14) <{two_ctas}> : (!ttg.memdesc<1xi64, #shared1, #smem, mutable>, i1) -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @mma(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %t: !ttg.memdesc<128x64xf16, #lhs, #ttng.tensor_memory>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %use: i1, %pred: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %use, %pred : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    %0 = ttng.tc_gen5_mma %t, %b, %d[], %use, %pred : !ttg.memdesc<128x64xf16, #lhs, #ttng.tensor_memory>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    %1 = ttng.tc_gen5_mma %a, %b, %d[%0], %use, %pred, %bar[%pred], %bar[%use] {is_async} : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.tc_gen5_commit %bar : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.tc_gen5_commit %bar, %pred {two_ctas} : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }

  // CHECK: tt.func @scaled(%arg0: !ttg.memdesc<128x128xf8E5M2, #shared2, #smem>, %arg1: !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, %arg3: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, %arg4: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, %arg5: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg6: i1, %arg7: i1) {
  // CHECK-NEXT: ttng.tc_gen5_mma_scaled %arg0, %arg1, %arg2, %arg3, %arg4, %arg6, %arg7 lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #shared2, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT: %0 = ttng.tc_gen5_mma_scaled %arg0, %arg1, %arg2[], %arg3, %arg4, %arg6, %arg7 lhs = e5m2 rhs = e5m2, %arg5[%arg7] {is_async} : !ttg.memdesc<128x128xf8E5M2, #shared2, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<128x128xf8E5M2, #shared2, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, i1, i1) -> (), sym_name = "scaled"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !ttg.memdesc<128x128xf8E5M2, #shared2, #smem>, %arg1: !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, %arg3: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, %arg4: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, %arg5: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg6: i1, %arg7: i1):
  // GENERIC-NEXT: "ttng.tc_gen5_mma_scaled"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg6, %arg7) <{a_type = 1 : i32, b_type = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 1, 1, 0, 0>}> : (!ttg.memdesc<128x128xf8E5M2, #shared2, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, i1, i1) -> ()
  // GENERIC-NEXT: %0 = "ttng.tc_gen5_mma_scaled"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg6, %arg7, %arg5, %arg7) <{a_type = 1 : i32, b_type = 1 : i32, is_async, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 1, 1, 1, 1, 1>}> : (!ttg.memdesc<128x128xf8E5M2, #shared2, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, i1, i1, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, i1) -> !ttg.async.token
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @scaled(%a: !ttg.memdesc<128x128xf8E5M2, #nvmma8, #smem>, %b: !ttg.memdesc<128x128xf8E5M2, #nvmma8t, #smem>, %d: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %sa: !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, %sb: !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %use: i1, %pred: i1) {
    ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %use, %pred lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #nvmma8, #smem>, !ttg.memdesc<128x128xf8E5M2, #nvmma8t, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>
    %0 = ttng.tc_gen5_mma_scaled %a, %b, %d[], %sa, %sb, %use, %pred lhs = e5m2 rhs = e5m2, %bar[%pred] {is_async} : !ttg.memdesc<128x128xf8E5M2, #nvmma8, #smem>, !ttg.memdesc<128x128xf8E5M2, #nvmma8t, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}
