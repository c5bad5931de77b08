// RUN: xtriton-opt --pass-pipeline='builtin.module(triton-arith-to-linalg{addptr-to-linalg=true assert-to-cf=true exact=false pids-to-func-args=true tensor-ptr-to-linalg=false transpose-reduce-to-rank0=true tt-to-func-func=true})' %s
// invalid: triton-arith-to-linalg: type of return operand match function result type in function
tt.func @cat(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<16xi32> {
  %0 = tt.cat %x, %y : tensor<2xi32> -> tensor<16xi32>
  tt.return %0 : tensor<16xi32>
}
