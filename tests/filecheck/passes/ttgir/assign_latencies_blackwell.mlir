// RUN: xtriton-opt %s --tritongpu-assign-latencies --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --tritongpu-assign-latencies --triton=3.7 | filecheck %s --check-prefix=V37

#A = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#L = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#S = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#T = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // The accumulator is read after the loop only.
  // CHECK-LABEL: tt.func @not_read(
  tt.func @not_read(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.latency = 1 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %true, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
    }
    tt.return
  }

  // It is read in the loop and never overwritten: there is no place to change buffers.
  // CHECK-LABEL: tt.func @read(
  tt.func @read(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %true, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
      %r, %rt = ttng.tmem_load %acc[%u] : !ttg.memdesc<128x128xf32, #T, #tmem, mutable> -> tensor<128x128xf32, #L>
    }
    tt.return
  }

  // It is overwritten in each iteration.
  // CHECK-LABEL: tt.func @cleared(
  tt.func @cleared(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.latency = 1 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %false, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
      %r, %rt = ttng.tmem_load %acc[%u] : !ttg.memdesc<128x128xf32, #T, #tmem, mutable> -> tensor<128x128xf32, #L>
    }
    tt.return
  }

  // As above, but the loop has one buffer for it.
  // CHECK-LABEL: tt.func @one_buffer(
  tt.func @one_buffer(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %false, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
      %r, %rt = ttng.tmem_load %acc[%u] : !ttg.memdesc<128x128xf32, #T, #tmem, mutable> -> tensor<128x128xf32, #L>
    } {tt.disallow_acc_multi_buffer}
    tt.return
  }

  // Partitions need one more buffer.
  // Since Triton 3.7 MMAs do not wait for themselves if another partition loads all operands.
  // V37-LABEL: tt.func @specialized(
  // CHECK-LABEL: tt.func @specialized(
  tt.func @specialized(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // V37: ttng.tc_gen5_mma {{[^{]*}}{tt.latency = 2 : i32, tt.self_latency = 0 : i32} : !ttg.memdesc
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.latency = 2 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %false, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
      %r, %rt = ttng.tmem_load %acc[%u] : !ttg.memdesc<128x128xf32, #T, #tmem, mutable> -> tensor<128x128xf32, #L>
    } {tt.warp_specialize}
    tt.return
  }

  // The accumulator is rescaled: partitions cannot overlap.
  // CHECK-LABEL: tt.func @rescaled(
  tt.func @rescaled(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %true, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
      %r, %rt = ttng.tmem_load %acc[%u] : !ttg.memdesc<128x128xf32, #T, #tmem, mutable> -> tensor<128x128xf32, #L>
      %w = arith.addf %r, %x : tensor<128x128xf32, #L>
      %s = ttng.tmem_store %w, %acc[%rt], %true : tensor<128x128xf32, #L> -> !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
    } {tt.warp_specialize}
    tt.return
  }

  // A copy of the accumulator is stored back unchanged.
  // CHECK-LABEL: tt.func @stored_back(
  tt.func @stored_back(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.latency = 2 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %true, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
      %r, %rt = ttng.tmem_load %acc[%u] : !ttg.memdesc<128x128xf32, #T, #tmem, mutable> -> tensor<128x128xf32, #L>
      %s = ttng.tmem_store %r, %acc[%rt], %true : tensor<128x128xf32, #L> -> !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
    } {tt.warp_specialize}
    tt.return
  }

  // Loops with synchronous dots wait for all MMAs.
  // CHECK-LABEL: tt.func @synchronous(
  tt.func @synchronous(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    %cst = arith.constant dense<0.0> : tensor<16x16xf32, #A>
    %l = arith.constant dense<1.0> : tensor<16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #A}>>
    %m = arith.constant dense<1.0> : tensor<16x16xf32, #ttg.dot_op<{opIdx = 1, parent = #A}>>
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %b : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}: !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %true, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
      %d = tt.dot %l, %m, %cst : tensor<16x16xf32, #ttg.dot_op<{opIdx = 0, parent = #A}>> * tensor<16x16xf32, #ttg.dot_op<{opIdx = 1, parent = #A}>> -> tensor<16x16xf32, #A>
    }
    tt.return
  }

  // An operand that is computed elsewhere is pipelined as well.
  // CHECK-LABEL: tt.func @outside(
  tt.func @outside(%da: !tt.tensordesc<tensor<128x64xf16, #S>>, %db: !tt.tensordesc<tensor<64x128xf16, #S>>, %n: i32, %x: tensor<128x128xf32, #L>, %y: tensor<64x128xf16, #A>) {
    %true = arith.constant true
    %false = arith.constant false
    %acc, %t = ttng.tmem_alloc : () -> (!ttg.memdesc<128x128xf32, #T, #tmem, mutable>, !ttg.async.token)
    scf.for %i = %n to %n step %n : i32 {
      %a = tt.descriptor_load %da[%i, %i] : !tt.tensordesc<tensor<128x64xf16, #S>> -> tensor<128x64xf16, #A>
      %b = tt.descriptor_load %db[%i, %i] : !tt.tensordesc<tensor<64x128xf16, #S>> -> tensor<64x128xf16, #A>
      %ma = ttg.local_alloc %a : (tensor<128x64xf16, #A>) -> !ttg.memdesc<128x64xf16, #S, #smem>
      %mb = ttg.local_alloc %y : (tensor<64x128xf16, #A>) -> !ttg.memdesc<64x128xf16, #S, #smem>
      // CHECK: ttng.tc_gen5_mma {{[^{]*}}{tt.latency = 1 : i32, tt.self_latency = 1 : i32} : !ttg.memdesc
      %u = ttng.tc_gen5_mma %ma, %mb, %acc[%t], %true, %true : !ttg.memdesc<128x64xf16, #S, #smem>, !ttg.memdesc<64x128xf16, #S, #smem>, !ttg.memdesc<128x128xf32, #T, #tmem, mutable>
    }
    tt.return
  }
}
