// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental{enable-collapse-shape=true safe=true guards=false}' %s
// print: triton-to-linalg-experimental: not readable: invalid dimension
module {
  func.func @f(%arg0: f32, %arg1: memref<2x9223372036854775807xf32>) {
    linalg.fill ins(%arg0 : f32) outs(%arg1 : memref<2x9223372036854775807xf32>)
    return
  }
}
