// RUN: xtriton-opt --pass-pipeline='triton-rewrite-tensor-pointer' %s
// exception: triton-rewrite-tensor-pointer: IndexError in passes/ttir/rewrite_tensor_pointer.py:_access
tt.func @f(%p: !tt.ptr<i32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i64
  %0 = tt.make_tensor_ptr %p, [%c1], [%c1], [%c0] {order = array<i32: 0>} : <tensor<2xi32>>
  %1 = tt.load %0 {boundaryCheck = array<i32: 1>, padding = 1 : i32} : !tt.ptr<tensor<2xi32>>
  tt.return %1 : tensor<2xi32>
}
