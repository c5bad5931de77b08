// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s

// Blanks may stand in a list of dimensions.
// CHECK: tt.func private @tensors(tensor<4xf32>, tensor<4x2x?xi1>, tensor<2xf32>, tensor<9223372036854775807xf32>, tensor<*xi8>, tensor<2xvector<2xf32>>, tensor<2x!tt.ptr<f32>>, tensor<2xf32, 3 : i64>)
tt.func private @tensors(tensor<4 x f32>, tensor<4 x 2x ? x i1>, tensor<2xf32, >, tensor<9223372036854775807xf32>, tensor<*xi8>, tensor<2xvector<2xf32>>, tensor<2x!tt.ptr<f32>>, tensor<2xf32, 3>) -> ()

// CHECK: tt.func private @vectors(vector<4x[2]xf32>, vector<f16>, vector<2xindex>, vector<2x!llvm.ptr<3>>)
tt.func private @vectors(vector<4x[2]xf32>, vector<f16>, vector<2xindex>, vector<2x!llvm.ptr<3>>) -> ()

// A layout that is the identity and the memory space 0 are the default; a space has 64 bits unless it says otherwise.
// CHECK: tt.func private @memrefs(memref<4xf32>, memref<4xf32>, memref<4x?xf32, #map, 3>, memref<4xf32, 3 : i32>, memref<*xf32, 2>, memref<4xf32, strided<[1], offset: 3>, 2>, memref<2xmemref<*xi1>>)
tt.func private @memrefs(memref<4xf32, affine_map<(d0) -> (d0)>>, memref<4xf32, 0>, memref<4x?xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>, memref<4xf32, 3 : i32>, memref<*xf32, 2>, memref<4xf32, strided<[1], offset: 3>, 2>, memref<2xmemref<*xi1>>) -> ()

// CHECK: tt.func private @others(complex<f32>, complex<i7>, tuple<>, tuple<none, tuple<i1>>)
tt.func private @others(complex<f32>, complex<i7>, tuple<>, tuple<none, tuple<i1>>) -> ()
