// RUN: xtriton-opt %s --cpu-to-llvm | filecheck %s

// A loop that copies to a buffer is not interleaved.
// CHECK: #loop_interleave = #llvm.loop_interleave<count = 1 : i32>
// CHECK-LABEL: llvm.func internal @parallel(
// CHECK-COUNT-1: loop_annotation = #loop_annotation
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @parallel(%n: index) {
  %m = memref.alloc() : memref<1024xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<1024xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %m[%i] : memref<1024xf32>
  }
  return
}

// An array may be larger than the caches.
// CHECK-LABEL: llvm.func internal @array(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @array(%m: memref<1024xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<1024xf32>
    memref.store %x, %m[%i] : memref<1024xf32>
  }
  return
}

// A long computation does not fit into the processor's window.
// CHECK-LABEL: llvm.func internal @computing(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @computing(%n: index) {
  %m = memref.alloc() : memref<1024xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<1024xf32>
    %1 = arith.addf %x, %x : f32
    %2 = arith.mulf %1, %x : f32
    %3 = arith.addf %2, %x : f32
    %4 = arith.mulf %3, %x : f32
    %5 = arith.addf %4, %x : f32
    %6 = arith.mulf %5, %x : f32
    %7 = arith.addf %6, %x : f32
    memref.store %7, %m[%i] : memref<1024xf32>
  }
  return
}

// LLVM unrolls loops of constant trip counts.
// CHECK-LABEL: llvm.func internal @short(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @short() {
  %m = memref.alloc() : memref<1024xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %m[%i] : memref<1024xf32>
    memref.store %x, %m[%i] : memref<1024xf32>
  }
  return
}

// Sums of several vectors do not wait for each other.
// CHECK-LABEL: llvm.func internal @carried(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @carried(%n: index) -> index {
  %m = memref.alloc() : memref<1024xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> index {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  }
  return %sum : index
}

// Only innermost loops are vectorised.
// CHECK-LABEL: llvm.func internal @outer(
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @outer(%n: index) {
  %m = memref.alloc() : memref<1024xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
        %x = memref.load %m[%j] : memref<1024xf32>
      memref.store %x, %m[%j] : memref<1024xf32>
    }
  }
  return
}

// The annotation of a program stays.
// CHECK-LABEL: llvm.func internal @annotated(
// CHECK-COUNT-1: loop_annotation = #loop_annotation1
// CHECK-NOT:     loop_annotation
// CHECK:         llvm.return
func.func @annotated(%n: index) {
  %m = memref.alloc() : memref<1024xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<1024xf32>
    memref.store %x, %m[%i] : memref<1024xf32>
  } {llvm.loop_annotation = #llvm.loop_annotation<licm = <disable = true>>}
  return
}
