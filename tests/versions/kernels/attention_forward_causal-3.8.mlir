module {
  tt.func public @attention_forward(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg5: f32, %arg6: i32, %arg7: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0xFF800000> : tensor<32x16xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %cst_1 = arith.constant dense<16> : tensor<1x16xi32>
    %cst_2 = arith.constant dense<16> : tensor<16x1xi32>
    %c0_i32 = arith.constant 0 : i32
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<32x16xf32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<32x16xf16>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<32xf32>
    %cst_7 = arith.constant 1.44269502 : f32
    %cst_8 = arith.constant dense<16> : tensor<32x1xi32>
    %c32_i32 = arith.constant 32 : i32
    %c16_i64 = arith.constant 16 : i64
    %c16_i32 = arith.constant 16 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = tt.get_num_programs x : i32
    %1 = arith.subi %0, %c1_i32 : i32
    %2 = tt.get_program_id x : i32
    %3 = arith.subi %1, %2 : i32
    %4 = tt.get_program_id y : i32
    %5 = arith.extsi %4 : i32 to i64
    %6 = arith.extsi %arg7 : i32 to i64
    %7 = arith.muli %5, %6 : i64
    %8 = arith.muli %7, %c16_i64 : i64
    %9 = arith.divsi %4, %arg6 : i32
    %10 = arith.extsi %9 : i32 to i64
    %11 = arith.muli %10, %6 : i64
    %12 = arith.muli %11, %c16_i64 : i64
    %13 = arith.muli %3, %c32_i32 : i32
    %14 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %15 = tt.splat %13 : i32 -> tensor<32xi32>
    %16 = arith.addi %15, %14 : tensor<32xi32>
    %17 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %18 = tt.expand_dims %16 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %19 = arith.muli %18, %cst_8 : tensor<32x1xi32>
    %20 = tt.expand_dims %17 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %21 = tt.broadcast %19 : tensor<32x1xi32> -> tensor<32x16xi32>
    %22 = tt.broadcast %20 : tensor<1x16xi32> -> tensor<32x16xi32>
    %23 = arith.addi %21, %22 : tensor<32x16xi32>
    %24 = tt.splat %arg7 : i32 -> tensor<32x1xi32>
    %25 = arith.cmpi slt, %18, %24 : tensor<32x1xi32>
    %26 = tt.addptr %arg0, %8 : !tt.ptr<f16>, i64
    %27 = tt.splat %26 : !tt.ptr<f16> -> tensor<32x16x!tt.ptr<f16>>
    %28 = tt.addptr %27, %23 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
    %29 = tt.broadcast %25 : tensor<32x1xi1> -> tensor<32x16xi1>
    %30 = tt.load %28, %29, %cst_5 : tensor<32x16x!tt.ptr<f16>>
    %31 = arith.mulf %arg5, %cst_7 : f32
    %32 = arith.divsi %13, %c16_i32 : i32
    %33 = arith.muli %32, %c16_i32 : i32
    %34 = arith.addi %3, %c1_i32 : i32
    %35 = arith.muli %34, %c32_i32 : i32
    %36 = arith.minsi %arg7, %35 : i32
    %37 = tt.addptr %arg1, %12 : !tt.ptr<f16>, i64
    %38 = tt.addptr %arg2, %12 : !tt.ptr<f16>, i64
    %39:3 = scf.for %arg8 = %c0_i32 to %33 step %c16_i32 iter_args(%arg9 = %cst_4, %arg10 = %cst_3, %arg11 = %cst_6) -> (tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>)  : i32 {
      %56 = tt.splat %arg8 : i32 -> tensor<16xi32>
      %57 = arith.addi %56, %17 : tensor<16xi32>
      %58 = tt.expand_dims %57 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %59 = arith.muli %58, %cst_1 : tensor<1x16xi32>
      %60 = tt.splat %37 : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
      %61 = tt.addptr %60, %59 : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
      %62 = tt.expand_dims %17 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %63 = tt.broadcast %61 : tensor<1x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %64 = tt.broadcast %62 : tensor<16x1xi32> -> tensor<16x16xi32>
      %65 = tt.addptr %63, %64 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %66 = tt.load %65 : tensor<16x16x!tt.ptr<f16>>
      %67 = tt.expand_dims %57 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %68 = arith.muli %67, %cst_2 : tensor<16x1xi32>
      %69 = tt.splat %38 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %70 = tt.addptr %69, %68 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %71 = tt.broadcast %70 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %72 = tt.broadcast %20 : tensor<1x16xi32> -> tensor<16x16xi32>
      %73 = tt.addptr %71, %72 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %74 = tt.load %73 : tensor<16x16x!tt.ptr<f16>>
      %75 = tt.dot %30, %66, %cst_4, inputPrecision = tf32 : tensor<32x16xf16> * tensor<16x16xf16> -> tensor<32x16xf32>
      %76 = tt.splat %31 : f32 -> tensor<32x16xf32>
      %77 = arith.mulf %75, %76 : tensor<32x16xf32>
      %78 = "tt.reduce"(%77) <{axis = 1 : i32}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        %94 = arith.maxnumf %arg12, %arg13 : f32
        tt.reduce.return %94 : f32
      }) : (tensor<32x16xf32>) -> tensor<32xf32>
      %79 = arith.maxnumf %arg11, %78 : tensor<32xf32>
      %80 = tt.expand_dims %79 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %81 = tt.broadcast %80 : tensor<32x1xf32> -> tensor<32x16xf32>
      %82 = arith.subf %77, %81 : tensor<32x16xf32>
      %83 = math.exp2 %82 : tensor<32x16xf32>
      %84 = arith.subf %arg11, %79 : tensor<32xf32>
      %85 = math.exp2 %84 : tensor<32xf32>
      %86 = arith.truncf %83 : tensor<32x16xf32> to tensor<32x16xf16>
      %87 = tt.expand_dims %85 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %88 = tt.broadcast %87 : tensor<32x1xf32> -> tensor<32x16xf32>
      %89 = arith.mulf %arg9, %88 : tensor<32x16xf32>
      %90 = tt.dot %86, %74, %89, inputPrecision = tf32 : tensor<32x16xf16> * tensor<16x16xf16> -> tensor<32x16xf32>
      %91 = arith.mulf %arg10, %85 : tensor<32xf32>
      %92 = "tt.reduce"(%83) <{axis = 1 : i32}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        %94 = arith.addf %arg12, %arg13 : f32
        tt.reduce.return %94 : f32
      }) : (tensor<32x16xf32>) -> tensor<32xf32>
      %93 = arith.addf %91, %92 : tensor<32xf32>
      scf.yield %90, %93, %79 : tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>
    }
    %40:3 = scf.for %arg8 = %33 to %36 step %c16_i32 iter_args(%arg9 = %39#0, %arg10 = %39#1, %arg11 = %39#2) -> (tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>)  : i32 {
      %56 = tt.splat %arg8 : i32 -> tensor<16xi32>
      %57 = arith.addi %56, %17 : tensor<16xi32>
      %58 = tt.splat %arg7 : i32 -> tensor<16xi32>
      %59 = arith.cmpi slt, %57, %58 : tensor<16xi32>
      %60 = tt.expand_dims %59 {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
      %61 = tt.expand_dims %57 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %62 = arith.muli %61, %cst_1 : tensor<1x16xi32>
      %63 = tt.splat %37 : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
      %64 = tt.addptr %63, %62 : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
      %65 = tt.expand_dims %17 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %66 = tt.broadcast %64 : tensor<1x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %67 = tt.broadcast %65 : tensor<16x1xi32> -> tensor<16x16xi32>
      %68 = tt.addptr %66, %67 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %69 = tt.broadcast %60 : tensor<1x16xi1> -> tensor<16x16xi1>
      %70 = tt.load %68, %69, %cst_0 : tensor<16x16x!tt.ptr<f16>>
      %71 = tt.expand_dims %59 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
      %72 = tt.expand_dims %57 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %73 = arith.muli %72, %cst_2 : tensor<16x1xi32>
      %74 = tt.splat %38 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %75 = tt.addptr %74, %73 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %76 = tt.broadcast %75 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %77 = tt.broadcast %20 : tensor<1x16xi32> -> tensor<16x16xi32>
      %78 = tt.addptr %76, %77 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %79 = tt.broadcast %71 : tensor<16x1xi1> -> tensor<16x16xi1>
      %80 = tt.load %78, %79, %cst_0 : tensor<16x16x!tt.ptr<f16>>
      %81 = tt.broadcast %61 : tensor<1x16xi32> -> tensor<32x16xi32>
      %82 = tt.broadcast %18 : tensor<32x1xi32> -> tensor<32x16xi32>
      %83 = arith.cmpi sle, %81, %82 : tensor<32x16xi32>
      %84 = tt.broadcast %60 : tensor<1x16xi1> -> tensor<32x16xi1>
      %85 = arith.andi %84, %83 : tensor<32x16xi1>
      %86 = tt.dot %30, %70, %cst_4, inputPrecision = tf32 : tensor<32x16xf16> * tensor<16x16xf16> -> tensor<32x16xf32>
      %87 = tt.splat %31 : f32 -> tensor<32x16xf32>
      %88 = arith.mulf %86, %87 : tensor<32x16xf32>
      %89 = arith.select %85, %88, %cst : tensor<32x16xi1>, tensor<32x16xf32>
      %90 = "tt.reduce"(%89) <{axis = 1 : i32}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        %106 = arith.maxnumf %arg12, %arg13 : f32
        tt.reduce.return %106 : f32
      }) : (tensor<32x16xf32>) -> tensor<32xf32>
      %91 = arith.maxnumf %arg11, %90 : tensor<32xf32>
      %92 = tt.expand_dims %91 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %93 = tt.broadcast %92 : tensor<32x1xf32> -> tensor<32x16xf32>
      %94 = arith.subf %89, %93 : tensor<32x16xf32>
      %95 = math.exp2 %94 : tensor<32x16xf32>
      %96 = arith.subf %arg11, %91 : tensor<32xf32>
      %97 = math.exp2 %96 : tensor<32xf32>
      %98 = arith.truncf %95 : tensor<32x16xf32> to tensor<32x16xf16>
      %99 = tt.expand_dims %97 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %100 = tt.broadcast %99 : tensor<32x1xf32> -> tensor<32x16xf32>
      %101 = arith.mulf %arg9, %100 : tensor<32x16xf32>
      %102 = tt.dot %98, %80, %101, inputPrecision = tf32 : tensor<32x16xf16> * tensor<16x16xf16> -> tensor<32x16xf32>
      %103 = arith.mulf %arg10, %97 : tensor<32xf32>
      %104 = "tt.reduce"(%95) <{axis = 1 : i32}> ({
      ^bb0(%arg12: f32, %arg13: f32):
        %106 = arith.addf %arg12, %arg13 : f32
        tt.reduce.return %106 : f32
      }) : (tensor<32x16xf32>) -> tensor<32xf32>
      %105 = arith.addf %103, %104 : tensor<32xf32>
      scf.yield %102, %105, %91 : tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>
    }
    %41 = tt.splat %arg7 : i32 -> tensor<32xi32>
    %42 = arith.cmpi slt, %16, %41 : tensor<32xi32>
    %43 = arith.muli %4, %arg7 : i32
    %44 = tt.addptr %arg4, %43 : !tt.ptr<f32>, i32
    %45 = tt.splat %44 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %46 = tt.addptr %45, %16 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %47 = math.log2 %40#1 : tensor<32xf32>
    %48 = arith.addf %40#2, %47 : tensor<32xf32>
    tt.store %46, %48, %42 : tensor<32x!tt.ptr<f32>>
    %49 = tt.expand_dims %40#1 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
    %50 = tt.broadcast %49 : tensor<32x1xf32> -> tensor<32x16xf32>
    %51 = arith.divf %40#0, %50 : tensor<32x16xf32>
    %52 = arith.truncf %51 : tensor<32x16xf32> to tensor<32x16xf16>
    %53 = tt.addptr %arg3, %8 : !tt.ptr<f16>, i64
    %54 = tt.splat %53 : !tt.ptr<f16> -> tensor<32x16x!tt.ptr<f16>>
    %55 = tt.addptr %54, %23 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
    tt.store %55, %52, %29 : tensor<32x16x!tt.ptr<f16>>
    tt.return
  }
}
