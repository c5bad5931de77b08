// RUN: xtriton-opt --pass-pipeline='cpu-linalg-to-loops{vector-bits=128}' %s
// print: cpu-linalg-to-loops: not readable: failed to verify VectorElementTypeInterface instance
func.func @reduced(%x: memref<2x2x2x2xf32>, %y: memref<2x2x2xf32>) {
  linalg.reduce ins(%x : memref<2x2x2x2xf32>) outs(%y : memref<2x2x2xf32>) dimensions = [2]
    (%a: f32, %b: f32) {
      %unused = arith.constant dense<1> : tensor<4xindex>
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  return
}
