// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-tma-lowering | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#cube = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#fp4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
#smem = #ttg.shared_memory
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-DAG: #shared3 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #shared4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
// CHECK-DAG: #shared5 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, fp4Padded = true}>
// CHECK-DAG: #shared6 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared7 = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A load fills memory, waits for it, and loads from there.
  // CHECK: tt.func @load(%arg0: !tt.tensordesc<tensor<64x64xf16, #shared>>, %arg1: i32) -> tensor<64x64xf16, #blocked> {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.barrier_expect %1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg1] %0, %1, %true : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %1, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %2 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   tt.return %2 : tensor<64x64xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @load(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %i: i32) -> tensor<64x64xf16, #blocked> {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    tt.return %x : tensor<64x64xf16, #blocked>
  }

  // Memory that was made for it is that memory; so are views of it.
  // CHECK: tt.func @load_for_memory(%arg0: !tt.tensordesc<tensor<64x64xf16, #shared>>, %arg1: i32, %arg2: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.barrier_expect %1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg1] %0, %1, %true : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %1, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %2 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>
  // CHECK-NEXT:   %3 = ttng.warp_group_dot %0, %2, %arg2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared2, #smem, mutable> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   tt.return %3 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @load_for_memory(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %i: i32, %c: tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>>) -> tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>> {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %t = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #smem>
    %r = ttng.warp_group_dot %m, %t, %c : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #smem> -> tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>>
    tt.return %r : tensor<64x64xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>>
  }

  // Memory of another layout is filled from registers.
  // CHECK: tt.func @load_for_both(%arg0: !tt.tensordesc<tensor<64x64xf16, #shared>>, %arg1: i32) -> (!ttg.memdesc<64x64xf16, #shared3, #smem>, tensor<64x64xf16, #blocked>) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.barrier_expect %1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg1] %0, %1, %true : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %1, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %2 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared3, #smem>
  // CHECK-NEXT:   %4 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   tt.return %3, %4 : !ttg.memdesc<64x64xf16, #shared3, #smem>, tensor<64x64xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @load_for_both(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %i: i32) -> (!ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem>, tensor<64x64xf16, #blocked>) {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem>
    %n = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %y = ttg.local_load %n : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #blocked>
    tt.return %m, %y : !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem>, tensor<64x64xf16, #blocked>
  }

  // Leading dimensions of extent 1 may be left out.
  // CHECK: tt.func @load_of_lower_rank(%arg0: !tt.tensordesc<tensor<1x64x64xf16, #shared4>>, %arg1: i32) -> tensor<64x64xf16, #blocked> {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.barrier_expect %1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.async_tma_copy_global_to_local %arg0[%arg1, %arg1, %arg1] %0, %1, %true : !tt.tensordesc<tensor<1x64x64xf16, #shared4>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %1, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %2 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   tt.return %2 : tensor<64x64xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @load_of_lower_rank(%d: !tt.tensordesc<tensor<1x64x64xf16, #cube>>, %i: i32) -> tensor<64x64xf16, #blocked> {
    %x = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x64x64xf16, #cube>> -> tensor<64x64xf16, #blocked>
    tt.return %x : tensor<64x64xf16, #blocked>
  }

  // Stores go through memory too, and wait until that has been read.
  // CHECK: tt.func @store_and_reduce(%arg0: !tt.tensordesc<tensor<64x64xf16, #shared>>, %arg1: i32, %arg2: tensor<64x64xf16, #blocked>) {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   ttng.async_tma_copy_local_to_global %arg0[%arg1, %arg1] %0 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   ttng.async_tma_reduce add, %arg0[%arg1, %arg1] %1 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT:   ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @store_and_reduce(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %i: i32, %x: tensor<64x64xf16, #blocked>) {
    tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
    tt.descriptor_reduce add, %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16, #shared>>, tensor<64x64xf16, #blocked>
    tt.return
  }

  // Rows that are picked.
  // CHECK: tt.func @gather_and_scatter(%arg0: !tt.tensordesc<tensor<1x64xf16, #shared>>, %arg1: tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, %arg2: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   %1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.barrier_expect %1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.async_tma_gather %arg0[%arg1, %arg2] %0, %1, %true : !tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, i32, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, i1
  // CHECK-NEXT:   ttng.wait_barrier %1, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT:   ttng.async_tma_scatter %arg0[%arg1, %arg2] %0 : !tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>, i32, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT:   ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @gather_and_scatter(%d: !tt.tensordesc<tensor<1x64xf16, #shared>>, %r: tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>>, %i: i32) {
    %x = tt.descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>>, i32) -> tensor<64x64xf16, #blocked>
    tt.descriptor_scatter %d[%r, %i], %x : !tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>>, i32, tensor<64x64xf16, #blocked>
    tt.return
  }

  // A place in padded fp4 is counted in values.
  // CHECK: tt.func @fp4(%arg0: !tt.tensordesc<tensor<64x64xi8, #shared5>>, %arg1: i32) -> tensor<64x64xi8, #blocked> {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xi8, #shared5, #smem, mutable>
  // CHECK-NEXT:   %1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.init_barrier %1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.barrier_expect %1, 4096, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %2 = arith.muli %arg1, %c2_i32 : i32
  // CHECK-NEXT:   ttng.async_tma_copy_global_to_local %arg0[%arg1, %2] %0, %1, %true : !tt.tensordesc<tensor<64x64xi8, #shared5>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xi8, #shared5, #smem, mutable>
  // CHECK-NEXT:   ttng.wait_barrier %1, %c0_i32 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   ttng.inval_barrier %1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  // CHECK-NEXT:   %3 = ttg.local_load %0 : !ttg.memdesc<64x64xi8, #shared5, #smem, mutable> -> tensor<64x64xi8, #blocked>
  // CHECK-NEXT:   tt.return %3 : tensor<64x64xi8, #blocked>
  // CHECK-NEXT: }
  tt.func @fp4(%d: !tt.tensordesc<tensor<64x64xi8, #fp4>>, %i: i32) -> tensor<64x64xi8, #blocked> {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xi8, #fp4>> -> tensor<64x64xi8, #blocked>
    tt.return %x : tensor<64x64xi8, #blocked>
  }

  // Descriptors: extents and strides from the last dimension on, strides in bytes.
  // CHECK: tt.func @descriptors(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<i8>, %arg2: i32, %arg3: i64) -> (!tt.tensordesc<tensor<64x64xf16, #shared>>, !tt.tensordesc<tensor<64x64xi8, #shared5>>, !tt.tensordesc<tensor<512x32xf16, #shared6>>, !tt.tensordesc<tensor<8x16xsi8, #shared7>>) {
  // CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
  // CHECK-NEXT:   %c16_i32 = arith.constant 16 : i32
  // CHECK-NEXT:   %c256_i32 = arith.constant 256 : i32
  // CHECK-NEXT:   %c32_i32 = arith.constant 32 : i32
  // CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
  // CHECK-NEXT:   %c128_i32 = arith.constant 128 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %c2_i64 = arith.constant 2 : i64
  // CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
  // CHECK-NEXT:   %0 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
  // CHECK-NEXT:   %1 = arith.muli %arg3, %c2_i64 : i64
  // CHECK-NEXT:   ttng.tensormap_create %0, %arg0, [%c64_i32, %c64_i32], [%arg2, %arg2], [%1], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 1 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
  // CHECK-NEXT:   ttng.tensormap_fenceproxy_acquire %0 : !tt.ptr<i8>
  // CHECK-NEXT:   %2 = ttng.reinterpret_tensor_descriptor %0 : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xf16, #shared>>
  // CHECK-NEXT:   %3 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
  // CHECK-NEXT:   %4 = arith.muli %arg2, %c2_i32 : i32
  // CHECK-NEXT:   ttng.tensormap_create %3, %arg1, [%c128_i32, %c64_i32], [%4, %arg2], [%arg3], [%c1_i32, %c1_i32] {elem_type = 14 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i32, i64, i32, i32) -> ()
  // CHECK-NEXT:   ttng.tensormap_fenceproxy_acquire %3 : !tt.ptr<i8>
  // CHECK-NEXT:   %5 = ttng.reinterpret_tensor_descriptor %3 : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xi8, #shared5>>
  // CHECK-NEXT:   %6 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
  // CHECK-NEXT:   %7 = arith.muli %arg3, %c2_i64 : i64
  // CHECK-NEXT:   ttng.tensormap_create %6, %arg0, [%c32_i32, %c256_i32], [%arg2, %arg2], [%7], [%c1_i32, %c1_i32] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 2 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
  // CHECK-NEXT:   ttng.tensormap_fenceproxy_acquire %6 : !tt.ptr<i8>
  // CHECK-NEXT:   %8 = ttng.reinterpret_tensor_descriptor %6 : !tt.ptr<i8> to !tt.tensordesc<tensor<512x32xf16, #shared6>>
  // CHECK-NEXT:   %9 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
  // CHECK-NEXT:   ttng.tensormap_create %9, %arg1, [%c16_i32, %c8_i32], [%arg2, %arg2], [%arg3], [%c1_i32, %c1_i32] {elem_type = 0 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 0 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i32, i64, i32, i32) -> ()
  // CHECK-NEXT:   ttng.tensormap_fenceproxy_acquire %9 : !tt.ptr<i8>
  // CHECK-NEXT:   %10 = ttng.reinterpret_tensor_descriptor %9 : !tt.ptr<i8> to !tt.tensordesc<tensor<8x16xsi8, #shared7>>
  // CHECK-NEXT:   tt.return %2, %5, %8, %10 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !tt.tensordesc<tensor<64x64xi8, #shared5>>, !tt.tensordesc<tensor<512x32xf16, #shared6>>, !tt.tensordesc<tensor<8x16xsi8, #shared7>>
  // CHECK-NEXT: }
  tt.func @descriptors(%p: !tt.ptr<f16>, %q: !tt.ptr<i8>, %n: i32, %s: i64) -> (!tt.tensordesc<tensor<64x64xf16, #shared>>, !tt.tensordesc<tensor<64x64xi8, #fp4>>, !tt.tensordesc<tensor<512x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>>>, !tt.tensordesc<tensor<8x16xsi8, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>>>) {
    %c1 = arith.constant 1 : i64
    %0 = tt.make_tensor_descriptor %p, [%n, %n], [%s, %c1] {padding = 2 : i32} : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16, #shared>>
    %1 = tt.make_tensor_descriptor %q, [%n, %n], [%s, %c1] : !tt.ptr<i8>, !tt.tensordesc<tensor<64x64xi8, #fp4>>
    %2 = tt.make_tensor_descriptor %p, [%n, %n], [%s, %c1] : !tt.ptr<f16>, !tt.tensordesc<tensor<512x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>>>
    %3 = tt.make_tensor_descriptor %q, [%n, %n], [%s, %c1] : !tt.ptr<i8>, !tt.tensordesc<tensor<8x16xsi8, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>>>
    tt.return %0, %1, %2, %3 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !tt.tensordesc<tensor<64x64xi8, #fp4>>, !tt.tensordesc<tensor<512x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>>>, !tt.tensordesc<tensor<8x16xsi8, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>>>
  }
}
