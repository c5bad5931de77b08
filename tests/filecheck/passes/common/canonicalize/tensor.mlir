// RUN: xtriton-opt %s --canonicalize | filecheck %s

// CHECK: func.func @t(%arg0: tensor<4x8xf32>, %arg1: index, %arg2: tensor<?x8xf32>, %arg3: f32) -> (tensor<4x8xf32>, index, f32, tensor<?x?xf32>, tensor<4x?xf32>, tensor<4x8xf32>, tensor<32xf32>, f32, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %cst_1 = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %0 = tensor.empty(%arg1) : tensor<4x?xf32>
// CHECK-NEXT:   %cast = tensor.cast %0 : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT:   %extracted_slice = tensor.extract_slice %arg0[0, 0] [4, %arg1] [1, 1] : tensor<4x8xf32> to tensor<4x?xf32>
// CHECK-NEXT:   %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<4x8xf32> into tensor<32xf32>
// CHECK-NEXT:   return %arg0, %c4, %cst_1, %cast, %extracted_slice, %arg0, %collapsed, %arg3, %cst_0, %cst_0, %cst : tensor<4x8xf32>, index, f32, tensor<?x?xf32>, tensor<4x?xf32>, tensor<4x8xf32>, tensor<32xf32>, f32, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
// CHECK-NEXT: }
// CHECK: func.func @i(%arg0: tensor<4x8xf32>, %arg1: index, %arg2: tensor<4x?xf32>, %arg3: index, %arg4: tensor<4x8xf32>, %arg5: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, index, index, tensor<2x4xf32>, tensor<8x4xf32>, tensor<1xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<5> : tensor<1xi32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %inserted_slice = tensor.insert_slice %arg2 into %arg0[0, 0] [4, %arg1] [1, 1] : tensor<4x?xf32> into tensor<4x8xf32>
// CHECK-NEXT:   %dim = tensor.dim %arg2, %c1 : tensor<4x?xf32>
// CHECK-NEXT:   %expanded = tensor.expand_shape %arg5 {{\[\[}}0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
// CHECK-NEXT:   %0 = tensor.empty() : tensor<32xf32>
// CHECK-NEXT:   %expanded_0 = tensor.expand_shape %0 {{\[\[}}0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
// CHECK-NEXT:   return %inserted_slice, %arg4, %dim, %arg1, %expanded, %expanded_0, %cst : tensor<4x8xf32>, tensor<4x8xf32>, index, index, tensor<2x4xf32>, tensor<8x4xf32>, tensor<1xi32>
// CHECK-NEXT: }

func.func @t(%t: tensor<4x8xf32>, %n: index, %u: tensor<?x8xf32>, %f: f32) -> (tensor<4x8xf32>, index, f32, tensor<?x?xf32>, tensor<4x?xf32>, tensor<4x8xf32>, tensor<32xf32>, f32, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant dense<2.0> : tensor<4x8xf32>
  %one = arith.constant 1.0 : f32
  %ca = tensor.cast %t : tensor<4x8xf32> to tensor<?x8xf32>
  %cb = tensor.cast %ca : tensor<?x8xf32> to tensor<4x8xf32>
  %d = tensor.dim %ca, %c0 : tensor<?x8xf32>
  %x = tensor.extract %cst[%c0, %c1] : tensor<4x8xf32>
  %e = tensor.empty(%c4, %n) : tensor<?x?xf32>
  %s = tensor.extract_slice %t[%c0, 0] [4, %n] [1, 1] : tensor<4x8xf32> to tensor<4x?xf32>
  %full = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  %xs = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
  %cs = tensor.collapse_shape %xs [[0, 1, 2]] : tensor<2x2x8xf32> into tensor<32xf32>
  %fe = tensor.from_elements %f, %f, %f, %f : tensor<4xf32>
  %y = tensor.extract %fe[%c1] : tensor<4xf32>
  %sp = tensor.splat %one : tensor<4xf32>
  %z = tensor.from_elements %one, %one, %one, %one : tensor<4xf32>
  %zs = tensor.extract_slice %z[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %cb, %d, %x, %e, %s, %full, %cs, %y, %sp, %z, %zs : tensor<4x8xf32>, index, f32, tensor<?x?xf32>, tensor<4x?xf32>, tensor<4x8xf32>, tensor<32xf32>, f32, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}
func.func @i(%t: tensor<4x8xf32>, %n: index, %s: tensor<4x?xf32>, %m : index, %q: tensor<4x8xf32>, %e1: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, index, index, tensor<2x4xf32>, tensor<8x4xf32>, tensor<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = tensor.insert_slice %s into %t[%c0, 0] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<4x8xf32>
  %b = tensor.insert_slice %q into %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x8xf32>
  %d = tensor.dim %s, %c1 : tensor<4x?xf32>
  %es = tensor.extract_slice %t[0, 0] [4, %n] [1, 1] : tensor<4x8xf32> to tensor<4x?xf32>
  %d2 = tensor.dim %es, %c1 : tensor<4x?xf32>
  %x1 = tensor.expand_shape %e1 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %w = tensor.empty() : tensor<32xf32>
  %x2 = tensor.expand_shape %w [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
  %k = arith.constant dense<5> : tensor<1xi32>
  %ke = tensor.expand_shape %k [[0, 1]] output_shape [1, 1] : tensor<1xi32> into tensor<1x1xi32>
  %kc = tensor.collapse_shape %ke [[0, 1]] : tensor<1x1xi32> into tensor<1xi32>
  return %a, %b, %d, %d2, %x1, %x2, %kc : tensor<4x8xf32>, tensor<4x8xf32>, index, index, tensor<2x4xf32>, tensor<8x4xf32>, tensor<1xi32>
}
