// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// invalid: canonicalize: slice along dimension runs
module {
  func.func @sv(%arg0: memref<8x8xf32>, %arg1: index) -> memref<?x9223372036854775807xf32, strided<[8, 1], offset: ?>> {
    %c2 = arith.constant 2 : index
    %cast = memref.cast %arg0 : memref<8x8xf32> to memref<?x8xf32>
    %subview = memref.subview %cast[%c2, %c2] [%arg1, 9223372036854775807] [1, 1] : memref<?x8xf32> to memref<?x9223372036854775807xf32, strided<[8, 1], offset: ?>>
    return %subview : memref<?x9223372036854775807xf32, strided<[8, 1], offset: ?>>
  }
}
