// RUN: xtriton-opt %s --triton=3.6 --split-input-file --tritongpu-pipeline | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --split-input-file --tritongpu-pipeline=num-stages=1 | filecheck %s --check-prefix=SINGLE

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tiles = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>

// Loads of one stage and cluster share a barrier, which expects the bytes of both; a load behind a user has its own.

// CHECK-LABEL: @loads
// CHECK: ttng.init_barrier
// CHECK: ttng.barrier_expect {{%[^ ]+}}, 32768
// CHECK: ttng.async_tma_copy_global_to_local %arg0
// CHECK: ttng.async_tma_copy_global_to_local %arg1
// CHECK: scf.for
// CHECK: ttng.wait_barrier
// CHECK: ttg.local_load
// CHECK: ttg.local_load
// CHECK: ttng.barrier_expect {{%[^ ]+}}, 32768
// CHECK: ttng.async_tma_copy_global_to_local %arg0
// CHECK: ttng.async_tma_copy_global_to_local %arg1
// CHECK: ttng.inval_barrier
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @loads(%a: !tt.tensordesc<tensor<128x64xf16, #tiles>>, %b: !tt.tensordesc<tensor<128x64xf16, #tiles>>, %p: tensor<128x64x!tt.ptr<f16>, #blocked>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.descriptor_load %a[%i, %c0] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<tensor<128x64xf16, #tiles>> -> tensor<128x64xf16, #blocked>
      %y = tt.descriptor_load %b[%i, %c0] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.tensordesc<tensor<128x64xf16, #tiles>> -> tensor<128x64xf16, #blocked>
      %z = arith.addf %x, %y {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<128x64xf16, #blocked>
      tt.store %p, %z {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<128x64x!tt.ptr<f16>, #blocked>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tiles = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>

// CHECK-LABEL: @gather
// CHECK: ttng.barrier_expect {{%[^ ]+}}, 4096
// CHECK: ttng.async_tma_gather %arg0[%arg1, {{%[^ ]+}}]
// CHECK: scf.for
// CHECK: ttng.async_tma_gather
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @gather(%a: !tt.tensordesc<tensor<1x64xf16, #tiles>>, %rows: tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, %p: tensor<32x64x!tt.ptr<f16>, #blocked>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.descriptor_gather %a[%rows, %i] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : (!tt.tensordesc<tensor<1x64xf16, #tiles>>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>, i32) -> tensor<32x64xf16, #blocked>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<32x64x!tt.ptr<f16>, #blocked>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tiles = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>

// Stores of one shape share a buffer; each waits until it has been read. Loops without stages keep them.

// CHECK-LABEL: @stores
// CHECK: [[BUFFER:%[^ ]+]] = ttg.local_alloc
// CHECK-NOT: ttg.local_alloc
// CHECK: scf.for
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
// CHECK-NEXT: ttg.local_store %arg1, [[BUFFER]]
// CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
// CHECK-NEXT: ttng.async_tma_copy_local_to_global %arg0{{.*}} [[BUFFER]]
// CHECK-NEXT: ttng.async_tma_store_wait {pendings = 0 : i32}
// CHECK-NEXT: ttg.local_store %arg1, [[BUFFER]]
// CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
// CHECK-NEXT: ttng.async_tma_reduce add, %arg0{{.*}} [[BUFFER]]
// CHECK: }
// CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
// CHECK-NEXT: ttg.local_dealloc [[BUFFER]]

// SINGLE-LABEL: @stores
// SINGLE: tt.descriptor_store
// SINGLE: tt.descriptor_reduce
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @stores(%d: !tt.tensordesc<tensor<128x64xf16, #tiles>>, %x: tensor<128x64xf16, #blocked>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      tt.descriptor_store %d[%i, %c0], %x : !tt.tensordesc<tensor<128x64xf16, #tiles>>, tensor<128x64xf16, #blocked>
      tt.descriptor_reduce add, %d[%i, %c1], %x : !tt.tensordesc<tensor<128x64xf16, #tiles>>, tensor<128x64xf16, #blocked>
    }
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tiles = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>

// Descriptors that the loop creates have two buffers, chosen by a counter, also if they are created in a branch.

// CHECK-LABEL: @descriptors
// CHECK: ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32}
// CHECK: scf.for {{.*}} iter_args([[COUNT:%[^ ]+]] = %c0_i32
// CHECK: scf.if {{.*}} -> (i32)
// CHECK: [[OFFSET:%[^ ]+]] = arith.muli %c128_i32, [[COUNT]]
// CHECK: tt.addptr {{%[^ ]+}}, [[OFFSET]]
// CHECK: ttng.tensormap_create
// CHECK: ttng.tensormap_fenceproxy_acquire
// CHECK: ttng.reinterpret_tensor_descriptor
// CHECK: } else {
// CHECK: scf.yield [[COUNT]] : i32
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @descriptors(%p: !tt.ptr<f16>, %x: tensor<128x64xf16, #blocked>, %ub: i32, %stride: i64, %flag: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = arith.constant 1 : i64
    scf.for %i = %c0 to %ub step %c1 : i32 {
      scf.if %flag {
        %d = tt.make_tensor_descriptor %p, [%ub, %ub], [%stride, %one] : <f16>, <tensor<128x64xf16, #tiles>>
        tt.descriptor_store %d[%i, %c0], %x : !tt.tensordesc<tensor<128x64xf16, #tiles>>, tensor<128x64xf16, #blocked>
      }
    }
    tt.return
  }
}
