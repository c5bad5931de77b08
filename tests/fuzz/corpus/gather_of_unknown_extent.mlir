// RUN: xtriton-opt --pass-pipeline='unstructured-to-memref' %s
// invalid: unstructured-to-memref: op incorrect number of dynamic has expected
tt.func @f(%i: tensor<?xi32>, %p: !tt.ptr<f32>) {
  %0 = tts.gather %p[%i] : (<f32>, tensor<?xi32>) -> tensor<?xf32>
  tt.return
}
