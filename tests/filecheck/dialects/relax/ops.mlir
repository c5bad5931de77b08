// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: module attributes {relax.external_mods = [{symbol = "compiled"}]} {
module attributes {relax.external_mods = [{symbol = "compiled"}]} {
  // Constants stand among tensors in any order; integers are of 64 bits where they do not say.
  // CHECK: func.func @external(%arg0: tensor<?x256xf8E4M3FN>, %arg1: tensor<64x256xf8E5M2>) -> tensor<?x64xbf16> {
  // CHECK-NEXT:   %0 = relax.call_dps_packed @mlc.triton.product(%arg0, %arg1, 256, -1, "float8_e4m3fn") : (tensor<?x256xf8E4M3FN>, tensor<64x256xf8E5M2>) -> tensor<?x64xbf16>
  // CHECK-NEXT:   %1 = relax.call_dps_packed @"a name"("x\22y", %0, 7 : i32, true, 1.500000e+00 : f64) {tag} : (tensor<?x64xbf16>) -> tensor<?x64xbf16>
  // CHECK-NEXT:   %2:2 = relax.call_dps_packed @none() : () -> (tensor<2xf32>, tensor<3xi32>)
  // CHECK-NEXT:   return %1 : tensor<?x64xbf16>
  // GENERIC: "relax.call_dps_packed"(%{{.*}}, %{{.*}}) <{arguments = [unit, unit, 256, -1, "float8_e4m3fn"], callee = @mlc.triton.product}> : (tensor<?x256xf8E4M3FN>, tensor<64x256xf8E5M2>) -> tensor<?x64xbf16>
  // GENERIC: "relax.call_dps_packed"(%{{.*}}) <{arguments = ["x\22y", unit, 7 : i32, true, 1.500000e+00], callee = @"a name"}> {tag} : (tensor<?x64xbf16>) -> tensor<?x64xbf16>
  // GENERIC: "relax.call_dps_packed"() <{arguments = [], callee = @none}> : () -> (tensor<2xf32>, tensor<3xi32>)
  func.func @external(%x: tensor<?x256xf8E4M3FN>, %w: tensor<64x256xf8E5M2>) -> tensor<?x64xbf16> {
    %0 = relax.call_dps_packed @"mlc.triton.product"(%x, %w, 256, -1 : i64, "float8_e4m3fn") : (tensor<?x256xf8E4M3FN>, tensor<64x256xf8E5M2>) -> tensor<?x64xbf16>
    %1 = relax.call_dps_packed @"a name"("x\22y", %0, 7 : i32, true, 1.5) {tag} : (tensor<?x64xbf16>) -> tensor<?x64xbf16>
    %2:2 = relax.call_dps_packed @none() : () -> (tensor<2xf32>, tensor<3xi32>)
    return %1 : tensor<?x64xbf16>
  }

  // CHECK: func.func @concrete(%arg0: tensor<?x256xf32>) -> tensor<?xf32> {
  // CHECK-NEXT:   %0 = relax.call_tir @compiled(%arg0) : (tensor<?x256xf32>) -> tensor<?xf32>
  // CHECK-NEXT:   %1 = relax.call_tir @declared(%arg0, %0) {tag} : (tensor<?x256xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT:   return %1 : tensor<?xf32>
  // GENERIC: "relax.call_tir"(%{{.*}}) <{callee = @compiled}> : (tensor<?x256xf32>) -> tensor<?xf32>
  func.func @concrete(%x: tensor<?x256xf32>) -> tensor<?xf32> {
    %0 = relax.call_tir @compiled(%x) : (tensor<?x256xf32>) -> tensor<?xf32>
    %1 = relax.call_tir @declared(%x, %0) {tag} : (tensor<?x256xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }

  // CHECK: func.func private @declared(tensor<?x256xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.func private @declared(tensor<?x256xf32>, tensor<?xf32>) -> tensor<?xf32>
}
