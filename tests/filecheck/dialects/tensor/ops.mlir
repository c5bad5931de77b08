// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: func.func @ten(%arg0: tensor<4x8xf32>, %arg1: index, %arg2: tensor<?x?xf32>, %arg3: f32, %arg4: tensor<1x2x1xindex>, %arg5: tensor<2xindex>) -> tensor<4x8xf32> {
// CHECK-NEXT:   %0 = tensor.empty(%arg1) : tensor<?x4xf32>
// CHECK-NEXT:   %splat = tensor.splat %arg3 : tensor<4xf32>
// CHECK-NEXT:   %splat_0 = tensor.splat %arg3[%arg1] : tensor<?xf32>
// CHECK-NEXT:   %extracted = tensor.extract %arg0[%arg1, %arg1] : tensor<4x8xf32>
// CHECK-NEXT:   %inserted = tensor.insert %extracted into %arg0[%arg1, %arg1] : tensor<4x8xf32>
// CHECK-NEXT:   %extracted_slice = tensor.extract_slice %arg0[0, %arg1] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
// CHECK-NEXT:   %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[0, %arg1] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x8xf32>
// CHECK-NEXT:   %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
// CHECK-NEXT:   %collapsed = tensor.collapse_shape %expanded {{\[\[}}0, 1], [2]] : tensor<2x2x8xf32> into tensor<4x8xf32>
// CHECK-NEXT:   %reshape = tensor.reshape %arg0(%arg5) : (tensor<4x8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT:   %padded = tensor.pad %arg0 low[1, %arg1] high[0, 0] {
// CHECK-NEXT:   ^bb0(%arg6: index, %arg7: index):
// CHECK-NEXT:     tensor.yield %arg3 : f32
// CHECK-NEXT:   } : tensor<4x8xf32> to tensor<5x?xf32>
// CHECK-NEXT:   %padded_1 = tensor.pad %arg0 nofold low[1, 0] high[0, 0] {
// CHECK-NEXT:   ^bb0(%arg6: index, %arg7: index):
// CHECK-NEXT:     tensor.yield %arg3 : f32
// CHECK-NEXT:   } : tensor<4x8xf32> to tensor<5x8xf32>
// CHECK-NEXT:   %concat = tensor.concat dim(0) %arg0, %arg0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   %dim = tensor.dim %arg2, %arg1 : tensor<?x?xf32>
// CHECK-NEXT:   %cast = tensor.cast %arg0 : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK-NEXT:   %from_elements = tensor.from_elements %arg3, %arg3 : tensor<2xf32>
// CHECK-NEXT:   %gather = tensor.gather %arg0[%arg4] gather_dims([1]) : (tensor<4x8xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1xf32>
// CHECK-NEXT:   %gather_2 = tensor.gather %arg0[%arg4] gather_dims([1]) unique : (tensor<4x8xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1xf32>
// CHECK-NEXT:   %generated = tensor.generate %arg1 {
// CHECK-NEXT:   ^bb0(%arg6: index, %arg7: index):
// CHECK-NEXT:     tensor.yield %arg3 : f32
// CHECK-NEXT:   } : tensor<?x3xf32>
// CHECK-NEXT:   %rank = tensor.rank %arg2 : tensor<?x?xf32>
// CHECK-NEXT:   %1 = tensor.bitcast %arg0 : tensor<4x8xf32> to tensor<4x8xi32>
// CHECK-NEXT:   return %inserted_slice : tensor<4x8xf32>
// CHECK-NEXT: }

func.func @ten(%t: tensor<4x8xf32>, %n: index, %d: tensor<?x?xf32>, %c: f32, %idx: tensor<1x2x1xindex>, %sh: tensor<2xindex>) -> tensor<4x8xf32> {
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %s = tensor.splat %c : tensor<4xf32>
  %s1 = tensor.splat %c[%n] : tensor<?xf32>
  %x = tensor.extract %t[%n, %n] : tensor<4x8xf32>
  %y = tensor.insert %x into %t[%n, %n] : tensor<4x8xf32>
  %es = tensor.extract_slice %t[0, %n] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
  %is = tensor.insert_slice %es into %t[0, %n] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x8xf32>
  %xs = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
  %cs = tensor.collapse_shape %xs [[0, 1], [2]] : tensor<2x2x8xf32> into tensor<4x8xf32>
  %rs = tensor.reshape %t(%sh) : (tensor<4x8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %pd = tensor.pad %t low[1, %n] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x8xf32> to tensor<5x?xf32>
  %pn = tensor.pad %t nofold low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x8xf32> to tensor<5x8xf32>
  %cc = tensor.concat dim(0) %t, %t : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %dm = tensor.dim %d, %n : tensor<?x?xf32>
  %ca = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %fe = tensor.from_elements %c, %c : tensor<2xf32>
  %ga = tensor.gather %t[%idx] gather_dims([1]) : (tensor<4x8xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1xf32>
  %gu = tensor.gather %t[%idx] gather_dims([1]) unique : (tensor<4x8xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1xf32>
  %ge = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x3xf32>
  %rk = tensor.rank %d : tensor<?x?xf32>
  %bc = tensor.bitcast %t : tensor<4x8xf32> to tensor<4x8xi32>
  return %is : tensor<4x8xf32>
}
