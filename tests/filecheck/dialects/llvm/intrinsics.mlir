// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @intrinsics(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: !llvm.ptr, %arg5: !llvm.ptr<3>, %arg6: vector<4xf32>, %arg7: vector<4xi32>) {
// CHECK-NEXT:   %0 = llvm.intr.fabs(%arg2) : (f32) -> f32
// CHECK-NEXT:   %1 = llvm.intr.sqrt(%arg2) : (f32) -> f32
// CHECK-NEXT:   %2 = llvm.intr.sin(%arg2) : (f32) -> f32
// CHECK-NEXT:   %3 = llvm.intr.cos(%arg2) : (f32) -> f32
// CHECK-NEXT:   %4 = llvm.intr.tan(%arg2) : (f32) -> f32
// CHECK-NEXT:   %5 = llvm.intr.asin(%arg2) : (f32) -> f32
// CHECK-NEXT:   %6 = llvm.intr.acos(%arg2) : (f32) -> f32
// CHECK-NEXT:   %7 = llvm.intr.atan(%arg2) : (f32) -> f32
// CHECK-NEXT:   %8 = llvm.intr.sinh(%arg2) : (f32) -> f32
// CHECK-NEXT:   %9 = llvm.intr.cosh(%arg2) : (f32) -> f32
// CHECK-NEXT:   %10 = llvm.intr.tanh(%arg2) : (f32) -> f32
// CHECK-NEXT:   %11 = llvm.intr.exp(%arg2) : (f32) -> f32
// CHECK-NEXT:   %12 = llvm.intr.exp2(%arg2) : (f32) -> f32
// CHECK-NEXT:   %13 = llvm.intr.exp10(%arg2) : (f32) -> f32
// CHECK-NEXT:   %14 = llvm.intr.log(%arg2) : (f32) -> f32
// CHECK-NEXT:   %15 = llvm.intr.log2(%arg2) : (f32) -> f32
// CHECK-NEXT:   %16 = llvm.intr.log10(%arg2) : (f32) -> f32
// CHECK-NEXT:   %17 = llvm.intr.floor(%arg2) : (f32) -> f32
// CHECK-NEXT:   %18 = llvm.intr.ceil(%arg2) : (f32) -> f32
// CHECK-NEXT:   %19 = llvm.intr.trunc(%arg2) : (f32) -> f32
// CHECK-NEXT:   %20 = llvm.intr.rint(%arg2) : (f32) -> f32
// CHECK-NEXT:   %21 = llvm.intr.nearbyint(%arg2) : (f32) -> f32
// CHECK-NEXT:   %22 = llvm.intr.round(%arg2) : (f32) -> f32
// CHECK-NEXT:   %23 = llvm.intr.roundeven(%arg2) : (f32) -> f32
// CHECK-NEXT:   %24 = llvm.intr.pow(%arg2, %arg2) {a} : (f32, f32) -> f32
// CHECK-NEXT:   %25 = llvm.intr.copysign(%arg2, %arg2) {a} : (f32, f32) -> f32
// CHECK-NEXT:   %26 = llvm.intr.maxnum(%arg2, %arg2) {a} : (f32, f32) -> f32
// CHECK-NEXT:   %27 = llvm.intr.minnum(%arg2, %arg2) {a} : (f32, f32) -> f32
// CHECK-NEXT:   %28 = llvm.intr.maximum(%arg2, %arg2) {a} : (f32, f32) -> f32
// CHECK-NEXT:   %29 = llvm.intr.minimum(%arg2, %arg2) {a} : (f32, f32) -> f32
// CHECK-NEXT:   %30 = llvm.intr.atan2(%arg2, %arg2) {a} : (f32, f32) -> f32
// CHECK-NEXT:   %31 = llvm.intr.fma(%arg6, %arg6, %arg6) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %32 = llvm.intr.fmuladd(%arg6, %arg6, %arg6) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %33 = llvm.intr.ctpop(%arg0) : (i32) -> i32
// CHECK-NEXT:   %34 = llvm.intr.bitreverse(%arg0) : (i32) -> i32
// CHECK-NEXT:   %35 = llvm.intr.bswap(%arg0) : (i32) -> i32
// CHECK-NEXT:   %36 = llvm.intr.smax(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %37 = llvm.intr.smin(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %38 = llvm.intr.umax(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %39 = llvm.intr.umin(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %40 = llvm.intr.sadd.sat(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %41 = llvm.intr.uadd.sat(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %42 = llvm.intr.ssub.sat(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %43 = llvm.intr.usub.sat(%arg0, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:   %44 = llvm.intr.fshl(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
// CHECK-NEXT:   %45 = llvm.intr.fshr(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
// CHECK-NEXT:   %46 = "llvm.intr.abs"(%arg0) <{is_int_min_poison = false}> : (i32) -> i32
// CHECK-NEXT:   %47 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = false}> : (i32) -> i32
// CHECK-NEXT:   %48 = "llvm.intr.cttz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
// CHECK-NEXT:   %49 = llvm.intr.powi(%arg2, %arg0) : (f32, i32) -> f32
// CHECK-NEXT:   "llvm.intr.memcpy"(%arg4, %arg5, %arg1) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<3>, i64) -> ()
// CHECK-NEXT:   llvm.intr.trap
// CHECK-NEXT:   llvm.intr.debugtrap
// CHECK-NEXT:   %50 = llvm.intr.expect %arg0, %arg0 : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>, vector<4xf32>, vector<4xi32>) -> (), sym_name = "intrinsics"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr<3>, %{{.*}}: vector<4xf32>, %{{.*}}: vector<4xi32>):
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.fabs"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.sqrt"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.sin"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.cos"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.tan"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.asin"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.acos"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.atan"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.sinh"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.cosh"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.tanh"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.exp"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.exp2"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.exp10"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.log"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.log2"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.log10"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.floor"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.ceil"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.trunc"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.rint"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.nearbyint"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.round"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.roundeven"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.pow"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> {a} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.copysign"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> {a} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.maxnum"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> {a} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.minnum"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> {a} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.maximum"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> {a} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.minimum"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> {a} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.atan2"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> {a} : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.fma"(%{{.*}}, %{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.fmuladd"(%{{.*}}, %{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.ctpop"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.bitreverse"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.bswap"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.smax"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.smin"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.umax"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.umin"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.sadd.sat"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.uadd.sat"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.ssub.sat"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.usub.sat"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.fshl"(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.fshr"(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.abs"(%{{.*}}) <{is_int_min_poison = false}> : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}> : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.cttz"(%{{.*}}) <{is_zero_poison = true}> : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.powi"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, i32) -> f32
// GENERIC-NEXT:   "llvm.intr.memcpy"(%{{.*}}, %{{.*}}, %{{.*}}) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<3>, i64) -> ()
// GENERIC-NEXT:   "llvm.intr.trap"() : () -> ()
// GENERIC-NEXT:   "llvm.intr.debugtrap"() : () -> ()
// GENERIC-NEXT:   %{{.*}} = "llvm.intr.expect"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @intrinsics(%i: i32, %j: i64, %f: f32, %b: i1, %p: !llvm.ptr, %q: !llvm.ptr<3>, %vf: vector<4xf32>, %vi: vector<4xi32>) {
  %r0 = llvm.intr.fabs(%f) : (f32) -> f32
  %r1 = llvm.intr.sqrt(%f) : (f32) -> f32
  %r2 = llvm.intr.sin(%f) : (f32) -> f32
  %r3 = llvm.intr.cos(%f) : (f32) -> f32
  %r4 = llvm.intr.tan(%f) : (f32) -> f32
  %r5 = llvm.intr.asin(%f) : (f32) -> f32
  %r6 = llvm.intr.acos(%f) : (f32) -> f32
  %r7 = llvm.intr.atan(%f) : (f32) -> f32
  %r8 = llvm.intr.sinh(%f) : (f32) -> f32
  %r9 = llvm.intr.cosh(%f) : (f32) -> f32
  %r10 = llvm.intr.tanh(%f) : (f32) -> f32
  %r11 = llvm.intr.exp(%f) : (f32) -> f32
  %r12 = llvm.intr.exp2(%f) : (f32) -> f32
  %r13 = llvm.intr.exp10(%f) : (f32) -> f32
  %r14 = llvm.intr.log(%f) : (f32) -> f32
  %r15 = llvm.intr.log2(%f) : (f32) -> f32
  %r16 = llvm.intr.log10(%f) : (f32) -> f32
  %r17 = llvm.intr.floor(%f) : (f32) -> f32
  %r18 = llvm.intr.ceil(%f) : (f32) -> f32
  %r19 = llvm.intr.trunc(%f) : (f32) -> f32
  %r20 = llvm.intr.rint(%f) : (f32) -> f32
  %r21 = llvm.intr.nearbyint(%f) : (f32) -> f32
  %r22 = llvm.intr.round(%f) : (f32) -> f32
  %r23 = llvm.intr.roundeven(%f) : (f32) -> f32
  %r24 = llvm.intr.pow(%f, %f) {a} : (f32, f32) -> f32
  %r25 = llvm.intr.copysign(%f, %f) {a} : (f32, f32) -> f32
  %r26 = llvm.intr.maxnum(%f, %f) {a} : (f32, f32) -> f32
  %r27 = llvm.intr.minnum(%f, %f) {a} : (f32, f32) -> f32
  %r28 = llvm.intr.maximum(%f, %f) {a} : (f32, f32) -> f32
  %r29 = llvm.intr.minimum(%f, %f) {a} : (f32, f32) -> f32
  %r30 = llvm.intr.atan2(%f, %f) {a} : (f32, f32) -> f32
  %r31 = llvm.intr.fma(%vf, %vf, %vf) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %r32 = llvm.intr.fmuladd(%vf, %vf, %vf) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %r33 = llvm.intr.ctpop(%i) : (i32) -> i32
  %r34 = llvm.intr.bitreverse(%i) : (i32) -> i32
  %r35 = llvm.intr.bswap(%i) : (i32) -> i32
  %r36 = llvm.intr.smax(%i, %i) : (i32, i32) -> i32
  %r37 = llvm.intr.smin(%i, %i) : (i32, i32) -> i32
  %r38 = llvm.intr.umax(%i, %i) : (i32, i32) -> i32
  %r39 = llvm.intr.umin(%i, %i) : (i32, i32) -> i32
  %r40 = llvm.intr.sadd.sat(%i, %i) : (i32, i32) -> i32
  %r41 = llvm.intr.uadd.sat(%i, %i) : (i32, i32) -> i32
  %r42 = llvm.intr.ssub.sat(%i, %i) : (i32, i32) -> i32
  %r43 = llvm.intr.usub.sat(%i, %i) : (i32, i32) -> i32
  %r44 = llvm.intr.fshl(%i, %i, %i) : (i32, i32, i32) -> i32
  %r45 = llvm.intr.fshr(%i, %i, %i) : (i32, i32, i32) -> i32
  %r46 = "llvm.intr.abs"(%i) <{is_int_min_poison = false}> : (i32) -> i32
  %r47 = "llvm.intr.ctlz"(%i) <{is_zero_poison = false}> : (i32) -> i32
  %r48 = "llvm.intr.cttz"(%i) <{is_zero_poison = true}> : (i32) -> i32
  %r49 = llvm.intr.powi(%f, %i) : (f32, i32) -> f32
  "llvm.intr.memcpy"(%p, %q, %j) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<3>, i64) -> ()
  llvm.intr.trap
  llvm.intr.debugtrap
  %r53 = llvm.intr.expect %i, %i : i32
  tt.return
}
