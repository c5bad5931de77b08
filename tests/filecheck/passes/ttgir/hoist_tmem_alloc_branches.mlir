// RUN: xtriton-opt %s --tritongpu-hoist-tmem-alloc=hoist-out-of-if=true | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // A sum that is added to in one branch only: memory is allocated around both, and holds the sum in any case.
  // CHECK: tt.func @changed_in_branch(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64xf32, #blocked>, %arg3: i1) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %true_0 = arith.constant true
  // CHECK-NEXT:   %0 = ttng.tmem_store %arg2, %result[%token], %true_0 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %1 = scf.if %arg3 -> (!ttg.async.token) {
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %2 : !ttg.async.token
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %0 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %result_1, %token_2 = ttng.tmem_load %result[%1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @changed_in_branch(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: tensor<128x64xf32, #blocked>, %u: i1) -> tensor<128x64xf32, #blocked> {
    %true = arith.constant true
    %r = scf.if %u -> tensor<128x64xf32, #blocked> {
      %m, %t0 = ttng.tmem_alloc %x : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %y, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      scf.yield %y : tensor<128x64xf32, #blocked>
    } else {
      scf.yield %x : tensor<128x64xf32, #blocked>
    }
    tt.return %r : tensor<128x64xf32, #blocked>
  }

  // Not if the other branch yields something else.
  // CHECK: tt.func @changed_in_both(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64xf32, #blocked>, %arg3: tensor<128x64xf32, #blocked>, %arg4: i1) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = scf.if %arg4 -> (tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:     %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:     %true_0 = arith.constant true
  // CHECK-NEXT:     %1 = ttng.tmem_store %arg2, %result[%token], %true_0 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%1], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_1, %token_2 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     scf.yield %result_1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %arg3 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @changed_in_both(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: tensor<128x64xf32, #blocked>, %z: tensor<128x64xf32, #blocked>, %u: i1) -> tensor<128x64xf32, #blocked> {
    %true = arith.constant true
    %r = scf.if %u -> tensor<128x64xf32, #blocked> {
      %m, %t0 = ttng.tmem_alloc %x : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %y, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      scf.yield %y : tensor<128x64xf32, #blocked>
    } else {
      scf.yield %z : tensor<128x64xf32, #blocked>
    }
    tt.return %r : tensor<128x64xf32, #blocked>
  }

  // A copy of memory that is not used any more is that memory.
  // CHECK: tt.func @copy(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %true_0 = arith.constant true
  // CHECK-NEXT:   %0 = ttng.tmem_store %arg2, %result[%token], %true_0 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %1 = ttng.tc_gen5_mma %arg0, %arg1, %result[%0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%1], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_1, %token_2 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @copy(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: tensor<128x64xf32, #blocked>) -> tensor<128x64xf32, #blocked> {
    %true = arith.constant true
    %m, %t0 = ttng.tmem_alloc %x : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %y, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %o, %t3 = ttng.tmem_alloc %y : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %t4 = ttng.tc_gen5_mma %a, %b, %o[%t3], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %z, %t5 = ttng.tmem_load %o[%t4] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.return %z : tensor<128x64xf32, #blocked>
  }

  // One of memory that is, is not.
  // CHECK: tt.func @copy_of_used(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64xf32, #blocked>) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %true_0 = arith.constant true
  // CHECK-NEXT:   %0 = ttng.tmem_store %arg2, %result[%token], %true_0 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_1, %token_2 = ttng.tmem_load %result[%0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %result_3, %token_4 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %true_5 = arith.constant true
  // CHECK-NEXT:   %1 = ttng.tmem_store %result_1, %result_3[%token_4], %true_5 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %2 = ttng.tc_gen5_mma %arg0, %arg1, %result_3[%1], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_6, %token_7 = ttng.tmem_load %result_3[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_1, %result_6 : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @copy_of_used(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: tensor<128x64xf32, #blocked>) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
    %true = arith.constant true
    %m, %t0 = ttng.tmem_alloc %x : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %y, %t2 = ttng.tmem_load %m[%t0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %o, %t3 = ttng.tmem_alloc %y : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %t4 = ttng.tc_gen5_mma %a, %b, %o[%t3], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %z, %t5 = ttng.tmem_load %o[%t4] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.return %y, %z : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  }

  // The first value stored to new memory is its initial value while the pass runs, and stored again in the end.
  // CHECK: tt.func @initial_value(%arg0: tensor<128x64xf32, #blocked>, %arg1: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %true_0 = arith.constant true
  // CHECK-NEXT:   %0 = ttng.tmem_store %arg0, %result[%token], %true_0 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_1, %token_2 = ttng.tmem_load %result[%0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %result_3, %token_4 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %1 = ttng.tmem_store %arg0, %result_3[%token_4], %arg1 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_5, %token_6 = ttng.tmem_load %result_3[%1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %result_7, %token_8 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %2 = arith.negf %arg0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %3 = ttng.tmem_store %2, %result_7[%token_8], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_9, %token_10 = ttng.tmem_load %result_7[%3] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_1, %result_5, %result_9 : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @initial_value(%x: tensor<128x64xf32, #blocked>, %u: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
    %true = arith.constant true
    %m, %t0 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %t1 = ttng.tmem_store %x, %m[%t0], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %a, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %n, %s0 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %s1 = ttng.tmem_store %x, %n[%s0], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %b, %s2 = ttng.tmem_load %n[%s1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %o, %r0 = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %y = arith.negf %x : tensor<128x64xf32, #blocked>
    %r1 = ttng.tmem_store %y, %o[%r0], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %c, %r2 = ttng.tmem_load %o[%r1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.return %a, %b, %c : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  }

  // Loops keep their allocations.
  // CHECK: tt.func @loop(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64xf32, #blocked>, %arg3: i32) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %arg2) -> (tensor<128x64xf32, #blocked>)  : i32 {
  // CHECK-NEXT:     %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:     %true_0 = arith.constant true
  // CHECK-NEXT:     %1 = ttng.tmem_store %arg5, %result[%token], %true_0 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%1], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_1, %token_2 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     scf.yield %result_1 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @loop(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: tensor<128x64xf32, #blocked>, %n: i32) -> tensor<128x64xf32, #blocked> {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (tensor<128x64xf32, #blocked>) : i32 {
      %m, %t0 = ttng.tmem_alloc %acc : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %y, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      scf.yield %y : tensor<128x64xf32, #blocked>
    }
    tt.return %r : tensor<128x64xf32, #blocked>
  }
}
