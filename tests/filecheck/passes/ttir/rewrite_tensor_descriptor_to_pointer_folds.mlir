// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-descriptor-to-pointer | filecheck %s

// Operations of unknown legality are folded, but do not see the folds of others; those of arith and tt are not folded.
// CHECK: tt.func @others(%arg0: tensor<4x!tt.ptr<f32>>) -> (f32, f32, f32, i32) {
// CHECK-NEXT:   %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %cst_0 = arith.constant 4.000000e+00 : f32
// CHECK-NEXT:   %0 = math.sqrt %cst_0 : f32
// CHECK-NEXT:   %1 = arith.addf %cst, %cst : f32
// CHECK-NEXT:   %2 = arith.addi %c3_i32, %c3_i32 : i32
// CHECK-NEXT:   tt.return %cst_0, %0, %1, %2 : f32, f32, f32, i32
// CHECK-NEXT: }
tt.func @others(%p: tensor<4x!tt.ptr<f32>>) -> (f32, f32, f32, i32) {
  %a = arith.constant 2.0 : f32
  %n = arith.constant 3 : i32
  %0 = math.exp2 %a : f32
  %1 = math.sqrt %0 : f32
  %2 = arith.addf %a, %a : f32
  %3 = arith.addi %n, %n : i32
  tt.return %0, %1, %2, %3 : f32, f32, f32, i32
}
