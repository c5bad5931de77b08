// RUN: xtriton-opt %s --tritongpu-reduce-data-duplication --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// Allocation and load are where the conversion was.
// CHECK: tt.func @f(%arg0: tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("x")) -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>> {
// CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #ttg.shared_memory> loc("k.py":1:1)
// CHECK-NEXT:   %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #ttg.shared_memory> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>> loc("k.py":1:1)
// CHECK-NEXT:   tt.return %1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>> loc("k.py":2:1)
// CHECK-NEXT: } loc("k.py":3:1)
tt.func @f(%x: tensor<64x64xf16, #wide> loc("x")) -> tensor<64x64xf16, #a> {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #a> loc("k.py":1:1)
  tt.return %0 : tensor<64x64xf16, #a> loc("k.py":2:1)
} loc("k.py":3:1)
}
