// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @functions(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = math.absf %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %1 = math.absf %arg4 : f32
// CHECK-NEXT:   %2 = math.acos %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %3 = math.acos %arg4 : f32
// CHECK-NEXT:   %4 = math.acosh %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %5 = math.acosh %arg4 : f32
// CHECK-NEXT:   %6 = math.asin %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %7 = math.asin %arg4 : f32
// CHECK-NEXT:   %8 = math.asinh %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %9 = math.asinh %arg4 : f32
// CHECK-NEXT:   %10 = math.atan %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %11 = math.atan %arg4 : f32
// CHECK-NEXT:   %12 = math.atanh %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %13 = math.atanh %arg4 : f32
// CHECK-NEXT:   %14 = math.cbrt %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %15 = math.cbrt %arg4 : f32
// CHECK-NEXT:   %16 = math.ceil %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %17 = math.ceil %arg4 : f32
// CHECK-NEXT:   %18 = math.cos %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %19 = math.cos %arg4 : f32
// CHECK-NEXT:   %20 = math.cosh %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %21 = math.cosh %arg4 : f32
// CHECK-NEXT:   %22 = math.erf %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %23 = math.erf %arg4 : f32
// CHECK-NEXT:   %24 = math.erfc %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %25 = math.erfc %arg4 : f32
// CHECK-NEXT:   %26 = math.exp %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %27 = math.exp %arg4 : f32
// CHECK-NEXT:   %28 = math.exp2 %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %29 = math.exp2 %arg4 : f32
// CHECK-NEXT:   %30 = math.expm1 %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %31 = math.expm1 %arg4 : f32
// CHECK-NEXT:   %32 = math.floor %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %33 = math.floor %arg4 : f32
// CHECK-NEXT:   %34 = math.log %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %35 = math.log %arg4 : f32
// CHECK-NEXT:   %36 = math.log10 %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %37 = math.log10 %arg4 : f32
// CHECK-NEXT:   %38 = math.log1p %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %39 = math.log1p %arg4 : f32
// CHECK-NEXT:   %40 = math.log2 %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %41 = math.log2 %arg4 : f32
// CHECK-NEXT:   %42 = math.round %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %43 = math.round %arg4 : f32
// CHECK-NEXT:   %44 = math.roundeven %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %45 = math.roundeven %arg4 : f32
// CHECK-NEXT:   %46 = math.rsqrt %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %47 = math.rsqrt %arg4 : f32
// CHECK-NEXT:   %48 = math.sin %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %49 = math.sin %arg4 : f32
// CHECK-NEXT:   %50 = math.sinh %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %51 = math.sinh %arg4 : f32
// CHECK-NEXT:   %52 = math.sqrt %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %53 = math.sqrt %arg4 : f32
// CHECK-NEXT:   %54 = math.tan %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %55 = math.tan %arg4 : f32
// CHECK-NEXT:   %56 = math.tanh %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %57 = math.tanh %arg4 : f32
// CHECK-NEXT:   %58 = math.trunc %arg5 fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %59 = math.trunc %arg4 : f32
// CHECK-NEXT:   %60 = math.atan2 %arg5, %arg5 fastmath<fast> {tag} : tensor<4xf32>
// CHECK-NEXT:   %61 = math.atan2 %arg4, %arg4 : f32
// CHECK-NEXT:   %62 = math.copysign %arg5, %arg5 fastmath<fast> {tag} : tensor<4xf32>
// CHECK-NEXT:   %63 = math.copysign %arg4, %arg4 : f32
// CHECK-NEXT:   %64 = math.powf %arg5, %arg5 fastmath<fast> {tag} : tensor<4xf32>
// CHECK-NEXT:   %65 = math.powf %arg4, %arg4 : f32
// CHECK-NEXT:   %66 = math.absi %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %67 = math.absi %arg0 : i32
// CHECK-NEXT:   %68 = math.ctlz %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %69 = math.ctlz %arg0 : i32
// CHECK-NEXT:   %70 = math.cttz %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %71 = math.cttz %arg0 : i32
// CHECK-NEXT:   %72 = math.ctpop %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %73 = math.ctpop %arg0 : i32
// CHECK-NEXT:   %74 = math.isfinite %arg5 : tensor<4xf32>
// CHECK-NEXT:   %75 = math.isfinite %arg4 {fastmath = #arith.fastmath<nnan>} : f32
// CHECK-NEXT:   %76 = math.isinf %arg5 : tensor<4xf32>
// CHECK-NEXT:   %77 = math.isinf %arg4 {fastmath = #arith.fastmath<nnan>} : f32
// CHECK-NEXT:   %78 = math.isnan %arg5 : tensor<4xf32>
// CHECK-NEXT:   %79 = math.isnan %arg4 {fastmath = #arith.fastmath<nnan>} : f32
// CHECK-NEXT:   %80 = math.isnormal %arg5 : tensor<4xf32>
// CHECK-NEXT:   %81 = math.isnormal %arg4 {fastmath = #arith.fastmath<nnan>} : f32
// CHECK-NEXT:   %82 = math.fma %arg5, %arg5, %arg5 fastmath<fast> {tag} : tensor<4xf32>
// CHECK-NEXT:   %83 = math.clampf %arg5 to [%arg5, %arg5] fastmath<nnan> {tag} : tensor<4xf32>
// CHECK-NEXT:   %84 = math.clampf %arg4 to [%arg4, %arg4] : f32
// CHECK-NEXT:   %85 = math.fpowi %arg4, %arg0 fastmath<nnan> {tag} : f32, i32
// CHECK-NEXT:   %86 = math.fpowi %arg5, %arg6 : tensor<4xf32>, tensor<4xi32>
// CHECK-NEXT:   %87 = math.ipowi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "functions"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "math.absf"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.absf"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.acos"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.acos"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.acosh"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.acosh"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.asin"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.asin"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.asinh"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.asinh"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.atan"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.atan"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.atanh"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.atanh"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.cbrt"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.cbrt"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.ceil"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.ceil"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.cos"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.cos"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.cosh"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.cosh"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.erf"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.erf"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.erfc"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.erfc"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.exp"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.exp"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.exp2"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.exp2"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.expm1"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.expm1"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.floor"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.floor"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.log"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.log"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.log10"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.log10"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.log1p"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.log1p"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.log2"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.log2"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.round"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.round"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.roundeven"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.roundeven"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.rsqrt"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.rsqrt"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.sin"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.sin"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.sinh"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.sinh"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.sqrt"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.sqrt"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.tan"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.tan"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.tanh"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.tanh"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.trunc"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.trunc"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.atan2"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.atan2"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.copysign"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.copysign"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.powf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.powf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.absi"(%{{.*}}) {tag} : (tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "math.absi"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "math.ctlz"(%{{.*}}) {tag} : (tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "math.ctlz"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "math.cttz"(%{{.*}}) {tag} : (tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "math.cttz"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "math.ctpop"(%{{.*}}) {tag} : (tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "math.ctpop"(%{{.*}}) : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "math.isfinite"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "math.isfinite"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "math.isinf"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "math.isinf"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "math.isnan"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "math.isnan"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "math.isnormal"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "math.isnormal"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "math.fma"(%{{.*}}, %{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> {tag} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.clampf"(%{{.*}}, %{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.clampf"(%{{.*}}, %{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.fpowi"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>}> {tag} : (f32, i32) -> f32
// GENERIC-NEXT:   %{{.*}} = "math.fpowi"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "math.ipowi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @functions(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = math.absf %t fastmath<nnan> {tag} : tensor<4xf32>
  %1 = math.absf %f : f32
  %2 = math.acos %t fastmath<nnan> {tag} : tensor<4xf32>
  %3 = math.acos %f : f32
  %4 = math.acosh %t fastmath<nnan> {tag} : tensor<4xf32>
  %5 = math.acosh %f : f32
  %6 = math.asin %t fastmath<nnan> {tag} : tensor<4xf32>
  %7 = math.asin %f : f32
  %8 = math.asinh %t fastmath<nnan> {tag} : tensor<4xf32>
  %9 = math.asinh %f : f32
  %10 = math.atan %t fastmath<nnan> {tag} : tensor<4xf32>
  %11 = math.atan %f : f32
  %12 = math.atanh %t fastmath<nnan> {tag} : tensor<4xf32>
  %13 = math.atanh %f : f32
  %14 = math.cbrt %t fastmath<nnan> {tag} : tensor<4xf32>
  %15 = math.cbrt %f : f32
  %16 = math.ceil %t fastmath<nnan> {tag} : tensor<4xf32>
  %17 = math.ceil %f : f32
  %18 = math.cos %t fastmath<nnan> {tag} : tensor<4xf32>
  %19 = math.cos %f : f32
  %20 = math.cosh %t fastmath<nnan> {tag} : tensor<4xf32>
  %21 = math.cosh %f : f32
  %22 = math.erf %t fastmath<nnan> {tag} : tensor<4xf32>
  %23 = math.erf %f : f32
  %24 = math.erfc %t fastmath<nnan> {tag} : tensor<4xf32>
  %25 = math.erfc %f : f32
  %26 = math.exp %t fastmath<nnan> {tag} : tensor<4xf32>
  %27 = math.exp %f : f32
  %28 = math.exp2 %t fastmath<nnan> {tag} : tensor<4xf32>
  %29 = math.exp2 %f : f32
  %30 = math.expm1 %t fastmath<nnan> {tag} : tensor<4xf32>
  %31 = math.expm1 %f : f32
  %32 = math.floor %t fastmath<nnan> {tag} : tensor<4xf32>
  %33 = math.floor %f : f32
  %34 = math.log %t fastmath<nnan> {tag} : tensor<4xf32>
  %35 = math.log %f : f32
  %36 = math.log10 %t fastmath<nnan> {tag} : tensor<4xf32>
  %37 = math.log10 %f : f32
  %38 = math.log1p %t fastmath<nnan> {tag} : tensor<4xf32>
  %39 = math.log1p %f : f32
  %40 = math.log2 %t fastmath<nnan> {tag} : tensor<4xf32>
  %41 = math.log2 %f : f32
  %42 = math.round %t fastmath<nnan> {tag} : tensor<4xf32>
  %43 = math.round %f : f32
  %44 = math.roundeven %t fastmath<nnan> {tag} : tensor<4xf32>
  %45 = math.roundeven %f : f32
  %46 = math.rsqrt %t fastmath<nnan> {tag} : tensor<4xf32>
  %47 = math.rsqrt %f : f32
  %48 = math.sin %t fastmath<nnan> {tag} : tensor<4xf32>
  %49 = math.sin %f : f32
  %50 = math.sinh %t fastmath<nnan> {tag} : tensor<4xf32>
  %51 = math.sinh %f : f32
  %52 = math.sqrt %t fastmath<nnan> {tag} : tensor<4xf32>
  %53 = math.sqrt %f : f32
  %54 = math.tan %t fastmath<nnan> {tag} : tensor<4xf32>
  %55 = math.tan %f : f32
  %56 = math.tanh %t fastmath<nnan> {tag} : tensor<4xf32>
  %57 = math.tanh %f : f32
  %58 = math.trunc %t fastmath<nnan> {tag} : tensor<4xf32>
  %59 = math.trunc %f : f32
  %60 = math.atan2 %t, %t fastmath<fast> {tag} : tensor<4xf32>
  %61 = math.atan2 %f, %f : f32
  %62 = math.copysign %t, %t fastmath<fast> {tag} : tensor<4xf32>
  %63 = math.copysign %f, %f : f32
  %64 = math.powf %t, %t fastmath<fast> {tag} : tensor<4xf32>
  %65 = math.powf %f, %f : f32
  %66 = math.absi %ti {tag} : tensor<4xi32>
  %67 = math.absi %i : i32
  %68 = math.ctlz %ti {tag} : tensor<4xi32>
  %69 = math.ctlz %i : i32
  %70 = math.cttz %ti {tag} : tensor<4xi32>
  %71 = math.cttz %i : i32
  %72 = math.ctpop %ti {tag} : tensor<4xi32>
  %73 = math.ctpop %i : i32
  %74 = math.isfinite %t : tensor<4xf32>
  %75 = math.isfinite %f {fastmath = #arith.fastmath<nnan>} : f32
  %76 = math.isinf %t : tensor<4xf32>
  %77 = math.isinf %f {fastmath = #arith.fastmath<nnan>} : f32
  %78 = math.isnan %t : tensor<4xf32>
  %79 = math.isnan %f {fastmath = #arith.fastmath<nnan>} : f32
  %80 = math.isnormal %t : tensor<4xf32>
  %81 = math.isnormal %f {fastmath = #arith.fastmath<nnan>} : f32
  %82 = math.fma %t, %t, %t fastmath<fast> {tag} : tensor<4xf32>
  %83 = math.clampf %t to [%t, %t] fastmath<nnan> {tag} : tensor<4xf32>
  %84 = math.clampf %f to [%f, %f] : f32
  %85 = math.fpowi %f, %i fastmath<nnan> {tag} : f32, i32
  %86 = math.fpowi %t, %ti : tensor<4xf32>, tensor<4xi32>
  %87 = math.ipowi %ti, %ti {tag} : tensor<4xi32>
  tt.return
}
