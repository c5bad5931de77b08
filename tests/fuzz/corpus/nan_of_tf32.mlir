// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(cpu-linalg-to-loops{strict-fp=false vector-bits=512})' %s
// print: cpu-linalg-to-loops: printed differently when read back
func.func @largest(%x: memref<4x64xtf32>, %y: memref<4xtf32>) {
  linalg.reduce ins(%x : memref<4x64xtf32>) outs(%y : memref<4xtf32>) dimensions = [1]
    (%a: tf32, %b: tf32) {
      %0 = arith.maxnumf %a, %b : tf32
      linalg.yield %0 : tf32
    }
  return
}
