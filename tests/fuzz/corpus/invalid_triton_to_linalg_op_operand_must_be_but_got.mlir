// RUN: xtriton-opt --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: op operand must be but got
tt.func private @callee(%p: !tt.ptr<tensor<16xf32>>)
tt.func @call(%a: !tt.ptr<f32>, %n: i64, %i: i32) {
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  tt.call @callee(%0) : (!tt.ptr<tensor<16xf32>>) -> ()
  tt.return
}
