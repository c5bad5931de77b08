// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental{enable-collapse-shape=true}' %s
// invalid: triton-to-linalg-experimental: op operand must be but got
tt.func @correctly_rounded(%x: tensor<1xi1>) -> tensor<1xi1> {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_frsqrt_rn"} : (tensor<1xi1>) -> tensor<1xi1>
  tt.return %0 : tensor<1xi1>
}
