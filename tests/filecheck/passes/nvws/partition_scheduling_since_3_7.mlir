// RUN: xtriton-opt %s --triton=3.7 --tritongpu-partition-scheduling | filecheck %s

// Operations on tiles start in partitions of their own, which rules merge; index arithmetic joins its users.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-LABEL: tt.func @matmul(%arg0: !tt.tensordesc<tensor<128x64xf16, #shared>>, %arg1: !tt.tensordesc<tensor<64x128xf16, #shared>>, %arg2: !tt.tensordesc<tensor<128x128xf16, #shared>>, %arg3: i32, %arg4: i1) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:     %0 = scf.for %arg5 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg6 = %token) -> (!ttg.async.token)  : i32 {
// CHECK-NEXT:       %1 = arith.muli %arg5, %arg3 {ttg.partition = array<i32: 0, 2>} : i32
// CHECK-NEXT:       %2 = tt.descriptor_load %arg0[%c0_i32, %1] {ttg.partition = array<i32: 2>} : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
// CHECK-NEXT:       %3 = tt.descriptor_load %arg1[%1, %c0_i32] {ttg.partition = array<i32: 2>} : !tt.tensordesc<tensor<64x128xf16, #shared>> -> tensor<64x128xf16, #blocked>
// CHECK-NEXT:       %4 = ttg.local_alloc %2 {ttg.partition = array<i32: 2>} : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
// CHECK-NEXT:       %5 = ttg.local_alloc %3 {ttg.partition = array<i32: 2>} : (tensor<64x128xf16, #blocked>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
// CHECK-NEXT:       %6 = ttng.tc_gen5_mma %4, %5, %result[%arg6], %true, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:       %7 = arith.cmpi eq, %arg5, %arg3 {ttg.partition = array<i32: 0, 1>} : i32
// CHECK-NEXT:       %8 = scf.if %7 -> (!ttg.async.token) {
// CHECK-NEXT:         %result_0, %token_1 = ttng.tmem_load %result[%6] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked1>
// CHECK-NEXT:         %9 = arith.truncf %result_0 {ttg.partition = array<i32: 0>} : tensor<128x128xf32, #blocked1> to tensor<128x128xf16, #blocked1>
// CHECK-NEXT:         tt.descriptor_store %arg2[%c0_i32, %1], %9 {ttg.partition = array<i32: 0>} : !tt.tensordesc<tensor<128x128xf16, #shared>>, tensor<128x128xf16, #blocked1>
// CHECK-NEXT:         scf.yield {ttg.partition = array<i32: 0, 1>} %token_1 : !ttg.async.token
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield {ttg.partition = array<i32: 0, 1>} %6 : !ttg.async.token
// CHECK-NEXT:       } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>]}
// CHECK-NEXT:       llvm.intr.assume %7 : i1 {ttg.partition = array<i32: 0>}
// CHECK-NEXT:       scf.yield {ttg.partition = array<i32: 0, 1, 2>} %8 : !ttg.async.token
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @softmax(%arg0: !tt.tensordesc<tensor<128x64xf16, #shared>>, %arg1: !tt.tensordesc<tensor<64x128xf16, #shared>>, %arg2: !tt.tensordesc<tensor<128x128xf16, #shared>>, %arg3: i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = tt.descriptor_load %arg0[%c0_i32, %c0_i32] : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
// CHECK-NEXT:     %1 = ttg.local_alloc %0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
// CHECK-NEXT:     %cst = arith.constant dense<1.000000e+00> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     %2 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %cst) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>)  : i32 {
// CHECK-NEXT:       %4 = tt.descriptor_load %arg1[%arg4, %c0_i32] {ttg.partition = array<i32: 3>} : !tt.tensordesc<tensor<64x128xf16, #shared>> -> tensor<64x128xf16, #blocked>
// CHECK-NEXT:       %5 = ttg.local_alloc %4 {ttg.partition = array<i32: 3>} : (tensor<64x128xf16, #blocked>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
// CHECK-NEXT:       %result, %token = ttng.tmem_alloc {ttg.partition = array<i32: 1, 2>} : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:       %6 = ttng.tc_gen5_mma %1, %5, %result[%token], %false, %true {ttg.partition = array<i32: 2>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:       %result_0, %token_1 = ttng.tmem_load %result[%6] {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked1>
// CHECK-NEXT:       %7 = "tt.reduce"(%result_0) <{axis = 1 : i32}> ({
// CHECK-NEXT:       ^bb0(%arg6: f32, %arg7: f32):
// CHECK-NEXT:         %15 = arith.maxnumf %arg6, %arg7 {ttg.partition = array<i32: 1>} : f32
// CHECK-NEXT:         tt.reduce.return %15 {ttg.partition = array<i32: 1>} : f32
// CHECK-NEXT:       }) {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>]} : (tensor<128x128xf32, #blocked1>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:       %8 = tt.expand_dims %7 {axis = 1 : i32, ttg.partition = array<i32: 1>} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<128x1xf32, #blocked1>
// CHECK-NEXT:       %9 = tt.broadcast %8 {ttg.partition = array<i32: 1>} : tensor<128x1xf32, #blocked1> -> tensor<128x128xf32, #blocked1>
// CHECK-NEXT:       %10 = arith.subf %result_0, %9 {ttg.partition = array<i32: 1>} : tensor<128x128xf32, #blocked1>
// CHECK-NEXT:       %11 = math.exp2 %10 {ttg.partition = array<i32: 1>} : tensor<128x128xf32, #blocked1>
// CHECK-NEXT:       %12 = arith.truncf %11 {ttg.partition = array<i32: 1>} : tensor<128x128xf32, #blocked1> to tensor<128x128xf16, #blocked1>
// CHECK-NEXT:       tt.descriptor_store %arg2[%c0_i32, %arg4], %12 {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<128x128xf16, #shared>>, tensor<128x128xf16, #blocked1>
// CHECK-NEXT:       %13 = math.exp2 %7 {ttg.partition = array<i32: 0>} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:       %14 = arith.mulf %arg5, %13 {ttg.partition = array<i32: 0>} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:       scf.yield {ttg.partition = array<i32: 0, 1, 2, 3>} %14 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1, 2, 3>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0 : i32, 0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 1 : i32}
// CHECK-NEXT:     %3 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg4: f32, %arg5: f32):
// CHECK-NEXT:       %4 = arith.addf %arg4, %arg5 : f32
// CHECK-NEXT:       tt.reduce.return %4 : f32
// CHECK-NEXT:     }) : (tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>) -> f32
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @manual(%arg0: !tt.tensordesc<tensor<128x64xf16, #shared>>, %arg1: !tt.tensordesc<tensor<128x64xf16, #shared>>, %arg2: i32) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32  : i32 {
// CHECK-NEXT:       %0 = tt.descriptor_load %arg0[%c0_i32, %arg3] {ttg.partition = array<i32: 0>} : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
// CHECK-NEXT:       %1 = arith.addf %0, %0 {ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked>
// CHECK-NEXT:       %2 = arith.addf %0, %0 {ttg.partition = array<i32: 1>} : tensor<128x64xf16, #blocked>
// CHECK-NEXT:       tt.descriptor_store %arg1[%c0_i32, %arg3], %2 {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<128x64xf16, #shared>>, tensor<128x64xf16, #blocked>
// CHECK-NEXT:       %3 = arith.mulf %1, %0 {ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked>
// CHECK-NEXT:       tt.descriptor_store %arg1[%arg3, %c0_i32], %3 {ttg.partition = array<i32: 0>} : !tt.tensordesc<tensor<128x64xf16, #shared>>, tensor<128x64xf16, #blocked>
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 2 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @pointers(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: i32) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
// CHECK-NEXT:       %0 = tt.load %arg0 {ttg.partition = array<i32: 0>} : tensor<128x64x!tt.ptr<f16>, #blocked>
// CHECK-NEXT:       tt.store %arg0, %0 {ttg.partition = array<i32: 0>} : tensor<128x64x!tt.ptr<f16>, #blocked>
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0>, ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 3 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#row = #ttg.slice<{dim = 1, parent = #rows}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Loads, the MMA and the users of its result. The offset belongs to both loads, the condition to all partitions.
  tt.func @matmul(%a: !tt.tensordesc<tensor<128x64xf16, #shared>>, %b: !tt.tensordesc<tensor<64x128xf16, #shared>>, %c: !tt.tensordesc<tensor<128x128xf16, #shared>>, %n: i32, %flag: i1) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%t0 = %t) -> (!ttg.async.token) : i32 {
      %k = arith.muli %i, %n : i32
      %x = tt.descriptor_load %a[%c0, %k] : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
      %y = tt.descriptor_load %b[%k, %c0] : !tt.tensordesc<tensor<64x128xf16, #shared>> -> tensor<64x128xf16, #blocked>
      %xs = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %ys = ttg.local_alloc %y : (tensor<64x128xf16, #blocked>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
      %t1 = ttng.tc_gen5_mma %xs, %ys, %m[%t0], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
      %last = arith.cmpi eq, %i, %n : i32
      %t2 = scf.if %last -> (!ttg.async.token) {
        %r, %t3 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
        %h = arith.truncf %r : tensor<128x128xf32, #rows> to tensor<128x128xf16, #rows>
        tt.descriptor_store %c[%c0, %k], %h : !tt.tensordesc<tensor<128x128xf16, #shared>>, tensor<128x128xf16, #rows>
        scf.yield %t3 : !ttg.async.token
      } else {
        scf.yield %t1 : !ttg.async.token
      }
      llvm.intr.assume %last : i1
      scf.yield %t2 : !ttg.async.token
    } {tt.warp_specialize}
    tt.return
  }

  // Costly special functions have a partition of their own; the reduction before them, and broadcasts, join them.
  tt.func @softmax(%a: !tt.tensordesc<tensor<128x64xf16, #shared>>, %b: !tt.tensordesc<tensor<64x128xf16, #shared>>, %c: !tt.tensordesc<tensor<128x128xf16, #shared>>, %n: i32) {
    %true = arith.constant true
    %false = arith.constant false
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %q = tt.descriptor_load %a[%c0, %c0] : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
    %qs = ttg.local_alloc %q : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %one = arith.constant dense<1.0> : tensor<128xf32, #row>
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %one) -> (tensor<128xf32, #row>) : i32 {
      %y = tt.descriptor_load %b[%i, %c0] : !tt.tensordesc<tensor<64x128xf16, #shared>> -> tensor<64x128xf16, #blocked>
      %ys = ttg.local_alloc %y : (tensor<64x128xf16, #blocked>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
      %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t1 = ttng.tc_gen5_mma %qs, %ys, %m[%t], %false, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
      %s, %t2 = ttng.tmem_load %m[%t1] : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
      %max = "tt.reduce"(%s) <{axis = 1 : i32}> ({
      ^bb0(%l: f32, %r: f32):
        %g = arith.maxnumf %l, %r : f32
        tt.reduce.return %g : f32
      }) : (tensor<128x128xf32, #rows>) -> tensor<128xf32, #row>
      %e0 = tt.expand_dims %max {axis = 1 : i32} : tensor<128xf32, #row> -> tensor<128x1xf32, #rows>
      %e1 = tt.broadcast %e0 : tensor<128x1xf32, #rows> -> tensor<128x128xf32, #rows>
      %d = arith.subf %s, %e1 : tensor<128x128xf32, #rows>
      %p = math.exp2 %d : tensor<128x128xf32, #rows>
      %h = arith.truncf %p : tensor<128x128xf32, #rows> to tensor<128x128xf16, #rows>
      tt.descriptor_store %c[%c0, %i], %h : !tt.tensordesc<tensor<128x128xf16, #shared>>, tensor<128x128xf16, #rows>
      %z = math.exp2 %max : tensor<128xf32, #row>
      %next = arith.mulf %sum, %z : tensor<128xf32, #row>
      scf.yield %next : tensor<128xf32, #row>
    } {tt.warp_specialize}
    "tt.reduce"(%end) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %r: f32):
      %g = arith.addf %l, %r : f32
      tt.reduce.return %g : f32
    }) : (tensor<128xf32, #row>) -> f32
    tt.return
  }

  // Partitions that attributes give stay apart; the cast between them, which both need, is cloned.
  tt.func @manual(%a: !tt.tensordesc<tensor<128x64xf16, #shared>>, %c: !tt.tensordesc<tensor<128x64xf16, #shared>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.descriptor_load %a[%c0, %i] {ttg.partition = array<i32: 0>} : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
      %y = arith.addf %x, %x {ttg.partition = array<i32: 0, 1>} : tensor<128x64xf16, #blocked>
      tt.descriptor_store %c[%c0, %i], %y {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<128x64xf16, #shared>>, tensor<128x64xf16, #blocked>
      %z = arith.mulf %y, %x {ttg.partition = array<i32: 0>} : tensor<128x64xf16, #blocked>
      tt.descriptor_store %c[%i, %c0], %z {ttg.partition = array<i32: 0>} : !tt.tensordesc<tensor<128x64xf16, #shared>>, tensor<128x64xf16, #blocked>
    } {tt.warp_specialize}
    tt.return
  }

  // Accesses through pointers count as those of the default partition; since 3.8 such loops are left alone.
  tt.func @pointers(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
      tt.store %p, %x : tensor<128x64x!tt.ptr<f16>, #blocked>
    } {tt.warp_specialize}
    tt.return
  }
}
