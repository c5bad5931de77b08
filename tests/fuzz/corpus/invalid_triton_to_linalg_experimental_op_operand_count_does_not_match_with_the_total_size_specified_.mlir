// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental{safe=true}' %s
// invalid: triton-to-linalg-experimental: op operand count does not match with the total size specified in attribute
module attributes {"ttg.num-ctas" = -2147483648 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  llvm.func @branches(%arg0: i32, %arg1: i1) {
    llvm.br ^bb1(%arg0 : i32)
  ^bb1(%0: i32):  // 3 preds: ^bb0, ^bb1, ^bb3
    llvm.cond_br %arg1, ^bb2, ^bb1(%0 : i32)
  ^bb2:  // pred: ^bb1
    llvm.switch %arg0 : i32, ^bb4 [
    ]
  ^bb4:  // 2 preds: ^bb2, ^bb3
    llvm.switch %arg0 : i32, ^bb5(%arg0 : i32) [
    ] {branch_weights = array<i32: -2147483648>}
  ^bb5(%1: i32):  // pred: ^bb4
    llvm.return
  }
}
