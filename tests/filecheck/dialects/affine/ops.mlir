// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK: #map1 = affine_map<(d0)[s0] -> (d0 + s0, 4)>
// CHECK: func.func @a(%arg0: memref<8x8xf32>, %arg1: index, %arg2: f32) -> f32 {
// CHECK-NEXT:   %0 = affine.apply #map(%arg1)[%arg1]
// CHECK-NEXT:   %1 = affine.min #map1(%arg1)[%arg1]
// CHECK-NEXT:   %2 = affine.max #map1(%arg1)[%arg1]
// CHECK-NEXT:   %3 = affine.for %arg3 = 0 to 1024 step 2 iter_args(%arg4 = %arg2) -> (f32) {
// CHECK-NEXT:     %4 = affine.load %arg0[%arg3 + 1, symbol(%arg1)] : memref<8x8xf32>
// CHECK-NEXT:     %5 = affine.load %arg0[%arg3 * 2 - 1, 0] : memref<8x8xf32>
// CHECK-NEXT:     affine.store %4, %arg0[0, %arg3] : memref<8x8xf32>
// CHECK-NEXT:     affine.yield %5 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.for %arg3 = 0 to %arg1 {
// CHECK-NEXT:     affine.for %arg4 = max #map1(%arg3)[%arg1] to min #map1(%arg3)[%arg1] {
// CHECK-NEXT:       affine.store %arg2, %arg0[%arg3, %arg4] {foo} : memref<8x8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.for %arg3 = #map(%arg1)[%arg1] to 10 {
// CHECK-NEXT:     affine.store %arg2, %arg0[%arg3, 3] {foo} : memref<8x8xf32>
// CHECK-NEXT:   } {bar}
// CHECK-NEXT:   return %3 : f32
// CHECK-NEXT: }

#map = affine_map<(d0)[s0] -> (d0 + s0)>
#mm = affine_map<(d0)[s0] -> (d0 + s0, 4)>
func.func @a(%m: memref<8x8xf32>, %n: index, %f: f32) -> f32 {
  %0 = affine.apply #map(%n)[%n]
  %1 = affine.min #mm(%n)[%n]
  %2 = affine.max #mm(%n)[%n]
  %r = affine.for %i = 0 to 1024 step 2 iter_args(%a = %f) -> (f32) {
    %3 = affine.load %m[%i + 1, symbol(%n)] : memref<8x8xf32>
    %4 = affine.load %m[%i * 2 - 1, 0] : memref<8x8xf32>
    affine.store %3, %m[0, %i] : memref<8x8xf32>
    affine.yield %4 : f32
  }
  affine.for %i = 0 to %n {
    affine.for %j = max #mm(%i)[%n] to min #mm(%i)[%n] {
    affine.store %f, %m[%i, %j] {foo} : memref<8x8xf32>
    }
  }
  affine.for %i = #map(%n)[%n] to 10 {
    affine.store %f, %m[%i, 3] {foo} : memref<8x8xf32>
  } {bar}
  return %r : f32
}
