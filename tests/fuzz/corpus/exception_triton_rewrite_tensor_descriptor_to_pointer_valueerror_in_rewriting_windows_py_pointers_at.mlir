// RUN: xtriton-opt --pass-pipeline='builtin.module(triton-rewrite-tensor-descriptor-to-pointer)' %s
// exception: triton-rewrite-tensor-descriptor-to-pointer: ValueError in rewriting/windows.py:pointers_at
module {
  tt.func @kinds(%arg0: !tt.tensordesc<tensor<1xsi32>>, %arg1: !tt.tensordesc<tensor<1xui32>>, %arg2: !tt.tensordesc<tensor<1xf16>>, %arg3: i32, %arg4: tensor<1xi32>, %arg5: tensor<1xf16>) {
    tt.descriptor_reduce and, %arg1[], %arg4 : !tt.tensordesc<tensor<1xui32>>, tensor<1xi32>
    tt.return
  }
}
