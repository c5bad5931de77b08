// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-optimize-descriptor-encoding --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#rows = #ttg.slice<{dim = 1, parent = #blocked}>
#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#narrow = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {

// A load takes the encoding of the memory that its result is put into, by an allocation or a store.
// CHECK: tt.func @from_users(%arg0: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>, %arg1: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>, %arg2: !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>, %arg3: i32) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg3, %arg3] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   %2 = tt.descriptor_load %arg1[%arg3, %arg3] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   ttg.local_store %2, %arg2 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>
// CHECK-NEXT:   tt.return %1 : !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT: }
tt.func @from_users(%x: !tt.tensordesc<tensor<64x64xf16>>, %y: !tt.tensordesc<tensor<64x64xf16>>, %to: !ttg.memdesc<64x64xf16, #narrow, #smem, mutable>, %i: i32) -> (!ttg.memdesc<64x64xf16, #narrow, #smem>) {
  %0 = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #narrow, #smem>
  %2 = tt.descriptor_load %y[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  ttg.local_store %2, %to : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #narrow, #smem, mutable>
  tt.return %1 : !ttg.memdesc<64x64xf16, #narrow, #smem>
}

// Memory that is transposed or not for the tensor memory accelerator at all is not copied to; other users don't matter.
// CHECK: tt.func @other_memory(%arg0: !tt.tensordesc<tensor<64x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>, %arg1: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, %arg2: i32) -> (!ttg.memdesc<64x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #ttg.shared_memory>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg2, %arg2] : !tt.tensordesc<tensor<64x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>> -> tensor<64x16xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x16xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   %2 = tt.descriptor_load %arg1[%arg2, %arg2] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT:   %4 = arith.addf %2, %2 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.return %1, %4 : !ttg.memdesc<64x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>, #ttg.shared_memory>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT: }
tt.func @other_memory(%x: !tt.tensordesc<tensor<64x16xf16>>, %y: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) -> (!ttg.memdesc<64x16xf16, #turned, #smem>, tensor<64x64xf16, #blocked>) {
  %0 = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<tensor<64x16xf16>> -> tensor<64x16xf16, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x16xf16, #blocked>) -> !ttg.memdesc<64x16xf16, #turned, #smem>
  %2 = tt.descriptor_load %y[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #plain, #smem>
  %4 = arith.addf %2, %2 : tensor<64x64xf16, #blocked>
  tt.return %1, %4 : !ttg.memdesc<64x16xf16, #turned, #smem>, tensor<64x64xf16, #blocked>
}

// Different wishes: none is granted.
// CHECK: tt.func @conflict(%arg0: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, %arg1: i32) -> (!ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>) {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg1, %arg1] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   %2 = tt.descriptor_load %arg0[%arg1, %arg1] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   tt.return %1, %3 : !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT: }
tt.func @conflict(%x: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) -> (!ttg.memdesc<64x64xf16, #narrow, #smem>, !ttg.memdesc<64x64xf16, #wide, #smem>) {
  %0 = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #narrow, #smem>
  %2 = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #wide, #smem>
  tt.return %1, %3 : !ttg.memdesc<64x64xf16, #narrow, #smem>, !ttg.memdesc<64x64xf16, #wide, #smem>
}

// Stores want nothing in particular. How wide the swizzle is follows from the rows: 128, 64, 32 bytes, or too few for any.
// CHECK: tt.func @stores(%arg0: !tt.ptr<f8E4M3FN>, %arg1: i32, %arg2: i64, %arg3: tensor<8x128xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg4: tensor<8x64xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg5: tensor<8x32xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg6: tensor<8x16xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg7: tensor<4x128xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg8: tensor<128xf8E4M3FN, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %0 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <f8E4M3FN>, <tensor<8x128xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>>>
// CHECK-NEXT:   tt.descriptor_store %0[%arg1, %arg1], %arg3 : !tt.tensordesc<tensor<8x128xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>>>, tensor<8x128xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <f8E4M3FN>, <tensor<8x64xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>>>
// CHECK-NEXT:   tt.descriptor_store %1[%arg1, %arg1], %arg4 : !tt.tensordesc<tensor<8x64xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>>>, tensor<8x64xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %2 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <f8E4M3FN>, <tensor<8x32xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>>>
// CHECK-NEXT:   tt.descriptor_store %2[%arg1, %arg1], %arg5 : !tt.tensordesc<tensor<8x32xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>>>, tensor<8x32xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %3 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <f8E4M3FN>, <tensor<8x16xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>>>
// CHECK-NEXT:   tt.descriptor_store %3[%arg1, %arg1], %arg6 : !tt.tensordesc<tensor<8x16xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>>>, tensor<8x16xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %4 = tt.make_tensor_descriptor %arg0, [%arg1, %arg1], [%arg2, %c1_i64] : <f8E4M3FN>, <tensor<4x128xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>>>
// CHECK-NEXT:   tt.descriptor_store %4[%arg1, %arg1], %arg7 : !tt.tensordesc<tensor<4x128xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 8}>>>, tensor<4x128xf8E4M3FN, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %5 = tt.make_tensor_descriptor %arg0, [%arg1], [%c1_i64] : <f8E4M3FN>, <tensor<128xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 8, rank = 1}>>>
// CHECK-NEXT:   tt.descriptor_store %5[%arg1], %arg8 : !tt.tensordesc<tensor<128xf8E4M3FN, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 8, rank = 1}>>>, tensor<128xf8E4M3FN, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @stores(%p: !tt.ptr<f8E4M3FN>, %n: i32, %stride: i64, %a: tensor<8x128xf8E4M3FN, #blocked>, %b: tensor<8x64xf8E4M3FN, #blocked>, %c: tensor<8x32xf8E4M3FN, #blocked>, %d: tensor<8x16xf8E4M3FN, #blocked>, %e: tensor<4x128xf8E4M3FN, #blocked>, %v: tensor<128xf8E4M3FN, #blocked1>) {
  %one = arith.constant 1 : i64
  %0 = tt.make_tensor_descriptor %p, [%n, %n], [%stride, %one] : <f8E4M3FN>, <tensor<8x128xf8E4M3FN>>
  tt.descriptor_store %0[%n, %n], %a : !tt.tensordesc<tensor<8x128xf8E4M3FN>>, tensor<8x128xf8E4M3FN, #blocked>
  %1 = tt.make_tensor_descriptor %p, [%n, %n], [%stride, %one] : <f8E4M3FN>, <tensor<8x64xf8E4M3FN>>
  tt.descriptor_store %1[%n, %n], %b : !tt.tensordesc<tensor<8x64xf8E4M3FN>>, tensor<8x64xf8E4M3FN, #blocked>
  %2 = tt.make_tensor_descriptor %p, [%n, %n], [%stride, %one] : <f8E4M3FN>, <tensor<8x32xf8E4M3FN>>
  tt.descriptor_store %2[%n, %n], %c : !tt.tensordesc<tensor<8x32xf8E4M3FN>>, tensor<8x32xf8E4M3FN, #blocked>
  %3 = tt.make_tensor_descriptor %p, [%n, %n], [%stride, %one] : <f8E4M3FN>, <tensor<8x16xf8E4M3FN>>
  tt.descriptor_store %3[%n, %n], %d : !tt.tensordesc<tensor<8x16xf8E4M3FN>>, tensor<8x16xf8E4M3FN, #blocked>
  %4 = tt.make_tensor_descriptor %p, [%n, %n], [%stride, %one] : <f8E4M3FN>, <tensor<4x128xf8E4M3FN>>
  tt.descriptor_store %4[%n, %n], %e : !tt.tensordesc<tensor<4x128xf8E4M3FN>>, tensor<4x128xf8E4M3FN, #blocked>
  %5 = tt.make_tensor_descriptor %p, [%n], [%one] : <f8E4M3FN>, <tensor<128xf8E4M3FN>>
  tt.descriptor_store %5[%n], %v : !tt.tensordesc<tensor<128xf8E4M3FN>>, tensor<128xf8E4M3FN, #blocked1>
  tt.return
}

// A gather copies more rows than the block of its descriptor has: the gathered shape counts, for several accesses the common one.
// CHECK: tt.func @gather(%arg0: !tt.tensordesc<tensor<1x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>>>, %arg1: !tt.tensordesc<tensor<1x64xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>>>, %arg2: tensor<32xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, %arg3: tensor<8xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, %arg4: i32, %arg5: tensor<8x64xf32, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>> {
// CHECK-NEXT:   %0 = tt.descriptor_gather %arg0[%arg2, %arg4] : (!tt.tensordesc<tensor<1x32xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, i32) -> tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = tt.descriptor_load %arg1[%arg4, %arg4] : !tt.tensordesc<tensor<1x64xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>>> -> tensor<1x64xf32, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.descriptor_scatter %arg1[%arg3, %arg4], %arg5 : !tt.tensordesc<tensor<1x64xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>>>, tensor<8xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>>, i32, tensor<8x64xf32, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.return %0 : tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT: }
tt.func @gather(%x: !tt.tensordesc<tensor<1x32xf16>>, %y: !tt.tensordesc<tensor<1x64xf32>>, %r: tensor<32xi32, #rows>, %s: tensor<8xi32, #rows>, %i: i32, %v: tensor<8x64xf32, #blocked>) -> tensor<32x32xf16, #blocked> {
  %0 = tt.descriptor_gather %x[%r, %i] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<32xi32, #rows>, i32) -> tensor<32x32xf16, #blocked>
  %1 = tt.descriptor_load %y[%i, %i] : !tt.tensordesc<tensor<1x64xf32>> -> tensor<1x64xf32, #blocked>
  tt.descriptor_scatter %y[%s, %i], %v : !tt.tensordesc<tensor<1x64xf32>>, tensor<8xi32, #rows>, i32, tensor<8x64xf32, #blocked>
  tt.return %0 : tensor<32x32xf16, #blocked>
}

// A load may drop leading dimensions: the encoding gets them back.
// CHECK: tt.func @rank(%arg0: !tt.tensordesc<tensor<1x1x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, rank = 4}>>>, %arg1: !tt.tensordesc<tensor<1x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>>>, %arg2: i32) -> (!ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x1x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, rank = 4}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   %2 = tt.descriptor_load %arg1[%arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.descriptor_reduce add, %arg1[%arg2, %arg2, %arg2], %2 : !tt.tensordesc<tensor<1x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>>>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.return %1, %2 : !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT: }
tt.func @rank(%x: !tt.tensordesc<tensor<1x1x64x64xf16>>, %y: !tt.tensordesc<tensor<1x64x64xf16>>, %i: i32) -> (!ttg.memdesc<64x64xf16, #narrow, #smem>, tensor<64x64xf16, #blocked>) {
  %0 = tt.descriptor_load %x[%i, %i, %i, %i] : !tt.tensordesc<tensor<1x1x64x64xf16>> -> tensor<64x64xf16, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #narrow, #smem>
  %2 = tt.descriptor_load %y[%i, %i, %i] : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<64x64xf16, #blocked>
  tt.descriptor_reduce add, %y[%i, %i, %i], %2 : !tt.tensordesc<tensor<1x64x64xf16>>, tensor<64x64xf16, #blocked>
  tt.return %1, %2 : !ttg.memdesc<64x64xf16, #narrow, #smem>, tensor<64x64xf16, #blocked>
}

// Descriptors that loops and conditionals hand on are one and the same.
// CHECK: tt.func @control_flow(%arg0: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>, %arg1: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>, %arg2: !tt.ptr<f16>, %arg3: i32, %arg4: i64, %arg5: i1) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %0 = scf.for %arg6 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg7 = %arg0) -> (!tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>)  : i32 {
// CHECK-NEXT:     %5 = tt.make_tensor_descriptor %arg2, [%arg3, %arg6], [%arg4, %c1_i64] : <f16>, <tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>
// CHECK-NEXT:     scf.yield %5 : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.if %arg5 -> (i32, !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>) {
// CHECK-NEXT:     scf.yield %arg3, %0 : i32, !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %c0_i32, %arg1 : i32, !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %2:2 = scf.while (%arg6 = %1#0, %arg7 = %1#1) : (i32, !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>) -> (i32, !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>) {
// CHECK-NEXT:     %5 = arith.cmpi slt, %arg6, %arg3 : i32
// CHECK-NEXT:     scf.condition(%5) %arg6, %arg7 : i32, !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg6: i32, %arg7: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>):
// CHECK-NEXT:     %5 = arith.addi %arg6, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %5, %arg7 : i32, !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %3 = tt.descriptor_load %2#1[%arg3, %arg3] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %4 = ttg.local_alloc %3 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   tt.return %4 : !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT: }
tt.func @control_flow(%x: !tt.tensordesc<tensor<64x64xf16>>, %y: !tt.tensordesc<tensor<64x64xf16>>, %p: !tt.ptr<f16>, %n: i32, %s: i64, %c: i1) -> !ttg.memdesc<64x64xf16, #narrow, #smem> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (!tt.tensordesc<tensor<64x64xf16>>) : i32 {
    %1 = tt.make_tensor_descriptor %p, [%n, %i], [%s, %one] : <f16>, <tensor<64x64xf16>>
    scf.yield %1 : !tt.tensordesc<tensor<64x64xf16>>
  }
  %2:2 = scf.if %c -> (i32, !tt.tensordesc<tensor<64x64xf16>>) {
    scf.yield %n, %0 : i32, !tt.tensordesc<tensor<64x64xf16>>
  } else {
    scf.yield %c0, %y : i32, !tt.tensordesc<tensor<64x64xf16>>
  }
  %3:2 = scf.while (%k = %2#0, %b = %2#1) : (i32, !tt.tensordesc<tensor<64x64xf16>>) -> (i32, !tt.tensordesc<tensor<64x64xf16>>) {
    %4 = arith.cmpi slt, %k, %n : i32
    scf.condition(%4) %k, %b : i32, !tt.tensordesc<tensor<64x64xf16>>
  } do {
  ^bb0(%k: i32, %b: !tt.tensordesc<tensor<64x64xf16>>):
    %5 = arith.addi %k, %c1 : i32
    scf.yield %5, %b : i32, !tt.tensordesc<tensor<64x64xf16>>
  }
  %6 = tt.descriptor_load %3#1[%n, %n] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %7 = ttg.local_alloc %6 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #narrow, #smem>
  tt.return %7 : !ttg.memdesc<64x64xf16, #narrow, #smem>
}

// Descriptors that enter or leave a function have the encoding of all descriptors of their type, whatever their users require.
// CHECK: tt.func private @callee(%arg0: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, %arg1: i32) -> (!tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, i32) {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg1, %arg1] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   tt.return %arg0, %arg1 : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, i32
// CHECK-NEXT: }
tt.func private @callee(%x: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) -> (!tt.tensordesc<tensor<64x64xf16>>, i32) {
  %0 = tt.descriptor_load %x[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #narrow, #smem>
  tt.return %x, %i : !tt.tensordesc<tensor<64x64xf16>>, i32
}

// The descriptor that a call returns is one of them. An operand of a call is only if no encoding was known before.
// CHECK: tt.func @caller(%arg0: !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<i8, 0>, %arg3: i32, %arg4: i64) {
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %0:2 = tt.call @callee(%arg0, %arg3) : (!tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, i32) -> (!tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>, i32)
// CHECK-NEXT:   %1 = tt.descriptor_load %0#0[%arg3, %arg3] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %2 = ttg.local_alloc %1 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   %3 = ttng.reinterpret_tensor_descriptor %arg2 : !tt.ptr<i8, 0> to !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>>
// CHECK-NEXT:   %4 = tt.descriptor_load %3[%arg3, %arg3] : !tt.tensordesc<tensor<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %5 = ttg.local_alloc %4 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @caller(%x: !tt.tensordesc<tensor<64x64xf16>>, %p: !tt.ptr<f16>, %raw: !tt.ptr<i8, 0>, %i: i32, %s: i64) {
  %one = arith.constant 1 : i64
  %0:2 = tt.call @callee(%x, %i) : (!tt.tensordesc<tensor<64x64xf16>>, i32) -> (!tt.tensordesc<tensor<64x64xf16>>, i32)
  %1 = tt.descriptor_load %0#0[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %2 = ttg.local_alloc %1 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #narrow, #smem>
  %3 = ttng.reinterpret_tensor_descriptor %raw : !tt.ptr<i8, 0> to !tt.tensordesc<tensor<64x64xf16>>
  %4 = tt.descriptor_load %3[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
  %5 = ttg.local_alloc %4 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #narrow, #smem>
  tt.return
}

// Signedness is ignored, and unused descriptors have an encoding, too.
// CHECK: tt.func @unused(%arg0: !tt.tensordesc<tensor<16x32xui8, #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>>>, %arg1: !tt.tensordesc<tensor<16x32xsi32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>>>) {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @unused(%x: !tt.tensordesc<tensor<16x32xui8>>, %y: !tt.tensordesc<tensor<16x32xsi32>>) {
  tt.return
}
}
