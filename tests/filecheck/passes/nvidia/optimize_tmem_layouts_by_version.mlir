// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-optimize-tmem-layouts | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --triton-nvidia-optimize-tmem-layouts | filecheck %s --check-prefix=COLUMNS
// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-optimize-tmem-layouts | filecheck %s --check-prefix=NARROW

// Views of halves of the columns have the encoding of the memory since 3.8; before, blocks are no wider than the view.
#rows = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#split = #ttg.blocked<{sizePerThread = [1, 2, 64], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 64, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#half = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // CHECK-LABEL: @halves
  // CHECK: ttng.tmem_subslice %{{.*}} {offset = 0 : i32} : {{.*}} -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, 128x128>
  // CHECK: ttng.tmem_subslice %{{.*}} {offset = 64 : i32}
  // COLUMNS-LABEL: @halves
  // COLUMNS: ttng.tmem_subslice %{{.*}} {N = 0 : i32} : {{.*}} -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, 128x128>
  // NARROW-LABEL: @halves
  // NARROW: ttng.tmem_subslice %{{.*}} {N = 0 : i32} : {{.*}} -> !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, 128x128>
  tt.func @halves(%m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory>) -> (tensor<128x64xf32, #half>, tensor<128x64xf32, #half>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory> -> tensor<128x128xf32, #rows>
    %r = tt.reshape %x : tensor<128x128xf32, #rows> -> tensor<128x2x64xf32, #split>
    %t = tt.trans %r {order = array<i32: 0, 2, 1>} : tensor<128x2x64xf32, #split> -> tensor<128x64x2xf32, #pairs>
    %a, %b = tt.split %t : tensor<128x64x2xf32, #pairs> -> tensor<128x64xf32, #half>
    tt.return %a, %b : tensor<128x64xf32, #half>, tensor<128x64xf32, #half>
  }
}
