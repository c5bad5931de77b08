// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @grid() {
// CHECK-NEXT:   %0 = tt.get_program_id x : i32
// CHECK-NEXT:   %1 = tt.get_program_id y {tag} : i32
// CHECK-NEXT:   %2 = tt.get_program_id z : i32
// CHECK-NEXT:   %3 = tt.get_num_programs x : i32
// CHECK-NEXT:   %4 = tt.get_num_programs y : i32
// CHECK-NEXT:   %5 = tt.get_num_programs z {tag} : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "grid"}> ({
// GENERIC-NEXT:   %{{.*}} = "tt.get_program_id"() <{axis = 0 : i32}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.get_program_id"() <{axis = 1 : i32}> {tag} : () -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.get_program_id"() <{axis = 2 : i32}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.get_num_programs"() <{axis = 0 : i32}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.get_num_programs"() <{axis = 1 : i32}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.get_num_programs"() <{axis = 2 : i32}> {tag} : () -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @grid() {
  %0 = tt.get_program_id x : i32
  %1 = tt.get_program_id y {tag} : i32
  %2 = tt.get_program_id z : i32
  %3 = tt.get_num_programs x : i32
  %4 = tt.get_num_programs y : i32
  %5 = tt.get_num_programs "z" {tag} : i32
  tt.return
}

// CHECK: tt.func @print(%arg0: i32, %arg1: tensor<4xf32>, %arg2: tensor<2x!tt.ptr<f16>>) {
// CHECK-NEXT:   tt.print "hello" {hex = false, isSigned = array<i32>}
// CHECK-NEXT:   tt.print " x: " {hex = true, isSigned = array<i32: 1>} : %arg0 : i32
// CHECK-NEXT:   tt.print "" {hex = false, isSigned = array<i32: 0, 1, 0>, tag = "\\ \0A \09 \FF"} : %arg1, %arg0, %arg2 : tensor<4xf32>, i32, tensor<2x!tt.ptr<f16>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, tensor<4xf32>, tensor<2x!tt.ptr<f16>>) -> (), sym_name = "print"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<2x!tt.ptr<f16>>):
// GENERIC-NEXT:   "tt.print"() <{hex = false, isSigned = array<i32>, prefix = "hello"}> : () -> ()
// GENERIC-NEXT:   "tt.print"(%{{.*}}) <{hex = true, isSigned = array<i32: 1>, prefix = " x: "}> : (i32) -> ()
// GENERIC-NEXT:   "tt.print"(%{{.*}}, %{{.*}}, %{{.*}}) <{hex = false, isSigned = array<i32: 0, 1, 0>, prefix = ""}> {tag = "\\ \0A \09 \FF"} : (tensor<4xf32>, i32, tensor<2x!tt.ptr<f16>>) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @print(%x: i32, %y: tensor<4xf32>, %p: tensor<2x!tt.ptr<f16>>) {
  tt.print "hello" {hex = false, isSigned = array<i32>}
  tt.print " x: " {hex = true, isSigned = array<i32: 1>} : %x : i32
  tt.print "" {hex = false, isSigned = array<i32: 0, 1, 0>, tag = "\\ \n \t \FF"} : %y, %x, %p : tensor<4xf32>, i32, tensor<2x!tt.ptr<f16>>
  tt.return
}

// CHECK: tt.func @assert(%arg0: i1, %arg1: tensor<4x4xi1>) {
// CHECK-NEXT:   tt.assert %arg0, "scalar" : i1
// CHECK-NEXT:   tt.assert %arg1, "tensor \C3\A9" {tag} : tensor<4x4xi1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i1, tensor<4x4xi1>) -> (), sym_name = "assert"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: i1, %{{.*}}: tensor<4x4xi1>):
// GENERIC-NEXT:   "tt.assert"(%{{.*}}) <{message = "scalar"}> : (i1) -> ()
// GENERIC-NEXT:   "tt.assert"(%{{.*}}) <{message = "tensor \C3\A9"}> {tag} : (tensor<4x4xi1>) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @assert(%c: i1, %t: tensor<4x4xi1>) {
  tt.assert %c, "scalar" : i1
  tt.assert %t, "tensor é" {tag} : tensor<4x4xi1>
  tt.return
}
