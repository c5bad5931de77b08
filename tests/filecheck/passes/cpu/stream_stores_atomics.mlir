// RUN: xtriton-opt %s --cpu-stream-stores=cache-bytes=1 --split-input-file | filecheck %s

// A program may tell others by an atomic operation that it has stored something: streaming stores are not ordered.
// CHECK-LABEL: func.func @flag
// CHECK-NOT:     nontemporal
func.func @flag(%z: memref<512xf32>, %y: memref<*xf32>, %flag: memref<1xi32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1]>>
  memref.copy %z, %row : memref<512xf32> to memref<512xf32, strided<[1]>>
  %old = memref.atomic_rmw addi %one, %flag[%zero] : (i32, memref<1xi32>) -> i32
  return
}

// -----

// What is called may do that, too.
// CHECK-LABEL: func.func @caller
// CHECK-NOT:     nontemporal
func.func private @called(%y: memref<*xf32>) {
  return
}
func.func @caller(%z: memref<512xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1]>>
  memref.copy %z, %row : memref<512xf32> to memref<512xf32, strided<[1]>>
  func.call @called(%y) : (memref<*xf32>) -> ()
  return
}
