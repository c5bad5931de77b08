// RUN: xtriton-opt %s --triton=3.8 --tritongpu-accelerate-matmul | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --tritongpu-accelerate-matmul | filecheck %s

// Registers for an accumulator that two CTAs share since Triton 3.8: each has those of its part of tensor memory.

// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = {{\[\[}}128, 0{{\]\]}}}>
// CHECK-DAG: #linear1 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 32{{\]\]}}, warp = {{\[\[}}16, 0], [32, 0{{\]\]}}, block = {{\[\[}}64, 0{{\]\]}}}>
// CHECK-DAG: #linear2 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = {{\[\[}}0, 32{{\]\]}}}>
// CHECK-DAG: #linear3 = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = {{\[\[}}0, 0{{\]\]}}}>
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = {{\[\[}}1, 0{{\]\]}}>
// CHECK-DAG: #tmem1 = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CGALayout = {{\[\[}}1, 0{{\]\]}}>
// CHECK-DAG: #tmem2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = {{\[\[}}0, 1{{\]\]}}>
// CHECK-DAG: #tmem3 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = {{\[\[}}0, 0{{\]\]}}>

#of_rows = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#of_columns = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#of_copies = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: tt.func @rows(
  // CHECK: ttng.tmem_alloc %{{[0-9]+}} : (tensor<256x128xf32, #linear>) -> (!ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK: ttng.tmem_load {{.*}} -> tensor<256x128xf32, #linear>
  tt.func @rows(%a: tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_rows}>>, %b: tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #of_rows}>>, %c: tensor<256x128xf32, #of_rows>) -> tensor<256x128xf32, #of_rows> {
    %d = tt.dot %a, %b, %c : tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_rows}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #of_rows}>> -> tensor<256x128xf32, #of_rows>
    tt.return %d : tensor<256x128xf32, #of_rows>
  }
  // CHECK: tt.func @half_rows(
  // CHECK: ttng.tmem_alloc %{{[0-9]+}} : (tensor<128x64xf32, #linear1>) -> (!ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK: ttng.tmem_load {{.*}} -> tensor<128x64xf32, #linear1>
  tt.func @half_rows(%a: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_rows}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #of_rows}>>, %c: tensor<128x64xf32, #of_rows>) -> tensor<128x64xf32, #of_rows> {
    %d = tt.dot %a, %b, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_rows}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #of_rows}>> -> tensor<128x64xf32, #of_rows>
    tt.return %d : tensor<128x64xf32, #of_rows>
  }
  // CHECK: tt.func @columns(
  // CHECK: ttng.tmem_alloc %{{[0-9]+}} : (tensor<128x64xf32, #linear2>) -> (!ttg.memdesc<128x64xf32, #tmem2, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK: ttng.tmem_load {{.*}} -> tensor<128x64xf32, #linear2>
  tt.func @columns(%a: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_columns}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #of_columns}>>, %c: tensor<128x64xf32, #of_columns>) -> tensor<128x64xf32, #of_columns> {
    %d = tt.dot %a, %b, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_columns}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #of_columns}>> -> tensor<128x64xf32, #of_columns>
    tt.return %d : tensor<128x64xf32, #of_columns>
  }
  // CHECK: tt.func @copies(
  // CHECK: ttng.tmem_alloc %{{[0-9]+}} : (tensor<128x64xf32, #linear3>) -> (!ttg.memdesc<128x64xf32, #tmem3, #ttng.tensor_memory, mutable>, !ttg.async.token)
  // CHECK: ttng.tmem_load {{.*}} -> tensor<128x64xf32, #linear3>
  tt.func @copies(%a: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_copies}>>, %b: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #of_copies}>>, %c: tensor<128x64xf32, #of_copies>) -> tensor<128x64xf32, #of_copies> {
    %d = tt.dot %a, %b, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #of_copies}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #of_copies}>> -> tensor<128x64xf32, #of_copies>
    tt.return %d : tensor<128x64xf32, #of_copies>
  }
}
