// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 | xtriton-opt - --triton=3.9 --convert-triton-version=3.6 | filecheck %s --check-prefix=BACK
// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.7 | filecheck %s --check-prefix=SEVEN
// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>
// SEVEN: "ttng.two-ctas" = true
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Captures are operands of the partitions since 3.7.
  // CHECK: tt.func @captures
  // CHECK: ttg.warp_specialize(%arg0)
  // CHECK: ttg.barrier local
  // GENERIC: "ttg.warp_specialize"() <{
  // GENERIC: "ttg.warp_specialize.partitions"(%{{.*}}) ({
  // BACK: ttg.warp_specialize(%arg0)
  // BACK: ttg.local_barrier
  tt.func @captures(%x: i32) {
    ttg.warp_specialize(%x)
    default {
      ttg.local_barrier
      ttg.warp_yield
    }
    partition0(%a: i32) num_warps(4) {
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }

  // CHECK: tt.func @waits
  // CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
  // BACK: tt.func @waits
  // BACK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32}
  tt.func @waits() {
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }

  // The barrier operand of a copy becomes a commit of its own.
  // CHECK: tt.func @tensor_memory
  // CHECK-NEXT: ttng.tmem_subslice %arg0 {offset = 64 : i32}
  // CHECK: ttng.tmem_copy %arg1, %arg2 :
  // CHECK-NEXT: ttng.tmem_copy %arg1, %arg2 :
  // CHECK-NEXT: ttng.tc_gen5_commit %arg3 :
  // BACK: ttng.tmem_subslice %arg0 {N = 64 : i32}
  tt.func @tensor_memory(%m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %s: !ttg.memdesc<128x16xi8, #nvmma, #smem>, %d: !ttg.memdesc<128x16xi8, #scales, #ttng.tensor_memory, mutable>, %b: !ttg.memdesc<1xi64, #shared, #smem, mutable>) {
    %0 = ttng.tmem_subslice %m {N = 64 : i32} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #half, #ttng.tensor_memory, mutable, 128x128>
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x16xi8, #nvmma, #smem>, !ttg.memdesc<128x16xi8, #scales, #ttng.tensor_memory, mutable>
    ttng.tmem_copy %s, %d, %b : !ttg.memdesc<128x16xi8, #nvmma, #smem>, !ttg.memdesc<128x16xi8, #scales, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }

  // CHECK: tt.func @pairs
  // CHECK: ttng.tc_gen5_commit %arg0 :
  // BACK: ttng.tc_gen5_commit %arg0 {two_ctas} :
  tt.func @pairs(%b: !ttg.memdesc<1xi64, #shared, #smem, mutable>) {
    ttng.tc_gen5_commit %b {two_ctas} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }

  // CHECK: tt.func @warp
  // CHECK-NEXT: ttg.warp_id
  // BACK: tt.func @warp
  // BACK-NEXT: nvg.warp_id
  tt.func @warp() -> i32 {
    %0 = nvg.warp_id
    tt.return %0 : i32
  }
}
