// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-rewrite-tensor-descriptor-to-pointer' %s
// exception: triton-rewrite-tensor-descriptor-to-pointer: AssertionError in ir/dense.py:element_size
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @accesses(%arg0: !tt.ptr<!tt.ptr<!tt.ptr<f32>>> loc("reduce":4:19), %arg1: i32 loc("reduce":4:55), %arg2: i64 loc("reduce":4:64), %arg3: i64 loc("reduce":4:73), %arg4: !tt.tensordesc<tensor<64x64x!tt.ptr<!tt.ptr<f32>>, #shared>> loc(unknown)) {
    %0 = tt.descriptor_load %arg4[%arg1, %arg1] : !tt.tensordesc<tensor<64x64x!tt.ptr<!tt.ptr<f32>>, #shared>> -> tensor<64x64x!tt.ptr<!tt.ptr<f32>>, #blocked> loc(#loc7)
    tt.return loc(#loc8)
  } loc(#loc1)
} loc(#loc)
#loc = loc("reduce":3:1)
#loc1 = loc("reduce":4:1)
#loc7 = loc("k.py":2:1)
#loc8 = loc("k.py":4:1)
