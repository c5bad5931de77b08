// RUN: xtriton-opt %s --triton-nvidia-tma-lowering --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#cube = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#fp4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// All that is made for an access is where it is.
// CHECK: tt.func @accesses(%arg0: !tt.ptr<f16> loc({{[^)]*}}), %arg1: i32 loc({{[^)]*}}), %arg2: i64 loc({{[^)]*}}), %arg3: i64 loc({{[^)]*}})) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("k.py":2:1)
// CHECK-NEXT:   %true = arith.constant true loc("k.py":2:1)
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("k.py":1:1)
// CHECK-NEXT:   %c2_i64 = arith.constant 2 : i64 loc("k.py":1:1)
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32 loc(unknown)
// CHECK-NEXT:   %0 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8> loc("k.py":1:1)
// CHECK-NEXT:   %1 = arith.muli %arg2, %c2_i64 : i64 loc("k.py":1:1)
// CHECK-NEXT:   ttng.tensormap_create %0, %arg0, [%c64_i32, %c64_i32], [%arg1, %arg1], [%1], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> () loc("k.py":1:1)
// CHECK-NEXT:   ttng.tensormap_fenceproxy_acquire %0 : !tt.ptr<i8> loc("k.py":1:1)
// CHECK-NEXT:   %2 = ttng.reinterpret_tensor_descriptor %0 : !tt.ptr<i8> to !tt.tensordesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>> loc("k.py":1:1)
// CHECK-NEXT:   %3 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   %4 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.init_barrier %4, 1 : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.barrier_expect %4, 8192, %true : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.async_tma_copy_global_to_local %2[%arg1, %arg1] %3, %4, %true : !tt.tensordesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>, !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.wait_barrier %4, %c0_i32 : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.inval_barrier %4 : !ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable> loc("k.py":2:1)
// CHECK-NEXT:   ttng.fence_async_shared {bCluster = false} loc("k.py":3:1)
// CHECK-NEXT:   ttng.async_tma_copy_local_to_global %2[%arg1, %arg1] %3 : !tt.tensordesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>, !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable> loc("k.py":3:1)
// CHECK-NEXT:   ttng.async_tma_store_wait {pendings = 0 : i32} loc("k.py":3:1)
// CHECK-NEXT:   tt.return loc("k.py":4:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @accesses(%p: !tt.ptr<f16>, %i: i32, %s: i64, %c1: i64) {
  %d = tt.make_tensor_descriptor %p, [%i, %i], [%s, %c1] : !tt.ptr<f16>, !tt.tensordesc<64x64xf16, #shared> loc("k.py":1:1)
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked> loc("k.py":2:1)
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<64x64xf16, #shared>, tensor<64x64xf16, #blocked> loc("k.py":3:1)
  tt.return loc("k.py":4:1)
}
}
