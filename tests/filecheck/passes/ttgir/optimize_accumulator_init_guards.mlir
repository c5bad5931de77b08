// RUN: xtriton-opt %s --tritongpu-optimize-accumulator-init --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#mma8 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 32]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#shared8 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {

// Not in a loop.
// CHECK: tt.func @no_loop(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %0 = ttng.warp_group_dot %arg0, %arg1, %cst : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   tt.return %0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @no_loop(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>) -> tensor<64x32xf32, #mma> {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0 = ttng.warp_group_dot %a, %b, %zero : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
  tt.return %0 : tensor<64x32xf32, #mma>
}

// Partial sums of fp8 products are added in registers.
// CHECK: tt.func @partial_sums(%arg0: !ttg.memdesc<64x32xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory>, %arg2: i32) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 32]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 32]}>>
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 32]}>>)  : i32 {
// CHECK-NEXT:     %1 = ttng.warp_group_dot %arg0, %arg1, %arg4 {maxNumImpreciseAcc = 32 : i32} : !ttg.memdesc<64x32xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 32]}>>
// CHECK-NEXT:     scf.yield %1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 32]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 32]}>>
// CHECK-NEXT: }
tt.func @partial_sums(%a: !ttg.memdesc<64x32xf8E4M3FN, #shared8, #smem>, %b: !ttg.memdesc<32x32xf8E4M3FN, #shared8, #smem>, %n: i32) -> tensor<64x32xf32, #mma8> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma8>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x32xf32, #mma8>) : i32 {
    %1 = ttng.warp_group_dot %a, %b, %acc {maxNumImpreciseAcc = 32 : i32} : !ttg.memdesc<64x32xf8E4M3FN, #shared8, #smem> * !ttg.memdesc<32x32xf8E4M3FN, #shared8, #smem> -> tensor<64x32xf32, #mma8>
    scf.yield %1 : tensor<64x32xf32, #mma8>
  }
  tt.return %0 : tensor<64x32xf32, #mma8>
}

// There are flags already: one that varies, and one that is false.
// CHECK: tt.func @flags(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: i1) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %cst, %arg6 = %cst) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>)  : i32 {
// CHECK-NEXT:     %2 = ttng.warp_group_dot %arg0, %arg1, %arg5, %arg3 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     %3 = ttng.warp_group_dot %arg0, %arg1, %arg6, %false : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     scf.yield %2, %3 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = arith.addf %0#0, %0#1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   tt.return %1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @flags(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %flag: i1) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %false = arith.constant false
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero, %y = %zero) -> (tensor<64x32xf32, #mma>, tensor<64x32xf32, #mma>) : i32 {
    %1 = ttng.warp_group_dot %a, %b, %x, %flag : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    %2 = ttng.warp_group_dot %a, %b, %y, %false : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    scf.yield %1, %2 : tensor<64x32xf32, #mma>, tensor<64x32xf32, #mma>
  }
  %3 = arith.addf %0#0, %0#1 : tensor<64x32xf32, #mma>
  tt.return %3 : tensor<64x32xf32, #mma>
}

// Nothing is known to be zero; one starts as something else, and one is one.
// CHECK: tt.func @not_zero(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, %arg4: i1) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %0:2 = scf.for %arg5 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg6 = %arg3, %arg7 = %cst) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>)  : i32 {
// CHECK-NEXT:     %2 = ttng.warp_group_dot %arg0, %arg1, %arg6 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     %3 = arith.select %arg4, %arg7, %cst : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     %4 = ttng.warp_group_dot %arg0, %arg1, %3 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     scf.yield %2, %4 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = arith.addf %0#0, %0#1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   tt.return %1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @not_zero(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %init: tensor<64x32xf32, #mma>, %c: i1) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.000000e+00> : tensor<64x32xf32, #mma>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %init, %y = %one) -> (tensor<64x32xf32, #mma>, tensor<64x32xf32, #mma>) : i32 {
    %1 = ttng.warp_group_dot %a, %b, %x : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    %2 = arith.select %c, %y, %one : tensor<64x32xf32, #mma>
    %3 = ttng.warp_group_dot %a, %b, %2 : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    scf.yield %1, %3 : tensor<64x32xf32, #mma>, tensor<64x32xf32, #mma>
  }
  %4 = arith.addf %0#0, %0#1 : tensor<64x32xf32, #mma>
  tt.return %4 : tensor<64x32xf32, #mma>
}

// Only some elements are set to zero.
// CHECK: tt.func @some_elements(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, %arg4: tensor<64x32xi1, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %0 = scf.for %arg5 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg6 = %arg3) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>)  : i32 {
// CHECK-NEXT:     %1 = arith.select %arg4, %cst, %arg6 : tensor<64x32xi1, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     %2 = ttng.warp_group_dot %arg0, %arg1, %1 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     scf.yield %2 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @some_elements(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %init: tensor<64x32xf32, #mma>, %mask: tensor<64x32xi1, #mma>) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (tensor<64x32xf32, #mma>) : i32 {
    %1 = arith.select %mask, %zero, %acc : tensor<64x32xi1, #mma>, tensor<64x32xf32, #mma>
    %2 = ttng.warp_group_dot %a, %b, %1 : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    scf.yield %2 : tensor<64x32xf32, #mma>
  }
  tt.return %0 : tensor<64x32xf32, #mma>
}

// The other value of the conditional is computed in it.
// CHECK: tt.func @computed_in_the_conditional(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, %arg4: !tt.ptr<i1>) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %0 = scf.for %arg5 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg6 = %arg3) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>)  : i32 {
// CHECK-NEXT:     %1 = tt.load %arg4 : !tt.ptr<i1>
// CHECK-NEXT:     %2 = scf.if %1 -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>) {
// CHECK-NEXT:       scf.yield %cst : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %4 = arith.mulf %arg6, %arg6 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:       scf.yield %4 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = ttng.warp_group_dot %arg0, %arg1, %2 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     scf.yield %3 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @computed_in_the_conditional(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %init: tensor<64x32xf32, #mma>, %p: !tt.ptr<i1>) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (tensor<64x32xf32, #mma>) : i32 {
    %1 = tt.load %p : !tt.ptr<i1>
    %2 = scf.if %1 -> (tensor<64x32xf32, #mma>) {
      scf.yield %zero : tensor<64x32xf32, #mma>
    } else {
      %4 = arith.mulf %acc, %acc : tensor<64x32xf32, #mma>
      scf.yield %4 : tensor<64x32xf32, #mma>
    }
    %3 = ttng.warp_group_dot %a, %b, %2 : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    scf.yield %3 : tensor<64x32xf32, #mma>
  }
  tt.return %0 : tensor<64x32xf32, #mma>
}

// Tensor memory that is allocated elsewhere, that is not read back, and that is read before the product.
// CHECK: tt.func @tensor_memory(%arg0: !ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>, %arg4: tensor<128x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT:   scf.for %arg5 = %c0_i32 to %arg2 step %c1_i32  : i32 {
// CHECK-NEXT:     ttng.tc_gen5_mma %arg0, %arg1, %arg3, %true, %true : !ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %result = ttng.tmem_alloc %cst : (tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>) -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     ttng.tc_gen5_mma %arg0, %arg1, %result, %true, %true : !ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %result_0 = ttng.tmem_alloc %cst : (tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>) -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %result_1 = ttng.tmem_load %result_0 : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT:     ttng.tc_gen5_mma %arg0, %arg1, %result_0, %false, %true : !ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     tt.store %arg4, %result_1 : tensor<128x64x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @tensor_memory(%a: !ttg.memdesc<128x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x64xf16, #shared, #smem>, %n: i32, %d: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %false = arith.constant false
  %zero = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #blocked>
  scf.for %i = %c0 to %n step %c1 : i32 {
    ttng.tc_gen5_mma %a, %b, %d, %true, %true : !ttg.memdesc<128x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %1 = ttng.tmem_alloc %zero : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma %a, %b, %1, %true, %true : !ttg.memdesc<128x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %2 = ttng.tmem_alloc %zero : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %3 = ttng.tmem_load %2 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    ttng.tc_gen5_mma %a, %b, %2, %false, %true : !ttg.memdesc<128x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.store %p, %3 : tensor<128x64x!tt.ptr<f32>, #blocked>
  }
  tt.return
}
}
