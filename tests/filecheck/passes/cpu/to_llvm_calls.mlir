// RUN: xtriton-opt %s --cpu-to-llvm | filecheck %s

// Functions of libraries take no arena.
// CHECK:       llvm.func internal @k(
// CHECK:         %[[R:.*]] = llvm.call @__nv_ldexp(%arg0, %arg1) : (f64, i32) -> f64
// CHECK:       llvm.func @__nv_ldexp(f64, i32) -> f64
// CHECK:       llvm.func @k__grid
func.func @k(%x: f64, %n: i32, %out: memref<*xf64>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %view = memref.reinterpret_cast %out to offset: [0], sizes: [1], strides: [1] : memref<*xf64> to memref<1xf64>
  %0 = func.call @__nv_ldexp(%x, %n) : (f64, i32) -> f64
  memref.store %0, %view[%c0] : memref<1xf64>
  return
}
func.func private @__nv_ldexp(f64, i32) -> f64 attributes {llvm.readnone}
