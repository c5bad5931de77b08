// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @binary(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.addf %arg4, %arg4 : f32
// CHECK-NEXT:   %1 = arith.addf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %2 = arith.addf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %3 = arith.subf %arg4, %arg4 : f32
// CHECK-NEXT:   %4 = arith.subf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %5 = arith.subf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %6 = arith.mulf %arg4, %arg4 : f32
// CHECK-NEXT:   %7 = arith.mulf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %8 = arith.mulf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %9 = arith.divf %arg4, %arg4 : f32
// CHECK-NEXT:   %10 = arith.divf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %11 = arith.divf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %12 = arith.remf %arg4, %arg4 : f32
// CHECK-NEXT:   %13 = arith.remf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %14 = arith.remf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %15 = arith.maximumf %arg4, %arg4 : f32
// CHECK-NEXT:   %16 = arith.maximumf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %17 = arith.maximumf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %18 = arith.maxnumf %arg4, %arg4 : f32
// CHECK-NEXT:   %19 = arith.maxnumf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %20 = arith.maxnumf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %21 = arith.minimumf %arg4, %arg4 : f32
// CHECK-NEXT:   %22 = arith.minimumf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %23 = arith.minimumf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   %24 = arith.minnumf %arg4, %arg4 : f32
// CHECK-NEXT:   %25 = arith.minnumf %arg5, %arg5 fastmath<nnan,contract> {tag} : tensor<4xf32>
// CHECK-NEXT:   %26 = arith.minnumf %arg8, %arg8 fastmath<fast> : vector<2xf16>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "binary"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.addf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.addf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.addf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.subf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.subf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.subf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.mulf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.mulf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.mulf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.divf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.divf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.divf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.remf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.remf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.remf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.maximumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.maximumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.maximumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.maxnumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.maxnumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.maxnumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.minimumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.minimumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.minimumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.minnumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.minnumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan,contract>}> {tag} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.minnumf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @binary(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.addf %f, %f : f32
  %1 = arith.addf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %2 = arith.addf %vf, %vf fastmath<fast> : vector<2xf16>
  %3 = arith.subf %f, %f : f32
  %4 = arith.subf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %5 = arith.subf %vf, %vf fastmath<fast> : vector<2xf16>
  %6 = arith.mulf %f, %f : f32
  %7 = arith.mulf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %8 = arith.mulf %vf, %vf fastmath<fast> : vector<2xf16>
  %9 = arith.divf %f, %f : f32
  %10 = arith.divf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %11 = arith.divf %vf, %vf fastmath<fast> : vector<2xf16>
  %12 = arith.remf %f, %f : f32
  %13 = arith.remf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %14 = arith.remf %vf, %vf fastmath<fast> : vector<2xf16>
  %15 = arith.maximumf %f, %f : f32
  %16 = arith.maximumf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %17 = arith.maximumf %vf, %vf fastmath<fast> : vector<2xf16>
  %18 = arith.maxnumf %f, %f : f32
  %19 = arith.maxnumf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %20 = arith.maxnumf %vf, %vf fastmath<fast> : vector<2xf16>
  %21 = arith.minimumf %f, %f : f32
  %22 = arith.minimumf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %23 = arith.minimumf %vf, %vf fastmath<fast> : vector<2xf16>
  %24 = arith.minnumf %f, %f : f32
  %25 = arith.minnumf %t, %t fastmath<nnan,contract> {tag} : tensor<4xf32>
  %26 = arith.minnumf %vf, %vf fastmath<fast> : vector<2xf16>
  tt.return
}

// CHECK: tt.func @unary(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.negf %arg4 : f32
// CHECK-NEXT:   %1 = arith.negf %arg5 fastmath<fast> {tag} : tensor<4xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "unary"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.negf"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.negf"(%{{.*}}) <{fastmath = #arith.fastmath<fast>}> {tag} : (tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @unary(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.negf %f : f32
  %1 = arith.negf %t fastmath<reassoc, nnan, ninf, nsz, arcp, contract, afn> {tag} : tensor<4xf32>
  tt.return
}
