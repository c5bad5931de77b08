// RUN: xtriton-opt --triton=3.8 --triton-rewrite-tensor-descriptor-to-pointer --mlir-print-debuginfo --mlir-use-nameloc-as-prefix %s | filecheck %s

// The arguments for a descriptor are named after it; the others stay where they are.

// CHECK: tt.func @f(%n: i32
// CHECK-SAME: %desc: !tt.ptr<f32>
// CHECK-SAME: %desc.shape.0: i64
// CHECK-SAME: %desc.stride.0: i64
// CHECK-SAME: %desc.padding: i1
tt.func @f(%n: i32 loc("n"), %d: !tt.tensordesc<8xf32> loc("desc")) -> tensor<8xf32> {
  %0 = tt.descriptor_load %d[%n] : !tt.tensordesc<8xf32> -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}
