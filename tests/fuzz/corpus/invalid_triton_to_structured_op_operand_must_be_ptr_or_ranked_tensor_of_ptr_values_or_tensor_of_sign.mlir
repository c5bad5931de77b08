// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg-experimental{safe=true},triton-to-structured{enable-make-gather-scatter=false run-prepass-only=true skip-prepass=false}' %s
// invalid: triton-to-structured: op operand must be ptr or ranked tensor of ptr values or tensor of signless inte
module {
  tt.func @other(%arg0: !tt.ptr<f32>, %arg1: tensor<8xi32>, %arg2: tensor<8xi1>, %arg3: tensor<8xf32>, %arg4: tensor<8xf32>) -> tensor<8xf32> {
    %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %1 = tt.addptr %0, %arg1 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    tt.return %arg4 : tensor<8xf32>
  }
  tt.func @loop(%arg0: !tt.ptr<f32>, %arg1: tensor<8xi32>, %arg2: tensor<8xi64>, %arg3: i32, %arg4: tensor<8xf32>, %arg5: i32, %arg6: i32) {
    %0 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %1 = scf.for %arg7 = %arg6 to %arg3 step %arg5 iter_args(%arg8 = %0) -> (tensor<8x!tt.ptr<f32>>)  : i32 {
      tt.store %arg8, %arg4 : tensor<8x!tt.ptr<f32>>
      %2 = tt.addptr %arg8, %arg2 : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
      scf.yield %2 : tensor<8x!tt.ptr<f32>>
    }
    tt.return
  }
  tt.func @branch(%arg0: !tt.ptr<f32>, %arg1: i1, %arg2: i32, %arg3: !tt.ptr<f32>, %arg4: !tt.ptr<f32>) -> f32 {
    %0 = tt.load %arg4 : !tt.ptr<f32>
    tt.return %0 : f32
  }
}
