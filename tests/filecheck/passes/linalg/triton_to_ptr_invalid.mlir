// RUN: xtriton-opt %s --triton=3.6 --triton-to-linalg-experimental --split-input-file --verify-diagnostics

tt.func @f(%t: tensor<8x!tt.ptr<!tt.ptr<f32>>>, %v: tensor<8x!tt.ptr<f32>>) -> tensor<8x!tt.ptr<f32>> {
// expected-error @below {{'tt.atomic_rmw' cannot be lowered to linalg: there is no 'min' of pointers; use tl.atomic_xchg or tl.atomic_cas}}
%0 = tt.atomic_rmw min, acq_rel, gpu, %t, %v : (tensor<8x!tt.ptr<!tt.ptr<f32>>>, tensor<8x!tt.ptr<f32>>) -> tensor<8x!tt.ptr<f32>>
tt.return %0: tensor<8x!tt.ptr<f32>>
}
