// RUN: xtriton-opt %s --cpu-to-llvm=stack=512 --split-input-file | filecheck %s

// Buffers take whole cache lines: 7 and 1 of the stack's 8, and the third buffer one of the arena, behind its header.
// CHECK: cpu.facts = {arena = 128 : i64,
// CHECK: llvm.alloca %{{.*}} x !llvm.array<100 x f32>
// CHECK: llvm.alloca %{{.*}} x !llvm.array<15 x f32>
// CHECK: llvm.getelementptr inbounds %arg7[64]
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %a = memref.alloc() : memref<100xf32>
  %b = memref.alloc() : memref<15xf32>
  %c = memref.alloc() : memref<1xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0] : memref<100xf32>
  memref.store %v, %b[%c0] : memref<15xf32>
  memref.store %v, %c[%c0] : memref<1xf32>
  return
}

// -----

// A scalar in memory that is cast to unranked memory keeps its address.
// CHECK: %[[A:.*]] = llvm.alloca %{{.*}} x !llvm.array<1 x f32>
// CHECK: llvm.load %[[A]] : !llvm.ptr -> f32
func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %a = memref.alloc() : memref<f32>
  %c = memref.cast %a : memref<f32> to memref<*xf32>
  %b = memref.reinterpret_cast %c to offset: [0], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
  %c0 = arith.constant 0 : index
  %v = memref.load %b[%c0] : memref<1xf32, strided<[1], offset: ?>>
  %w = memref.reinterpret_cast %x to offset: [0], sizes: [1], strides: [1] : memref<*xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.store %v, %w[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return
}
