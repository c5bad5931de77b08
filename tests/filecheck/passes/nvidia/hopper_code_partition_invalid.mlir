// RUN: xtriton-opt %s --split-input-file --verify-diagnostics --nvgpu-test-ws-code-partition=num-buffers=2

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scalar(%p: !tt.ptr<i32>) {
    %x = tt.load %p {async_task_id = array<i32: 0>} : !tt.ptr<i32>
    // expected-error @below {{'tt.store' op cannot be given a value by another warp group; leave warp_specialize out}}
    tt.store %p, %x {async_task_id = array<i32: 1>} : !tt.ptr<i32>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @two_consumers_of_one_value(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %q: tensor<64x64x!tt.ptr<f16>, #blocked>, %some: i1) {
    %x = tt.load %p {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    scf.if %some {
      // expected-error @below {{'tt.store' op cannot be given a value by another warp group; leave warp_specialize out}}
      tt.store %q, %x {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    } {async_task_id = array<i32: 0, 1>}
    scf.if %some {
      tt.store %q, %x {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    } {async_task_id = array<i32: 0, 1>}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @through_a_loop(%a: !ttg.memdesc<64x64xf16, #shared, #smem>, %q: tensor<64x64x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant {async_task_id = array<i32: 0, 1>} 0 : i32
    %c1 = arith.constant {async_task_id = array<i32: 0, 1>} 1 : i32
    %x = tt.load %q {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    // expected-error @below {{'scf.for' op cannot be given a value by another warp group; leave warp_specialize out}}
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<64x64xf16, #blocked>)  : i32 {
      %z = tt.load %q {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>, #blocked>
      tt.store %q, %z {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f16>, #blocked>
      scf.yield {async_task_id = array<i32: 0, 1>} %y : tensor<64x64xf16, #blocked>
    } {async_task_id = array<i32: 0, 1>}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error @below {{a function to be warp-specialized needs one block and a task 0}}
  tt.func @no_producer(%p: tensor<64x64x!tt.ptr<f16>, #blocked>) {
    %x = tt.load %p {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    tt.store %p, %x {async_task_id = array<i32: 2>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @not_computed(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %s: !tt.ptr<i32>) {
    %x = tt.load %p {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    %i = tt.get_program_id x {async_task_id = array<i32: 0>} : i32
    tt.store %p, %x {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f16>, #blocked>
    // expected-error @below {{'tt.store' op uses a value of another warp group; leave warp_specialize out}}
    tt.store %s, %i {async_task_id = array<i32: 1>} : !tt.ptr<i32>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @else_region(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %n: i32, %some: i1) {
    %c0 = arith.constant {async_task_id = array<i32: 0, 1>} 0 : i32
    %c1 = arith.constant {async_task_id = array<i32: 0, 1>} 1 : i32
    scf.for %i = %c0 to %n step %c1  : i32 {
      // expected-error @below {{'scf.if' op: values cannot be passed to other warp groups in the else region}}
      scf.if %some {
      } else {
        scf.for %j = %c0 to %n step %c1  : i32 {
          %x = tt.load %p {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>, #blocked>
          tt.store %p, %x {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f16>, #blocked>
        } {async_task_id = array<i32: 0, 1>}
      } {async_task_id = array<i32: 0, 1>}
    } {async_task_id = array<i32: 0, 1>}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @blackwell(%a: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %d: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %true = arith.constant true
    // expected-error @below {{'ttng.tc_gen5_mma' op is for Blackwell: its loops are specialized by tritongpu-automatic-warp-specialization}}
    ttng.tc_gen5_mma %a, %b, %d, %true, %true {async_task_id = array<i32: 1>} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}
