// RUN: xtriton-opt --pass-pipeline='builtin.module(cpu-linalg-to-loops{strict-fp=false vector-bits=512})' %s
// hang: cpu-linalg-to-loops: passes/cpu/loops/__init__.py:apply > passes/cpu/loops/__init__.py:<lambda> > passes/cpu/loops/matmul.py:lower_product
func.func @bf16(%a: memref<4294967296x32xbf16>, %b: memref<32x16xbf16>, %c: memref<4294967296x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4294967296x32xbf16>, memref<32x16xbf16>) outs(%c : memref<4294967296x16xf32>)
  return
}
