// RUN: xtriton-opt %s --triton-arith-to-linalg=tensor-ptr-to-linalg --split-input-file | filecheck %s

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @kernel(%arg0: !tt.ptr<i32>, %arg1: tensor<4xi64>, %arg2: tensor<4xi1>, %arg3: tensor<4xf32>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32) -> tensor<4xi64> {
// CHECK-NEXT:   %0 = tensor.empty() : tensor<4x!tt.ptr<i32>>
// CHECK-NEXT:   %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<4xi64>) outs(%0 : tensor<4x!tt.ptr<i32>>) {
// CHECK-NEXT:   ^bb0(%in: i64, %out: !tt.ptr<i32>):
// CHECK-NEXT:     %9 = tt.int_to_ptr %in : i64 -> !tt.ptr<i32>
// CHECK-NEXT:     linalg.yield %9 : !tt.ptr<i32>
// CHECK-NEXT:   } -> tensor<4x!tt.ptr<i32>>
// CHECK-NEXT:   %2 = tensor.empty() : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4x!tt.ptr<i32>>) outs(%2 : tensor<4x!tt.ptr<f32>>) {
// CHECK-NEXT:   ^bb0(%in: !tt.ptr<i32>, %out: !tt.ptr<f32>):
// CHECK-NEXT:     %9 = tt.bitcast %in : !tt.ptr<i32> -> !tt.ptr<f32>
// CHECK-NEXT:     linalg.yield %9 : !tt.ptr<f32>
// CHECK-NEXT:   } -> tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %4 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:   %5 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%3, %arg2, %arg3 : tensor<4x!tt.ptr<f32>>, tensor<4xi1>, tensor<4xf32>) outs(%4 : tensor<4xf32>) {
// CHECK-NEXT:   ^bb0(%in: !tt.ptr<f32>, %in_0: i1, %in_1: f32, %out: f32):
// CHECK-NEXT:     %9 = tt.load %in, %in_0, %in_1 : !tt.ptr<f32>
// CHECK-NEXT:     linalg.yield %9 : f32
// CHECK-NEXT:   } -> tensor<4xf32>
// CHECK-NEXT:   linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %5, %arg2 : tensor<4x!tt.ptr<f32>>, tensor<4xf32>, tensor<4xi1>) {
// CHECK-NEXT:   ^bb0(%in: !tt.ptr<f32>, %in_0: f32, %in_1: i1):
// CHECK-NEXT:     tt.store %in, %in_0, %in_1 : !tt.ptr<f32>
// CHECK-NEXT:     linalg.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   %6 = tt.load %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   tt.store %arg0, %6 : !tt.ptr<i32>
// CHECK-NEXT:   %7 = tensor.empty() : tensor<4xi64>
// CHECK-NEXT:   %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<4x!tt.ptr<f32>>) outs(%7 : tensor<4xi64>) {
// CHECK-NEXT:   ^bb0(%in: !tt.ptr<f32>, %out: i64):
// CHECK-NEXT:     %9 = tt.ptr_to_int %in : !tt.ptr<f32> -> i64
// CHECK-NEXT:     linalg.yield %9 : i64
// CHECK-NEXT:   } -> tensor<4xi64>
// CHECK-NEXT:   return %8 : tensor<4xi64>
// CHECK-NEXT: }
tt.func @kernel(%p: !tt.ptr<i32>, %i: tensor<4xi64>, %m: tensor<4xi1>, %o: tensor<4xf32>) -> tensor<4xi64> {
  %q = tt.int_to_ptr %i : tensor<4xi64> -> tensor<4x!tt.ptr<i32>>
  %f = tt.bitcast %q : tensor<4x!tt.ptr<i32>> -> tensor<4x!tt.ptr<f32>>
  %v = tt.load %f, %m, %o : tensor<4x!tt.ptr<f32>>
  tt.store %f, %v, %m : tensor<4x!tt.ptr<f32>>
  %one = tt.load %p : !tt.ptr<i32>
  tt.store %p, %one : !tt.ptr<i32>
  %r = tt.ptr_to_int %f : tensor<4x!tt.ptr<f32>> -> tensor<4xi64>
  tt.return %r : tensor<4xi64>
}
