// PASSES: canonicalize,convert-triton-to-tritongpu{target=cuda:90}

tt.func @folds(%x: i32) {
    %c0 = arith.constant dense<0> : tensor<64xi32>
    %c1 = arith.constant dense<1> : tensor<64xi32>
    %0 = tt.splat %x : i32 -> tensor<64xi32>
    %1 = arith.addi %0, %c0 : tensor<64xi32>
    %2 = arith.addi %1, %c0 : tensor<64xi32>
    %3 = arith.addi %c1, %2 : tensor<64xi32>
    %4 = arith.addi %c1, %c1 : tensor<64xi32>
    %5 = arith.addi %3, %4 : tensor<64xi32>
    tt.print ": " {hex = false, isSigned = array<i32: 0>} : %5 : tensor<64xi32>
    tt.return
  }
