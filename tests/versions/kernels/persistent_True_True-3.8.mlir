module {
  tt.func public @ws_persistent(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
    %c63_i32 = arith.constant 63 : i32
    %c127_i32 = arith.constant 127 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    %c64_i32 = arith.constant 64 : i32
    %c128_i32 = arith.constant 128 : i32
    %c8_i32 = arith.constant 8 : i32
    %c1_i64 = arith.constant 1 : i64
    %0 = arith.extsi %arg5 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg5], [%0, %c1_i64] : <f16>, <128x64xf16>
    %2 = tt.make_tensor_descriptor %arg1, [%arg4, %arg5], [%0, %c1_i64] : <f16>, <128x64xf16>
    %3 = arith.extsi %arg4 : i32 to i64
    %4 = tt.make_tensor_descriptor %arg2, [%arg3, %arg4], [%3, %c1_i64] : <f16>, <128x64xf16>
    %5 = arith.addi %arg3, %c127_i32 : i32
    %6 = arith.divsi %5, %c128_i32 : i32
    %7 = arith.addi %arg4, %c127_i32 : i32
    %8 = arith.divsi %7, %c128_i32 : i32
    %9 = arith.addi %arg5, %c63_i32 : i32
    %10 = arith.divsi %9, %c64_i32 : i32
    %11 = tt.get_program_id x : i32
    %12 = arith.muli %6, %8 : i32
    scf.for %arg6 = %11 to %12 step %c2_i32  : i32 {
      %13 = arith.muli %8, %c8_i32 : i32
      %14 = arith.divsi %arg6, %13 : i32
      %15 = arith.muli %14, %c8_i32 : i32
      %16 = arith.subi %6, %15 : i32
      %17 = arith.minsi %16, %c8_i32 : i32
      %18 = arith.remsi %arg6, %17 : i32
      %19 = arith.addi %15, %18 : i32
      %20 = arith.muli %19, %c128_i32 : i32
      %21 = arith.remsi %arg6, %13 : i32
      %22 = arith.divsi %21, %17 : i32
      %23 = arith.muli %22, %c128_i32 : i32
      %24 = scf.for %arg7 = %c0_i32 to %10 step %c1_i32 iter_args(%arg8 = %cst) -> (tensor<128x128xf32>)  : i32 {
        %30 = arith.muli %arg7, %c64_i32 : i32
        %31 = tt.descriptor_load %1[%20, %30] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
        %32 = tt.descriptor_load %2[%23, %30] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
        %33 = tt.trans %32 {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
        %34 = tt.dot %31, %33, %arg8, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
        scf.yield %34 : tensor<128x128xf32>
      }
      %25 = tt.reshape %24 : tensor<128x128xf32> -> tensor<128x2x64xf32>
      %26 = tt.trans %25 {order = array<i32: 0, 2, 1>} : tensor<128x2x64xf32> -> tensor<128x64x2xf32>
      %outLHS, %outRHS = tt.split %26 : tensor<128x64x2xf32> -> tensor<128x64xf32>
      %27 = arith.truncf %outLHS : tensor<128x64xf32> to tensor<128x64xf16>
      tt.descriptor_store %4[%20, %23], %27 : !tt.tensordesc<128x64xf16>, tensor<128x64xf16>
      %28 = arith.addi %23, %c64_i32 : i32
      %29 = arith.truncf %outRHS : tensor<128x64xf32> to tensor<128x64xf16>
      tt.descriptor_store %4[%20, %28], %29 : !tt.tensordesc<128x64xf16>, tensor<128x64xf16>
    } {tt.flatten, tt.warp_specialize}
    tt.return
  }
}
