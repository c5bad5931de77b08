// RUN: xtriton-opt %s --hopper-prefetch-loads --split-input-file --verify-diagnostics | filecheck %s

// A loop with a side effect: its stores may be to what the load of the next iteration reads.
// CHECK-LABEL: @side_effect
// CHECK: scf.for
// CHECK: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x256xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @side_effect(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %scale = tt.load %p : !tt.ptr<f32>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %factor = tt.splat %scale : f32 -> tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      // expected-remark @below {{loads are not issued one iteration ahead: 'tt.store' op has side effects, which loads of the next iteration would precede}}
      tt.store %scales, %scale : !tt.ptr<f32>
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// All dots are issued before a warp group waits for one: two temporary results fit beside 32 registers of sums.
// CHECK-LABEL: @at_once
// CHECK: scf.for
// CHECK: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x64xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @at_once(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x64xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x64xf16, #blocked>) -> !ttg.memdesc<16x64xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %scale = tt.load %p : !tt.ptr<f32>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      // expected-remark @below {{loads are not issued one iteration ahead: 'ttng.warp_group_dot' op is issued before a warp group waits for a dot, so that loads delay none}}
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x64xf32, #mma>
      %factor = tt.splat %scale : f32 -> tensor<64x64xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x64xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x64xf32, #mma>
      scf.yield %h : tensor<64x64xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// Seven loads, each with an address.
// CHECK-LABEL: @loads
// CHECK: scf.for
// CHECK-COUNT-7: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x256xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @loads(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      // expected-remark @below {{loads are not issued one iteration ahead: 'tt.load' op is one of 7 loads, of at most 6}}
      %s0 = tt.load %p : !tt.ptr<f32>
      %s1 = tt.load %p : !tt.ptr<f32>
      %s2 = tt.load %p : !tt.ptr<f32>
      %s3 = tt.load %p : !tt.ptr<f32>
      %s4 = tt.load %p : !tt.ptr<f32>
      %s5 = tt.load %p : !tt.ptr<f32>
      %s6 = tt.load %p : !tt.ptr<f32>
      %t0 = arith.addf %s0, %s1 : f32
      %t1 = arith.addf %t0, %s2 : f32
      %t2 = arith.addf %t1, %s3 : f32
      %t3 = arith.addf %t2, %s4 : f32
      %t4 = arith.addf %t3, %s5 : f32
      %t5 = arith.addf %t4, %s6 : f32
      %factor = tt.splat %t5 : f32 -> tensor<64x256xf32, #mma>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// A tile that would need 128 registers per thread.
// CHECK-LABEL: @registers
// CHECK: scf.for
// CHECK: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x256xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @registers(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %all = tt.splat %p : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
      // expected-remark @below {{loads are not issued one iteration ahead: 'tt.load' op loads values that need about 128 registers per thread, of 16}}
      %factor = tt.load %all : tensor<64x256x!tt.ptr<f32>, #mma>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// A division in the address might trap before a loop without iterations.
// CHECK-LABEL: @division
// CHECK: scf.for
// CHECK: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x256xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @division(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      // expected-remark @below {{loads are not issued one iteration ahead: 'arith.divsi' op computes an operand and cannot be executed for an iteration that does not exist}}
      %place = arith.divsi %k, %n : i32
      %p = tt.addptr %scales, %place : !tt.ptr<f32>, i32
      %scale = tt.load %p : !tt.ptr<f32>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %factor = tt.splat %scale : f32 -> tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// A volatile load is a side effect.
// CHECK-LABEL: @volatile
// CHECK: scf.for
// CHECK: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x256xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @volatile(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      // expected-remark @below {{loads are not issued one iteration ahead: 'tt.load' op has side effects, which loads of the next iteration would precede}}
      %volatile = tt.load %p {isVolatile = true} : !tt.ptr<f32>
      %scale = tt.load %p : !tt.ptr<f32>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %factor = tt.splat %scale : f32 -> tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// Without a remark: a load that is not combined with the result of a dot, and one that a dot multiplies.
// CHECK-LABEL: @others
// CHECK: scf.for
// CHECK-COUNT-2: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x256xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @others(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %alone = tt.load %p : !tt.ptr<f32>
      %number = tt.load %p : !tt.ptr<f32>
      %half = arith.truncf %number : f32 to f16
      %y = tt.splat %half : f16 -> tensor<64x16xf16, #a>
      %d0 = ttng.warp_group_dot %y, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %factor = tt.splat %number : f32 -> tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      %many = arith.cmpf ogt, %alone, %alone : f32
      llvm.intr.assume %many : i1
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// One iteration has no next one.
// CHECK-LABEL: @once
// CHECK: scf.for
// CHECK: tt.load
// CHECK: scf.yield %{{.*}} : tensor<64x256xf32, #mma>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @once(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %sum = scf.for %k = %c0 to %c1 step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %scale = tt.load %p : !tt.ptr<f32>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %factor = tt.splat %scale : f32 -> tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}
