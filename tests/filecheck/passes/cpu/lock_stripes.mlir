// RUN: xtriton-opt %s --cpu-lock-atomics --split-input-file | filecheck %s

// A run of elements is stored to while the thread holds its stripes; the program holds the lock by stripes.
// CHECK:       module attributes {cpu.joined = "xtriton_join_stripes"}
// CHECK-LABEL: func.func @run
// CHECK:         %[[BY:.*]] = llvm.call @xtriton_holds_stripes() : () -> i1
// CHECK-NEXT:    scf.if %[[BY]] {
// CHECK:           %[[FIRST:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK:           %[[LAST:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT:      %[[DISTANCE:.*]] = arith.subi %[[LAST]], %[[FIRST]]
// CHECK-NEXT:      %[[SINGLE:.*]] = arith.cmpi eq, %[[DISTANCE]], %c63
// CHECK-NEXT:      %[[SOME:.*]] = arith.constant 256 : i64
// CHECK-NEXT:      %[[ALL:.*]] = arith.constant 1099511627776 : i64
// CHECK-NEXT:      %[[BYTES:.*]] = arith.select %[[SINGLE]], %[[SOME]], %[[ALL]] : i64
// CHECK-NEXT:      tptr.from_memref %arg0
// CHECK:           %[[OFFSET:.*]] = arith.muli %[[FIRST]], %c4
// CHECK-NEXT:      %[[PLACE:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
// CHECK-NEXT:      %[[ADDRESS:.*]] = arith.index_cast %[[PLACE]] : index to i64
// CHECK-NEXT:      llvm.call @xtriton_hold_stripes(%[[ADDRESS]], %[[BYTES]])
// CHECK-NEXT:      scf.for
// CHECK:             memref.load %arg0
// CHECK:             memref.store %{{.*}}, %arg0
// CHECK:           llvm.call @xtriton_release_stripes(%[[ADDRESS]], %[[BYTES]])
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.for
// CHECK:             memref.atomic_rmw addf
// CHECK-NOT:     llvm.call
// CHECK:         return
func.func @run(%m: memref<?xf32>, %v: f32, %start: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.addi %0, %start : i32
    %2 = arith.index_cast %1 : i32 to index
    %inside = arith.cmpi slt, %i, %n : index
    scf.if %inside {
      %old = memref.atomic_rmw addf %v, %m[%2] : (f32, memref<?xf32>) -> f32
    }
  }
  return
}

// -----

// Each row has a run of its own, at a position that is loaded before the loop.
// CHECK-LABEL: func.func @rows
// CHECK:         scf.if
// CHECK-NEXT:      scf.for
// CHECK:             memref.load %{{.*}} : memref<4xi64>
// CHECK:             llvm.call @xtriton_hold_stripes
// CHECK-NEXT:        scf.for
// CHECK:             llvm.call @xtriton_release_stripes
// CHECK:         } else {
func.func @rows(%m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %places = memref.alloc() : memref<4xi64>
  scf.for %r = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      %place = memref.load %places[%r] : memref<4xi64>
      %0 = arith.index_cast %i : index to i32
      %1 = arith.extsi %0 : i32 to i64
      %2 = arith.addi %place, %1 : i64
      %at = arith.index_cast %2 : i64 to index
      %old = memref.atomic_rmw addf %v, %m[%at] : (f32, memref<?xf32>) -> f32
    }
  }
  return
}

// -----

// Short loops are faster if the thread holds the lock alone for all of them.
// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @short
// CHECK:         llvm.call @xtriton_begin_atomics
func.func @short(%m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  scf.for %i = %c0 to %c63 step %c1 {
    %old = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
  }
  return
}

// -----

// Every second element is no run.
// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @apart
// CHECK:         llvm.call @xtriton_begin_atomics
func.func @apart(%m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %at = arith.addi %i, %i : index
    %old = memref.atomic_rmw addf %v, %m[%at] : (f32, memref<?xf32>) -> f32
  }
  return
}

// -----

// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @steps
// CHECK:         llvm.call @xtriton_begin_atomics
func.func @steps(%m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c2 {
    %old = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
  }
  return
}

// -----

// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @columns
// CHECK:         llvm.call @xtriton_begin_atomics
func.func @columns(%m: memref<64xf32, strided<[2]>>, %two: memref<4x64xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %old = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<64xf32, strided<[2]>>) -> f32
  }
  return
}

// -----

// Two operations of one loop would hold stripes in any order: threads might wait for each other.
// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @two
// CHECK:         llvm.call @xtriton_begin_atomics
func.func @two(%m: memref<?xf32>, %n: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %0 = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
    %1 = memref.atomic_rmw addf %v, %n[%i] : (f32, memref<?xf32>) -> f32
  }
  return
}

// -----

// Programs with other atomic operations might wait for those of others: they do not hold the lock in between.
// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @others
// CHECK:         llvm.call @xtriton_begin_atomics
// CHECK:         llvm.call @xtriton_join_atomics
func.func @others(%m: memref<?xf32>, %n: memref<?xi32>, %v: f32, %one: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %0 = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
  }
  %1 = memref.atomic_rmw addi %one, %n[%c0] : (i32, memref<?xi32>) -> i32
  return
}

// -----

// A thread that holds the stripes of one row would wait for those of another one, which may be its own.
// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @nested
// CHECK:         llvm.call @xtriton_begin_atomics
// CHECK-NOT:     xtriton_hold_stripes
func.func @nested(%m: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %0 = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
    scf.for %j = %c0 to %c64 step %c1 {
      %1 = memref.atomic_rmw addf %v, %m[%j] : (f32, memref<?xf32>) -> f32
    }
  }
  return
}

// -----

// CHECK-NOT:   cpu.joined
// CHECK-LABEL: func.func @parts_of_bytes
// CHECK:         llvm.call @xtriton_begin_atomics
func.func @parts_of_bytes(%m: memref<?xi1>, %v: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c4096 step %c1 {
    %0 = memref.atomic_rmw ori %v, %m[%i] : (i1, memref<?xi1>) -> i1
  }
  return
}
