// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @names() {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c-1_i64 = arith.constant -1 : i64
// CHECK-NEXT:   %c7 = arith.constant 7 : index
// CHECK-NEXT:   %c-7 = arith.constant -7 : index
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c12_i128 = arith.constant {tag} 12 : i128
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "names"}> ({
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 0 : i32}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = -1 : i64}> : () -> i64
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 7 : index}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = -7 : index}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = true}> : () -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = false}> : () -> i1
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 12 : i128}> {tag} : () -> i128
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = -1 : i8}> : () -> i8
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 0 : i32}> : () -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @names() {
  %0 = arith.constant 0 : i32
  %1 = arith.constant -1 : i64
  %2 = arith.constant 7 : index
  %3 = arith.constant -7 : index
  %4 = arith.constant true
  %5 = arith.constant false
  %6 = arith.constant {tag} 12 : i128
  %7 = arith.constant 255 : i8
  %8 = arith.constant 0 : i32
  tt.return
}

// CHECK: tt.func @values() {
// CHECK-NEXT:   %cst = arith.constant 2.500000e+00 : bf16
// CHECK-NEXT:   %cst_0 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 0xFF800000 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %cst_3 = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %cst_4 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT:   %cst_5 = arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NEXT:   %cst_6 = arith.constant dense<0xFF800000> : tensor<8xf32>
// CHECK-NEXT:   %cst_7 = arith.constant dense<5> : vector<4xi8>
// CHECK-NEXT:   %cst_8 = arith.constant dense<1> : vector<[4]xi32>
// CHECK-NEXT:   %c4_i32 = arith.constant {tag} 4 : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "values"}> ({
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 2.500000e+00 : bf16}> : () -> bf16
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = -0.000000e+00 : f32}> : () -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = dense<0xFF800000> : tensor<8xf32>}> : () -> tensor<8xf32>
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = dense<5> : vector<4xi8>}> : () -> vector<4xi8>
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = dense<1> : vector<[4]xi32>}> : () -> vector<[4]xi32>
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 4 : i32}> {tag} : () -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @values() {
  %0 = arith.constant 2.5 : bf16
  %1 = arith.constant -0.0 : f32
  %2 = arith.constant 0xFF800000 : f32
  %3 = arith.constant 0x7FC00000 : f32
  %4 = arith.constant dense<1.0> : tensor<4xf32>
  %5 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %6 = arith.constant dense<[true, false]> : tensor<2xi1>
  %7 = arith.constant dense<0xFF800000> : tensor<8xf32>
  %8 = arith.constant dense<5> : vector<4xi8>
  %9 = arith.constant dense<1> : vector<[4]xi32>
  %10 = arith.constant {tag, value = 4 : i32} 3 : i32
  tt.return
}
