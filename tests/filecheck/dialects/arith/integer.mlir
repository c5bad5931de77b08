// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @binary(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.subi %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = arith.subi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %2 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   %3 = arith.muli %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %4 = arith.divui %arg0, %arg0 : i32
// CHECK-NEXT:   %5 = arith.divui %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %6 = arith.divsi %arg0, %arg0 : i32
// CHECK-NEXT:   %7 = arith.divsi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %8 = arith.ceildivui %arg0, %arg0 : i32
// CHECK-NEXT:   %9 = arith.ceildivui %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %10 = arith.ceildivsi %arg0, %arg0 : i32
// CHECK-NEXT:   %11 = arith.ceildivsi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %12 = arith.floordivsi %arg0, %arg0 : i32
// CHECK-NEXT:   %13 = arith.floordivsi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %14 = arith.remui %arg0, %arg0 : i32
// CHECK-NEXT:   %15 = arith.remui %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %16 = arith.remsi %arg0, %arg0 : i32
// CHECK-NEXT:   %17 = arith.remsi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %18 = arith.andi %arg0, %arg0 : i32
// CHECK-NEXT:   %19 = arith.andi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %20 = arith.ori %arg0, %arg0 : i32
// CHECK-NEXT:   %21 = arith.ori %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %22 = arith.xori %arg0, %arg0 : i32
// CHECK-NEXT:   %23 = arith.xori %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %24 = arith.shli %arg0, %arg0 : i32
// CHECK-NEXT:   %25 = arith.shli %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %26 = arith.shrui %arg0, %arg0 : i32
// CHECK-NEXT:   %27 = arith.shrui %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %28 = arith.shrsi %arg0, %arg0 : i32
// CHECK-NEXT:   %29 = arith.shrsi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %30 = arith.maxsi %arg0, %arg0 : i32
// CHECK-NEXT:   %31 = arith.maxsi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %32 = arith.maxui %arg0, %arg0 : i32
// CHECK-NEXT:   %33 = arith.maxui %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %34 = arith.minsi %arg0, %arg0 : i32
// CHECK-NEXT:   %35 = arith.minsi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %36 = arith.minui %arg0, %arg0 : i32
// CHECK-NEXT:   %37 = arith.minui %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %38 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:   %39 = arith.addi %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "binary"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.subi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.subi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.muli"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.muli"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.divui"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.divui"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.divsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.divsi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.ceildivui"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.ceildivui"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.ceildivsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.ceildivsi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.floordivsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.floordivsi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.remui"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.remui"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.remsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.remsi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.andi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.andi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.ori"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.ori"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.xori"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.xori"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.shli"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.shli"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.shrui"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.shrui"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.shrsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.shrsi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.maxsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.maxsi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.maxui"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.maxui"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.minsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.minsi"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.minui"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.minui"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.addi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.addi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @binary(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.subi %i, %i : i32
  %1 = arith.subi %ti, %ti {tag} : tensor<4xi32>
  %2 = arith.muli %i, %i : i32
  %3 = arith.muli %ti, %ti {tag} : tensor<4xi32>
  %4 = arith.divui %i, %i : i32
  %5 = arith.divui %ti, %ti {tag} : tensor<4xi32>
  %6 = arith.divsi %i, %i : i32
  %7 = arith.divsi %ti, %ti {tag} : tensor<4xi32>
  %8 = arith.ceildivui %i, %i : i32
  %9 = arith.ceildivui %ti, %ti {tag} : tensor<4xi32>
  %10 = arith.ceildivsi %i, %i : i32
  %11 = arith.ceildivsi %ti, %ti {tag} : tensor<4xi32>
  %12 = arith.floordivsi %i, %i : i32
  %13 = arith.floordivsi %ti, %ti {tag} : tensor<4xi32>
  %14 = arith.remui %i, %i : i32
  %15 = arith.remui %ti, %ti {tag} : tensor<4xi32>
  %16 = arith.remsi %i, %i : i32
  %17 = arith.remsi %ti, %ti {tag} : tensor<4xi32>
  %18 = arith.andi %i, %i : i32
  %19 = arith.andi %ti, %ti {tag} : tensor<4xi32>
  %20 = arith.ori %i, %i : i32
  %21 = arith.ori %ti, %ti {tag} : tensor<4xi32>
  %22 = arith.xori %i, %i : i32
  %23 = arith.xori %ti, %ti {tag} : tensor<4xi32>
  %24 = arith.shli %i, %i : i32
  %25 = arith.shli %ti, %ti {tag} : tensor<4xi32>
  %26 = arith.shrui %i, %i : i32
  %27 = arith.shrui %ti, %ti {tag} : tensor<4xi32>
  %28 = arith.shrsi %i, %i : i32
  %29 = arith.shrsi %ti, %ti {tag} : tensor<4xi32>
  %30 = arith.maxsi %i, %i : i32
  %31 = arith.maxsi %ti, %ti {tag} : tensor<4xi32>
  %32 = arith.maxui %i, %i : i32
  %33 = arith.maxui %ti, %ti {tag} : tensor<4xi32>
  %34 = arith.minsi %i, %i : i32
  %35 = arith.minsi %ti, %ti {tag} : tensor<4xi32>
  %36 = arith.minui %i, %i : i32
  %37 = arith.minui %ti, %ti {tag} : tensor<4xi32>
  %38 = arith.addi %i, %i : i32
  %39 = arith.addi %ti, %ti {tag} : tensor<4xi32>
  tt.return
}

// CHECK: tt.func @overflow(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %0 = arith.addi %arg2, %arg2 overflow<nsw> : index
// CHECK-NEXT:   %1 = arith.subi %arg6, %arg6 overflow<nuw> {tag} : tensor<4xi32>
// CHECK-NEXT:   %2 = arith.muli %arg0, %arg0 overflow<nsw, nuw> : i32
// CHECK-NEXT:   %3 = arith.shli %arg1, %arg1 : i64
// CHECK-NEXT:   %4 = arith.trunci %arg1 overflow<nsw> {tag} : i64 to i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "overflow"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.addi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
// GENERIC-NEXT:   %{{.*}} = "arith.subi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<nuw>}> {tag} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.muli"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.shli"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
// GENERIC-NEXT:   %{{.*}} = "arith.trunci"(%{{.*}}) <{overflowFlags = #arith.overflow<nsw>}> {tag} : (i64) -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @overflow(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %0 = arith.addi %n, %n overflow<nsw> : index
  %1 = arith.subi %ti, %ti overflow<nuw> {tag} : tensor<4xi32>
  %2 = arith.muli %i, %i overflow<nsw, nuw> : i32
  %3 = arith.shli %j, %j overflow<none> : i64
  %4 = arith.trunci %j overflow<nsw> {tag} : i64 to i32
  tt.return
}

// CHECK: tt.func @extended(%arg0: i32, %arg1: i64, %arg2: index, %arg3: i1, %arg4: f32, %arg5: tensor<4xf32>, %arg6: tensor<4xi32>, %arg7: tensor<4xi1>, %arg8: vector<2xf16>) {
// CHECK-NEXT:   %low, %high = arith.mulsi_extended %arg0, %arg0 : i32
// CHECK-NEXT:   %low_0, %high_1 = arith.mului_extended %arg6, %arg6 {tag} : tensor<4xi32>
// CHECK-NEXT:   %sum, %overflow = arith.addui_extended %arg1, %arg1 : i64, i1
// CHECK-NEXT:   %sum_2, %overflow_3 = arith.addui_extended %arg6, %arg6 : tensor<4xi32>, tensor<4xi1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, i1, f32, tensor<4xf32>, tensor<4xi32>, tensor<4xi1>, vector<2xf16>) -> (), sym_name = "extended"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi1>, %{{.*}}: vector<2xf16>):
// GENERIC-NEXT:   %{{.*}} = "arith.mulsi_extended"(%{{.*}}, %{{.*}}) : (i32, i32) -> (i32, i32)
// GENERIC-NEXT:   %{{.*}} = "arith.mului_extended"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
// GENERIC-NEXT:   %{{.*}} = "arith.addui_extended"(%{{.*}}, %{{.*}}) : (i64, i64) -> (i64, i1)
// GENERIC-NEXT:   %{{.*}} = "arith.addui_extended"(%{{.*}}, %{{.*}}) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi1>)
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @extended(%i: i32, %j: i64, %n: index, %b: i1, %f: f32, %t: tensor<4xf32>, %ti: tensor<4xi32>, %tb: tensor<4xi1>, %vf: vector<2xf16>) {
  %low, %high = arith.mulsi_extended %i, %i : i32
  %0:2 = arith.mului_extended %ti, %ti {tag} : tensor<4xi32>
  %1:2 = arith.addui_extended %j, %j : i64, i1
  %2:2 = arith.addui_extended %ti, %ti : tensor<4xi32>, tensor<4xi1>
  tt.return
}
