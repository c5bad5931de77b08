// RUN: xtriton-opt %s --triton=3.7 --nvws-hoist-tmem-store | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --nvws-hoist-tmem-store | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --nvws-hoist-tmem-store | filecheck %s

// Accumulators whose initial value the first MMA does not use are hoisted out of the warp-specialized loop.

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #smem = #ttg.shared_memory
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// CHECK-LABEL: tt.func @hoisted(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %result, %token = ttng.tmem_alloc %cst : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %token) -> (!ttg.async.token)  : i32 {
// CHECK-NEXT:       %1:2 = scf.for %arg5 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg6 = %false, %arg7 = %arg4) -> (i1, !ttg.async.token)  : i32 {
// CHECK-NEXT:         %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg7], %arg6, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         scf.yield {ttg.partition = array<i32: 1>} %true, %2 : i1, !ttg.async.token
// CHECK-NEXT:       } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
// CHECK-NEXT:       %result_0, %token_1 = ttng.tmem_load %result[%1#1] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:       tt.print "r" {hex = false, isSigned = array<i32: 0>, ttg.partition = array<i32: 0>} : %result_0 : tensor<128x128xf32, #blocked>
// CHECK-NEXT:       scf.yield {ttg.partition = array<i32: 0, 1>} %token_1 : !ttg.async.token
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @depends(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32  : i32 {
// CHECK-NEXT:       %0 = arith.muli %arg3, %arg2 {ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %result, %token = ttng.tmem_alloc %cst {ttg.partition = array<i32: 1>} : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:       %1:2 = scf.for %arg4 = %c0_i32 to %0 step %c1_i32 iter_args(%arg5 = %false, %arg6 = %token) -> (i1, !ttg.async.token)  : i32 {
// CHECK-NEXT:         %2 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg6], %arg5, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         scf.yield {ttg.partition = array<i32: 1>} %true, %2 : i1, !ttg.async.token
// CHECK-NEXT:       } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
// CHECK-NEXT:       %result_0, %token_1 = ttng.tmem_load %result[%1#1] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:       tt.print "r" {hex = false, isSigned = array<i32: 0>, ttg.partition = array<i32: 0>} : %result_0 : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @assumed(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %result, %token = ttng.tmem_alloc %cst : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %token) -> (!ttg.async.token)  : i32 {
// CHECK-NEXT:       %1 = arith.muli %arg3, %arg2 {ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       %2 = arith.cmpi sgt, %1, %c0_i32 {ttg.partition = array<i32: 1>} : i32
// CHECK-NEXT:       llvm.intr.assume %2 : i1 {ttg.partition = array<i32: 1>}
// CHECK-NEXT:       %3:2 = scf.for %arg5 = %c0_i32 to %1 step %c1_i32 iter_args(%arg6 = %false, %arg7 = %arg4) -> (i1, !ttg.async.token)  : i32 {
// CHECK-NEXT:         %4 = ttng.tc_gen5_mma %arg0, %arg1, %result[%arg7], %arg6, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         scf.yield {ttg.partition = array<i32: 1>} %true, %4 : i1, !ttg.async.token
// CHECK-NEXT:       } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
// CHECK-NEXT:       %result_0, %token_1 = ttng.tmem_load %result[%3#1] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
// CHECK-NEXT:       tt.print "r" {hex = false, isSigned = array<i32: 0>, ttg.partition = array<i32: 0>} : %result_0 : tensor<128x128xf32, #blocked>
// CHECK-NEXT:       scf.yield {ttg.partition = array<i32: 0, 1>} %token_1 : !ttg.async.token
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-LABEL: tt.func @used(%arg0: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x128xf16, #shared, #smem>, %arg2: i32) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32, #blocked>
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32  : i32 {
// CHECK-NEXT:       %result_0, %token_1 = ttng.tmem_alloc %cst {ttg.partition = array<i32: 0>} : (tensor<128x128xf32, #blocked>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:       %1:2 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %true, %arg6 = %token_1) -> (i1, !ttg.async.token)  : i32 {
// CHECK-NEXT:         %2 = ttng.tc_gen5_mma %arg0, %arg1, %result_0[%arg6], %arg5, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:         scf.yield {ttg.partition = array<i32: 1>} %true, %2 : i1, !ttg.async.token
// CHECK-NEXT:       } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
// CHECK-NEXT:     } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
// CHECK-NEXT:     %result, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:     %0 = ttng.tmem_store %cst, %result[%token], %true : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
#rows = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // The store becomes the initial value, and the allocation, whose token both loops carry, moves before them.
  tt.func @hoisted(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %n: i32) {
    %true = arith.constant true
    %false = arith.constant false
    %zero = arith.constant dense<0.0> : tensor<128x128xf32, #rows>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %m, %t = ttng.tmem_alloc {ttg.partition = array<i32: 0, 1>} : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %t0 = ttng.tmem_store %zero, %m[%t], %true {ttg.partition = array<i32: 0>} : tensor<128x128xf32, #rows> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
      %end:2 = scf.for %k = %c0 to %n step %c1 iter_args(%use = %false, %t1 = %t0) -> (i1, !ttg.async.token) : i32 {
        %t2 = ttng.tc_gen5_mma %a, %b, %m[%t1], %use, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        scf.yield {ttg.partition = array<i32: 1>} %true, %t2 : i1, !ttg.async.token
      } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
      %r, %t3 = ttng.tmem_load %m[%end#1] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
      tt.print "r" {hex = false, isSigned = array<i32: 0>, ttg.partition = array<i32: 0>} : %r : tensor<128x128xf32, #rows>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // An inner loop that may not run in some iterations would leave the accumulator of others: only its partition changes.
  tt.func @depends(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %n: i32) {
    %true = arith.constant true
    %false = arith.constant false
    %zero = arith.constant dense<0.0> : tensor<128x128xf32, #rows>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %upper = arith.muli %i, %n {ttg.partition = array<i32: 1>} : i32
      %m, %t = ttng.tmem_alloc %zero {ttg.partition = array<i32: 0>} : (tensor<128x128xf32, #rows>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %end:2 = scf.for %k = %c0 to %upper step %c1 iter_args(%use = %false, %t1 = %t) -> (i1, !ttg.async.token) : i32 {
        %t2 = ttng.tc_gen5_mma %a, %b, %m[%t1], %use, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        scf.yield {ttg.partition = array<i32: 1>} %true, %t2 : i1, !ttg.async.token
      } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
      %r, %t3 = ttng.tmem_load %m[%end#1] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
      tt.print "r" {hex = false, isSigned = array<i32: 0>, ttg.partition = array<i32: 0>} : %r : tensor<128x128xf32, #rows>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // An assumption that there are iterations allows it.
  tt.func @assumed(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %n: i32) {
    %true = arith.constant true
    %false = arith.constant false
    %zero = arith.constant dense<0.0> : tensor<128x128xf32, #rows>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %upper = arith.muli %i, %n {ttg.partition = array<i32: 1>} : i32
      %positive = arith.cmpi slt, %c0, %upper {ttg.partition = array<i32: 1>} : i32
      llvm.intr.assume %positive : i1 {ttg.partition = array<i32: 1>}
      %m, %t = ttng.tmem_alloc %zero {ttg.partition = array<i32: 0>} : (tensor<128x128xf32, #rows>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %end:2 = scf.for %k = %c0 to %upper step %c1 iter_args(%use = %false, %t1 = %t) -> (i1, !ttg.async.token) : i32 {
        %t2 = ttng.tc_gen5_mma %a, %b, %m[%t1], %use, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        scf.yield {ttg.partition = array<i32: 1>} %true, %t2 : i1, !ttg.async.token
      } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
      %r, %t3 = ttng.tmem_load %m[%end#1] {ttg.partition = array<i32: 0>} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
      tt.print "r" {hex = false, isSigned = array<i32: 0>, ttg.partition = array<i32: 0>} : %r : tensor<128x128xf32, #rows>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // An accumulator that the first MMA uses stays, and so does one outside of warp-specialized loops.
  tt.func @used(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x128xf16, #shared, #smem>, %n: i32) {
    %true = arith.constant true
    %zero = arith.constant dense<0.0> : tensor<128x128xf32, #rows>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %m, %t = ttng.tmem_alloc %zero {ttg.partition = array<i32: 0>} : (tensor<128x128xf32, #rows>) -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
      %end:2 = scf.for %k = %c0 to %n step %c1 iter_args(%use = %true, %t1 = %t) -> (i1, !ttg.async.token) : i32 {
        %t2 = ttng.tc_gen5_mma %a, %b, %m[%t1], %use, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x128xf16, #shared, #smem>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
        scf.yield {ttg.partition = array<i32: 1>} %true, %t2 : i1, !ttg.async.token
      } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>, array<i32: 1>]}
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    %m, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %t0 = ttng.tmem_store %zero, %m[%t], %true : tensor<128x128xf32, #rows> -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}
