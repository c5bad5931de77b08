// RUN: xtriton-opt %s --triton-arith-to-linalg=exact --split-input-file | filecheck %s

// Where x is NaN, y is chosen.
// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @no_maximum(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) -> tensor<4xf32> {
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4xi1>
// CHECK-NEXT:   %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xi1>) {
// CHECK-NEXT:   ^bb0(%in: f32, %in_0: f32, %out: i1):
// CHECK-NEXT:     %3 = arith.cmpf ogt, %in, %in_0 : f32
// CHECK-NEXT:     linalg.yield %3 : i1
// CHECK-NEXT:   } -> tensor<4xi1>
// CHECK-NEXT:   %2 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg0, %arg1 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%arg0 : tensor<4xf32>) {
// CHECK-NEXT:   ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
// CHECK-NEXT:     %3 = arith.select %in, %in_0, %in_1 : f32
// CHECK-NEXT:     linalg.yield %3 : f32
// CHECK-NEXT:   } -> tensor<4xf32>
// CHECK-NEXT:   return %2 : tensor<4xf32>
// CHECK-NEXT: }
tt.func @no_maximum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.cmpf ogt, %x, %y : tensor<4xf32>
  %1 = arith.select %0, %x, %y : tensor<4xi1>, tensor<4xf32>
  tt.return %1 : tensor<4xf32>
}

// -----

// The largest of NaNs is NaN.
// CHECK-LABEL: func.func @largest(%arg0: tensor<8x4xf32>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32) -> tensor<4xf32> {
// CHECK-NEXT:   %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:   %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %reduced = linalg.reduce ins(%arg0 : tensor<8x4xf32>) outs(%1 : tensor<4xf32>) dimensions = [0]
// CHECK-NEXT:     (%in: f32, %init: f32) {
// CHECK-NEXT:       %2 = arith.maxnumf %in, %init : f32
// CHECK-NEXT:       linalg.yield %2 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   return %reduced : tensor<4xf32>
// CHECK-NEXT: }
tt.func @largest(%x: tensor<8x4xf32>) -> tensor<4xf32> {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<4xf32>
  tt.return %0 : tensor<4xf32>
}

// -----

// The place of the largest is one of them even if all are -inf. NaN is ignored.
// CHECK-LABEL: func.func @place(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xi32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) -> tensor<4xi32> {
// CHECK-NEXT:   %extracted_slice = tensor.extract_slice %arg0[0, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
// CHECK-NEXT:   %extracted_slice_0 = tensor.extract_slice %arg1[0, 0] [1, 4] [1, 1] : tensor<8x4xi32> to tensor<4xi32>
// CHECK-NEXT:   %extracted_slice_1 = tensor.extract_slice %arg0[1, 0] [7, 4] [1, 1] : tensor<8x4xf32> to tensor<7x4xf32>
// CHECK-NEXT:   %extracted_slice_2 = tensor.extract_slice %arg1[1, 0] [7, 4] [1, 1] : tensor<8x4xi32> to tensor<7x4xi32>
// CHECK-NEXT:   %reduced:2 = linalg.reduce ins(%extracted_slice_1, %extracted_slice_2 : tensor<7x4xf32>, tensor<7x4xi32>) outs(%extracted_slice, %extracted_slice_0 : tensor<4xf32>, tensor<4xi32>) dimensions = [0]
// CHECK-NEXT:     (%in: f32, %in_3: i32, %init: f32, %init_4: i32) {
// CHECK-NEXT:       %0 = arith.cmpf oeq, %init, %in : f32
// CHECK-NEXT:       %1 = arith.cmpi slt, %init_4, %in_3 : i32
// CHECK-NEXT:       %2 = arith.andi %0, %1 : i1
// CHECK-NEXT:       %3 = arith.cmpf ogt, %init, %in : f32
// CHECK-NEXT:       %4 = arith.ori %3, %2 : i1
// CHECK-NEXT:       %5 = arith.cmpf uno, %in, %in : f32
// CHECK-NEXT:       %6 = arith.ori %4, %5 : i1
// CHECK-NEXT:       %7 = arith.select %6, %init, %in : f32
// CHECK-NEXT:       %8 = arith.select %6, %init_4, %in_3 : i32
// CHECK-NEXT:       linalg.yield %7, %8 : f32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:   return %reduced#1 : tensor<4xi32>
// CHECK-NEXT: }
tt.func @place(%v: tensor<8x4xf32>, %i: tensor<8x4xi32>) -> tensor<4xi32> {
  %0:2 = "tt.reduce"(%v, %i) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %k: i32, %y: f32, %l: i32):
    %eq = arith.cmpf oeq, %x, %y : f32
    %lt = arith.cmpi slt, %k, %l : i32
    %tie = arith.andi %eq, %lt : i1
    %gt = arith.cmpf ogt, %x, %y : f32
    %or = arith.ori %gt, %tie : i1
    %m = arith.select %or, %x, %y : f32
    %n = arith.select %or, %k, %l : i32
    tt.reduce.return %m, %n : f32, i32
  }) : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  tt.return %0#1 : tensor<4xi32>
}

// -----

// Extrema of narrow floats are exact in f32: elements are not rounded to bf16 one by one.
// CHECK-LABEL: func.func @largest_narrow(
// CHECK:         %reduced = linalg.reduce ins(%arg0 : tensor<8x4xbf16>) outs({{.*}} : tensor<4xf32>) dimensions = [0]
// CHECK-NEXT:     (%in: bf16, %init: f32) {
// CHECK-NEXT:       %[[WIDE:.*]] = arith.extf %in : bf16 to f32
// CHECK-NEXT:       %[[MAX:.*]] = arith.maxnumf %[[WIDE]], %init : f32
// CHECK-NEXT:       linalg.yield %[[MAX]] : f32
// CHECK:         linalg.generic {{.*}} ins(%reduced : tensor<4xf32>)
// CHECK:           arith.truncf %in : f32 to bf16
tt.func @largest_narrow(%x: tensor<8x4xbf16>) -> tensor<4xbf16> {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: bf16, %b: bf16):
    %c = arith.cmpf ogt, %a, %b : bf16
    %s = arith.select %c, %a, %b : bf16
    tt.reduce.return %s : bf16
  }) : (tensor<8x4xbf16>) -> tensor<4xbf16>
  tt.return %0 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @least_narrow(
// CHECK:         linalg.reduce ins(%arg0 : tensor<64xf16>) outs({{.*}} : tensor<f32>) dimensions = [0]
// CHECK:           arith.minnumf {{.*}} : f32
// CHECK:         arith.truncf {{.*}} : f32 to f16
tt.func @least_narrow(%x: tensor<64xf16>) -> f16 {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %s = arith.minnumf %a, %b : f16
    tt.reduce.return %s : f16
  }) : (tensor<64xf16>) -> f16
  tt.return %0 : f16
}

// -----

// Integers are reduced in their own type.
// CHECK-LABEL: func.func @largest_i8(
// CHECK:           arith.maxsi {{.*}} : i8
tt.func @largest_i8(%x: tensor<64xi8>) -> i8 {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i8, %b: i8):
    %s = arith.maxsi %a, %b : i8
    tt.reduce.return %s : i8
  }) : (tensor<64xi8>) -> i8
  tt.return %0 : i8
}

// -----

// A selection that returns NaN on either side is a maximum that propagates NaN. Either zero of -0 and +0 may be returned,
// as by the selection in another order, but not by an operation that orders them.
// CHECK-LABEL: func.func @largest_or_nan(
// CHECK:         %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK:         linalg.fill ins(%[[LEAST]]
// CHECK:         linalg.reduce ins(%arg0 : tensor<8x4xf32>)
// CHECK:           arith.maximumf %in, %init fastmath<nsz> : f32
// CHECK:         linalg.reduce ins(%arg0 : tensor<8x4xf32>)
// CHECK:           arith.maximumf %in, %init : f32
tt.func @largest_or_nan(%x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %left = arith.ori %more, %nan : i1
    %s = arith.select %left, %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<4xf32>
  %1 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<4xf32>
  tt.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A minimum of narrow numbers is of f32, rounded once.
// CHECK-LABEL: func.func @least_or_nan(
// CHECK:         linalg.reduce ins(%arg0 : tensor<64xf16>) outs({{.*}} : tensor<f32>) dimensions = [0]
// CHECK:           arith.extf %in : f16 to f32
// CHECK:           arith.minimumf {{.*}} fastmath<nsz> : f32
// CHECK:         arith.truncf {{.*}} : f32 to f16
tt.func @least_or_nan(%x: tensor<64xf16>) -> f16 {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    %less = arith.cmpf olt, %a, %b : f16
    %nan = arith.cmpf une, %a, %a : f16
    %left = arith.ori %less, %nan : i1
    %s = arith.select %left, %a, %b : f16
    tt.reduce.return %s : f16
  }) : (tensor<64xf16>) -> f16
  tt.return %0 : f16
}
