// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: func.func @caller(%arg0: i32, %arg1: tensor<4xf32>) -> (i32, tensor<4xf32>) attributes {tag} {
// CHECK-NEXT:   %0 = call @callee(%arg0) : (i32) -> i32
// CHECK-NEXT:   call @nothing() {tag} : () -> ()
// CHECK-NEXT:   %f = constant @callee : (i32) -> i32
// CHECK-NEXT:   %1 = call_indirect %f(%0) {tag} : (i32) -> i32
// CHECK-NEXT:   return %1, %arg1 : i32, tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @callee(i32) -> i32
// CHECK-NEXT: func.func private @nothing()
// CHECK-NEXT: func.func @attributes(%arg0: i32 {test.in = 1 : i32}) -> (i32 {test.out}) {
// CHECK-NEXT:   return %arg0 : i32
// CHECK-NEXT: }
// GENERIC: "func.func"() <{function_type = (i32, tensor<4xf32>) -> (i32, tensor<4xf32>), sym_name = "caller"}> ({
// GENERIC:   %{{.*}} = "func.call"(%{{.*}}) <{callee = @callee}> : (i32) -> i32
// GENERIC-NEXT:   "func.call"() <{callee = @nothing}> {tag} : () -> ()
// GENERIC-NEXT:   %{{.*}} = "func.constant"() <{value = @callee}> : () -> ((i32) -> i32)
// GENERIC-NEXT:   %{{.*}} = "func.call_indirect"(%{{.*}}, %{{.*}}) {tag} : ((i32) -> i32, i32) -> i32
// GENERIC-NEXT:   "func.return"(%{{.*}}, %{{.*}}) : (i32, tensor<4xf32>) -> ()
// GENERIC-NEXT: }) {tag} : () -> ()
// GENERIC: "func.func"() <{function_type = (i32) -> i32, sym_name = "callee", sym_visibility = "private"}> ({
// GENERIC: "func.func"() <{arg_attrs = [{test.in = 1 : i32}], function_type = (i32) -> i32, res_attrs = [{test.out}], sym_name = "attributes"}> ({
func.func @caller(%a: i32, %t: tensor<4xf32>) -> (i32, tensor<4xf32>) attributes {tag} {
  %0 = func.call @callee(%a) : (i32) -> i32
  call @nothing() {tag} : () -> ()
  %f = func.constant @callee : (i32) -> i32
  %1 = call_indirect %f(%0) {tag} : (i32) -> i32
  return %1, %t : i32, tensor<4xf32>
}
func.func private @callee(i32) -> i32
func.func private @nothing()
func.func @attributes(%a: i32 {test.in = 1 : i32}) -> (i32 {test.out}) {
  func.return %a : i32
}
