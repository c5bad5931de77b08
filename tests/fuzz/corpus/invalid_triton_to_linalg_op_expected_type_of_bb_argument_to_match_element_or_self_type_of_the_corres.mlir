// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: op expected type of bb argument to match element or self type of the correspondi
module {
  tt.func @print(%arg0: i32, %arg1: tensor<4xf32>, %arg2: tensor<2x!tt.ptr<tensor<?xf32>>>) {
    tt.print "" {hex = false, isSigned = array<i32: 0, 1, 0>, tag = "\\ \0A \09 \FF"} : %arg1, %arg0, %arg2 : tensor<4xf32>, i32, tensor<2x!tt.ptr<tensor<?xf32>>>
    tt.return
  }
}
