// RUN: xtriton-opt --pass-pipeline='builtin.module(hopper-warp-specialize{consumer-registers=240 producer-registers=24 shared-memory=232448})' %s
// exception: hopper-warp-specialize: IndexError in passes/hopper/warp_specialize/aliases.py:<setcomp>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @in_place_by_launch(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: i32, %arg3: i32, %arg4: !tt.tensordesc<tensor<64x64xf32, #shared>> {tt.nv_tma_desc = 1 : i32, xtriton.launch = {base = ["arg", 64], padding = "zero", shape = [["arg", 3], 64], strides = [64, 1]}}) {
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg3 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg2, %arg3], [%0, %c1_i64] : <f16>, <tensor<64x64xf16, #shared1>>
    %2 = tt.make_tensor_descriptor %arg1, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <tensor<64x64xf16, #shared1>>
    %3 = tt.get_program_id x : i32
    %4:2 = scf.for %arg5 = %c0_i32 to %arg3 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
      %6 = tt.descriptor_load %1[%3, %arg5] : !tt.tensordesc<tensor<64x64xf16, #shared1>> -> tensor<64x64xf16, #blocked>
      %7 = ttg.local_alloc %6 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared1, #smem>
      %8 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<tensor<64x64xf16, #shared1>> -> tensor<64x64xf16, #blocked>
      %9 = ttg.local_alloc %8 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared1, #smem>
      %10 = ttng.warp_group_dot %7, %9, %arg6 : !ttg.memdesc<64x64xf16, #shared1, #smem> * !ttg.memdesc<64x64xf16, #shared1, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %10, %arg7 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    %5 = ttg.convert_layout %4#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %arg4[%3, %c0_i32], %5 : !tt.tensordesc<tensor<64x64xf32, #shared>>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}
