// RUN: xtriton-opt --pass-pipeline='triton-arith-to-linalg{tensor-ptr-to-linalg=true},triton-ptr-to-memref,reconcile-ptr-casts' %s
// invalid: reconcile-ptr-casts: op expected type of bb argument to match element or self type of the correspondi
module {
  tt.func public @exchanged_pointers(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: i32, %arg2: tensor<16x16xf16>, %arg3: tensor<16x16xf16>, %arg4: i32, %arg5: i32, %arg6: tensor<16x16x!tt.ptr<f16>>) -> tensor<16x16xf16> {
    %0 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %1:3 = scf.for %arg7 = %arg5 to %arg1 step %arg4 iter_args(%arg8 = %arg3, %arg9 = %0, %arg10 = %arg6) -> (tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>)  : i32 {
      scf.yield %arg2, %arg10, %arg9 : tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>
    }
    tt.return %1#0 : tensor<16x16xf16>
  }
}
