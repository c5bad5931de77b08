// RUN: xtriton-opt %s --split-input-file --verify-diagnostics --nvgpu-warp-specialization=num-stages=2

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @pointers(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %o: tensor<128x64x!tt.ptr<f32>, #mma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #mma>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #mma>)  : i32 {
      // expected-error @below {{loads through pointers cannot be warp-specialized for Hopper: use tensor descriptors, or leave warp_specialize out}}
      %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %dot = ttng.warp_group_dot %a, %b, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
      scf.yield %dot : tensor<128x64xf32, #mma>
    } {tt.warp_specialize}
    tt.store %o, %r : tensor<128x64x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @while(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1  : i32 {
      // expected-error @below {{'scf.while' op in a function that is to be warp-specialized: only scf.for, scf.if and tt.reduce may have regions; leave warp_specialize out}}
      %r = scf.while (%x = %c0) : (i32) -> i32 {
        %less = arith.cmpi slt, %x, %n : i32
        scf.condition(%less) %x : i32
      } do {
      ^bb0(%x: i32):
        %y = arith.addi %x, %c1 : i32
        scf.yield %y : i32
      }
    } {tt.warp_specialize}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @clusters(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-error @below {{warp specialization for Hopper needs clusters of one CTA: set num_ctas=1}}
    %token = nvws.create_token {loadType = 2 : i32, numBuffers = 1 : i32} : tensor<1x!nvws.token>
    scf.for %i = %c0 to %n step %c1  : i32 {
    } {tt.warp_specialize}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @unknown_user(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %token = nvws.create_token {loadType = 2 : i32, numBuffers = 1 : i32} : tensor<1x!nvws.token>
    // expected-error @below {{'builtin.unrealized_conversion_cast' op cannot use a token: it must be passed to ttg.warp_specialize}}
    %other = builtin.unrealized_conversion_cast %token : tensor<1x!nvws.token> to i32
    scf.for %i = %c0 to %n step %c1  : i32 {
    } {tt.warp_specialize}
    tt.return
  }
}
