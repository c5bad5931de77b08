// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(hopper-warp-specialize{consumer-registers=240 producer-registers=24 shared-memory=107524},canonicalize{max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},cse)' %s
// exception: hopper-warp-specialize: ValueError in rewriting/rewriter.py:erase
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @claims(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: !tt.ptr<i32>) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <tensor<64x64xf16, #shared>>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <tensor<64x64xf16, #shared>>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <tensor<64x64xf32, #shared1>>
    %c1_i32 = arith.constant 1 : i32
    %false = arith.constant false
    %4 = tt.get_program_id x : i32
    %5 = tt.get_num_programs x : i32
    %6 = scf.while (%arg7 = %4) : (i32) -> i32 {
      %7 = arith.cmpi ult, %arg7, %arg5 : i32
      scf.condition(%false) %arg7 : i32
    } do {
    ^bb0(%arg7: i32):
      %7 = arith.muli %arg7, %c128_i32 : i32
      %8 = arith.addi %7, %c64_i32 : i32
      %9:2 = scf.for %arg8 = %arg4 to %arg4 step %c64_i32 iter_args(%arg9 = %cst, %arg10 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
        %14 = tt.descriptor_load %1[%7, %arg8] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %15 = ttg.local_alloc %14 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %16 = tt.descriptor_load %1[%8, %arg8] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %17 = ttg.local_alloc %16 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %18 = tt.descriptor_load %2[%arg8, %arg4] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %19 = ttg.local_alloc %18 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %20 = ttng.warp_group_dot %15, %19, %arg9 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        %21 = ttng.warp_group_dot %17, %19, %arg10 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        scf.yield %20, %21 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
      }
      %10 = ttg.convert_layout %9#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
      tt.descriptor_store %3[%7, %arg4], %10 : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #blocked1>
      %11 = arith.addi %7, %c64_i32 : i32
      %12 = ttg.convert_layout %9#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
      tt.descriptor_store %3[%11, %arg4], %12 : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #blocked1>
      %13 = scf.while : () -> i32 {
        %14 = tt.atomic_rmw add, relaxed, gpu, %arg6, %c1_i32 : (!tt.ptr<i32>, i32) -> i32
        %15 = arith.addi %14, %5 : i32
        scf.condition(%false) %15 : i32
      } do {
      ^bb0(%arg8: i32):
        scf.yield
      }
      scf.yield %13 : i32
    }
    tt.return
  }
}
