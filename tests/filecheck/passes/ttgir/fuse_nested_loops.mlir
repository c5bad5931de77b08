// RUN: xtriton-opt %s --triton=3.6 --tritongpu-fuse-nested-loops | filecheck %s

// A prologue, an inner loop that is known to run, and an epilogue: the body of the inner loop needs no condition.
// CHECK: tt.func @runs_at_least_once(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = arith.cmpi sgt, %arg2, %c0_i32 : i32
// CHECK-NEXT:   llvm.intr.assume %0 : i1
// CHECK-NEXT:   %1 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:   %2 = arith.ceildivsi %1, %c1_i32 : i32
// CHECK-NEXT:   %3 = arith.subi %arg2, %c0_i32 : i32
// CHECK-NEXT:   %4 = arith.ceildivsi %3, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:   %5 = arith.maxsi %c1_i32_1, %4 : i32
// CHECK-NEXT:   %6 = arith.addi %c0_i32_0, %5 : i32
// CHECK-NEXT:   %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:   %7 = arith.subi %6, %c0_i32_2 : i32
// CHECK-NEXT:   %8 = arith.muli %2, %7 : i32
// CHECK-NEXT:   %9 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %8) -> (i32)  : i32 {
// CHECK-NEXT:     scf.yield %arg4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:   %10 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:   %cst_5 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %11 = ub.poison : !tt.ptr<f32>
// CHECK-NEXT:   %c0_i32_6 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_7 = arith.constant 1 : i32
// CHECK-NEXT:   %12:7 = scf.for %arg3 = %c0_i32_6 to %9 step %c1_i32_7 iter_args(%arg4 = %c0_i32_3, %arg5 = %10, %arg6 = %4, %arg7 = %7, %arg8 = %c0_i32_4, %arg9 = %cst, %arg10 = %11) -> (i32, i32, i32, i32, i32, f32, !tt.ptr<f32>)  : i32 {
// CHECK-NEXT:     %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_9 = arith.constant 0 : i32
// CHECK-NEXT:     %13 = arith.subi %c0_i32_8, %c0_i32_9 : i32
// CHECK-NEXT:     %14 = arith.cmpi eq, %arg4, %13 : i32
// CHECK-NEXT:     %15:5 = scf.if %14 -> (i32, !tt.ptr<f32>, i32, i32, i32) {
// CHECK-NEXT:       %28 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:       %29 = tt.addptr %arg0, %28 : !tt.ptr<f32>, i32
// CHECK-NEXT:       scf.yield %c0_i32, %29, %28, %arg6, %7 : i32, !tt.ptr<f32>, i32, i32, i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg8, %arg10, %arg5, %arg6, %7 : i32, !tt.ptr<f32>, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %16 = arith.addi %13, %15#3 : i32
// CHECK-NEXT:     %17 = arith.cmpi sge, %arg4, %13 : i32
// CHECK-NEXT:     %18 = arith.cmpi slt, %arg4, %16 : i32
// CHECK-NEXT:     %19 = arith.andi %17, %18 : i1
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %20:2 = scf.if %true -> (i32, f32) {
// CHECK-NEXT:       %28 = tt.addptr %15#1, %15#0 : !tt.ptr<f32>, i32
// CHECK-NEXT:       %29 = tt.load %28 : !tt.ptr<f32>
// CHECK-NEXT:       %30 = arith.addf %arg9, %29 : f32
// CHECK-NEXT:       %31 = arith.addi %15#0, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %31, %30 : i32, f32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %15#0, %arg9 : i32, f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT:     %21 = arith.subi %15#4, %c1_i32_10 : i32
// CHECK-NEXT:     %22 = arith.cmpi eq, %arg4, %21 : i32
// CHECK-NEXT:     %23 = scf.if %22 -> (f32) {
// CHECK-NEXT:       tt.store %15#1, %20#1 : !tt.ptr<f32>
// CHECK-NEXT:       scf.yield %cst : f32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %20#1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:     %24 = arith.addi %arg4, %c1_i32_11 : i32
// CHECK-NEXT:     %c1_i32_12 = arith.constant 1 : i32
// CHECK-NEXT:     %25 = arith.subi %15#4, %c1_i32_12 : i32
// CHECK-NEXT:     %26 = arith.cmpi eq, %arg4, %25 : i32
// CHECK-NEXT:     %c0_i32_13 = arith.constant 0 : i32
// CHECK-NEXT:     %27 = arith.select %26, %c0_i32_13, %24 : i32
// CHECK-NEXT:     scf.yield %27, %15#2, %15#3, %15#4, %20#0, %23, %15#1 : i32, i32, i32, i32, i32, f32, !tt.ptr<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @runs_at_least_once(%p: !tt.ptr<f32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.000000e+00 : f32
  %0 = arith.cmpi sgt, %m, %c0 : i32
  llvm.intr.assume %0 : i1
  scf.for %i = %c0 to %n step %c1 : i32 {
    %1 = tt.addptr %p, %i : !tt.ptr<f32>, i32
    %2 = scf.for %j = %c0 to %m step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
      %3 = tt.addptr %1, %j : !tt.ptr<f32>, i32
      %4 = tt.load %3 : !tt.ptr<f32>
      %5 = arith.addf %acc, %4 : f32
      scf.yield %5 : f32
    }
    tt.store %1, %2 : !tt.ptr<f32>
  } {tt.flatten}
  tt.return
}

// Nothing is known of the inner loop: the nest is guarded, and without inner iterations only the rest is left.
// CHECK: tt.func @may_be_empty(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %7 = scf.for %arg5 = %arg3 to %arg2 step %c1_i32 iter_args(%arg6 = %arg4) -> (i32)  : i32 {
// CHECK-NEXT:       %8 = arith.xori %arg6, %arg5 : i32
// CHECK-NEXT:       scf.yield %8 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %7 : i32
// CHECK-NEXT:   } {tt.flatten}
// CHECK-NEXT:   %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   %2 = arith.subi %1, %c0_i32 : i32
// CHECK-NEXT:   %3 = arith.ceildivsi %2, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %4 = arith.cmpi eq, %3, %c0_i32_0 : i32
// CHECK-NEXT:   %5 = scf.if %4 -> (i32) {
// CHECK-NEXT:     %7 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:       scf.yield %arg4 : i32
// CHECK-NEXT:     } {tt.flatten, tt.num_stages = 2 : i32}
// CHECK-NEXT:     scf.yield %7 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %7 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:     %8 = arith.ceildivsi %7, %c1_i32 : i32
// CHECK-NEXT:     %9 = arith.subi %1, %c0_i32 : i32
// CHECK-NEXT:     %10 = arith.ceildivsi %9, %c1_i32 : i32
// CHECK-NEXT:     %c0_i32_1 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_2 = arith.constant 1 : i32
// CHECK-NEXT:     %11 = arith.maxsi %c1_i32_2, %10 : i32
// CHECK-NEXT:     %12 = arith.addi %c0_i32_1, %11 : i32
// CHECK-NEXT:     %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:     %13 = arith.subi %12, %c0_i32_3 : i32
// CHECK-NEXT:     %14 = arith.muli %8, %13 : i32
// CHECK-NEXT:     %15 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %14) -> (i32)  : i32 {
// CHECK-NEXT:       scf.yield %arg4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:     %16 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:     %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_6 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_7 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32_8 = arith.constant 1 : i32
// CHECK-NEXT:     %17:7 = scf.for %arg3 = %c0_i32_7 to %15 step %c1_i32_8 iter_args(%arg4 = %c0_i32_4, %arg5 = %16, %arg6 = %arg1, %arg7 = %10, %arg8 = %13, %arg9 = %c0_i32_5, %arg10 = %c0_i32_6) -> (i32, i32, i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:       %c0_i32_9 = arith.constant 0 : i32
// CHECK-NEXT:       %c0_i32_10 = arith.constant 0 : i32
// CHECK-NEXT:       %18 = arith.subi %c0_i32_9, %c0_i32_10 : i32
// CHECK-NEXT:       %19 = arith.cmpi eq, %arg4, %18 : i32
// CHECK-NEXT:       %20:5 = scf.if %19 -> (i32, i32, i32, i32, i32) {
// CHECK-NEXT:         %32 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:         scf.yield %c0_i32, %arg6, %32, %arg7, %13 : i32, i32, i32, i32, i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %arg9, %arg10, %arg5, %arg7, %13 : i32, i32, i32, i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %21 = arith.addi %18, %20#3 : i32
// CHECK-NEXT:       %22 = arith.cmpi sge, %arg4, %18 : i32
// CHECK-NEXT:       %23 = arith.cmpi slt, %arg4, %21 : i32
// CHECK-NEXT:       %24 = arith.andi %22, %23 : i1
// CHECK-NEXT:       %true = arith.constant true
// CHECK-NEXT:       %25:2 = scf.if %true -> (i32, i32) {
// CHECK-NEXT:         %32 = arith.xori %20#1, %20#0 : i32
// CHECK-NEXT:         %33 = arith.addi %20#0, %c1_i32 : i32
// CHECK-NEXT:         scf.yield %33, %32 : i32, i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %20#0, %arg10 : i32, i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:       %26 = arith.subi %20#4, %c1_i32_11 : i32
// CHECK-NEXT:       %27 = arith.cmpi eq, %arg4, %26 : i32
// CHECK-NEXT:       scf.if %27 {
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:       %c1_i32_12 = arith.constant 1 : i32
// CHECK-NEXT:       %28 = arith.addi %arg4, %c1_i32_12 : i32
// CHECK-NEXT:       %c1_i32_13 = arith.constant 1 : i32
// CHECK-NEXT:       %29 = arith.subi %20#4, %c1_i32_13 : i32
// CHECK-NEXT:       %30 = arith.cmpi eq, %arg4, %29 : i32
// CHECK-NEXT:       %c0_i32_14 = arith.constant 0 : i32
// CHECK-NEXT:       %31 = arith.select %30, %c0_i32_14, %28 : i32
// CHECK-NEXT:       scf.yield %31, %20#2, %25#1, %20#3, %20#4, %25#0, %25#1 : i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT:     } {tt.num_stages = 2 : i32, tt.warp_specialize}
// CHECK-NEXT:     scf.yield %17#2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %6 = arith.addi %0, %5 : i32
// CHECK-NEXT:   tt.return %6 : i32
// CHECK-NEXT: }
tt.func @may_be_empty(%p: !tt.ptr<i32>, %n: i32, %m: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n) -> (i32) : i32 {
    %1 = scf.for %j = %i to %m step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %2 = arith.xori %b, %j : i32
      scf.yield %2 : i32
    }
    scf.yield %1 : i32
  } {tt.flatten}
  %3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %n) -> (i32) : i32 {
    %4 = arith.addi %n, %m : i32
    %5 = scf.for %j = %c0 to %4 step %c1 iter_args(%b = %a) -> (i32) : i32 {
      %6 = arith.xori %b, %j : i32
      scf.yield %6 : i32
    } {tt.warp_specialize}
    scf.yield %5 : i32
  } {tt.flatten, tt.warp_specialize, tt.num_stages = 2 : i32}
  %7 = arith.addi %0, %3 : i32
  tt.return %7 : i32
}

// Values that only the epilogue uses are computed there; dots stay where they are, and so do operands of the inner loop.
// CHECK: tt.func @sinking(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32, %arg3: tensor<16x16xf32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.cmpi slt, %c0_i32, %arg2 : i32
// CHECK-NEXT:   llvm.intr.assume %0 : i1
// CHECK-NEXT:   %1 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:   %2 = arith.ceildivsi %1, %c1_i32 : i32
// CHECK-NEXT:   %3 = arith.subi %arg2, %c0_i32 : i32
// CHECK-NEXT:   %4 = arith.ceildivsi %3, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:   %5 = arith.maxsi %c1_i32_1, %4 : i32
// CHECK-NEXT:   %6 = arith.addi %c0_i32_0, %5 : i32
// CHECK-NEXT:   %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:   %7 = arith.subi %6, %c0_i32_2 : i32
// CHECK-NEXT:   %8 = arith.muli %2, %7 : i32
// CHECK-NEXT:   %9 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %8) -> (i32)  : i32 {
// CHECK-NEXT:     scf.yield %arg5 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:   %10 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:   %11 = ub.poison : !tt.ptr<i32>
// CHECK-NEXT:   %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
// CHECK-NEXT:   %c0_i32_6 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_7 = arith.constant 1 : i32
// CHECK-NEXT:   %12:8 = scf.for %arg4 = %c0_i32_6 to %9 step %c1_i32_7 iter_args(%arg5 = %c0_i32_3, %arg6 = %10, %arg7 = %4, %arg8 = %7, %arg9 = %c0_i32_4, %arg10 = %11, %arg11 = %c0_i32_5, %arg12 = %cst) -> (i32, i32, i32, i32, i32, !tt.ptr<i32>, i32, tensor<16x16xf32>)  : i32 {
// CHECK-NEXT:     %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_9 = arith.constant 0 : i32
// CHECK-NEXT:     %13 = arith.subi %c0_i32_8, %c0_i32_9 : i32
// CHECK-NEXT:     %14 = arith.cmpi eq, %arg5, %13 : i32
// CHECK-NEXT:     %15:7 = scf.if %14 -> (i32, !tt.ptr<i32>, i32, tensor<16x16xf32>, i32, i32, i32) {
// CHECK-NEXT:       %27 = arith.addi %arg6, %c1_i32 : i32
// CHECK-NEXT:       %28 = tt.addptr %arg0, %27 : !tt.ptr<i32>, i32
// CHECK-NEXT:       %29 = tt.load %arg0 : !tt.ptr<i32>
// CHECK-NEXT:       %30 = tt.splat %27 : i32 -> tensor<16x16xi32>
// CHECK-NEXT:       %31 = arith.sitofp %30 : tensor<16x16xi32> to tensor<16x16xf32>
// CHECK-NEXT:       %32 = tt.dot %31, %arg3, %arg3 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
// CHECK-NEXT:       scf.yield %c0_i32, %28, %29, %32, %27, %arg7, %7 : i32, !tt.ptr<i32>, i32, tensor<16x16xf32>, i32, i32, i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg9, %arg10, %arg11, %arg12, %arg6, %arg7, %7 : i32, !tt.ptr<i32>, i32, tensor<16x16xf32>, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %16 = arith.addi %13, %15#5 : i32
// CHECK-NEXT:     %17 = arith.cmpi sge, %arg5, %13 : i32
// CHECK-NEXT:     %18 = arith.cmpi slt, %arg5, %16 : i32
// CHECK-NEXT:     %19 = arith.andi %17, %18 : i1
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %20 = scf.if %true -> (i32) {
// CHECK-NEXT:       tt.store %15#1, %15#0 : !tt.ptr<i32>
// CHECK-NEXT:       %27 = arith.addi %15#0, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %27 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %15#0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT:     %21 = arith.subi %15#6, %c1_i32_10 : i32
// CHECK-NEXT:     %22 = arith.cmpi eq, %arg5, %21 : i32
// CHECK-NEXT:     scf.if %22 {
// CHECK-NEXT:       %27 = arith.muli %15#4, %arg1 : i32
// CHECK-NEXT:       %28 = arith.addi %27, %arg2 : i32
// CHECK-NEXT:       tt.store %arg0, %28 : !tt.ptr<i32>
// CHECK-NEXT:       tt.store %arg0, %15#2 : !tt.ptr<i32>
// CHECK-NEXT:       tt.print "product" {hex = false, isSigned = array<i32: 0>} : %15#3 : tensor<16x16xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:     %23 = arith.addi %arg5, %c1_i32_11 : i32
// CHECK-NEXT:     %c1_i32_12 = arith.constant 1 : i32
// CHECK-NEXT:     %24 = arith.subi %15#6, %c1_i32_12 : i32
// CHECK-NEXT:     %25 = arith.cmpi eq, %arg5, %24 : i32
// CHECK-NEXT:     %c0_i32_13 = arith.constant 0 : i32
// CHECK-NEXT:     %26 = arith.select %25, %c0_i32_13, %23 : i32
// CHECK-NEXT:     scf.yield %26, %15#4, %15#5, %15#6, %20, %15#1, %15#2, %15#3 : i32, i32, i32, i32, i32, !tt.ptr<i32>, i32, tensor<16x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @sinking(%p: !tt.ptr<i32>, %n: i32, %m: i32, %a: tensor<16x16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %assumed = arith.cmpi slt, %c0, %m : i32
  llvm.intr.assume %assumed : i1
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = arith.muli %i, %n : i32
    %1 = arith.addi %0, %m : i32
    %2 = tt.addptr %p, %i : !tt.ptr<i32>, i32
    %3 = tt.load %p : !tt.ptr<i32>
    %4 = tt.splat %i : i32 -> tensor<16x16xi32>
    %5 = arith.sitofp %4 : tensor<16x16xi32> to tensor<16x16xf32>
    %6 = tt.dot %5, %a, %a : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    scf.for %j = %c0 to %m step %c1 : i32 {
      tt.store %2, %j : !tt.ptr<i32>
    }
    tt.store %p, %1 : !tt.ptr<i32>
    tt.store %p, %3 : !tt.ptr<i32>
    tt.print "product" {hex = false, isSigned = array<i32: 0>} : %6 : tensor<16x16xf32>
  } {tt.flatten}
  tt.return
}

// Several inner loops, one after the other, with sections between them and values that later sections need.
// CHECK: tt.func @several(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32, %arg3: i64) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %0 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:   %1 = arith.ceildivsi %0, %c1_i32 : i32
// CHECK-NEXT:   %2 = arith.subi %arg2, %c0_i32 : i32
// CHECK-NEXT:   %3 = arith.ceildivsi %2, %c1_i32 : i32
// CHECK-NEXT:   %4 = arith.extsi %3 : i32 to i64
// CHECK-NEXT:   %5 = arith.subi %arg3, %c0_i64 : i64
// CHECK-NEXT:   %6 = arith.ceildivsi %5, %c1_i64 : i64
// CHECK-NEXT:   %c0_i64_0 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64_1 = arith.constant 1 : i64
// CHECK-NEXT:   %7 = arith.maxsi %c1_i64_1, %4 : i64
// CHECK-NEXT:   %8 = arith.addi %c0_i64_0, %7 : i64
// CHECK-NEXT:   %c1_i64_2 = arith.constant 1 : i64
// CHECK-NEXT:   %9 = arith.maxsi %c1_i64_2, %6 : i64
// CHECK-NEXT:   %10 = arith.addi %8, %9 : i64
// CHECK-NEXT:   %c1_i64_3 = arith.constant 1 : i64
// CHECK-NEXT:   %11 = arith.subi %10, %c1_i64_3 : i64
// CHECK-NEXT:   %12 = arith.extsi %1 : i32 to i64
// CHECK-NEXT:   %13 = arith.muli %12, %11 : i64
// CHECK-NEXT:   %14 = scf.for %arg4 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg5 = %13) -> (i64)  : i32 {
// CHECK-NEXT:     scf.yield %arg5 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i64_4 = arith.constant 0 : i64
// CHECK-NEXT:   %15 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i64_6 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_i32_7 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i32_9 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i64_10 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64_11 = arith.constant 1 : i64
// CHECK-NEXT:   %16:10 = scf.for %arg4 = %c0_i64_10 to %14 step %c1_i64_11 iter_args(%arg5 = %c0_i64_4, %arg6 = %15, %arg7 = %4, %arg8 = %6, %arg9 = %11, %arg10 = %c0_i32_5, %arg11 = %c0_i64_6, %arg12 = %c0_i32_7, %arg13 = %c0_i32_8, %arg14 = %c0_i32_9) -> (i64, i32, i64, i64, i64, i32, i64, i32, i32, i32)  : i64 {
// CHECK-NEXT:     %c0_i64_12 = arith.constant 0 : i64
// CHECK-NEXT:     %c0_i64_13 = arith.constant 0 : i64
// CHECK-NEXT:     %17 = arith.subi %c0_i64_12, %c0_i64_13 : i64
// CHECK-NEXT:     %18 = arith.cmpi eq, %arg5, %17 : i64
// CHECK-NEXT:     %19:7 = scf.if %18 -> (i32, i32, i32, i32, i64, i64, i64) {
// CHECK-NEXT:       %41 = arith.addi %arg6, %c1_i32 : i32
// CHECK-NEXT:       %42 = tt.load %arg0 : !tt.ptr<i32>
// CHECK-NEXT:       scf.yield %c0_i32, %42, %42, %41, %arg7, %arg8, %11 : i32, i32, i32, i32, i64, i64, i64
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg10, %arg13, %arg12, %arg6, %arg7, %arg8, %11 : i32, i32, i32, i32, i64, i64, i64
// CHECK-NEXT:     }
// CHECK-NEXT:     %20 = arith.addi %17, %19#4 : i64
// CHECK-NEXT:     %21 = arith.cmpi sge, %arg5, %17 : i64
// CHECK-NEXT:     %22 = arith.cmpi slt, %arg5, %20 : i64
// CHECK-NEXT:     %23 = arith.andi %21, %22 : i1
// CHECK-NEXT:     %24:2 = scf.if %23 -> (i32, i32) {
// CHECK-NEXT:       %41 = arith.addi %19#2, %19#0 : i32
// CHECK-NEXT:       %42 = arith.addi %19#0, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %42, %41 : i32, i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %19#0, %arg12 : i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c0_i64_14 = arith.constant 0 : i64
// CHECK-NEXT:     %c1_i64_15 = arith.constant 1 : i64
// CHECK-NEXT:     %25 = arith.maxsi %c1_i64_15, %19#4 : i64
// CHECK-NEXT:     %26 = arith.addi %c0_i64_14, %25 : i64
// CHECK-NEXT:     %c1_i64_16 = arith.constant 1 : i64
// CHECK-NEXT:     %27 = arith.subi %26, %c1_i64_16 : i64
// CHECK-NEXT:     %28 = arith.cmpi eq, %arg5, %27 : i64
// CHECK-NEXT:     %29:2 = scf.if %28 -> (i64, i32) {
// CHECK-NEXT:       %41 = arith.addi %24#1, %19#3 : i32
// CHECK-NEXT:       scf.yield %c0_i64, %41 : i64, i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg11, %arg14 : i64, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %30 = arith.addi %27, %19#5 : i64
// CHECK-NEXT:     %31 = arith.cmpi sge, %arg5, %27 : i64
// CHECK-NEXT:     %32 = arith.cmpi slt, %arg5, %30 : i64
// CHECK-NEXT:     %33 = arith.andi %31, %32 : i1
// CHECK-NEXT:     %34 = scf.if %33 -> (i64) {
// CHECK-NEXT:       %41 = arith.trunci %29#0 : i64 to i32
// CHECK-NEXT:       %42 = arith.addi %41, %29#1 : i32
// CHECK-NEXT:       tt.store %arg0, %42 : !tt.ptr<i32>
// CHECK-NEXT:       %43 = arith.addi %29#0, %c1_i64 : i64
// CHECK-NEXT:       scf.yield %43 : i64
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %29#0 : i64
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i64_17 = arith.constant 1 : i64
// CHECK-NEXT:     %35 = arith.subi %19#6, %c1_i64_17 : i64
// CHECK-NEXT:     %36 = arith.cmpi eq, %arg5, %35 : i64
// CHECK-NEXT:     scf.if %36 {
// CHECK-NEXT:       %41 = arith.addi %29#1, %19#1 : i32
// CHECK-NEXT:       tt.store %arg0, %41 : !tt.ptr<i32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i64_18 = arith.constant 1 : i64
// CHECK-NEXT:     %37 = arith.addi %arg5, %c1_i64_18 : i64
// CHECK-NEXT:     %c1_i64_19 = arith.constant 1 : i64
// CHECK-NEXT:     %38 = arith.subi %19#6, %c1_i64_19 : i64
// CHECK-NEXT:     %39 = arith.cmpi eq, %arg5, %38 : i64
// CHECK-NEXT:     %c0_i64_20 = arith.constant 0 : i64
// CHECK-NEXT:     %40 = arith.select %39, %c0_i64_20, %37 : i64
// CHECK-NEXT:     scf.yield %40, %19#3, %19#4, %19#5, %19#6, %24#0, %34, %24#1, %19#1, %29#1 : i64, i32, i64, i64, i64, i32, i64, i32, i32, i32
// CHECK-NEXT:   } {tt.disallow_acc_multi_buffer, tt.num_stages = 4 : i32}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @several(%p: !tt.ptr<i32>, %n: i32, %m: i32, %k: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c0_i64 = arith.constant 0 : i64
  %c1_i64 = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tt.load %p : !tt.ptr<i32>
    %1 = scf.for %j = %c0 to %m step %c1 iter_args(%a = %0) -> (i32) : i32 {
      %2 = arith.addi %a, %j : i32
      scf.yield %2 : i32
    } {tt.num_stages = 4 : i32}
    %3 = arith.addi %1, %i : i32
    scf.for %j = %c0_i64 to %k step %c1_i64 : i64 {
      %4 = arith.trunci %j : i64 to i32
      %5 = arith.addi %4, %3 : i32
      tt.store %p, %5 : !tt.ptr<i32>
    } {tt.disallow_acc_multi_buffer}
    %6 = arith.addi %3, %0 : i32
    tt.store %p, %6 : !tt.ptr<i32>
  } {"ttg.always-fuse", tt.num_stages = 3 : i32}
  tt.return
}

// Three levels become one, from the inside out.
// CHECK: tt.func @three_levels(%arg0: !tt.ptr<i32>, %arg1: index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = arith.subi %arg1, %c0 : index
// CHECK-NEXT:   %1 = arith.ceildivsi %0, %c1 : index
// CHECK-NEXT:   %2 = arith.subi %arg1, %c0 : index
// CHECK-NEXT:   %3 = arith.ceildivsi %2, %c1 : index
// CHECK-NEXT:   %4 = arith.index_cast %3 : index to i64
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64 = arith.constant 1 : i64
// CHECK-NEXT:   %5 = arith.maxsi %c1_i64, %4 : i64
// CHECK-NEXT:   %6 = arith.addi %c0_i64, %5 : i64
// CHECK-NEXT:   %c0_i64_0 = arith.constant 0 : i64
// CHECK-NEXT:   %7 = arith.subi %6, %c0_i64_0 : i64
// CHECK-NEXT:   %8 = arith.index_cast %1 : index to i64
// CHECK-NEXT:   %9 = arith.muli %8, %7 : i64
// CHECK-NEXT:   %10 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %9) -> (i64) {
// CHECK-NEXT:     scf.yield %arg3 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i64_1 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64_2 = arith.constant 1 : i64
// CHECK-NEXT:   %11 = arith.subi %arg1, %c0 : index
// CHECK-NEXT:   %12 = arith.ceildivsi %11, %c1 : index
// CHECK-NEXT:   %13 = arith.subi %10, %c0_i64_1 : i64
// CHECK-NEXT:   %14 = arith.ceildivsi %13, %c1_i64_2 : i64
// CHECK-NEXT:   %c0_i64_3 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64_4 = arith.constant 1 : i64
// CHECK-NEXT:   %15 = arith.maxsi %c1_i64_4, %14 : i64
// CHECK-NEXT:   %16 = arith.addi %c0_i64_3, %15 : i64
// CHECK-NEXT:   %c0_i64_5 = arith.constant 0 : i64
// CHECK-NEXT:   %17 = arith.subi %16, %c0_i64_5 : i64
// CHECK-NEXT:   %18 = arith.index_cast %12 : index to i64
// CHECK-NEXT:   %19 = arith.muli %18, %17 : i64
// CHECK-NEXT:   %20 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %19) -> (i64) {
// CHECK-NEXT:     scf.yield %arg3 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i64_6 = arith.constant 0 : i64
// CHECK-NEXT:   %21 = arith.subi %c0, %c1 : index
// CHECK-NEXT:   %c0_i64_7 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_i64_8 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_9 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i64_10 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_i64_11 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_12 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i64_13 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_14 = arith.constant 0 : index
// CHECK-NEXT:   %c0_15 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i64_16 = arith.constant 0 : i64
// CHECK-NEXT:   %c1_i64_17 = arith.constant 1 : i64
// CHECK-NEXT:   %22:13 = scf.for %arg2 = %c0_i64_16 to %20 step %c1_i64_17 iter_args(%arg3 = %c0_i64_6, %arg4 = %21, %arg5 = %14, %arg6 = %17, %arg7 = %c0_i64_7, %arg8 = %c0_i64_8, %arg9 = %c0_9, %arg10 = %4, %arg11 = %7, %arg12 = %c0_12, %arg13 = %c0_i64_13, %arg14 = %c0_14, %arg15 = %c0_15) -> (i64, index, i64, i64, i64, i64, index, i64, i64, index, i64, index, index)  : i64 {
// CHECK-NEXT:     %c0_i64_18 = arith.constant 0 : i64
// CHECK-NEXT:     %c0_i64_19 = arith.constant 0 : i64
// CHECK-NEXT:     %23 = arith.subi %c0_i64_18, %c0_i64_19 : i64
// CHECK-NEXT:     %24 = arith.cmpi eq, %arg3, %23 : i64
// CHECK-NEXT:     %25:10 = scf.if %24 -> (i64, i64, index, index, i64, index, index, index, i64, i64) {
// CHECK-NEXT:       %38 = arith.addi %arg4, %c1 : index
// CHECK-NEXT:       %c0_i64_24 = arith.constant 0 : i64
// CHECK-NEXT:       %39 = arith.subi %c0, %c1 : index
// CHECK-NEXT:       %c0_25 = arith.constant 0 : index
// CHECK-NEXT:       scf.yield %c0_i64_1, %c0_i64_24, %39, %c0_25, %c0_i64_24, %39, %c0_25, %38, %arg5, %17 : i64, i64, index, index, i64, index, index, index, i64, i64
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg7, %arg13, %arg14, %arg15, %arg8, %arg9, %arg12, %arg4, %arg5, %17 : i64, i64, index, index, i64, index, index, index, i64, i64
// CHECK-NEXT:     }
// CHECK-NEXT:     %26 = arith.addi %23, %25#8 : i64
// CHECK-NEXT:     %27 = arith.cmpi sge, %arg3, %23 : i64
// CHECK-NEXT:     %28 = arith.cmpi slt, %arg3, %26 : i64
// CHECK-NEXT:     %29 = arith.andi %27, %28 : i1
// CHECK-NEXT:     %30:6 = scf.if %29 -> (i64, i64, index, i64, i64, index) {
// CHECK-NEXT:       %c0_i64_24 = arith.constant 0 : i64
// CHECK-NEXT:       %c0_i64_25 = arith.constant 0 : i64
// CHECK-NEXT:       %38 = arith.subi %c0_i64_24, %c0_i64_25 : i64
// CHECK-NEXT:       %39 = arith.cmpi eq, %25#4, %38 : i64
// CHECK-NEXT:       %40:4 = scf.if %39 -> (index, index, i64, i64) {
// CHECK-NEXT:         %53 = arith.addi %25#5, %c1 : index
// CHECK-NEXT:         scf.yield %c0, %53, %arg10, %7 : index, index, i64, i64
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %25#6, %25#5, %arg10, %7 : index, index, i64, i64
// CHECK-NEXT:       }
// CHECK-NEXT:       %41 = arith.addi %38, %40#2 : i64
// CHECK-NEXT:       %42 = arith.cmpi sge, %25#4, %38 : i64
// CHECK-NEXT:       %43 = arith.cmpi slt, %25#4, %41 : i64
// CHECK-NEXT:       %44 = arith.andi %42, %43 : i1
// CHECK-NEXT:       %45 = scf.if %44 -> (index) {
// CHECK-NEXT:         %53 = arith.index_cast %40#0 : index to i32
// CHECK-NEXT:         tt.store %arg0, %53 : !tt.ptr<i32>
// CHECK-NEXT:         %54 = arith.addi %40#0, %c1 : index
// CHECK-NEXT:         scf.yield %54 : index
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %40#0 : index
// CHECK-NEXT:       }
// CHECK-NEXT:       %c1_i64_26 = arith.constant 1 : i64
// CHECK-NEXT:       %46 = arith.subi %40#3, %c1_i64_26 : i64
// CHECK-NEXT:       %47 = arith.cmpi eq, %25#4, %46 : i64
// CHECK-NEXT:       scf.if %47 {
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:       %c1_i64_27 = arith.constant 1 : i64
// CHECK-NEXT:       %48 = arith.addi %25#4, %c1_i64_27 : i64
// CHECK-NEXT:       %c1_i64_28 = arith.constant 1 : i64
// CHECK-NEXT:       %49 = arith.subi %40#3, %c1_i64_28 : i64
// CHECK-NEXT:       %50 = arith.cmpi eq, %25#4, %49 : i64
// CHECK-NEXT:       %c0_i64_29 = arith.constant 0 : i64
// CHECK-NEXT:       %51 = arith.select %50, %c0_i64_29, %48 : i64
// CHECK-NEXT:       %52 = arith.addi %25#0, %c1_i64_2 : i64
// CHECK-NEXT:       scf.yield %52, %51, %40#1, %40#2, %40#3, %45 : i64, i64, index, i64, i64, index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %25#0, %arg8, %arg9, %arg10, %arg11, %arg12 : i64, i64, index, i64, i64, index
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i64_20 = arith.constant 1 : i64
// CHECK-NEXT:     %31 = arith.subi %25#9, %c1_i64_20 : i64
// CHECK-NEXT:     %32 = arith.cmpi eq, %arg3, %31 : i64
// CHECK-NEXT:     %33:2 = scf.if %32 -> (i64, i64) {
// CHECK-NEXT:       scf.yield %4, %7 : i64, i64
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %30#3, %30#4 : i64, i64
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i64_21 = arith.constant 1 : i64
// CHECK-NEXT:     %34 = arith.addi %arg3, %c1_i64_21 : i64
// CHECK-NEXT:     %c1_i64_22 = arith.constant 1 : i64
// CHECK-NEXT:     %35 = arith.subi %25#9, %c1_i64_22 : i64
// CHECK-NEXT:     %36 = arith.cmpi eq, %arg3, %35 : i64
// CHECK-NEXT:     %c0_i64_23 = arith.constant 0 : i64
// CHECK-NEXT:     %37 = arith.select %36, %c0_i64_23, %34 : i64
// CHECK-NEXT:     scf.yield %37, %25#7, %25#8, %25#9, %30#0, %30#1, %30#2, %33#0, %33#1, %30#5, %25#1, %25#2, %25#3 : i64, index, i64, i64, i64, i64, index, i64, i64, index, i64, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @three_levels(%p: !tt.ptr<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %0 = arith.index_cast %k : index to i32
        tt.store %p, %0 : !tt.ptr<i32>
      }
    }
  } {"ttg.always-fuse"}
  tt.return
}

// The length of the inner loop depends on the outer induction variable: a loop of its own adds up all lengths.
// CHECK: tt.func @triangle(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:   %1 = arith.ceildivsi %0, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i32_1 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:   %2 = arith.subi %c0_i32_1, %c0_i32_2 : i32
// CHECK-NEXT:   %3 = arith.muli %1, %2 : i32
// CHECK-NEXT:   %4 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %3) -> (i32)  : i32 {
// CHECK-NEXT:     %8 = arith.muli %arg3, %arg1 : i32
// CHECK-NEXT:     %9 = arith.divsi %8, %arg1 : i32
// CHECK-NEXT:     %10 = arith.subi %9, %c0_i32 : i32
// CHECK-NEXT:     %11 = arith.ceildivsi %10, %c1_i32 : i32
// CHECK-NEXT:     %c1_i32_8 = arith.constant 1 : i32
// CHECK-NEXT:     %12 = arith.maxsi %c1_i32_8, %11 : i32
// CHECK-NEXT:     %13 = arith.addi %arg4, %12 : i32
// CHECK-NEXT:     scf.yield %13 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:   %5 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %6 = ub.poison : !tt.ptr<i32>
// CHECK-NEXT:   %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i32_6 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_7 = arith.constant 1 : i32
// CHECK-NEXT:   %7:9 = scf.for %arg3 = %c0_i32_6 to %4 step %c1_i32_7 iter_args(%arg4 = %c0_i32_3, %arg5 = %5, %arg6 = %arg2, %arg7 = %c0_i32_0, %arg8 = %2, %arg9 = %c0_i32_4, %arg10 = %cst, %arg11 = %arg0, %arg12 = %c0_i32_5) -> (i32, i32, tensor<8xf32>, i32, i32, i32, tensor<8xf32>, !tt.ptr<i32>, i32)  : i32 {
// CHECK-NEXT:     %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_9 = arith.constant 0 : i32
// CHECK-NEXT:     %8 = arith.subi %c0_i32_8, %c0_i32_9 : i32
// CHECK-NEXT:     %9 = arith.cmpi eq, %arg4, %8 : i32
// CHECK-NEXT:     %10:6 = scf.if %9 -> (i32, i32, tensor<8xf32>, i32, i32, i32) {
// CHECK-NEXT:       %23 = arith.addi %arg5, %c1_i32 : i32
// CHECK-NEXT:       %24 = arith.muli %23, %arg1 : i32
// CHECK-NEXT:       %25 = arith.divsi %24, %arg1 : i32
// CHECK-NEXT:       %26 = arith.subi %25, %c0_i32 : i32
// CHECK-NEXT:       %27 = arith.ceildivsi %26, %c1_i32 : i32
// CHECK-NEXT:       %c1_i32_14 = arith.constant 1 : i32
// CHECK-NEXT:       %28 = arith.maxsi %c1_i32_14, %27 : i32
// CHECK-NEXT:       %29 = arith.addi %2, %28 : i32
// CHECK-NEXT:       %30 = arith.muli %23, %arg1 : i32
// CHECK-NEXT:       %31 = arith.divsi %30, %arg1 : i32
// CHECK-NEXT:       scf.yield %c0_i32, %31, %arg6, %23, %27, %29 : i32, i32, tensor<8xf32>, i32, i32, i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg9, %arg12, %arg10, %arg5, %arg7, %arg8 : i32, i32, tensor<8xf32>, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %11 = arith.addi %8, %10#4 : i32
// CHECK-NEXT:     %12 = arith.cmpi sge, %arg4, %8 : i32
// CHECK-NEXT:     %13 = arith.cmpi slt, %arg4, %11 : i32
// CHECK-NEXT:     %14 = arith.andi %12, %13 : i1
// CHECK-NEXT:     %15:3 = scf.if %14 -> (i32, tensor<8xf32>, !tt.ptr<i32>) {
// CHECK-NEXT:       %23 = arith.addf %10#2, %arg2 : tensor<8xf32>
// CHECK-NEXT:       %24 = tt.addptr %arg11, %10#0 : !tt.ptr<i32>, i32
// CHECK-NEXT:       %25 = arith.addi %10#0, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %25, %23, %24 : i32, tensor<8xf32>, !tt.ptr<i32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %10#0, %arg10, %arg11 : i32, tensor<8xf32>, !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT:     %16 = arith.subi %10#5, %c1_i32_10 : i32
// CHECK-NEXT:     %17 = arith.cmpi eq, %arg4, %16 : i32
// CHECK-NEXT:     %18 = scf.if %17 -> (!tt.ptr<i32>) {
// CHECK-NEXT:       tt.store %15#2, %10#3 : !tt.ptr<i32>
// CHECK-NEXT:       scf.yield %arg0 : !tt.ptr<i32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %15#2 : !tt.ptr<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:     %19 = arith.addi %arg4, %c1_i32_11 : i32
// CHECK-NEXT:     %c1_i32_12 = arith.constant 1 : i32
// CHECK-NEXT:     %20 = arith.subi %10#5, %c1_i32_12 : i32
// CHECK-NEXT:     %21 = arith.cmpi eq, %arg4, %20 : i32
// CHECK-NEXT:     %c0_i32_13 = arith.constant 0 : i32
// CHECK-NEXT:     %22 = arith.select %21, %c0_i32_13, %19 : i32
// CHECK-NEXT:     scf.yield %22, %10#3, %15#1, %10#4, %10#5, %15#0, %15#1, %18, %10#1 : i32, i32, tensor<8xf32>, i32, i32, i32, tensor<8xf32>, !tt.ptr<i32>, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %7#2 : tensor<8xf32>
// CHECK-NEXT: }
tt.func @triangle(%p: !tt.ptr<i32>, %n: i32, %t: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<8xf32>) : i32 {
    %1 = arith.muli %i, %n : i32
    %2 = arith.divsi %1, %n : i32
    %3:2 = scf.for %j = %c0 to %2 step %c1 iter_args(%y = %x, %q = %p) -> (tensor<8xf32>, !tt.ptr<i32>) : i32 {
      %4 = arith.addf %y, %t : tensor<8xf32>
      %5 = tt.addptr %q, %j : !tt.ptr<i32>, i32
      scf.yield %4, %5 : tensor<8xf32>, !tt.ptr<i32>
    }
    tt.store %3#1, %i : !tt.ptr<i32>
    scf.yield %3#0 : tensor<8xf32>
  } {"ttg.always-fuse"}
  tt.return %0 : tensor<8xf32>
}

// Bounds that are computed in the outer loop move out of it, loads too.
// CHECK: tt.func @bounds_move_out(%arg0: !tt.ptr<i32>, %arg1: i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.load %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   %1 = arith.divsi %0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.subi %arg1, %c0_i32 : i32
// CHECK-NEXT:   %3 = arith.ceildivsi %2, %c1_i32 : i32
// CHECK-NEXT:   %4 = arith.subi %1, %c0_i32 : i32
// CHECK-NEXT:   %5 = arith.ceildivsi %4, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:   %6 = arith.maxsi %c1_i32_1, %5 : i32
// CHECK-NEXT:   %7 = arith.addi %c0_i32_0, %6 : i32
// CHECK-NEXT:   %c0_i32_2 = arith.constant 0 : i32
// CHECK-NEXT:   %8 = arith.subi %7, %c0_i32_2 : i32
// CHECK-NEXT:   %9 = arith.muli %3, %8 : i32
// CHECK-NEXT:   %10 = scf.for %arg2 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg3 = %9) -> (i32)  : i32 {
// CHECK-NEXT:     scf.yield %arg3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT:   %11 = arith.subi %c0_i32, %c1_i32 : i32
// CHECK-NEXT:   %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT:   %c0_i32_5 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32_6 = arith.constant 1 : i32
// CHECK-NEXT:   %12:5 = scf.for %arg2 = %c0_i32_5 to %10 step %c1_i32_6 iter_args(%arg3 = %c0_i32_3, %arg4 = %11, %arg5 = %5, %arg6 = %8, %arg7 = %c0_i32_4) -> (i32, i32, i32, i32, i32)  : i32 {
// CHECK-NEXT:     %c0_i32_7 = arith.constant 0 : i32
// CHECK-NEXT:     %c0_i32_8 = arith.constant 0 : i32
// CHECK-NEXT:     %13 = arith.subi %c0_i32_7, %c0_i32_8 : i32
// CHECK-NEXT:     %14 = arith.cmpi eq, %arg3, %13 : i32
// CHECK-NEXT:     %15:4 = scf.if %14 -> (i32, i32, i32, i32) {
// CHECK-NEXT:       %27 = arith.addi %arg4, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %c0_i32, %27, %arg5, %8 : i32, i32, i32, i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg7, %arg4, %arg5, %8 : i32, i32, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %16 = arith.addi %13, %15#2 : i32
// CHECK-NEXT:     %17 = arith.cmpi sge, %arg3, %13 : i32
// CHECK-NEXT:     %18 = arith.cmpi slt, %arg3, %16 : i32
// CHECK-NEXT:     %19 = arith.andi %17, %18 : i1
// CHECK-NEXT:     %20 = scf.if %19 -> (i32) {
// CHECK-NEXT:       tt.store %arg0, %15#0 : !tt.ptr<i32>
// CHECK-NEXT:       %27 = arith.addi %15#0, %c1_i32 : i32
// CHECK-NEXT:       scf.yield %27 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %15#0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_9 = arith.constant 1 : i32
// CHECK-NEXT:     %21 = arith.subi %15#3, %c1_i32_9 : i32
// CHECK-NEXT:     %22 = arith.cmpi eq, %arg3, %21 : i32
// CHECK-NEXT:     scf.if %22 {
// CHECK-NEXT:     } else {
// CHECK-NEXT:     }
// CHECK-NEXT:     %c1_i32_10 = arith.constant 1 : i32
// CHECK-NEXT:     %23 = arith.addi %arg3, %c1_i32_10 : i32
// CHECK-NEXT:     %c1_i32_11 = arith.constant 1 : i32
// CHECK-NEXT:     %24 = arith.subi %15#3, %c1_i32_11 : i32
// CHECK-NEXT:     %25 = arith.cmpi eq, %arg3, %24 : i32
// CHECK-NEXT:     %c0_i32_12 = arith.constant 0 : i32
// CHECK-NEXT:     %26 = arith.select %25, %c0_i32_12, %23 : i32
// CHECK-NEXT:     scf.yield %26, %15#1, %15#2, %15#3, %20 : i32, i32, i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @bounds_move_out(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tt.load %p : !tt.ptr<i32>
    %1 = arith.divsi %0, %n : i32
    scf.for %j = %c0 to %1 step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {"ttg.always-fuse"}
  tt.return
}
