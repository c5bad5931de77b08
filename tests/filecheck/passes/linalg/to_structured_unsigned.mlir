// RUN: xtriton-opt %s --triton-to-structured=safe=true | filecheck %s
// RUN: xtriton-opt %s --triton-to-structured | filecheck %s --check-prefix=SIGNED

// A bound without a sign is compared as one; triton-shared takes it for a signed number.
// CHECK-LABEL: tt.func @below(
// CHECK-SAME:    %{{.*}}: !tt.ptr<f32>, %[[N:.*]]: i32)
// CHECK:         %[[BOUND:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK:         arith.minui %{{.*}}, %[[BOUND]] : index
// CHECK-NOT:     arith.minsi
// SIGNED-LABEL: tt.func @below(
// SIGNED:         arith.minsi
tt.func @below(%x: !tt.ptr<f32>, %n: i32) {
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %bound = tt.splat %n : i32 -> tensor<16xi32>
  %mask = arith.cmpi ult, %range, %bound : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %base, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %p, %mask : tensor<16x!tt.ptr<f32>>
  tt.store %p, %v, %mask : tensor<16x!tt.ptr<f32>>
  tt.return
}
