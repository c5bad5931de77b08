// RUN: xtriton-opt %s --cpu-to-llvm | filecheck %s

// The function that runs the programs holds the lock together with others, and releases it wherever it ends.
// CHECK-DAG:   llvm.func @xtriton_join_atomics()
// CHECK-DAG:   llvm.func @xtriton_leave_atomics()
// CHECK-LABEL: llvm.func @k__grid
// CHECK:         llvm.call @xtriton_join_atomics() : () -> ()
// CHECK:         llvm.cond_br
// CHECK:         llvm.call @k(
// CHECK:         llvm.call @xtriton_leave_atomics() : () -> ()
// CHECK-NEXT:    llvm.return
// CHECK:         llvm.call @xtriton_leave_atomics() : () -> ()
// CHECK-NEXT:    llvm.return
// CHECK-NOT:     llvm.return
// CHECK-LABEL: llvm.func @k__launch
module attributes {cpu.joined = "xtriton_join_atomics"} {
  llvm.func @xtriton_join_atomics()
  llvm.func @xtriton_leave_atomics()
  func.func @k(%m: memref<*xi32>, %v: i32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %fine = arith.cmpi sgt, %v, %zero : i32
    cf.assert %fine, "offsets or masks of the program wrap around"
    %all = memref.cast %m : memref<*xi32> to memref<?xi32>
    %0 = memref.atomic_rmw addi %v, %all[%c0] : (i32, memref<?xi32>) -> i32
    return
  }
}
