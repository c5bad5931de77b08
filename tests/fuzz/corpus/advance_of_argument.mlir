// RUN: xtriton-opt --pass-pipeline='triton-to-linalg{fallback=false}' %s
// exception: triton-to-linalg: ValueError in passes/linalg/triton_to_linalg/pointers.py:rewrite_advance
tt.func @f(%p: !tt.ptr<tensor<4x4xf32>>, %i: i32) -> !tt.ptr<tensor<4x4xf32>> {
  %c0 = arith.constant 0 : i32
  %0 = tt.advance %p, [%c0, %i] : <tensor<4x4xf32>>
  tt.return %0 : !tt.ptr<tensor<4x4xf32>>
}
