// RUN: xtriton-opt %s --triton-nvidia-optimize-descriptor-encoding | filecheck %s

// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64,
// CHECK-DAG: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128,
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Descriptors that a branch passes on are one and the same. The wheel leaves the types of block arguments as they are.
  // CHECK: tt.func public @branch(%arg0: !tt.tensordesc<16x64xf16, #shared>, %arg1: !tt.tensordesc<16x64xf16, #shared>,
  // CHECK: ^bb1(%[[D:[0-9]+]]: !tt.tensordesc<16x64xf16, #shared>)
  // CHECK: tt.descriptor_load %[[D]]
  tt.func public @branch(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<16x64xf16>, %c: i1, %i: i32) {
    cf.cond_br %c, ^bb1(%a : !tt.tensordesc<16x64xf16>), ^bb1(%b : !tt.tensordesc<16x64xf16>)
  ^bb1(%0: !tt.tensordesc<16x64xf16>):
    %1 = tt.descriptor_load %0[%i, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16, #blocked>
    %2 = ttg.local_alloc %1 : (tensor<16x64xf16, #blocked>) -> !ttg.memdesc<16x64xf16, #nvmma, #smem>
    tt.return
  }

  // CHECK: tt.func public @unused
  // CHECK: scf.for {{.*}} -> (!tt.tensordesc<16x64xf16, #shared1>)
  tt.func public @unused(%p: !tt.ptr<f16>, %i: i32, %j: i64) {
    %d = tt.make_tensor_descriptor %p, [%i, %i], [%j, %j] : <f16>, <16x64xf16>
    %e = scf.for %k = %i to %i step %i iter_args(%l = %d) -> (!tt.tensordesc<16x64xf16>) : i32 {
      scf.yield %d : !tt.tensordesc<16x64xf16>
    }
    tt.return
  }
}
