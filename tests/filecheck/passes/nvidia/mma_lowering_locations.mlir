// RUN: xtriton-opt %s --triton-nvidia-mma-lowering --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bytes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#bytes_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#plain = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8, rank = 5}>
#barrier = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
// All that is made for a product is where it is.
// CHECK: tt.func @product(%arg0: !ttg.memdesc<128x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> loc({{[^)]*}}), %arg1: !ttg.memdesc<64x128xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> loc({{[^)]*}}), %arg2: !ttg.memdesc<128x128xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>, #ttng.tensor_memory, mutable> loc({{[^)]*}}), %arg3: i1 loc({{[^)]*}}), %arg4: !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc({{[^)]*}})) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("k.py":2:1)
// CHECK-NEXT:   %true = arith.constant true loc(unknown)
// CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.init_barrier %0, 1 : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.tc_gen5_mma %arg0, %arg1, %arg2, %arg3, %true, %0[%true] {is_async} : !ttg.memdesc<128x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<64x128xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x128xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.wait_barrier %0, %c0_i32, %true : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.inval_barrier %0 : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.tc_gen5_commit %arg4 : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":3:1)
// CHECK-NEXT:   tt.return loc("k.py":4:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @product(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %c: !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>, %p: i1, %x: !ttg.memdesc<1xi64, #barrier, #smem, mutable>) {
  %t = arith.constant true loc("k.py":1:1)
  ttng.tc_gen5_mma %a, %b, %c, %p, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable> loc("k.py":2:1)
  ttng.tc_gen5_commit %x : !ttg.memdesc<1xi64, #barrier, #smem, mutable> loc("k.py":3:1)
  tt.return loc("k.py":4:1)
}
}
