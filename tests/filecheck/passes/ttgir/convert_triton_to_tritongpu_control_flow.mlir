// RUN: xtriton-opt %s --triton=3.6 --convert-triton-to-tritongpu=target=cuda:90 | filecheck %s

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
module {
  // Loops carry tensors in the layouts of their shapes; yielded values with another layout are converted.
  // CHECK: tt.func @for(%arg0: i32, %arg1: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<64xi32, #blocked>
  // CHECK-NEXT:   %1:2 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %0, %arg4 = %c0_i32) -> (tensor<64xi32, #blocked>, i32)  : i32 {
  // CHECK-NEXT:     %2 = ttg.convert_layout %arg3 : tensor<64xi32, #blocked> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK-NEXT:     %3 = tt.expand_dims %2 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
  // CHECK-NEXT:     %4 = ttg.convert_layout %3 : tensor<1x64xi32, #blocked1> -> tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:     %5 = "tt.reduce"(%4) <{axis = 0 : i32}> ({
  // CHECK-NEXT:     ^bb0(%arg5: i32, %arg6: i32):
  // CHECK-NEXT:       %8 = arith.addi %arg5, %arg6 : i32
  // CHECK-NEXT:       tt.reduce.return %8 : i32
  // CHECK-NEXT:     }) : (tensor<1x64xi32, #blocked2>) -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>
  // CHECK-NEXT:     %6 = ttg.convert_layout %5 : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked2}>> -> tensor<64xi32, #blocked>
  // CHECK-NEXT:     %7 = arith.addi %arg4, %arg2 : i32
  // CHECK-NEXT:     scf.yield %6, %7 : tensor<64xi32, #blocked>, i32
  // CHECK-NEXT:   } {tt.num_stages = 3 : i32}
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %1#0, %1#1 : tensor<64xi32, #blocked>, i32
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @for(%x: i32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %0 = tt.splat %x : i32 -> tensor<64xi32>
    %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0, %k = %c0) -> (tensor<64xi32>, i32) : i32 {
      %2 = tt.expand_dims %a {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      %3 = "tt.reduce"(%2) <{axis = 0 : i32}> ({
      ^bb0(%l: i32, %r: i32):
        %s = arith.addi %l, %r : i32
        tt.reduce.return %s : i32
      }) : (tensor<1x64xi32>) -> tensor<64xi32>
      %4 = arith.addi %k, %i : i32
      scf.yield %3, %4 : tensor<64xi32>, i32
    } {tt.num_stages = 3 : i32}
    tt.print ": " {hex = false, isSigned = array<i32: 0, 0>} : %1#0, %1#1 : tensor<64xi32>, i32
    tt.return
  }

  // A loop of scalars is not modified, but operations in it are.
  // CHECK: tt.func @for_of_scalars(%arg0: i32, %arg1: i32) {
  // CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT:   scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32  : i32 {
  // CHECK-NEXT:     %0 = tt.splat %arg2 : i32 -> tensor<64xi32, #blocked>
  // CHECK-NEXT:     tt.print ": " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<64xi32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @for_of_scalars(%x: i32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %0 = tt.splat %i : i32 -> tensor<64xi32>
      tt.print ": " {hex = false, isSigned = array<i32: 0>} : %0 : tensor<64xi32>
    }
    tt.return
  }

  // Both branches, with a conversion in one of them, and a while loop.
  // CHECK: tt.func @if_and_while(%arg0: i32, %arg1: i1) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : i32 -> tensor<64xi32, #blocked>
  // CHECK-NEXT:   %2 = scf.if %arg1 -> (tensor<1x64xi32, #blocked2>) {
  // CHECK-NEXT:     %4 = ttg.convert_layout %1 : tensor<64xi32, #blocked> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>>
  // CHECK-NEXT:     %5 = tt.expand_dims %4 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #blocked1}>> -> tensor<1x64xi32, #blocked1>
  // CHECK-NEXT:     %6 = ttg.convert_layout %5 : tensor<1x64xi32, #blocked1> -> tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:     scf.yield %6 : tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %0 : tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %3 = scf.while (%arg2 = %2) : (tensor<1x64xi32, #blocked2>) -> tensor<1x64xi32, #blocked2> {
  // CHECK-NEXT:     %4 = arith.cmpi slt, %arg0, %arg0 : i32
  // CHECK-NEXT:     scf.condition(%4) %arg2 : tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:   } do {
  // CHECK-NEXT:   ^bb0(%arg2: tensor<1x64xi32, #blocked2>):
  // CHECK-NEXT:     %4 = arith.addi %arg2, %arg2 : tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:     scf.yield %4 : tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %3 : tensor<1x64xi32, #blocked2>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @if_and_while(%x: i32, %c: i1) {
    %0 = tt.splat %x : i32 -> tensor<1x64xi32>
    %1 = tt.splat %x : i32 -> tensor<64xi32>
    %2 = scf.if %c -> (tensor<1x64xi32>) {
      %4 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
      scf.yield %4 : tensor<1x64xi32>
    } else {
      scf.yield %0 : tensor<1x64xi32>
    }
    %3 = scf.while (%a = %2) : (tensor<1x64xi32>) -> tensor<1x64xi32> {
      %5 = arith.cmpi slt, %x, %x : i32
      scf.condition(%5) %a : tensor<1x64xi32>
    } do {
    ^bb0(%b: tensor<1x64xi32>):
      %6 = arith.addi %b, %b : tensor<1x64xi32>
      scf.yield %6 : tensor<1x64xi32>
    }
    tt.print ": " {hex = false, isSigned = array<i32: 0>} : %3 : tensor<1x64xi32>
    tt.return
  }

  // Branches of the cf dialect; those that hand on no tensors stay, with their attributes.
  // CHECK: tt.func @branches(%arg0: i32, %arg1: i1) {
  // CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<64xi32, #blocked>
  // CHECK-NEXT:   cf.cond_br %arg1, ^bb1(%0 : tensor<64xi32, #blocked>), ^bb2 {tt.kept}
  // CHECK-NEXT: ^bb1(%1: tensor<64xi32, #blocked>):  // pred: ^bb0
  // CHECK-NEXT:   cf.br ^bb3(%1 : tensor<64xi32, #blocked>)
  // CHECK-NEXT: ^bb2:  // pred: ^bb0
  // CHECK-NEXT:   cf.br ^bb4 {tt.kept}
  // CHECK-NEXT: ^bb3(%2: tensor<64xi32, #blocked>):  // pred: ^bb1
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %2 : tensor<64xi32, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: ^bb4:  // pred: ^bb2
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @branches(%x: i32, %c: i1) {
    %0 = tt.splat %x : i32 -> tensor<64xi32>
    cf.cond_br %c, ^a(%0 : tensor<64xi32>), ^b {tt.kept}
  ^a(%1: tensor<64xi32>):
    cf.br ^c(%1 : tensor<64xi32>) {tt.dropped}
  ^b:
    cf.br ^d {tt.kept}
  ^c(%2: tensor<64xi32>):
    tt.print ": " {hex = false, isSigned = array<i32: 0>} : %2 : tensor<64xi32>
    tt.return
  ^d:
    tt.return
  }

  // Folds see the program as it was: the sum with a sum with zero is one fold, constants go right, and are added up.
  // CHECK: tt.func @folds(%arg0: i32) {
  // CHECK-NEXT:   %cst = arith.constant dense<0> : tensor<64xi32, #blocked>
  // CHECK-NEXT:   %cst_0 = arith.constant dense<1> : tensor<64xi32, #blocked>
  // CHECK-NEXT:   %0 = tt.splat %arg0 : i32 -> tensor<64xi32, #blocked>
  // CHECK-NEXT:   %1 = arith.addi %0, %cst_0 : tensor<64xi32, #blocked>
  // CHECK-NEXT:   %cst_1 = arith.constant dense<2> : tensor<64xi32, #blocked>
  // CHECK-NEXT:   %2 = arith.addi %1, %cst_1 : tensor<64xi32, #blocked>
  // CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %2 : tensor<64xi32, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
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
}
