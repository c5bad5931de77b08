// RUN: xtriton-opt %s --hopper-warp-specialize=shared-memory=90000 2>/dev/null | filecheck %s
// RUN: xtriton-opt %s --hopper-warp-specialize=shared-memory=70000 2>/dev/null | filecheck %s --check-prefix=FEW

// Tiles of two arrays have two rings if each gets three stages; with memory for five stages they share one ring.
// CHECK-LABEL: @two_arrays
// CHECK:       ttg.local_alloc : () -> !ttg.memdesc<4x64x64xf16
// CHECK:       ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16
// CHECK:       ttg.warp_specialize
// FEW-LABEL: @two_arrays
// FEW:       ttg.local_alloc : () -> !ttg.memdesc<5x64x64xf16
// FEW:       ttg.warp_specialize
// Two tiles of one array share a ring.
// CHECK-LABEL: @one_array
// CHECK:       ttg.local_alloc : () -> !ttg.memdesc<7x64x64xf16
// CHECK:       ttg.warp_specialize
// Loops that are executed one after the other share the stages.
// CHECK-LABEL: @one_after_the_other
// CHECK:       ttg.local_alloc : () -> !ttg.memdesc<7x64x64xf16
// CHECK:       ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_arrays(%x: !tt.tensordesc<64x64xf16, #shared>, %y: !tt.tensordesc<64x64xf16, #shared>, %z: !tt.tensordesc<64x64xf16, #shared>, %out: !tt.tensordesc<64x64xf32, #shared1>, %n: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %q = tt.descriptor_load %x[%c0_i32, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
    %left = ttg.local_alloc %q : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %sum = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
      %a = tt.descriptor_load %y[%i, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %am = ttg.local_alloc %a : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %d = ttng.warp_group_dot %left, %am, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s = arith.mulf %d, %d : tensor<64x64xf32, #mma>
      %b = tt.descriptor_load %z[%i, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %bm = ttg.local_alloc %b : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %e = ttng.warp_group_dot %left, %bm, %s : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %e : tensor<64x64xf32, #mma>
    }
    %r = ttg.convert_layout %sum : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %out[%c0_i32, %c0_i32], %r : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
  tt.func public @one_array(%x: !tt.tensordesc<64x64xf16, #shared>, %y: !tt.tensordesc<64x64xf16, #shared>, %z: !tt.tensordesc<64x64xf16, #shared>, %out: !tt.tensordesc<64x64xf32, #shared1>, %n: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %q = tt.descriptor_load %x[%c0_i32, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
    %left = ttg.local_alloc %q : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %sum = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
      %a = tt.descriptor_load %y[%i, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %am = ttg.local_alloc %a : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %d = ttng.warp_group_dot %left, %am, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s = arith.mulf %d, %d : tensor<64x64xf32, #mma>
      %b = tt.descriptor_load %y[%i, %c64_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %bm = ttg.local_alloc %b : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %e = ttng.warp_group_dot %left, %bm, %s : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %e : tensor<64x64xf32, #mma>
    }
    %r = ttg.convert_layout %sum : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %out[%c0_i32, %c0_i32], %r : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
  tt.func public @one_after_the_other(%x: !tt.tensordesc<64x64xf16, #shared>, %y: !tt.tensordesc<64x64xf16, #shared>, %z: !tt.tensordesc<64x64xf16, #shared>, %out: !tt.tensordesc<64x64xf32, #shared1>, %n: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %q = tt.descriptor_load %x[%c0_i32, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
    %left = ttg.local_alloc %q : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %first = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
      %a = tt.descriptor_load %y[%i, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %am = ttg.local_alloc %a : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %d = ttng.warp_group_dot %left, %am, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    %sum = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%acc = %first) -> (tensor<64x64xf32, #mma>)  : i32 {
      %b = tt.descriptor_load %z[%i, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %bm = ttg.local_alloc %b : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %e = ttng.warp_group_dot %left, %bm, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %e : tensor<64x64xf32, #mma>
    }
    %r = ttg.convert_layout %sum : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %out[%c0_i32, %c0_i32], %r : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}
