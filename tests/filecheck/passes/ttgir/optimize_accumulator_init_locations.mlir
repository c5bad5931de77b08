// RUN: xtriton-opt %s --tritongpu-optimize-accumulator-init --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {

// The flag is chosen where the product stands; constants that several share stand nowhere.
// CHECK: tt.func @locations(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> loc({{[^)]*}}), %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> loc({{[^)]*}}), %arg2: i32 loc({{[^)]*}}), %arg3: !tt.ptr<i1> loc({{[^)]*}})) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32 loc("zero")
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32 loc("one")
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> loc("zeros")
// CHECK-NEXT:   %true = arith.constant true loc("product")
// CHECK-NEXT:   %false = arith.constant false loc("product")
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %cst, %arg6 = %true) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1)  : i32 {
// CHECK-NEXT:     %1 = tt.load %arg3 : !tt.ptr<i1> loc("condition")
// CHECK-NEXT:     %2 = arith.select %1, %false, %arg6 : i1 loc("product")
// CHECK-NEXT:     %3 = ttng.warp_group_dot %arg0, %arg1, %arg5, %2 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> loc("product")
// CHECK-NEXT:     scf.yield %3, %true : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1 loc("yield")
// CHECK-NEXT:   } loc("loop")
// CHECK-NEXT:   tt.return %0#0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> loc("return")
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @locations(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %p: !tt.ptr<i1>) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32 loc("zero")
  %c1 = arith.constant 1 : i32 loc("one")
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma> loc("zeros")
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x32xf32, #mma>) : i32 {
    %1 = tt.load %p : !tt.ptr<i1> loc("condition")
    %2 = arith.select %1, %zero, %acc : tensor<64x32xf32, #mma> loc("select")
    %3 = ttng.warp_group_dot %a, %b, %2 : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma> loc("product")
    scf.yield %3 : tensor<64x32xf32, #mma> loc("yield")
  } loc("loop")
  tt.return %0 : tensor<64x32xf32, #mma> loc("return")
}
}
