// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @groups(%arg0: i32) -> i32 {
  // CHECK-NEXT: nvws.warp_group
  // CHECK-NEXT: partition0 num_warps(4) {
  // CHECK-NEXT: nvws.warp_group.return
  // CHECK-NEXT: }
  // CHECK-NEXT: partition1 num_warps(8) {
  // CHECK-NEXT: nvws.warp_group.return {x}
  // CHECK-NEXT: }
  // CHECK-NEXT: nvws.warp_group attributes {mine = 1 : i32}
  // CHECK-NEXT: tt.return %arg0 : i32
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (i32) -> i32, sym_name = "groups"}> ({
  // GENERIC-NEXT: ^bb0(%arg7: i32):
  // GENERIC-NEXT: "nvws.warp_group"() <{numWarps = array<i32: 4, 8>}> ({
  // GENERIC-NEXT: "nvws.warp_group.return"() : () -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: "nvws.warp_group.return"() {x} : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  // GENERIC-NEXT: "nvws.warp_group"() <{numWarps = array<i32>}> {mine = 1 : i32} : () -> ()
  // GENERIC-NEXT: "tt.return"(%arg7) : (i32) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @groups(%x: i32) -> i32 {
    nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.return
    }
    partition1 num_warps(8) {
      nvws.warp_group.return {x}
    }
    nvws.warp_group attributes {mine = 1 : i32}
    tt.return %x : i32
  }

  // CHECK: tt.func @tokens(%arg0: i32, %arg1: i1) {
  // CHECK-NEXT: %0 = nvws.create_token {loadType = 2 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
  // CHECK-NEXT: nvws.producer_acquire %0, %arg0, %arg1 : tensor<3x!nvws.token>, i32, i1
  // CHECK-NEXT: nvws.producer_commit %0, %arg0 : tensor<3x!nvws.token>, i32
  // CHECK-NEXT: nvws.consumer_wait %0, %arg0, %arg1 {x} : tensor<3x!nvws.token>, i32, i1
  // CHECK-NEXT: nvws.consumer_release %0, %arg0 : tensor<3x!nvws.token>, i32
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (i32, i1) -> (), sym_name = "tokens"}> ({
  // GENERIC-NEXT: ^bb0(%arg5: i32, %arg6: i1):
  // GENERIC-NEXT: %0 = "nvws.create_token"() <{loadType = 2 : i32, numBuffers = 3 : i32}> : () -> tensor<3x!nvws.token>
  // GENERIC-NEXT: "nvws.producer_acquire"(%0, %arg5, %arg6) : (tensor<3x!nvws.token>, i32, i1) -> ()
  // GENERIC-NEXT: "nvws.producer_commit"(%0, %arg5) : (tensor<3x!nvws.token>, i32) -> ()
  // GENERIC-NEXT: "nvws.consumer_wait"(%0, %arg5, %arg6) {x} : (tensor<3x!nvws.token>, i32, i1) -> ()
  // GENERIC-NEXT: "nvws.consumer_release"(%0, %arg5) : (tensor<3x!nvws.token>, i32) -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @tokens(%i: i32, %phase: i1) {
    %0 = nvws.create_token {loadType = 2 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
    nvws.producer_acquire %0, %i, %phase : tensor<3x!nvws.token>, i32, i1
    nvws.producer_commit %0, %i : tensor<3x!nvws.token>, i32
    nvws.consumer_wait %0, %i, %phase {x} : tensor<3x!nvws.token>, i32, i1
    nvws.consumer_release %0, %i : tensor<3x!nvws.token>, i32
    tt.return
  }

  // CHECK: tt.func @descriptors(%arg0: !tt.tensordesc<tensor<64x32xf16, #shared>>, %arg1: !tt.tensordesc<tensor<1x32xf16, #shared>>, %arg2: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %arg3: tensor<64xi32>, %arg4: i32) {
  // CHECK-NEXT: nvws.descriptor_load %arg0[%arg4, %arg4] 4096 %arg2 : !tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: nvws.descriptor_load %arg0[%arg4, %arg4] 4096 %arg2 cacheModifier = cg evictionPolicy = evict_last {x} : !tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: nvws.descriptor_gather %arg1[%arg3, %arg4] 4096 %arg2 : !tt.tensordesc<tensor<1x32xf16, #shared>>, tensor<64xi32>, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!tt.tensordesc<tensor<64x32xf16, #shared>>, !tt.tensordesc<tensor<1x32xf16, #shared>>, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, tensor<64xi32>, i32) -> (), sym_name = "descriptors"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !tt.tensordesc<tensor<64x32xf16, #shared>>, %arg1: !tt.tensordesc<tensor<1x32xf16, #shared>>, %arg2: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %arg3: tensor<64xi32>, %arg4: i32):
  // GENERIC-NEXT: "nvws.descriptor_load"(%arg0, %arg4, %arg4, %arg2) <{cache = 1 : i32, evict = 1 : i32, txCount = 4096 : i32}> : (!tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "nvws.descriptor_load"(%arg0, %arg4, %arg4, %arg2) <{cache = 3 : i32, evict = 3 : i32, txCount = 4096 : i32}> {x} : (!tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "nvws.descriptor_gather"(%arg1, %arg3, %arg4, %arg2) <{txCount = 4096 : i32}> : (!tt.tensordesc<tensor<1x32xf16, #shared>>, tensor<64xi32>, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @descriptors(%desc: !tt.tensordesc<tensor<64x32xf16, #shared>>, %row: !tt.tensordesc<tensor<1x32xf16, #shared>>, %m: !ttg.memdesc<64x32xf16, #shared, #smem, mutable>, %rows: tensor<64xi32>, %i: i32) {
    nvws.descriptor_load %desc[%i, %i] 4096 %m : !tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    nvws.descriptor_load %desc[%i, %i] 4096 %m cacheModifier = cg evictionPolicy = evict_last {x} : !tt.tensordesc<tensor<64x32xf16, #shared>>, i32, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    nvws.descriptor_gather %row[%rows, %i] 4096 %m : !tt.tensordesc<tensor<1x32xf16, #shared>>, tensor<64xi32>, i32, !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    tt.return
  }
}
