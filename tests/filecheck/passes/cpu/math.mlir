// RUN: xtriton-opt %s --cpu-math | filecheck %s

// CHECK-LABEL: func.func @exp
// CHECK-NOT:     math.exp
// CHECK:         math.fma
// CHECK:         arith.shli
// CHECK:         arith.bitcast %{{.*}} : i32 to f32
func.func @exp(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// Narrow types go through f32.
// CHECK-LABEL: func.func @half
// CHECK:         %[[X:.*]] = arith.extf %arg0 : f16 to f32
// CHECK-NOT:     math.log
// CHECK:         %[[R:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT:    return %[[R]]
func.func @half(%x: f16) -> f16 {
  %0 = math.log %x : f16
  return %0 : f16
}

// f64 is left to C's library.
// CHECK-LABEL: func.func @double
// CHECK-NEXT:    math.exp %arg0 : f64
func.func @double(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}
