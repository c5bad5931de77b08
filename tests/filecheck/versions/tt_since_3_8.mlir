// RUN: xtriton-opt %s --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 | xtriton-opt - --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --mlir-print-op-generic | xtriton-opt - --triton=3.8 | filecheck %s

// CHECK: module {
// CHECK-NEXT: tt.func @descriptors(%arg0: !tt.tensordesc<1x64xf16>, %arg1: tensor<8xi16>, %arg2: tensor<8xi32>, %arg3: i32, %arg4: !tt.tensordesc<4x8xui8>) {
// CHECK-NEXT: %0 = tt.descriptor_gather %arg0[%arg1, %arg3] : (!tt.tensordesc<1x64xf16>, tensor<8xi16>, i32) -> tensor<8x64xf16>
// CHECK-NEXT: tt.descriptor_scatter %arg0[%arg2, %arg3], %0 : !tt.tensordesc<1x64xf16>, tensor<8xi32>, i32, tensor<8x64xf16>
// CHECK-NEXT: %1 = tt.descriptor_load %arg4[%arg3, %arg3] : !tt.tensordesc<4x8xui8> -> tensor<32xi8>
// CHECK-NEXT: tt.return
tt.func @descriptors(%d: !tt.tensordesc<1x64xf16>, %r: tensor<8xi16>, %s: tensor<8xi32>, %c: i32, %u: !tt.tensordesc<4x8xui8>) {
  %0 = tt.descriptor_gather %d[%r, %c] : (!tt.tensordesc<1x64xf16>, tensor<8xi16>, i32) -> tensor<8x64xf16>
  tt.descriptor_scatter %d[%s, %c], %0 : !tt.tensordesc<1x64xf16>, tensor<8xi32>, i32, tensor<8x64xf16>
  %1 = tt.descriptor_load %u[%c, %c] : !tt.tensordesc<4x8xui8> -> tensor<32xi8>
  tt.return
}
