// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-optimize-tmem-layouts | filecheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#rows3 = #ttg.blocked<{sizePerThread = [1, 2, 32], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#rows3t = #ttg.blocked<{sizePerThread = [1, 32, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#half = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#narrow = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#narrow3 = #ttg.blocked<{sizePerThread = [1, 2, 4], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 2, 1]}>
#narrow3t = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
#quarter = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem8 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 8, colStride = 1>

// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-DAG: #tmem1 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
// CHECK-DAG: #tmem2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 8, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Both halves of the columns are loaded by themselves.
  // CHECK: tt.func @split(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) -> (tensor<128x32xf32, #blocked>, tensor<128x32xf32, #blocked>) {
  // CHECK-NEXT:   %0 = ttng.tmem_subslice %arg0 {N = 0 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %result = ttng.tmem_load %0 : !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64> -> tensor<128x32xf32, #linear>
  // CHECK-NEXT:   %1 = ttg.convert_layout %result : tensor<128x32xf32, #linear> -> tensor<128x32xf32, #blocked>
  // CHECK-NEXT:   %2 = ttng.tmem_subslice %arg0 {N = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %result_0 = ttng.tmem_load %2 : !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64> -> tensor<128x32xf32, #linear>
  // CHECK-NEXT:   %3 = ttg.convert_layout %result_0 : tensor<128x32xf32, #linear> -> tensor<128x32xf32, #blocked>
  // CHECK-NEXT:   tt.return %1, %3 : tensor<128x32xf32, #blocked>, tensor<128x32xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @split(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) -> (tensor<128x32xf32, #half>, tensor<128x32xf32, #half>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #rows>
    %r = tt.reshape %x : tensor<128x64xf32, #rows> -> tensor<128x2x32xf32, #rows3>
    %t = tt.trans %r {order = array<i32: 0, 2, 1>} : tensor<128x2x32xf32, #rows3> -> tensor<128x32x2xf32, #rows3t>
    %a, %b = tt.split %t : tensor<128x32x2xf32, #rows3t> -> tensor<128x32xf32, #half>
    tt.return %a, %b : tensor<128x32xf32, #half>, tensor<128x32xf32, #half>
  }

  // So are halves that are stored.
  // CHECK: tt.func @join(%arg0: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %arg1: tensor<128x32xf32, #blocked>, %arg2: tensor<128x32xf32, #blocked>, %arg3: i1) {
  // CHECK-NEXT:   %true = arith.constant true
  // CHECK-NEXT:   %0 = ttng.tmem_subslice %arg0 {N = 0 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg1 : tensor<128x32xf32, #blocked> -> tensor<128x32xf32, #linear>
  // CHECK-NEXT:   ttng.tmem_store %1, %0, %true : tensor<128x32xf32, #linear> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %2 = ttng.tmem_subslice %arg0 {N = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg2 : tensor<128x32xf32, #blocked> -> tensor<128x32xf32, #linear>
  // CHECK-NEXT:   ttng.tmem_store %3, %2, %true : tensor<128x32xf32, #linear> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @join(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, %a: tensor<128x32xf32, #half>, %b: tensor<128x32xf32, #half>, %p: i1) {
    %j = tt.join %a, %b : tensor<128x32xf32, #half> -> tensor<128x32x2xf32, #rows3t>
    %t = tt.trans %j {order = array<i32: 0, 2, 1>} : tensor<128x32x2xf32, #rows3t> -> tensor<128x2x32xf32, #rows3>
    %r = tt.reshape %t : tensor<128x2x32xf32, #rows3> -> tensor<128x64xf32, #rows>
    %c = arith.constant true
    ttng.tmem_store %r, %m, %c : tensor<128x64xf32, #rows> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }

  // Not if a half is less than 8 columns, nor if something else is done in between.
  // CHECK: tt.func @other_splits(%arg0: !ttg.memdesc<128x8xf32, #tmem2, #ttng.tensor_memory, mutable>, %arg1: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) -> (tensor<128x4xf32, #blocked1>, tensor<128x32xf32, #blocked>) {
  // CHECK-NEXT:   %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x8xf32, #tmem2, #ttng.tensor_memory, mutable> -> tensor<128x8xf32, #blocked2>
  // CHECK-NEXT:   %0 = tt.reshape %result : tensor<128x8xf32, #blocked2> -> tensor<128x2x4xf32, #blocked3>
  // CHECK-NEXT:   %1 = tt.trans %0 {order = array<i32: 0, 2, 1>} : tensor<128x2x4xf32, #blocked3> -> tensor<128x4x2xf32, #blocked4>
  // CHECK-NEXT:   %outLHS, %outRHS = tt.split %1 : tensor<128x4x2xf32, #blocked4> -> tensor<128x4xf32, #blocked1>
  // CHECK-NEXT:   %result_0 = ttng.tmem_load %arg1 : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked5>
  // CHECK-NEXT:   %2 = tt.reshape %result_0 : tensor<128x64xf32, #blocked5> -> tensor<128x2x32xf32, #blocked6>
  // CHECK-NEXT:   %3 = arith.negf %2 : tensor<128x2x32xf32, #blocked6>
  // CHECK-NEXT:   %4 = tt.trans %3 {order = array<i32: 0, 2, 1>} : tensor<128x2x32xf32, #blocked6> -> tensor<128x32x2xf32, #blocked7>
  // CHECK-NEXT:   %outLHS_1, %outRHS_2 = tt.split %4 : tensor<128x32x2xf32, #blocked7> -> tensor<128x32xf32, #blocked>
  // CHECK-NEXT:   tt.return %outLHS, %outLHS_1 : tensor<128x4xf32, #blocked1>, tensor<128x32xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @other_splits(%m: !ttg.memdesc<128x8xf32, #tmem8, #ttng.tensor_memory, mutable>, %n: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>) -> (tensor<128x4xf32, #quarter>, tensor<128x32xf32, #half>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x8xf32, #tmem8, #ttng.tensor_memory, mutable> -> tensor<128x8xf32, #narrow>
    %r = tt.reshape %x : tensor<128x8xf32, #narrow> -> tensor<128x2x4xf32, #narrow3>
    %t = tt.trans %r {order = array<i32: 0, 2, 1>} : tensor<128x2x4xf32, #narrow3> -> tensor<128x4x2xf32, #narrow3t>
    %a, %b = tt.split %t : tensor<128x4x2xf32, #narrow3t> -> tensor<128x4xf32, #quarter>
    %y = ttng.tmem_load %n : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #rows>
    %r2 = tt.reshape %y : tensor<128x64xf32, #rows> -> tensor<128x2x32xf32, #rows3>
    %n2 = arith.negf %r2 : tensor<128x2x32xf32, #rows3>
    %t2 = tt.trans %n2 {order = array<i32: 0, 2, 1>} : tensor<128x2x32xf32, #rows3> -> tensor<128x32x2xf32, #rows3t>
    %c, %d = tt.split %t2 : tensor<128x32x2xf32, #rows3t> -> tensor<128x32xf32, #half>
    tt.return %a, %c : tensor<128x4xf32, #quarter>, tensor<128x32xf32, #half>
  }
}
