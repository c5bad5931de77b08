module {
  tt.func public @mx_matmul(%arg0: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f8E5M2> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c32_i32 = arith.constant 32 : i32
    %c2_i32 = arith.constant 2 : i32
    %c128_i32 = arith.constant 128 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c128_i32 : i32
    %2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %3 = tt.splat %1 : i32 -> tensor<128xi32>
    %4 = arith.addi %3, %2 : tensor<128xi32>
    %5 = tt.get_program_id y : i32
    %6 = arith.muli %5, %c128_i32 : i32
    %7 = tt.splat %6 : i32 -> tensor<128xi32>
    %8 = arith.addi %7, %2 : tensor<128xi32>
    %9 = scf.for %arg6 = %c0_i32 to %arg5 step %c64_i32 iter_args(%arg7 = %cst) -> (tensor<128x128xf32>)  : i32 {
      %21 = arith.divsi %arg6, %c2_i32 : i32
      %22 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
      %23 = tt.splat %21 : i32 -> tensor<32xi32>
      %24 = arith.addi %23, %22 : tensor<32xi32>
      %25 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %26 = tt.splat %arg6 : i32 -> tensor<64xi32>
      %27 = arith.addi %26, %25 : tensor<64xi32>
      %28 = arith.divsi %arg6, %c32_i32 : i32
      %29 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
      %30 = tt.splat %28 : i32 -> tensor<2xi32>
      %31 = arith.addi %30, %29 : tensor<2xi32>
      %32 = tt.expand_dims %4 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
      %33 = arith.divsi %arg5, %c2_i32 : i32
      %34 = tt.splat %33 : i32 -> tensor<128x1xi32>
      %35 = arith.muli %32, %34 : tensor<128x1xi32>
      %36 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x1x!tt.ptr<i8>>
      %37 = tt.addptr %36, %35 : tensor<128x1x!tt.ptr<i8>>, tensor<128x1xi32>
      %38 = tt.expand_dims %24 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %39 = tt.broadcast %37 : tensor<128x1x!tt.ptr<i8>> -> tensor<128x32x!tt.ptr<i8>>
      %40 = tt.broadcast %38 : tensor<1x32xi32> -> tensor<128x32xi32>
      %41 = tt.addptr %39, %40 : tensor<128x32x!tt.ptr<i8>>, tensor<128x32xi32>
      %42 = tt.load %41 : tensor<128x32x!tt.ptr<i8>>
      %43 = tt.expand_dims %8 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
      %44 = tt.splat %arg5 : i32 -> tensor<1x128xi32>
      %45 = arith.muli %43, %44 : tensor<1x128xi32>
      %46 = tt.splat %arg2 : !tt.ptr<f8E5M2> -> tensor<1x128x!tt.ptr<f8E5M2>>
      %47 = tt.addptr %46, %45 : tensor<1x128x!tt.ptr<f8E5M2>>, tensor<1x128xi32>
      %48 = tt.expand_dims %27 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %49 = tt.broadcast %47 : tensor<1x128x!tt.ptr<f8E5M2>> -> tensor<64x128x!tt.ptr<f8E5M2>>
      %50 = tt.broadcast %48 : tensor<64x1xi32> -> tensor<64x128xi32>
      %51 = tt.addptr %49, %50 : tensor<64x128x!tt.ptr<f8E5M2>>, tensor<64x128xi32>
      %52 = tt.load %51 : tensor<64x128x!tt.ptr<f8E5M2>>
      %53 = arith.divsi %arg5, %c32_i32 : i32
      %54 = tt.splat %53 : i32 -> tensor<128x1xi32>
      %55 = arith.muli %32, %54 : tensor<128x1xi32>
      %56 = tt.splat %arg1 : !tt.ptr<i8> -> tensor<128x1x!tt.ptr<i8>>
      %57 = tt.addptr %56, %55 : tensor<128x1x!tt.ptr<i8>>, tensor<128x1xi32>
      %58 = tt.expand_dims %31 {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
      %59 = tt.broadcast %57 : tensor<128x1x!tt.ptr<i8>> -> tensor<128x2x!tt.ptr<i8>>
      %60 = tt.broadcast %58 : tensor<1x2xi32> -> tensor<128x2xi32>
      %61 = tt.addptr %59, %60 : tensor<128x2x!tt.ptr<i8>>, tensor<128x2xi32>
      %62 = tt.load %61 : tensor<128x2x!tt.ptr<i8>>
      %63 = tt.expand_dims %8 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
      %64 = arith.muli %63, %54 : tensor<128x1xi32>
      %65 = tt.splat %arg3 : !tt.ptr<i8> -> tensor<128x1x!tt.ptr<i8>>
      %66 = tt.addptr %65, %64 : tensor<128x1x!tt.ptr<i8>>, tensor<128x1xi32>
      %67 = tt.broadcast %66 : tensor<128x1x!tt.ptr<i8>> -> tensor<128x2x!tt.ptr<i8>>
      %68 = tt.addptr %67, %60 : tensor<128x2x!tt.ptr<i8>>, tensor<128x2xi32>
      %69 = tt.load %68 : tensor<128x2x!tt.ptr<i8>>
      %70 = tt.dot_scaled %42 scale %62, %52 scale %69, %arg7 lhs = e2m1 rhs = e5m2 {fastMath = false} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<64x128xf8E5M2>, tensor<128x2xi8> -> tensor<128x128xf32>
      scf.yield %70 : tensor<128x128xf32>
    }
    %10 = tt.get_num_programs y : i32
    %11 = arith.muli %10, %c128_i32 : i32
    %12 = tt.expand_dims %4 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %13 = tt.splat %11 : i32 -> tensor<128x1xi32>
    %14 = arith.muli %12, %13 : tensor<128x1xi32>
    %15 = tt.splat %arg4 : !tt.ptr<f32> -> tensor<128x1x!tt.ptr<f32>>
    %16 = tt.addptr %15, %14 : tensor<128x1x!tt.ptr<f32>>, tensor<128x1xi32>
    %17 = tt.expand_dims %8 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %18 = tt.broadcast %16 : tensor<128x1x!tt.ptr<f32>> -> tensor<128x128x!tt.ptr<f32>>
    %19 = tt.broadcast %17 : tensor<1x128xi32> -> tensor<128x128xi32>
    %20 = tt.addptr %18, %19 : tensor<128x128x!tt.ptr<f32>>, tensor<128x128xi32>
    tt.store %20, %9 : tensor<128x128x!tt.ptr<f32>>
    tt.return
  }
}
