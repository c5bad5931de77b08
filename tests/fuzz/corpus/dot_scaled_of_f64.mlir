// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(triton-arith-to-linalg{addptr-to-linalg=true assert-to-cf=true exact=true pids-to-func-args=true tensor-ptr-to-linalg=false transpose-reduce-to-rank0=true tt-to-func-func=true})' %s
// invalid: triton-arith-to-linalg: op operand type and result type are cast incompatible
tt.func @small_floats(%a: tensor<32x32xf64>, %s: tensor<32x1xf64>, %b: tensor<32x32xf8E5M2>, %c: tensor<32x32xf32>) -> tensor<32x32xf32 > {
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e3m2 rhs = e5m2 {fastMath = false} : tensor<32x32xf64>, tensor<32x1xf64> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  tt.return %0 : tensor<32x32xf32>
}
