module {
  tt.func public @ws_attention(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: f32) attributes {noinline = false} {
    %cst = arith.constant dense<-1.000000e+06> : tensor<128x64xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<128x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<128xf32>
    %cst_2 = arith.constant dense<0xFF800000> : tensor<128xf32>
    %c128_i32 = arith.constant 128 : i32
    %c64_i32 = arith.constant 64 : i32
    %c64_i64 = arith.constant 64 : i64
    %c1_i64 = arith.constant 1 : i64
    %0 = tt.make_tensor_descriptor %arg0, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <tensor<128x64xf16>>
    %1 = tt.make_tensor_descriptor %arg1, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <tensor<64x64xf16>>
    %2 = tt.make_tensor_descriptor %arg2, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <tensor<64x64xf16>>
    %3 = tt.make_tensor_descriptor %arg3, [%arg4, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <tensor<128x64xf16>>
    %4 = tt.get_program_id x : i32
    %5 = arith.muli %4, %c128_i32 : i32
    %6 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %7 = tt.splat %5 : i32 -> tensor<128xi32>
    %8 = arith.addi %7, %6 : tensor<128xi32>
    %9 = tt.descriptor_load %0[%5, %c0_i32] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %10 = arith.addi %5, %c128_i32 : i32
    %11:3 = scf.for %arg6 = %c0_i32 to %10 step %c64_i32 iter_args(%arg7 = %cst_2, %arg8 = %cst_1, %arg9 = %cst_0) -> (tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>)  : i32 {
      %16 = tt.descriptor_load %1[%arg6, %c0_i32] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %17 = tt.trans %16 {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
      %18 = tt.dot %9, %17, %cst_0, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      %19 = tt.expand_dims %8 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
      %20 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %21 = tt.expand_dims %20 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      %22 = tt.splat %arg6 : i32 -> tensor<1x64xi32>
      %23 = arith.addi %22, %21 : tensor<1x64xi32>
      %24 = tt.broadcast %19 : tensor<128x1xi32> -> tensor<128x64xi32>
      %25 = tt.broadcast %23 : tensor<1x64xi32> -> tensor<128x64xi32>
      %26 = arith.cmpi sge, %24, %25 : tensor<128x64xi32>
      %27 = tt.splat %arg5 : f32 -> tensor<128x64xf32>
      %28 = arith.mulf %18, %27 : tensor<128x64xf32>
      %29 = arith.select %26, %28, %cst : tensor<128x64xi1>, tensor<128x64xf32>
      %30 = "tt.reduce"(%29) <{axis = 1 : i32}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        %47 = arith.maxnumf %arg10, %arg11 : f32
        tt.reduce.return %47 : f32
      }) : (tensor<128x64xf32>) -> tensor<128xf32>
      %31 = arith.maxnumf %arg7, %30 : tensor<128xf32>
      %32 = tt.expand_dims %31 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
      %33 = tt.broadcast %32 : tensor<128x1xf32> -> tensor<128x64xf32>
      %34 = arith.subf %29, %33 : tensor<128x64xf32>
      %35 = math.exp2 %34 : tensor<128x64xf32>
      %36 = arith.subf %arg7, %31 : tensor<128xf32>
      %37 = math.exp2 %36 : tensor<128xf32>
      %38 = tt.expand_dims %37 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
      %39 = tt.broadcast %38 : tensor<128x1xf32> -> tensor<128x64xf32>
      %40 = arith.mulf %arg9, %39 : tensor<128x64xf32>
      %41 = arith.truncf %35 : tensor<128x64xf32> to tensor<128x64xf16>
      %42 = tt.descriptor_load %2[%arg6, %c0_i32] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %43 = tt.dot %41, %42, %40, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
      %44 = arith.mulf %arg8, %37 : tensor<128xf32>
      %45 = "tt.reduce"(%35) <{axis = 1 : i32}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        %47 = arith.addf %arg10, %arg11 : f32
        tt.reduce.return %47 : f32
      }) : (tensor<128x64xf32>) -> tensor<128xf32>
      %46 = arith.addf %44, %45 : tensor<128xf32>
      scf.yield %31, %46, %43 : tensor<128xf32>, tensor<128xf32>, tensor<128x64xf32>
    } {tt.num_stages = 3 : i32, tt.warp_specialize}
    %12 = tt.expand_dims %11#1 {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
    %13 = tt.broadcast %12 : tensor<128x1xf32> -> tensor<128x64xf32>
    %14 = arith.divf %11#2, %13 : tensor<128x64xf32>
    %15 = arith.truncf %14 : tensor<128x64xf32> to tensor<128x64xf16>
    tt.descriptor_store %3[%5, %c0_i32], %15 : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16>
    tt.return
  }
}
