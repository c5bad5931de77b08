// RUN: xtriton-opt --pass-pipeline='canonicalize' %s
// text: arith.addi / arith.addi
tt.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc(fused[fused<0>["a", "b"], "c"])
  tt.return %0 : i32
}
