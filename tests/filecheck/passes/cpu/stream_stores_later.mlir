// RUN: xtriton-opt %s '--cpu-stream-stores=cache-bytes=1000000 later=true' | filecheck %s
// RUN: xtriton-opt %s '--cpu-stream-stores=cache-bytes=1000000 later=true' --cpu-linalg-to-loops --cpu-to-llvm | filecheck %s --check-prefix=LLVM
// RUN: xtriton-opt %s '--cpu-stream-stores=cache-bytes=1000000 later=true noalias=false' | filecheck %s --check-prefix=NEVER

#id = affine_map<(d0) -> (d0)>

// NEVER-NOT: cpu.large_arrays

// What a launch has to know is a fact of the module.
// LLVM:     cpu.facts = {{{.*}}large_arrays = {results = array<i64: 500000, 1, 2>}
// LLVM-NOT: nontemporal

// Both results are streamed if one of their arrays has half a million bytes.
// CHECK-LABEL: func.func @results
// CHECK-SAME:    attributes {cpu.large_arrays = array<i64: 500000, 1, 2>}
// CHECK-NOT:     scf.for
// CHECK-NOT:     nontemporal
func.func @results(%x: memref<*xf32>, %y: memref<*xf32>, %z: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %c = memref.reinterpret_cast %z to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a : memref<1024xf32, strided<[1]>>) outs(%b, %c : memref<1024xf32, strided<[1]>>, memref<1024xf32, strided<[1]>>) {
  ^bb0(%v: f32, %d: f32, %e: f32):
    %s = arith.addf %v, %v : f32
    linalg.yield %s, %v : f32, f32
  }
  return
}

// A function that takes longer than memory does is stored as usual in any version.
// CHECK-LABEL: func.func @function
// CHECK-NOT:     cpu.large_arrays
// CHECK:         return
func.func @function(%x: memref<1024xf32>, %w: memref<1024xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %w : memref<1024xf32>, memref<1024xf32>) outs(%b : memref<1024xf32, strided<[1]>>) {
  ^bb0(%v0: f32, %v1: f32, %o: f32):
    %e = math.erf %v0 : f32
    %r = arith.mulf %e, %v1 : f32
    linalg.yield %r : f32
  }
  return
}
