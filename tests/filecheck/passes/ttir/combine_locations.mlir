// RUN: xtriton-opt %s --triton=3.6 --triton-combine --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// A sum of offsets and its pointer are at both places; the rest is where it was.
// CHECK: tt.func @offsets(%arg0: !tt.ptr<f32> loc({{[^)]*}}), %arg1: i64 loc({{[^)]*}}), %arg2: i64 loc({{[^)]*}})) -> !tt.ptr<f32> {
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i64 loc(fused["k.py":2:1, "k.py":1:1])
// CHECK-NEXT:   %1 = tt.addptr %arg0, %0 : !tt.ptr<f32>, i64 loc(fused["k.py":2:1, "k.py":1:1])
// CHECK-NEXT:   tt.return %1 : !tt.ptr<f32> loc("k.py":3:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @offsets(%p: !tt.ptr<f32>, %a: i64, %b: i64) -> !tt.ptr<f32> {
  %0 = tt.addptr %p, %a : !tt.ptr<f32>, i64 loc("k.py":1:1)
  %1 = tt.addptr %0, %b : !tt.ptr<f32>, i64 loc("k.py":2:1)
  tt.return %1 : !tt.ptr<f32> loc("k.py":3:1)
}
// CHECK: tt.func @dot_and_sum(%arg0: tensor<32x32xf16> loc({{[^)]*}}), %arg1: tensor<32x32xf16> loc({{[^)]*}}), %arg2: tensor<32x32xf32> loc({{[^)]*}})) -> tensor<32x32xf32> {
// CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32> loc("k.py":2:1)
// CHECK-NEXT:   tt.return %0 : tensor<32x32xf32> loc("k.py":4:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @dot_and_sum(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>, %d: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32> loc("k.py":1:1)
  %0 = tt.dot %a, %b, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32> loc("k.py":2:1)
  %1 = arith.addf %0, %d : tensor<32x32xf32> loc("k.py":3:1)
  tt.return %1 : tensor<32x32xf32> loc("k.py":4:1)
}
// CHECK: tt.func @select_of_load(%arg0: i1 loc({{[^)]*}}), %arg1: tensor<8x!tt.ptr<f32>> loc({{[^)]*}}), %arg2: tensor<8xf32> loc({{[^)]*}})) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = tt.splat %arg0 : i1 -> tensor<8xi1> loc("k.py":1:1)
// CHECK-NEXT:   %1 = tt.load %arg1, %0, %arg2 : tensor<8x!tt.ptr<f32>> loc("k.py":3:1)
// CHECK-NEXT:   tt.return %1 : tensor<8xf32> loc("k.py":4:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @select_of_load(%c: i1, %p: tensor<8x!tt.ptr<f32>>, %other: tensor<8xf32>) -> tensor<8xf32> {
  %m = tt.splat %c : i1 -> tensor<8xi1> loc("k.py":1:1)
  %0 = tt.load %p, %m : tensor<8x!tt.ptr<f32>> loc("k.py":2:1)
  %1 = arith.select %c, %0, %other : tensor<8xf32> loc("k.py":3:1)
  tt.return %1 : tensor<8xf32> loc("k.py":4:1)
}
