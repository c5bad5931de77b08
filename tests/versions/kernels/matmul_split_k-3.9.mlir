module {
  tt.func public @matmul_split_k(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %c31_i32 = arith.constant 31 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<32> : tensor<16x16xi32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %c32_i32 = arith.constant 32 : i32
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c16_i32 : i32
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.splat %1 : i32 -> tensor<16xi32>
    %4 = arith.addi %3, %2 : tensor<16xi32>
    %5 = tt.get_program_id y : i32
    %6 = arith.muli %5, %c32_i32 : i32
    %7 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %8 = tt.splat %6 : i32 -> tensor<32xi32>
    %9 = arith.addi %8, %7 : tensor<32xi32>
    %10 = tt.get_program_id z : i32
    %11 = arith.muli %10, %c16_i32 : i32
    %12 = tt.splat %11 : i32 -> tensor<16xi32>
    %13 = arith.addi %12, %2 : tensor<16xi32>
    %14 = tt.expand_dims %4 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %15 = tt.splat %arg6 : i32 -> tensor<16x1xi32>
    %16 = arith.muli %14, %15 : tensor<16x1xi32>
    %17 = tt.expand_dims %13 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %18 = tt.broadcast %16 : tensor<16x1xi32> -> tensor<16x16xi32>
    %19 = tt.broadcast %17 : tensor<1x16xi32> -> tensor<16x16xi32>
    %20 = arith.addi %18, %19 : tensor<16x16xi32>
    %21 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %22 = tt.addptr %21, %20 : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %23 = tt.expand_dims %13 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %24 = tt.splat %arg7 : i32 -> tensor<16x1xi32>
    %25 = arith.muli %23, %24 : tensor<16x1xi32>
    %26 = tt.expand_dims %9 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %27 = tt.broadcast %25 : tensor<16x1xi32> -> tensor<16x32xi32>
    %28 = tt.broadcast %26 : tensor<1x32xi32> -> tensor<16x32xi32>
    %29 = arith.addi %27, %28 : tensor<16x32xi32>
    %30 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
    %31 = tt.addptr %30, %29 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
    %32 = arith.addi %arg5, %c31_i32 : i32
    %33 = arith.divsi %32, %c32_i32 : i32
    %34:3 = scf.for %arg9 = %c0_i32 to %33 step %c1_i32 iter_args(%arg10 = %22, %arg11 = %31, %arg12 = %cst_0) -> (tensor<16x16x!tt.ptr<f32>>, tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>)  : i32 {
      %51 = arith.muli %arg9, %c32_i32 : i32
      %52 = arith.subi %arg5, %51 : i32
      %53 = tt.splat %52 : i32 -> tensor<1x16xi32>
      %54 = arith.cmpi slt, %17, %53 : tensor<1x16xi32>
      %55 = tt.splat %arg3 : i32 -> tensor<16xi32>
      %56 = arith.cmpi slt, %4, %55 : tensor<16xi32>
      %57 = tt.expand_dims %56 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
      %58 = tt.broadcast %54 : tensor<1x16xi1> -> tensor<16x16xi1>
      %59 = tt.broadcast %57 : tensor<16x1xi1> -> tensor<16x16xi1>
      %60 = arith.andi %58, %59 : tensor<16x16xi1>
      %61 = tt.load %arg10, %60, %cst_1 : tensor<16x16x!tt.ptr<f32>>
      %62 = tt.splat %52 : i32 -> tensor<16x1xi32>
      %63 = arith.cmpi slt, %23, %62 : tensor<16x1xi32>
      %64 = tt.splat %arg4 : i32 -> tensor<32xi32>
      %65 = arith.cmpi slt, %9, %64 : tensor<32xi32>
      %66 = tt.expand_dims %65 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
      %67 = tt.broadcast %63 : tensor<16x1xi1> -> tensor<16x32xi1>
      %68 = tt.broadcast %66 : tensor<1x32xi1> -> tensor<16x32xi1>
      %69 = arith.andi %67, %68 : tensor<16x32xi1>
      %70 = tt.load %arg11, %69, %cst_0 : tensor<16x32x!tt.ptr<f32>>
      %71 = tt.dot %61, %70, %arg12 : tensor<16x16xf32> * tensor<16x32xf32> -> tensor<16x32xf32>
      %72 = tt.addptr %arg10, %cst : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
      %73 = arith.muli %arg7, %c32_i32 : i32
      %74 = tt.splat %73 : i32 -> tensor<16x32xi32>
      %75 = tt.addptr %arg11, %74 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
      scf.yield %72, %75, %71 : tensor<16x16x!tt.ptr<f32>>, tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>
    }
    %35 = tt.splat %arg8 : i32 -> tensor<16x1xi32>
    %36 = arith.muli %14, %35 : tensor<16x1xi32>
    %37 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %38 = tt.addptr %37, %36 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
    %39 = tt.broadcast %38 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x32x!tt.ptr<f32>>
    %40 = tt.addptr %39, %28 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
    %41 = tt.splat %arg3 : i32 -> tensor<16xi32>
    %42 = arith.cmpi slt, %4, %41 : tensor<16xi32>
    %43 = tt.expand_dims %42 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
    %44 = tt.splat %arg4 : i32 -> tensor<32xi32>
    %45 = arith.cmpi slt, %9, %44 : tensor<32xi32>
    %46 = tt.expand_dims %45 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
    %47 = tt.broadcast %43 : tensor<16x1xi1> -> tensor<16x32xi1>
    %48 = tt.broadcast %46 : tensor<1x32xi1> -> tensor<16x32xi1>
    %49 = arith.andi %47, %48 : tensor<16x32xi1>
    %50 = tt.atomic_rmw fadd, relaxed, gpu, %40, %34#2, %49 : (tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>, tensor<16x32xi1>) -> tensor<16x32xf32>
    tt.return
  }
}
