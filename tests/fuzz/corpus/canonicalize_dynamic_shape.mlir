// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// invalid: canonicalize: a constant of dynamic shape
tt.func @f(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.subi %x, %x : tensor<?xi32>
  tt.return %0 : tensor<?xi32>
}
