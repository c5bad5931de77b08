// RUN: xtriton-opt %s --cpu-lock-atomics --split-input-file | filecheck %s
// RUN: xtriton-opt %s --cpu-lock-atomics=noalias=false --split-input-file | filecheck %s --check-prefix=ALIAS

// A block is plain accesses while the thread is alone, with the masks and the old elements.
// CHECK-LABEL: func.func @block
// CHECK:         %[[LOOKS:.*]] = arith.constant 8 : i64
// CHECK-NEXT:    %[[ALONE:.*]] = llvm.call @xtriton_begin_atomics(%[[LOOKS]]) : (i64) -> i1
// CHECK-NEXT:    scf.if %[[ALONE]] {
// CHECK-NEXT:      scf.for
// CHECK:             %[[OLD:.*]] = memref.load %arg0[%[[I:.*]]]
// CHECK-NEXT:        %[[NEW:.*]] = arith.addf %[[OLD]], %arg2 : f32
// CHECK-NEXT:        memref.store %[[NEW]], %arg0[%[[I]]]
// CHECK-NEXT:        memref.store %[[OLD]], %arg1[%[[I]]]
// CHECK:         } else {
// CHECK:           memref.atomic_rmw addf
// CHECK-NOT:       llvm.call
// CHECK:         llvm.call @xtriton_end_atomics(%[[ALONE]]) : (i1) -> ()
func.func @block(%m: memref<?xf32>, %olds: memref<?xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %inside = arith.cmpi slt, %i, %n : index
    scf.if %inside {
      %old = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
      memref.store %old, %olds[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// The combined elements are those of each kind; an exchange stores the value.
// CHECK-LABEL: func.func @kinds
// CHECK:         arith.addi
// CHECK:         arith.andi
// CHECK:         arith.ori
// CHECK:         arith.xori
// CHECK:         arith.maxsi
// CHECK:         arith.maxui
// CHECK:         arith.minsi
// CHECK:         arith.minui
// CHECK:         memref.store %arg1, %arg0
// CHECK:       } else {
func.func @kinds(%m: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %1 = memref.atomic_rmw andi %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %2 = memref.atomic_rmw ori %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %3 = memref.atomic_rmw xori %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %4 = memref.atomic_rmw maxs %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %5 = memref.atomic_rmw maxu %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %6 = memref.atomic_rmw mins %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %7 = memref.atomic_rmw minu %v, %m[%i] : (i32, memref<?xi32>) -> i32
    %8 = memref.atomic_rmw assign %v, %m[%i] : (i32, memref<?xi32>) -> i32
  }
  return
}

// -----

// Loops around a block are under the same lock. What a row's elements have in common is computed once: in memory that
// the operations do not write, which other arrays may be only with noalias=false.
// CHECK-LABEL: func.func @rows
// CHECK:         llvm.call @xtriton_begin_atomics
// CHECK:         scf.for %[[R:.*]] =
// CHECK:           memref.load %{{.*}}[%[[R]]] : memref<4xi32>
// CHECK:           memref.load %{{.*}}[%[[R]]] : memref<?xf32>
// CHECK:           scf.for
// CHECK-NOT:         memref.load %{{.*}}[%[[R]]]
// CHECK:       } else {
// ALIAS-LABEL: func.func @rows
// ALIAS:         scf.for %[[R:.*]] =
// ALIAS:           memref.load %{{.*}}[%[[R]]] : memref<4xi32>
// ALIAS-NOT:       memref.load
// ALIAS:           scf.for
// ALIAS:             memref.load %{{.*}}[%[[R]]] : memref<?xf32>
// ALIAS:       } else {
func.func @rows(%all: memref<*xf32>, %given: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.cast %all : memref<*xf32> to memref<?xf32>
  %x = memref.cast %given : memref<*xf32> to memref<?xf32>
  %places = memref.alloc() : memref<4xi32>
  scf.for %r = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %place = memref.load %places[%r] : memref<4xi32>
      %v = memref.load %x[%r] : memref<?xf32>
      %row = arith.index_cast %place : i32 to index
      %at = arith.addi %row, %i : index
      %old = memref.atomic_rmw addf %v, %m[%at] : (f32, memref<?xf32>) -> f32
    }
  }
  return
}

// -----

// What the operations may change is read where it was, also by loads of other places.
// CHECK-LABEL: func.func @changed
// CHECK:         scf.for %[[R:.*]] =
// CHECK-NOT:       memref.load
// CHECK:           scf.for
// CHECK:             memref.load %{{.*}}[%[[R]]] : memref<?xf32>
// CHECK:       } else {
func.func @changed(%all: memref<*xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.cast %all : memref<*xf32> to memref<?xf32>
  scf.for %r = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.load %m[%r] : memref<?xf32>
      %old = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
    }
  }
  return
}

// -----

// A kernel's loop that does something else, or runs for long, is not under the lock as a whole.
// CHECK-LABEL: func.func @long
// CHECK:         scf.for
// CHECK-NEXT:      arith.constant
// CHECK-NEXT:      llvm.call @xtriton_begin_atomics
// CHECK:           llvm.call @xtriton_end_atomics
// CHECK:         scf.for
// CHECK-NEXT:      scf.for
// CHECK:           llvm.call @xtriton_begin_atomics
// CHECK:           llvm.call @xtriton_end_atomics
// CHECK:         scf.for
// CHECK-NEXT:      arith.constant
// CHECK-NEXT:      llvm.call @xtriton_begin_atomics
func.func @long(%m: memref<?xi32>, %v: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16384 = arith.constant 16384 : index
  scf.for %k = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32>) -> i32
    }
  }
  scf.for %k = %c0 to %c8 step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %v, %m[%i] : memref<?xi32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32>) -> i32
    }
  }
  scf.for %k = %c0 to %c8 step %c1 {
    scf.for %i = %c0 to %c16384 step %c1 {
      %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32>) -> i32
    }
  }
  return
}

// -----

// Atomic operations that may not be plain hold the lock together with others: scalars, comparisons, those of other
// kinds and of the system, and loops that may end early.
// CHECK-LABEL: func.func @others
// CHECK:         llvm.call @xtriton_begin_atomics
// CHECK:         llvm.call @xtriton_end_atomics
// CHECK-NOT:     xtriton_begin_atomics
// CHECK:         llvm.call @xtriton_join_atomics() : () -> ()
// CHECK-NEXT:    memref.atomic_rmw addi
// CHECK-NEXT:    arith.constant false
// CHECK-NEXT:    llvm.call @xtriton_end_atomics
// CHECK:         llvm.call @xtriton_join_atomics
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.generic_atomic_rmw
// CHECK:         llvm.call @xtriton_end_atomics
// CHECK:         llvm.call @xtriton_join_atomics
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.atomic_rmw addi {{.*}} {system}
// CHECK:         llvm.call @xtriton_end_atomics
// CHECK:         llvm.call @xtriton_join_atomics
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.atomic_rmw muli
// CHECK:         llvm.call @xtriton_end_atomics
// CHECK:         scf.for
// CHECK:           cf.assert
// CHECK-NEXT:      llvm.call @xtriton_join_atomics
// CHECK-NEXT:      memref.atomic_rmw
// CHECK:           llvm.call @xtriton_end_atomics
// CHECK:         return
func.func @others(%m: memref<?xi32>, %v: i32, %fine: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32>) -> i32
  }
  %1 = memref.atomic_rmw addi %v, %m[%c0] : (i32, memref<?xi32>) -> i32
  scf.for %i = %c0 to %c8 step %c1 {
    %2 = memref.generic_atomic_rmw %m[%i] : memref<?xi32> {
    ^bb0(%old: i32):
      memref.atomic_yield %v : i32
    }
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %3 = memref.atomic_rmw addi %v, %m[%i] {system} : (i32, memref<?xi32>) -> i32
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %4 = memref.atomic_rmw muli %v, %m[%i] : (i32, memref<?xi32>) -> i32
  }
  scf.for %i = %c0 to %c8 step %c1 {
    cf.assert %fine, "a failed assertion ends the program"
    %5 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32>) -> i32
  }
  return
}

// -----

// Without blocks, the programs hold it together for their whole time: see to_llvm_atomics.mlir.
// CHECK:       module attributes {cpu.joined = "xtriton_join_atomics"}
// CHECK-LABEL: func.func @scalar
// CHECK-NOT:     llvm.call
func.func @scalar(%m: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %0 = memref.atomic_rmw addi %v, %m[%c0] : (i32, memref<?xi32>) -> i32
  return
}

// -----

// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @none
// CHECK-NOT:     llvm.call
func.func @none(%m: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %m[%c0] : memref<?xi32>
  return
}
