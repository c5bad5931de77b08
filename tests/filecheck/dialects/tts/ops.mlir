// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @f(%arg0: !tt.ptr<f32>, %arg1: index, %arg2: tensor<4xi32>, %arg3: tensor<4xi1>, %arg4: tensor<4xf32>, %arg5: f32, %arg6: i32) {
// CHECK-NEXT:   %0 = tts.make_tptr %arg0 to sizes: [4, 256], strides: [1, %arg1], offsets: [%arg1, 0], shape: [0, 0], order: [] : <f32> to tensor<4x256x!tt.ptr<f32>>
// CHECK-NEXT:   %1 = tts.make_tptr %arg0 to sizes: [4, 256], strides: [1, %arg1], offsets: [%arg1, 0], shape: [%arg1, 5], order: [1, 0] : <f32> to !tt.ptr<tensor<4x256xf32>>
// CHECK-NEXT:   %2 = tts.make_gather_scatter_tptr %arg0 to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %arg2, strides: [%arg1, 1], offsets: [0, 5] : tensor<4xi32>  <f32> to !tt.ptr<tensor<4x8xf32>>
// CHECK-NEXT:   %3 = tts.make_gather_scatter_tptr %arg0 to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %arg2 gather_scatter_mask: %arg3, strides: [%arg1, 1], offsets: [0, 5] : tensor<4xi32> tensor<4xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
// CHECK-NEXT:   %4 = "tts.load"(%0) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<4x256x!tt.ptr<f32>>) -> tensor<4x256xf32>
// CHECK-NEXT:   %5 = "tts.load"(%3, %arg1, %arg5) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_mask_dims = array<i64: 0, -9223372036854775808>}> : (!tt.ptr<tensor<4x8xf32>>, index, f32) -> tensor<4x8xf32>
// CHECK-NEXT:   "tts.store"(%0, %4) <{static_mask_dims = array<i64>}> : (tensor<4x256x!tt.ptr<f32>>, tensor<4x256xf32>) -> ()
// CHECK-NEXT:   %6 = tts.gather %arg0[%arg2] : (<f32>, tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT:   %7 = tts.gather %arg0[%arg2] mask = %arg3 default = %arg5 : (<f32>, tensor<4xi32>) -> tensor<4xf32>
// CHECK-NEXT:   tts.scatter %7 into %arg0[%arg2] mask = %arg3 : tensor<4xf32> into (<f32>, tensor<4xi32>)
// CHECK-NEXT:   tts.scatter %arg5 into %arg0[%arg6] : f32 into (<f32>, i32)
// CHECK-NEXT:   %8 = tts.make_tptr %arg0 to sizes: [4], strides: [1], offsets: [%arg1], shape: [0], order: [] : <f32> to tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %9 = "tts.masked_load"(%8, %arg3, %arg5) : (tensor<4x!tt.ptr<f32>>, tensor<4xi1>, f32) -> tensor<4xf32>
// CHECK-NEXT:   %10 = "tts.masked_load"(%8, %arg3) : (tensor<4x!tt.ptr<f32>>, tensor<4xi1>) -> tensor<4xf32>
// CHECK-NEXT:   "tts.masked_store"(%8, %9, %arg3) : (tensor<4x!tt.ptr<f32>>, tensor<4xf32>, tensor<4xi1>) -> ()
// CHECK-NEXT:   %structured, %offsets, %strides = "tts.get_structured_state"(%arg2) <{resultSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4xi32>) -> (tensor<4xi32>, index, index)
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }

tt.func @f(%p: !tt.ptr<f32>, %n: index, %o: tensor<4xi32>, %m: tensor<4xi1>, %v: tensor<4xf32>, %f: f32, %i: i32) {
  %0 = tts.make_tptr %p to sizes: [4, 256], strides: [1, %n], offsets: [%n, 0], shape: [0, 0], order: [] : <f32> to tensor<4x256x!tt.ptr<f32>>
  %1 = tts.make_tptr %p to sizes: [4, 256], strides: [1, %n], offsets: [%n, 0], shape: [%n, 5], order: [1, 0] : <f32> to !tt.ptr<tensor<4x256xf32>>
  %2 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o, strides: [%n, 1], offsets: [0, 5] : tensor<4xi32> <f32> to !tt.ptr<tensor<4x8xf32>>
  %3 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [%n, 1], offsets: [0, 5] : tensor<4xi32> tensor<4xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
  %4 = "tts.load"(%0) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (tensor<4x256x!tt.ptr<f32>>) -> tensor<4x256xf32>
  %5 = "tts.load"(%3, %n, %f) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_mask_dims = array<i64: 0, -9223372036854775808>}> : (!tt.ptr<tensor<4x8xf32>>, index, f32) -> tensor<4x8xf32>
  "tts.store"(%0, %4) <{static_mask_dims = array<i64>}> : (tensor<4x256x!tt.ptr<f32>>, tensor<4x256xf32>) -> ()
  %6 = tts.gather %p[%o] : (<f32>, tensor<4xi32>) -> tensor<4xf32>
  %7 = tts.gather %p[%o] mask = %m default = %f : (<f32>, tensor<4xi32>) -> tensor<4xf32>
  tts.scatter %7 into %p[%o] mask = %m : tensor<4xf32> into (<f32>, tensor<4xi32>)
  tts.scatter %f into %p[%i] : f32 into (<f32>, i32)
  %8 = tts.make_tptr %p to sizes: [4], strides: [1], offsets: [%n], shape: [0], order: [] : <f32> to tensor<4x!tt.ptr<f32>>
  %9 = "tts.masked_load"(%8, %m, %f) : (tensor<4x!tt.ptr<f32>>, tensor<4xi1>, f32) -> tensor<4xf32>
  %10 = "tts.masked_load"(%8, %m) : (tensor<4x!tt.ptr<f32>>, tensor<4xi1>) -> tensor<4xf32>
  "tts.masked_store"(%8, %9, %m) : (tensor<4x!tt.ptr<f32>>, tensor<4xf32>, tensor<4xi1>) -> ()
  %s, %off, %st = "tts.get_structured_state"(%o) <{resultSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4xi32>) -> (tensor<4xi32>, index, index)
  tt.return
}
