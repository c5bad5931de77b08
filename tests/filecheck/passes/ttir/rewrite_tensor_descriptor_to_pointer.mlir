// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-descriptor-to-pointer | filecheck %s

// Extents are widened, constant ones folded.
// CHECK: tt.func @make(%arg0: !tt.ptr<f16>, %arg1: i32, %arg2: i64, %arg3: i32) -> tensor<8x2xf16> {
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %c128_i32 = arith.constant 128 : i32
// CHECK-NEXT:   %0 = arith.extsi %arg1 : i32 to i64
// CHECK-NEXT:   %c128_i64 = arith.constant 128 : i64
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %1 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %c128_i64_0 = arith.constant 128 : i64
// CHECK-NEXT:   %cst = arith.constant dense<0x7E00> : tensor<8x2xf16>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : tensor<8x2xf16>
// CHECK-NEXT:   %2 = arith.select %true, %cst, %cst_1 : tensor<8x2xf16>
// CHECK-NEXT:   %3 = tt.splat %1 : i64 -> tensor<8xi64>
// CHECK-NEXT:   %4 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT:   %5 = arith.extsi %4 : tensor<8xi32> to tensor<8xi64>
// CHECK-NEXT:   %6 = arith.addi %3, %5 : tensor<8xi64>
// CHECK-NEXT:   %7 = tt.expand_dims %6 {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
// CHECK-NEXT:   %8 = tt.splat %c128_i64_0 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %9 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT:   %10 = arith.extsi %9 : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT:   %11 = arith.addi %8, %10 : tensor<2xi64>
// CHECK-NEXT:   %12 = tt.expand_dims %11 {axis = 0 : i32} : tensor<2xi64> -> tensor<1x2xi64>
// CHECK-NEXT:   %13 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<8x2x!tt.ptr<f16>>
// CHECK-NEXT:   %14 = tt.splat %arg2 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %15 = arith.muli %7, %14 : tensor<8x1xi64>
// CHECK-NEXT:   %16 = tt.broadcast %15 : tensor<8x1xi64> -> tensor<8x2xi64>
// CHECK-NEXT:   %17 = tt.addptr %13, %16 : tensor<8x2x!tt.ptr<f16>>, tensor<8x2xi64>
// CHECK-NEXT:   %18 = tt.splat %c1_i64 : i64 -> tensor<1x2xi64>
// CHECK-NEXT:   %19 = arith.muli %12, %18 : tensor<1x2xi64>
// CHECK-NEXT:   %20 = tt.broadcast %19 : tensor<1x2xi64> -> tensor<8x2xi64>
// CHECK-NEXT:   %21 = tt.addptr %17, %20 : tensor<8x2x!tt.ptr<f16>>, tensor<8x2xi64>
// CHECK-NEXT:   %22 = tt.splat %1 : i64 -> tensor<8xi64>
// CHECK-NEXT:   %23 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK-NEXT:   %24 = arith.extsi %23 : tensor<8xi32> to tensor<8xi64>
// CHECK-NEXT:   %25 = arith.addi %22, %24 : tensor<8xi64>
// CHECK-NEXT:   %26 = tt.expand_dims %25 {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
// CHECK-NEXT:   %27 = tt.splat %c128_i64_0 : i64 -> tensor<2xi64>
// CHECK-NEXT:   %28 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
// CHECK-NEXT:   %29 = arith.extsi %28 : tensor<2xi32> to tensor<2xi64>
// CHECK-NEXT:   %30 = arith.addi %27, %29 : tensor<2xi64>
// CHECK-NEXT:   %31 = tt.expand_dims %30 {axis = 0 : i32} : tensor<2xi64> -> tensor<1x2xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %32 = tt.splat %c0_i64 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %33 = arith.cmpi sge, %26, %32 : tensor<8x1xi64>
// CHECK-NEXT:   %34 = tt.splat %0 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %35 = arith.cmpi slt, %26, %34 : tensor<8x1xi64>
// CHECK-NEXT:   %36 = arith.andi %33, %35 : tensor<8x1xi1>
// CHECK-NEXT:   %37 = tt.broadcast %36 : tensor<8x1xi1> -> tensor<8x2xi1>
// CHECK-NEXT:   %c0_i64_2 = arith.constant 0 : i64
// CHECK-NEXT:   %38 = tt.splat %c0_i64_2 : i64 -> tensor<1x2xi64>
// CHECK-NEXT:   %39 = arith.cmpi sge, %31, %38 : tensor<1x2xi64>
// CHECK-NEXT:   %40 = tt.splat %c128_i64 : i64 -> tensor<1x2xi64>
// CHECK-NEXT:   %41 = arith.cmpi slt, %31, %40 : tensor<1x2xi64>
// CHECK-NEXT:   %42 = arith.andi %39, %41 : tensor<1x2xi1>
// CHECK-NEXT:   %43 = tt.broadcast %42 : tensor<1x2xi1> -> tensor<8x2xi1>
// CHECK-NEXT:   %44 = arith.andi %37, %43 : tensor<8x2xi1>
// CHECK-NEXT:   %45 = tt.load %21, %44, %2 cacheModifier = cg evictionPolicy = evict_last {tag} : tensor<8x2x!tt.ptr<f16>>
// CHECK-NEXT:   tt.return %45 : tensor<8x2xf16>
// CHECK-NEXT: }
tt.func @make(%base: !tt.ptr<f16>, %n: i32, %s: i64, %i: i32) -> (tensor<8x2xf16>) {
  %c1 = arith.constant 1 : i64
  %c128 = arith.constant 128 : i32
  %0 = tt.make_tensor_descriptor %base, [%n, %c128], [%s, %c1] {padding = 2 : i32} : <f16>, <tensor<8x2xf16>>
  %1 = tt.descriptor_load %0[%i, %c128] cacheModifier = cg evictionPolicy = evict_last {tag} : !tt.tensordesc<tensor<8x2xf16>> -> tensor<8x2xf16>
  tt.return %1 : tensor<8x2xf16>
}

// Integers are padded with zero. Blocks of unsigned integers are loaded as signless ones.
// CHECK: tt.func @integers(%arg0: !tt.ptr<i8>, %arg1: i32, %arg2: i64, %arg3: i32) -> tensor<16xi8> {
// CHECK-NEXT:   %0 = arith.extsi %arg1 : i32 to i64
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %1 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %cst = arith.constant dense<0> : tensor<16xi8>
// CHECK-NEXT:   %2 = tt.splat %1 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %4 = arith.extsi %3 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %5 = arith.addi %2, %4 : tensor<16xi64>
// CHECK-NEXT:   %6 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<16x!tt.ptr<i8>>
// CHECK-NEXT:   %7 = tt.splat %arg2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %8 = arith.muli %5, %7 : tensor<16xi64>
// CHECK-NEXT:   %9 = tt.broadcast %8 : tensor<16xi64> -> tensor<16xi64>
// CHECK-NEXT:   %10 = tt.addptr %6, %9 : tensor<16x!tt.ptr<i8>>, tensor<16xi64>
// CHECK-NEXT:   %11 = tt.splat %1 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %12 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %13 = arith.extsi %12 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %14 = arith.addi %11, %13 : tensor<16xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %15 = tt.splat %c0_i64 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %16 = arith.cmpi sge, %14, %15 : tensor<16xi64>
// CHECK-NEXT:   %17 = tt.splat %0 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %18 = arith.cmpi slt, %14, %17 : tensor<16xi64>
// CHECK-NEXT:   %19 = arith.andi %16, %18 : tensor<16xi1>
// CHECK-NEXT:   %20 = tt.broadcast %19 : tensor<16xi1> -> tensor<16xi1>
// CHECK-NEXT:   %21 = tt.load %10, %20, %cst : tensor<16x!tt.ptr<i8>>
// CHECK-NEXT:   tt.return %21 : tensor<16xi8>
// CHECK-NEXT: }
tt.func @integers(%base: !tt.ptr<i8>, %n: i32, %s: i64, %i: i32) -> tensor<16xi8> {
  %0 = tt.make_tensor_descriptor %base, [%n], [%s] : <i8>, <tensor<16xui8>>
  %1 = tt.descriptor_load %0[%i] : !tt.tensordesc<tensor<16xui8>> -> tensor<16xi8>
  tt.return %1 : tensor<16xi8>
}

// CHECK: tt.func @store(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i64, %arg3: i32, %arg4: tensor<16xf32>) {
// CHECK-NEXT:   %0 = arith.extsi %arg1 : i32 to i64
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %1 = arith.extsi %arg3 : i32 to i64
// CHECK-NEXT:   %2 = tt.splat %1 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %4 = arith.extsi %3 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %5 = arith.addi %2, %4 : tensor<16xi64>
// CHECK-NEXT:   %6 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   %7 = tt.splat %arg2 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %8 = arith.muli %5, %7 : tensor<16xi64>
// CHECK-NEXT:   %9 = tt.broadcast %8 : tensor<16xi64> -> tensor<16xi64>
// CHECK-NEXT:   %10 = tt.addptr %6, %9 : tensor<16x!tt.ptr<f32>>, tensor<16xi64>
// CHECK-NEXT:   %11 = tt.splat %1 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %12 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
// CHECK-NEXT:   %13 = arith.extsi %12 : tensor<16xi32> to tensor<16xi64>
// CHECK-NEXT:   %14 = arith.addi %11, %13 : tensor<16xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %15 = tt.splat %c0_i64 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %16 = arith.cmpi sge, %14, %15 : tensor<16xi64>
// CHECK-NEXT:   %17 = tt.splat %0 : i64 -> tensor<16xi64>
// CHECK-NEXT:   %18 = arith.cmpi slt, %14, %17 : tensor<16xi64>
// CHECK-NEXT:   %19 = arith.andi %16, %18 : tensor<16xi1>
// CHECK-NEXT:   %20 = tt.broadcast %19 : tensor<16xi1> -> tensor<16xi1>
// CHECK-NEXT:   tt.store %10, %arg4, %20 {tag} : tensor<16x!tt.ptr<f32>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @store(%base: !tt.ptr<f32>, %n: i32, %s: i64, %i: i32, %x: tensor<16xf32>) {
  %0 = tt.make_tensor_descriptor %base, [%n], [%s] : <f32>, <tensor<16xf32>>
  tt.descriptor_store %0[%i], %x {tag} : !tt.tensordesc<tensor<16xf32>>, tensor<16xf32>
  tt.return
}

// Rows that are picked, columns in a range.
// CHECK: tt.func @gather_scatter(%arg0: !tt.ptr<i8>, %arg1: i64, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i1, %arg6: tensor<8xi32>, %arg7: i32) {
// CHECK-NEXT:   %0 = tt.expand_dims %arg6 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
// CHECK-NEXT:   %1 = arith.extsi %arg7 : i32 to i64
// CHECK-NEXT:   %2 = arith.extsi %0 : tensor<8x1xi32> to tensor<8x1xi64>
// CHECK-NEXT:   %3 = tt.splat %1 : i64 -> tensor<32xi64>
// CHECK-NEXT:   %4 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
// CHECK-NEXT:   %5 = arith.extsi %4 : tensor<32xi32> to tensor<32xi64>
// CHECK-NEXT:   %6 = arith.addi %3, %5 : tensor<32xi64>
// CHECK-NEXT:   %7 = tt.expand_dims %6 {axis = 0 : i32} : tensor<32xi64> -> tensor<1x32xi64>
// CHECK-NEXT:   %8 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<8x32x!tt.ptr<i8>>
// CHECK-NEXT:   %9 = tt.splat %arg3 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %10 = arith.muli %2, %9 : tensor<8x1xi64>
// CHECK-NEXT:   %11 = tt.broadcast %10 : tensor<8x1xi64> -> tensor<8x32xi64>
// CHECK-NEXT:   %12 = tt.addptr %8, %11 : tensor<8x32x!tt.ptr<i8>>, tensor<8x32xi64>
// CHECK-NEXT:   %13 = tt.splat %arg4 : i64 -> tensor<1x32xi64>
// CHECK-NEXT:   %14 = arith.muli %7, %13 : tensor<1x32xi64>
// CHECK-NEXT:   %15 = tt.broadcast %14 : tensor<1x32xi64> -> tensor<8x32xi64>
// CHECK-NEXT:   %16 = tt.addptr %12, %15 : tensor<8x32x!tt.ptr<i8>>, tensor<8x32xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %17 = tt.splat %c0_i64 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %18 = arith.cmpi sge, %2, %17 : tensor<8x1xi64>
// CHECK-NEXT:   %19 = tt.splat %arg1 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %20 = arith.cmpi slt, %2, %19 : tensor<8x1xi64>
// CHECK-NEXT:   %21 = arith.andi %18, %20 : tensor<8x1xi1>
// CHECK-NEXT:   %22 = tt.broadcast %21 : tensor<8x1xi1> -> tensor<8x32xi1>
// CHECK-NEXT:   %c0_i64_0 = arith.constant 0 : i64
// CHECK-NEXT:   %23 = tt.splat %c0_i64_0 : i64 -> tensor<1x32xi64>
// CHECK-NEXT:   %24 = arith.cmpi sge, %7, %23 : tensor<1x32xi64>
// CHECK-NEXT:   %25 = tt.splat %arg2 : i64 -> tensor<1x32xi64>
// CHECK-NEXT:   %26 = arith.cmpi slt, %7, %25 : tensor<1x32xi64>
// CHECK-NEXT:   %27 = arith.andi %24, %26 : tensor<1x32xi1>
// CHECK-NEXT:   %28 = tt.broadcast %27 : tensor<1x32xi1> -> tensor<8x32xi1>
// CHECK-NEXT:   %29 = arith.andi %22, %28 : tensor<8x32xi1>
// CHECK-NEXT:   %cst = arith.constant dense<0> : tensor<8x32xi8>
// CHECK-NEXT:   %30 = tt.load %16, %29, %cst : tensor<8x32x!tt.ptr<i8>>
// CHECK-NEXT:   %31 = tt.expand_dims %arg6 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
// CHECK-NEXT:   %32 = arith.extsi %arg7 : i32 to i64
// CHECK-NEXT:   %33 = arith.extsi %31 : tensor<8x1xi32> to tensor<8x1xi64>
// CHECK-NEXT:   %34 = tt.splat %32 : i64 -> tensor<32xi64>
// CHECK-NEXT:   %35 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
// CHECK-NEXT:   %36 = arith.extsi %35 : tensor<32xi32> to tensor<32xi64>
// CHECK-NEXT:   %37 = arith.addi %34, %36 : tensor<32xi64>
// CHECK-NEXT:   %38 = tt.expand_dims %37 {axis = 0 : i32} : tensor<32xi64> -> tensor<1x32xi64>
// CHECK-NEXT:   %39 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<8x32x!tt.ptr<i8>>
// CHECK-NEXT:   %40 = tt.splat %arg3 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %41 = arith.muli %33, %40 : tensor<8x1xi64>
// CHECK-NEXT:   %42 = tt.broadcast %41 : tensor<8x1xi64> -> tensor<8x32xi64>
// CHECK-NEXT:   %43 = tt.addptr %39, %42 : tensor<8x32x!tt.ptr<i8>>, tensor<8x32xi64>
// CHECK-NEXT:   %44 = tt.splat %arg4 : i64 -> tensor<1x32xi64>
// CHECK-NEXT:   %45 = arith.muli %38, %44 : tensor<1x32xi64>
// CHECK-NEXT:   %46 = tt.broadcast %45 : tensor<1x32xi64> -> tensor<8x32xi64>
// CHECK-NEXT:   %47 = tt.addptr %43, %46 : tensor<8x32x!tt.ptr<i8>>, tensor<8x32xi64>
// CHECK-NEXT:   %c0_i64_1 = arith.constant 0 : i64
// CHECK-NEXT:   %48 = tt.splat %c0_i64_1 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %49 = arith.cmpi sge, %33, %48 : tensor<8x1xi64>
// CHECK-NEXT:   %50 = tt.splat %arg1 : i64 -> tensor<8x1xi64>
// CHECK-NEXT:   %51 = arith.cmpi slt, %33, %50 : tensor<8x1xi64>
// CHECK-NEXT:   %52 = arith.andi %49, %51 : tensor<8x1xi1>
// CHECK-NEXT:   %53 = tt.broadcast %52 : tensor<8x1xi1> -> tensor<8x32xi1>
// CHECK-NEXT:   %c0_i64_2 = arith.constant 0 : i64
// CHECK-NEXT:   %54 = tt.splat %c0_i64_2 : i64 -> tensor<1x32xi64>
// CHECK-NEXT:   %55 = arith.cmpi sge, %38, %54 : tensor<1x32xi64>
// CHECK-NEXT:   %56 = tt.splat %arg2 : i64 -> tensor<1x32xi64>
// CHECK-NEXT:   %57 = arith.cmpi slt, %38, %56 : tensor<1x32xi64>
// CHECK-NEXT:   %58 = arith.andi %55, %57 : tensor<1x32xi1>
// CHECK-NEXT:   %59 = tt.broadcast %58 : tensor<1x32xi1> -> tensor<8x32xi1>
// CHECK-NEXT:   %60 = arith.andi %53, %59 : tensor<8x32xi1>
// CHECK-NEXT:   tt.store %47, %30, %60 : tensor<8x32x!tt.ptr<i8>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @gather_scatter(%d: !tt.tensordesc<tensor<1x32xi8>>, %rows: tensor<8xi32>, %column: i32) {
  %0 = tt.descriptor_gather %d[%rows, %column] : (!tt.tensordesc<tensor<1x32xi8>>, tensor<8xi32>, i32) -> tensor<8x32xi8>
  tt.descriptor_scatter %d[%rows, %column], %0 : !tt.tensordesc<tensor<1x32xi8>>, tensor<8xi32>, i32, tensor<8x32xi8>
  tt.return
}

// Functions take and return the parts of descriptors; attributes of arguments stay with the pointer.
// CHECK: tt.func private @callee(%arg0: !tt.ptr<f32> {tt.tag = 1 : i32}, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: i32 {tt.divisibility = 16 : i32}) -> (!tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:   tt.return %arg0, %arg1, %arg2, %arg3 : !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT: }
tt.func private @callee(%d: !tt.tensordesc<tensor<16xf32>> {tt.tag = 1 : i32}, %n: i32 {tt.divisibility = 16 : i32}) -> !tt.tensordesc<tensor<16xf32>> {
  tt.return %d : !tt.tensordesc<tensor<16xf32>>
}

// CHECK: tt.func private @declared(!tt.ptr<f32>, i64, i64, i1) -> i32
tt.func private @declared(!tt.tensordesc<tensor<16xf32>>) -> i32

// CHECK: tt.func @caller(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: i32) -> (!tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:   %0:4 = tt.call @callee(%arg0, %arg1, %arg2, %arg3, %arg4) {tag} : (!tt.ptr<f32>, i64, i64, i1, i32) -> (!tt.ptr<f32>, i64, i64, i1)
// CHECK-NEXT:   %1 = tt.call @declared(%0#0, %0#1, %0#2, %0#3) : (!tt.ptr<f32>, i64, i64, i1) -> i32
// CHECK-NEXT:   tt.return %0#0, %0#1, %0#2, %0#3 : !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT: }
tt.func @caller(%d: !tt.tensordesc<tensor<16xf32>>, %n: i32) -> !tt.tensordesc<tensor<16xf32>> {
  %0 = tt.call @callee(%d, %n) {tag} : (!tt.tensordesc<tensor<16xf32>>, i32) -> !tt.tensordesc<tensor<16xf32>>
  %1 = tt.call @declared(%0) : (!tt.tensordesc<tensor<16xf32>>) -> i32
  tt.return %0 : !tt.tensordesc<tensor<16xf32>>
}

// CHECK: tt.func @for(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: !tt.ptr<f32>, %arg5: i64, %arg6: i64, %arg7: i1, %arg8: i32) -> (i32, !tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:9 = scf.for unsigned %arg9 = %c0_i32 to %arg8 step %c1_i32 iter_args(%arg10 = %arg0, %arg11 = %arg1, %arg12 = %arg2, %arg13 = %arg3, %arg14 = %arg8, %arg15 = %arg4, %arg16 = %arg5, %arg17 = %arg6, %arg18 = %arg7) -> (!tt.ptr<f32>, i64, i64, i1, i32, !tt.ptr<f32>, i64, i64, i1)  : i32 {
// CHECK-NEXT:     scf.yield %arg15, %arg16, %arg17, %arg18, %arg9, %arg10, %arg11, %arg12, %arg13 : !tt.ptr<f32>, i64, i64, i1, i32, !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   tt.return %0#4, %0#5, %0#6, %0#7, %0#8 : i32, !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT: }
tt.func @for(%d: !tt.tensordesc<tensor<2xf32>>, %e: !tt.tensordesc<tensor<2xf32>>, %n: i32) -> (i32, !tt.tensordesc<tensor<2xf32>>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:3 = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%x = %d, %y = %n, %z = %e) -> (!tt.tensordesc<tensor<2xf32>>, i32, !tt.tensordesc<tensor<2xf32>>) : i32 {
    scf.yield %z, %i, %x : !tt.tensordesc<tensor<2xf32>>, i32, !tt.tensordesc<tensor<2xf32>>
  } {tag}
  tt.return %0#1, %0#2 : i32, !tt.tensordesc<tensor<2xf32>>
}

// CHECK: tt.func @if(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: !tt.ptr<f32>, %arg5: i64, %arg6: i64, %arg7: i1, %arg8: i1) -> (i1, !tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:   %0:5 = scf.if %arg8 -> (i1, !tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:     scf.yield %arg8, %arg0, %arg1, %arg2, %arg3 : i1, !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg8, %arg4, %arg5, %arg6, %arg7 : i1, !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   tt.return %0#0, %0#1, %0#2, %0#3, %0#4 : i1, !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT: }
tt.func @if(%d: !tt.tensordesc<tensor<2xf32>>, %e: !tt.tensordesc<tensor<2xf32>>, %c: i1) -> (i1, !tt.tensordesc<tensor<2xf32>>) {
  %0:2 = scf.if %c -> (i1, !tt.tensordesc<tensor<2xf32>>) {
    scf.yield %c, %d : i1, !tt.tensordesc<tensor<2xf32>>
  } else {
    scf.yield %c, %e : i1, !tt.tensordesc<tensor<2xf32>>
  } {tag}
  tt.return %0#0, %0#1 : i1, !tt.tensordesc<tensor<2xf32>>
}

// As a choice of several values, a select is an if; between the same descriptor it is none.
// CHECK: tt.func @select(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: !tt.ptr<f32>, %arg5: i64, %arg6: i64, %arg7: i1, %arg8: i1) -> (!tt.ptr<f32>, i64, i64, i1, !tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:   %0:4 = scf.if %arg8 -> (!tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:     scf.yield %arg0, %arg1, %arg2, %arg3 : !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg4, %arg5, %arg6, %arg7 : !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   tt.return %0#0, %0#1, %0#2, %0#3, %arg0, %arg1, %arg2, %arg3 : !tt.ptr<f32>, i64, i64, i1, !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT: }
tt.func @select(%d: !tt.tensordesc<tensor<2xf32>>, %e: !tt.tensordesc<tensor<2xf32>>, %c: i1) -> (!tt.tensordesc<tensor<2xf32>>, !tt.tensordesc<tensor<2xf32>>) {
  %0 = arith.select %c, %d, %e {tag} : !tt.tensordesc<tensor<2xf32>>
  %1 = arith.select %c, %d, %d : !tt.tensordesc<tensor<2xf32>>
  tt.return %0, %1 : !tt.tensordesc<tensor<2xf32>>, !tt.tensordesc<tensor<2xf32>>
}

// CHECK: tt.func @while(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: i32) -> (!tt.ptr<f32>, i64, i64, i1, i32) {
// CHECK-NEXT:   %0:5 = scf.while (%arg5 = %arg4, %arg6 = %arg0, %arg7 = %arg1, %arg8 = %arg2, %arg9 = %arg3) : (i32, !tt.ptr<f32>, i64, i64, i1) -> (!tt.ptr<f32>, i64, i64, i1, i32) {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg5, %arg4 : i32
// CHECK-NEXT:     scf.condition(%1) %arg6, %arg7, %arg8, %arg9, %arg5 : !tt.ptr<f32>, i64, i64, i1, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg5: !tt.ptr<f32>, %arg6: i64, %arg7: i64, %arg8: i1, %arg9: i32):
// CHECK-NEXT:     scf.yield %arg9, %arg5, %arg6, %arg7, %arg8 : i32, !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1, %0#2, %0#3, %0#4 : !tt.ptr<f32>, i64, i64, i1, i32
// CHECK-NEXT: }
tt.func @while(%d: !tt.tensordesc<tensor<2xf32>>, %n: i32) -> (!tt.tensordesc<tensor<2xf32>>, i32) {
  %0:2 = scf.while (%x = %n, %y = %d) : (i32, !tt.tensordesc<tensor<2xf32>>) -> (!tt.tensordesc<tensor<2xf32>>, i32) {
    %1 = arith.cmpi slt, %x, %n : i32
    scf.condition(%1) %y, %x : !tt.tensordesc<tensor<2xf32>>, i32
  } do {
  ^bb0(%z: !tt.tensordesc<tensor<2xf32>>, %u: i32):
    scf.yield %u, %z : i32, !tt.tensordesc<tensor<2xf32>>
  } attributes {tag}
  tt.return %0#0, %0#1 : !tt.tensordesc<tensor<2xf32>>, i32
}

// CHECK: tt.func @switch(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: !tt.ptr<f32>, %arg5: i64, %arg6: i64, %arg7: i1, %arg8: index) -> (!tt.ptr<f32>, i64, i64, i1) {
// CHECK-NEXT:   %0:4 = scf.index_switch %arg8 -> !tt.ptr<f32>, i64, i64, i1 
// CHECK-NEXT:   case 2 {
// CHECK-NEXT:     scf.yield %arg0, %arg1, %arg2, %arg3 : !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:     scf.yield %arg4, %arg5, %arg6, %arg7 : !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0#0, %0#1, %0#2, %0#3 : !tt.ptr<f32>, i64, i64, i1
// CHECK-NEXT: }
tt.func @switch(%d: !tt.tensordesc<tensor<2xf32>>, %e: !tt.tensordesc<tensor<2xf32>>, %x: index) -> !tt.tensordesc<tensor<2xf32>> {
  %0 = scf.index_switch %x {tag} -> !tt.tensordesc<tensor<2xf32>>
  case 2 {
    scf.yield %d : !tt.tensordesc<tensor<2xf32>>
  }
  default {
    scf.yield %e : !tt.tensordesc<tensor<2xf32>>
  }
  tt.return %0 : !tt.tensordesc<tensor<2xf32>>
}

// Operations without descriptors stay.
// CHECK: tt.func @others(%arg0: i32 {tt.divisibility = 16 : i32}, %arg1: i1) -> i32 {
// CHECK-NEXT:   %0 = arith.select %arg1, %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = scf.if %arg1 -> (i32) {
// CHECK-NEXT:     scf.yield %0 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @others(%a: i32 {tt.divisibility = 16 : i32}, %c: i1) -> i32 {
  %0 = arith.select %c, %a, %a : i32
  %1 = scf.if %c -> i32 {
    scf.yield %0 : i32
  } else {
    scf.yield %a : i32
  }
  tt.return %1 : i32
}

// Unreachable blocks are not visited.
// CHECK:      tt.func @unreachable(%arg0: i32, %arg1: tensor<16xf16>) {
// CHECK:      ^bb1(%{{.+}}: !tt.tensordesc<tensor<16xf16>>):
// CHECK-NEXT:   tt.descriptor_store
tt.func @unreachable(%i: i32, %x: tensor<16xf16>) {
  cf.br ^bb2
^bb1(%d: !tt.tensordesc<tensor<16xf16>>):
  tt.descriptor_store %d[%i], %x : !tt.tensordesc<tensor<16xf16>>, tensor<16xf16>
  tt.return
^bb2:
  tt.return
}
