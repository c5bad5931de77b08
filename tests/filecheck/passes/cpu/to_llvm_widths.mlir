// RUN: xtriton-opt %s --cpu-to-llvm='vector-bits=512 memory-bits=256' | filecheck %s
// RUN: xtriton-opt %s --cpu-to-llvm=vector-bits=512 | filecheck %s --check-prefix=SAME

// A loop that mostly accesses memory has vectors of its own width.
// CHECK-LABEL: llvm.func internal @sums
// CHECK-SAME:    prefer_vector_width = "256"
// SAME-LABEL: llvm.func internal @sums
// SAME-SAME:    prefer_vector_width = "512"
func.func @sums(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %a = memref.load %x[%i] : memref<64xf32>
    %b = memref.load %y[%i] : memref<64xf32>
    %c = arith.addf %a, %b : f32
    memref.store %c, %y[%i] : memref<64xf32>
  }
  return
}

// A loop that computes does not, wherever it is among others; nor does a function without loops.
// CHECK-LABEL: llvm.func internal @powers
// CHECK-SAME:    prefer_vector_width = "512"
// CHECK-LABEL: llvm.func internal @once
// CHECK-SAME:    prefer_vector_width = "512"
func.func @powers(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %j = %c0 to %c64 step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      %a = memref.load %x[%i] : memref<64xf32>
      %b = arith.mulf %a, %a : f32
      %c = arith.mulf %b, %b : f32
      %d = arith.mulf %c, %b : f32
      %e = arith.addf %d, %c : f32
      %f = arith.addf %e, %b : f32
      %g = arith.addf %f, %a : f32
      %h = arith.mulf %g, %g : f32
      memref.store %h, %y[%i] : memref<64xf32>
    }
    scf.for %i = %c0 to %c64 step %c1 {
      %a = memref.load %x[%i] : memref<64xf32>
      memref.store %a, %y[%i] : memref<64xf32>
    }
  }
  return
}

func.func @once(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<64xf32>
  memref.store %a, %x[%c0] : memref<64xf32>
  return
}

// Nor does one with a function that is called for whole vectors.
// CHECK-LABEL: llvm.func internal @sines
// CHECK-SAME:    prefer_vector_width = "512"
func.func @sines(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %a = memref.load %x[%i] : memref<64xf32>
    %b = math.sin %a : f32
    memref.store %b, %y[%i] : memref<64xf32>
  }
  return
}
