// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @layouts(%arg0: tensor<64xf32, #gluon.coalesced_encoding>) -> tensor<128xi32, #blocked> {
  // CHECK-NEXT: %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #gluon.auto_encoding>
  // CHECK-NEXT: %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
  // CHECK-NEXT: %2 = gluon.set_auto_layout %0 {x} : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #gluon.coalesced_encoding>
  // CHECK-NEXT: tt.return %1 : tensor<128xi32, #blocked>
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (tensor<64xf32, #gluon.coalesced_encoding>) -> tensor<128xi32, #blocked>, sym_name = "layouts"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: tensor<64xf32, #gluon.coalesced_encoding>):
  // GENERIC-NEXT: %0 = "tt.make_range"() <{end = 128 : i32, start = 0 : i32}> : () -> tensor<128xi32, #gluon.auto_encoding>
  // GENERIC-NEXT: %1 = "gluon.set_auto_layout"(%0) : (tensor<128xi32, #gluon.auto_encoding>) -> tensor<128xi32, #blocked>
  // GENERIC-NEXT: %2 = "gluon.set_auto_layout"(%0) {x} : (tensor<128xi32, #gluon.auto_encoding>) -> tensor<128xi32, #gluon.coalesced_encoding>
  // GENERIC-NEXT: "tt.return"(%1) : (tensor<128xi32, #blocked>) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @layouts(%c: tensor<64xf32, #gluon.coalesced_encoding>) -> tensor<128xi32, #blocked> {
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #gluon.auto_encoding>
    %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
    %2 = gluon.set_auto_layout %0 {x} : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #gluon.coalesced_encoding>
    tt.return %1 : tensor<128xi32, #blocked>
  }
}
