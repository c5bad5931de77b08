// RUN: xtriton-opt %s --tritongpu-optimize-thread-locality | filecheck %s

// A gather in one dimension is left alone, before tensors have layouts too.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
// CHECK: tt.func @gather_of_vector(%arg0: tensor<64xf32>, %arg1: tensor<64xi32>) -> tensor<64xf32> {
// CHECK-NEXT:   %0 = tt.gather %arg0[%arg1] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
// CHECK-NEXT:   tt.return %0 : tensor<64xf32>
// CHECK-NEXT: }
tt.func @gather_of_vector(%x: tensor<64xf32>, %where: tensor<64xi32>) -> tensor<64xf32> {
  %0 = tt.gather %x[%where] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  tt.return %0 : tensor<64xf32>
}
}
