// RUN: xtriton-opt %s --triton-arith-to-linalg --split-input-file | filecheck %s

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @elements(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xf16>) {
// CHECK-NEXT:   %0 = arith.addi %arg8, %arg4 : i32
// CHECK-NEXT:   %1 = arith.sitofp %0 : i32 to f32
// CHECK-NEXT:   %2 = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:   %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %3 : tensor<8xf32>, tensor<8xf32>) outs(%arg2 : tensor<8xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK-NEXT:     %9 = arith.mulf %in, %in_0 : f32
// CHECK-NEXT:     linalg.yield %9 : f32
// CHECK-NEXT:   } -> tensor<8xf32>
// CHECK-NEXT:   %5 = tensor.empty() : tensor<8xi1>
// CHECK-NEXT:   %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %arg3 : tensor<8xf32>, tensor<8xf32>) outs(%5 : tensor<8xi1>) {
// CHECK-NEXT:   ^bb0(%in: f32, %in_0: f32, %out: i1):
// CHECK-NEXT:     %9 = arith.cmpf olt, %in, %in_0 : f32
// CHECK-NEXT:     linalg.yield %9 : i1
// CHECK-NEXT:   } -> tensor<8xi1>
// CHECK-NEXT:   %7 = tensor.empty() : tensor<8xf16>
// CHECK-NEXT:   %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<8xf32>) outs(%7 : tensor<8xf16>) {
// CHECK-NEXT:   ^bb0(%in: f32, %out: f16):
// CHECK-NEXT:     %9 = arith.truncf %in : f32 to f16
// CHECK-NEXT:     linalg.yield %9 : f16
// CHECK-NEXT:   } -> tensor<8xf16>
// CHECK-NEXT:   return %4, %6, %8 : tensor<8xf32>, tensor<8xi1>, tensor<8xf16>
// CHECK-NEXT: }
tt.func public @elements(%p: !tt.ptr<f32>, %n: i32, %x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xf16>) {
  %pid = tt.get_program_id y : i32
  %size = tt.get_num_programs x : i32
  %s = arith.addi %pid, %size : i32
  %f = arith.sitofp %s : i32 to f32
  %v = tt.splat %f : f32 -> tensor<8xf32>
  %0 = arith.mulf %x, %v : tensor<8xf32>
  %1 = arith.cmpf olt, %0, %y : tensor<8xf32>
  %2 = arith.truncf %0 : tensor<8xf32> to tensor<8xf16>
  tt.return %0, %1, %2 : tensor<8xf32>, tensor<8xi1>, tensor<8xf16>
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: #map1 = affine_map<(d0, d1) -> (0, d1)>
// CHECK: #map2 = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func private @shapes(%arg0: tensor<4x2xi32>, %arg1: tensor<4x2xi32>, %arg2: tensor<4x2x2xi32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) -> (tensor<1x8xi32>, tensor<4x8xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<16xi32>, tensor<2x4xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<[2, 4]> : tensor<2xi64>
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %0 = tensor.empty() : tensor<8xi32>
// CHECK-NEXT:   %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<8xi32>) {
// CHECK-NEXT:   ^bb0(%out: i32):
// CHECK-NEXT:     %6 = linalg.index 0 : index
// CHECK-NEXT:     %7 = arith.index_cast %6 : index to i32
// CHECK-NEXT:     %8 = arith.addi %7, %c3_i32 : i32
// CHECK-NEXT:     linalg.yield %8 : i32
// CHECK-NEXT:   } -> tensor<8xi32>
// CHECK-NEXT:   %expanded = tensor.expand_shape %1 {{\[\[}}0, 1]] output_shape [1, 8] : tensor<8xi32> into tensor<1x8xi32>
// CHECK-NEXT:   %2 = tensor.empty() : tensor<4x8xi32>
// CHECK-NEXT:   %3 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<1x8xi32>) outs(%2 : tensor<4x8xi32>) attrs =  {broadcastDims = array<i64: 0>} {
// CHECK-NEXT:   ^bb0(%in: i32, %out: i32):
// CHECK-NEXT:     linalg.yield %in : i32
// CHECK-NEXT:   } -> tensor<4x8xi32>
// CHECK-NEXT:   %4 = tensor.empty() : tensor<2x4xi32>
// CHECK-NEXT:   %transposed = linalg.transpose ins(%arg0 : tensor<4x2xi32>) outs(%4 : tensor<2x4xi32>) permutation = [1, 0]
// CHECK-NEXT:   %5 = tensor.empty() : tensor<4x2x2xi32>
// CHECK-NEXT:   %inserted_slice = tensor.insert_slice %arg0 into %5[0, 0, 0] [4, 2, 1] [1, 1, 1] : tensor<4x2xi32> into tensor<4x2x2xi32>
// CHECK-NEXT:   %inserted_slice_0 = tensor.insert_slice %arg1 into %inserted_slice[0, 0, 1] [4, 2, 1] [1, 1, 1] : tensor<4x2xi32> into tensor<4x2x2xi32>
// CHECK-NEXT:   %extracted_slice = tensor.extract_slice %arg2[0, 0, 1] [4, 2, 1] [1, 1, 1] : tensor<4x2x2xi32> to tensor<4x2xi32>
// CHECK-NEXT:   %collapsed = tensor.collapse_shape %inserted_slice_0 {{\[\[}}0, 1, 2]] : tensor<4x2x2xi32> into tensor<16xi32>
// CHECK-NEXT:   %reshape = tensor.reshape %arg0(%cst) : (tensor<4x2xi32>, tensor<2xi64>) -> tensor<2x4xi32>
// CHECK-NEXT:   return %expanded, %3, %transposed, %extracted_slice, %collapsed, %reshape : tensor<1x8xi32>, tensor<4x8xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<16xi32>, tensor<2x4xi32>
// CHECK-NEXT: }
tt.func private @shapes(%x: tensor<4x2xi32>, %y: tensor<4x2xi32>, %z: tensor<4x2x2xi32>) -> (tensor<1x8xi32>, tensor<4x8xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<16xi32>, tensor<2x4xi32>) {
  %r = tt.make_range {start = 3 : i32, end = 11 : i32} : tensor<8xi32>
  %e = tt.expand_dims %r {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %w = tt.broadcast %e : tensor<1x8xi32> -> tensor<4x8xi32>
  %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<4x2xi32> -> tensor<2x4xi32>
  %j = tt.join %x, %y : tensor<4x2xi32> -> tensor<4x2x2xi32>
  %a, %b = tt.split %z : tensor<4x2x2xi32> -> tensor<4x2xi32>
  %f = tt.reshape %j : tensor<4x2x2xi32> -> tensor<16xi32>
  %g = tt.reshape %x : tensor<4x2xi32> -> tensor<2x4xi32>
  tt.return %e, %w, %t, %b, %f, %g : tensor<1x8xi32>, tensor<4x8xi32>, tensor<2x4xi32>, tensor<4x2xi32>, tensor<16xi32>, tensor<2x4xi32>
}

// -----

// CHECK-LABEL: func.func @cat(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) -> tensor<16xi32> {
// CHECK-NEXT:   %0 = tensor.empty() : tensor<16xi32>
// CHECK-NEXT:   %inserted_slice = tensor.insert_slice %arg0 into %0[0] [8] [1] : tensor<8xi32> into tensor<16xi32>
// CHECK-NEXT:   %inserted_slice_0 = tensor.insert_slice %arg1 into %inserted_slice[8] [8] [1] : tensor<8xi32> into tensor<16xi32>
// CHECK-NEXT:   return %inserted_slice_0 : tensor<16xi32>
// CHECK-NEXT: }
tt.func @cat(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<16xi32> {
  %0 = tt.cat %x, %y : tensor<8xi32> -> tensor<16xi32>
  tt.return %0 : tensor<16xi32>
}

// -----

// CHECK-LABEL: func.func @reductions(%arg0: tensor<4x8xf32>, %arg1: tensor<16xf16>, %arg2: tensor<16xi32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) -> (tensor<4xf32>, f16, f16, i32) {
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %cst = arith.constant 0xFC00 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %0 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:   %transposed = linalg.transpose ins(%arg0 : tensor<4x8xf32>) outs(%0 : tensor<8x4xf32>) permutation = [1, 0]
// CHECK-NEXT:   %1 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:   %2 = linalg.fill ins(%cst_1 : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %reduced = linalg.reduce ins(%transposed : tensor<8x4xf32>) outs(%2 : tensor<4xf32>) dimensions = [0]
// CHECK-NEXT:     (%in: f32, %init: f32) {
// CHECK-NEXT:       %9 = arith.mulf %in, %init : f32
// CHECK-NEXT:       linalg.yield %9 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   %3 = bufferization.alloc_tensor() : tensor<f32>
// CHECK-NEXT:   %inserted = tensor.insert %cst_0 into %3[] : tensor<f32>
// CHECK-NEXT:   %reduced_2 = linalg.reduce ins(%arg1 : tensor<16xf16>) outs(%inserted : tensor<f32>) dimensions = [0]
// CHECK-NEXT:     (%in: f16, %init: f32) {
// CHECK-NEXT:       %9 = arith.extf %in : f16 to f32
// CHECK-NEXT:       %10 = arith.addf %9, %init : f32
// CHECK-NEXT:       linalg.yield %10 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   %extracted = tensor.extract %reduced_2[] : tensor<f32>
// CHECK-NEXT:   %4 = arith.truncf %extracted : f32 to f16
// CHECK-NEXT:   %5 = tensor.empty() : tensor<f16>
// CHECK-NEXT:   %6 = linalg.fill ins(%cst : f16) outs(%5 : tensor<f16>) -> tensor<f16>
// CHECK-NEXT:   %7 = tensor.empty() : tensor<i32>
// CHECK-NEXT:   %8 = linalg.fill ins(%c-1_i32 : i32) outs(%7 : tensor<i32>) -> tensor<i32>
// CHECK-NEXT:   %reduced_3:2 = linalg.reduce ins(%arg1, %arg2 : tensor<16xf16>, tensor<16xi32>) outs(%6, %8 : tensor<f16>, tensor<i32>) dimensions = [0]
// CHECK-NEXT:     (%in: f16, %in_6: i32, %init: f16, %init_7: i32) {
// CHECK-NEXT:       %9 = arith.cmpf oeq, %in, %init : f16
// CHECK-NEXT:       %10 = arith.cmpi slt, %in_6, %init_7 : i32
// CHECK-NEXT:       %11 = arith.andi %9, %10 : i1
// CHECK-NEXT:       %12 = arith.cmpf ogt, %in, %init : f16
// CHECK-NEXT:       %13 = arith.ori %12, %11 : i1
// CHECK-NEXT:       %14 = arith.select %13, %in, %init : f16
// CHECK-NEXT:       %15 = arith.select %13, %in_6, %init_7 : i32
// CHECK-NEXT:       linalg.yield %14, %15 : f16, i32
// CHECK-NEXT:     }
// CHECK-NEXT:   %extracted_4 = tensor.extract %reduced_3#0[] : tensor<f16>
// CHECK-NEXT:   %extracted_5 = tensor.extract %reduced_3#1[] : tensor<i32>
// CHECK-NEXT:   return %reduced, %4, %extracted_4, %extracted_5 : tensor<4xf32>, f16, f16, i32
// CHECK-NEXT: }
tt.func @reductions(%x: tensor<4x8xf32>, %h: tensor<16xf16>, %i: tensor<16xi32>) -> (tensor<4xf32>, f16, f16, i32) {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.mulf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  %1 = "tt.reduce"(%h) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %s = arith.addf %a, %b : f16
    tt.reduce.return %s : f16
  }) : (tensor<16xf16>) -> f16
  %2:2 = "tt.reduce"(%h, %i) <{axis = 0 : i32}> ({
  ^bb0(%v: f16, %k: i32, %w: f16, %l: i32):
    %eq = arith.cmpf oeq, %v, %w : f16
    %lt = arith.cmpi slt, %k, %l : i32
    %tie = arith.andi %eq, %lt : i1
    %gt = arith.cmpf ogt, %v, %w : f16
    %or = arith.ori %gt, %tie : i1
    %m = arith.select %or, %v, %w : f16
    %n = arith.select %or, %k, %l : i32
    tt.reduce.return %m, %n : f16, i32
  }) : (tensor<16xf16>, tensor<16xi32>) -> (f16, i32)
  tt.return %0, %1, %2#0, %2#1 : tensor<4xf32>, f16, f16, i32
}

// -----

// A region of its own, and two tensors: from the first elements on.
// CHECK-LABEL: func.func @reduce_region(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xi32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) -> (tensor<8xf32>, tensor<8xi32>) {
// CHECK-NEXT:   %extracted_slice = tensor.extract_slice %arg0[0, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
// CHECK-NEXT:   %extracted_slice_0 = tensor.extract_slice %arg1[0, 0] [1, 8] [1, 1] : tensor<4x8xi32> to tensor<8xi32>
// CHECK-NEXT:   %extracted_slice_1 = tensor.extract_slice %arg0[1, 0] [3, 8] [1, 1] : tensor<4x8xf32> to tensor<3x8xf32>
// CHECK-NEXT:   %extracted_slice_2 = tensor.extract_slice %arg1[1, 0] [3, 8] [1, 1] : tensor<4x8xi32> to tensor<3x8xi32>
// CHECK-NEXT:   %reduced:2 = linalg.reduce ins(%extracted_slice_1, %extracted_slice_2 : tensor<3x8xf32>, tensor<3x8xi32>) outs(%extracted_slice, %extracted_slice_0 : tensor<8xf32>, tensor<8xi32>) dimensions = [0]
// CHECK-NEXT:     (%in: f32, %in_3: i32, %init: f32, %init_4: i32) {
// CHECK-NEXT:       %0 = arith.cmpf olt, %init, %in : f32
// CHECK-NEXT:       %1 = arith.select %0, %in, %init : f32
// CHECK-NEXT:       %2 = arith.select %0, %in_3, %init_4 : i32
// CHECK-NEXT:       linalg.yield %1, %2 : f32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:   return %reduced#0, %reduced#1 : tensor<8xf32>, tensor<8xi32>
// CHECK-NEXT: }
tt.func @reduce_region(%x: tensor<4x8xf32>, %y: tensor<4x8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %0:2 = "tt.reduce"(%x, %y) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %less = arith.cmpf olt, %a, %b : f32
    %v = arith.select %less, %b, %a : f32
    %k = arith.select %less, %j, %i : i32
    tt.reduce.return %v, %k : f32, i32
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  tt.return %0#0, %0#1 : tensor<8xf32>, tensor<8xi32>
}

// -----

// CHECK-LABEL: func.func @scans(%arg0: tensor<4x8xf32>, %arg1: tensor<8xi32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) -> (tensor<4x8xf32>, tensor<8xi32>) {
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c7 = arith.constant 7 : index
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT:   %1 = ttx.cumsum {axis = 1 : ui32, operandSegmentSizes = array<i32: 1, 1>} ins(%arg0 : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:   %extracted = tensor.extract %arg1[%c7] : tensor<8xi32>
// CHECK-NEXT:   %2 = tensor.empty() : tensor<8xi32>
// CHECK-NEXT:   %inserted = tensor.insert %extracted into %2[%c7] : tensor<8xi32>
// CHECK-NEXT:   %3:2 = scf.for %arg8 = %c1 to %c8 step %c1 iter_args(%arg9 = %extracted, %arg10 = %inserted) -> (i32, tensor<8xi32>) {
// CHECK-NEXT:     %4 = arith.subi %c7, %arg8 : index
// CHECK-NEXT:     %extracted_0 = tensor.extract %arg1[%4] : tensor<8xi32>
// CHECK-NEXT:     %5 = arith.addi %arg9, %extracted_0 : i32
// CHECK-NEXT:     %inserted_1 = tensor.insert %5 into %arg10[%4] : tensor<8xi32>
// CHECK-NEXT:     scf.yield %5, %inserted_1 : i32, tensor<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1, %3#1 : tensor<4x8xf32>, tensor<8xi32>
// CHECK-NEXT: }
tt.func @scans(%x: tensor<4x8xf32>, %y: tensor<8xi32>) -> (tensor<4x8xf32>, tensor<8xi32>) {
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "tt.scan"(%y) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.return %0, %1 : tensor<4x8xf32>, tensor<8xi32>
}

// -----

// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @products(%arg0: tensor<16x16xf16>, %arg1: tensor<16x16xf16>, %arg2: tensor<16x16xf32>, %arg3: tensor<2x16x16xf16>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32) -> (tensor<16x16xf32>, tensor<2x16x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = tensor.empty() : tensor<16x16xf32>
// CHECK-NEXT:   %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT:   %2 = linalg.matmul ins(%arg0, %arg1 : tensor<16x16xf16>, tensor<16x16xf16>) outs(%1 : tensor<16x16xf32>) -> tensor<16x16xf32>
// CHECK-NEXT:   %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %2 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%arg2 : tensor<16x16xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK-NEXT:     %7 = arith.addf %in, %in_0 : f32
// CHECK-NEXT:     linalg.yield %7 : f32
// CHECK-NEXT:   } -> tensor<16x16xf32>
// CHECK-NEXT:   %4 = tensor.empty() : tensor<2x16x16xf32>
// CHECK-NEXT:   %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
// CHECK-NEXT:   %6 = linalg.batch_matmul ins(%arg3, %arg3 : tensor<2x16x16xf16>, tensor<2x16x16xf16>) outs(%5 : tensor<2x16x16xf32>) -> tensor<2x16x16xf32>
// CHECK-NEXT:   return %3, %6 : tensor<16x16xf32>, tensor<2x16x16xf32>
// CHECK-NEXT: }
tt.func @products(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>, %d: tensor<2x16x16xf16>) -> (tensor<16x16xf32>, tensor<2x16x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x16x16xf32>
  %0 = tt.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = tt.dot %d, %d, %zero : tensor<2x16x16xf16> * tensor<2x16x16xf16> -> tensor<2x16x16xf32>
  tt.return %0, %1 : tensor<16x16xf32>, tensor<2x16x16xf32>
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @maximum(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xi32>, %arg3: tensor<4xi32>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
// CHECK-NEXT:   %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%arg0 : tensor<4xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK-NEXT:     %3 = arith.maximumf %in, %in_0 : f32
// CHECK-NEXT:     linalg.yield %3 : f32
// CHECK-NEXT:   } -> tensor<4xf32>
// CHECK-NEXT:   %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg3 : tensor<4xi32>, tensor<4xi32>) outs(%arg2 : tensor<4xi32>) {
// CHECK-NEXT:   ^bb0(%in: i32, %in_0: i32, %out: i32):
// CHECK-NEXT:     %3 = arith.minui %in, %in_0 : i32
// CHECK-NEXT:     linalg.yield %3 : i32
// CHECK-NEXT:   } -> tensor<4xi32>
// CHECK-NEXT:   %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) {
// CHECK-NEXT:   ^bb0(%in: f32, %out: f32):
// CHECK-NEXT:     %3 = math.erf %in : f32
// CHECK-NEXT:     linalg.yield %3 : f32
// CHECK-NEXT:   } -> tensor<4xf32>
// CHECK-NEXT:   return %0, %1, %2 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
// CHECK-NEXT: }
tt.func @maximum(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %0 = arith.cmpf ogt, %x, %y : tensor<4xf32>
  %1 = arith.select %0, %x, %y : tensor<4xi1>, tensor<4xf32>
  %2 = arith.cmpi ult, %i, %j : tensor<4xi32>
  %3 = arith.select %2, %i, %j : tensor<4xi1>, tensor<4xi32>
  %4 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_erff"} : (tensor<4xf32>) -> tensor<4xf32>
  tt.return %1, %3, %4 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}

// -----

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func private @callee(%arg0: f32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32) -> f32 {
// CHECK-NEXT:   return %arg0 : f32
// CHECK-NEXT: }
// CHECK-LABEL: func.func @caller(%arg0: f32, %arg1: i1, %arg2: tensor<4xi1>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) -> f32 {
// CHECK-NEXT:   %0 = call @callee(%arg0, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8) : (f32, i32, i32, i32, i32, i32, i32) -> f32
// CHECK-NEXT:   cf.assert %arg1, "Assertion `one` failed"
// CHECK-NEXT:   linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} ins(%arg2 : tensor<4xi1>) {
// CHECK-NEXT:   ^bb0(%in: i1):
// CHECK-NEXT:     cf.assert %in, "Assertion `many` failed"
// CHECK-NEXT:     linalg.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} ins(%arg2 : tensor<4xi1>) {
// CHECK-NEXT:   ^bb0(%in: i1):
// CHECK-NEXT:     %1 = linalg.index 0 : index
// CHECK-NEXT:     %2 = arith.index_cast %1 : index to i32
// CHECK-NEXT:     tt.print ": " {hex = false, indices = 1 : i32, isSigned = array<i32: 1, 0>} : %2, %in : i32, i1
// CHECK-NEXT:     linalg.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : f32
// CHECK-NEXT: }
tt.func private @callee(%x: f32) -> f32 {
  tt.return %x : f32
}

tt.func @caller(%x: f32, %c: i1, %t: tensor<4xi1>) -> f32 {
  %0 = tt.call @callee(%x) : (f32) -> f32
  tt.assert %c, "one" : i1
  tt.assert %t, "many" : tensor<4xi1>
  tt.print ": " {hex = false, isSigned = array<i32: 0>} : %t : tensor<4xi1>
  tt.return %0 : f32
}

// -----

// Only sums along the last dimension have a name.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @sums(%arg0: tensor<4x2xf32>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32) -> tensor<4x2xf32> {
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %extracted_slice = tensor.extract_slice %arg0[%c0, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<2xf32>
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4x2xf32>
// CHECK-NEXT:   %inserted_slice = tensor.insert_slice %extracted_slice into %0[%c0, 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<4x2xf32>
// CHECK-NEXT:   %1:2 = scf.for %arg7 = %c1 to %c4 step %c1 iter_args(%arg8 = %extracted_slice, %arg9 = %inserted_slice) -> (tensor<2xf32>, tensor<4x2xf32>) {
// CHECK-NEXT:     %extracted_slice_0 = tensor.extract_slice %arg0[%arg7, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<2xf32>
// CHECK-NEXT:     %2 = tensor.empty() : tensor<2xf32>
// CHECK-NEXT:     %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg8, %extracted_slice_0 : tensor<2xf32>, tensor<2xf32>) outs(%2 : tensor<2xf32>) {
// CHECK-NEXT:     ^bb0(%in: f32, %in_2: f32, %out: f32):
// CHECK-NEXT:       %4 = arith.addf %in, %in_2 : f32
// CHECK-NEXT:       linalg.yield %4 : f32
// CHECK-NEXT:     } -> tensor<2xf32>
// CHECK-NEXT:     %inserted_slice_1 = tensor.insert_slice %3 into %arg9[%arg7, 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<4x2xf32>
// CHECK-NEXT:     scf.yield %3, %inserted_slice_1 : tensor<2xf32>, tensor<4x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1#1 : tensor<4x2xf32>
// CHECK-NEXT: }
tt.func @sums(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  tt.return %0 : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @questions(
// CHECK:         math.isnan %{{.*}} : f32
// CHECK:         arith.extui %{{.*}} : i1 to i32
// CHECK:         math.isinf %{{.*}} : f32
// CHECK:         %[[FINITE:.*]] = math.isfinite %{{.*}} : f64
// CHECK-NEXT:    arith.extui %[[FINITE]] : i1 to i32
tt.func @questions(%x: tensor<4xf32>, %s: f64) -> (tensor<4xi32>, tensor<4xi32>, i32) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_isnanf"} : (tensor<4xf32>) -> tensor<4xi32>
  %1 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_isinff"} : (tensor<4xf32>) -> tensor<4xi32>
  %2 = tt.extern_elementwise %s {libname = "", libpath = "", pure = true, symbol = "__nv_isfinited"} : (f64) -> i32
  tt.return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, i32
}
