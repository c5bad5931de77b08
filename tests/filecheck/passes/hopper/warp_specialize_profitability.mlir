// RUN: xtriton-opt %s --hopper-warp-specialize --split-input-file --verify-diagnostics | filecheck %s

// Two dots of 64 x 64 x 64 take 256 cycles, and so do the exponentials of 64 x 64 numbers.
// CHECK-LABEL: @exponentials
// CHECK-NOT: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @exponentials(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    // expected-remark @below {{not warp-specialised: 'scf.for' op computes special functions for 256 cycles per iteration and dots for 256: several CTAs per SM overlap them better}}
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %17 : tensor<64x64xf32, #mma>
      scf.yield %e, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// One exponential per row is negligible.
// CHECK-LABEL: @scaled
// CHECK: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 2 consumer warp groups}}
  tt.func public @scaled(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %rows = arith.constant dense<0.5> : tensor<64x1xf32, #mma>
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %f = math.exp2 %rows : tensor<64x1xf32, #mma>
      %g = tt.broadcast %f : tensor<64x1xf32, #mma> -> tensor<64x64xf32, #mma>
      %e = arith.mulf %17, %g : tensor<64x64xf32, #mma>
      scf.yield %e, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// Four dots of 64 x 64 x 64 take 512 cycles, the exponentials 256.
// CHECK-LABEL: @one_loop_of_halves
// CHECK: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 2 consumer warp groups}}
  tt.func public @one_loop_of_halves(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %19 = ttng.warp_group_dot %12, %16, %17 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %20 = ttng.warp_group_dot %14, %16, %18 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %19 : tensor<64x64xf32, #mma>
      scf.yield %e, %20 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// The same in each of two loops.
// CHECK-LABEL: @two_loops
// CHECK-NOT: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_loops(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    // expected-remark @below {{not warp-specialised: 'scf.for' op computes special functions for 256 cycles per iteration and dots for 512, in one of 2 loops: several CTAs per SM overlap them better}}
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %19 = ttng.warp_group_dot %12, %16, %17 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %20 = ttng.warp_group_dot %14, %16, %18 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %19 : tensor<64x64xf32, #mma>
      scf.yield %e, %20 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %21:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %7#0, %arg7 = %7#1) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %s11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %s12 = ttg.local_alloc %s11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %s14 = ttg.local_alloc %s13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %s16 = ttg.local_alloc %s15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s17 = ttng.warp_group_dot %s12, %s16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s18 = ttng.warp_group_dot %s14, %s16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s19 = ttng.warp_group_dot %s12, %s16, %s17 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s20 = ttng.warp_group_dot %s14, %s16, %s18 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %s19 : tensor<64x64xf32, #mma>
      scf.yield %e, %s20 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %21#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %21#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// The second loop has the iterations that the first one, which is unrolled, leaves.
// CHECK-LABEL: @remainder
// CHECK: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 2 consumer warp groups}}
  tt.func public @remainder(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg3 step %c128_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %19 = ttng.warp_group_dot %12, %16, %17 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %20 = ttng.warp_group_dot %14, %16, %18 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %19 : tensor<64x64xf32, #mma>
      scf.yield %e, %20 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %21:2 = scf.for %arg5 = %arg3 to %arg4 step %c64_i32 iter_args(%arg6 = %7#0, %arg7 = %7#1) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %s11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %s12 = ttg.local_alloc %s11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %s14 = ttg.local_alloc %s13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %s16 = ttg.local_alloc %s15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s17 = ttng.warp_group_dot %s12, %s16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s18 = ttng.warp_group_dot %s14, %s16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s19 = ttng.warp_group_dot %s12, %s16, %s17 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s20 = ttng.warp_group_dot %s14, %s16, %s18 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %s19 : tensor<64x64xf32, #mma>
      scf.yield %e, %s20 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %21#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %21#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// Sixteen multiplications of 64 x 64 numbers take 512 cycles, twice as long as the dots.
// CHECK-LABEL: @arithmetic
// CHECK-NOT: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @arithmetic(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    // expected-remark @below {{not warp-specialised: 'scf.for' op computes for 512 cycles per iteration and dots for 256: several CTAs per SM overlap them better}}
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e0 = arith.mulf %17, %17 : tensor<64x64xf32, #mma>
      %e1 = arith.mulf %e0, %e0 : tensor<64x64xf32, #mma>
      %e2 = arith.mulf %e1, %e1 : tensor<64x64xf32, #mma>
      %e3 = arith.mulf %e2, %e2 : tensor<64x64xf32, #mma>
      %e4 = arith.mulf %e3, %e3 : tensor<64x64xf32, #mma>
      %e5 = arith.mulf %e4, %e4 : tensor<64x64xf32, #mma>
      %e6 = arith.mulf %e5, %e5 : tensor<64x64xf32, #mma>
      %e7 = arith.mulf %e6, %e6 : tensor<64x64xf32, #mma>
      %e8 = arith.mulf %e7, %e7 : tensor<64x64xf32, #mma>
      %e9 = arith.mulf %e8, %e8 : tensor<64x64xf32, #mma>
      %e10 = arith.mulf %e9, %e9 : tensor<64x64xf32, #mma>
      %e11 = arith.mulf %e10, %e10 : tensor<64x64xf32, #mma>
      %e12 = arith.mulf %e11, %e11 : tensor<64x64xf32, #mma>
      %e13 = arith.mulf %e12, %e12 : tensor<64x64xf32, #mma>
      %e14 = arith.mulf %e13, %e13 : tensor<64x64xf32, #mma>
      %e = arith.mulf %e14, %e14 : tensor<64x64xf32, #mma>
      scf.yield %e, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// Fifteen take less.
// CHECK-LABEL: @less_arithmetic
// CHECK: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 2 consumer warp groups}}
  tt.func public @less_arithmetic(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e0 = arith.mulf %17, %17 : tensor<64x64xf32, #mma>
      %e1 = arith.mulf %e0, %e0 : tensor<64x64xf32, #mma>
      %e2 = arith.mulf %e1, %e1 : tensor<64x64xf32, #mma>
      %e3 = arith.mulf %e2, %e2 : tensor<64x64xf32, #mma>
      %e4 = arith.mulf %e3, %e3 : tensor<64x64xf32, #mma>
      %e5 = arith.mulf %e4, %e4 : tensor<64x64xf32, #mma>
      %e6 = arith.mulf %e5, %e5 : tensor<64x64xf32, #mma>
      %e7 = arith.mulf %e6, %e6 : tensor<64x64xf32, #mma>
      %e8 = arith.mulf %e7, %e7 : tensor<64x64xf32, #mma>
      %e9 = arith.mulf %e8, %e8 : tensor<64x64xf32, #mma>
      %e10 = arith.mulf %e9, %e9 : tensor<64x64xf32, #mma>
      %e11 = arith.mulf %e10, %e10 : tensor<64x64xf32, #mma>
      %e12 = arith.mulf %e11, %e11 : tensor<64x64xf32, #mma>
      %e13 = arith.mulf %e12, %e12 : tensor<64x64xf32, #mma>
      %e = arith.mulf %e13, %e13 : tensor<64x64xf32, #mma>
      scf.yield %e, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// A dot needs what the threads load in the same iteration.
// CHECK-LABEL: @operand_through_pointers
// CHECK-NOT: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @operand_through_pointers(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %ptrs = tt.splat %arg1 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      // expected-remark @below {{not warp-specialised: 'tt.load' op is loaded for an operand of a dot, for which consumers would wait in each iteration}}
      %factor = tt.load %ptrs : tensor<64x64x!tt.ptr<f16>, #blocked>
      %scaled = arith.mulf %15, %factor : tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %scaled : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = arith.mulf %17, %17 : tensor<64x64xf32, #mma>
      scf.yield %e, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// An operand is computed from the results of two dots, as in the gradient of attention.
// CHECK-LABEL: @operand_of_two_results
// CHECK-NOT: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#operand = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @operand_of_two_results(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s = ttng.warp_group_dot %12, %16, %cst : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %t = ttng.warp_group_dot %14, %16, %cst : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %p = arith.mulf %s, %t : tensor<64x64xf32, #mma>
      %h = arith.truncf %p : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
      %o = ttg.convert_layout %h : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #operand>
      // expected-remark @below {{not warp-specialised: 'ttng.warp_group_dot' op has an operand that is computed from the results of several dots in the loop}}
      %17 = ttng.warp_group_dot %o, %16, %arg6 : tensor<64x64xf16, #operand> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = arith.addf %arg7, %t : tensor<64x64xf32, #mma>
      scf.yield %17, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// An operand is computed from the result of one dot, as in attention.
// CHECK-LABEL: @operands_of_one_result
// CHECK: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#operand = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: }}
  tt.func public @operands_of_one_result(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %s = ttng.warp_group_dot %12, %16, %cst : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %t = ttng.warp_group_dot %14, %16, %cst : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %p = arith.mulf %s, %s : tensor<64x64xf32, #mma>
      %h = arith.truncf %p : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
      %o = ttg.convert_layout %h : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #operand>
      %17 = ttng.warp_group_dot %o, %16, %arg6 : tensor<64x64xf16, #operand> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = arith.addf %arg7, %t : tensor<64x64xf32, #mma>
      scf.yield %17, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// The dots run while the threads load what their results are multiplied by.
// CHECK-LABEL: @load_for_results
// CHECK: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 2 consumer warp groups}}
  tt.func public @load_for_results(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %ptrs = tt.splat %arg1 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %factor = tt.load %ptrs : tensor<64x64x!tt.ptr<f16>, #blocked>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %wide = arith.extf %factor : tensor<64x64xf16, #blocked> to tensor<64x64xf32, #blocked>
      %factors = ttg.convert_layout %wide : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
      %e = arith.mulf %17, %factors : tensor<64x64xf32, #mma>
      scf.yield %e, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// Exponentials of the dots of the previous iteration overlap with those of this one, which take as long.
// CHECK-LABEL: @ahead
// CHECK: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 1 consumer warp group}}
  tt.func public @ahead(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %cst : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %e = math.exp2 %arg7 : tensor<64x64xf32, #mma>
      %g = arith.addf %17, %e : tensor<64x64xf32, #mma>
      scf.yield %g, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// They take twice as long.
// CHECK-LABEL: @ahead_but_longer
// CHECK-NOT: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @ahead_but_longer(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    // expected-remark @below {{not warp-specialised: 'scf.for' op computes special functions for 512 cycles per iteration and dots for 256: several CTAs per SM overlap them better}}
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %cst : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %h = math.exp2 %arg7 : tensor<64x64xf32, #mma>
      %e = math.exp2 %h : tensor<64x64xf32, #mma>
      %g = arith.addf %17, %e : tensor<64x64xf32, #mma>
      scf.yield %g, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}

// -----

// A tile that consumers convert and store again takes them as long as Triton's CTAs, several of which fit on an SM.
// CHECK-LABEL: @converted
// CHECK-NOT: ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @converted(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %doubled = arith.addf %15, %15 : tensor<64x64xf16, #blocked>
      // expected-remark @below {{not warp-specialised: 'ttg.local_alloc' op copies a loaded tile through registers in each iteration}}
      %16 = ttg.local_alloc %doubled : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %17, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}
