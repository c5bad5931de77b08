// RUN: xtriton-opt %s --triton=3.9 --convert-triton-version=3.8 | filecheck %s --check-prefix=EIGHT
// RUN: xtriton-opt %s --triton=3.9 --convert-triton-version=3.8 | xtriton-opt - --triton=3.8 | filecheck %s --check-prefix=EIGHT
// RUN: xtriton-opt %s --triton=3.9 --convert-triton-version=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --convert-triton-version=3.6 | xtriton-opt - --triton=3.6 | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#same = #ttg.linear<{register = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 256, colStride = 1>
// CHECK-DAG: #tmem1 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Source and result have one encoding before 3.9.
  // EIGHT: tt.func @broadcast
  // EIGHT-NEXT: %0 = ttg.convert_layout %arg0 : tensor<128x1xf32, #linear> -> tensor<128x1xf32, #blocked>
  // EIGHT-NEXT: %1 = tt.broadcast %0 : tensor<128x1xf32, #blocked> -> tensor<128x4xf32, #blocked>
  // EIGHT-NEXT: tt.return %1
  // CHECK: tt.func @broadcast
  // CHECK-NEXT: %0 = ttg.convert_layout %arg0 : tensor<128x1xf32, #linear> -> tensor<128x1xf32, #blocked>
  // CHECK-NEXT: %1 = tt.broadcast %0 : tensor<128x1xf32, #blocked> -> tensor<128x4xf32, #blocked>
  // CHECK-NEXT: tt.return %1
  tt.func @broadcast(%x: tensor<128x1xf32, #same>) -> tensor<128x4xf32, #blocked> {
    %0 = tt.broadcast %x : tensor<128x1xf32, #same> -> tensor<128x4xf32, #blocked>
    tt.return %0 : tensor<128x4xf32, #blocked>
  }

  // EIGHT: tt.func @broadcast_in_one
  // EIGHT-NEXT: tt.broadcast %arg0
  tt.func @broadcast_in_one(%x: tensor<128x1xf32, #blocked>) -> tensor<128x4xf32, #blocked> {
    %0 = tt.broadcast %x : tensor<128x1xf32, #blocked> -> tensor<128x4xf32, #blocked>
    tt.return %0 : tensor<128x4xf32, #blocked>
  }

  // The blocks of a slice are no wider than the slice before 3.8, however many rows it has.
  // EIGHT: tt.func @slice
  // EIGHT-NEXT: ttng.tmem_subslice %arg0 {N = 64 : i32} : !ttg.memdesc<128x256xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x256>
  // CHECK: tt.func @slice
  // CHECK-NEXT: ttng.tmem_subslice %arg0 {N = 64 : i32} : {{.*}} -> !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable, 128x256>
  tt.func @slice(%m: !ttg.memdesc<128x256xf32, #tmem, #ttng.tensor_memory, mutable>) {
    %0 = ttng.tmem_subslice %m {offset = 64 : i32} : !ttg.memdesc<128x256xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x256>
    tt.return
  }
}
