// RUN: xtriton-opt %s --hopper-warp-specialize=shared-memory=45000 --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --hopper-warp-specialize 2>/dev/null | filecheck %s --check-prefix=MORE

// Three dots are in flight and hold their tiles; a ring of two stages would have none left for the third.
// CHECK-LABEL: @three_tiles_in_two_stages
// CHECK-NOT:   ttg.local_alloc :
// CHECK-NOT:   ttg.warp_specialize
// MORE-LABEL: @three_tiles_in_two_stages
// MORE:       ttg.local_alloc : () -> !ttg.memdesc<1x64x64xf16
// MORE:       ttg.local_alloc : () -> !ttg.memdesc<12x64x64xf16
// MORE:       ttg.warp_specialize
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @three_tiles_in_two_stages(%x: !tt.tensordesc<64x64xf16, #shared>, %y: !tt.tensordesc<64x64xf16, #shared>, %out: !tt.tensordesc<64x64xf32, #shared1>, %n: i32) {
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %q = tt.descriptor_load %x[%c0_i32, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
    %left = ttg.local_alloc %q : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %sum = scf.for %i = %c0_i32 to %n step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
      %a = tt.descriptor_load %y[%i, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %am = ttg.local_alloc %a : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %d = ttng.warp_group_dot %left, %am, %zero : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %b = tt.descriptor_load %y[%i, %c64_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %bm = ttg.local_alloc %b : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %e = ttng.warp_group_dot %left, %bm, %zero : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      // expected-remark @below {{not warp-specialised: 'tt.descriptor_load' op is read while an earlier tile is held, in a ring of 2 stages: the producer would wait for it}}
      %c = tt.descriptor_load %y[%i, %i] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      %cm = ttg.local_alloc %c : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %f = ttng.warp_group_dot %left, %cm, %zero : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %1 = arith.mulf %d, %e : tensor<64x64xf32, #mma>
      %2 = arith.mulf %1, %f : tensor<64x64xf32, #mma>
      %3 = arith.addf %acc, %2 : tensor<64x64xf32, #mma>
      scf.yield %3 : tensor<64x64xf32, #mma>
    }
    %r = ttg.convert_layout %sum : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked1>
    tt.descriptor_store %out[%c0_i32, %c0_i32], %r : !tt.tensordesc<64x64xf32, #shared1>, tensor<64x64xf32, #blocked1>
    tt.return
  }
}
