// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: llvm.func @branches(%arg0: i32, %arg1: i1) {
// CHECK-NEXT:   llvm.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 3 preds: ^bb0, ^bb1, ^bb3
// CHECK-NEXT:   llvm.cond_br %arg1, ^bb2, ^bb1(%0 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   llvm.cond_br %arg1 weights([1, 2]), ^bb3, ^bb4 {tag}
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT:   llvm.switch %arg0 : i32, ^bb4 [
// CHECK-NEXT:     1: ^bb3,
// CHECK-NEXT:     -2: ^bb1(%arg0 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb4:  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT:   llvm.switch %arg0 : i32, ^bb5(%arg0 : i32) [
// CHECK-NEXT:   ] {branch_weights = array<i32: 1>}
// CHECK-NEXT: ^bb5(%1: i32):  // pred: ^bb4
// CHECK-NEXT:   llvm.br ^bb6
// CHECK-NEXT: ^bb6:  // pred: ^bb5
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, i1)>, linkage = #llvm.linkage<external>, sym_name = "branches", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i1):
// GENERIC-NEXT:   "llvm.br"(%{{.*}})[^bb{{[0-9]+}}] : (i32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:   "llvm.cond_br"(%{{.*}}, %{{.*}})[^bb{{[0-9]+}}, ^bb{{[0-9]+}}] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "llvm.cond_br"(%{{.*}})[^bb{{[0-9]+}}, ^bb{{[0-9]+}}] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> {tag} : (i1) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "llvm.switch"(%{{.*}}, %{{.*}})[^bb{{[0-9]+}}, ^bb{{[0-9]+}}, ^bb{{[0-9]+}}] <{case_operand_segments = array<i32: 0, 1>, case_values = dense<[1, -2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "llvm.switch"(%{{.*}}, %{{.*}})[^bb{{[0-9]+}}] <{branch_weights = array<i32: 1>, case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:   "llvm.br"()[^bb{{[0-9]+}}] : () -> ()
// GENERIC-NEXT: ^bb{{[0-9]+}}:
// GENERIC-NEXT:   "llvm.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
llvm.func @branches(%i: i32, %b: i1) {
  llvm.br ^a(%i : i32)
^a(%x: i32):
  llvm.cond_br %b, ^c, ^a(%x : i32)
^c:
  llvm.cond_br %b weights([1, 2]), ^d, ^e {tag}
^d:
  llvm.switch %i : i32, ^e [
    1: ^d,
    -2: ^a(%i : i32)
  ]
^e:
  llvm.switch %i : i32, ^g(%i : i32) [
  ] {branch_weights = array<i32: 1>}
^g(%z: i32):
  llvm.br ^h
^h:
  llvm.return
}
