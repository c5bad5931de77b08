module {
  tt.func public @matmul_grouped_bias_activation(%arg0: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}, %arg6: i32 {tt.divisibility = 16 : i32}, %arg7: i32 {tt.divisibility = 16 : i32}, %arg8: i32 {tt.divisibility = 16 : i32}, %arg9: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c31_i32 = arith.constant 31 : i32
    %c63_i32 = arith.constant 63 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<32> : tensor<64x32xi32>
    %c32_i32 = arith.constant 32 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c64_i32 = arith.constant 64 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg4, %c63_i32 : i32
    %2 = arith.divsi %1, %c64_i32 : i32
    %3 = arith.addi %arg5, %c63_i32 : i32
    %4 = arith.divsi %3, %c64_i32 : i32
    %5 = arith.divsi %0, %4 : i32
    %6 = arith.subi %2, %5 : i32
    %7 = arith.minsi %6, %c1_i32 : i32
    %8 = arith.remsi %0, %4 : i32
    %9 = arith.remsi %8, %7 : i32
    %10 = arith.addi %5, %9 : i32
    %11 = arith.divsi %8, %7 : i32
    %12 = arith.muli %10, %c64_i32 : i32
    %13 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %14 = tt.splat %12 : i32 -> tensor<64xi32>
    %15 = arith.addi %14, %13 : tensor<64xi32>
    %16 = tt.splat %arg4 : i32 -> tensor<64xi32>
    %17 = arith.remsi %15, %16 {tt.contiguity = dense<64> : tensor<1xi32>, tt.divisibility = dense<64> : tensor<1xi32>} : tensor<64xi32>
    %18 = arith.muli %11, %c64_i32 : i32
    %19 = tt.splat %18 : i32 -> tensor<64xi32>
    %20 = arith.addi %19, %13 : tensor<64xi32>
    %21 = tt.splat %arg5 : i32 -> tensor<64xi32>
    %22 = arith.remsi %20, %21 {tt.contiguity = dense<64> : tensor<1xi32>, tt.divisibility = dense<64> : tensor<1xi32>} : tensor<64xi32>
    %23 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %24 = tt.expand_dims %17 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %25 = tt.splat %arg7 : i32 -> tensor<64x1xi32>
    %26 = arith.muli %24, %25 : tensor<64x1xi32>
    %27 = tt.splat %arg0 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %28 = tt.addptr %27, %26 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %29 = tt.expand_dims %23 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %30 = tt.broadcast %28 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x32x!tt.ptr<bf16>>
    %31 = tt.broadcast %29 : tensor<1x32xi32> -> tensor<64x32xi32>
    %32 = tt.addptr %30, %31 : tensor<64x32x!tt.ptr<bf16>>, tensor<64x32xi32>
    %33 = tt.expand_dims %23 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %34 = tt.splat %arg8 : i32 -> tensor<32x1xi32>
    %35 = arith.muli %33, %34 : tensor<32x1xi32>
    %36 = tt.splat %arg1 : !tt.ptr<bf16> -> tensor<32x1x!tt.ptr<bf16>>
    %37 = tt.addptr %36, %35 : tensor<32x1x!tt.ptr<bf16>>, tensor<32x1xi32>
    %38 = tt.expand_dims %22 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %39 = tt.broadcast %37 : tensor<32x1x!tt.ptr<bf16>> -> tensor<32x64x!tt.ptr<bf16>>
    %40 = tt.broadcast %38 : tensor<1x64xi32> -> tensor<32x64xi32>
    %41 = tt.addptr %39, %40 : tensor<32x64x!tt.ptr<bf16>>, tensor<32x64xi32>
    %42 = arith.addi %arg6, %c31_i32 : i32
    %43 = arith.divsi %42, %c32_i32 : i32
    %44:3 = scf.for %arg10 = %c0_i32 to %43 step %c1_i32 iter_args(%arg11 = %32, %arg12 = %41, %arg13 = %cst_0) -> (tensor<64x32x!tt.ptr<bf16>>, tensor<32x64x!tt.ptr<bf16>>, tensor<64x64xf32>)  : i32 {
      %69 = tt.load %arg11 : tensor<64x32x!tt.ptr<bf16>>
      %70 = tt.load %arg12 : tensor<32x64x!tt.ptr<bf16>>
      %71 = tt.dot %69, %70, %arg13, inputPrecision = tf32 : tensor<64x32xbf16> * tensor<32x64xbf16> -> tensor<64x64xf32>
      %72 = tt.addptr %arg11, %cst : tensor<64x32x!tt.ptr<bf16>>, tensor<64x32xi32>
      %73 = arith.muli %arg8, %c32_i32 : i32
      %74 = tt.splat %73 : i32 -> tensor<32x64xi32>
      %75 = tt.addptr %arg12, %74 : tensor<32x64x!tt.ptr<bf16>>, tensor<32x64xi32>
      scf.yield %72, %75, %71 : tensor<64x32x!tt.ptr<bf16>>, tensor<32x64x!tt.ptr<bf16>>, tensor<64x64xf32>
    }
    %45 = tt.splat %arg3 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %46 = tt.addptr %45, %22 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %47 = tt.load %46 : tensor<64x!tt.ptr<f32>>
    %48 = tt.expand_dims %47 {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
    %49 = tt.broadcast %48 : tensor<1x64xf32> -> tensor<64x64xf32>
    %50 = arith.addf %44#2, %49 : tensor<64x64xf32>
    %51 = arith.maxnumf %50, %cst_0 : tensor<64x64xf32>
    %52 = tt.expand_dims %15 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %53 = tt.splat %arg4 : i32 -> tensor<64x1xi32>
    %54 = arith.cmpi slt, %52, %53 : tensor<64x1xi32>
    %55 = tt.expand_dims %20 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %56 = tt.splat %arg5 : i32 -> tensor<1x64xi32>
    %57 = arith.cmpi slt, %55, %56 : tensor<1x64xi32>
    %58 = tt.broadcast %54 : tensor<64x1xi1> -> tensor<64x64xi1>
    %59 = tt.broadcast %57 : tensor<1x64xi1> -> tensor<64x64xi1>
    %60 = arith.andi %58, %59 : tensor<64x64xi1>
    %61 = tt.splat %arg9 : i32 -> tensor<64x1xi32>
    %62 = arith.muli %52, %61 : tensor<64x1xi32>
    %63 = tt.splat %arg2 : !tt.ptr<bf16> -> tensor<64x1x!tt.ptr<bf16>>
    %64 = tt.addptr %63, %62 : tensor<64x1x!tt.ptr<bf16>>, tensor<64x1xi32>
    %65 = tt.broadcast %64 : tensor<64x1x!tt.ptr<bf16>> -> tensor<64x64x!tt.ptr<bf16>>
    %66 = tt.broadcast %55 : tensor<1x64xi32> -> tensor<64x64xi32>
    %67 = tt.addptr %65, %66 : tensor<64x64x!tt.ptr<bf16>>, tensor<64x64xi32>
    %68 = arith.truncf %51 : tensor<64x64xf32> to tensor<64x64xbf16>
    tt.store %67, %68, %60 : tensor<64x64x!tt.ptr<bf16>>
    tt.return
  }
}
