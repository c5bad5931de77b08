// RUN: xtriton-opt %s --tritongpu-remove-layout-conversions | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked2 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #blocked3 = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-NEXT: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #smem = #ttg.shared_memory

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Users of a load get the layout of the load; operations that can be created in any layout are created in that one.
// CHECK: tt.func @from_load(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg2: f32) {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   %1 = tt.splat %arg2 : f32 -> tensor<64x64xf32, #blocked>
// CHECK-NEXT:   %2 = arith.addf %0, %1 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   tt.store %arg1, %2 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @from_load(%p: tensor<64x64x!tt.ptr<f32>, #wide>, %q: tensor<64x64x!tt.ptr<f32>, #wide>, %x: f32) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  %2 = tt.splat %x : f32 -> tensor<64x64xf32, #tall>
  %3 = arith.addf %1, %2 : tensor<64x64xf32, #tall>
  %4 = ttg.convert_layout %3 : tensor<64x64xf32, #tall> -> tensor<64x64xf32, #wide>
  tt.store %q, %4 : tensor<64x64x!tt.ptr<f32>, #wide>
  tt.return
}

// A load of fewer elements than there are threads is as cheap in any layout, so that it decides nothing.
// CHECK: tt.func @cheap_load(%arg0: !tt.ptr<f32>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>> {
// CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %1 = tt.load %0 : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %1 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: }
tt.func @cheap_load(%p: !tt.ptr<f32>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>> {
  %0 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #flat>
  %1 = tt.load %0 : tensor<64x!tt.ptr<f32>, #flat>
  %2 = ttg.convert_layout %1 : tensor<64xf32, #flat> -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  tt.return %2 : tensor<64xf32, #ttg.slice<{dim = 1, parent = #wide}>>
}

// Where a matrix product and a load meet, the layout of the product is taken.
// CHECK: tt.func @product_wins(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg2: tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>) -> tensor<64x64xf32, #blocked> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:   %2 = tt.dot %arg1, %arg2, %cst : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:   %3 = arith.mulf %2, %1 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   %4 = math.absf %3 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
// CHECK-NEXT:   tt.return %5 : tensor<64x64xf32, #blocked>
// CHECK-NEXT: }
tt.func @product_wins(%p: tensor<64x64x!tt.ptr<f32>, #wide>, %a: tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %b: tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
  %1 = tt.dot %a, %b, %zero : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  %2 = ttg.convert_layout %1 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #wide>
  %3 = arith.mulf %2, %0 : tensor<64x64xf32, #wide>
  %4 = math.absf %3 : tensor<64x64xf32, #wide>
  tt.return %4 : tensor<64x64xf32, #wide>
}

// Through a loop: the iter_arg, its init and its result change together; the other one stays.
// CHECK: tt.func @loop(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: i32, %arg2: tensor<64xf32, #blocked1>) -> (tensor<64x64xf32, #blocked>, tensor<64xf32, #blocked1>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   %0:2 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %cst, %arg5 = %arg2) -> (tensor<64x64xf32, #blocked>, tensor<64xf32, #blocked1>)  : i32 {
// CHECK-NEXT:     %1 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     %2 = arith.addf %arg4, %1 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:     %3 = arith.addf %arg5, %arg5 : tensor<64xf32, #blocked1>
// CHECK-NEXT:     scf.yield %2, %3 : tensor<64x64xf32, #blocked>, tensor<64xf32, #blocked1>
// CHECK-NEXT:   } {tt.num_stages = 3 : i32}
// CHECK-NEXT:   tt.return %0#0, %0#1 : tensor<64x64xf32, #blocked>, tensor<64xf32, #blocked1>
// CHECK-NEXT: }
tt.func @loop(%p: tensor<64x64x!tt.ptr<f32>, #wide>, %n: i32, %other: tensor<64xf32, #flat>) -> (tensor<64x64xf32, #wide>, tensor<64xf32, #flat>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %start = arith.constant dense<1.000000e+00> : tensor<64x64xf32, #tall>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %start, %y = %other) -> (tensor<64x64xf32, #tall>, tensor<64xf32, #flat>) : i32 {
    %1 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
    %2 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
    %3 = arith.addf %x, %2 : tensor<64x64xf32, #tall>
    %4 = arith.addf %y, %y : tensor<64xf32, #flat>
    scf.yield %3, %4 : tensor<64x64xf32, #tall>, tensor<64xf32, #flat>
  } {tt.num_stages = 3 : i32}
  %5 = ttg.convert_layout %0#0 : tensor<64x64xf32, #tall> -> tensor<64x64xf32, #wide>
  tt.return %5, %0#1 : tensor<64x64xf32, #wide>, tensor<64xf32, #flat>
}

// Through a while loop: the arguments of both regions change.
// CHECK: tt.func @while_loop(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: i1) -> tensor<64x64xf32, #blocked> {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   %1 = scf.while (%arg2 = %0) : (tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
// CHECK-NEXT:     %2 = math.absf %arg2 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:     scf.condition(%arg1) %2 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: tensor<64x64xf32, #blocked>):
// CHECK-NEXT:     %2 = arith.addf %arg2, %arg2 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:     scf.yield %2 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : tensor<64x64xf32, #blocked>
// CHECK-NEXT: }
tt.func @while_loop(%p: tensor<64x64x!tt.ptr<f32>, #wide>, %c: i1) -> tensor<64x64xf32, #wide> {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  %2 = scf.while (%x = %1) : (tensor<64x64xf32, #tall>) -> tensor<64x64xf32, #tall> {
    %3 = math.absf %x : tensor<64x64xf32, #tall>
    scf.condition(%c) %3 : tensor<64x64xf32, #tall>
  } do {
  ^bb0(%y: tensor<64x64xf32, #tall>):
    %4 = arith.addf %y, %y : tensor<64x64xf32, #tall>
    scf.yield %4 : tensor<64x64xf32, #tall>
  }
  %5 = ttg.convert_layout %2 : tensor<64x64xf32, #tall> -> tensor<64x64xf32, #wide>
  tt.return %5 : tensor<64x64xf32, #wide>
}

// Through a conditional.
// CHECK: tt.func @conditional(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: i1, %arg2: tensor<64x64xf32, #blocked2>) -> tensor<64x64xf32, #blocked> {
// CHECK-NEXT:   %cst = arith.constant dense<2.000000e+00> : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   %0 = scf.if %arg1 -> (tensor<64x64xf32, #blocked>) {
// CHECK-NEXT:     %1 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     scf.yield %1 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %cst : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #blocked>
// CHECK-NEXT: }
tt.func @conditional(%p: tensor<64x64x!tt.ptr<f32>, #wide>, %c: i1, %z: tensor<64x64xf32, #tall>) -> tensor<64x64xf32, #wide> {
  %0 = scf.if %c -> (tensor<64x64xf32, #tall>) {
    %1 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
    %2 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
    scf.yield %2 : tensor<64x64xf32, #tall>
  } else {
    %3 = arith.constant dense<2.000000e+00> : tensor<64x64xf32, #tall>
    scf.yield %3 : tensor<64x64xf32, #tall>
  }
  %4 = ttg.convert_layout %0 : tensor<64x64xf32, #tall> -> tensor<64x64xf32, #wide>
  tt.return %4 : tensor<64x64xf32, #wide>
}

// Through operations whose results have other layouts than their operands.
// CHECK: tt.func @views(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>) -> (tensor<64x64x2xf32, #blocked3>, tensor<64x1xf32, #blocked>, tensor<64x64xf32, #blocked2>) {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   %1 = tt.join %0, %0 : tensor<64x64xf32, #blocked> -> tensor<64x64x2xf32, #blocked3>
// CHECK-NEXT:   %2 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
// CHECK-NEXT:     %5 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT:     tt.reduce.return %5 : f32
// CHECK-NEXT:   }) : (tensor<64x64xf32, #blocked>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %3 = tt.expand_dims %2 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xf32, #blocked>
// CHECK-NEXT:   %4 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked2>
// CHECK-NEXT:   tt.return %1, %3, %4 : tensor<64x64x2xf32, #blocked3>, tensor<64x1xf32, #blocked>, tensor<64x64xf32, #blocked2>
// CHECK-NEXT: }
tt.func @views(%p: tensor<64x64x!tt.ptr<f32>, #wide>) -> (tensor<64x64x2xf32, #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>, tensor<64x1xf32, #wide>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  %2 = tt.join %1, %1 : tensor<64x64xf32, #tall> -> tensor<64x64x2xf32, #ttg.blocked<{sizePerThread = [4, 1, 2], threadsPerWarp = [8, 4, 1], warpsPerCTA = [1, 4, 1], order = [2, 0, 1]}>>
  %3 = ttg.convert_layout %2 : tensor<64x64x2xf32, #ttg.blocked<{sizePerThread = [4, 1, 2], threadsPerWarp = [8, 4, 1], warpsPerCTA = [1, 4, 1], order = [2, 0, 1]}>> -> tensor<64x64x2xf32, #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
  %4 = "tt.reduce"(%1) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %5 = arith.addf %l, %r : f32
    tt.reduce.return %5 : f32
  }) : (tensor<64x64xf32, #tall>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #tall}>>
  %6 = tt.expand_dims %4 {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #tall}>> -> tensor<64x1xf32, #tall>
  %7 = ttg.convert_layout %6 : tensor<64x1xf32, #tall> -> tensor<64x1xf32, #wide>
  %8 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<64x64xf32, #tall> -> tensor<64x64xf32, #wide>
  %9 = ttg.convert_layout %8 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  tt.return %3, %7, %9 : tensor<64x64x2xf32, #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>, tensor<64x1xf32, #wide>, tensor<64x64xf32, #tall>
}

// Operations without results, or without a layout in their results, take operands in any layout.
// CHECK: tt.func @no_layout_needed(%arg0: tensor<1024x!tt.ptr<i32>, #blocked1>) -> i32 {
// CHECK-NEXT:   %cst = arith.constant dense<0> : tensor<1024xi32, #blocked1>
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<1024x!tt.ptr<i32>, #blocked1>
// CHECK-NEXT:   %1 = arith.cmpi sgt, %0, %cst : tensor<1024xi32, #blocked1>
// CHECK-NEXT:   tt.assert %1, "positive" : tensor<1024xi1, #blocked1>
// CHECK-NEXT:   %2 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg1: i32, %arg2: i32):
// CHECK-NEXT:     %3 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:     tt.reduce.return %3 : i32
// CHECK-NEXT:   }) : (tensor<1024xi32, #blocked1>) -> i32
// CHECK-NEXT:   tt.return %2 : i32
// CHECK-NEXT: }
tt.func @no_layout_needed(%p: tensor<1024x!tt.ptr<i32>, #flat>) -> i32 {
  %zero = arith.constant dense<0> : tensor<1024xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %0 = tt.load %p : tensor<1024x!tt.ptr<i32>, #flat>
  %1 = ttg.convert_layout %0 : tensor<1024xi32, #flat> -> tensor<1024xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %2 = arith.cmpi sgt, %1, %zero : tensor<1024xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  tt.assert %2, "positive" : tensor<1024xi1, #ttg.slice<{dim = 1, parent = #wide}>>
  %3 = "tt.reduce"(%1) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %4 = arith.addi %l, %r : i32
    tt.reduce.return %4 : i32
  }) : (tensor<1024xi32, #ttg.slice<{dim = 1, parent = #wide}>>) -> i32
  tt.return %3 : i32
}

// Of a gather the layout of the indices counts, unless its layout has been chosen already.
// CHECK: tt.func @gather(%arg0: tensor<1024x!tt.ptr<i32>, #blocked1>, %arg1: tensor<64xf32, #blocked1>) -> (tensor<1024xf32, #blocked1>, tensor<1024xf32, #ttg.slice<{dim = 1, parent = #blocked}>>) {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<1024x!tt.ptr<i32>, #blocked1>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<1024xi32, #blocked1> -> tensor<1024xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   %2 = tt.gather %arg1[%0] {axis = 0 : i32} : (tensor<64xf32, #blocked1>, tensor<1024xi32, #blocked1>) -> tensor<1024xf32, #blocked1>
// CHECK-NEXT:   %3 = tt.gather %arg1[%1] {axis = 0 : i32, efficient_layout} : (tensor<64xf32, #blocked1>, tensor<1024xi32, #ttg.slice<{dim = 1, parent = #blocked}>>) -> tensor<1024xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %2, %3 : tensor<1024xf32, #blocked1>, tensor<1024xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT: }
tt.func @gather(%p: tensor<1024x!tt.ptr<i32>, #flat>, %src: tensor<64xf32, #flat>) -> (tensor<1024xf32, #flat>, tensor<1024xf32, #ttg.slice<{dim = 1, parent = #wide}>>) {
  %0 = tt.load %p : tensor<1024x!tt.ptr<i32>, #flat>
  %1 = ttg.convert_layout %0 : tensor<1024xi32, #flat> -> tensor<1024xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %2 = tt.gather %src[%1] {axis = 0 : i32} : (tensor<64xf32, #flat>, tensor<1024xi32, #ttg.slice<{dim = 1, parent = #wide}>>) -> tensor<1024xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  %3 = ttg.convert_layout %2 : tensor<1024xf32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<1024xf32, #flat>
  %4 = tt.gather %src[%1] {axis = 0 : i32, efficient_layout} : (tensor<64xf32, #flat>, tensor<1024xi32, #ttg.slice<{dim = 1, parent = #wide}>>) -> tensor<1024xf32, #ttg.slice<{dim = 1, parent = #wide}>>
  tt.return %3, %4 : tensor<1024xf32, #flat>, tensor<1024xf32, #ttg.slice<{dim = 1, parent = #wide}>>
}

// Through waits for asynchronous products.
// CHECK: tt.func @wait(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<64x64x!tt.ptr<f32>, #blocked>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma1>
// CHECK-NEXT:   %0 = ttng.warp_group_dot %arg0, %arg1, %cst {isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma1>
// CHECK-NEXT:   %1 = ttng.warp_group_dot_wait %0 {pendings = 0 : i32} : tensor<64x64xf32, #mma1>
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<64x64xf32, #mma1> -> tensor<64x64xf32, #blocked>
// CHECK-NEXT:   tt.store %arg2, %2 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @wait(%a: !ttg.memdesc<64x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %q: tensor<64x64x!tt.ptr<f32>, #wide>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma3>
  %0 = ttng.warp_group_dot %a, %b, %zero {isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma3>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #mma3> -> tensor<64x64xf32, #wide>
  %2 = ttng.warp_group_dot_wait %1 {pendings = 0 : i32} : tensor<64x64xf32, #wide>
  tt.store %q, %2 : tensor<64x64x!tt.ptr<f32>, #wide>
  tt.return
}

// A reshape that may reorder decides its own layout.
// CHECK: tt.func @reordering_reshape(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>) -> tensor<4096xf32, #blocked1> {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   %1 = tt.reshape %0 allow_reorder : tensor<64x64xf32, #blocked> -> tensor<4096xf32, #blocked1>
// CHECK-NEXT:   %2 = math.exp %1 : tensor<4096xf32, #blocked1>
// CHECK-NEXT:   tt.return %2 : tensor<4096xf32, #blocked1>
// CHECK-NEXT: }
tt.func @reordering_reshape(%p: tensor<64x64x!tt.ptr<f32>, #wide>) -> tensor<4096xf32, #flat> {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  %2 = tt.reshape %1 allow_reorder : tensor<64x64xf32, #tall> -> tensor<4096xf32, #flat>
  %3 = math.exp %2 : tensor<4096xf32, #flat>
  tt.return %3 : tensor<4096xf32, #flat>
}
}
