// RUN: xtriton-opt --pass-pipeline='make-cpu-linalg' %s
// exception: triton-to-linalg-experimental: ValueError in passes/linalg/patterns/lookup.py:histogram
tt.func @f(%x: tensor<256x1xi32>) -> tensor<256x128xi32> {
  %2 = tt.histogram %x : tensor<256x1xi32> -> tensor<256x128xi32>
  tt.return %2 : tensor<256x128xi32>
}
