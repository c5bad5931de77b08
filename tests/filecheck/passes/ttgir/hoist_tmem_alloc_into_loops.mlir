// RUN: xtriton-opt %s --tritongpu-hoist-tmem-alloc=hoist-out-of-if=true | filecheck %s

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // The memory is overwritten in each iteration before it is read: it is allocated there. The loop carries a token without a meaning.
  // CHECK: tt.func @store(%arg0: tensor<128x64xf32, #blocked>, %arg1: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg2: i32) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = ub.poison : !ttg.async.token
  // CHECK-NEXT:   %1 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:     %2 = ttng.tmem_store %arg0, %result[%token], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_0, %token_1 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     tt.store %arg1, %result_0 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     scf.yield %arg4 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @store(%v: tensor<128x64xf32, #blocked>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %t1 = ttng.tmem_store %v, %m[%t0], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      tt.store %p, %x : tensor<128x64x!tt.ptr<f32>, #blocked>
      scf.yield %t2 : !ttg.async.token
    }
    tt.return
  }

  // A product that does not add overwrites it, too.
  // CHECK: tt.func @mma(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg3: i32) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %false = arith.constant false
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = ub.poison : !ttg.async.token
  // CHECK-NEXT:   %1 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%token], %false, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_0, %token_1 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     tt.store %arg2, %result_0 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     scf.yield %arg5 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @mma(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %n: i32) {
    %true = arith.constant true
    %false = arith.constant false
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %false, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      tt.store %p, %x : tensor<128x64x!tt.ptr<f32>, #blocked>
      scf.yield %t2 : !ttg.async.token
    }
    tt.return
  }

  // This one adds to what the last iteration left.
  // CHECK: tt.func @adds(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg3: i32) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %token) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %1 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg5], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_0, %token_1 = ttng.tmem_load %result[%1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     tt.store %arg2, %result_0 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     scf.yield %token_1 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @adds(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      tt.store %p, %x : tensor<128x64x!tt.ptr<f32>, #blocked>
      scf.yield %t2 : !ttg.async.token
    }
    tt.return
  }

  // This store may not happen.
  // CHECK: tt.func @perhaps(%arg0: tensor<128x64xf32, #blocked>, %arg1: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg2: i32, %arg3: i1) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %token) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %1 = ttng.tmem_store %arg0, %result[%arg5], %arg3 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_0, %token_1 = ttng.tmem_load %result[%1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     tt.store %arg1, %result_0 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     scf.yield %token_1 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @perhaps(%v: tensor<128x64xf32, #blocked>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %n: i32, %u: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %t1 = ttng.tmem_store %v, %m[%t0], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      tt.store %p, %x : tensor<128x64x!tt.ptr<f32>, #blocked>
      scf.yield %t2 : !ttg.async.token
    }
    tt.return
  }

  // The memory is read after the loop.
  // CHECK: tt.func @read_afterwards(%arg0: tensor<128x64xf32, #blocked>, %arg1: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg2: i32) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %token) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %1 = ttng.tmem_store %arg0, %result[%arg4], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %1 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.store %arg1, %result_0 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @read_afterwards(%v: tensor<128x64xf32, #blocked>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %t1 = ttng.tmem_store %v, %m[%t0], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %t1 : !ttg.async.token
    }
    %x, %t2 = ttng.tmem_load %m[%r] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.store %p, %x : tensor<128x64x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
