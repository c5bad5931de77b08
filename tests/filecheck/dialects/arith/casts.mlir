// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @integers(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.extui %arg0 : i32 to i64
// CHECK-NEXT:   %1 = arith.extsi %arg6 {tag} : tensor<4xi32> to tensor<4xi64>
// CHECK-NEXT:   %2 = arith.trunci %arg1 : i64 to i8
// CHECK-NEXT:   %3 = arith.index_cast %arg0 : i32 to index
// CHECK-NEXT:   %4 = arith.index_castui %arg2 {tag} : index to i64
// CHECK-NEXT:   %5 = arith.bitcast %arg4 : f32 to i32
// CHECK-NEXT:   %6 = arith.bitcast %arg6 : tensor<4xi32> to tensor<4xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "integers"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.extui"(%{{.*}}) : (i32) -> i64
// GENERIC-NEXT:   %{{.*}} = "arith.extsi"(%{{.*}}) {tag} : (tensor<4xi32>) -> tensor<4xi64>
// GENERIC-NEXT:   %{{.*}} = "arith.trunci"(%{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i8
// GENERIC-NEXT:   %{{.*}} = "arith.index_cast"(%{{.*}}) : (i32) -> index
// GENERIC-NEXT:   %{{.*}} = "arith.index_castui"(%{{.*}}) {tag} : (index) -> i64
// GENERIC-NEXT:   %{{.*}} = "arith.bitcast"(%{{.*}}) : (f32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.bitcast"(%{{.*}}) : (tensor<4xi32>) -> tensor<4xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @integers(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.extui %i : i32 to i64
  %1 = arith.extsi %ti {tag} : tensor<4xi32> to tensor<4xi64>
  %2 = arith.trunci %j : i64 to i8
  %3 = arith.index_cast %i : i32 to index
  %4 = arith.index_castui %n {tag} : index to i64
  %5 = arith.bitcast %f : f32 to i32
  %6 = arith.bitcast %ti : tensor<4xi32> to tensor<4xf32>
  tt.return
}

// CHECK: tt.func @floats(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT:   %1 = arith.uitofp %arg6 {tag} : tensor<4xi32> to tensor<4xf32>
// CHECK-NEXT:   %2 = arith.fptosi %arg4 : f32 to i32
// CHECK-NEXT:   %3 = arith.fptoui %arg5 : tensor<4xf32> to tensor<4xi32>
// CHECK-NEXT:   %4 = arith.extf %arg4 : f32 to f64
// CHECK-NEXT:   %5 = arith.extf %arg5 fastmath<fast> {tag} : tensor<4xf32> to tensor<4xf64>
// CHECK-NEXT:   %6 = arith.truncf %arg4 : f32 to f16
// CHECK-NEXT:   %7 = arith.truncf %arg5 to_nearest_even : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:   %8 = arith.truncf %arg5 downward fastmath<nnan> {tag} : tensor<4xf32> to tensor<4xbf16>
// CHECK-NEXT:   %9 = arith.truncf %arg4 upward : f32 to f16
// CHECK-NEXT:   %10 = arith.truncf %arg4 toward_zero fastmath<fast> : f32 to f16
// CHECK-NEXT:   %11 = arith.truncf %arg4 to_nearest_away : f32 to f16
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "floats"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.sitofp"(%{{.*}}) : (i32) -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.uitofp"(%{{.*}}) {tag} : (tensor<4xi32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.fptosi"(%{{.*}}) : (f32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.fptoui"(%{{.*}}) : (tensor<4xf32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.extf"(%{{.*}}) : (f32) -> f64
// GENERIC-NEXT:   %{{.*}} = "arith.extf"(%{{.*}}) <{fastmath = #arith.fastmath<fast>}> {tag} : (tensor<4xf32>) -> tensor<4xf64>
// GENERIC-NEXT:   %{{.*}} = "arith.truncf"(%{{.*}}) : (f32) -> f16
// GENERIC-NEXT:   %{{.*}} = "arith.truncf"(%{{.*}}) <{roundingmode = 0 : i32}> : (tensor<4xf32>) -> tensor<4xf16>
// GENERIC-NEXT:   %{{.*}} = "arith.truncf"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>, roundingmode = 1 : i32}> {tag} : (tensor<4xf32>) -> tensor<4xbf16>
// GENERIC-NEXT:   %{{.*}} = "arith.truncf"(%{{.*}}) <{roundingmode = 2 : i32}> : (f32) -> f16
// GENERIC-NEXT:   %{{.*}} = "arith.truncf"(%{{.*}}) <{fastmath = #arith.fastmath<fast>, roundingmode = 3 : i32}> : (f32) -> f16
// GENERIC-NEXT:   %{{.*}} = "arith.truncf"(%{{.*}}) <{roundingmode = 4 : i32}> : (f32) -> f16
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @floats(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.sitofp %i : i32 to f32
  %1 = arith.uitofp %ti {tag} : tensor<4xi32> to tensor<4xf32>
  %2 = arith.fptosi %f : f32 to i32
  %3 = arith.fptoui %t : tensor<4xf32> to tensor<4xi32>
  %4 = arith.extf %f : f32 to f64
  %5 = arith.extf %t fastmath<fast> {tag} : tensor<4xf32> to tensor<4xf64>
  %6 = arith.truncf %f : f32 to f16
  %7 = arith.truncf %t to_nearest_even : tensor<4xf32> to tensor<4xf16>
  %8 = arith.truncf %t downward fastmath<nnan> {tag} : tensor<4xf32> to tensor<4xbf16>
  %9 = arith.truncf %f "upward" : f32 to f16
  %10 = arith.truncf %f toward_zero fastmath<fast> : f32 to f16
  %11 = arith.truncf %f to_nearest_away : f32 to f16
  tt.return
}

// CHECK: tt.func @scaling(%arg0: tensor<4xf4E2M1FN>, %arg1: tensor<4xf8E8M0FNU>, %arg2: tensor<4xf32>) {
// CHECK-NEXT:   %0 = arith.scaling_extf %arg0, %arg1 : tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
// CHECK-NEXT:   %1 = arith.scaling_extf %arg0, %arg1 fastmath<fast> {tag} : tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU> to tensor<4xbf16>
// CHECK-NEXT:   %2 = arith.scaling_truncf %arg2, %arg1 : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf4E2M1FN>
// CHECK-NEXT:   %3 = arith.scaling_truncf %arg2, %arg1 upward fastmath<nnan> : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf4E2M1FN>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU>, tensor<4xf32>) -> (), sym_name = "scaling"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: tensor<4xf4E2M1FN>, %{{.*}}: tensor<4xf8E8M0FNU>, %{{.*}}: tensor<4xf32>):
// GENERIC-NEXT:   %{{.*}} = "arith.scaling_extf"(%{{.*}}, %{{.*}}) : (tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.scaling_extf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<fast>}> {tag} : (tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU>) -> tensor<4xbf16>
// GENERIC-NEXT:   %{{.*}} = "arith.scaling_truncf"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<4xf8E8M0FNU>) -> tensor<4xf4E2M1FN>
// GENERIC-NEXT:   %{{.*}} = "arith.scaling_truncf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, roundingmode = 2 : i32}> : (tensor<4xf32>, tensor<4xf8E8M0FNU>) -> tensor<4xf4E2M1FN>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @scaling(%x: tensor<4xf4E2M1FN>, %s: tensor<4xf8E8M0FNU>, %w: tensor<4xf32>) {
  %0 = arith.scaling_extf %x, %s : tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
  %1 = arith.scaling_extf %x, %s fastmath<fast> {tag} : tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU> to tensor<4xbf16>
  %2 = arith.scaling_truncf %w, %s : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf4E2M1FN>
  %3 = arith.scaling_truncf %w, %s upward fastmath<nnan> : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf4E2M1FN>
  tt.return
}
