// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// invalid: canonicalize: op requires the same shape for all operands
func.func @f(%m: memref<4xf32>, %n: memref<1xf32>) {
  %c1 = arith.constant 1 : index
  %alloc = memref.alloc(%c1) : memref<?xf32>
  memref.copy %m, %alloc : memref<4xf32> to memref<?xf32>
  %cast = memref.cast %n : memref<1xf32> to memref<?xf32>
  memref.copy %m, %cast : memref<4xf32> to memref<?xf32>
  return
}
