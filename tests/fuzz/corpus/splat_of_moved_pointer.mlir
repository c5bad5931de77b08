// RUN: xtriton-opt --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: type of return operand match function result type in function
tt.func public @f(%arg0: !tt.ptr<f16>, %i: i32) -> tensor<16x16xf16> {
    %1 = tt.addptr %arg0, %i : !tt.ptr<f16>, i32
    %10 = tt.splat %1 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %11 = tt.load %10 : tensor<16x16x!tt.ptr<f16>>
    tt.return %11 : tensor<16x16xf16>
}
