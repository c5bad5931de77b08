// RUN: xtriton-opt %s --triton=3.6 --hopper-warp-specialize=shared-memory=107524 --canonicalize --cse --split-input-file --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --triton=3.7 --hopper-warp-specialize=shared-memory=107524 --canonicalize --cse --split-input-file --verify-diagnostics | filecheck %s --check-prefix=SPACES

// The scheduler claims each tile once, and sends its number to the three others: they wait for it after their tile, and
// the scheduler until all have read the one before.
// CHECK-LABEL: @claims
// CHECK:       %[[NUMBER:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1x1xi32
// CHECK:       ttng.init_barrier %{{.*}}, 1 :
// CHECK:       ttng.init_barrier %{{.*}}, 3 :
// CHECK:       requestedRegisters = array<i32: 240, 24, 24>
// CHECK:       default {
// CHECK:         scf.while (%[[T:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[PHASE:.*]] = %c0_i32)
// CHECK:           ttng.warp_group_dot
// CHECK:           ttng.wait_barrier
// CHECK:           %[[AT:.*]] = ttg.memdesc_index %[[NUMBER]]
// CHECK:           %[[NEXT:.*]] = ttg.local_load %[[AT]] {{.*}} -> tensor<1xi32
// CHECK-NEXT:      tt.unsplat %[[NEXT]]
// CHECK:           ttg.local_barrier
// CHECK-NEXT:      ttng.barrier_expect %{{.*}}, 0, %true
// CHECK-NOT:       tt.atomic_rmw
// CHECK:       partition0({{.*}}) num_warps(4)
// CHECK-NOT:     tt.atomic_rmw
// CHECK:       partition1({{.*}}) num_warps(1)
// CHECK:         ttng.async_tma_copy_global_to_local
// CHECK-NOT:     tt.atomic_rmw
// CHECK:         ttg.local_load
// CHECK:       partition2({{.*}}) num_warps(1)
// CHECK:         scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %c1_i32{{.*}})
// CHECK:         ^bb0(%[[PARITY:.*]]: i32):
// CHECK-NOT:       ttng.warp_group_dot
// CHECK:           ttng.wait_barrier %{{.*}}, %[[PARITY]]
// CHECK:           %[[CLAIMED:.*]] = scf.while
// CHECK:             tt.atomic_rmw add, relaxed
// CHECK:           %[[SENT:.*]] = tt.splat %[[CLAIMED]] : i32 -> tensor<1xi32
// CHECK:           ttg.local_store %[[SENT]]
// CHECK:           ttg.local_barrier
// CHECK-NEXT:      ttng.barrier_expect %{{.*}}, 0, %true
// SPACES-LABEL: @claims
// SPACES:       ttg.local_load {{.*}} -> tensor<1xi32
// SPACES:       ttg.barrier local
// SPACES-NEXT:  ttng.barrier_expect %{{.*}}, 0, %true
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{warp-specialised: 2 consumer warp groups, stages per ring: 3}}
  tt.func public @claims(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %tiles: i32, %counter: !tt.ptr<i32>) {
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
    %one = arith.constant 1 : i32
    %no = arith.constant false
    %first = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    %end = scf.while (%t = %first) : (i32) -> i32 {
      %more = arith.cmpi ult, %t, %tiles : i32
      scf.condition(%more) %t : i32
    } do {
    ^bb0(%tile: i32):
      %5 = arith.muli %tile, %c128_i32 : i32
      %6 = arith.addi %5, %c64_i32 : i32
      %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
        %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        scf.yield %17, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
      }
      %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
      tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #blocked1>
      %9 = arith.addi %5, %c64_i32 : i32
      %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
      tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #blocked1>
      %next = scf.while : () -> i32 {
        %earlier = tt.atomic_rmw add, relaxed, gpu, %counter, %one : (!tt.ptr<i32>, i32) -> i32
        %claimed = arith.addi %earlier, %programs : i32
        scf.condition(%no) %claimed : i32
      } do {
      ^bb0(%unused: i32):
        scf.yield
      }
      scf.yield %next : i32
    }
    tt.return
  }
}

// -----

// An atomic that also publishes the program's stores cannot be in another partition than these.
// CHECK-LABEL: @publishes
// CHECK-NOT:   ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @publishes(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %tiles: i32, %counter: !tt.ptr<i32>) {
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
    %one = arith.constant 1 : i32
    %no = arith.constant false
    %first = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    // expected-remark @below {{not warp-specialised: 'scf.while' op is control flow that cannot be cloned into partitions}}
    %end = scf.while (%t = %first) : (i32) -> i32 {
      %more = arith.cmpi ult, %t, %tiles : i32
      scf.condition(%more) %t : i32
    } do {
    ^bb0(%tile: i32):
      %5 = arith.muli %tile, %c128_i32 : i32
      %6 = arith.addi %5, %c64_i32 : i32
      %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c64_i32 iter_args(%arg6 = %cst, %arg7 = %cst) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)  : i32 {
        %11 = tt.descriptor_load %1[%5, %arg5] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %12 = ttg.local_alloc %11 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %13 = tt.descriptor_load %1[%6, %arg5] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %14 = ttg.local_alloc %13 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %15 = tt.descriptor_load %2[%arg5, %c0_i32] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %16 = ttg.local_alloc %15 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %17 = ttng.warp_group_dot %12, %16, %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        %18 = ttng.warp_group_dot %14, %16, %arg7 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        scf.yield %17, %18 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
      }
      %8 = ttg.convert_layout %7#0 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
      tt.descriptor_store %3[%5, %c0_i32], %8 : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #blocked1>
      %9 = arith.addi %5, %c64_i32 : i32
      %10 = ttg.convert_layout %7#1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
      tt.descriptor_store %3[%9, %c0_i32], %10 : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #blocked1>
      %next = scf.while : () -> i32 {
        %earlier = tt.atomic_rmw add, acq_rel, gpu, %counter, %one : (!tt.ptr<i32>, i32) -> i32
        %claimed = arith.addi %earlier, %programs : i32
        scf.condition(%no) %claimed : i32
      } do {
      ^bb0(%unused: i32):
        scf.yield
      }
      scf.yield %next : i32
    }
    tt.return
  }
}
