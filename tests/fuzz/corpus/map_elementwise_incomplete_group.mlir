// RUN: xtriton-opt --pass-pipeline='builtin.module(triton-arith-to-linalg{addptr-to-linalg=true assert-to-cf=true exact=false pids-to-func-args=true tensor-ptr-to-linalg=false transpose-reduce-to-rank0=true tt-to-func-func=true})' %s
// exception: triton-arith-to-linalg: AssertionError in passes/linalg/patterns/map_elementwise.py:_reshaped
tt.func @packed(%x: tensor<1x1xi32>) -> tensor<1x1xi32> {
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tt.map_elementwise.return %b, %a : i32, i32
  }) : (tensor<1x1xi32>) -> tensor<1x1xi32>
  tt.return %0 : tensor<1x1xi32>
}
