// RUN: xtriton-opt %s --triton-arith-to-linalg='pids-to-func-args=false tt-to-func-func=false addptr-to-linalg=false assert-to-cf=false transpose-reduce-to-rank0=false' --split-input-file | filecheck %s

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK-LABEL: tt.func @kernel(%arg0: !tt.ptr<f32>, %arg1: tensor<4x8xf32>) -> tensor<4xf32> {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.get_program_id x : i32
// CHECK-NEXT:   %1 = tensor.empty() : tensor<4xi32>
// CHECK-NEXT:   %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%1 : tensor<4xi32>) {
// CHECK-NEXT:   ^bb0(%out: i32):
// CHECK-NEXT:     %11 = linalg.index 0 : index
// CHECK-NEXT:     %12 = arith.index_cast %11 : index to i32
// CHECK-NEXT:     linalg.yield %12 : i32
// CHECK-NEXT:   } -> tensor<4xi32>
// CHECK-NEXT:   %3 = tensor.empty() : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %4 = linalg.fill ins(%arg0 : !tt.ptr<f32>) outs(%3 : tensor<4x!tt.ptr<f32>>) -> tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %5 = tt.addptr %4, %2 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
// CHECK-NEXT:   %6 = tt.load %5 : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   %7 = arith.cmpi slt, %0, %c1_i32 : i32
// CHECK-NEXT:   tt.assert %7, "first" : i1
// CHECK-NEXT:   %8 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:   %transposed = linalg.transpose ins(%arg1 : tensor<4x8xf32>) outs(%8 : tensor<8x4xf32>) permutation = [1, 0]
// CHECK-NEXT:   %9 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:   %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %reduced = linalg.reduce ins(%transposed : tensor<8x4xf32>) outs(%10 : tensor<4xf32>) dimensions = [0]
// CHECK-NEXT:     (%in: f32, %init: f32) {
// CHECK-NEXT:       %11 = arith.addf %in, %init : f32
// CHECK-NEXT:       linalg.yield %11 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   tt.store %5, %reduced : tensor<4x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %6 : tensor<4xf32>
// CHECK-NEXT: }
tt.func @kernel(%p: !tt.ptr<f32>, %x: tensor<4x8xf32>) -> tensor<4xf32> {
  %0 = tt.get_program_id x : i32
  %r = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %a = tt.addptr %q, %r : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %v = tt.load %a : tensor<4x!tt.ptr<f32>>
  %one = arith.constant 1 : i32
  %c = arith.cmpi slt, %0, %one : i32
  tt.assert %c, "first" : i1
  %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%u: f32, %w: f32):
    %m = arith.addf %u, %w : f32
    tt.reduce.return %m : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  tt.store %a, %s : tensor<4x!tt.ptr<f32>>
  tt.return %v : tensor<4xf32>
}
