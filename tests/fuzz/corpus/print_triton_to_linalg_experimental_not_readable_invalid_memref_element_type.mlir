// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental' %s
// print: triton-to-linalg-experimental: not readable: invalid memref element type
tt.func @constants(%p: !tt.ptr<!tt.ptr<f32, 32>>) {
  tt.return
}
