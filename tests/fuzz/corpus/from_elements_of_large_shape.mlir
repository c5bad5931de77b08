// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// memory: read: ir/parser.py:parse_module > ir/parser.py:parse_module > ir/parser.py:parse_operation
func.func @f(%f: f32) {
  %0 = tensor.from_elements %f : tensor<2147483648x2147483648xf32>
  return
}
