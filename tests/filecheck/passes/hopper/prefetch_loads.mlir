// RUN: xtriton-opt %s --hopper-prefetch-loads --split-input-file --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --hopper-prefetch-loads --verify-each=interp --split-input-file | filecheck %s

// The scale of the next iteration is loaded behind the first dot, for which a warp group waits before it issues the
// second one. The last iteration loads its own scale again; before the loop the load is masked: there may be no iteration.
// CHECK-LABEL: @scale
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %c0_i32, %arg2 : i32
// CHECK-NEXT: %[[PTR:.*]] = tt.addptr %arg1, %c0_i32
// CHECK-NEXT: %[[FIRST:.*]] = tt.load %[[PTR]], %[[RUNS]] : !tt.ptr<f32>
// CHECK-NEXT: scf.for %[[K:.*]] = %c0_i32 to %arg2 step %c1_i32 iter_args(%{{.*}}, %[[SCALE:.*]] = %[[FIRST]])
// CHECK-NEXT:   ttng.warp_group_dot
// CHECK-NEXT:   %[[LEFT:.*]] = arith.subi %arg2, %[[K]]
// CHECK-NEXT:   %[[MORE:.*]] = arith.cmpi ugt, %[[LEFT]], %c1_i32
// CHECK-NEXT:   %[[SUM:.*]] = arith.addi %[[K]], %c1_i32
// CHECK-NEXT:   %[[NEXT:.*]] = arith.select %[[MORE]], %[[SUM]], %[[K]]
// CHECK-NEXT:   %[[PTR:.*]] = tt.addptr %arg1, %[[NEXT]]
// CHECK-NEXT:   %[[LOADED:.*]] = tt.load %[[PTR]] : !tt.ptr<f32>
// CHECK-NEXT:   ttng.warp_group_dot
// CHECK:        tt.splat %[[SCALE]]
// CHECK:        scf.yield %{{.*}}, %[[LOADED]] : tensor<64x256xf32, #mma>, f32
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @scale(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    // expected-remark @below {{1 load issued one iteration ahead}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
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

// -----

// With a known number of iterations the first load needs no mask. A load's own mask is that of the next iteration.
// CHECK-LABEL: @masked
// CHECK: %[[FIRST:.*]] = tt.load %{{.*}}, %{{.*}}, %cst{{.*}} : !tt.ptr<f32>
// CHECK: scf.for
// CHECK: %[[NEXT:.*]] = arith.select
// CHECK-NEXT: %[[PTR:.*]] = tt.addptr %arg1, %[[NEXT]]
// CHECK-NEXT: %[[MASK:.*]] = arith.cmpi slt, %[[NEXT]], %arg2
// CHECK-NEXT: tt.load %[[PTR]], %[[MASK]], %cst{{.*}} : !tt.ptr<f32>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @masked(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    %one = arith.constant 1.0 : f32
    // expected-remark @below {{1 load issued one iteration ahead}}
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %inside = arith.cmpi slt, %k, %n : i32
      %scale = tt.load %p, %inside, %one : !tt.ptr<f32>
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

// Where the load has a mask and the number of iterations is not known, it is masked by both before the loop. The bounds
// are compared as those of the loop.
// CHECK-LABEL: @unsigned
// CHECK: %[[RUNS:.*]] = arith.cmpi ult, %c0_i32, %arg2 : i32
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %c0_i32, %arg3
// CHECK: %[[BOTH:.*]] = arith.andi %[[INSIDE]], %[[RUNS]] : i1
// CHECK: tt.load %{{.*}}, %[[BOTH]] : !tt.ptr<f32>
// CHECK: scf.for unsigned
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @unsigned(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32, %m: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    // expected-remark @below {{1 load issued one iteration ahead}}
    %sum = scf.for unsigned %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %inside = arith.cmpi slt, %k, %m : i32
      %scale = tt.load %p, %inside : !tt.ptr<f32>
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

// The address is carried: that of the next iteration is computed early.
// CHECK-LABEL: @carried
// CHECK: %[[FIRST:.*]] = tt.load %arg1, %{{.*}} : !tt.ptr<f32>
// CHECK: scf.for %{{.*}} iter_args(%{{.*}}, %[[PTR:.*]] = %arg1, %[[SCALE:.*]] = %[[FIRST]])
// CHECK: ttng.warp_group_dot
// CHECK: %[[AFTER:.*]] = tt.addptr %[[PTR]], %c8_i32
// CHECK: %[[NEXT:.*]] = arith.select %{{.*}}, %[[AFTER]], %[[PTR]] : !tt.ptr<f32>
// CHECK: tt.load %[[NEXT]] : !tt.ptr<f32>
// CHECK: ttng.warp_group_dot
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @carried(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    // expected-remark @below {{1 load issued one iteration ahead}}
    %sum:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %scales) -> (tensor<64x256xf32, #mma>, !tt.ptr<f32>) : i32 {
      %scale = tt.load %p : !tt.ptr<f32>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %factor = tt.splat %scale : f32 -> tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      %q = tt.addptr %p, %c8 : !tt.ptr<f32>, i32
      scf.yield %h, %q : tensor<64x256xf32, #mma>, !tt.ptr<f32>
    }
    tt.store %at, %sum#0 : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// A tensor of scales is masked by a tensor before the loop.
// CHECK-LABEL: @rows
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %c0_i32, %arg2 : i32
// CHECK: %[[MASK:.*]] = tt.splat %[[RUNS]] : i1 -> tensor<64xi1, #ttg.slice<{dim = 1, parent = #mma}>>
// CHECK: tt.load %{{.*}}, %[[MASK]] : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #mma}>>
// CHECK: scf.for
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @rows(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    // expected-remark @below {{1 load issued one iteration ahead}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %p = tt.addptr %scales, %k : !tt.ptr<f32>, i32
      %all = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #mma}>>
      %row = tt.load %all : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #mma}>>
      %d0 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %d1 = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
      %f = arith.addf %d0, %d1 : tensor<64x256xf32, #mma>
      %column = tt.expand_dims %row {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<64x1xf32, #mma>
      %factor = tt.broadcast %column : tensor<64x1xf32, #mma> -> tensor<64x256xf32, #mma>
      %g = arith.mulf %f, %factor : tensor<64x256xf32, #mma>
      %h = arith.addf %acc, %g : tensor<64x256xf32, #mma>
      scf.yield %h : tensor<64x256xf32, #mma>
    }
    tt.store %at, %sum : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// A load that computes the address of another one is issued ahead with it, and both are masked before the loop.
// CHECK-LABEL: @indirect
// CHECK: %[[RUNS:.*]] = arith.cmpi slt, %c0_i32, %arg3 : i32
// CHECK: %[[PLACE:.*]] = tt.load %{{.*}}, %[[RUNS]] : !tt.ptr<i32>
// CHECK: %[[PTR:.*]] = tt.addptr %arg1, %[[PLACE]]
// CHECK: tt.load %[[PTR]], %[[RUNS]] : !tt.ptr<f32>
// CHECK: scf.for
// CHECK: ttng.warp_group_dot
// CHECK: %[[PLACE:.*]] = tt.load %{{.*}} : !tt.ptr<i32>
// CHECK: %[[PTR:.*]] = tt.addptr %arg1, %[[PLACE]]
// CHECK: tt.load %[[PTR]] : !tt.ptr<f32>
// CHECK: ttng.warp_group_dot
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @indirect(%out: !tt.ptr<f32>, %scales: !tt.ptr<f32>, %places: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %zero = arith.constant dense<0.0> : tensor<64x256xf32, #mma>
    %x = arith.constant dense<1.0> : tensor<64x16xf16, #a>
    %tile = arith.constant dense<2.0> : tensor<16x256xf16, #blocked>
    %w = ttg.local_alloc %tile : (tensor<16x256xf16, #blocked>) -> !ttg.memdesc<16x256xf16, #shared, #smem>
    %at = tt.splat %out : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    // expected-remark @below {{2 loads issued one iteration ahead}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32, #mma>) : i32 {
      %i = tt.addptr %places, %k : !tt.ptr<i32>, i32
      %place = tt.load %i : !tt.ptr<i32>
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
