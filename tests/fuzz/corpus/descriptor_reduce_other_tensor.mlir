// RUN: xtriton-opt --pass-pipeline='triton-rewrite-tensor-descriptor-to-pointer' %s
// invalid: triton-rewrite-tensor-descriptor-to-pointer: op failed to verify that ptr type matches value type
tt.func @kinds(%s: !tt.tensordesc<tensor<1xsi32>>, %u: !tt.tensordesc<tensor<1xui32>>, %f: !tt.tensordesc<tensor<1xf16>>, %i: i32, %x: tensor<64x!tt.ptr<f32>>, %y: tensor<1xf16>) {
  tt.descriptor_reduce min, %s[%i], %x : !tt.tensordesc<tensor<1xsi32>>, tensor<64x!tt.ptr<f32>>
  tt.return
}
