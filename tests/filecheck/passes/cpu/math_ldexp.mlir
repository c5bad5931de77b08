// RUN: xtriton-opt %s --cpu-math=vector-ldexp=true | filecheck %s
// RUN: xtriton-opt %s --cpu-math | filecheck %s --check-prefix=PLAIN

// CHECK-LABEL: func.func @powers
// CHECK:         llvm.call_intrinsic "llvm.ldexp.f32.i32"(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.ldexp.f32.i32"(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
// PLAIN-NOT:     llvm.call_intrinsic
func.func @powers(%x: f32) -> (f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.exp2 %x : f32
  return %0, %1 : f32, f32
}
