// RUN: xtriton-opt --pass-pipeline='triton-nvidia-gpu-fence-insertion' %s
// invalid: triton-nvidia-gpu-fence-insertion: op does not have expected attribute which is expected for ops whose parent has p
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @matmul(%arg0: !tt.tensordesc<tensor<128x128xf16, #shared>>, %arg1: i32, %arg2: !ttg.async.token, %arg3: !ttg.memdesc<128x128xf16, #shared, #smem>, %arg4: !ttg.async.token, %arg5: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %arg6: i32, %arg7: i32, %arg8: i1) {
    %0 = scf.for %arg9 = %arg7 to %arg1 step %arg6 iter_args(%arg10 = %arg4) -> (!ttg.async.token)  : i32 {
      %1 = tt.descriptor_load %arg0[%arg9, %arg7] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 2>} : !tt.tensordesc<tensor<128x128xf16, #shared>> -> tensor<128x128xf16, #blocked>
      %2 = ttg.local_alloc %1 {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 2>} : (tensor<128x128xf16, #blocked>) -> !ttg.memdesc<128x128xf16, #shared, #smem>
      %4 = ttng.tc_gen5_mma %arg3, %2, %arg5[%arg10], %arg8, %arg8 {loop.cluster = 0 : i32, loop.stage = 1 : i32, tt.self_latency = 1 : i32, ttg.partition = array<i32: 1>} : !ttg.memdesc<128x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %arg2 : !ttg.async.token
    } {tt.scheduled_max_stage = 1 : i32, tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
