module {
  tt.func public @ws_matmul(%arg0: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}, %arg6: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c63_i32 = arith.constant 63 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c128_i32 = arith.constant 128 : i32
    %c1_i64 = arith.constant 1 : i64
    %0 = arith.extsi %arg6 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg4, %arg6], [%0, %c1_i64] : <bf16>, <128x64xbf16>
    %2 = tt.make_tensor_descriptor %arg1, [%arg5, %arg6], [%0, %c1_i64] : <bf16>, <128x64xbf16>
    %3 = arith.extsi %arg5 : i32 to i64
    %4 = tt.make_tensor_descriptor %arg3, [%arg4, %arg5], [%3, %c1_i64] : <f16>, <128x128xf16>
    %5 = tt.get_program_id x : i32
    %6 = arith.muli %5, %c128_i32 : i32
    %7 = tt.get_program_id y : i32
    %8 = arith.muli %7, %c128_i32 : i32
    %9 = arith.addi %arg6, %c63_i32 : i32
    %10 = arith.divsi %9, %c64_i32 : i32
    %11 = scf.for %arg7 = %c0_i32 to %10 step %c1_i32 iter_args(%arg8 = %cst) -> (tensor<128x128xf32>)  : i32 {
      %21 = arith.muli %arg7, %c64_i32 : i32
      %22 = tt.descriptor_load %1[%6, %21] : !tt.tensordesc<128x64xbf16> -> tensor<128x64xbf16>
      %23 = tt.descriptor_load %2[%8, %21] : !tt.tensordesc<128x64xbf16> -> tensor<128x64xbf16>
      %24 = tt.trans %23 {order = array<i32: 1, 0>} : tensor<128x64xbf16> -> tensor<64x128xbf16>
      %25 = tt.dot %22, %24, %arg8, inputPrecision = tf32 : tensor<128x64xbf16> * tensor<64x128xbf16> -> tensor<128x128xf32>
      scf.yield %25 : tensor<128x128xf32>
    } {tt.num_stages = 3 : i32, tt.warp_specialize}
    %12 = tt.addptr %arg2, %8 : !tt.ptr<f32>, i32
    %13 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %14 = tt.splat %12 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %15 = tt.addptr %14, %13 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %16 = tt.load %15 : tensor<128x!tt.ptr<f32>>
    %17 = tt.expand_dims %16 {axis = 0 : i32} : tensor<128xf32> -> tensor<1x128xf32>
    %18 = tt.broadcast %17 : tensor<1x128xf32> -> tensor<128x128xf32>
    %19 = arith.addf %11, %18 : tensor<128x128xf32>
    %20 = arith.truncf %19 : tensor<128x128xf32> to tensor<128x128xf16>
    tt.descriptor_store %4[%6, %8], %20 : !tt.tensordesc<128x128xf16>, tensor<128x128xf16>
    tt.return
  }
}
