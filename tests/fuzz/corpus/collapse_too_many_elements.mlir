// RUN: xtriton-opt --pass-pipeline='collapse-shape' %s
// print: collapse-shape: not readable: invalid dimension
func.func @f(%v: f32, %m: memref<2x9223372036854775807xf32>) {
  linalg.fill ins(%v : f32) outs(%m : memref<2x9223372036854775807xf32>)
  return
}
