// RUN: xtriton-opt %s --triton=3.7 --nvgpu-warp-specialization=num-stages=2 | filecheck %s --check-prefixes=CHECK,V37
// RUN: xtriton-opt %s --triton=3.7 --convert-triton-version=3.9 --nvgpu-warp-specialization=num-stages=2 | filecheck %s --check-prefixes=CHECK,V38
// RUN: xtriton-opt %s --triton=3.7 --nvgpu-warp-specialization=num-stages=1 | filecheck %s --check-prefix=ONE

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A barrier of shared memory follows the initialisation of barriers; the partitions hold the captures. Since 3.8 all
  // barriers, two for each of three copies and for both sides of four tokens, are invalidated after the partitions.
  // CHECK-LABEL: tt.func @matmul
  // V37: ttg.local_alloc : () -> !ttg.memdesc<2x1xi64
  // V38: ttg.local_alloc {ttg.ws_generated_barrier} : () -> !ttg.memdesc<2x1xi64
  // CHECK-COUNT-4: ttg.barrier local
  // CHECK: ttg.warp_specialize(
  // CHECK: partition1(
  // CHECK: ttg.warp_return
  // V37-NOT: ttng.inval_barrier
  // V38-COUNT-22: ttng.inval_barrier
  // V38-NOT: ttng.inval_barrier
  // CHECK: tt.return

  // With one stage there is nothing to overlap.
  // ONE-LABEL: tt.func @matmul
  // ONE-NOT: ttg.warp_specialize
  // ONE: {tt.warp_specialize}
  tt.func @matmul(%q: !tt.ptr<f16>, %s: i64, %o: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = arith.constant 1 : i64
    %d = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<128x64xf16, #shared>>
    %e = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16, #shared>>
    %zero = arith.constant dense<0.000000e+00> : tensor<128x64xf32, #mma>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #mma>)  : i32 {
      %x = tt.descriptor_load %d[%c0, %i] : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
      %y = tt.descriptor_load %e[%i, %c0] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %b = ttg.local_alloc %y : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %dot = ttng.warp_group_dot %a, %b, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
      scf.yield %dot : tensor<128x64xf32, #mma>
    } {tt.warp_specialize}
    %to = tt.splat %o : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #mma>
    tt.store %to, %r : tensor<128x64x!tt.ptr<f32>, #mma>
    tt.return
  }
}
