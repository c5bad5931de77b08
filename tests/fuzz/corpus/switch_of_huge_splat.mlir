// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// memory: read: dialects/upstream/cf.py:verify_in_context > dialects/upstream/cf.py:cases
func.func @g(%x: i32) {
  "cf.switch"(%x)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<0> : tensor<4294967296xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}
