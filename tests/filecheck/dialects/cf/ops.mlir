// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @branches(%arg0: i32, %arg1: f32, %arg2: i1) {
// CHECK-NEXT:   cf.br ^bb1 {tag}
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT:   cf.br ^bb2(%arg0, %arg1 : i32, f32)
// CHECK-NEXT: ^bb2(%0: i32, %1: f32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   cf.cond_br %arg2, ^bb3, ^bb2(%arg0, %arg1 : i32, f32)
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT:   cf.cond_br %arg2, ^bb4(%arg0 : i32), ^bb4(%arg0 : i32) {tag}
// CHECK-NEXT: ^bb4(%2: i32):  // 2 preds: ^bb3, ^bb3
// CHECK-NEXT:   cf.cond_br %arg2 weights([5, 10]), ^bb5, ^bb1
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, f32, i1) -> (), sym_name = "branches"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:   "cf.br"()[^bb{{[0-9]+}}] {tag} : () -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "cf.br"(%{{.*}}, %{{.*}})[^bb{{[0-9]+}}] : (i32, f32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: f32):
// GENERIC-NEXT:   "cf.cond_br"(%{{.*}}, %{{.*}}, %{{.*}})[^bb{{[0-9]+}}, ^bb{{[0-9]+}}] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, i32, f32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "cf.cond_br"(%{{.*}}, %{{.*}}, %{{.*}})[^bb{{[0-9]+}}, ^bb{{[0-9]+}}] <{operandSegmentSizes = array<i32: 1, 1, 1>}> {tag} : (i1, i32, i32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:   "cf.cond_br"(%{{.*}})[^bb{{[0-9]+}}, ^bb{{[0-9]+}}] <{branch_weights = array<i32: 5, 10>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @branches(%i: i32, %f: f32, %b: i1) {
  cf.br ^b1 {tag}
^b1:
  cf.br ^b2(%i, %f : i32, f32)
^b2(%x: i32, %y: f32):
  cf.cond_br %b, ^b3, ^b2(%i, %f : i32, f32)
^b3:
  cf.cond_br %b, ^b4(%i : i32), ^b4(%i : i32) {tag}
^b4(%z: i32):
  cf.cond_br %b weights([5, 10]), ^b5, ^b1
^b5:
  tt.return
}

// CHECK: tt.func @switch(%arg0: i32, %arg1: i64) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     42: ^bb1,
// CHECK-NEXT:     4294967253: ^bb2(%arg0 : i32)
// CHECK-NEXT:   ] {tag}
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:   cf.switch %arg1 : i64, [
// CHECK-NEXT:     default: ^bb2(%arg0 : i32)]
// CHECK-NEXT: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64) -> (), sym_name = "switch"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64):
// GENERIC-NEXT:   "cf.switch"(%{{.*}}, %{{.*}})[^bb{{[0-9]+}}, ^bb{{[0-9]+}}, ^bb{{[0-9]+}}] <{case_operand_segments = array<i32: 0, 1>, case_values = dense<[42, -43]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> {tag} : (i32, i32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "cf.switch"(%{{.*}}, %{{.*}})[^bb{{[0-9]+}}] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i64, i32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @switch(%i: i32, %j: i64) {
  cf.switch %i : i32, [
    default: ^b1,
    42: ^b1,
    -43: ^b2(%i : i32)
  ] {tag}
^b1:
  cf.switch %j : i64, [
    default: ^b2(%i : i32)
  ]
^b2(%x: i32):
  tt.return
}

// CHECK: tt.func @assert(%arg0: i1) {
// CHECK-NEXT:   cf.assert %arg0, "must \22hold\22"
// CHECK-NEXT:   cf.assert %arg0, "tagged" {tag}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i1) -> (), sym_name = "assert"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i1):
// GENERIC-NEXT:   "cf.assert"(%{{.*}}) <{msg = "must \22hold\22"}> : (i1) -> ()
// GENERIC-NEXT:   "cf.assert"(%{{.*}}) <{msg = "tagged"}> {tag} : (i1) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @assert(%b: i1) {
  cf.assert %b, "must \22hold\22"
  cf.assert %b, "tagged" {tag}
  tt.return
}
