// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// exception: read: OverflowError in dialects/upstream/tensor/elements.py:<lambda>
func.func @f(%x: i32) -> tensor<?x96xi32> {
  %t = tensor.from_elements %x, %x : tensor<?x96xi32>
  return %t : tensor<?x96xi32>
}
