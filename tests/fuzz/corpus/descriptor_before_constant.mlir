// RUN: xtriton-opt --pass-pipeline='hopper-pointers-to-descriptors{everything=true}' %s
// invalid: hopper-pointers-to-descriptors: operand does not dominate this use
module {
  tt.func public @many_dimensions(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: i32 {tt.divisibility = 16 : i32}, %arg2: i32 {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
    %0 = tt.get_program_id x : i32
    %c16_i32 = arith.constant 16 : i32
    %1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %3 = tt.expand_dims %1 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %4 = tt.expand_dims %2 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %5 = tt.splat %arg1 : i32 -> tensor<16x1xi32>
    %6 = arith.muli %3, %5 : tensor<16x1xi32>
    %7 = tt.broadcast %6 : tensor<16x1xi32> -> tensor<16x16xi32>
    %8 = tt.broadcast %4 : tensor<1x16xi32> -> tensor<16x16xi32>
    %9 = arith.addi %7, %8 : tensor<16x16xi32>
    %10 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %11 = tt.addptr %10, %9 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %12 = tt.load %11 : tensor<16x16x!tt.ptr<f16>>
    tt.return %12 : tensor<16x16xf16>
  }
}
