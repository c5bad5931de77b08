// RUN: xtriton-opt %s --split-input-file --tritongpu-pipeline | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#loaded = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

// The MMA runs on while the next one starts, and is waited for in the next stage, whose last iteration is peeled: only
// the wait is left of it.

// CHECK-LABEL: @runs_on
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<2x1xi64
// CHECK: scf.for
// CHECK: ttng.tc_gen5_mma {{.*}} {is_async}
// CHECK: ttng.wait_barrier {{%[^ ]+}}, {{%[^ ]+}} deps %arg0, %arg1
// CHECK: }
// CHECK: scf.if
// CHECK-NOT: ttng.tc_gen5_mma
// CHECK: ttng.wait_barrier {{%[^ ]+}}, {{%[^ ]+}} deps %arg0, %arg1
// CHECK: } else {
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func public @runs_on(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %d, %first = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%token = %first) -> (!ttg.async.token) : i32 {
      %done = ttng.tc_gen5_mma %a, %b, %d[%token], %true, %true {loop.cluster = 0 : i32, loop.stage = 0 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %done : !ttg.async.token
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

// The result is read a stage later, when the next MMA overwrites it: there are two accumulators, and the wait is before
// the read.

// CHECK-LABEL: @two_accumulators
// CHECK: ttng.tmem_alloc : () -> (!ttg.memdesc<2x128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK: scf.for
// CHECK: ttng.wait_barrier
// CHECK: ttng.tmem_load
// CHECK: tt.store
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func public @two_accumulators(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %p: tensor<128x64x!tt.ptr<f32>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %false = arith.constant false
    %d, %first = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%token = %first) -> (!ttg.async.token) : i32 {
      %done = ttng.tc_gen5_mma %a, %b, %d[%token], %false, %true {loop.cluster = 1 : i32, loop.stage = 0 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      %x, %read = ttng.tmem_load %d[%done] {loop.cluster = 2 : i32, loop.stage = 1 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
      tt.store %p, %x {loop.cluster = 2 : i32, loop.stage = 1 : i32} : tensor<128x64x!tt.ptr<f32>, #blocked>
      scf.yield %read : !ttg.async.token
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

#loaded = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>

// An operand that is stored in each iteration is allocated once, and stored after the wait for the MMA that reads it.

// CHECK-LABEL: @stored_operand
// CHECK: [[A:%[^ ]+]] = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16
// CHECK: scf.for
// CHECK: ttng.wait_barrier
// CHECK: ttg.local_store {{%[^ ]+}}, [[A]]
// CHECK: ttng.tc_gen5_mma [[A]]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func public @stored_operand(%x: tensor<128x64xf16, #loaded>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %d, %first = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%token = %first, %v = %x) -> (!ttg.async.token, tensor<128x64xf16, #loaded>) : i32 {
      %w = arith.addf %v, %v {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<128x64xf16, #loaded>
      %a = ttg.local_alloc %w {loop.cluster = 1 : i32, loop.stage = 0 : i32} : (tensor<128x64xf16, #loaded>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %done = ttng.tc_gen5_mma %a, %b, %d[%token], %true, %true {loop.cluster = 1 : i32, loop.stage = 0 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %done, %w : !ttg.async.token, tensor<128x64xf16, #loaded>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}
