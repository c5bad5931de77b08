// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @poison() {
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   %1 = ub.poison {tag} : tensor<4xf32>
// CHECK-NEXT:   %2 = ub.poison : !tt.ptr<f32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "poison"}> ({
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> {tag} : () -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !tt.ptr<f32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @poison() {
  %0 = ub.poison : i32
  %1 = ub.poison {tag} : tensor<4xf32>
  %2 = ub.poison <#ub.poison> : !tt.ptr<f32>
  tt.return
}
