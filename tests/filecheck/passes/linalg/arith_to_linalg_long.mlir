// RUN: xtriton-opt %s --triton-arith-to-linalg="exact pids-to-func-args=false tt-to-func-func=false" --verify-each=interp | filecheck %s

// Long sums and products side by side combine 8 groups of 16 adjacent elements, each in order, and then the groups.
// CHECK-LABEL: tt.func @both(
// CHECK-DAG:     tensor.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [8, 16] : tensor<128xf32> into tensor<8x16xf32>
// CHECK-DAG:     tensor.expand_shape %arg1 {{\[\[}}0, 1]] output_shape [8, 16] : tensor<128xf32> into tensor<8x16xf32>
// CHECK-NOT:     tt.reduce
tt.func @both(%x: tensor<128xf32>, %y: tensor<128xf32>) -> (f32, f32) {
  %r:2 = "tt.reduce"(%x, %y) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %p: f32, %b: f32, %q: f32):
    %c = arith.addf %a, %b : f32
    %d = arith.mulf %p, %q : f32
    tt.reduce.return %c, %d : f32, f32
  }) : (tensor<128xf32>, tensor<128xf32>) -> (f32, f32)
  tt.return %r#0, %r#1 : f32, f32
}

// Sums of narrow floats from the end are added in f32, and rounded.
// CHECK-LABEL: tt.func @sums(
// CHECK:         arith.extf %{{.*}} : f16 to f32
// CHECK:         arith.addf %{{.*}} : f32
// CHECK:         arith.truncf %{{.*}} : f32 to f16
// CHECK-NOT:     tt.scan
tt.func @sums(%x: tensor<4xf16>) -> tensor<4xf16> {
  %r = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f16, %b: f16):
    %c = arith.addf %a, %b : f16
    tt.scan.return %c : f16
  }) : (tensor<4xf16>) -> tensor<4xf16>
  tt.return %r : tensor<4xf16>
}
