// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{invalid tensor element type}}
tt.func private @f(tensor<2xtensor<2xf32>>) -> ()

// -----

// expected-error @below {{invalid tensor element type}}
tt.func private @f(tensor<2xnone>) -> ()

// -----

// expected-error @below {{expected '>' in tensor type}}
tt.func private @f(tensor<2xf32,, 3>) -> ()

// -----

// expected-error @below {{cannot apply encoding to unranked tensor}}
tt.func private @f(tensor<*xf32, 3>) -> ()

// -----

// expected-error @below {{invalid dimension}}
tt.func private @f(tensor<9223372036854775808xf32>) -> ()

// -----

// expected-error @below {{expected 'x' in dimension list}}
tt.func private @f(tensor<4 f32>) -> ()

// -----

// expected-error @below {{failed to verify 'elementType': VectorElementTypeInterface instance}}
tt.func private @f(vector<2xvector<2xf32>>) -> ()

// -----

// expected-error @below {{failed to verify 'elementType': VectorElementTypeInterface instance}}
tt.func private @f(vector<2x!tt.ptr<f32>>) -> ()

// -----

// expected-error @below {{vector types must have positive constant sizes but got 2, 0}}
tt.func private @f(vector<2x0xf32>) -> ()

// -----

// expected-error @below {{missing ']' closing scalable dimension}}
tt.func private @f(vector<[4xf32>) -> ()

// -----

// expected-error @below {{invalid memref element type}}
tt.func private @f(memref<2xtensor<2xf32>>) -> ()

// -----

// expected-error @below {{multiple memory spaces specified in memref type}}
tt.func private @f(memref<2xf32, 1, 2>) -> ()

// -----

// expected-error @below {{cannot have affine map for unranked memref type}}
tt.func private @f(memref<*xf32, affine_map<(d0) -> (d0)>>) -> ()

// -----

// expected-error @below {{expected memory space to be last in memref type}}
tt.func private @f(memref<2xf32, 1, affine_map<(d0) -> (d0)>>) -> ()

// -----

// expected-error @below {{memref layout mismatch between rank and affine map: 1 != 2}}
tt.func private @f(memref<2xf32, affine_map<(d0, d1) -> (d0)>>) -> ()

// -----

// expected-error @below {{expected the number of strides to match the rank}}
tt.func private @f(memref<2xf32, strided<[1, 2]>>) -> ()

// -----

// expected-error @below {{expected list element}}
tt.func private @f(memref<2xf32,>) -> ()

// -----

// expected-error @below {{expected ',' or '>' in memref type}}
tt.func private @f(memref<2xf32 3>) -> ()

// -----

// expected-error @below {{invalid element type for complex}}
tt.func private @f(complex<index>) -> ()
