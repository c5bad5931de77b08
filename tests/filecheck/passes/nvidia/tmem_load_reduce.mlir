// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-tmem-load-reduce | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --triton-nvidia-tmem-load-reduce | filecheck %s --check-prefix=OLDER

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#wide = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#space = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:103"} {
  // CHECK-LABEL: @maximum
  // CHECK: %[[X:.*]], %[[R:.*]] = ttng.tmem_load %{{.*}} {redOp = #ttng.redOp<max>}
  // CHECK-NEXT: tt.return %[[X]], %[[R]]
  tt.func @maximum(%m: !ttg.memdesc<128x64xf32, #tmem, #space>) -> (tensor<128x64xf32, #rows>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #space> -> tensor<128x64xf32, #rows>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x64xf32, #rows>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    tt.return %x, %r : tensor<128x64xf32, #rows>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
  }

  // NaN propagates; the token is kept, and the reduction of a converted tensor is converted.
  // CHECK-LABEL: @minimum_in_another_layout
  // CHECK: %{{.*}}, %[[T:.*]], %[[R:.*]] = ttng.tmem_load %{{.*}}[%{{.*}}] {NaN = true, redOp = #ttng.redOp<min>}
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[R]]
  // CHECK-NEXT: tt.return %[[T]], %[[C]]
  tt.func @minimum_in_another_layout(%m: !ttg.memdesc<128x64xf32, #tmem, #space, mutable>, %t: !ttg.async.token) -> (!ttg.async.token, tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>) {
    %x, %u = ttng.tmem_load %m[%t] : !ttg.memdesc<128x64xf32, #tmem, #space, mutable> -> tensor<128x64xf32, #rows>
    %y = ttg.convert_layout %x : tensor<128x64xf32, #rows> -> tensor<128x64xf32, #linear>
    %r = "tt.reduce"(%y) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.minimumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x64xf32, #linear>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
    tt.return %u, %r : !ttg.async.token, tensor<128xf32, #ttg.slice<{dim = 1, parent = #linear}>>
  }

  // Since 3.9, the combining operation may have its operands in reverse order.
  // CHECK-LABEL: @reverse
  // CHECK: redOp = #ttng.redOp<max>
  // OLDER-LABEL: @reverse
  // OLDER: "tt.reduce"
  tt.func @reverse(%m: !ttg.memdesc<128x64xf32, #tmem, #space>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>> {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #space> -> tensor<128x64xf32, #rows>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %b, %a : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x64xf32, #rows>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
  }

  // Sums, reductions of columns and of other values are not fused.
  // CHECK-LABEL: @not_fused
  // CHECK-NOT: redOp
  // CHECK: tt.return
  tt.func @not_fused(%m: !ttg.memdesc<128x64xf32, #tmem, #space>, %o: tensor<128x64xf32, #rows>) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>, tensor<64xf32, #ttg.slice<{dim = 0, parent = #rows}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>) {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #space> -> tensor<128x64xf32, #rows>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x64xf32, #rows>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x64xf32, #rows>) -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #rows}>>
    %t = "tt.reduce"(%o) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x64xf32, #rows>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    tt.return %r, %s, %t : tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>, tensor<64xf32, #ttg.slice<{dim = 0, parent = #rows}>>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #rows}>>
  }

  // A row must lie in one thread.
  // CHECK-LABEL: @split_rows
  // CHECK-NOT: redOp
  // CHECK: tt.return
  tt.func @split_rows(%m: !ttg.memdesc<128x64xf32, #tmem, #space>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #wide}>> attributes {"ttg.num-warps" = 8 : i32} {
    %x = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #space> -> tensor<128x64xf32, #wide>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128x64xf32, #wide>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #wide}>>
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  }
}
