// RUN: xtriton-opt %s --triton-nvidia-optimize-tmem-layouts | filecheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>

// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [0, 64{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0], [16, 0{{\]\]}}, block = []}>
// CHECK-DAG: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Two groups of warps load whole rows if rows are reduced.
  // CHECK: tt.func @of_rows(%arg0: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>> {
  // CHECK-NEXT:   %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #linear>
  // CHECK-NEXT:   %0 = ttg.convert_layout %result : tensor<128x128xf32, #linear> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   %1 = arith.negf %0 : tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   %2 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
  // CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
  // CHECK-NEXT:     %3 = arith.addf %arg1, %arg2 : f32
  // CHECK-NEXT:     tt.reduce.return %3 : f32
  // CHECK-NEXT:   }) : (tensor<128x128xf32, #blocked>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT:   tt.return %2 : tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  // CHECK-NEXT: }
  tt.func @of_rows(%m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>> {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
    %y = arith.negf %x : tensor<128x128xf32, #rows>
    %r = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<128x128xf32, #rows>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
  }

  // Not if columns are.
  // CHECK: tt.func @of_columns(%arg0: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>> {
  // CHECK-NEXT:   %result = ttng.tmem_load %arg0 : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #blocked>
  // CHECK-NEXT:   %0 = "tt.reduce"(%result) <{axis = 0 : i32}> ({
  // CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
  // CHECK-NEXT:     %1 = arith.addf %arg1, %arg2 : f32
  // CHECK-NEXT:     tt.reduce.return %1 : f32
  // CHECK-NEXT:   }) : (tensor<128x128xf32, #blocked>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>>
  // CHECK-NEXT: }
  tt.func @of_columns(%m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #rows}>> {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #rows>
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<128x128xf32, #rows>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #rows}>>
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 0, parent = #rows}>>
  }
}
