// RUN: xtriton-opt %s --cpu-to-llvm=vector-bits=512 | filecheck %s

// A kernel of loops that are not nested, from memory to memory, is inlined into the loop over programs.
// CHECK-LABEL: llvm.func internal @pointwise
// CHECK-SAME:    always_inline
func.func @pointwise(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %start = arith.index_cast %px : i32 to index
  %within = arith.cmpi sge, %start, %c0 : index
  cf.assert %within, "offsets or masks of the program wrap around"
  %view = memref.reinterpret_cast %x to offset: [%start], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: ?>>
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %view[%i] : memref<8xf32, strided<[1], offset: ?>>
    %b = arith.addf %a, %a : f32
    memref.store %b, %view[%i] : memref<8xf32, strided<[1], offset: ?>>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %view[%i] : memref<8xf32, strided<[1], offset: ?>>
    memref.store %a, %view[%i] : memref<8xf32, strided<[1], offset: ?>>
  }
  return
}

// Not those with buffers, nested loops, or calls; nor functions that are no kernels.
// CHECK-LABEL: llvm.func internal @buffer
// CHECK-SAME:    no_inline
func.func @buffer(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  %buffer = memref.alloc() : memref<8xf32>
  %a = memref.load %view[%c0] : memref<8xf32, strided<[1]>>
  memref.store %a, %buffer[%c0] : memref<8xf32>
  %b = memref.load %buffer[%c0] : memref<8xf32>
  memref.store %b, %view[%c0] : memref<8xf32, strided<[1]>>
  return
}

// CHECK-LABEL: llvm.func internal @nested
// CHECK-SAME:    no_inline
func.func @nested(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  scf.for %j = %c0 to %c8 step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      %a = memref.load %view[%i] : memref<8xf32, strided<[1]>>
      memref.store %a, %view[%j] : memref<8xf32, strided<[1]>>
    }
  }
  return
}

// CHECK-LABEL: llvm.func internal @calls
// CHECK-SAME:    no_inline
func.func @calls(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %view = memref.reinterpret_cast %x to offset: [0], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1]>>
  func.call @once(%view) : (memref<8xf32, strided<[1]>>) -> ()
  return
}

// CHECK-LABEL: llvm.func internal @once
// CHECK-SAME:    no_inline
func.func @once(%x: memref<8xf32, strided<[1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c0] : memref<8xf32, strided<[1]>>
  memref.store %a, %x[%c1] : memref<8xf32, strided<[1]>>
  return
}

// That has its vectors. The guard of each program is checked there; the arena is reached through no other pointer.
// CHECK-LABEL: llvm.func @pointwise__grid
// CHECK-SAME:    %[[ARENA:[a-z0-9]+]]: !llvm.ptr {llvm.noalias, llvm.noundef}) attributes {
// CHECK-SAME:    prefer_vector_width = "512"
// CHECK:         %[[SLOT:.*]] = llvm.getelementptr inbounds %[[ARENA]][8]
// CHECK-NEXT:    llvm.store %{{.*}}, %[[SLOT]] : i64, !llvm.ptr
// CHECK:         llvm.call @pointwise(
// If it failed, the number of the program follows from how many are left.
// CHECK:         %[[PROGRAM:.*]] = llvm.sub %arg5, %{{.*}} : i64
// CHECK-NEXT:    %[[PLACE:.*]] = llvm.getelementptr inbounds %[[ARENA]][16]
// CHECK-NEXT:    llvm.store %[[PROGRAM]], %[[PLACE]] : i64, !llvm.ptr
