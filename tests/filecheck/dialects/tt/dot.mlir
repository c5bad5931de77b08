// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>

// CHECK: tt.func @dot(%arg0: tensor<16x32xf16>, %arg1: tensor<32x8xf16>, %arg2: tensor<16x8xf32>) -> tensor<16x8xf32> {
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
// CHECK-NEXT:   %1 = tt.dot %arg0, %arg1, %0, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
// CHECK-NEXT:   %2 = tt.dot %arg0, %arg1, %1, inputPrecision = tf32x3 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
// CHECK-NEXT:   %3 = tt.dot %arg0, %arg1, %2 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
// CHECK-NEXT:   %4 = tt.dot %arg0, %arg1, %3, inputPrecision = bf16x3 {tag} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
// CHECK-NEXT:   %5 = tt.dot %arg0, %arg1, %4, inputPrecision = bf16x6 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
// CHECK-NEXT:   tt.return %5 : tensor<16x8xf32>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>, sym_name = "dot"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<16x32xf16>, %{{.*}}: tensor<32x8xf16>, %{{.*}}: tensor<16x8xf32>):
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 0 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 1 : i32, maxNumImpreciseAcc = 32 : i32}> : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 3 : i32, maxNumImpreciseAcc = 0 : i32}> {tag} : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 4 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (tensor<16x8xf32>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @dot(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  %1 = tt.dot %a, %b, %0, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  %2 = tt.dot %a, %b, %1, inputPrecision = tf32x3 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  %3 = tt.dot %a, %b, %2, inputPrecision = ieee {maxNumImpreciseAcc = 0 : i32} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  %4 = tt.dot %a, %b, %3, inputPrecision = bf16x3 {tag} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  %5 = tt.dot %a, %b, %4, inputPrecision = bf16x6 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return %5 : tensor<16x8xf32>
}

// CHECK: tt.func @dot_batch(%arg0: tensor<2x16x32xi8>, %arg1: tensor<2x32x8xf8E4M3FN>, %arg2: tensor<2x16x8xi32>) {
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2, inputPrecision = tf32 {maxNumImpreciseAcc = 1073741824 : i32} : tensor<2x16x32xi8> * tensor<2x32x8xf8E4M3FN> -> tensor<2x16x8xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<2x16x32xi8>, tensor<2x32x8xf8E4M3FN>, tensor<2x16x8xi32>) -> (), sym_name = "dot_batch"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<2x16x32xi8>, %{{.*}}: tensor<2x32x8xf8E4M3FN>, %{{.*}}: tensor<2x16x8xi32>):
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 0 : i32, maxNumImpreciseAcc = 1073741824 : i32}> : (tensor<2x16x32xi8>, tensor<2x32x8xf8E4M3FN>, tensor<2x16x8xi32>) -> tensor<2x16x8xi32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @dot_batch(%a: tensor<2x16x32xi8>, %b: tensor<2x32x8xf8E4M3FN>, %c: tensor<2x16x8xi32>) {
  %0 = tt.dot %a, %b, %c {inputPrecision = 0 : i32, maxNumImpreciseAcc = 1073741824 : i32} : tensor<2x16x32xi8> * tensor<2x32x8xf8E4M3FN> -> tensor<2x16x8xi32>
  tt.return
}

// CHECK: tt.func @dot_encoded(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg1: tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %arg2: tensor<64x32xf32, #mma>) {
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x32xf32, #mma>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, tensor<64x32xf32, #mma>) -> (), sym_name = "dot_encoded"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %{{.*}}: tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %{{.*}}: tensor<64x32xf32, #mma>):
// GENERIC-NEXT:   %{{.*}} = "tt.dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{inputPrecision = 2 : i32, maxNumImpreciseAcc = 0 : i32}> : (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, tensor<64x32xf32, #mma>) -> tensor<64x32xf32, #mma>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @dot_encoded(%a: tensor<64x32xf16, #dot0>, %b: tensor<32x32xf16, #dot1>, %c: tensor<64x32xf32, #mma>) {
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16, #dot0> * tensor<32x32xf16, #dot1> -> tensor<64x32xf32, #mma>
  tt.return
}

// CHECK: tt.func @dot_scaled(%arg0: tensor<128x64xf8E4M3FN>, %arg1: tensor<64x128xf8E5M2>, %arg2: tensor<128x128xf32>, %arg3: tensor<128x2xi8>, %arg4: tensor<128x2xi8>) {
// CHECK-NEXT:   %0 = tt.dot_scaled %arg0 scale %arg3, %arg1 scale %arg4, %arg2 lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x64xf8E4M3FN>, tensor<128x2xi8> * tensor<64x128xf8E5M2>, tensor<128x2xi8> -> tensor<128x128xf32>
// CHECK-NEXT:   %1 = tt.dot_scaled %arg0 scale %arg3, %arg1, %0 lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<128x64xf8E4M3FN>, tensor<128x2xi8> * tensor<64x128xf8E5M2> -> tensor<128x128xf32>
// CHECK-NEXT:   %2 = tt.dot_scaled %arg0, %arg1 scale %arg4, %1 lhs = e4m3 rhs = e5m2 {fastMath = true, tag} : tensor<128x64xf8E4M3FN> * tensor<64x128xf8E5M2>, tensor<128x2xi8> -> tensor<128x128xf32>
// CHECK-NEXT:   %3 = tt.dot_scaled %arg0, %arg1, %2 lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<128x64xf8E4M3FN> * tensor<64x128xf8E5M2> -> tensor<128x128xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<128x64xf8E4M3FN>, tensor<64x128xf8E5M2>, tensor<128x128xf32>, tensor<128x2xi8>, tensor<128x2xi8>) -> (), sym_name = "dot_scaled"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<128x64xf8E4M3FN>, %{{.*}}: tensor<64x128xf8E5M2>, %{{.*}}: tensor<128x128xf32>, %{{.*}}: tensor<128x2xi8>, %{{.*}}: tensor<128x2xi8>):
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 0 : i32, b_elem_type = 1 : i32, fastMath = false, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, rhs_k_pack = true}> : (tensor<128x64xf8E4M3FN>, tensor<64x128xf8E5M2>, tensor<128x128xf32>, tensor<128x2xi8>, tensor<128x2xi8>) -> tensor<128x128xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 0 : i32, b_elem_type = 1 : i32, fastMath = true, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, rhs_k_pack = true}> : (tensor<128x64xf8E4M3FN>, tensor<64x128xf8E5M2>, tensor<128x128xf32>, tensor<128x2xi8>) -> tensor<128x128xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 0 : i32, b_elem_type = 1 : i32, fastMath = true, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>, rhs_k_pack = true}> {tag} : (tensor<128x64xf8E4M3FN>, tensor<64x128xf8E5M2>, tensor<128x128xf32>, tensor<128x2xi8>) -> tensor<128x128xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 0 : i32, b_elem_type = 1 : i32, fastMath = true, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, rhs_k_pack = true}> : (tensor<128x64xf8E4M3FN>, tensor<64x128xf8E5M2>, tensor<128x128xf32>) -> tensor<128x128xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @dot_scaled(%a: tensor<128x64xf8E4M3FN>, %b: tensor<64x128xf8E5M2>, %c: tensor<128x128xf32>, %sa: tensor<128x2xi8>, %sb: tensor<128x2xi8>) {
  %0 = tt.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e4m3 rhs = e5m2 {fastMath = false} : tensor<128x64xf8E4M3FN>, tensor<128x2xi8> * tensor<64x128xf8E5M2>, tensor<128x2xi8> -> tensor<128x128xf32>
  %1 = tt.dot_scaled %a scale %sa, %b, %0 lhs = e4m3 rhs = e5m2 {fastMath = true, lhs_k_pack = true} : tensor<128x64xf8E4M3FN>, tensor<128x2xi8> * tensor<64x128xf8E5M2> -> tensor<128x128xf32>
  %2 = tt.dot_scaled %a, %b scale %sb, %1 lhs = e4m3 rhs = e5m2 {fastMath = true, tag} : tensor<128x64xf8E4M3FN> * tensor<64x128xf8E5M2>, tensor<128x2xi8> -> tensor<128x128xf32>
  %3 = tt.dot_scaled %a, %b, %2 lhs = e4m3 rhs = e5m2 {fastMath = true} : tensor<128x64xf8E4M3FN> * tensor<64x128xf8E5M2> -> tensor<128x128xf32>
  tt.return
}

// CHECK: tt.func @dot_scaled_packed(%arg0: tensor<128x32xi8>, %arg1: tensor<64x64xi8>, %arg2: tensor<32x128xi8>, %arg3: tensor<64x128xbf16>, %arg4: tensor<64x128xf16>, %arg5: tensor<128x128xf32>, %arg6: tensor<128x4xf8E4M3FN>) {
// CHECK-NEXT:   %0 = tt.dot_scaled %arg0 scale %arg6, %arg2 scale %arg6, %arg5 lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<32x128xi8>, tensor<128x4xf8E4M3FN> -> tensor<128x128xf32>
// CHECK-NEXT:   %1 = tt.dot_scaled %arg0 scale %arg6, %arg1, %0 lhs = e2m1 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<64x64xi8> -> tensor<128x128xf32>
// CHECK-NEXT:   %2 = tt.dot_scaled %arg0 scale %arg6, %arg3, %1 lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<64x128xbf16> -> tensor<128x128xf32>
// CHECK-NEXT:   %3 = tt.dot_scaled %arg0 scale %arg6, %arg4, %2 lhs = e2m1 rhs = fp16 {fastMath = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<64x128xf16> -> tensor<128x128xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<128x32xi8>, tensor<64x64xi8>, tensor<32x128xi8>, tensor<64x128xbf16>, tensor<64x128xf16>, tensor<128x128xf32>, tensor<128x4xf8E4M3FN>) -> (), sym_name = "dot_scaled_packed"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<128x32xi8>, %{{.*}}: tensor<64x64xi8>, %{{.*}}: tensor<32x128xi8>, %{{.*}}: tensor<64x128xbf16>, %{{.*}}: tensor<64x128xf16>, %{{.*}}: tensor<128x128xf32>, %{{.*}}: tensor<128x4xf8E4M3FN>):
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 4 : i32, b_elem_type = 4 : i32, fastMath = false, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>, rhs_k_pack = true}> : (tensor<128x32xi8>, tensor<32x128xi8>, tensor<128x128xf32>, tensor<128x4xf8E4M3FN>, tensor<128x4xf8E4M3FN>) -> tensor<128x128xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 4 : i32, b_elem_type = 4 : i32, fastMath = false, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, rhs_k_pack = false}> : (tensor<128x32xi8>, tensor<64x64xi8>, tensor<128x128xf32>, tensor<128x4xf8E4M3FN>) -> tensor<128x128xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 4 : i32, b_elem_type = 5 : i32, fastMath = false, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, rhs_k_pack = true}> : (tensor<128x32xi8>, tensor<64x128xbf16>, tensor<128x128xf32>, tensor<128x4xf8E4M3FN>) -> tensor<128x128xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 4 : i32, b_elem_type = 6 : i32, fastMath = false, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, rhs_k_pack = true}> : (tensor<128x32xi8>, tensor<64x128xf16>, tensor<128x128xf32>, tensor<128x4xf8E4M3FN>) -> tensor<128x128xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @dot_scaled_packed(%a: tensor<128x32xi8>, %b: tensor<64x64xi8>, %bk: tensor<32x128xi8>, %f: tensor<64x128xbf16>, %h: tensor<64x128xf16>, %c: tensor<128x128xf32>, %s: tensor<128x4xf8E4M3FN>) {
  %0 = tt.dot_scaled %a scale %s, %bk scale %s, %c lhs = e2m1 rhs = e2m1 {fastMath = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<32x128xi8>, tensor<128x4xf8E4M3FN> -> tensor<128x128xf32>
  %1 = tt.dot_scaled %a scale %s, %b, %0 lhs = e2m1 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<64x64xi8> -> tensor<128x128xf32>
  %2 = tt.dot_scaled %a scale %s, %f, %1 lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<64x128xbf16> -> tensor<128x128xf32>
  %3 = tt.dot_scaled %a scale %s, %h, %2 lhs = e2m1 rhs = fp16 {fastMath = false} : tensor<128x32xi8>, tensor<128x4xf8E4M3FN> * tensor<64x128xf16> -> tensor<128x128xf32>
  tt.return
}

// CHECK: tt.func @dot_scaled_small_formats(%arg0: tensor<64x64xi8>, %arg1: tensor<64x64xf32>) {
// CHECK-NEXT:   %0 = tt.dot_scaled %arg0, %arg0, %arg1 lhs = e2m3 rhs = e3m2 {fastMath = false} : tensor<64x64xi8> * tensor<64x64xi8> -> tensor<64x64xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<64x64xi8>, tensor<64x64xf32>) -> (), sym_name = "dot_scaled_small_formats"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<64x64xi8>, %{{.*}}: tensor<64x64xf32>):
// GENERIC-NEXT:   %{{.*}} = "tt.dot_scaled"(%{{.*}}, %{{.*}}, %{{.*}}) <{a_elem_type = 2 : i32, b_elem_type = 3 : i32, fastMath = false, lhs_k_pack = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, rhs_k_pack = true}> : (tensor<64x64xi8>, tensor<64x64xi8>, tensor<64x64xf32>) -> tensor<64x64xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @dot_scaled_small_formats(%a: tensor<64x64xi8>, %c: tensor<64x64xf32>) {
  %0 = tt.dot_scaled %a, %a, %c lhs = e2m3 rhs = e3m2 {fastMath = false} : tensor<64x64xi8> * tensor<64x64xi8> -> tensor<64x64xf32>
  tt.return
}
}
