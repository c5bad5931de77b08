// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental' %s
// invalid: triton-to-linalg-experimental: op partition region argument has type but corresponding capture has type
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @nothing_unneeded(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> (i32, i32) {
    %0:2 = ttg.warp_specialize(%arg0, %arg2)
    default {
      ttg.warp_yield %arg0, %arg1 : i32, i32
    }
    partition0(%arg3: i32, %arg4: !tt.ptr<i32>) num_warps(4) {
      tt.store %arg4, %arg3 : !tt.ptr<i32>
      ttg.warp_return
    } : (i32, !tt.ptr<i32>) -> (i32, i32)
    tt.return %0#0, %0#1 : i32, i32
  }
}
