// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-arith-to-linalg{pids-to-func-args=false tensor-ptr-to-linalg=true exact=true}' %s
// invalid: triton-arith-to-linalg: op operand has type but parent op expected threadsPerWarp warpsPerCTA order
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @two_partitions(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: i32) -> (i32, tensor<128xi32, #blocked>) {
    %0:2 = ttg.warp_specialize(%arg0, %arg1)
    default {
      %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
      ttg.warp_yield %arg2, %1 : i32, tensor<128xi32, #blocked>
    }
    partition0(%arg3: i32, %arg4: !tt.ptr<i32>) num_warps(2) {
      ttg.warp_return
    }
    partition1(%arg3: i32, %arg4: !tt.ptr<i32>) num_warps(1) {
      ttg.warp_return
    } : (i32, !tt.ptr<i32>) -> (i32, tensor<128xi32, #blocked>)
    tt.return %0#0, %0#1 : i32, tensor<128xi32, #blocked>
  }
}
