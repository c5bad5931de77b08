// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// Unusual programs that Triton accepts.
// Nothing is known of the number of elements of a tensor with dynamic extents.
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK: tt.func @dynamic_extents(%arg0: tensor<?x!tt.ptr<f32>>, %arg1: tensor<4xi32>) {
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg1 : tensor<?x!tt.ptr<f32>>, tensor<4xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<?x!tt.ptr<f32>>, tensor<4xi32>) -> (), sym_name = "dynamic_extents"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<?x!tt.ptr<f32>>, %{{.*}}: tensor<4xi32>):
// GENERIC-NEXT:   %{{.*}} = "tt.addptr"(%{{.*}}, %{{.*}}) : (tensor<?x!tt.ptr<f32>>, tensor<4xi32>) -> tensor<?x!tt.ptr<f32>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @dynamic_extents(%p: tensor<?x!tt.ptr<f32>>, %o: tensor<4xi32>) {
  %0 = tt.addptr %p, %o : tensor<?x!tt.ptr<f32>>, tensor<4xi32>
  tt.return
}
// The lists of a block pointer or descriptor are told apart by their sizes alone, and those are not checked.

// CHECK: tt.func @lists_of_other_sizes(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i32) {
// CHECK-NEXT:   %0 = tt.make_tensor_ptr %arg0, [], [], [] {order = array<i32: 0>} : <tensor<8xf32>>
// CHECK-NEXT:   %1 = tt.make_tensor_descriptor %arg0, [%arg2], [%arg1] : <f32>, <tensor<64xf32>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>, i64, i32) -> (), sym_name = "lists_of_other_sizes"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: i64, %{{.*}}: i32):
// GENERIC-NEXT:   %{{.*}} = "tt.make_tensor_ptr"(%{{.*}}, %{{.*}}, %{{.*}}) <{order = array<i32: 0>}> : (!tt.ptr<f32>, i64, i64) -> !tt.ptr<tensor<8xf32>>
// GENERIC-NEXT:   %{{.*}} = "tt.make_tensor_descriptor"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{padding = 1 : i32}> : (!tt.ptr<f32>, i32, i64, i64) -> !tt.tensordesc<tensor<64xf32>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @lists_of_other_sizes(%p: !tt.ptr<f32>, %n: i64, %m: i32) {
  %0 = "tt.make_tensor_ptr"(%p, %n, %n) <{order = array<i32: 0>}> : (!tt.ptr<f32>, i64, i64) -> !tt.ptr<tensor<8xf32>>
  %1 = tt.make_tensor_descriptor %p, [%m], [%n, %n] : <f32>, <tensor<64xf32>>
  tt.return
}
// An atomic's result need not have the type of its value.

// CHECK: tt.func @other_result(%arg0: !tt.ptr<f32>, %arg1: f32) {
// CHECK-NEXT:   %0 = tt.atomic_rmw fadd, relaxed, gpu, %arg0, %arg1 : (!tt.ptr<f32>, f32) -> i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>, f32) -> (), sym_name = "other_result"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: f32):
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 5 : i32, scope = 1 : i32, sem = 1 : i32}> : (!tt.ptr<f32>, f32) -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @other_result(%p: !tt.ptr<f32>, %v: f32) {
  %0 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32>, f32) -> i32
  tt.return
}
// The comma announces a mask or another value, and then there is none.

// CHECK: tt.func @comma_before_nothing(%arg0: !tt.ptr<f32>) {
// CHECK-NEXT:   %0 = tt.load %arg0 evictionPolicy = evict_last : !tt.ptr<f32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>) -> (), sym_name = "comma_before_nothing"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>):
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 3 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @comma_before_nothing(%p: !tt.ptr<f32>) {
  %0 = tt.load %p, evictionPolicy = evict_last : !tt.ptr<f32>
  tt.return
}
// Properties win over attributes of the same name, and unknown properties are forgotten.

// CHECK: tt.func @properties() {
// CHECK-NEXT:   %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "properties"}> ({
// GENERIC-NEXT:   %{{.*}} = "tt.make_range"() <{end = 4 : i32, start = 0 : i32}> : () -> tensor<4xi32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @properties() {
  %0 = "tt.make_range"() <{end = 4 : i32, start = 0 : i32, other = 1 : i32}> {end = 8 : i32} : () -> tensor<4xi32>
  tt.return
}
// Only one operand has an encoding, so it agrees with all.
#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {

// CHECK: tt.func @mixed_encodings(%arg0: tensor<16x16x!tt.ptr<f32>, #blocked>, %arg1: tensor<16x16xi32>) {
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg1 : tensor<16x16x!tt.ptr<f32>, #blocked>, tensor<16x16xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<16x16x!tt.ptr<f32>, #blocked>, tensor<16x16xi32>) -> (), sym_name = "mixed_encodings"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<16x16x!tt.ptr<f32>, #blocked>, %{{.*}}: tensor<16x16xi32>):
// GENERIC-NEXT:   %{{.*}} = "tt.addptr"(%{{.*}}, %{{.*}}) : (tensor<16x16x!tt.ptr<f32>, #blocked>, tensor<16x16xi32>) -> tensor<16x16x!tt.ptr<f32>, #blocked>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @mixed_encodings(%p: tensor<16x16x!tt.ptr<f32>, #blocked>, %o: tensor<16x16xi32>) {
  %0 = tt.addptr %p, %o : tensor<16x16x!tt.ptr<f32>, #blocked>, tensor<16x16xi32>
  tt.return
}
}
