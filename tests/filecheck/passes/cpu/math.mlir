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

// A remainder takes six steps of long division, none of them a division.
// CHECK-LABEL: func.func @remainder
// CHECK-NOT:     arith.remf
// CHECK:         arith.divf
// CHECK-NOT:     arith.divf
// CHECK-COUNT-12: math.fma
// CHECK-NOT:     math.fma
// CHECK:         arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT:    math.copysign %{{.*}}, %arg0 : f32
func.func @remainder(%x: f32, %y: f32) -> f32 {
  %0 = arith.remf %x, %y : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @double_remainder
// CHECK-NEXT:    arith.remf %arg0, %arg1 : f64
func.func @double_remainder(%x: f64, %y: f64) -> f64 {
  %0 = arith.remf %x, %y : f64
  return %0 : f64
}

// Inverse functions need a square root, of f64.
// CHECK-LABEL: func.func @inverse
// CHECK-NOT:     math.asin
// CHECK:         math.sqrt %{{.*}} : f64
// CHECK:         math.copysign %{{.*}}, %arg0 : f32
func.func @inverse(%x: f32) -> f32 {
  %0 = math.asin %x : f32
  return %0 : f32
}

// Sine, cosine and tangent of f32 are called for whole vectors once loops are vectorised.
// CHECK-LABEL: func.func @circle
// CHECK-NEXT:    %[[S:.*]] = math.sin %arg0 : f32
// CHECK-NEXT:    %[[C:.*]] = math.cos %[[S]] : f32
// CHECK-NEXT:    %[[T:.*]] = math.tan %[[C]] : f32
// CHECK-NEXT:    return %[[T]] : f32
func.func @circle(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  %1 = math.cos %0 : f32
  %2 = math.tan %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @circle_of_half
// CHECK-NEXT:    %[[X:.*]] = arith.extf %arg0 : f16 to f32
// CHECK-NEXT:    %[[S:.*]] = math.sin %[[X]] : f32
// CHECK-NEXT:    %[[R:.*]] = arith.truncf %[[S]] : f32 to f16
// CHECK-NEXT:    return %[[R]]
func.func @circle_of_half(%x: f16) -> f16 {
  %0 = math.sin %x : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @circle_of_double
// CHECK-NEXT:    math.sin %arg0 : f64
func.func @circle_of_double(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}

// A loop with two powers has one version each for the exponents 2 and 3, and one for others.
// CHECK-LABEL: func.func @two_powers
// CHECK:         %[[TWO:.*]] = arith.cmpf oeq, %arg2
// CHECK:         scf.if %[[TWO]]
// CHECK-COUNT-3: scf.for
// CHECK-NOT:     scf.for
// CHECK-NOT:     math.powf
// CHECK:         return
func.func @two_powers(%x: memref<8xf32>, %y: memref<8xf32>, %e: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %x[%i] : memref<8xf32>
    %b = memref.load %y[%i] : memref<8xf32>
    %p = math.powf %a, %e : f32
    %q = math.powf %b, %e : f32
    memref.store %p, %y[%i] : memref<8xf32>
    memref.store %q, %x[%i] : memref<8xf32>
  }
  return
}
