// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-mma-lowering | filecheck %s

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bytes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#bytes_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#plain = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK-DAG: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared4 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-DAG: #tmem_scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // A product that the program goes on with is waited for, at a barrier of its own.
  // CHECK: tt.func @waited_for(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg0, %arg1, %arg2, %arg3, %arg3, %0[%true] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %0, %c0_i32, %arg3 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %0 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @waited_for(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %p: i1) {
    ttng.tc_gen5_mma %a, %b, %c, %p, %p : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    tt.return
  }

  // Others stay.
  // CHECK: tt.func @already_asynchronous(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1, %arg4: !ttg.memdesc<1xi64, #shared1, #smem, mutable>) {
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg0, %arg1, %arg2, %arg3, %arg3, %arg4[%arg3] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @already_asynchronous(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %p: i1, %x: !ttg.memdesc<1xi64, #barrier, #smem, mutable>) {
    ttng.tc_gen5_mma %a, %b, %c, %p, %p, %x[%p] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    tt.return
  }

  // A product that is always done can arrive at the barriers of commits itself, also those under a condition.
  // CHECK: tt.func @commits(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1, %arg4: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg5: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg6: i1) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg0, %arg1, %arg2, %arg3, %true, %arg4[%true], %arg5[%arg6] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @commits(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %p: i1, %x: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %y: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %q: i1) {
    %t = arith.constant true
    ttng.tc_gen5_mma %a, %b, %c, %p, %t {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_commit %x : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.tc_gen5_commit %y, %q : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    tt.return
  }

  // One under a condition can do so for commits under the same condition only.
  // CHECK: tt.func @same_condition(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1, %arg4: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg5: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg6: i1) {
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg0, %arg1, %arg2, %arg3, %arg3, %arg5[%arg3] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_commit %arg4, %arg6 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @same_condition(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %p: i1, %x: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %y: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %q: i1) {
    ttng.tc_gen5_mma %a, %b, %c, %p, %p {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_commit %x, %q : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.tc_gen5_commit %y, %p : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    tt.return
  }

  // The definitions of a barrier and a condition move before the dot.
  // CHECK: tt.func @moved(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1, %arg4: !ttg.memdesc<2x1xi64, #shared2, #smem, mutable>, %arg5: i32) {
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = arith.addi %arg5, %c1_i32 : i32
  // CHECK-NEXT:   %1 = ttg.memdesc_index %arg4[%0] : !ttg.memdesc<2x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %2 = arith.cmpi slt, %0, %arg5 : i32
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg0, %arg1, %arg2, %arg3, %true, %1[%2] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @moved(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %p: i1, %xs: !ttg.memdesc<2x1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #smem, mutable>, %i: i32) {
    %t = arith.constant true
    ttng.tc_gen5_mma %a, %b, %c, %p, %t {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    %c1 = arith.constant 1 : i32
    %j = arith.addi %i, %c1 : i32
    %x = ttg.memdesc_index %xs[%j] : !ttg.memdesc<2x1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #smem, mutable> -> !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    %q = arith.cmpi slt, %j, %i : i32
    ttng.tc_gen5_commit %x, %q : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    tt.return
  }

  // A commit behind something that has effects stays, as does one whose barrier does not exist yet.
  // CHECK: tt.func @effects_between(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1, %arg4: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, %arg5: !ttg.memdesc<1xi64, #shared1, #smem, mutable>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg0, %arg1, %arg2, %arg3, %true {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %arg5, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_commit %arg4 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @effects_between(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %p: i1, %x: !ttg.memdesc<1xi64, #barrier, #smem, mutable>, %y: !ttg.memdesc<1xi64, #barrier, #smem, mutable>) {
    %t = arith.constant true
    %c0 = arith.constant 0 : i32
    ttng.tc_gen5_mma %a, %b, %c, %p, %t {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    ttng.wait_barrier %y, %c0 : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.tc_gen5_commit %x : !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    tt.return
  }

  // Scales in shared memory are copied to tensor memory; those that are there already are not.
  // CHECK: tt.func @scales(%arg0: !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, %arg1: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg2: !ttg.memdesc<128x4xi8, #shared4, #smem>, %arg3: !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, %arg4: i1, %arg5: !ttg.memdesc<1xi64, #shared1, #smem, mutable>) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %result = ttng.tmem_alloc : () -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tmem_copy %arg2, %result : !ttg.memdesc<128x4xi8, #shared4, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_mma_scaled %arg0, %arg0, %arg1, %result, %arg3, %arg4, %arg4 lhs = e5m2 rhs = e5m2, %arg5[%arg4] {is_async} : !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %result_0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tmem_copy %arg2, %result_0 : !ttg.memdesc<128x4xi8, #shared4, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_1 = ttng.tmem_alloc : () -> !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tmem_copy %arg2, %result_1 : !ttg.memdesc<128x4xi8, #shared4, #smem>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_mma_scaled %arg0, %arg0, %arg1, %result_0, %result_1, %arg4, %arg4 lhs = e5m2 rhs = e5m2, %0[%true] {is_async} : !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf8E5M2, #shared3, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #tmem_scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %0, %c0_i32, %arg4 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %0 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @scales(%a: !ttg.memdesc<128x128xf8E5M2, #bytes, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %s: !ttg.memdesc<128x4xi8, #plain, #smem>, %t: !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, %p: i1, %x: !ttg.memdesc<1xi64, #barrier, #smem, mutable>) {
    ttng.tc_gen5_mma_scaled %a, %a, %c, %s, %t, %p, %p lhs = e5m2 rhs = e5m2, %x[%p] {is_async} : !ttg.memdesc<128x128xf8E5M2, #bytes, #smem>, !ttg.memdesc<128x128xf8E5M2, #bytes, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #plain, #smem>, !ttg.memdesc<128x4xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #barrier, #smem, mutable>
    ttng.tc_gen5_mma_scaled %a, %a, %c, %s, %s, %p, %p lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #bytes, #smem>, !ttg.memdesc<128x128xf8E5M2, #bytes, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x4xi8, #plain, #smem>, !ttg.memdesc<128x4xi8, #plain, #smem>
    tt.return
  }
}
