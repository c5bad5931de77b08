// RUN: xtriton-opt %s --triton-nvidia-optimize-descriptor-encoding --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#narrow = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
// The encoding that the load of one loop needs goes by way of `%x` to the other loop, and from its block argument to the initial value.
// CHECK-LABEL: tt.func @from_one_loop_to_another(
// CHECK: tt.make_tensor_descriptor {{.*}} : <f16>, <64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>
// CHECK-NEXT: tt.make_tensor_descriptor {{.*}} : <f16>, <64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>
tt.func @from_one_loop_to_another(%x: !tt.tensordesc<64x64xf16>, %p: !tt.ptr<f16>, %s: i64, %to: !ttg.memdesc<64x64xf16, #narrow, #smem, mutable>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %y = tt.make_tensor_descriptor %p, [%n, %n], [%s, %one] : <f16>, <64x64xf16>
  %z = tt.make_tensor_descriptor %p, [%c1, %n], [%s, %one] : <f16>, <64x64xf16>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %y) -> (!tt.tensordesc<64x64xf16>) : i32 {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %c) -> (!tt.tensordesc<64x64xf16>) : i32 {
      scf.yield %x : !tt.tensordesc<64x64xf16>
    }
    scf.yield %z : !tt.tensordesc<64x64xf16>
  }
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!tt.tensordesc<64x64xf16>) : i32 {
    %3 = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #blocked>
    ttg.local_store %3, %to : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #narrow, #smem, mutable>
    scf.yield %a : !tt.tensordesc<64x64xf16>
  }
  tt.return
}
}
