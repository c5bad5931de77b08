module {
  tt.func public @column_sums(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32xf64>
    %c16_i32 = arith.constant 16 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c32_i32 : i32
    %2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %3 = tt.splat %1 : i32 -> tensor<32xi32>
    %4 = arith.addi %3, %2 : tensor<32xi32>
    %5 = scf.for %arg4 = %c0_i32 to %arg2 step %c16_i32 iter_args(%arg5 = %cst) -> (tensor<32xf64>)  : i32 {
      %11 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %12 = tt.splat %arg4 : i32 -> tensor<16xi32>
      %13 = arith.addi %12, %11 : tensor<16xi32>
      %14 = tt.splat %arg2 : i32 -> tensor<16xi32>
      %15 = arith.cmpi slt, %13, %14 : tensor<16xi32>
      %16 = tt.expand_dims %15 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
      %17 = tt.splat %arg3 : i32 -> tensor<32xi32>
      %18 = arith.cmpi slt, %4, %17 : tensor<32xi32>
      %19 = tt.expand_dims %18 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
      %20 = tt.broadcast %16 : tensor<16x1xi1> -> tensor<16x32xi1>
      %21 = tt.broadcast %19 : tensor<1x32xi1> -> tensor<16x32xi1>
      %22 = arith.andi %20, %21 : tensor<16x32xi1>
      %23 = tt.expand_dims %13 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %24 = tt.splat %arg3 : i32 -> tensor<16x1xi32>
      %25 = arith.muli %23, %24 : tensor<16x1xi32>
      %26 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
      %27 = tt.addptr %26, %25 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
      %28 = tt.expand_dims %4 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %29 = tt.broadcast %27 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x32x!tt.ptr<f32>>
      %30 = tt.broadcast %28 : tensor<1x32xi32> -> tensor<16x32xi32>
      %31 = tt.addptr %29, %30 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
      %32 = tt.load %31, %22, %cst_0 : tensor<16x32x!tt.ptr<f32>>
      %33 = arith.extf %32 : tensor<16x32xf32> to tensor<16x32xf64>
      %34 = "tt.reduce"(%33) <{axis = 0 : i32}> ({
      ^bb0(%arg6: f64, %arg7: f64):
        %36 = arith.addf %arg6, %arg7 : f64
        tt.reduce.return %36 : f64
      }) : (tensor<16x32xf64>) -> tensor<32xf64>
      %35 = arith.addf %arg5, %34 : tensor<32xf64>
      scf.yield %35 : tensor<32xf64>
    }
    %6 = tt.splat %arg3 : i32 -> tensor<32xi32>
    %7 = arith.cmpi slt, %4, %6 : tensor<32xi32>
    %8 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %9 = tt.addptr %8, %4 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %10 = arith.truncf %5 : tensor<32xf64> to tensor<32xf32>
    tt.store %9, %10, %7 : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
