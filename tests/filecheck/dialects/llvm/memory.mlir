// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @memory(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: !llvm.ptr, %arg5: !llvm.ptr<3>, %arg6: vector<4xf32>, %arg7: vector<4xi32>, %arg8: !llvm.struct<(i32, f32)>, %arg9: !llvm.array<4 x i32>) {
// CHECK-NEXT:   %0 = llvm.load %arg4 : !llvm.ptr -> i32
// CHECK-NEXT:   %1 = llvm.load volatile %arg4 {alignment = 8 : i64, nontemporal} : !llvm.ptr -> i32
// CHECK-NEXT:   %2 = llvm.load %arg4 invariant {a} : !llvm.ptr -> f32
// CHECK-NEXT:   %3 = llvm.load %arg4 atomic syncscope("gpu") monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK-NEXT:   llvm.store %arg0, %arg4 : i32, !llvm.ptr
// CHECK-NEXT:   llvm.store volatile %arg0, %arg4 {alignment = 4 : i64} : i32, !llvm.ptr
// CHECK-NEXT:   llvm.store %arg0, %arg4 atomic release {alignment = 4 : i64} : i32, !llvm.ptr
// CHECK-NEXT:   %4 = llvm.getelementptr %arg4[%arg0] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK-NEXT:   %5 = llvm.getelementptr inbounds %arg4[%arg0, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %6 = llvm.getelementptr %arg4[0, 1] {a} : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %7 = llvm.getelementptr inbounds|nuw %arg4[3] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT:   %8 = llvm.alloca %arg0 x f32 : (i32) -> !llvm.ptr
// CHECK-NEXT:   %9 = llvm.alloca inalloca %arg0 x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr
// CHECK-NEXT:   %10 = llvm.atomicrmw add %arg4, %arg0 monotonic : !llvm.ptr, i32
// CHECK-NEXT:   %11 = llvm.atomicrmw volatile fadd %arg4, %arg2 syncscope("gpu") acq_rel {alignment = 4 : i64} : !llvm.ptr, f32
// CHECK-NEXT:   %12 = llvm.cmpxchg %arg4, %arg0, %arg0 acq_rel monotonic : !llvm.ptr, i32
// CHECK-NEXT:   %13 = llvm.cmpxchg weak volatile %arg4, %arg0, %arg0 syncscope("x") seq_cst acquire : !llvm.ptr, i32
// CHECK-NEXT:   llvm.fence seq_cst
// CHECK-NEXT:   llvm.fence syncscope("agent") release
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>, vector<4xf32>, vector<4xi32>, !llvm.struct<(i32, f32)>, !llvm.array<4 x i32>) -> (), sym_name = "memory"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr<3>, %{{.*}}: vector<4xf32>, %{{.*}}: vector<4xi32>, %{{.*}}: !llvm.struct<(i32, f32)>, %{{.*}}: !llvm.array<4 x i32>):
// GENERIC-NEXT:   %{{.*}} = "llvm.load"(%{{.*}}) <{ordering = 0 : i64}> : (!llvm.ptr) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.load"(%{{.*}}) <{alignment = 8 : i64, nontemporal, ordering = 0 : i64, volatile_}> : (!llvm.ptr) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.load"(%{{.*}}) <{invariant, ordering = 0 : i64}> {a} : (!llvm.ptr) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.load"(%{{.*}}) <{alignment = 4 : i64, ordering = 2 : i64, syncscope = "gpu"}> : (!llvm.ptr) -> f32
// GENERIC-NEXT:   "llvm.store"(%{{.*}}, %{{.*}}) <{ordering = 0 : i64}> : (i32, !llvm.ptr) -> ()
// GENERIC-NEXT:   "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64, ordering = 0 : i64, volatile_}> : (i32, !llvm.ptr) -> ()
// GENERIC-NEXT:   "llvm.store"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64, ordering = 5 : i64}> : (i32, !llvm.ptr) -> ()
// GENERIC-NEXT:   %{{.*}} = "llvm.getelementptr"(%{{.*}}, %{{.*}}) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32) -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.getelementptr"(%{{.*}}, %{{.*}}) <{elem_type = !llvm.struct<(i32, f32)>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648, 1>}> : (!llvm.ptr, i32) -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.getelementptr"(%{{.*}}) <{elem_type = !llvm.struct<(i32, f32)>, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0, 1>}> {a} : (!llvm.ptr) -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.getelementptr"(%{{.*}}) <{elem_type = i8, noWrapFlags = 7 : i32, rawConstantIndices = array<i32: 3>}> : (!llvm.ptr) -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.alloca"(%{{.*}}) <{elem_type = f32}> : (i32) -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.alloca"(%{{.*}}) <{alignment = 8 : i64, elem_type = f32, inalloca}> : (i32) -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.atomicrmw"(%{{.*}}, %{{.*}}) <{bin_op = 1 : i64, ordering = 2 : i64}> : (!llvm.ptr, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.atomicrmw"(%{{.*}}, %{{.*}}) <{alignment = 4 : i64, bin_op = 11 : i64, ordering = 6 : i64, syncscope = "gpu", volatile_}> : (!llvm.ptr, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.cmpxchg"(%{{.*}}, %{{.*}}, %{{.*}}) <{failure_ordering = 2 : i64, success_ordering = 6 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
// GENERIC-NEXT:   %{{.*}} = "llvm.cmpxchg"(%{{.*}}, %{{.*}}, %{{.*}}) <{failure_ordering = 4 : i64, success_ordering = 7 : i64, syncscope = "x", volatile_, weak}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
// GENERIC-NEXT:   "llvm.fence"() <{ordering = 7 : i64}> : () -> ()
// GENERIC-NEXT:   "llvm.fence"() <{ordering = 5 : i64, syncscope = "agent"}> : () -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @memory(%i: i32, %j: i64, %f: f32, %b: i1, %p: !llvm.ptr, %p3: !llvm.ptr<3>, %vf: vector<4xf32>, %vi: vector<4xi32>, %s: !llvm.struct<(i32, f32)>, %arr: !llvm.array<4 x i32>) {
  %r0 = llvm.load %p : !llvm.ptr -> i32
  %r1 = llvm.load volatile %p {alignment = 8 : i64, nontemporal} : !llvm.ptr -> i32
  %r2 = llvm.load %p invariant {a} : !llvm.ptr -> f32
  %r3 = llvm.load %p atomic syncscope("gpu") monotonic {alignment = 4 : i64} : !llvm.ptr -> f32
  llvm.store %i, %p : i32, !llvm.ptr
  llvm.store volatile %i, %p {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %i, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  %r7 = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %r8 = llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %r9 = llvm.getelementptr %p[0, 1] {a} : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %r10 = llvm.getelementptr inbounds|nuw %p[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %r11 = llvm.alloca %i x f32 : (i32) -> !llvm.ptr
  %r12 = llvm.alloca inalloca %i x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %r13 = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i32
  %r14 = llvm.atomicrmw volatile fadd %p, %f syncscope("gpu") acq_rel {alignment = 4 : i64} : !llvm.ptr, f32
  %r15 = llvm.cmpxchg %p, %i, %i acq_rel monotonic : !llvm.ptr, i32
  %r16 = llvm.cmpxchg weak volatile %p, %i, %i syncscope("x") seq_cst acquire : !llvm.ptr, i32
  llvm.fence seq_cst
  llvm.fence syncscope("agent") release
  tt.return
}
