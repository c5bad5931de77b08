// RUN: xtriton-opt --pass-pipeline='triton-reorder-broadcast' %s
// invalid: triton-reorder-broadcast: op operand must be or ranked tensor of values or integer or ranked tensor of int
module {
  tt.func @f0(%arg0: tensor<1x4xi8>, %arg1: tensor<4xi64>, %arg2: tensor<4xf64>, %arg3: tensor<2x4xi16>, %arg4: tensor<1x4xi16>, %arg5: tensor<2x4xi16>, %arg6: i1, %arg7: tensor<4xi8>) -> (tensor<1x4xindex>, tensor<2x4xi16>, tensor<4xi8>, i1, tensor<1x4xindex>) {
    %cst = arith.constant dense<0> : tensor<1x4xindex>
    %0 = arith.floordivsi %cst, %cst : tensor<1x4xindex>
    tt.return %cst, %arg5, %arg7, %arg6, %0 : tensor<1x4xindex>, tensor<2x4xi16>, tensor<4xi8>, i1, tensor<1x4xindex>
  }
}
