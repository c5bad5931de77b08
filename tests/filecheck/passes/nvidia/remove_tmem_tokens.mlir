// RUN: xtriton-opt %s --triton-nvidia-gpu-remove-tmem-tokens | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#fp8 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Operations get new results and drop their dependencies; attributes stay.
  // CHECK: tt.func @straight(%arg0: tensor<128x64xf32, #blocked>, %arg1: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg2: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg3: i1) -> tensor<128x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ub.poison : !ttg.async.token
  // CHECK-NEXT:   %result = ttng.tmem_alloc {note = 1 : i32} : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tmem_store %arg0, %result, %arg3 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg1, %arg2, %result, %arg3, %arg3 {tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %result_0 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %result_0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @straight(%x: tensor<128x64xf32, #blocked>, %a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %p: i1) -> tensor<128x64xf32, #blocked> {
    %m, %t0 = ttng.tmem_alloc {note = 1 : i32} : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %t1 = ttng.tmem_store %x, %m[%t0], %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %t2 = ttng.tc_gen5_mma %a, %b, %m[%t1], %p, %p {tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    %r, %t3 = ttng.tmem_load %m[%t2] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.return %r : tensor<128x64xf32, #blocked>
  }

  // A loop that carries a token goes on with a value that is none, until it is canonicalized.
  // CHECK: tt.func @carried(%arg0: tensor<128x64xf32, #blocked>, %arg1: i32, %arg2: i1) {
  // CHECK-NEXT:   %0 = ub.poison : !ttg.async.token
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %result = ttng.tmem_alloc %arg0 : (tensor<128x64xf32, #blocked>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %1 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %0) -> (!ttg.async.token)  : i32 {
  // CHECK-NEXT:     %result_0 = ttng.tmem_load %result : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     %2 = arith.addf %result_0, %result_0 : tensor<128x64xf32, #blocked>
  // CHECK-NEXT:     ttng.tmem_store %2, %result, %arg2 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:     scf.yield %0 : !ttg.async.token
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @carried(%x: tensor<128x64xf32, #blocked>, %n: i32, %p: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m, %t0 = ttng.tmem_alloc %x : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%t = %t0) -> (!ttg.async.token) : i32 {
      %y, %t1 = ttng.tmem_load %m[%t] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      %z = arith.addf %y, %y : tensor<128x64xf32, #blocked>
      %t2 = ttng.tmem_store %z, %m[%t1], %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %t2 : !ttg.async.token
    }
    tt.return
  }

  // Barriers and scales keep their places among the operands.
  // CHECK: tt.func @scaled(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: !ttg.async.token, %arg2: !ttg.memdesc<128x64xf8E4M3FN, #shared1, #smem>, %arg3: !ttg.memdesc<64x64xf8E4M3FN, #shared1, #smem>, %arg4: !ttg.memdesc<128x2xi8, #tmem_scales, #ttng.tensor_memory>, %arg5: !ttg.memdesc<64x2xi8, #tmem_scales, #ttng.tensor_memory>, %arg6: !ttg.memdesc<1xi64, #shared2, #smem, mutable>, %arg7: i1) {
  // CHECK-NEXT:   %0 = ub.poison : !ttg.async.token
  // CHECK-NEXT:   ttng.tc_gen5_mma_scaled %arg2, %arg3, %arg0, %arg4, %arg5, %arg7, %arg7 lhs = e4m3 rhs = e4m3, %arg6[%arg7] {is_async} : !ttg.memdesc<128x64xf8E4M3FN, #shared1, #smem>, !ttg.memdesc<64x64xf8E4M3FN, #shared1, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<64x2xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_mma_scaled %arg2, %arg3, %arg0, %arg4, %arg5, %arg7, %arg7 lhs = e4m3 rhs = e4m3 : !ttg.memdesc<128x64xf8E4M3FN, #shared1, #smem>, !ttg.memdesc<64x64xf8E4M3FN, #shared1, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<64x2xi8, #tmem_scales, #ttng.tensor_memory>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @scaled(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %t: !ttg.async.token, %a: !ttg.memdesc<128x64xf8E4M3FN, #fp8, #smem>, %b: !ttg.memdesc<64x64xf8E4M3FN, #fp8, #smem>, %s: !ttg.memdesc<128x2xi8, #scales, #ttng.tensor_memory>, %u: !ttg.memdesc<64x2xi8, #scales, #ttng.tensor_memory>, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %p: i1) {
    %t1 = ttng.tc_gen5_mma_scaled %a, %b, %m[%t], %s, %u, %p, %p lhs = e4m3 rhs = e4m3, %bar[%p] {is_async} : !ttg.memdesc<128x64xf8E4M3FN, #fp8, #smem>, !ttg.memdesc<64x64xf8E4M3FN, #fp8, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<64x2xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    %t2 = ttng.tc_gen5_mma_scaled %a, %b, %m[], %s, %u, %p, %p lhs = e4m3 rhs = e4m3 : !ttg.memdesc<128x64xf8E4M3FN, #fp8, #smem>, !ttg.memdesc<64x64xf8E4M3FN, #fp8, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #scales, #ttng.tensor_memory>, !ttg.memdesc<64x2xi8, #scales, #ttng.tensor_memory>
    tt.return
  }

  // Operations without tokens stay; the poison token is inserted all the same.
  // CHECK: tt.func @without_tokens(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: i1) {
  // CHECK-NEXT:   %0 = ub.poison : !ttg.async.token
  // CHECK-NEXT:   %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
  // CHECK-NEXT:   ttng.tmem_store %result, %arg0, %arg1 : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @without_tokens(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %p: i1) {
    %y = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    ttng.tmem_store %y, %m, %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}
