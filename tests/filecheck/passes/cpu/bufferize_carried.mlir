// RUN: xtriton-opt %s --cpu-bufferize | filecheck %s

// Values for the next iteration are written to the loop-carried buffer, without memory in between.
// CHECK-LABEL: func.func @written_at_once(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         %[[B:.*]] = memref.alloc()
// CHECK:         scf.for
// CHECK-NOT:       memref.alloc
// CHECK:           linalg.fill {{.*}} outs(%[[A]] : memref<8xf32>)
// CHECK-NEXT:      linalg.fill {{.*}} outs(%[[B]] : memref<8xf32>)
// CHECK-NEXT:    }
func.func @written_at_once(%n: index, %x: memref<8xf32>, %a: memref<8xf32>, %b: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
  %4:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %1, %t = %3) -> (tensor<8xf32>, tensor<8xf32>) {
    bufferization.materialize_in_destination %s in writable %a : (tensor<8xf32>, memref<8xf32>) -> ()
    bufferization.materialize_in_destination %t in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
    %f = arith.index_cast %i : index to i32
    %g = arith.sitofp %f : i32 to f32
    %5 = tensor.empty() : tensor<8xf32>
    %6 = linalg.fill ins(%g : f32) outs(%5 : tensor<8xf32>) -> tensor<8xf32>
    %7 = tensor.empty() : tensor<8xf32>
    %8 = linalg.fill ins(%g : f32) outs(%7 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %6, %8 : tensor<8xf32>, tensor<8xf32>
  }
  bufferization.materialize_in_destination %4#0 in writable %a : (tensor<8xf32>, memref<8xf32>) -> ()
  bufferization.materialize_in_destination %4#1 in writable %b : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}
