// RUN: xtriton-opt %s --tritongpu-coalesce | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Blocks of descriptors pass through shared memory: 16 bytes of a row a thread.
  // CHECK: tt.func @load_and_store(%arg0: !tt.tensordesc<64x64xf16>, %arg1: i32) {
  // CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg1, %arg1] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
  // CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<64x64xf16, #blocked1> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   tt.descriptor_store %arg0[%arg1, %arg1], %2 : !tt.tensordesc<64x64xf16>, tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   %3 = ttg.convert_layout %1 : tensor<64x64xf16, #blocked1> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   tt.descriptor_reduce add, %arg0[%arg1, %arg1], %3 : !tt.tensordesc<64x64xf16>, tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @load_and_store(%desc: !tt.tensordesc<64x64xf16>, %i: i32) {
    %0 = tt.descriptor_load %desc[%i, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #blocked>
    tt.descriptor_store %desc[%i, %i], %0 : !tt.tensordesc<64x64xf16>, tensor<64x64xf16, #blocked>
    tt.descriptor_reduce add, %desc[%i, %i], %0 : !tt.tensordesc<64x64xf16>, tensor<64x64xf16, #blocked>
    tt.return
  }

  // The rows that are gathered keep their layout. Less than 16 bytes a thread are there.
  // CHECK: tt.func @gather_and_scatter(%arg0: !tt.tensordesc<1x32xi8>, %arg1: tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>, %arg2: i32) {
  // CHECK-NEXT:   %0 = tt.descriptor_gather %arg0[%arg1, %arg2] : (!tt.tensordesc<1x32xi8>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>, i32) -> tensor<32x32xi8, #blocked3>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<32x32xi8, #blocked3> -> tensor<32x32xi8, #blocked1>
  // CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<32x32xi8, #blocked1> -> tensor<32x32xi8, #blocked3>
  // CHECK-NEXT:   tt.descriptor_scatter %arg0[%arg1, %arg2], %2 : !tt.tensordesc<1x32xi8>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>, i32, tensor<32x32xi8, #blocked3>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @gather_and_scatter(%desc: !tt.tensordesc<1x32xi8>, %rows: tensor<32xi32, #ttg.slice<{dim = 0, parent = #rows}>>, %i: i32) {
    %0 = tt.descriptor_gather %desc[%rows, %i] : (!tt.tensordesc<1x32xi8>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #rows}>>, i32) -> tensor<32x32xi8, #blocked>
    tt.descriptor_scatter %desc[%rows, %i], %0 : !tt.tensordesc<1x32xi8>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #rows}>>, i32, tensor<32x32xi8, #blocked>
    tt.return
  }
}
