// RUN: xtriton-opt --pass-pipeline='triton-rewrite-tensor-descriptor-to-pointer' %s
// exception: triton-rewrite-tensor-descriptor-to-pointer: IndexError in rewriting/windows.py:offsets_along
tt.func @f(%d: !tt.tensordesc<tensor<64x64xf32>>, %i: i32) -> tensor<64x64xf32> {
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<64x64xf32>> -> tensor<64x64xf32>
  tt.return %0 : tensor<64x64xf32>
}
