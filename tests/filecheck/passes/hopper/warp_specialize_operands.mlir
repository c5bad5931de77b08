// RUN: xtriton-opt %s --hopper-warp-specialize | filecheck %s

// A tile whose rows are summed is read by threads, and TMA, which writes its stage next, is another proxy: a fence comes
// before the release. The stage of the left operand, which only the dot reads, is released without one.
//
// The operand that a consumer computes is deallocated after the wait for its dot: otherwise what is allocated next
// would be written while the dot reads it.
// CHECK: ttg.warp_specialize
// CHECK: %[[TILE:.*]] = ttg.local_load
// CHECK-NEXT: "tt.reduce"(%[[TILE]])
// CHECK: ttng.fence_async_shared
// CHECK-NEXT: %[[EMPTY:.*]] = ttg.memdesc_index
// CHECK: ttng.barrier_expect %[[EMPTY]], 0,
// CHECK: %[[OPERAND:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x64xf16, #blocked>)
// CHECK: ttng.fence_async_shared
// CHECK: ttng.warp_group_dot %{{.*}}, %[[OPERAND]],
// CHECK-NOT: ttg.local_dealloc
// CHECK: ttng.warp_group_dot_wait
// CHECK: ttg.local_dealloc %[[OPERAND]]
// CHECK-NOT: ttng.fence_async_shared
// CHECK: ttng.barrier_expect %{{.*}}, 0,
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @computed_operand(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32) {
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %none = arith.constant dense<0.000000e+00> : tensor<64xf16, #ttg.slice<{dim = 0, parent = #blocked}>>
    %0 = arith.extsi %arg4 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f16>, <64x64xf16, #shared>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <64x64xf16, #shared>
    %3 = tt.make_tensor_descriptor %arg2, [%arg3, %c64_i32], [%c64_i64, %c1_i64] : <f32>, <64x64xf32, #shared1>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = arith.addi %5, %c64_i32 : i32
    %7:3 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst, %sums = %none) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>, tensor<64xf16, #ttg.slice<{dim = 0, parent = #blocked}>>)  : i32 {
      %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %sum = "tt.reduce"(%15) <{axis = 0 : i32}> ({
      ^bb0(%x: f16, %y: f16):
        %z = arith.addf %x, %y : f16
        tt.reduce.return %z : f16
      }) : (tensor<64x64xf16, #blocked>) -> tensor<64xf16, #ttg.slice<{dim = 0, parent = #blocked}>>
      %more = arith.addf %sums, %sum : tensor<64xf16, #ttg.slice<{dim = 0, parent = #blocked}>>
      %row = tt.expand_dims %sums {axis = 0 : i32} : tensor<64xf16, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x64xf16, #blocked>
      %computed = tt.broadcast %row : tensor<1x64xf16, #blocked> -> tensor<64x64xf16, #blocked>
      %16 = ttg.local_alloc %computed : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %17, %18, %more : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>, tensor<64xf16, #ttg.slice<{dim = 0, parent = #blocked}>>
    }
    %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    %9 = arith.addi %5, %c64_i32 : i32
    %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}
