// RUN: xtriton-opt %s --tritongpu-hoist-tmem-alloc | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // A load is sunk to its user: the loop and the conditional around it get the load's token as one more result, or
  // the token that it depends on where they do not reach the load.
  // CHECK: tt.func @needed_in_one_branch(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.async.token, %arg2: tensor<128x64xf32, #blocked>, %arg3: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg4: i1, %arg5: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = scf.for %arg6 = %c0_i32 to %arg5 step %c1_i32 iter_args(%arg7 = %arg1) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %1 = scf.if %arg4 -> (!ttg.async.token) {
  // CHECK-NEXT:       %3 = scf.for %arg8 = %c0_i32 to %arg5 step %c1_i32 iter_args(%arg9 = %arg7) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:         %result, %token = ttng.tmem_load %arg0[%arg7] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:         tt.store %arg3, %result : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:         scf.yield %token : !ttg.async.token
  // CHECK-NEXT:       }
  // CHECK-NEXT:       scf.yield %3 : !ttg.async.token
  // CHECK-NEXT:     } else {
  // CHECK-NEXT:       scf.yield %arg7 : !ttg.async.token
  // CHECK-NEXT:     }
  // CHECK-NEXT:     %2 = ttng.tmem_store %arg2, %arg0[%1], %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %2 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @needed_in_one_branch(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: !ttg.async.token, %x: tensor<128x64xf32, #blocked>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %u: i1, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %y, %t1 = ttng.tmem_load %m[%t0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      scf.if %u {
        scf.for %j = %c0 to %n step %c1 : i32 {
          tt.store %p, %y : tensor<128x64x!tt.ptr<f32>, #blocked>
        }
      }
      %t2 = ttng.tmem_store %x, %m[%t1], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %t2 : !ttg.async.token
    }
    tt.return
  }

  // Of several loads in a row none changes places with another; past other things they go.
  // CHECK: tt.func @loads_in_a_row(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg2: !ttg.async.token, %arg3: !ttg.async.token, %arg4: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg5: tensor<128x64xf32, #blocked>, %arg6: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   scf.for %arg7 = %c0_i32 to %arg6 step %c1_i32  : i32 {
  // CHECK-NEXT:     %result, %token = ttng.tmem_load %arg0[%arg2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     %result_0, %token_1 = ttng.tmem_load %arg1[%arg3] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     %0 = arith.addf %result, %result_0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     tt.store %arg4, %0 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     tt.store %arg4, %arg5 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     %result_2, %token_3 = ttng.tmem_load %arg0[%arg2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     tt.store %arg4, %result_2 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     tt.store %arg4, %result_2 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @loads_in_a_row(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %o: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: !ttg.async.token, %s: !ttg.async.token, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %v: tensor<128x64xf32, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x, %t1 = ttng.tmem_load %m[%t] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %y, %s1 = ttng.tmem_load %o[%s] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %z = arith.addf %x, %y : tensor<128x64xf32, #blocked>
      tt.store %p, %z : tensor<128x64x!tt.ptr<f32>, #blocked>
      %w, %t2 = ttng.tmem_load %m[%t] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      tt.store %p, %v : tensor<128x64x!tt.ptr<f32>, #blocked>
      tt.store %p, %w : tensor<128x64x!tt.ptr<f32>, #blocked>
      tt.store %p, %w : tensor<128x64x!tt.ptr<f32>, #blocked>
    }
    tt.return
  }

  // Memory that may be overwritten before the use is loaded where it was; and so are values that are only used afterwards
  // for the next iteration, or outside of loops.
  // CHECK: tt.func @overwritten(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.async.token, %arg2: tensor<128x64x!tt.ptr<f32>, #blocked>, %arg3: tensor<128x64xf32, #blocked>, %arg4: i1, %arg5: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = scf.for %arg6 = %c0_i32 to %arg5 step %c1_i32 iter_args(%arg7 = %arg1) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %result_0, %token_1 = ttng.tmem_load %arg0[%arg7] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     %1 = ttng.tmem_store %arg3, %arg0[%token_1], %arg4 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     tt.store %arg2, %result_0 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     scf.yield %1 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %result, %token = ttng.tmem_load %arg0[%0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.store %arg2, %arg3 : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.store %arg2, %result : tensor<128x64x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @overwritten(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: !ttg.async.token, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %v: tensor<128x64xf32, #blocked>, %u: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %x, %t1 = ttng.tmem_load %m[%t0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %t2 = ttng.tmem_store %v, %m[%t1], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      tt.store %p, %x : tensor<128x64x!tt.ptr<f32>, #blocked>
      scf.yield %t2 : !ttg.async.token
    }
    %y, %t3 = ttng.tmem_load %m[%r] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.store %p, %v : tensor<128x64x!tt.ptr<f32>, #blocked>
    tt.store %p, %y : tensor<128x64x!tt.ptr<f32>, #blocked>
    tt.return
  }

  // Nor are operations moved there that give a token to the branch itself; Triton 3.6 creates invalid programs then.
  // CHECK: tt.func @yielded
  // CHECK-NEXT: arith.constant 0 : i32
  // CHECK-NEXT: arith.constant 1 : i32
  // CHECK-NEXT: scf.for {{.*}} iter_args([[T0:%.*]] = {{%.*}})
  // CHECK-NEXT:   [[X:%.*]], [[T1:%.*]] = ttng.tmem_load {{%.*}}{{\[}}[[T0]]{{\]}}
  // CHECK-NEXT:   [[T2:%.*]] = scf.if {{%.*}} -> (!ttg.async.token) {
  // CHECK-NEXT:     tt.store {{%.*}}, [[X]]
  // CHECK-NEXT:     scf.yield [[T1]]
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield [[T0]]
  // CHECK-NEXT:   }
  // CHECK-NEXT:   ttng.tmem_store {{%.*}}, {{%.*}}{{\[}}[[T2]]{{\]}}
  tt.func @yielded(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: !ttg.async.token, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %v: tensor<128x64xf32, #blocked>, %u: i1, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %x, %t1 = ttng.tmem_load %m[%t0] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %t2 = scf.if %u -> !ttg.async.token {
        tt.store %p, %x : tensor<128x64x!tt.ptr<f32>, #blocked>
        scf.yield %t1 : !ttg.async.token
      } else {
        scf.yield %t0 : !ttg.async.token
      }
      %t3 = ttng.tmem_store %v, %m[%t2], %u : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %t3 : !ttg.async.token
    }
    tt.return
  }
}
