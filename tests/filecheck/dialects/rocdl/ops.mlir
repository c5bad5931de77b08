// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: module {
// CHECK-NEXT:   %0 = rocdl.workgroup.id.x : i32
// CHECK-NEXT:   %1 = rocdl.workitem.id.y range <i32, 0, 64> {tag} : i32
// CHECK-NEXT:   %2 = rocdl.workgroup.dim.z : i64
// CHECK-NEXT:   %3 = rocdl.grid.dim.x : i64
// CHECK-NEXT:   %4:4 = unrealized_conversion_cast to !llvm.ptr<1>, i16, i64, i32
// CHECK-NEXT:   %5 = rocdl.make.buffer.rsrc %4#0, %4#1, %4#2, %4#3 {tag} : <1> to <8>
// CHECK-NEXT:   %6 = rocdl.raw.ptr.buffer.load %5, %4#3, %4#3, %4#3 : vector<4xf32>
// CHECK-NEXT:   rocdl.raw.ptr.buffer.store %6, %5, %4#3, %4#3, %4#3 {tag} : vector<4xf32>
// CHECK-NEXT: }
%0 = rocdl.workgroup.id.x : i32
%1 = rocdl.workitem.id.y range <i32, 0, 64> {tag} : i32
%2 = rocdl.workgroup.dim.z : i64
%3 = rocdl.grid.dim.x : i64
%4:4 = builtin.unrealized_conversion_cast to !llvm.ptr<1>, i16, i64, i32
%5 = rocdl.make.buffer.rsrc %4#0, %4#1, %4#2, %4#3 {tag} : !llvm.ptr<1> to <8>
%6 = rocdl.raw.ptr.buffer.load %5, %4#3, %4#3, %4#3 : vector<4xf32>
rocdl.raw.ptr.buffer.store %6, %5, %4#3, %4#3, %4#3 {tag} : vector<4xf32>
