// RUN: xtriton-opt --pass-pipeline='triton-rewrite-tensor-descriptor-to-pointer' %s
// exception: triton-rewrite-tensor-descriptor-to-pointer: ValueError in rewriting/windows.py:pointers_at
tt.func @f(%d: !tt.tensordesc<tensor<2x2xf32>>, %v: tensor<2x2xf32>) {
  tt.descriptor_store %d[], %v : !tt.tensordesc<tensor<2x2xf32>>, tensor<2x2xf32>
  tt.return
}
