// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-pointer | filecheck %s

// Pointers to all elements of the block.
// CHECK: tt.func @plain(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i32) -> tensor<16xf32> {
// CHECK-NEXT:   %0 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   %2 = tt.splat %0 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %4 = arith.extsi %3 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %5 = arith.addi %2, %4 : tensor<16xi64>
// CHECK-NEXT:   %6 = tt.splat %arg2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %7 = arith.muli %5, %6 : tensor<16xi64>
// CHECK-NEXT:   %8 = tt.broadcast %7 : tensor<16xi64> -> tensor<16xi64>
// CHECK-NEXT:   %9 = tt.addptr %1, %8 : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
// CHECK-NEXT:   %10 = tt.load %9 cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %10 : tensor<16xf32>
// CHECK-NEXT: }
tt.func @plain(%base: !tt.ptr<f32>, %extent: i64, %stride: i64, %offset: i32) -> tensor<16xf32> {
  %0 = tt.make_tensor_ptr %base, [%extent], [%stride], [%offset] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.load %0 cacheModifier = cg evictionPolicy = evict_last {isVolatile = true, tag} : !tt.ptr<tensor<16xf32>>
  tt.return %1 : tensor<16xf32>
}

// A mask for the checked dimensions, and the padding outside of them.
// CHECK: tt.func @checked(%arg0: !tt.ptr<f16>, %arg1: i64, %arg2: i64, %arg3: i32) -> (tensor<8x16xf16>, tensor<8x16xf16>) {
// CHECK-NEXT:   %0 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %1 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %2 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<8x16x!tt.ptr<f16>>
// CHECK-NEXT:   %3 = tt.splat %0 : i64 -> tensor<8xi64>
// CHECK-NEXT:   %4 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT:   %5 = arith.extsi %4 : tensor<8xi32> to tensor<8xi64>
// CHECK-NEXT:   %6 = arith.addi %3, %5 : tensor<8xi64>
// CHECK-NEXT:   %7 = tt.expand_dims %6 {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
// CHECK-NEXT:   %8 = tt.splat %arg2 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %9 = arith.muli %7, %8 : tensor<8x1xi64>
// CHECK-NEXT:   %10 = tt.broadcast %9 : tensor<8x1xi64> -> tensor<8x16xi64>
// CHECK-NEXT:   %11 = tt.addptr %2, %10 : tensor<8x16x!tt.ptr<f16>>, tensor<8x16xi64>
// CHECK-NEXT:   %12 = tt.splat %1 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %13 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %14 = arith.extsi %13 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %15 = arith.addi %12, %14 : tensor<16xi64>
// CHECK-NEXT:   %16 = tt.expand_dims %15 {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
// CHECK-NEXT:   %17 = tt.splat %arg2 : i64 -> tensor<1x16xi64>
// CHECK-NEXT:   %18 = arith.muli %16, %17 : tensor<1x16xi64>
// CHECK-NEXT:   %19 = tt.broadcast %18 : tensor<1x16xi64> -> tensor<8x16xi64>
// CHECK-NEXT:   %20 = tt.addptr %11, %19 : tensor<8x16x!tt.ptr<f16>>, tensor<8x16xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %21 = tt.splat %c0_i64 : i64 -> tensor<1x16xi64>
// CHECK-NEXT:   %22 = arith.cmpi sge, %16, %21 : tensor<1x16xi64>
// CHECK-NEXT:   %23 = tt.splat %arg1 : i64 -> tensor<1x16xi64>
// CHECK-NEXT:   %24 = arith.cmpi slt, %16, %23 : tensor<1x16xi64>
// CHECK-NEXT:   %25 = arith.andi %22, %24 : tensor<1x16xi1>
// CHECK-NEXT:   %26 = tt.broadcast %25 : tensor<1x16xi1> -> tensor<8x16xi1>
// CHECK-NEXT:   %cst = arith.constant 0x7E00 : f16
// CHECK-NEXT:   %27 = tt.splat %cst : f16 -> tensor<8x16xf16>
// CHECK-NEXT:   %28 = tt.load %20, %26, %27 : tensor<8x16x!tt.ptr<f16>>
// CHECK-NEXT:   %29 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<8x16x!tt.ptr<f16>>
// CHECK-NEXT:   %30 = tt.splat %0 : i64 -> tensor<8xi64>
// CHECK-NEXT:   %31 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT:   %32 = arith.extsi %31 : tensor<8xi32> to tensor<8xi64>
// CHECK-NEXT:   %33 = arith.addi %30, %32 : tensor<8xi64>
// CHECK-NEXT:   %34 = tt.expand_dims %33 {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
// CHECK-NEXT:   %35 = tt.splat %arg2 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %36 = arith.muli %34, %35 : tensor<8x1xi64>
// CHECK-NEXT:   %37 = tt.broadcast %36 : tensor<8x1xi64> -> tensor<8x16xi64>
// CHECK-NEXT:   %38 = tt.addptr %29, %37 : tensor<8x16x!tt.ptr<f16>>, tensor<8x16xi64>
// CHECK-NEXT:   %39 = tt.splat %1 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %40 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %41 = arith.extsi %40 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %42 = arith.addi %39, %41 : tensor<16xi64>
// CHECK-NEXT:   %43 = tt.expand_dims %42 {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
// CHECK-NEXT:   %44 = tt.splat %arg2 : i64 -> tensor<1x16xi64>
// CHECK-NEXT:   %45 = arith.muli %43, %44 : tensor<1x16xi64>
// CHECK-NEXT:   %46 = tt.broadcast %45 : tensor<1x16xi64> -> tensor<8x16xi64>
// CHECK-NEXT:   %47 = tt.addptr %38, %46 : tensor<8x16x!tt.ptr<f16>>, tensor<8x16xi64>
// CHECK-NEXT:   %c0_i64_0 = arith.constant 0 : i64
// CHECK-NEXT:   %48 = tt.splat %c0_i64_0 : i64 -> tensor<1x16xi64>
// CHECK-NEXT:   %49 = arith.cmpi sge, %43, %48 : tensor<1x16xi64>
// CHECK-NEXT:   %50 = tt.splat %arg1 : i64 -> tensor<1x16xi64>
// CHECK-NEXT:   %51 = arith.cmpi slt, %43, %50 : tensor<1x16xi64>
// CHECK-NEXT:   %52 = arith.andi %49, %51 : tensor<1x16xi1>
// CHECK-NEXT:   %53 = tt.broadcast %52 : tensor<1x16xi1> -> tensor<8x16xi1>
// CHECK-NEXT:   %c0_i64_1 = arith.constant 0 : i64
// CHECK-NEXT:   %54 = tt.splat %c0_i64_1 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %55 = arith.cmpi sge, %34, %54 : tensor<8x1xi64>
// CHECK-NEXT:   %56 = tt.splat %arg1 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %57 = arith.cmpi slt, %34, %56 : tensor<8x1xi64>
// CHECK-NEXT:   %58 = arith.andi %55, %57 : tensor<8x1xi1>
// CHECK-NEXT:   %59 = tt.broadcast %58 : tensor<8x1xi1> -> tensor<8x16xi1>
// CHECK-NEXT:   %60 = arith.andi %53, %59 : tensor<8x16xi1>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %61 = tt.splat %cst_2 : f16 -> tensor<8x16xf16>
// CHECK-NEXT:   %62 = tt.load %47, %60, %61 : tensor<8x16x!tt.ptr<f16>>
// CHECK-NEXT:   tt.return %28, %62 : tensor<8x16xf16>, tensor<8x16xf16>
// CHECK-NEXT: }
tt.func @checked(%base: !tt.ptr<f16>, %extent: i64, %stride: i64, %offset: i32) -> (tensor<8x16xf16>, tensor<8x16xf16>) {
  %0 = tt.make_tensor_ptr %base, [%extent, %extent], [%stride, %stride], [%offset, %offset] {order = array<i32: 1, 0>} : <tensor<8x16xf16>>
  %1 = tt.load %0 {boundaryCheck = array<i32: 1>, padding = 2 : i32} : !tt.ptr<tensor<8x16xf16>>
  %2 = tt.load %0 {boundaryCheck = array<i32: 1, 0>, padding = 1 : i32} : !tt.ptr<tensor<8x16xf16>>
  tt.return %1, %2 : tensor<8x16xf16>, tensor<8x16xf16>
}

// CHECK: tt.func @integers(%arg0: !tt.ptr<i32>, %arg1: i64, %arg2: i32) -> (tensor<2xi32>, tensor<2xi32>) {
// CHECK-NEXT:   %0 = arith.extsi %arg2 : i32 to i64
// CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<2x!tt.ptr<i32>>
// CHECK-NEXT:   %2 = tt.splat %0 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %3 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT:   %4 = arith.extsi %3 : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT:   %5 = arith.addi %2, %4 : tensor<2xi64>
// CHECK-NEXT:   %6 = tt.splat %arg1 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %7 = arith.muli %5, %6 : tensor<2xi64>
// CHECK-NEXT:   %8 = tt.broadcast %7 : tensor<2xi64> -> tensor<2xi64>
// CHECK-NEXT:   %9 = tt.addptr %1, %8 : tensor<2x!tt.ptr<i32>>, tensor<2xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %10 = tt.splat %c0_i64 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %11 = arith.cmpi sge, %5, %10 : tensor<2xi64>
// CHECK-NEXT:   %12 = tt.splat %arg1 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %13 = arith.cmpi slt, %5, %12 : tensor<2xi64>
// CHECK-NEXT:   %14 = arith.andi %11, %13 : tensor<2xi1>
// CHECK-NEXT:   %15 = tt.broadcast %14 : tensor<2xi1> -> tensor<2xi1>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %16 = tt.splat %c0_i32 : i32 -> tensor<2xi32>
// CHECK-NEXT:   %17 = tt.load %9, %15, %16 : tensor<2x!tt.ptr<i32>>
// CHECK-NEXT:   %18 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<2x!tt.ptr<i32>>
// CHECK-NEXT:   %19 = tt.splat %0 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %20 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT:   %21 = arith.extsi %20 : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT:   %22 = arith.addi %19, %21 : tensor<2xi64>
// CHECK-NEXT:   %23 = tt.splat %arg1 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %24 = arith.muli %22, %23 : tensor<2xi64>
// CHECK-NEXT:   %25 = tt.broadcast %24 : tensor<2xi64> -> tensor<2xi64>
// CHECK-NEXT:   %26 = tt.addptr %18, %25 : tensor<2x!tt.ptr<i32>>, tensor<2xi64>
// CHECK-NEXT:   %c0_i64_0 = arith.constant 0 : i64
// CHECK-NEXT:   %27 = tt.splat %c0_i64_0 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %28 = arith.cmpi sge, %22, %27 : tensor<2xi64>
// CHECK-NEXT:   %29 = tt.splat %arg1 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %30 = arith.cmpi slt, %22, %29 : tensor<2xi64>
// CHECK-NEXT:   %31 = arith.andi %28, %30 : tensor<2xi1>
// CHECK-NEXT:   %32 = tt.broadcast %31 : tensor<2xi1> -> tensor<2xi1>
// CHECK-NEXT:   %33 = tt.load %26, %32 : tensor<2x!tt.ptr<i32>>
// CHECK-NEXT:   tt.return %17, %33 : tensor<2xi32>, tensor<2xi32>
// CHECK-NEXT: }
tt.func @integers(%base: !tt.ptr<i32>, %extent: i64, %offset: i32) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = tt.make_tensor_ptr %base, [%extent], [%extent], [%offset] {order = array<i32: 0>} : <tensor<2xi32>>
  %1 = tt.load %0 {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<2xi32>>
  %2 = tt.load %0 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<2xi32>>
  tt.return %1, %2 : tensor<2xi32>, tensor<2xi32>
}

// Stores likewise.
// CHECK: tt.func @store(%arg0: !tt.ptr<i32>, %arg1: i64, %arg2: i64, %arg3: i32, %arg4: tensor<16xi32>) {
// CHECK-NEXT:   %0 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:   %2 = tt.splat %0 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %4 = arith.extsi %3 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %5 = arith.addi %2, %4 : tensor<16xi64>
// CHECK-NEXT:   %6 = tt.splat %arg2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %7 = arith.muli %5, %6 : tensor<16xi64>
// CHECK-NEXT:   %8 = tt.broadcast %7 : tensor<16xi64> -> tensor<16xi64>
// CHECK-NEXT:   %9 = tt.addptr %1, %8 : tensor<16x!tt.ptr<i32>>, tensor<16xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %10 = tt.splat %c0_i64 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %11 = arith.cmpi sge, %5, %10 : tensor<16xi64>
// CHECK-NEXT:   %12 = tt.splat %arg1 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %13 = arith.cmpi slt, %5, %12 : tensor<16xi64>
// CHECK-NEXT:   %14 = arith.andi %11, %13 : tensor<16xi1>
// CHECK-NEXT:   %15 = tt.broadcast %14 : tensor<16xi1> -> tensor<16xi1>
// CHECK-NEXT:   tt.store %9, %arg4, %15 : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:   %16 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:   %17 = tt.splat %0 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %18 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %19 = arith.extsi %18 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %20 = arith.addi %17, %19 : tensor<16xi64>
// CHECK-NEXT:   %21 = tt.splat %arg2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %22 = arith.muli %20, %21 : tensor<16xi64>
// CHECK-NEXT:   %23 = tt.broadcast %22 : tensor<16xi64> -> tensor<16xi64>
// CHECK-NEXT:   %24 = tt.addptr %16, %23 : tensor<16x!tt.ptr<i32>>, tensor<16xi64>
// CHECK-NEXT:   tt.store %24, %arg4 cacheModifier = wt evictionPolicy = evict_first : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @store(%base: !tt.ptr<i32>, %extent: i64, %stride: i64, %offset: i32, %x: tensor<16xi32>) {
  %0 = tt.make_tensor_ptr %base, [%extent], [%stride], [%offset] {order = array<i32: 0>} : <tensor<16xi32>>
  tt.store %0, %x {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16xi32>>
  tt.store %0, %x cacheModifier = wt evictionPolicy = evict_first {tag} : !tt.ptr<tensor<16xi32>>
  tt.return
}

// Offsets add up.
// CHECK: tt.func @advance(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i32) -> tensor<16xf32> {
// CHECK-NEXT:   %0 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %1 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %2 = arith.addi %0, %1 : i64
// CHECK-NEXT:   %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   %4 = tt.splat %2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %6 = arith.extsi %5 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %7 = arith.addi %4, %6 : tensor<16xi64>
// CHECK-NEXT:   %8 = tt.splat %arg2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %9 = arith.muli %7, %8 : tensor<16xi64>
// CHECK-NEXT:   %10 = tt.broadcast %9 : tensor<16xi64> -> tensor<16xi64>
// CHECK-NEXT:   %11 = tt.addptr %3, %10 : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
// CHECK-NEXT:   %12 = tt.load %11 : tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %12 : tensor<16xf32>
// CHECK-NEXT: }
tt.func @advance(%base: !tt.ptr<f32>, %extent: i64, %stride: i64, %offset: i32) -> tensor<16xf32> {
  %0 = tt.make_tensor_ptr %base, [%extent], [%stride], [%offset] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.advance %0, [%offset] : <tensor<16xf32>>
  %2 = tt.load %1 : !tt.ptr<tensor<16xf32>>
  tt.return %2 : tensor<16xf32>
}

// Loops carry offsets instead of block pointers.
// CHECK: tt.func @loop(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i32, %arg4: tensor<4x2xf32>) -> (tensor<4x2xf32>, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.extsi %c0_i32 : i32 to i64
// CHECK-NEXT:   %1 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %2:4 = scf.for %arg5 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg6 = %arg4, %arg7 = %0, %arg8 = %1, %arg9 = %arg3) -> (tensor<4x2xf32>, i64, i64, i32)  : i32 {
// CHECK-NEXT:     %22 = arith.extsi %arg5 : i32 to i64
// CHECK-NEXT:     %23 = arith.addi %arg7, %22 : i64
// CHECK-NEXT:     %24 = arith.extsi %c1_i32 : i32 to i64
// CHECK-NEXT:     %25 = arith.addi %arg8, %24 : i64
// CHECK-NEXT:     scf.yield %arg6, %23, %25, %arg5 : tensor<4x2xf32>, i64, i64, i32
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<4x2x!tt.ptr<f32>>
// CHECK-NEXT:   %4 = tt.splat %2#1 : i64 -> tensor<4xi64>
// CHECK-NEXT:   %5 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK-NEXT:   %6 = arith.extsi %5 : tensor<4xi32> to tensor<4xi64>
// CHECK-NEXT:   %7 = arith.addi %4, %6 : tensor<4xi64>
// CHECK-NEXT:   %8 = tt.expand_dims %7 {axis = 1 : i32} : tensor<4xi64> -> tensor<4x1xi64>
// CHECK-NEXT:   %9 = tt.splat %arg2 : i64 -> tensor<4x1xi64>
// CHECK-NEXT:   %10 = arith.muli %8, %9 : tensor<4x1xi64>
// CHECK-NEXT:   %11 = tt.broadcast %10 : tensor<4x1xi64> -> tensor<4x2xi64>
// CHECK-NEXT:   %12 = tt.addptr %3, %11 : tensor<4x2x!tt.ptr<f32>>, tensor<4x2xi64>
// CHECK-NEXT:   %13 = tt.splat %2#2 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %14 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT:   %15 = arith.extsi %14 : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT:   %16 = arith.addi %13, %15 : tensor<2xi64>
// CHECK-NEXT:   %17 = tt.expand_dims %16 {axis = 0 : i32} : tensor<2xi64> -> tensor<1x2xi64>
// CHECK-NEXT:   %18 = tt.splat %arg2 : i64 -> tensor<1x2xi64>
// CHECK-NEXT:   %19 = arith.muli %17, %18 : tensor<1x2xi64>
// CHECK-NEXT:   %20 = tt.broadcast %19 : tensor<1x2xi64> -> tensor<4x2xi64>
// CHECK-NEXT:   %21 = tt.addptr %12, %20 : tensor<4x2x!tt.ptr<f32>>, tensor<4x2xi64>
// CHECK-NEXT:   tt.store %21, %2#0 : tensor<4x2x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %2#0, %2#3 : tensor<4x2xf32>, i32
// CHECK-NEXT: }
tt.func @loop(%base: !tt.ptr<f32>, %extent: i64, %stride: i64, %n: i32, %x: tensor<4x2xf32>) -> (tensor<4x2xf32>, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.make_tensor_ptr %base, [%extent, %extent], [%stride, %stride], [%c0, %n] {order = array<i32: 1, 0>} : <tensor<4x2xf32>>
  %1:3 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x, %p = %0, %z = %n) -> (tensor<4x2xf32>, !tt.ptr<tensor<4x2xf32>>, i32) : i32 {
    %2 = tt.advance %p, [%i, %c1] : <tensor<4x2xf32>>
    scf.yield %y, %2, %i : tensor<4x2xf32>, !tt.ptr<tensor<4x2xf32>>, i32
  } {tag}
  tt.store %1#1, %1#0 : !tt.ptr<tensor<4x2xf32>>
  tt.return %1#0, %1#2 : tensor<4x2xf32>, i32
}

// Choices give offsets; other attributes are lost.
// CHECK: tt.func @if(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i32, %arg4: i1) -> (tensor<16xf32>, i32) {
// CHECK-NEXT:   %0 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %1:2 = scf.if %arg4 -> (i64, i32) {
// CHECK-NEXT:     %12 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:     %13 = arith.addi %0, %12 : i64
// CHECK-NEXT:     scf.yield %13, %arg3 : i64, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %12 = arith.addi %arg3, %arg3 : i32
// CHECK-NEXT:     scf.yield %0, %12 : i64, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %2 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   %3 = tt.splat %1#0 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %5 = arith.extsi %4 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %6 = arith.addi %3, %5 : tensor<16xi64>
// CHECK-NEXT:   %7 = tt.splat %arg2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %8 = arith.muli %6, %7 : tensor<16xi64>
// CHECK-NEXT:   %9 = tt.broadcast %8 : tensor<16xi64> -> tensor<16xi64>
// CHECK-NEXT:   %10 = tt.addptr %2, %9 : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
// CHECK-NEXT:   %11 = tt.load %10 : tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return %11, %1#1 : tensor<16xf32>, i32
// CHECK-NEXT: }
tt.func @if(%base: !tt.ptr<f32>, %extent: i64, %stride: i64, %n: i32, %c: i1) -> (tensor<16xf32>, i32) {
  %0 = tt.make_tensor_ptr %base, [%extent], [%stride], [%n] {order = array<i32: 0>} : <tensor<16xf32>>
  %1:2 = scf.if %c -> (!tt.ptr<tensor<16xf32>>, i32) {
    %2 = tt.advance %0, [%n] : <tensor<16xf32>>
    scf.yield %2, %n : !tt.ptr<tensor<16xf32>>, i32
  } else {
    %3 = arith.addi %n, %n : i32
    scf.yield %0, %3 : !tt.ptr<tensor<16xf32>>, i32
  } {tag}
  %4 = tt.load %1#0 : !tt.ptr<tensor<16xf32>>
  tt.return %4, %1#1 : tensor<16xf32>, i32
}

// Where no block pointer goes in or out, only the accesses change; also in blocks.
// CHECK: tt.func @inside(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i32, %arg4: i1, %arg5: tensor<2xf32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   cf.cond_br %arg4, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   scf.for %arg6 = %c0_i32 to %arg3 step %c1_i32  : i32 {
// CHECK-NEXT:     scf.if %arg4 {
// CHECK-NEXT:       %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<2x!tt.ptr<f32>>
// CHECK-NEXT:       %2 = tt.splat %0 : i64 -> tensor<2xi64>
// CHECK-NEXT:       %3 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT:       %4 = arith.extsi %3 : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT:       %5 = arith.addi %2, %4 : tensor<2xi64>
// CHECK-NEXT:       %6 = tt.splat %arg2 : i64 -> tensor<2xi64>
// CHECK-NEXT:       %7 = arith.muli %5, %6 : tensor<2xi64>
// CHECK-NEXT:       %8 = tt.broadcast %7 : tensor<2xi64> -> tensor<2xi64>
// CHECK-NEXT:       %9 = tt.addptr %1, %8 : tensor<2x!tt.ptr<f32>>, tensor<2xi64>
// CHECK-NEXT:       tt.store %9, %arg5 : tensor<2x!tt.ptr<f32>>
// CHECK-NEXT:     } {tag}
// CHECK-NEXT:   }
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @inside(%base: !tt.ptr<f32>, %extent: i64, %stride: i64, %n: i32, %c: i1, %x: tensor<2xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.make_tensor_ptr %base, [%extent], [%stride], [%n] {order = array<i32: 0>} : <tensor<2xf32>>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.if %c {
      tt.store %0, %x : !tt.ptr<tensor<2xf32>>
    } {tag}
  }
  cf.br ^bb2
^bb2:
  tt.return
}

// Other pointers are left alone.
// CHECK: tt.func @others(%arg0: !tt.ptr<f32>, %arg1: tensor<16x!tt.ptr<f32>>, %arg2: i32) -> (f32, tensor<16xf32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.load %arg0 : !tt.ptr<f32>
// CHECK-NEXT:   tt.store %arg0, %0 : !tt.ptr<f32>
// CHECK-NEXT:   %1 = tt.load %arg1 : tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   %2 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %arg0) -> (!tt.ptr<f32>)  : i32 {
// CHECK-NEXT:     %3 = tt.addptr %arg4, %arg3 : !tt.ptr<f32>, i32
// CHECK-NEXT:     scf.yield %3 : !tt.ptr<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %1 : f32, tensor<16xf32>
// CHECK-NEXT: }
tt.func @others(%p: !tt.ptr<f32>, %t: tensor<16x!tt.ptr<f32>>, %n: i32) -> (f32, tensor<16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = tt.load %p : !tt.ptr<f32>
  tt.store %p, %0 : !tt.ptr<f32>
  %1 = tt.load %t : tensor<16x!tt.ptr<f32>>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> !tt.ptr<f32> : i32 {
    %3 = tt.addptr %q, %i : !tt.ptr<f32>, i32
    scf.yield %3 : !tt.ptr<f32>
  }
  tt.return %0, %1 : f32, tensor<16xf32>
}
