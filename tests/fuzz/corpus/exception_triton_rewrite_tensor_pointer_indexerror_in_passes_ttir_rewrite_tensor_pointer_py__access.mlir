// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(triton-rewrite-tensor-pointer)' %s
// exception: triton-rewrite-tensor-pointer: IndexError in passes/ttir/rewrite_tensor_pointer.py:_access
module {
  tt.func @integers(%arg0: !tt.ptr<i32>, %arg1: i64, %arg2: i32) {
    %0 = tt.make_tensor_ptr %arg0, [], [], [] {order = array<i32: 0>} : <tensor<16xi32>>
    %1 = tt.load %0 {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<16xi32>>
    tt.return
  }
}
