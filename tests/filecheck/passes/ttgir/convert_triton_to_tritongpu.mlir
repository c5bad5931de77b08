// RUN: xtriton-opt %s --triton=3.6 --convert-triton-to-tritongpu=target=cuda:90 | filecheck %s

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 4, 8], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked3 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked5 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #blocked6 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 2], order = [0, 1, 2]}>
// CHECK-DAG: #blocked7 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [2, 1, 2], order = [2, 1, 0]}>
// CHECK-DAG: #blocked8 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked9 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked10 = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked11 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked12 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 2, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked13 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 2, 16], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked14 = #ttg.blocked<{sizePerThread = [1, 2, 4], threadsPerWarp = [8, 1, 4], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked15 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked16 = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 16, 2], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked17 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>
// CHECK-DAG: #blocked18 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked19 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #blocked20 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-DAG: #blocked21 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // Layouts of shapes: the last dimension is filled with threads first. Scalars stay as they are.
  // CHECK: tt.func @shapes(%arg0: f32, %arg1: !tt.ptr<f32>) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<256xf32, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : f32 -> tensor<8x64xf32, #blocked1>
  // CHECK-NEXT:   %2 = tt.splat %arg0 : f32 -> tensor<2x4x8xf32, #blocked2>
  // CHECK-NEXT:   %3 = tt.splat %arg0 : f32 -> tensor<1xf32, #blocked>
  // CHECK-NEXT:   %4 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %5 = arith.addf %arg0, %arg0 : f32
  // CHECK-NEXT:   tt.store %4, %0 : tensor<256x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %1, %2 : tensor<8x64xf32, #blocked1>, tensor<2x4x8xf32, #blocked2>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %3, %5 : tensor<1xf32, #blocked>, f32
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @shapes(%x: f32, %p: !tt.ptr<f32>) {
    %0 = tt.splat %x : f32 -> tensor<256xf32>
    %1 = tt.splat %x : f32 -> tensor<8x64xf32>
    %2 = tt.splat %x : f32 -> tensor<2x4x8xf32>
    %3 = tt.splat %x : f32 -> tensor<1xf32>
    %4 = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %5 = arith.addf %x, %x : f32
    tt.store %4, %0 : tensor<256x!tt.ptr<f32>>
    tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %1, %2 : tensor<8x64xf32>, tensor<2x4x8xf32>
    tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %3, %5 : tensor<1xf32>, f32
    tt.return
  }

  // Constants take the layout, whatever they hold; attributes of loads and products stay.
  // CHECK: tt.func @constants_and_attributes(%arg0: !tt.ptr<f32>) {
  // CHECK-NEXT:   %cst = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32, #blocked>
  // CHECK-NEXT:   %cst_0 = arith.constant {tt.divisibility = dense<4> : tensor<1xi32>} dense<4> : tensor<4xi32, #blocked>
  // CHECK-NEXT:   %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %1 = tt.addptr %0, %cst : tensor<4x!tt.ptr<f32>, #blocked>, tensor<4xi32, #blocked>
  // CHECK-NEXT:   %2 = tt.load %1 evictionPolicy = evict_first {tt.constancy = dense<1> : tensor<1xi32>} : tensor<4x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %3 = tt.addptr %1, %cst_0 : tensor<4x!tt.ptr<f32>, #blocked>, tensor<4xi32, #blocked>
  // CHECK-NEXT:   tt.store %3, %2 : tensor<4x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @constants_and_attributes(%p: !tt.ptr<f32>) {
    %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %1 = arith.constant {tt.divisibility = dense<4> : tensor<1xi32>} dense<4> : tensor<4xi32>
    %2 = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
    %3 = tt.addptr %2, %0 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    %4 = tt.load %3 evictionPolicy = evict_first {tt.constancy = dense<1> : tensor<1xi32>} : tensor<4x!tt.ptr<f32>>
    %5 = tt.addptr %3, %1 : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
    tt.store %5, %4 : tensor<4x!tt.ptr<f32>>
    tt.return
  }

  // The operand of an expand_dims is first converted to a slice of the result, and users want the layout of the shape.
  // CHECK: tt.func @expand_dims() {
  // CHECK-NEXT:   %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64xi32, #blocked> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked3}>>
  // CHECK-NEXT:   %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked3}>> -> tensor<64x1xi32, #blocked3>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64x1xi32, #blocked3> -> tensor<64x1xi32, #blocked4>
  // CHECK-NEXT:   %4 = ttg.convert_layout %0 : tensor<64xi32, #blocked> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked5}>>
  // CHECK-NEXT:   %5 = tt.expand_dims %4 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked5}>> -> tensor<1x64xi32, #blocked5>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<1x64xi32, #blocked5> -> tensor<1x64xi32, #blocked1>
  // CHECK-NEXT:   %7 = tt.broadcast %3 : tensor<64x1xi32, #blocked4> -> tensor<64x64xi32, #blocked4>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x64xi32, #blocked4> -> tensor<64x64xi32, #blocked1>
  // CHECK-NEXT:   %9 = tt.broadcast %6 : tensor<1x64xi32, #blocked1> -> tensor<64x64xi32, #blocked1>
  // CHECK-NEXT:   %10 = arith.addi %8, %9 : tensor<64x64xi32, #blocked1>
  // CHECK-NEXT:   %11 = ttg.convert_layout %6 : tensor<1x64xi32, #blocked1> -> tensor<1x64xi32, #ttg.slice<{dim = 1, parent = #blocked6}>>
  // CHECK-NEXT:   %12 = tt.expand_dims %11 {axis = 1 : i32} : tensor<1x64xi32, #ttg.slice<{dim = 1, parent = #blocked6}>> -> tensor<1x1x64xi32, #blocked6>
  // CHECK-NEXT:   %13 = ttg.convert_layout %12 : tensor<1x1x64xi32, #blocked6> -> tensor<1x1x64xi32, #blocked7>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 1, 1>} : %10, %13 : tensor<64x64xi32, #blocked1>, tensor<1x1x64xi32, #blocked7>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @expand_dims() {
    %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %2 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %3 = tt.broadcast %1 : tensor<64x1xi32> -> tensor<64x64xi32>
    %4 = tt.broadcast %2 : tensor<1x64xi32> -> tensor<64x64xi32>
    %5 = arith.addi %3, %4 : tensor<64x64xi32>
    %6 = tt.expand_dims %2 {axis = 1 : i32} : tensor<1x64xi32> -> tensor<1x1x64xi32>
    tt.print ": " {hex = false, isSigned = array<i32: 1, 1>} : %5, %6 : tensor<64x64xi32>, tensor<1x1x64xi32>
    tt.return
  }

  // Operands of products are converted for the product, whose result has up to 4 x 4 elements in a thread.
  // CHECK: tt.func @products(%arg0: f32) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<64x32xf32, #blocked8>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : f32 -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT:   %2 = tt.splat %arg0 : f32 -> tensor<64x64xf32, #blocked1>
  // CHECK-NEXT:   %3 = tt.splat %arg0 : f32 -> tensor<32x32xf32, #blocked8>
  // CHECK-NEXT:   %4 = ttg.convert_layout %0 : tensor<64x32xf32, #blocked8> -> tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked9}>>
  // CHECK-NEXT:   %5 = ttg.convert_layout %1 : tensor<32x64xf32, #blocked1> -> tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked9}>>
  // CHECK-NEXT:   %6 = ttg.convert_layout %2 : tensor<64x64xf32, #blocked1> -> tensor<64x64xf32, #blocked9>
  // CHECK-NEXT:   %7 = tt.dot %4, %5, %6, inputPrecision = tf32 {maxNumImpreciseAcc = 5 : i32, tt.kept} : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked9}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked9}>> -> tensor<64x64xf32, #blocked9>
  // CHECK-NEXT:   %8 = ttg.convert_layout %7 : tensor<64x64xf32, #blocked9> -> tensor<64x64xf32, #blocked1>
  // CHECK-NEXT:   %9 = ttg.convert_layout %1 : tensor<32x64xf32, #blocked1> -> tensor<32x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked10}>>
  // CHECK-NEXT:   %10 = ttg.convert_layout %0 : tensor<64x32xf32, #blocked8> -> tensor<64x32xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked10}>>
  // CHECK-NEXT:   %11 = ttg.convert_layout %3 : tensor<32x32xf32, #blocked8> -> tensor<32x32xf32, #blocked10>
  // CHECK-NEXT:   %12 = tt.dot %9, %10, %11 : tensor<32x64xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked10}>> * tensor<64x32xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked10}>> -> tensor<32x32xf32, #blocked10>
  // CHECK-NEXT:   %13 = ttg.convert_layout %12 : tensor<32x32xf32, #blocked10> -> tensor<32x32xf32, #blocked8>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 1, 1>} : %8, %13 : tensor<64x64xf32, #blocked1>, tensor<32x32xf32, #blocked8>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @products(%x: f32) {
    %a = tt.splat %x : f32 -> tensor<64x32xf32>
    %b = tt.splat %x : f32 -> tensor<32x64xf32>
    %c = tt.splat %x : f32 -> tensor<64x64xf32>
    %e = tt.splat %x : f32 -> tensor<32x32xf32>
    %0 = tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 5 : i32, tt.kept} : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    %1 = tt.dot %b, %a, %e : tensor<32x64xf32> * tensor<64x32xf32> -> tensor<32x32xf32>
    tt.print ": " {hex = false, isSigned = array<i32: 1, 1>} : %0, %1 : tensor<64x64xf32>, tensor<32x32xf32>
    tt.return
  }

  // A small product has fewer elements in a thread; one of a batch of products may have fewer rows than that.
  // CHECK: tt.func @small_products(%arg0: f16, %arg1: f32) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : f16 -> tensor<16x16xf16, #blocked11>
  // CHECK-NEXT:   %1 = tt.splat %arg1 : f32 -> tensor<16x16xf32, #blocked11>
  // CHECK-NEXT:   %2 = ttg.convert_layout %0 : tensor<16x16xf16, #blocked11> -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked11}>>
  // CHECK-NEXT:   %3 = ttg.convert_layout %0 : tensor<16x16xf16, #blocked11> -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked11}>>
  // CHECK-NEXT:   %4 = ttg.convert_layout %1 : tensor<16x16xf32, #blocked11> -> tensor<16x16xf32, #blocked11>
  // CHECK-NEXT:   %5 = tt.dot %2, %3, %4 : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked11}>> * tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked11}>> -> tensor<16x16xf32, #blocked11>
  // CHECK-NEXT:   %6 = tt.splat %arg0 : f16 -> tensor<128x2x16xf16, #blocked12>
  // CHECK-NEXT:   %7 = tt.splat %arg0 : f16 -> tensor<128x16x16xf16, #blocked13>
  // CHECK-NEXT:   %8 = tt.splat %arg1 : f32 -> tensor<128x2x16xf32, #blocked12>
  // CHECK-NEXT:   %9 = ttg.convert_layout %6 : tensor<128x2x16xf16, #blocked12> -> tensor<128x2x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked14}>>
  // CHECK-NEXT:   %10 = ttg.convert_layout %7 : tensor<128x16x16xf16, #blocked13> -> tensor<128x16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked14}>>
  // CHECK-NEXT:   %11 = ttg.convert_layout %8 : tensor<128x2x16xf32, #blocked12> -> tensor<128x2x16xf32, #blocked14>
  // CHECK-NEXT:   %12 = tt.dot %9, %10, %11 : tensor<128x2x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked14}>> * tensor<128x16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked14}>> -> tensor<128x2x16xf32, #blocked14>
  // CHECK-NEXT:   %13 = ttg.convert_layout %12 : tensor<128x2x16xf32, #blocked14> -> tensor<128x2x16xf32, #blocked12>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 1, 1>} : %5, %13 : tensor<16x16xf32, #blocked11>, tensor<128x2x16xf32, #blocked12>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @small_products(%x: f16, %y: f32) {
    %a = tt.splat %x : f16 -> tensor<16x16xf16>
    %c = tt.splat %y : f32 -> tensor<16x16xf32>
    %0 = tt.dot %a, %a, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    %d = tt.splat %x : f16 -> tensor<128x2x16xf16>
    %e = tt.splat %x : f16 -> tensor<128x16x16xf16>
    %f = tt.splat %y : f32 -> tensor<128x2x16xf32>
    %1 = tt.dot %d, %e, %f : tensor<128x2x16xf16> * tensor<128x16x16xf16> -> tensor<128x2x16xf32>
    tt.print ": " {hex = false, isSigned = array<i32: 1, 1>} : %0, %1 : tensor<16x16xf32>, tensor<128x2x16xf32>
    tt.return
  }

  // A reduction gives a slice, a scan the layout of its operand; their regions stay.
  // CHECK: tt.func @reductions(%arg0: f32) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<8x64xf32, #blocked1>
  // CHECK-NEXT:   %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
  // CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
  // CHECK-NEXT:     %5 = arith.addf %arg1, %arg2 : f32
  // CHECK-NEXT:     tt.reduce.return %5 : f32
  // CHECK-NEXT:   }) : (tensor<8x64xf32, #blocked1>) -> tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<8xf32, #ttg.slice<{dim = 1, parent = #blocked1}>> -> tensor<8xf32, #blocked>
  // CHECK-NEXT:   %3 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
  // CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
  // CHECK-NEXT:     %5 = arith.maxnumf %arg1, %arg2 : f32
  // CHECK-NEXT:     tt.reduce.return %5 : f32
  // CHECK-NEXT:   }) : (tensor<8xf32, #blocked>) -> f32
  // CHECK-NEXT:   %4 = "tt.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
  // CHECK-NEXT:   ^bb0(%arg1: f32, %arg2: f32):
  // CHECK-NEXT:     %5 = arith.mulf %arg1, %arg2 : f32
  // CHECK-NEXT:     tt.scan.return %5 : f32
  // CHECK-NEXT:   }) : (tensor<8x64xf32, #blocked1>) -> tensor<8x64xf32, #blocked1>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0, 0, 0>} : %2, %3, %4 : tensor<8xf32, #blocked>, f32, tensor<8x64xf32, #blocked1>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @reductions(%x: f32) {
    %0 = tt.splat %x : f32 -> tensor<8x64xf32>
    %1 = "tt.reduce"(%0) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<8x64xf32>) -> tensor<8xf32>
    %2 = "tt.reduce"(%1) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.maxnumf %a, %b : f32
      tt.reduce.return %s : f32
    }) : (tensor<8xf32>) -> f32
    %3 = "tt.scan"(%0) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %b : f32
      tt.scan.return %s : f32
    }) : (tensor<8x64xf32>) -> tensor<8x64xf32>
    tt.print ": " {hex = false, isSigned = array<i32: 0, 0, 0>} : %1, %2, %3 : tensor<8xf32>, f32, tensor<8x64xf32>
    tt.return
  }

  // Joining, transposing and splitting follow from the operand; both halves are converted behind the split.
  // CHECK: tt.func @join_and_split(%arg0: f32) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<8x64xf32, #blocked1>
  // CHECK-NEXT:   %1 = tt.join %0, %0 : tensor<8x64xf32, #blocked1> -> tensor<8x64x2xf32, #blocked15>
  // CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<8x64x2xf32, #blocked15> -> tensor<8x64x2xf32, #blocked16>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<8x64x2xf32, #blocked16> -> tensor<8x64x2xf32, #blocked15>
  // CHECK-NEXT:   %outLHS, %outRHS = tt.split %3 : tensor<8x64x2xf32, #blocked15> -> tensor<8x64xf32, #blocked1>
  // CHECK-NEXT:   %4 = tt.trans %outLHS {order = array<i32: 1, 0>} : tensor<8x64xf32, #blocked1> -> tensor<64x8xf32, #blocked17>
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<64x8xf32, #blocked17> -> tensor<64x8xf32, #blocked18>
  // CHECK-NEXT:   %6 = tt.trans %outRHS {order = array<i32: 1, 0>} : tensor<8x64xf32, #blocked1> -> tensor<64x8xf32, #blocked17>
  // CHECK-NEXT:   %7 = ttg.convert_layout %6 : tensor<64x8xf32, #blocked17> -> tensor<64x8xf32, #blocked18>
  // CHECK-NEXT:   %8 = arith.addf %5, %7 : tensor<64x8xf32, #blocked18>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %8 : tensor<64x8xf32, #blocked18>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @join_and_split(%x: f32) {
    %0 = tt.splat %x : f32 -> tensor<8x64xf32>
    %1 = tt.join %0, %0 : tensor<8x64xf32> -> tensor<8x64x2xf32>
    %2, %3 = tt.split %1 : tensor<8x64x2xf32> -> tensor<8x64xf32>
    %4 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<8x64xf32> -> tensor<64x8xf32>
    %5 = tt.trans %3 {order = array<i32: 1, 0>} : tensor<8x64xf32> -> tensor<64x8xf32>
    %6 = arith.addf %4, %5 : tensor<64x8xf32>
    tt.print ": " {hex = false, isSigned = array<i32: 0>} : %6 : tensor<64x8xf32>
    tt.return
  }

  // A thread has room in the result for its elements of both operands.
  // CHECK: tt.func @cat(%arg0: f32) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<128xf32, #blocked>
  // CHECK-NEXT:   %1 = tt.cat %0, %0 : tensor<128xf32, #blocked> -> tensor<256xf32, #blocked>
  // CHECK-NEXT:   %2 = tt.splat %arg0 : f32 -> tensor<16xf32, #blocked>
  // CHECK-NEXT:   %3 = tt.cat %2, %2 : tensor<16xf32, #blocked> -> tensor<32xf32, #blocked19>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<32xf32, #blocked19> -> tensor<32xf32, #blocked>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %1, %4 : tensor<256xf32, #blocked>, tensor<32xf32, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @cat(%x: f32) {
    %0 = tt.splat %x : f32 -> tensor<128xf32>
    %1 = tt.cat %0, %0 : tensor<128xf32> -> tensor<256xf32>
    %2 = tt.splat %x : f32 -> tensor<16xf32>
    %3 = tt.cat %2, %2 : tensor<16xf32> -> tensor<32xf32>
    tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %1, %3 : tensor<256xf32>, tensor<32xf32>
    tt.return
  }

  // Rows that are gathered and scattered: each thread has the numbers of four.
  // CHECK: tt.func @gather_and_scatter(%arg0: !tt.tensordesc<tensor<1x64xf32>>, %arg1: i32) {
  // CHECK-NEXT:   %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #blocked>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<32xi32, #blocked> -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked20}>>
  // CHECK-NEXT:   %2 = tt.descriptor_gather %arg0[%1, %arg1] : (!tt.tensordesc<tensor<1x64xf32>>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked20}>>, i32) -> tensor<32x64xf32, #blocked1>
  // CHECK-NEXT:   %3 = ttg.convert_layout %0 : tensor<32xi32, #blocked> -> tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked20}>>
  // CHECK-NEXT:   tt.descriptor_scatter %arg0[%3, %arg1], %2 : !tt.tensordesc<tensor<1x64xf32>>, tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked20}>>, i32, tensor<32x64xf32, #blocked1>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @gather_and_scatter(%d: !tt.tensordesc<tensor<1x64xf32>>, %y: i32) {
    %0 = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
    %1 = tt.descriptor_gather %d[%0, %y] : (!tt.tensordesc<tensor<1x64xf32>>, tensor<32xi32>, i32) -> tensor<32x64xf32>
    tt.descriptor_scatter %d[%0, %y], %1 : !tt.tensordesc<tensor<1x64xf32>>, tensor<32xi32>, i32, tensor<32x64xf32>
    tt.return
  }

  // Block pointers point to blocks with layouts.
  // CHECK: tt.func @block_pointers(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i32) {
  // CHECK-NEXT:   %0 = tt.make_tensor_ptr %arg0, [%arg1], [%arg1], [%arg2] {order = array<i32: 0>} : <tensor<64xf32, #blocked>>
  // CHECK-NEXT:   %1 = tt.advance %0, [%arg2] : <tensor<64xf32, #blocked>>
  // CHECK-NEXT:   %2 = tt.load %1 : !tt.ptr<tensor<64xf32, #blocked>>
  // CHECK-NEXT:   tt.store %0, %2 : !tt.ptr<tensor<64xf32, #blocked>>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @block_pointers(%p: !tt.ptr<f32>, %n: i64, %i: i32) {
    %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<64xf32>>
    %1 = tt.advance %0, [%i] : <tensor<64xf32>>
    %2 = tt.load %1 : !tt.ptr<tensor<64xf32>>
    tt.store %0, %2 : !tt.ptr<tensor<64xf32>>
    tt.return
  }

  // Tensors with a layout keep it.
  // CHECK: tt.func @layouts(%arg0: tensor<128xf32, #blocked21>) {
  // CHECK-NEXT:   %0 = arith.addf %arg0, %arg0 : tensor<128xf32, #blocked21>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<128xf32, #blocked21>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @layouts(%x: tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
    %0 = arith.addf %x, %x : tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.print ": " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }
}
