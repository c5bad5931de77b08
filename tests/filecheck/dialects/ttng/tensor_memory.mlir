// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
// CHECK-NEXT: #shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-NEXT: #tmem1 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-NEXT: #tmem2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
// CHECK-NEXT: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#half = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#flat = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem64 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @access(%arg0: tensor<128x128xf32, #blocked>, %arg1: i1) {
  // CHECK-NEXT: %result = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: %result_0 = ttng.tmem_alloc %arg0 : (tensor<128x128xf32, #blocked>) -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory>
  // CHECK-NEXT: %result_1, %token = ttng.tmem_alloc %arg0 {tensor_memory_col_offset = 64 : i32} : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT: %result_2 = ttng.tmem_load %result : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT: %result_3, %token_4 = ttng.tmem_load %result_1[%token] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT: %result_5, %token_6 = ttng.tmem_load %result_1[] {x} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT: ttng.tmem_store %result_2, %result, %arg1 : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: %0 = ttng.tmem_store %result_3, %result_1[%token_4], %arg1 : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: %1 = ttng.tmem_store %result_3, %result_1[], %arg1 : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (tensor<128x128xf32, #blocked>, i1) -> (), sym_name = "access"}> ({
  // GENERIC-NEXT: ^bb0(%arg8: tensor<128x128xf32, #blocked>, %arg9: i1):
  // GENERIC-NEXT: %4 = "ttng.tmem_alloc"() : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // GENERIC-NEXT: %5 = "ttng.tmem_alloc"(%arg8) : (tensor<128x128xf32, #blocked>) -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory>
  // GENERIC-NEXT: %6:2 = "ttng.tmem_alloc"(%arg8) {tensor_memory_col_offset = 64 : i32} : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // GENERIC-NEXT: %7 = "ttng.tmem_load"(%4) : (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) -> tensor<128x128xf32, #blocked>
  // GENERIC-NEXT: %8:2 = "ttng.tmem_load"(%6#0, %6#1) : (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token) -> (tensor<128x128xf32, #blocked>, !ttg.async.token)
  // GENERIC-NEXT: %9:2 = "ttng.tmem_load"(%6#0) {x} : (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) -> (tensor<128x128xf32, #blocked>, !ttg.async.token)
  // GENERIC-NEXT: "ttng.tmem_store"(%4, %7, %arg9) : (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, tensor<128x128xf32, #blocked>, i1) -> ()
  // GENERIC-NEXT: %10 = "ttng.tmem_store"(%6#0, %8#1, %8#0, %arg9) : (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token, tensor<128x128xf32, #blocked>, i1) -> !ttg.async.token
  // GENERIC-NEXT: %11 = "ttng.tmem_store"(%6#0, %8#0, %arg9) : (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, tensor<128x128xf32, #blocked>, i1) -> !ttg.async.token
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @access(%x: tensor<128x128xf32, #blocked>, %pred: i1) {
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %1 = ttng.tmem_alloc %x : (tensor<128x128xf32, #blocked>) -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory>
    %2, %t2 = ttng.tmem_alloc %x {tensor_memory_col_offset = 64 : i32} : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %3 = ttng.tmem_load %0 : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
    %4, %t4 = ttng.tmem_load %2[%t2] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
    %5, %t5 = ttng.tmem_load %2[] {x} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
    ttng.tmem_store %3, %0, %pred : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %t6 = ttng.tmem_store %4, %2[%t4], %pred : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    %t7 = ttng.tmem_store %4, %2[], %pred : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }

  // CHECK: tt.func @parts(%arg0: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.memdesc<2x128x64xf32, #tmem1, #ttng.tensor_memory, mutable>, %arg2: i32) -> tensor<128x64xf32, #blocked1> {
  // CHECK-NEXT: %0 = ttng.tmem_subslice %arg0 {N = 64 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable, 128x128>
  // CHECK-NEXT: %result = ttng.tmem_load %0 : !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable, 128x128> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT: %1 = ttg.memdesc_index %arg1[%arg2] : !ttg.memdesc<2x128x64xf32, #tmem1, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: %result_0 = ttng.tmem_load %1 : !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT: tt.return %result_0 : tensor<128x64xf32, #blocked1>
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<2x128x64xf32, #tmem1, #ttng.tensor_memory, mutable>, i32) -> tensor<128x64xf32, #blocked1>, sym_name = "parts"}> ({
  // GENERIC-NEXT: ^bb0(%arg5: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg6: !ttg.memdesc<2x128x64xf32, #tmem1, #ttng.tensor_memory, mutable>, %arg7: i32):
  // GENERIC-NEXT: %0 = "ttng.tmem_subslice"(%arg5) <{N = 64 : i32}> : (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) -> !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable, 128x128>
  // GENERIC-NEXT: %1 = "ttng.tmem_load"(%0) : (!ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable, 128x128>) -> tensor<128x64xf32, #blocked1>
  // GENERIC-NEXT: %2 = "ttg.memdesc_index"(%arg6, %arg7) : (!ttg.memdesc<2x128x64xf32, #tmem1, #ttng.tensor_memory, mutable>, i32) -> !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable>
  // GENERIC-NEXT: %3 = "ttng.tmem_load"(%2) : (!ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable>) -> tensor<128x64xf32, #blocked1>
  // GENERIC-NEXT: "tt.return"(%3) : (tensor<128x64xf32, #blocked1>) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @parts(%m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %n: !ttg.memdesc<2x128x64xf32, #tmem64, #ttng.tensor_memory, mutable>, %i: i32) -> tensor<128x64xf32, #half> {
    %0 = ttng.tmem_subslice %m {N = 64 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem64, #ttng.tensor_memory, mutable, 128x128>
    %1 = ttng.tmem_load %0 : !ttg.memdesc<128x64xf32, #tmem64, #ttng.tensor_memory, mutable, 128x128> -> tensor<128x64xf32, #half>
    %2 = ttg.memdesc_index %n[%i] : !ttg.memdesc<2x128x64xf32, #tmem64, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem64, #ttng.tensor_memory, mutable>
    %3 = ttng.tmem_load %2 : !ttg.memdesc<128x64xf32, #tmem64, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #half>
    tt.return %3 : tensor<128x64xf32, #half>
  }

  // CHECK: tt.func @copies(%arg0: !ttg.memdesc<128x32xf32, #shared, #smem>, %arg1: !ttg.memdesc<128x32xf32, #tmem2, #ttng.tensor_memory, mutable>, %arg2: !ttg.memdesc<128x16xi8, #shared1, #smem>, %arg3: !ttg.memdesc<128x16xi8, #tmem_scales, #ttng.tensor_memory, mutable>, %arg4: !ttg.memdesc<1xi64, #shared2, #smem, mutable>) {
  // CHECK-NEXT: ttng.tmem_copy %arg0, %arg1 : !ttg.memdesc<128x32xf32, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem2, #ttng.tensor_memory, mutable>
  // CHECK-NEXT: ttng.tmem_copy %arg2, %arg3, %arg4 : !ttg.memdesc<128x16xi8, #shared1, #smem>, !ttg.memdesc<128x16xi8, #tmem_scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<128x32xf32, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem2, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x16xi8, #shared1, #smem>, !ttg.memdesc<128x16xi8, #tmem_scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>) -> (), sym_name = "copies"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !ttg.memdesc<128x32xf32, #shared, #smem>, %arg1: !ttg.memdesc<128x32xf32, #tmem2, #ttng.tensor_memory, mutable>, %arg2: !ttg.memdesc<128x16xi8, #shared1, #smem>, %arg3: !ttg.memdesc<128x16xi8, #tmem_scales, #ttng.tensor_memory, mutable>, %arg4: !ttg.memdesc<1xi64, #shared2, #smem, mutable>):
  // GENERIC-NEXT: "ttng.tmem_copy"(%arg0, %arg1) : (!ttg.memdesc<128x32xf32, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem2, #ttng.tensor_memory, mutable>) -> ()
  // GENERIC-NEXT: "ttng.tmem_copy"(%arg2, %arg3, %arg4) : (!ttg.memdesc<128x16xi8, #shared1, #smem>, !ttg.memdesc<128x16xi8, #tmem_scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>) -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @copies(%s: !ttg.memdesc<128x32xf32, #shared, #smem>, %d: !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable>, %b: !ttg.memdesc<128x16xi8, #flat, #smem>, %c: !ttg.memdesc<128x16xi8, #scales, #ttng.tensor_memory, mutable>, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x32xf32, #shared, #smem>, !ttg.memdesc<128x32xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>, #ttng.tensor_memory, mutable>
    ttng.tmem_copy %b, %c, %bar : !ttg.memdesc<128x16xi8, #flat, #smem>, !ttg.memdesc<128x16xi8, #scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}
