// RUN: xtriton-opt %s --triton=3.6 --tritongpu-prefetch | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#ab = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#bb = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Two products.
  // CHECK: tt.func @two_products(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf32, #mma>, %arg2: i32) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0:2 = scf.for %arg3 = %arg2 to %arg2 step %arg2 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT:     %1 = ttg.local_load %arg4 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %2 = ttg.local_load %arg4 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %3 = tt.dot %1, %2, %arg5 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %4 = tt.dot %1, %2, %3 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     scf.yield %arg4, %4 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
  // CHECK-NEXT:   } {tt.num_stages = 3 : i32}
  // CHECK-NEXT:   tt.return %0#1 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @two_products(%a0: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>) : i32 {
      %1 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #a>
      %2 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
      %3 = tt.dot %1, %2, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      %4 = tt.dot %1, %2, %3 : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %a, %4 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
    } {tt.num_stages = 3 : i32}
    tt.return %0#1 : tensor<64x64xf32, #mma>
  }

  // No tensor cores.
  // CHECK: tt.func @no_tensor_cores(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf32, #blocked>, %arg2: i32) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0:2 = scf.for %arg3 = %arg2 to %arg2 step %arg2 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #blocked>)  : i32 {
  // CHECK-NEXT:     %1 = ttg.local_load %arg4 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:     %2 = ttg.local_load %arg4 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
  // CHECK-NEXT:     %3 = tt.dot %1, %2, %arg5 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:     scf.yield %arg4, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   } {tt.num_stages = 3 : i32}
  // CHECK-NEXT:   tt.return %0#1 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @no_tensor_cores(%a0: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #blocked>, %n: i32) -> tensor<64x64xf32, #blocked> {
    %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #blocked>) : i32 {
      %1 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ab>
      %2 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #bb>
      %3 = tt.dot %1, %2, %acc : tensor<64x64xf16, #ab> * tensor<64x64xf16, #bb> -> tensor<64x64xf32, #blocked>
      scf.yield %a, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #blocked>
    } {tt.num_stages = 3 : i32}
    tt.return %0#1 : tensor<64x64xf32, #blocked>
  }

  // From here on the loop is replaced, and its attributes are dropped, but no load moves.
  // One operand is not carried.
  // CHECK: tt.func @not_carried(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<64x64xf32, #mma>, %arg3: i32) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0:2 = scf.for %arg4 = %arg3 to %arg3 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %arg2) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT:     %1 = ttg.local_load %arg5 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %2 = ttg.local_load %arg1 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %3 = tt.dot %1, %2, %arg6 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     scf.yield %arg5, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0#1 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @not_carried(%a0: !ttg.memdesc<64x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>) : i32 {
      %1 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #a>
      %2 = ttg.local_load %b : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
      %3 = tt.dot %1, %2, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %a, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
    } {tt.num_stages = 3 : i32}
    tt.return %0#1 : tensor<64x64xf32, #mma>
  }

  // The loaded value has another user.
  // CHECK: tt.func @used_twice(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf32, #mma>, %arg2: i32, %arg3: tensor<64x64x!tt.ptr<f16>, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0:2 = scf.for %arg4 = %arg2 to %arg2 step %arg2 iter_args(%arg5 = %arg0, %arg6 = %arg1) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT:     %1 = ttg.local_load %arg5 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     tt.store %arg3, %1 : tensor<64x64x!tt.ptr<f16>, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %2 = ttg.local_load %arg5 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %3 = tt.dot %1, %2, %arg6 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     scf.yield %arg5, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0#1 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @used_twice(%a0: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>, %n: i32, %p: tensor<64x64x!tt.ptr<f16>, #a>) -> tensor<64x64xf32, #mma> {
    %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>) : i32 {
      %1 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #a>
      tt.store %p, %1 : tensor<64x64x!tt.ptr<f16>, #a>
      %2 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
      %3 = tt.dot %1, %2, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %a, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
    }
    tt.return %0#1 : tensor<64x64xf32, #mma>
  }

  // The load waits for a copy.
  // CHECK: tt.func @token(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf32, #mma>, %arg2: i32, %arg3: !ttg.async.token) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0:2 = scf.for %arg4 = %arg2 to %arg2 step %arg2 iter_args(%arg5 = %arg0, %arg6 = %arg1) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>)  : i32 {
  // CHECK-NEXT:     %1 = ttg.local_load %arg5 token %arg3 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %2 = ttg.local_load %arg5 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %3 = tt.dot %1, %2, %arg6 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     scf.yield %arg5, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0#1 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @token(%a0: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>, %n: i32, %token: !ttg.async.token) -> tensor<64x64xf32, #mma> {
    %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %acc = %c) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>) : i32 {
      %1 = ttg.local_load %a token %token : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #a>
      %2 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
      %3 = tt.dot %1, %2, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %a, %3 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
    }
    tt.return %0#1 : tensor<64x64xf32, #mma>
  }
}
