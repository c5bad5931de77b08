// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @values(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: !llvm.ptr, %arg5: !llvm.ptr<3>, %arg6: vector<4xf32>, %arg7: vector<4xi32>, %arg8: !llvm.struct<(i32, f32)>, %arg9: !llvm.array<4 x i32>) {
// CHECK-NEXT:   %0 = llvm.extractvalue %arg8[0] : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %1 = llvm.insertvalue %arg0, %arg8[0] : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %2 = llvm.extractvalue %arg9[2] {a} : !llvm.array<4 x i32>
// CHECK-NEXT:   %3 = llvm.extractelement %arg6[%arg0 : i32] : vector<4xf32>
// CHECK-NEXT:   %4 = llvm.insertelement %arg2, %arg6[%arg1 : i64] : vector<4xf32>
// CHECK-NEXT:   %5 = llvm.shufflevector %arg6, %arg6 [0, 1, -1] : vector<4xf32>
// CHECK-NEXT:   %6 = llvm.mlir.undef : i32
// CHECK-NEXT:   %7 = llvm.mlir.poison : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %8 = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %9 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:   %10 = llvm.mlir.constant(true) : i1
// CHECK-NEXT:   %11 = llvm.mlir.constant(1.500000e+00 : f32) {a} : f32
// CHECK-NEXT:   %12 = llvm.mlir.constant(dense<1> : tensor<4xi32>) : vector<4xi32>
// CHECK-NEXT:   %13 = llvm.mlir.constant(42 : i64) : i64
// CHECK-NEXT:   %14 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
// CHECK-NEXT:   %15 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>, vector<4xf32>, vector<4xi32>, !llvm.struct<(i32, f32)>, !llvm.array<4 x i32>) -> (), sym_name = "values"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr<3>, %{{.*}}: vector<4xf32>, %{{.*}}: vector<4xi32>, %{{.*}}: !llvm.struct<(i32, f32)>, %{{.*}}: !llvm.array<4 x i32>):
// GENERIC-NEXT:   %{{.*}} = "llvm.extractvalue"(%{{.*}}) <{position = array<i64: 0>}> : (!llvm.struct<(i32, f32)>) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.insertvalue"(%{{.*}}, %{{.*}}) <{position = array<i64: 0>}> : (!llvm.struct<(i32, f32)>, i32) -> !llvm.struct<(i32, f32)>
// GENERIC-NEXT:   %{{.*}} = "llvm.extractvalue"(%{{.*}}) <{position = array<i64: 2>}> {a} : (!llvm.array<4 x i32>) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.extractelement"(%{{.*}}, %{{.*}}) : (vector<4xf32>, i32) -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.insertelement"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf32>, f32, i64) -> vector<4xf32>
// GENERIC-NEXT:   %{{.*}} = "llvm.shufflevector"(%{{.*}}, %{{.*}}) <{mask = array<i32: 0, 1, -1>}> : (vector<4xf32>, vector<4xf32>) -> vector<3xf32>
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.undef"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.poison"() : () -> !llvm.struct<(i32, f32)>
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.zero"() : () -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = true}> : () -> i1
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = 1.500000e+00 : f32}> {a} : () -> f32
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = dense<1> : tensor<4xi32>}> : () -> vector<4xi32>
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = 42 : i64}> : () -> i64
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = "abc"}> : () -> !llvm.array<3 x i8>
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = 3 : index}> : () -> i64
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @values(%i: i32, %j: i64, %f: f32, %b: i1, %p: !llvm.ptr, %p3: !llvm.ptr<3>, %vf: vector<4xf32>, %vi: vector<4xi32>, %s: !llvm.struct<(i32, f32)>, %arr: !llvm.array<4 x i32>) {
  %r0 = llvm.extractvalue %s[0] : !llvm.struct<(i32, f32)>
  %r1 = llvm.insertvalue %i, %s[0] : !llvm.struct<(i32, f32)>
  %r2 = llvm.extractvalue %arr[2] {a} : !llvm.array<4 x i32>
  %r3 = llvm.extractelement %vf[%i : i32] : vector<4xf32>
  %r4 = llvm.insertelement %f, %vf[%j : i64] : vector<4xf32>
  %r5 = llvm.shufflevector %vf, %vf [0, 1, -1] : vector<4xf32>
  %r6 = llvm.mlir.undef : i32
  %r7 = llvm.mlir.poison : !llvm.struct<(i32, f32)>
  %r8 = llvm.mlir.zero : !llvm.ptr
  %r9 = llvm.mlir.constant(1 : i32) : i32
  %r10 = llvm.mlir.constant(true) : i1
  %r11 = llvm.mlir.constant(1.5 : f32) {a} : f32
  %r12 = llvm.mlir.constant(dense<1> : tensor<4xi32>) : vector<4xi32>
  %r13 = llvm.mlir.constant(42) : i64
  %r14 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %r15 = llvm.mlir.constant(3 : index) : i64
  tt.return
}
