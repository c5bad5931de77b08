// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-arith-to-linalg{tensor-ptr-to-linalg=true}' %s
// invalid: triton-arith-to-linalg: op requires the same shape for all operands and results
module {
  tt.func @gathered(%arg0: tensor<8x!tt.ptr<!tt.ptr<tensor<4xf32>>>>) -> tensor<8x!tt.ptr<tensor<4xf32>>> {
    %0 = tt.load %arg0 : tensor<8x!tt.ptr<!tt.ptr<tensor<4xf32>>>>
    tt.return %0 : tensor<8x!tt.ptr<tensor<4xf32>>>
  }
}
