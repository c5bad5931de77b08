// RUN: xtriton-opt %s --cpu-fuse | filecheck %s

// Offsets and masks are recomputed in each user: that is cheaper than storing them.
// CHECK-LABEL: func.func @positions
// CHECK:         linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>)
// CHECK:           linalg.index
// CHECK:           arith.addi
// CHECK:           arith.cmpi
// CHECK:           arith.select
// CHECK:         linalg.generic {{.*}} ins(%arg1 : tensor<8xf32>)
// CHECK:           linalg.index
// CHECK:           arith.addi
// CHECK:           arith.cmpi
// CHECK:           arith.select
// CHECK:         return
func.func @positions(%x: tensor<8xf32>, %y: tensor<8xf32>, %s: i32) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %i = tensor.empty() : tensor<8xi32>
  %b = tensor.empty() : tensor<8xi1>
  %f = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%i : tensor<8xi32>) {
  ^bb0(%o: i32):
    %at = linalg.index 0 : index
    %n = arith.index_cast %at : index to i32
    linalg.yield %n : i32
  } -> tensor<8xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xi32>) outs(%i : tensor<8xi32>) {
  ^bb0(%a: i32, %o: i32):
    %n = arith.addi %a, %s : i32
    linalg.yield %n : i32
  } -> tensor<8xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1 : tensor<8xi32>) outs(%b : tensor<8xi1>) {
  ^bb0(%a: i32, %o: i1):
    %n = arith.cmpi slt, %a, %s : i32
    linalg.yield %n : i1
  } -> tensor<8xi1>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2, %x : tensor<8xi1>, tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2, %y : tensor<8xi1>, tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}

// Divisions take longer than storing.
// CHECK-LABEL: func.func @divisions
// CHECK:           arith.divsi
// CHECK-NOT:       arith.divsi
// CHECK:         return
func.func @divisions(%x: tensor<8xf32>, %y: tensor<8xf32>, %s: i32) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %i = tensor.empty() : tensor<8xi32>
  %b = tensor.empty() : tensor<8xi1>
  %f = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%i : tensor<8xi32>) {
  ^bb0(%o: i32):
    %at = linalg.index 0 : index
    %n = arith.index_cast %at : index to i32
    linalg.yield %n : i32
  } -> tensor<8xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xi32>) outs(%b : tensor<8xi1>) {
  ^bb0(%a: i32, %o: i1):
    %d = arith.divsi %a, %s : i32
    %n = arith.cmpi slt, %d, %s : i32
    linalg.yield %n : i1
  } -> tensor<8xi1>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1, %x : tensor<8xi1>, tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1, %y : tensor<8xi1>, tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}

// Nor is a row recomputed for each row that it is broadcast to, if that takes several operations.
// CHECK-LABEL: func.func @rows
// CHECK:         %[[ROW:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8xi32>)
// CHECK:         linalg.generic {{.*}} ins(%[[ROW]] : tensor<8xi32>)
// CHECK:         return
func.func @rows(%s: i32) -> tensor<4x8xi32> {
  %i = tensor.empty() : tensor<8xi32>
  %f = tensor.empty() : tensor<4x8xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%i : tensor<8xi32>) {
  ^bb0(%o: i32):
    %at = linalg.index 0 : index
    %a = arith.index_cast %at : index to i32
    %n = arith.addi %a, %s : i32
    %k = arith.xori %n, %s : i32
    linalg.yield %k : i32
  } -> tensor<8xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<8xi32>) outs(%i : tensor<8xi32>) {
  ^bb0(%a: i32, %o: i32):
    %n = arith.muli %a, %a : i32
    %k = arith.addi %n, %s : i32
    linalg.yield %k : i32
  } -> tensor<8xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<8xi32>) outs(%f : tensor<4x8xi32>) {
  ^bb0(%a: i32, %o: i32):
    linalg.yield %a : i32
  } -> tensor<4x8xi32>
  return %2 : tensor<4x8xi32>
}

// A mask of a loaded tensor is stored: recomputing it would read the tensor twice.
// CHECK-LABEL: func.func @given
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<8xi32>)
// CHECK:         linalg.generic {{.*}} ins(%[[M]]
// CHECK:         linalg.generic {{.*}} ins(%[[M]]
func.func @given(%g: tensor<8xi32>, %x: tensor<8xf32>, %y: tensor<8xf32>, %s: i32) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<8xi1>
  %f = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%g : tensor<8xi32>) outs(%b : tensor<8xi1>) {
  ^bb0(%a: i32, %o: i1):
    %n = arith.cmpi slt, %a, %s : i32
    linalg.yield %n : i1
  } -> tensor<8xi1>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1, %x : tensor<8xi1>, tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%1, %y : tensor<8xi1>, tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}

// Through a reshape of other than unit dimensions nothing is recomputed: its users read the tensor.
// CHECK-LABEL: func.func @reshaped
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4x4xi1>)
// CHECK-NOT:       arith.cmpi
// CHECK:         linalg.generic {{.*}} ins(%[[M]], %arg0
// CHECK:         linalg.generic {{.*}} ins(%[[M]], %arg1
func.func @reshaped(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %s: i32) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<16xi1>
  %c = tensor.empty() : tensor<4x4xi1>
  %f = tensor.empty() : tensor<4x4xf32>
  %true = arith.constant true
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : tensor<16xi1>) {
  ^bb0(%o: i1):
    %at = linalg.index 0 : index
    %n = arith.index_cast %at : index to i32
    %m = arith.cmpi slt, %n, %s : i32
    linalg.yield %m : i1
  } -> tensor<16xi1>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 4] : tensor<16xi1> into tensor<4x4xi1>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x4xi1>) outs(%c : tensor<4x4xi1>) {
  ^bb0(%a: i1, %o: i1):
    %m = arith.xori %a, %true : i1
    linalg.yield %m : i1
  } -> tensor<4x4xi1>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %x : tensor<4x4xi1>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<4x4xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %y : tensor<4x4xi1>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%m: i1, %v: f32, %o: f32):
    %n = arith.select %m, %v, %zero : f32
    linalg.yield %n : f32
  } -> tensor<4x4xf32>
  return %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>
}

// What a few operations compute from one loaded element is recomputed, too, and the means of rows are read again.
// CHECK-LABEL: func.func @differences
// CHECK:         linalg.generic
// CHECK:           arith.subf
// CHECK-NEXT:      arith.mulf
// CHECK:         linalg.generic
// CHECK:           arith.subf
// CHECK-NEXT:      arith.addf
// CHECK:         return
func.func @differences(%m: memref<2x64xf32>, %means: tensor<2xf32>) -> (tensor<2x64xf32>, tensor<2x64xf32>) {
  %e = tensor.empty() : tensor<2x64xf32>
  %b = memref.alloc() : memref<2x64xf32>
  memref.copy %m, %b : memref<2x64xf32> to memref<2x64xf32>
  %x = bufferization.to_tensor %b restrict writable : memref<2x64xf32> to tensor<2x64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %means : tensor<2x64xf32>, tensor<2xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %mean: f32, %o: f32):
    %n = arith.subf %v, %mean : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.mulf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  return %1, %2 : tensor<2x64xf32>, tensor<2x64xf32>
}

// Products are not: they could be contracted with additions. Nor are divisions, more than a few operations,
// CHECK-LABEL: func.func @divided
// CHECK:           arith.divf
// CHECK-NOT:       arith.divf
// CHECK:         return
func.func @divided(%m: memref<2x64xf32>, %means: tensor<2xf32>) -> (tensor<2x64xf32>, tensor<2x64xf32>) {
  %e = tensor.empty() : tensor<2x64xf32>
  %b = memref.alloc() : memref<2x64xf32>
  memref.copy %m, %b : memref<2x64xf32> to memref<2x64xf32>
  %x = bufferization.to_tensor %b restrict writable : memref<2x64xf32> to tensor<2x64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %means : tensor<2x64xf32>, tensor<2xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %mean: f32, %o: f32):
    %n = arith.divf %v, %mean : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.mulf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  return %1, %2 : tensor<2x64xf32>, tensor<2x64xf32>
}

// CHECK-LABEL: func.func @products
// CHECK-COUNT-3: linalg.generic
// CHECK:         return
func.func @products(%m: memref<2x64xf32>, %means: tensor<2xf32>) -> (tensor<2x64xf32>, tensor<2x64xf32>) {
  %e = tensor.empty() : tensor<2x64xf32>
  %b = memref.alloc() : memref<2x64xf32>
  memref.copy %m, %b : memref<2x64xf32> to memref<2x64xf32>
  %x = bufferization.to_tensor %b restrict writable : memref<2x64xf32> to tensor<2x64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %means : tensor<2x64xf32>, tensor<2xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %mean: f32, %o: f32):
    %n = arith.mulf %v, %mean : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.mulf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  return %1, %2 : tensor<2x64xf32>, tensor<2x64xf32>
}

// CHECK-LABEL: func.func @many
// CHECK:           arith.subf
// CHECK-NOT:       arith.subf
// CHECK:         return
func.func @many(%m: memref<2x64xf32>, %means: tensor<2xf32>) -> (tensor<2x64xf32>, tensor<2x64xf32>) {
  %e = tensor.empty() : tensor<2x64xf32>
  %b = memref.alloc() : memref<2x64xf32>
  memref.copy %m, %b : memref<2x64xf32> to memref<2x64xf32>
  %x = bufferization.to_tensor %b restrict writable : memref<2x64xf32> to tensor<2x64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %means : tensor<2x64xf32>, tensor<2xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %mean: f32, %o: f32):
    %h = arith.subf %v, %mean : f32
    %k = arith.addf %h, %v : f32
    %l = arith.addf %k, %v : f32
    %n = arith.addf %l, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.mulf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  return %1, %2 : tensor<2x64xf32>, tensor<2x64xf32>
}

// elements that must be converted again,
// CHECK-LABEL: func.func @converted
// CHECK:           arith.extf
// CHECK-NOT:       arith.extf
// CHECK:         return
func.func @converted(%m: memref<2x64xf16>, %means: tensor<2xf32>) -> (tensor<2x64xf32>, tensor<2x64xf32>) {
  %e = tensor.empty() : tensor<2x64xf32>
  %b = memref.alloc() : memref<2x64xf16>
  memref.copy %m, %b : memref<2x64xf16> to memref<2x64xf16>
  %x = bufferization.to_tensor %b restrict writable : memref<2x64xf16> to tensor<2x64xf16>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %means : tensor<2x64xf16>, tensor<2xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f16, %mean: f32, %o: f32):
    %w = arith.extf %v : f16 to f32
    %n = arith.subf %w, %mean : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.mulf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  return %1, %2 : tensor<2x64xf32>, tensor<2x64xf32>
}

// and what is computed from computed elements.
// CHECK-LABEL: func.func @of_computed
// CHECK:           math.exp
// CHECK-NEXT:      arith.subf
// CHECK-NOT:       arith.subf
// CHECK:         return
func.func @of_computed(%given: tensor<2x64xf32>, %means: tensor<2xf32>) -> (tensor<2x64xf32>, tensor<2x64xf32>) {
  %e = tensor.empty() : tensor<2x64xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%given : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = math.exp %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %means : tensor<2x64xf32>, tensor<2xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %mean: f32, %o: f32):
    %n = arith.subf %v, %mean : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.mulf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<2x64xf32>) outs(%e : tensor<2x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  } -> tensor<2x64xf32>
  return %1, %2 : tensor<2x64xf32>, tensor<2x64xf32>
}
