// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(triton-to-linalg{fallback=true safe=true})' %s
// invalid: triton-to-linalg: op type of yield operand match the element type of the enclosing op
module {
  tt.func @gathered(%arg0: !tt.ptr<!tt.ptr<tensor<4xf32>>>, %arg1: tensor<8xi32>, %arg2: tensor<8x!tt.ptr<!tt.ptr<tensor<4xf32>>>>) -> tensor<8x!tt.ptr<tensor<4xf32>>> {
    %0 = tt.load %arg2 : tensor<8x!tt.ptr<!tt.ptr<tensor<4xf32>>>>
    tt.return %0 : tensor<8x!tt.ptr<tensor<4xf32>>>
  }
}
