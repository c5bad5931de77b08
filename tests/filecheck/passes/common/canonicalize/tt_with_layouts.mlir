// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Operations of tt become ones of ttg, which are canonicalized in turn, though none is there at first.
#rows = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#columns = #ttg.linear<{register = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 32], [0, 64]], block = []}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: tt.func @transposed_twice(%arg0: tensor<128x4xf16, #linear>) -> tensor<128x4xf16, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<128x4xf16, #linear> -> tensor<128x4xf16, #blocked>
  // CHECK-NEXT:   tt.return %0 : tensor<128x4xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @transposed_twice(%x: tensor<128x4xf16, #rows>) -> tensor<128x4xf16, #blocked> {
    %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<128x4xf16, #rows> -> tensor<4x128xf16, #columns>
    %y = tt.trans %t {order = array<i32: 1, 0>} : tensor<4x128xf16, #columns> -> tensor<128x4xf16, #blocked>
    tt.return %y : tensor<128x4xf16, #blocked>
  }
}
