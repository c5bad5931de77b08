module {
  tt.func public @ws_block_scaled(%arg0: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f8E4M3FN> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}, %arg6: i32 {tt.divisibility = 16 : i32}, %arg7: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c127_i32 = arith.constant 127 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
    %c0_i32 = arith.constant 0 : i32
    %c256_i64 = arith.constant 256 : i64
    %c512_i64 = arith.constant 512 : i64
    %c256_i32 = arith.constant 256 : i32
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c4_i32 = arith.constant 4 : i32
    %c32_i32 = arith.constant 32 : i32
    %c128_i32 = arith.constant 128 : i32
    %c1_i64 = arith.constant 1 : i64
    %0 = arith.extsi %arg7 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg5, %arg7], [%0, %c1_i64] : <f8E4M3FN>, <tensor<128x128xf8E4M3FN>>
    %2 = tt.make_tensor_descriptor %arg2, [%arg6, %arg7], [%0, %c1_i64] : <f8E4M3FN>, <tensor<128x128xf8E4M3FN>>
    %3 = arith.divsi %arg5, %c128_i32 : i32
    %4 = arith.divsi %arg7, %c128_i32 : i32
    %5 = arith.muli %arg5, %arg7 : i32
    %6 = arith.divsi %5, %c32_i32 : i32
    %7 = arith.muli %arg7, %c4_i32 : i32
    %8 = arith.extsi %6 : i32 to i64
    %9 = arith.extsi %7 : i32 to i64
    %10 = tt.make_tensor_descriptor %arg1, [%c1_i32, %3, %4, %c2_i32, %c256_i32], [%8, %9, %c512_i64, %c256_i64, %c1_i64] : <i8>, <tensor<1x1x1x2x256xui8>>
    %11 = arith.divsi %arg6, %c128_i32 : i32
    %12 = arith.muli %arg6, %arg7 : i32
    %13 = arith.divsi %12, %c32_i32 : i32
    %14 = arith.extsi %13 : i32 to i64
    %15 = tt.make_tensor_descriptor %arg3, [%c1_i32, %11, %4, %c2_i32, %c256_i32], [%14, %9, %c512_i64, %c256_i64, %c1_i64] : <i8>, <tensor<1x1x1x2x256xui8>>
    %16 = arith.extsi %arg6 : i32 to i64
    %17 = tt.make_tensor_descriptor %arg4, [%arg5, %arg6], [%16, %c1_i64] : <f16>, <tensor<128x128xf16>>
    %18 = tt.get_program_id x : i32
    %19 = arith.muli %18, %c128_i32 : i32
    %20 = tt.get_program_id y : i32
    %21 = arith.muli %20, %c128_i32 : i32
    %22 = arith.addi %arg7, %c127_i32 : i32
    %23 = arith.divsi %22, %c128_i32 : i32
    %24 = scf.for %arg8 = %c0_i32 to %23 step %c1_i32 iter_args(%arg9 = %cst) -> (tensor<128x128xf32>)  : i32 {
      %26 = arith.muli %arg8, %c128_i32 : i32
      %27 = tt.descriptor_load %1[%19, %26] : !tt.tensordesc<tensor<128x128xf8E4M3FN>> -> tensor<128x128xf8E4M3FN>
      %28 = tt.descriptor_load %2[%21, %26] : !tt.tensordesc<tensor<128x128xf8E4M3FN>> -> tensor<128x128xf8E4M3FN>
      %29 = arith.divsi %19, %c128_i32 : i32
      %30 = tt.descriptor_load %10[%c0_i32, %29, %arg8, %c0_i32, %c0_i32] : !tt.tensordesc<tensor<1x1x1x2x256xui8>> -> tensor<1x1x1x2x256xi8>
      %31 = tt.reshape %30 : tensor<1x1x1x2x256xi8> -> tensor<1x1x32x4x4xi8>
      %32 = arith.divsi %21, %c128_i32 : i32
      %33 = tt.descriptor_load %15[%c0_i32, %32, %arg8, %c0_i32, %c0_i32] : !tt.tensordesc<tensor<1x1x1x2x256xui8>> -> tensor<1x1x1x2x256xi8>
      %34 = tt.reshape %33 : tensor<1x1x1x2x256xi8> -> tensor<1x1x32x4x4xi8>
      %35 = tt.trans %31 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8> -> tensor<1x4x32x1x4xi8>
      %36 = tt.reshape %35 : tensor<1x4x32x1x4xi8> -> tensor<128x4xi8>
      %37 = tt.trans %34 {order = array<i32: 0, 3, 2, 1, 4>} : tensor<1x1x32x4x4xi8> -> tensor<1x4x32x1x4xi8>
      %38 = tt.reshape %37 : tensor<1x4x32x1x4xi8> -> tensor<128x4xi8>
      %39 = tt.trans %28 {order = array<i32: 1, 0>} : tensor<128x128xf8E4M3FN> -> tensor<128x128xf8E4M3FN>
      %40 = tt.dot_scaled %27 scale %36, %39 scale %38, %arg9 lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<128x128xf8E4M3FN>, tensor<128x4xi8> * tensor<128x128xf8E4M3FN>, tensor<128x4xi8> -> tensor<128x128xf32>
      scf.yield %40 : tensor<128x128xf32>
    } {tt.warp_specialize}
    %25 = arith.truncf %24 : tensor<128x128xf32> to tensor<128x128xf16>
    tt.descriptor_store %17[%19, %21], %25 : !tt.tensordesc<tensor<128x128xf16>>, tensor<128x128xf16>
    tt.return
  }
}
