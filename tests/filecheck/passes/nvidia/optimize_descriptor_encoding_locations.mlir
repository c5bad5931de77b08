// RUN: xtriton-opt %s --triton-nvidia-optimize-descriptor-encoding --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {

// Only types change.
// CHECK: tt.func @locations(%arg0: !tt.tensordesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>> loc("argument"), %arg1: i32 loc("index")) -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg1, %arg1] : !tt.tensordesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("load")
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @locations(%x: !tt.tensordesc<64x64xf16> loc("argument"), %i: i32 loc("index")) -> tensor<64x64xf16, #blocked> {
  %0 = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #blocked> loc("load")
  tt.return %0 : tensor<64x64xf16, #blocked> loc("return")
}
}
