// RUN: xtriton-opt %s --hopper-narrow-conversions --split-input-file | filecheck %s
// RUN: xtriton-opt %s --hopper-narrow-conversions --verify-each=interp --split-input-file | filecheck %s

// A value for each column is converted with 128 elements, once, and broadcast in the layout of the dots' results.
// CHECK-LABEL: @columns
// CHECK: %[[LOADED:.*]] = tt.load %{{.*}} : tensor<128x!tt.ptr<f32>, #blocked>
// CHECK-NEXT: %[[OWN:.*]] = ttg.convert_layout %[[LOADED]] : tensor<128xf32, #blocked> -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #mma}>>
// CHECK-NEXT: %[[ROW:.*]] = tt.expand_dims %[[OWN]] {axis = 0 : i32} : tensor<128xf32, #ttg.slice<{dim = 0, parent = #mma}>> -> tensor<1x128xf32, #mma>
// CHECK-NEXT: %[[TILE:.*]] = tt.broadcast %[[ROW]] : tensor<1x128xf32, #mma> -> tensor<64x128xf32, #mma>
// CHECK-NEXT: tt.store %{{.*}}, %[[TILE]]
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @columns(%in: tensor<128x!tt.ptr<f32>, #blocked>, %out: tensor<64x128x!tt.ptr<f32>, #mma>) {
    %x = tt.load %in : tensor<128x!tt.ptr<f32>, #blocked>
    %own = ttg.convert_layout %x : tensor<128xf32, #blocked> -> tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>>
    %row = tt.expand_dims %own {axis = 0 : i32} : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x128xf32, #blocked1>
    %tile = tt.broadcast %row : tensor<1x128xf32, #blocked1> -> tensor<64x128xf32, #blocked1>
    %result = ttg.convert_layout %tile : tensor<64x128xf32, #blocked1> -> tensor<64x128xf32, #mma>
    tt.store %out, %result : tensor<64x128x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// The same with a cast between: there is one conversion, of 16 bits.
// CHECK-LABEL: @cast
// CHECK: %[[LOADED:.*]] = tt.load
// CHECK-NEXT: %[[OWN:.*]] = ttg.convert_layout %[[LOADED]] : tensor<64xbf16, #blocked> -> tensor<64xbf16, #ttg.slice<{dim = 1, parent = #mma}>>
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[OWN]] : tensor<64xbf16, #ttg.slice<{dim = 1, parent = #mma}>> to tensor<64xf32, #ttg.slice<{dim = 1, parent = #mma}>>
// CHECK-NEXT: %[[COLUMN:.*]] = tt.expand_dims %[[WIDE]] {axis = 1 : i32}
// CHECK-NEXT: tt.broadcast %[[COLUMN]] : tensor<64x1xf32, #mma> -> tensor<64x128xf32, #mma>
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @cast(%in: tensor<64x!tt.ptr<bf16>, #blocked>, %out: tensor<64x128x!tt.ptr<f32>, #mma>) {
    %x = tt.load %in : tensor<64x!tt.ptr<bf16>, #blocked>
    %own = ttg.convert_layout %x : tensor<64xbf16, #blocked> -> tensor<64xbf16, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %wide = arith.extf %own : tensor<64xbf16, #ttg.slice<{dim = 1, parent = #blocked1}>> to tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %column = tt.expand_dims %wide {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<64x1xf32, #blocked1>
    %tile = tt.broadcast %column : tensor<64x1xf32, #blocked1> -> tensor<64x128xf32, #blocked1>
    %result = ttg.convert_layout %tile : tensor<64x128xf32, #blocked1> -> tensor<64x128xf32, #mma>
    tt.store %out, %result : tensor<64x128x!tt.ptr<f32>, #mma>
    tt.return
  }
}

// -----

// Not changed: conversions of a sum of two values, of a value that no conversion made, and of the result of assembly with effects.
// CHECK-LABEL: @others
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}} : tensor<64x128xf32, #blocked>
// CHECK-NEXT: ttg.convert_layout %[[SUM]]
// CHECK: %[[ROW:.*]] = tt.expand_dims %{{.*}} -> tensor<1x128xf32, #blocked>
// CHECK-NEXT: ttg.convert_layout %[[ROW]] : tensor<1x128xf32, #blocked> -> tensor<1x128xf32, #mma>
// CHECK: %[[ASM:.*]] = tt.elementwise_inline_asm
// CHECK-NEXT: ttg.convert_layout %[[ASM]]
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @others(%a: tensor<64x128xf32, #blocked>, %x: tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>>, %y: tensor<64x128xf32, #mma>) -> (tensor<64x128xf32, #mma>, tensor<1x128xf32, #mma>, tensor<64x128xf32, #mma>) {
    %sum = arith.addf %a, %a : tensor<64x128xf32, #blocked>
    %s = ttg.convert_layout %sum : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #mma>
    %row = tt.expand_dims %x {axis = 0 : i32} : tensor<128xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x128xf32, #blocked>
    %r = ttg.convert_layout %row : tensor<1x128xf32, #blocked> -> tensor<1x128xf32, #mma>
    %own = ttg.convert_layout %y : tensor<64x128xf32, #mma> -> tensor<64x128xf32, #blocked>
    %asm = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %own : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #blocked>
    %t = ttg.convert_layout %asm : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #mma>
    tt.return %s, %r, %t : tensor<64x128xf32, #mma>, tensor<1x128xf32, #mma>, tensor<64x128xf32, #mma>
  }
}

// -----

// Nor that of one of the two results of an operation.
// CHECK-LABEL: @two_results
// CHECK: %[[ASM:.*]]:2 = tt.elementwise_inline_asm
// CHECK-NEXT: ttg.convert_layout %[[ASM]]#1
#blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_results(%y: tensor<64x128xf32, #mma>, %out: tensor<64x128x!tt.ptr<f32>, #mma>) {
    %own = ttg.convert_layout %y : tensor<64x128xf32, #mma> -> tensor<64x128xf32, #blocked>
    %asm:2 = tt.elementwise_inline_asm "mov.b32 $0, $2; neg.f32 $1, $2;" {constraints = "=r,=r,r", packed_element = 1 : i32, pure = true} %own : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #blocked>, tensor<64x128xf32, #blocked>
    %t = ttg.convert_layout %asm#1 : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #mma>
    tt.store %out, %t : tensor<64x128x!tt.ptr<f32>, #mma>
    tt.return
  }
}
