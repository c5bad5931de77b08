// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-gpu-assign-cga-layouts --split-input-file | filecheck %s

// The CTAs split the rows of the product, 128 each; the operand with another user is converted, the other one loaded anew.
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#d = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @product
  // CHECK: %[[X:.*]] = tt.load %{{.*}} : tensor<256x64x!tt.ptr<f16>, #[[OLD:.*]]>
  // CHECK-NEXT: %[[Q:.*]] = ttg.convert_layout %{{.*}} : tensor<64x64x!tt.ptr<f16>, #[[OLD]]> -> tensor<64x64x!tt.ptr<f16>, #[[RIGHT:.*]]>
  // CHECK-NEXT: %[[Y:.*]] = tt.load %[[Q]] : tensor<64x64x!tt.ptr<f16>, #[[RIGHT]]>
  // CHECK-NEXT: %[[A:.*]] = ttg.convert_layout %[[X]]
  // CHECK-NEXT: %[[BY:.*]] = ttg.convert_layout %[[Y]] {{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #[[NEW:.*]]}>>
  // CHECK-NEXT: %[[BX:.*]] = ttg.convert_layout %[[A]] {{.*}} -> tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #[[NEW]]}>>
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %{{.*}} -> tensor<256x64xf32, #[[NEW]]>
  // CHECK-NEXT: %[[D:.*]] = tt.dot %[[BX]], %[[BY]], %[[C]] {{.*}} -> tensor<256x64xf32, #[[NEW]]>
  // CHECK-NEXT: ttg.convert_layout %[[D]] : tensor<256x64xf32, #[[NEW]]> -> tensor<256x64xf32, #[[OLD]]>
  tt.func @product(%p: tensor<256x64x!tt.ptr<f16>, #b>, %q: tensor<64x64x!tt.ptr<f16>, #b>) -> (tensor<256x64xf32, #d>, tensor<256x64xf16, #b>) {
    %zero = arith.constant dense<0.0> : tensor<256x64xf32, #d>
    %x = tt.load %p : tensor<256x64x!tt.ptr<f16>, #b>
    %y = tt.load %q : tensor<64x64x!tt.ptr<f16>, #b>
    %a = ttg.convert_layout %x : tensor<256x64xf16, #b> -> tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #d}>>
    %c = ttg.convert_layout %y : tensor<64x64xf16, #b> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #d}>>
    %r = tt.dot %a, %c, %zero : tensor<256x64xf16, #ttg.dot_op<{opIdx = 0, parent = #d}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #d}>> -> tensor<256x64xf32, #d>
    tt.return %r, %x : tensor<256x64xf32, #d>, tensor<256x64xf16, #b>
  }
}

// -----

// The CTAs split the dimension that is not reduced; the operand of a volatile load is converted.
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
// CHECK: #[[FORMER:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// CHECK: #[[SPLIT:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @columns
  // CHECK: %[[Q:.*]] = ttg.convert_layout %{{.*}} -> tensor<8x128x!tt.ptr<f32>, #[[SPLIT]]>
  // CHECK-NEXT: %[[X:.*]] = tt.load %[[Q]]
  // CHECK-NEXT: %[[R:.*]] = "tt.reduce"(%[[X]])
  // CHECK: ttg.convert_layout %[[R]] : tensor<128xf32, #ttg.slice<{dim = 0, parent = #[[SPLIT]]}>> -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #[[FORMER]]}>>
  tt.func @columns(%p: tensor<8x128x!tt.ptr<f32>, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>> {
    %x = tt.load %p : tensor<8x128x!tt.ptr<f32>, #b>
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %c: f32):
      %s = arith.addf %a, %c : f32
      tt.reduce.return %s : f32
    }) : (tensor<8x128xf32, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
  }

  // CHECK-LABEL: @volatile
  // CHECK: %[[X:.*]] = tt.load %{{.*}} {isVolatile = true} : tensor<8x128x!tt.ptr<f32>, #[[FORMER]]>
  // CHECK-NEXT: %[[C:.*]] = ttg.convert_layout %[[X]]
  // CHECK-NEXT: "tt.reduce"(%[[C]])
  tt.func @volatile(%p: tensor<8x128x!tt.ptr<f32>, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>> {
    %x = tt.load %p {isVolatile = true} : tensor<8x128x!tt.ptr<f32>, #b>
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %c: f32):
      %s = arith.addf %a, %c : f32
      tt.reduce.return %s : f32
    }) : (tensor<8x128xf32, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
  }
}

// -----

// Through arithmetic on what is loaded, unless it is used elsewhere; constants are converted.
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @sums
  // CHECK: %[[TWO:.*]] = arith.constant dense<2.000000e+00> : tensor<8x128xf32, #[[OLDER:.*]]>
  // CHECK-NEXT: %[[CONVERTED:.*]] = ttg.convert_layout %[[TWO]] : tensor<8x128xf32, #[[OLDER]]> -> tensor<8x128xf32, #[[SUMS:.*]]>
  // CHECK: %[[X:.*]] = tt.load %{{.*}} : tensor<8x128x!tt.ptr<f32>, #[[SUMS]]>
  // CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[CONVERTED]] : tensor<8x128xf32, #[[SUMS]]>
  // CHECK-NEXT: "tt.reduce"(%[[Y]])
  tt.func @sums(%p: tensor<8x128x!tt.ptr<f32>, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>> {
    %two = arith.constant dense<2.0> : tensor<8x128xf32, #b>
    %x = tt.load %p : tensor<8x128x!tt.ptr<f32>, #b>
    %y = arith.mulf %x, %two : tensor<8x128xf32, #b>
    %r = "tt.reduce"(%y) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %c: f32):
      %s = arith.addf %a, %c : f32
      tt.reduce.return %s : f32
    }) : (tensor<8x128xf32, #b>) -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 0, parent = #b}>>
  }

  // A vector is reduced by all CTAs together.
  // CHECK-LABEL: @vector
  // CHECK-NEXT: "tt.reduce"(%{{.*}})
  tt.func @vector(%x: tensor<512xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>>) -> f32 {
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %c: f32):
      %s = arith.addf %a, %c : f32
      tt.reduce.return %s : f32
    }) : (tensor<512xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>>) -> f32
    tt.return %r : f32
  }
}

// -----

// One CTA: nothing to distribute.
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @alone
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.return
  tt.func @alone(%x: tensor<32x16xf32, #b>) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #b}>> {
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %c: f32):
      %s = arith.addf %a, %c : f32
      tt.reduce.return %s : f32
    }) : (tensor<32x16xf32, #b>) -> tensor<16xf32, #ttg.slice<{dim = 0, parent = #b}>>
    tt.return %r : tensor<16xf32, #ttg.slice<{dim = 0, parent = #b}>>
  }
}

// -----

// Batches are split first: four CTAs have a quarter of the four each, and all rows and columns.
#d = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [1, 4, 1], order = [2, 1, 0], CGALayout = [[0, 0, 1], [0, 0, 2]]}>
// CHECK: #[[BATCHES:.*]] = #ttg.blocked<{{.*}}CGALayout = {{\[\[}}1, 0, 0], [2, 0, 0]]}>
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @batches
  // CHECK: tt.dot {{.*}} -> tensor<4x64x64xf32, #[[BATCHES]]>
  tt.func @batches(%a: tensor<4x64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #d}>>, %b: tensor<4x32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #d}>>) -> tensor<4x64x64xf32, #d> {
    %zero = arith.constant dense<0.0> : tensor<4x64x64xf32, #d>
    %r = tt.dot %a, %b, %zero : tensor<4x64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #d}>> * tensor<4x32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #d}>> -> tensor<4x64x64xf32, #d>
    tt.return %r : tensor<4x64x64xf32, #d>
  }
}
