// RUN: xtriton-opt %s --tritongpu-hoist-tmem-alloc | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // The accumulator of a loop is carried in tensor memory, and loaded once, after the loop.
  // CHECK: tt.func @accumulator(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: i32) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %0 = ttng.tmem_store %cst, %result[%token], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %1 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg4], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %2 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @accumulator(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) -> tensor<128x64xf32, #blocked> {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #blocked>
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #blocked>) : i32 {
      %m, %t0 = ttng.tmem_alloc %acc : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      scf.yield %x : tensor<128x64xf32, #blocked>
    }
    tt.return %r : tensor<128x64xf32, #blocked>
  }

  // One that is changed between products is stored at the end of each iteration.
  // CHECK: tt.func @scaled_accumulator(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64xf32, #blocked>, %arg3: i32) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %0 = ttng.tmem_store %cst, %result[%token], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %1 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg5], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result_2, %token_3 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     %3 = arith.mulf %result_2, %arg2 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     %4 = ttng.tmem_store %3, %result[%token_3], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %4 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @scaled_accumulator(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %s: tensor<128x64xf32, #blocked>, %n: i32) -> tensor<128x64xf32, #blocked> {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #blocked>
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #blocked>) : i32 {
      %m, %t0 = ttng.tmem_alloc %acc : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %y = arith.mulf %x, %s : tensor<128x64xf32, #blocked>
      scf.yield %y : tensor<128x64xf32, #blocked>
    }
    tt.return %r : tensor<128x64xf32, #blocked>
  }

  // A sum that starts anew now and then is stored under that condition; where the old sum goes on if it does not hold,
  // the condition is negated.
  // CHECK: tt.func @selected_accumulator(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: i1, %arg3: i1, %arg4: i32) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %0 = ttng.tmem_store %cst, %result[%token], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %1 = scf.for %arg5 = %c0_i32 to %arg4 step %c1_i32 iter_args(%arg6 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg6], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %3 = arith.xori %arg2, %true : i1
  // CHECK-NEXT:     %4 = ttng.tmem_store %cst, %result[%2], %3 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %5 = ttng.tmem_store %cst, %result[%4], %arg3 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %5 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %result[%1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @selected_accumulator(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %u: i1, %v: i1, %n: i32) -> tensor<128x64xf32, #blocked> {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #blocked>
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #blocked>) : i32 {
      %m, %t0 = ttng.tmem_alloc %acc : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %y = arith.select %u, %x, %zero : tensor<128x64xf32, #blocked>
      %w = ttng.tmem_store %y, %m[%t2], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %z, %t3 = ttng.tmem_load %m[%w] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %k = arith.select %v, %zero, %z : tensor<128x64xf32, #blocked>
      scf.yield %k : tensor<128x64xf32, #blocked>
    }
    tt.return %r : tensor<128x64xf32, #blocked>
  }

  // Once the choice has become a store, the load is needed in a branch only, and goes there.
  // CHECK: tt.func @needed_in_branch(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg3: i1, %arg4: i32) {
  // CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK-NEXT:   %0 = ttng.tmem_store %cst, %result[%token], %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %1 = scf.for %arg5 = %c0_i32 to %arg4 step %c1_i32 iter_args(%arg6 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg6], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %3 = scf.if %arg3 -> (!ttg.async.token) {
  // CHECK-NEXT:       %5 = scf.for %arg7 = %c0_i32 to %arg4 step %c1_i32 iter_args(%arg8 = %2) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:         %result_0, %token_1 = ttng.tmem_load %result[%2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:         %6 = arith.mulf %result_0, %result_0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:         tt.store %arg2, %6 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:         scf.yield %token_1 : !ttg.async.token
  // CHECK-NEXT:       }
  // CHECK-NEXT:       scf.yield %5 : !ttg.async.token
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       scf.yield %2 : !ttg.async.token
  // CHECK-NEXT:     }
  // CHECK-NEXT:     %4 = ttng.tmem_store %cst, %result[%3], %arg3 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %4 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @needed_in_branch(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %u: i1, %n: i32) {
    %zero = arith.constant dense<0.0> : tensor<128x64xf32, #blocked>
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #blocked>) : i32 {
      %m, %t0 = ttng.tmem_alloc %acc : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %a, %b, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      scf.if %u {
        scf.for %j = %c0 to %n step %c1 : i32 {
          %q = arith.mulf %x, %x : tensor<128x64xf32, #blocked>
          tt.store %p, %q : tensor<128x64x!tt.ptr<f32>, #blocked>
        }
      }
      %new = arith.select %u, %zero, %x : tensor<128x64xf32, #blocked>
      scf.yield %new : tensor<128x64xf32, #blocked>
    }
    tt.return
  }

  // Loop-invariant operands are stored to tensor memory once, and so are operations that compute them from one value.
  // CHECK: tt.func @invariant_operand(%arg0: tensor<128x64xf16, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1, %arg4: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = math.exp2 %arg0 : tensor<128x64xf16, #blocked>
  // CHECK-NEXT:   %result = ttng.tmem_alloc %0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>
  // CHECK-NEXT:   scf.for %arg5 = %c0_i32 to %arg4 step %c1_i32  : i32 {
  // CHECK-NEXT:     ttng.tc_gen5_mma %result, %arg1, %arg2, %arg3, %arg3 : !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @invariant_operand(%x: tensor<128x64xf16, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %y = math.exp2 %x : tensor<128x64xf16, #blocked>
      %a = ttng.tmem_alloc %y : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>
      ttng.tc_gen5_mma %a, %b, %m, %t, %t : !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    }
    tt.return
  }

  // One that is made of several values stays in the loop.
  // CHECK: tt.func @operand_of_two(%arg0: tensor<128x64xf16, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1, %arg4: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   scf.for %arg5 = %c0_i32 to %arg4 step %c1_i32  : i32 {
  // CHECK-NEXT:     %0 = arith.addf %arg0, %arg0 : tensor<128x64xf16, #blocked>
  // CHECK-NEXT:     %result = ttng.tmem_alloc %0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>
  // CHECK-NEXT:     ttng.tc_gen5_mma %result, %arg1, %arg2, %arg3, %arg3 : !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @operand_of_two(%x: tensor<128x64xf16, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %y = arith.addf %x, %x : tensor<128x64xf16, #blocked>
      %a = ttng.tmem_alloc %y : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>
      ttng.tc_gen5_mma %a, %b, %m, %t, %t : !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    }
    tt.return
  }

  // A store of a value loaded just before, and a load that only orders others, are erased.
  // CHECK: tt.func @useless(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg2: !ttg.async.token, %arg3: tensor<128x64xf32, #blocked>, %arg4: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
  // CHECK-NEXT:   %result, %token = ttng.tmem_load %arg0[%arg2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %0 = ttng.tmem_store %arg3, %arg0[%token], %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0, %token_1 = ttng.tmem_load %arg0[%0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   %1 = ttng.tmem_store %result_0, %arg1[%token_1], %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   tt.return %result, %result_0 : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @useless(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %o: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: !ttg.async.token, %x: tensor<128x64xf32, #blocked>, %u: i1) -> (tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>) {
    %y, %t1 = ttng.tmem_load %m[%t] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %t2 = ttng.tmem_store %y, %m[%t1], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %unused, %t3 = ttng.tmem_load %m[%t2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %t4 = ttng.tmem_store %x, %m[%t3], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    // This one is stored elsewhere.
    %z, %t5 = ttng.tmem_load %m[%t4] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    %t6 = ttng.tmem_store %z, %o[%t5], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return %y, %z : tensor<128x64xf32, #blocked>, tensor<128x64xf32, #blocked>
  }

  // Without tokens nothing is known of the order.
  // CHECK: tt.func @without_tokens(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: tensor<128x64xf32, #blocked>, %arg2: i1, %arg3: i32) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %arg1) -> (tensor<128x64xf32, #blocked>)  : i32 {
  // CHECK-NEXT:     ttng.tmem_store %arg5, %arg0, %arg2 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     scf.yield %result : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @without_tokens(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %x: tensor<128x64xf32, #blocked>, %u: i1, %n: i32) -> tensor<128x64xf32, #blocked> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (tensor<128x64xf32, #blocked>) : i32 {
      ttng.tmem_store %acc, %m, %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %y = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      scf.yield %y : tensor<128x64xf32, #blocked>
    }
    tt.return %r : tensor<128x64xf32, #blocked>
  }
}
