// RUN: xtriton-opt %s --triton-to-linalg | filecheck %s

// A pointer that a loop carries, all over a tensor: its one dimension is the first one of the tensor, with stride 0.
// CHECK-LABEL: func.func @moved
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[AT:.*]] = %c0) -> (tensor<4x16xf32>, index)
// CHECK-NEXT:      memref.reinterpret_cast %arg0 to offset: [%[[AT]]], sizes: [4, 16], strides: [0, 0] : memref<*xf32> to memref<4x16xf32, strided<[0, 0], offset: ?>>
tt.func @moved(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %d: i32) -> tensor<4x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<4x16xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %acc = %z) -> (!tt.ptr<f32>, tensor<4x16xf32>) : i32 {
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<4x16x!tt.ptr<f32>>
    %v = tt.load %s : tensor<4x16x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<4x16xf32>
    %q = tt.addptr %p, %d : !tt.ptr<f32>, i32
    scf.yield %q, %a : !tt.ptr<f32>, tensor<4x16xf32>
  }
  tt.return %r#1 : tensor<4x16xf32>
}
