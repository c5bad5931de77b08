// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-pointer | filecheck %s

// Where no boundary is checked nothing is padded. Triton makes a load that it then rejects.
// CHECK: tt.func @padding
// CHECK-NOT: arith.constant
// CHECK: tt.load %{{[0-9]+}} : tensor<16x!tt.ptr<f32>>
tt.func @padding(%base: !tt.ptr<f32>, %n: i64, %i: i32) -> tensor<16xf32> {
  %0 = tt.make_tensor_ptr %base, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.load %0 {padding = 1 : i32} : !tt.ptr<tensor<16xf32>>
  tt.return %1 : tensor<16xf32>
}
