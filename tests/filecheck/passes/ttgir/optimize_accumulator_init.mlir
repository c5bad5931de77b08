// RUN: xtriton-opt %s --triton=3.6 --tritongpu-optimize-accumulator-init --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {

// The accumulator is zero in all iterations: it is never read.
// CHECK: tt.func @always_zero(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>)  : i32 {
// CHECK-NEXT:     %1 = ttng.warp_group_dot %arg0, %arg1, %cst, %false : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     scf.yield %1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @always_zero(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x32xf32, #mma>) : i32 {
    %1 = ttng.warp_group_dot %a, %b, %zero : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    scf.yield %1 : tensor<64x32xf32, #mma>
  }
  tt.return %0 : tensor<64x32xf32, #mma>
}

// It starts as zero: it is read from the second iteration on.
// CHECK: tt.func @starts_as_zero(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<-0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0:2 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst, %arg5 = %false) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1)  : i32 {
// CHECK-NEXT:     %1 = ttng.warp_group_dot %arg0, %arg1, %arg4, %arg5 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     scf.yield %1, %true : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @starts_as_zero(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<-0.000000e+00> : tensor<64x32xf32, #mma>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x32xf32, #mma>) : i32 {
    %1 = ttng.warp_group_dot %a, %b, %acc : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    scf.yield %1 : tensor<64x32xf32, #mma>
  }
  tt.return %0 : tensor<64x32xf32, #mma>
}

// A select in front of the product sets it to zero: the flag follows the condition.
// CHECK: tt.func @select_before(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %arg3, %arg6 = %true) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1)  : i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg4, %c1_i32 : i32
// CHECK-NEXT:     %2 = arith.select %1, %false, %arg6 : i1
// CHECK-NEXT:     %3 = ttng.warp_group_dot %arg0, %arg1, %arg5, %2 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     scf.yield %3, %true : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @select_before(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %init: tensor<64x32xf32, #mma>) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (tensor<64x32xf32, #mma>) : i32 {
    %1 = arith.cmpi slt, %i, %c1 : i32
    %2 = arith.select %1, %zero, %acc : tensor<64x32xf32, #mma>
    %3 = ttng.warp_group_dot %a, %b, %2 : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    scf.yield %3 : tensor<64x32xf32, #mma>
  }
  tt.return %0 : tensor<64x32xf32, #mma>
}

// A select behind the product sets it to zero for the next iteration, here where the condition is false.
// CHECK: tt.func @select_after(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: !tt.ptr<i1>) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %cst, %arg6 = %false) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1)  : i32 {
// CHECK-NEXT:     %1 = ttng.warp_group_dot %arg0, %arg1, %arg5, %arg6 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     %2 = tt.load %arg3 : !tt.ptr<i1>
// CHECK-NEXT:     scf.yield %1, %2 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @select_after(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %p: !tt.ptr<i1>) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x32xf32, #mma>) : i32 {
    %1 = ttng.warp_group_dot %a, %b, %acc : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    %2 = tt.load %p : !tt.ptr<i1>
    %3 = arith.select %2, %1, %zero : tensor<64x32xf32, #mma>
    scf.yield %3 : tensor<64x32xf32, #mma>
  }
  tt.return %0 : tensor<64x32xf32, #mma>
}

// The same by scf.if, in front of the product and behind it.
// CHECK: tt.func @conditionals(%arg0: !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32, %arg3: !tt.ptr<i1>, %arg4: tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>) -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0:4 = scf.for %arg5 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg6 = %cst, %arg7 = %arg4, %arg8 = %false, %arg9 = %true) -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1, i1)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg3 : !tt.ptr<i1>
// CHECK-NEXT:     %3 = arith.select %2, %arg9, %false : i1
// CHECK-NEXT:     %4 = scf.if %2 -> (tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>) {
// CHECK-NEXT:       scf.yield %arg7 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg7 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     }
// CHECK-NEXT:     %5 = ttng.warp_group_dot %arg0, %arg1, %arg6, %arg8 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     %6 = ttng.warp_group_dot %arg0, %arg1, %4, %3 : !ttg.memdesc<64x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> * !ttg.memdesc<32x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> -> tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     %7 = arith.select %2, %false, %true : i1
// CHECK-NEXT:     %8:2 = scf.if %2 -> (i32, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>) {
// CHECK-NEXT:       scf.yield %arg5, %5 : i32, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %c0_i32, %5 : i32, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.print "chosen" {hex = false, isSigned = array<i32: 1>} : %8#0 : i32
// CHECK-NEXT:     scf.yield %8#1, %6, %7, %true : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>, i1, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = arith.addf %0#0, %0#1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT:   tt.return %1 : tensor<64x32xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>>
// CHECK-NEXT: }
tt.func @conditionals(%a: !ttg.memdesc<64x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x32xf16, #shared, #smem>, %n: i32, %p: !tt.ptr<i1>, %init: tensor<64x32xf32, #mma>) -> tensor<64x32xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x32xf32, #mma>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero, %y = %init) -> (tensor<64x32xf32, #mma>, tensor<64x32xf32, #mma>) : i32 {
    %1 = tt.load %p : !tt.ptr<i1>
    %2 = scf.if %1 -> (tensor<64x32xf32, #mma>) {
      scf.yield %y : tensor<64x32xf32, #mma>
    } else {
      scf.yield %zero : tensor<64x32xf32, #mma>
    }
    %3 = ttng.warp_group_dot %a, %b, %x : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    %4 = ttng.warp_group_dot %a, %b, %2 : !ttg.memdesc<64x32xf16, #shared, #smem> * !ttg.memdesc<32x32xf16, #shared, #smem> -> tensor<64x32xf32, #mma>
    %5:2 = scf.if %1 -> (i32, tensor<64x32xf32, #mma>) {
      scf.yield %i, %zero : i32, tensor<64x32xf32, #mma>
    } else {
      scf.yield %c0, %3 : i32, tensor<64x32xf32, #mma>
    }
    tt.print "chosen" {hex = false, isSigned = array<i32: 1>} : %5#0 : i32
    scf.yield %5#1, %4 : tensor<64x32xf32, #mma>, tensor<64x32xf32, #mma>
  }
  %6 = arith.addf %0#0, %0#1 : tensor<64x32xf32, #mma>
  tt.return %6 : tensor<64x32xf32, #mma>
}

// The accumulator is stored to tensor memory and loaded back in each iteration; values that are not read are not stored.
// CHECK: tt.func @tensor_memory(%arg0: !ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, %arg2: i32) -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0:2 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst, %arg5 = %false) -> (tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>, i1)  : i32 {
// CHECK-NEXT:     %result = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     ttng.tc_gen5_mma %arg0, %arg1, %result, %false, %true : !ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %result_0 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT:     %result_1 = ttng.tmem_alloc %arg4 : (tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>) -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     ttng.tc_gen5_mma %arg0, %arg1, %result_1, %arg5, %true : !ttg.memdesc<128x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<32x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     %result_2 = ttng.tmem_load %result_1 : !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT:     %1 = arith.addf %result_0, %result_2 : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT:     scf.yield %1, %true : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0 : tensor<128x64xf32, #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @tensor_memory(%a: !ttg.memdesc<128x32xf16, #shared, #smem>, %b: !ttg.memdesc<32x64xf16, #shared, #smem>, %n: i32) -> tensor<128x64xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #blocked>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #blocked>) : i32 {
    %1 = ttng.tmem_alloc %zero : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma %a, %b, %1, %true, %true : !ttg.memdesc<128x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %2 = ttng.tmem_load %1 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %3 = ttng.tmem_alloc %acc : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma %a, %b, %3, %true, %true : !ttg.memdesc<128x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %4 = ttng.tmem_load %3 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %5 = arith.addf %2, %4 : tensor<128x64xf32, #blocked>
    scf.yield %5 : tensor<128x64xf32, #blocked>
  }
  tt.return %0 : tensor<128x64xf32, #blocked>
}
}
