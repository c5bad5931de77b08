// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @integers(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.cmpi eq, %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = arith.cmpi ne, %arg6, %arg6 : tensor<4xi32>
// CHECK-NEXT:   %2 = arith.cmpi slt, %arg2, %arg2 : index
// CHECK-NEXT:   %3 = arith.cmpi sle, %arg0, %arg0 : i32
// CHECK-NEXT:   %4 = arith.cmpi sgt, %arg6, %arg6 : tensor<4xi32>
// CHECK-NEXT:   %5 = arith.cmpi sge, %arg2, %arg2 : index
// CHECK-NEXT:   %6 = arith.cmpi ult, %arg0, %arg0 : i32
// CHECK-NEXT:   %7 = arith.cmpi ule, %arg6, %arg6 : tensor<4xi32>
// CHECK-NEXT:   %8 = arith.cmpi ugt, %arg2, %arg2 : index
// CHECK-NEXT:   %9 = arith.cmpi uge, %arg0, %arg0 : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "integers"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 0 : i64}> : (i32, i32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 1 : i64}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 2 : i64}> : (index, index) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 3 : i64}> : (i32, i32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 4 : i64}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 5 : i64}> : (index, index) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 6 : i64}> : (i32, i32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 7 : i64}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 8 : i64}> : (index, index) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 9 : i64}> : (i32, i32) -> i1
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @integers(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.cmpi eq, %i, %i : i32
  %1 = arith.cmpi ne, %ti, %ti : tensor<4xi32>
  %2 = arith.cmpi slt, %n, %n : index
  %3 = arith.cmpi sle, %i, %i : i32
  %4 = arith.cmpi sgt, %ti, %ti : tensor<4xi32>
  %5 = arith.cmpi sge, %n, %n : index
  %6 = arith.cmpi ult, %i, %i : i32
  %7 = arith.cmpi ule, %ti, %ti : tensor<4xi32>
  %8 = arith.cmpi ugt, %n, %n : index
  %9 = arith.cmpi uge, %i, %i : i32
  tt.return
}

// CHECK: tt.func @floats(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.cmpf false, %arg4, %arg4 : f32
// CHECK-NEXT:   %1 = arith.cmpf oeq, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   %2 = arith.cmpf ogt, %arg4, %arg4 : f32
// CHECK-NEXT:   %3 = arith.cmpf oge, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   %4 = arith.cmpf olt, %arg4, %arg4 : f32
// CHECK-NEXT:   %5 = arith.cmpf ole, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   %6 = arith.cmpf one, %arg4, %arg4 : f32
// CHECK-NEXT:   %7 = arith.cmpf ord, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   %8 = arith.cmpf ueq, %arg4, %arg4 : f32
// CHECK-NEXT:   %9 = arith.cmpf ugt, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   %10 = arith.cmpf uge, %arg4, %arg4 : f32
// CHECK-NEXT:   %11 = arith.cmpf ult, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   %12 = arith.cmpf ule, %arg4, %arg4 : f32
// CHECK-NEXT:   %13 = arith.cmpf une, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   %14 = arith.cmpf uno, %arg4, %arg4 : f32
// CHECK-NEXT:   %15 = arith.cmpf true, %arg5, %arg5 fastmath<nnan> : tensor<4xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "floats"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 0 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 3 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 5 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 6 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 7 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 8 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 9 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 10 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 11 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 12 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 13 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>, predicate = 14 : i64}> : (f32, f32) -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.cmpf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<nnan>, predicate = 15 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @floats(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.cmpf false, %f, %f : f32
  %1 = arith.cmpf oeq, %t, %t fastmath<nnan> : tensor<4xf32>
  %2 = arith.cmpf ogt, %f, %f : f32
  %3 = arith.cmpf oge, %t, %t fastmath<nnan> : tensor<4xf32>
  %4 = arith.cmpf olt, %f, %f : f32
  %5 = arith.cmpf ole, %t, %t fastmath<nnan> : tensor<4xf32>
  %6 = arith.cmpf one, %f, %f : f32
  %7 = arith.cmpf ord, %t, %t fastmath<nnan> : tensor<4xf32>
  %8 = arith.cmpf ueq, %f, %f : f32
  %9 = arith.cmpf ugt, %t, %t fastmath<nnan> : tensor<4xf32>
  %10 = arith.cmpf uge, %f, %f : f32
  %11 = arith.cmpf ult, %t, %t fastmath<nnan> : tensor<4xf32>
  %12 = arith.cmpf ule, %f, %f : f32
  %13 = arith.cmpf une, %t, %t fastmath<nnan> : tensor<4xf32>
  %14 = arith.cmpf uno, %f, %f : f32
  %15 = arith.cmpf true, %t, %t fastmath<nnan> : tensor<4xf32>
  tt.return
}

// CHECK: tt.func @quoted_predicate(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %arg0 {tag} : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "quoted_predicate"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.cmpi"(%{{.*}}, %{{.*}}) <{predicate = 2 : i64}> {tag} : (i32, i32) -> i1
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @quoted_predicate(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.cmpi "slt", %i, %i {tag} : i32
  tt.return
}

// CHECK: tt.func @select(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.select %arg3, %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = arith.select %arg3, %arg5, %arg5 {tag} : tensor<4xf32>
// CHECK-NEXT:   %2 = arith.select %arg7, %arg5, %arg5 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT:   %3 = arith.select %arg3, %arg4, %arg4 : f32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "select"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.select"(%{{.*}}, %{{.*}}, %{{.*}}) : (i1, i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.select"(%{{.*}}, %{{.*}}, %{{.*}}) {tag} : (i1, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.select"(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.select"(%{{.*}}, %{{.*}}, %{{.*}}) : (i1, f32, f32) -> f32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @select(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.select %b, %i, %i : i32
  %1 = arith.select %b, %t, %t {tag} : tensor<4xf32>
  %2 = arith.select %tb, %t, %t : tensor<4xi1>, tensor<4xf32>
  %3 = arith.select %b, %f, %f : i1, f32
  tt.return
}
