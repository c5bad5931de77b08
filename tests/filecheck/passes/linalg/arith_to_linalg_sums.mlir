// RUN: xtriton-opt %s --triton-arith-to-linalg="pids-to-func-args=false tt-to-func-func=false" --verify-each=interp | filecheck %s

// tt.reduce adds as a tree, linalg.reduce one after the other: rounding differs, and the check allows for that.
// CHECK-LABEL: tt.func @sum(
// CHECK:         linalg.reduce
tt.func @sum(%x: tensor<64xf32>) -> f32 {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %0 : f32
}
