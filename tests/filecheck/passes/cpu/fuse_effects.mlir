// RUN: xtriton-opt %s --cpu-fuse --split-input-file | filecheck %s

// Printing is an effect: an operation whose result is unused stays.
// CHECK-LABEL: func.func @prints
// CHECK:         linalg.generic
// CHECK:           tt.print
func.func @prints(%x: tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    tt.print "v" {hex = false, isSigned = array<i32: 1>} : %p : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return
}

// -----

// So are assertions, calls and stores, at any depth, and writes of Triton's own operations.
// CHECK-LABEL: func.func @nested
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT:     linalg.generic
func.func @nested(%x: tensor<4xf32>, %c: i1, %m: memref<4xf32>, %t: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    scf.if %c {
      cf.assert %c, "no"
    }
    linalg.yield %p : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    func.call @unknown() : () -> ()
    linalg.yield %p : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    scf.if %c {
      affine.store %p, %m[0] : memref<4xf32>
    }
    linalg.yield %p : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    tt.store %t, %p : !tt.ptr<f32>
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return
}
func.func private @unknown()

// -----

// Dead operations that only compute or read are erased.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT:    return
func.func @dead(%x: tensor<4xf32>, %m: memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = affine.load %m[0] : memref<4xf32>
    %s = func.call @pure(%r) : (f32) -> f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return
}
func.func private @pure(f32) -> f32 attributes {llvm.readnone}

// -----

// An operation that prints is not moved into its user, where it would print in another order.
// CHECK-LABEL: func.func @order
// CHECK:         linalg.generic
// CHECK:           tt.print "first"
// CHECK:         tt.print "second"
// CHECK:         linalg.generic
// CHECK-NOT:       tt.print
func.func @order(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    tt.print "first" {hex = false, isSigned = array<i32: 1>} : %p : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  tt.print "second" {hex = false, isSigned = array<i32>}
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = arith.negf %p : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// An element is read from memory where it was: a later operation writes that memory.
// CHECK-LABEL: func.func @read
// CHECK:         linalg.generic
// CHECK:           affine.load
// CHECK:         memref.store
// CHECK:         linalg.generic
// CHECK-NOT:       affine.load
func.func @read(%x: tensor<4xf32>, %m: memref<4xf32>, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = affine.load %m[0] : memref<4xf32>
    linalg.yield %r : f32
  } -> tensor<4xf32>
  memref.store %v, %m[%c0] : memref<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = arith.negf %p : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A load is read from the program's memory later, past a print and past a write of other memory ...
// CHECK-LABEL: func.func @past_print
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @past_print(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) -> tensor<4xf32> {
  %memory = memref.alloc() : memref<4xf32>
  memref.copy %in, %memory : memref<4xf32> to memref<4xf32>
  %0 = bufferization.to_tensor %memory restrict writable : memref<4xf32> to tensor<4xf32>
  tt.print "x" {hex = false, isSigned = array<i32>}
  cf.assert %c, "no"
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = arith.negf %p : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// ... but not past one of its own, whatever writes it.
// CHECK-LABEL: func.func @past_write
// CHECK:         %[[M:[a-z_0-9]+]] = memref.alloc
// CHECK:         memref.copy %{{.*}}, %[[M]]
// CHECK:         linalg.generic
func.func @past_write(%in: memref<4xf32>, %t: !tt.ptr<f32>, %v: f32) -> tensor<4xf32> {
  %memory = memref.alloc() : memref<4xf32>
  memref.copy %in, %memory : memref<4xf32> to memref<4xf32>
  %0 = bufferization.to_tensor %memory restrict writable : memref<4xf32> to tensor<4xf32>
  tt.store %t, %v : !tt.ptr<f32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = arith.negf %p : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Deallocation of another tensor does not affect the loaded memory.
// CHECK-LABEL: func.func @another_tensor_ends
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @another_tensor_ends(%x: memref<8xf32>, %t: tensor<4xf32>) -> tensor<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  %0 = bufferization.to_tensor %a restrict writable : memref<8xf32> to tensor<8xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
