// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @arithmetic(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: !llvm.ptr, %arg5: !llvm.ptr<3>, %arg6: vector<4xf32>, %arg7: vector<4xi32>, %arg8: !llvm.struct<(i32, f32)>, %arg9: !llvm.array<4 x i32>) {
// CHECK-NEXT:   %0 = llvm.add %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = llvm.add %arg0, %arg0 overflow<nsw, nuw> {a} : i32
// CHECK-NEXT:   %2 = llvm.sub %arg7, %arg7 overflow<nuw> : vector<4xi32>
// CHECK-NEXT:   %3 = llvm.mul %arg0, %arg0 : i32
// CHECK-NEXT:   %4 = llvm.shl %arg0, %arg0 overflow<nsw> : i32
// CHECK-NEXT:   %5 = llvm.udiv exact %arg0, %arg0 : i32
// CHECK-NEXT:   %6 = llvm.sdiv %arg0, %arg0 {a} : i32
// CHECK-NEXT:   %7 = llvm.lshr exact %arg0, %arg0 : i32
// CHECK-NEXT:   %8 = llvm.ashr %arg0, %arg0 : i32
// CHECK-NEXT:   %9 = llvm.urem %arg0, %arg0 : i32
// CHECK-NEXT:   %10 = llvm.srem %arg0, %arg0 : i32
// CHECK-NEXT:   %11 = llvm.and %arg0, %arg0 : i32
// CHECK-NEXT:   %12 = llvm.or disjoint %arg0, %arg0 {b} : i32
// CHECK-NEXT:   %13 = llvm.xor %arg0, %arg0 : i32
// CHECK-NEXT:   %14 = llvm.fadd %arg2, %arg2 : f32
// CHECK-NEXT:   %15 = llvm.fadd %arg2, %arg2 {fastmathFlags = #llvm.fastmath<fast>, q} : f32
// CHECK-NEXT:   %16 = llvm.fsub %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
// CHECK-NEXT:   %17 = llvm.fneg %arg2 : f32
// CHECK-NEXT:   %18 = llvm.fmul %arg6, %arg6 : vector<4xf32>
// CHECK-NEXT:   %19 = llvm.fdiv %arg2, %arg2 : f32
// CHECK-NEXT:   %20 = llvm.frem %arg2, %arg2 : f32
// CHECK-NEXT:   %21 = llvm.icmp "slt" %arg0, %arg0 : i32
// CHECK-NEXT:   %22 = llvm.icmp "eq" %arg7, %arg7 {a} : vector<4xi32>
// CHECK-NEXT:   %23 = llvm.icmp "ne" %arg4, %arg4 : !llvm.ptr
// CHECK-NEXT:   %24 = llvm.fcmp "oeq" %arg2, %arg2 : f32
// CHECK-NEXT:   %25 = llvm.fcmp "_false" %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nnan>} : f32
// CHECK-NEXT:   %26 = llvm.fcmp "uno" %arg6, %arg6 : vector<4xf32>
// CHECK-NEXT:   %27 = llvm.select %arg3, %arg0, %arg0 : i1, i32
// CHECK-NEXT:   %28 = llvm.select %arg3, %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nnan>} : i1, f32
// CHECK-NEXT:   %29 = llvm.freeze %arg0 : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>, vector<4xf32>, vector<4xi32>, !llvm.struct<(i32, f32)>, !llvm.array<4 x i32>) -> (), sym_name = "arithmetic"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr<3>, %{{.*}}: vector<4xf32>, %{{.*}}: vector<4xi32>, %{{.*}}: !llvm.struct<(i32, f32)>, %{{.*}}: !llvm.array<4 x i32>):
// GENERIC-NEXT:   %{{.*}} = "llvm.add"(%{{.*}}, %{{.*}}) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.add"(%{{.*}}, %{{.*}}) <{overflowFlags = 3 : i32}> {a} : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.sub"(%{{.*}}, %{{.*}}) <{overflowFlags = 2 : i32}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
// GENERIC-NEXT:   %{{.*}} = "llvm.mul"(%{{.*}}, %{{.*}}) <{overflowFlags = 0 : i32}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.shl"(%{{.*}}, %{{.*}}) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.udiv"(%{{.*}}, %{{.*}}) <{isExact}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.sdiv"(%{{.*}}, %{{.*}}) {a} : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.lshr"(%{{.*}}, %{{.*}}) <{isExact}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.ashr"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.urem"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.srem"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.and"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.or"(%{{.*}}, %{{.*}}) <{isDisjoint}> {b} : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.xor"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.fadd"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.fadd"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<fast>}> {q} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.fsub"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan, contract>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.fneg"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.fmul"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC-NEXT:   %{{.*}} = "llvm.fdiv"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.frem"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.icmp"(%{{.*}}, %{{.*}}) <{predicate = 2 : i64}> : (i32, i32) -> i1
// GENERIC-NEXT:   %{{.*}} = "llvm.icmp"(%{{.*}}, %{{.*}}) <{predicate = 0 : i64}> {a} : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
// GENERIC-NEXT:   %{{.*}} = "llvm.icmp"(%{{.*}}, %{{.*}}) <{predicate = 1 : i64}> : (!llvm.ptr, !llvm.ptr) -> i1
// GENERIC-NEXT:   %{{.*}} = "llvm.fcmp"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "llvm.fcmp"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>, predicate = 0 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "llvm.fcmp"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>, predicate = 14 : i64}> : (vector<4xf32>, vector<4xf32>) -> vector<4xi1>
// GENERIC-NEXT:   %{{.*}} = "llvm.select"(%{{.*}}, %{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (i1, i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.select"(%{{.*}}, %{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<nnan>}> : (i1, f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.freeze"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @arithmetic(%i: i32, %j: i64, %f: f32, %b: i1, %p: !llvm.ptr, %p3: !llvm.ptr<3>, %vf: vector<4xf32>, %vi: vector<4xi32>, %s: !llvm.struct<(i32, f32)>, %arr: !llvm.array<4 x i32>) {
  %r0 = llvm.add %i, %i : i32
  %r1 = llvm.add %i, %i overflow<nsw, nuw> {a} : i32
  %r2 = llvm.sub %vi, %vi overflow<nuw> : vector<4xi32>
  %r3 = llvm.mul %i, %i overflow<none> : i32
  %r4 = llvm.shl %i, %i overflow<nsw> : i32
  %r5 = llvm.udiv exact %i, %i : i32
  %r6 = llvm.sdiv %i, %i {a} : i32
  %r7 = llvm.lshr exact %i, %i : i32
  %r8 = llvm.ashr %i, %i : i32
  %r9 = llvm.urem %i, %i : i32
  %r10 = llvm.srem %i, %i : i32
  %r11 = llvm.and %i, %i : i32
  %r12 = llvm.or disjoint %i, %i {b} : i32
  %r13 = llvm.xor %i, %i : i32
  %r14 = llvm.fadd %f, %f : f32
  %r15 = llvm.fadd %f, %f {fastmathFlags = #llvm.fastmath<fast>, q} : f32
  %r16 = llvm.fsub %f, %f {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %r17 = llvm.fneg %f : f32
  %r18 = llvm.fmul %vf, %vf : vector<4xf32>
  %r19 = llvm.fdiv %f, %f : f32
  %r20 = llvm.frem %f, %f : f32
  %r21 = llvm.icmp "slt" %i, %i : i32
  %r22 = llvm.icmp "eq" %vi, %vi {a} : vector<4xi32>
  %r23 = llvm.icmp "ne" %p, %p : !llvm.ptr
  %r24 = llvm.fcmp "oeq" %f, %f : f32
  %r25 = llvm.fcmp "_false" %f, %f {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %r26 = llvm.fcmp "uno" %vf, %vf : vector<4xf32>
  %r27 = llvm.select %b, %i, %i : i1, i32
  %r28 = llvm.select %b, %f, %f {fastmathFlags = #llvm.fastmath<nnan>} : i1, f32
  %r29 = llvm.freeze %i : i32
  tt.return
}

// CHECK: tt.func @casts(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: !llvm.ptr, %arg5: !llvm.ptr<3>, %arg6: vector<4xf32>, %arg7: vector<4xi32>, %arg8: !llvm.struct<(i32, f32)>, %arg9: !llvm.array<4 x i32>) {
// CHECK-NEXT:   %0 = llvm.zext %arg0 : i32 to i64
// CHECK-NEXT:   %1 = llvm.zext nneg %arg0 : i32 to i64
// CHECK-NEXT:   %2 = llvm.sext %arg0 : i32 to i64
// CHECK-NEXT:   %3 = llvm.trunc %arg1 : i64 to i32
// CHECK-NEXT:   %4 = llvm.trunc %arg1 overflow<nsw> : i64 to i32
// CHECK-NEXT:   %5 = llvm.sitofp %arg0 : i32 to f32
// CHECK-NEXT:   %6 = llvm.uitofp nneg %arg0 : i32 to f32
// CHECK-NEXT:   %7 = llvm.fptosi %arg2 : f32 to i32
// CHECK-NEXT:   %8 = llvm.fptoui %arg2 : f32 to i32
// CHECK-NEXT:   %9 = llvm.fpext %arg2 : f32 to f64
// CHECK-NEXT:   %10 = llvm.fptrunc %arg2 : f32 to f16
// CHECK-NEXT:   %11 = llvm.bitcast %arg2 : f32 to i32
// CHECK-NEXT:   %12 = llvm.ptrtoint %arg4 : !llvm.ptr to i64
// CHECK-NEXT:   %13 = llvm.inttoptr %arg1 : i64 to !llvm.ptr
// CHECK-NEXT:   %14 = llvm.addrspacecast %arg5 : !llvm.ptr<3> to !llvm.ptr
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>, vector<4xf32>, vector<4xi32>, !llvm.struct<(i32, f32)>, !llvm.array<4 x i32>) -> (), sym_name = "casts"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr<3>, %{{.*}}: vector<4xf32>, %{{.*}}: vector<4xi32>, %{{.*}}: !llvm.struct<(i32, f32)>, %{{.*}}: !llvm.array<4 x i32>):
// GENERIC-NEXT:   %{{.*}} = "llvm.zext"(%{{.*}}) : (i32) -> i64
// GENERIC-NEXT:   %{{.*}} = "llvm.zext"(%{{.*}}) <{nonNeg}> : (i32) -> i64
// GENERIC-NEXT:   %{{.*}} = "llvm.sext"(%{{.*}}) : (i32) -> i64
// GENERIC-NEXT:   %{{.*}} = "llvm.trunc"(%{{.*}}) <{overflowFlags = 0 : i32}> : (i64) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.trunc"(%{{.*}}) <{overflowFlags = 1 : i32}> : (i64) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.sitofp"(%{{.*}}) : (i32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.uitofp"(%{{.*}}) <{nonNeg}> : (i32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.fptosi"(%{{.*}}) : (f32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.fptoui"(%{{.*}}) : (f32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.fpext"(%{{.*}}) : (f32) -> f64
// GENERIC-NEXT:   %{{.*}} = "llvm.fptrunc"(%{{.*}}) : (f32) -> f16
// GENERIC-NEXT:   %{{.*}} = "llvm.bitcast"(%{{.*}}) : (f32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.ptrtoint"(%{{.*}}) : (!llvm.ptr) -> i64
// GENERIC-NEXT:   %{{.*}} = "llvm.inttoptr"(%{{.*}}) : (i64) -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.addrspacecast"(%{{.*}}) : (!llvm.ptr<3>) -> !llvm.ptr
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @casts(%i: i32, %j: i64, %f: f32, %b: i1, %p: !llvm.ptr, %p3: !llvm.ptr<3>, %vf: vector<4xf32>, %vi: vector<4xi32>, %s: !llvm.struct<(i32, f32)>, %arr: !llvm.array<4 x i32>) {
  %r0 = llvm.zext %i : i32 to i64
  %r1 = llvm.zext nneg %i : i32 to i64
  %r2 = llvm.sext %i : i32 to i64
  %r3 = llvm.trunc %j : i64 to i32
  %r4 = llvm.trunc %j overflow<nsw> : i64 to i32
  %r5 = llvm.sitofp %i : i32 to f32
  %r6 = llvm.uitofp nneg %i : i32 to f32
  %r7 = llvm.fptosi %f : f32 to i32
  %r8 = llvm.fptoui %f : f32 to i32
  %r9 = llvm.fpext %f : f32 to f64
  %r10 = llvm.fptrunc %f : f32 to f16
  %r11 = llvm.bitcast %f : f32 to i32
  %r12 = llvm.ptrtoint %p : !llvm.ptr to i64
  %r13 = llvm.inttoptr %j : i64 to !llvm.ptr
  %r14 = llvm.addrspacecast %p3 : !llvm.ptr<3> to !llvm.ptr
  tt.return
}
