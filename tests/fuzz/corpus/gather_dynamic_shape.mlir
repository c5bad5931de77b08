// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental{enable-collapse-shape=true}' %s
// exception: triton-to-linalg-experimental: StopIteration in dialects/upstream/tensor/elements.py
tt.func @f(%x: tensor<?xi32>, %p: !tt.ptr<f32>) {
  %w = tts.gather %p[%x] : (<f32>, tensor<?xi32>) -> tensor<?xf32>
  tts.scatter %w into %p[%x] : tensor<?xf32> into (<f32>, tensor<?xi32>)
  tt.return
}
