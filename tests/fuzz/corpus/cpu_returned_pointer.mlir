// RUN: xtriton-opt --pass-pipeline='make-cpu' %s
// exception: cpu-to-llvm: ValueError in passes/cpu/to_llvm/types.py:scalar_type
tt.func @f(%p: !tt.ptr<f32>) -> !tt.ptr<f32> {
  tt.return %p : !tt.ptr<f32>
}
