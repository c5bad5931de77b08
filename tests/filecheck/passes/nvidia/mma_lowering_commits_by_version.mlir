// RUN: xtriton-opt %s --triton=3.8 --triton-nvidia-mma-lowering | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 --triton-nvidia-mma-lowering | filecheck %s --check-prefix=OLDER

// Since 3.8 a commit to other CTAs, or with another predicate, and those after it are not merged into the MMA.
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // CHECK-LABEL: @commits
  // CHECK: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[P:.*]], %[[X:.*]][%[[P]]] {is_async}
  // CHECK-NEXT: ttng.tc_gen5_commit %{{.*}}, %{{.*}} :
  // CHECK-NEXT: ttng.tc_gen5_commit %[[X]], %[[P]] :
  // OLDER-LABEL: @commits
  // OLDER: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[P:.*]], %[[X:.*]][%[[P]]], %[[X]][%[[P]]] {is_async}
  // OLDER-NEXT: ttng.tc_gen5_commit
  // OLDER-NEXT: tt.return
  tt.func @commits(%a: !ttg.memdesc<128x64xf16, #tile, #smem>, %b: !ttg.memdesc<64x64xf16, #tile, #smem>, %d: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %u: i1, %p: i1, %q: i1, %x: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %y: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    ttng.tc_gen5_mma %a, %b, %d, %u, %p {is_async} : !ttg.memdesc<128x64xf16, #tile, #smem>, !ttg.memdesc<64x64xf16, #tile, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_commit %x, %p : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.tc_gen5_commit %y, %q : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.tc_gen5_commit %x, %p : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}
