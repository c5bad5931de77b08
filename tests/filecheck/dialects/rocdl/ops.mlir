// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: module {
// CHECK-NEXT:   %0 = rocdl.workgroup.id.x : i32
// CHECK-NEXT:   %1 = rocdl.workitem.id.y range <i32, 0, 64> {tag} : i32
// CHECK-NEXT:   %2 = rocdl.workgroup.dim.z : i64
// CHECK-NEXT:   %3 = rocdl.grid.dim.x : i64
// CHECK-NEXT: }
%0 = rocdl.workgroup.id.x : i32
%1 = rocdl.workitem.id.y range <i32, 0, 64> {tag} : i32
%2 = rocdl.workgroup.dim.z : i64
%3 = rocdl.grid.dim.x : i64
