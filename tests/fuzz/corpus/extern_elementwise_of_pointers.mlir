// RUN: xtriton-opt --pass-pipeline='triton-arith-to-linalg' %s
// exception: triton-arith-to-linalg: AssertionError in rewriting/elements.py:width_of
tt.func @f(%x: tensor<256x!tt.ptr<f32>>) -> tensor<256x!tt.ptr<f32>> {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (tensor<256x!tt.ptr<f32>>) -> tensor<256x!tt.ptr<f32>>
  tt.return %0 : tensor<256x!tt.ptr<f32>>
}
