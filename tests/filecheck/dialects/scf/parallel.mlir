// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @parallel(%arg0: i32, %arg1: i64, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1) {
// CHECK-NEXT:   scf.parallel (%arg6, %arg7) = (%arg2, %arg2) to (%arg3, %arg3) step (%arg2, %arg3) {
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.parallel (%arg6) = (%arg2) to (%arg3) step (%arg2) {
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   %0:2 = scf.parallel (%arg6) = (%arg2) to (%arg3) step (%arg2) init (%arg4, %arg0) -> (f32, i32) {
// CHECK-NEXT:     scf.reduce(%arg4, %arg0 : f32, i32) {
// CHECK-NEXT:     ^bb0(%arg7: f32, %arg8: f32):
// CHECK-NEXT:       scf.reduce.return %arg7 : f32
// CHECK-NEXT:     }, {
// CHECK-NEXT:     ^bb0(%arg7: i32, %arg8: i32):
// CHECK-NEXT:       scf.reduce.return %arg7 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   %1 = scf.parallel (%arg6) = (%arg2) to (%arg3) step (%arg2) init (%arg4) -> f32 {
// CHECK-NEXT:     scf.reduce(%arg4 : f32) {
// CHECK-NEXT:     ^bb0(%arg7: f32, %arg8: f32):
// CHECK-NEXT:       scf.reduce.return %arg7 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, index, f32, i1) -> (), sym_name = "parallel"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:   "scf.parallel"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index, %{{.*}}: index):
// GENERIC-NEXT:     "scf.reduce"() : () -> ()
// GENERIC-NEXT:   }) : (index, index, index, index, index, index) -> ()
// GENERIC-NEXT:   "scf.parallel"(%{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index):
// GENERIC-NEXT:     "scf.reduce"() : () -> ()
// GENERIC-NEXT:   }) : (index, index, index) -> ()
// GENERIC-NEXT:   %{{.*}} = "scf.parallel"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index):
// GENERIC-NEXT:     "scf.reduce"(%{{.*}}, %{{.*}}) ({
// GENERIC-NEXT:     ^bb{{[0-9]+}}(%{{.*}}: f32, %{{.*}}: f32):
// GENERIC-NEXT:       "scf.reduce.return"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:     }, {
// GENERIC-NEXT:     ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i32):
// GENERIC-NEXT:       "scf.reduce.return"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:     }) : (f32, i32) -> ()
// GENERIC-NEXT:   }) {tag} : (index, index, index, f32, i32) -> (f32, i32)
// GENERIC-NEXT:   %{{.*}} = "scf.parallel"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index):
// GENERIC-NEXT:     "scf.reduce"(%{{.*}}) ({
// GENERIC-NEXT:     ^bb{{[0-9]+}}(%{{.*}}: f32, %{{.*}}: f32):
// GENERIC-NEXT:       "scf.reduce.return"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:     }) : (f32) -> ()
// GENERIC-NEXT:   }) : (index, index, index, f32) -> f32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @parallel(%i: i32, %j: i64, %n: index, %m: index, %f: f32, %b: i1) {
  scf.parallel (%a, %c) = (%n, %n) to (%m, %m) step (%n, %m) {
    scf.reduce
  }
  scf.parallel (%a) = (%n) to (%m) step (%n) {
  }
  %0:2 = scf.parallel (%a) = (%n) to (%m) step (%n) init (%f, %i) -> (f32, i32) {
    scf.reduce(%f, %i : f32, i32) {
    ^bb0(%x: f32, %y: f32):
      scf.reduce.return %x : f32
    }, {
    ^bb0(%x: i32, %y: i32):
      scf.reduce.return %x : i32
    }
  } {tag}
  %1 = scf.parallel (%a) = (%n) to (%m) step (%n) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%x: f32, %y: f32):
      scf.reduce.return %x : f32
    }
  }
  tt.return
}

// CHECK: tt.func @forall(%arg0: i32, %arg1: i64, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1, %arg6: tensor<4xf32>) {
// CHECK-NEXT:   scf.forall (%arg7, %arg8) in (%arg2, 4) {
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.forall (%arg7) = (0) to (%arg2) step (2) {
// CHECK-NEXT:   } {mapping = [#gpu.thread<x>]}
// CHECK-NEXT:   scf.forall (%arg7, %arg8) = (%arg2, 1) to (4, 5) step (2, 3) {
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   %0 = scf.forall (%arg7) in (%arg2) shared_outs(%arg8 = %arg6) -> (tensor<4xf32>) {
// CHECK-NEXT:     scf.forall.in_parallel {
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, index, f32, i1, tensor<4xf32>) -> (), sym_name = "forall"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: tensor<4xf32>):
// GENERIC-NEXT:   "scf.forall"(%{{.*}}) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index, %{{.*}}: index):
// GENERIC-NEXT:     "scf.forall.in_parallel"() ({
// GENERIC-NEXT:     ^bb{{[0-9]+}}:
// GENERIC-NEXT:     }) : () -> ()
// GENERIC-NEXT:   }) : (index) -> ()
// GENERIC-NEXT:   "scf.forall"(%{{.*}}) <{mapping = [#gpu.thread<x>], operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 2>, staticUpperBound = array<i64: -9223372036854775808>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index):
// GENERIC-NEXT:     "scf.forall.in_parallel"() ({
// GENERIC-NEXT:     ^bb{{[0-9]+}}:
// GENERIC-NEXT:     }) : () -> ()
// GENERIC-NEXT:   }) : (index) -> ()
// GENERIC-NEXT:   "scf.forall"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, staticLowerBound = array<i64: -9223372036854775808, 1>, staticStep = array<i64: 2, 3>, staticUpperBound = array<i64: 4, 5>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index, %{{.*}}: index):
// GENERIC-NEXT:     "scf.forall.in_parallel"() ({
// GENERIC-NEXT:     ^bb{{[0-9]+}}:
// GENERIC-NEXT:     }) : () -> ()
// GENERIC-NEXT:   }) {tag} : (index) -> ()
// GENERIC-NEXT:   %{{.*}} = "scf.forall"(%{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index, %{{.*}}: tensor<4xf32>):
// GENERIC-NEXT:     "scf.forall.in_parallel"() ({
// GENERIC-NEXT:     ^bb{{[0-9]+}}:
// GENERIC-NEXT:     }) : () -> ()
// GENERIC-NEXT:   }) : (index, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @forall(%i: i32, %j: i64, %n: index, %m: index, %f: f32, %b: i1, %t: tensor<4xf32>) {
  scf.forall (%a, %c) in (%n, 4) {
  }
  scf.forall (%a) = (0) to (%n) step (2) {
    scf.forall.in_parallel {
    }
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%a, %c) = (%n, 1) to (4, 5) step (2, 3) {
  } {tag}
  %0 = scf.forall (%a) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  tt.return
}
