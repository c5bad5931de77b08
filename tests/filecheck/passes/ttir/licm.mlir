// RUN: xtriton-opt %s --triton=3.6 --triton-licm | filecheck %s

// In a loop that only reads, loads move too, masked by whether the loop runs at all.
// CHECK: tt.func @loads(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: tensor<16x!tt.ptr<i32>>, %arg3: tensor<16xi1>, %arg4: tensor<16xi32>) -> (i32, tensor<16xi32>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.cmpi slt, %c0_i32, %arg0 : i32
// CHECK-NEXT:   %1 = tt.load %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:   %2 = arith.cmpi slt, %c0_i32, %arg0 : i32
// CHECK-NEXT:   %3 = tt.splat %2 : i1 -> tensor<16xi1>
// CHECK-NEXT:   %4 = tt.load %arg2, %3 : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:   %5 = arith.cmpi slt, %c0_i32, %arg0 : i32
// CHECK-NEXT:   %6 = tt.splat %5 : i1 -> tensor<16xi1>
// CHECK-NEXT:   %7 = arith.andi %6, %arg3 : tensor<16xi1>
// CHECK-NEXT:   %8 = tt.load %arg2, %7 : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:   %9 = arith.cmpi slt, %c0_i32, %arg0 : i32
// CHECK-NEXT:   %10 = tt.splat %9 : i1 -> tensor<16xi1>
// CHECK-NEXT:   %11 = arith.andi %10, %arg3 : tensor<16xi1>
// CHECK-NEXT:   %12 = tt.load %arg2, %11, %arg4 cacheModifier = cg : tensor<16x!tt.ptr<i32>>
// CHECK-NEXT:   %13 = arith.addi %4, %8 : tensor<16xi32>
// CHECK-NEXT:   %14 = arith.addi %12, %13 : tensor<16xi32>
// CHECK-NEXT:   %15:2 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg0, %arg7 = %arg4) -> (i32, tensor<16xi32>)  : i32 {
// CHECK-NEXT:     %16 = arith.addi %arg6, %1 : i32
// CHECK-NEXT:     %17 = arith.addi %14, %arg7 : tensor<16xi32>
// CHECK-NEXT:     scf.yield %16, %17 : i32, tensor<16xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %15#0, %15#1 : i32, tensor<16xi32>
// CHECK-NEXT: }
tt.func @loads(%n: i32, %p: !tt.ptr<i32>, %t: tensor<16x!tt.ptr<i32>>, %m: tensor<16xi1>, %o: tensor<16xi32>) -> (i32, tensor<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n, %y = %o) -> (i32, tensor<16xi32>) : i32 {
    %1 = tt.load %p : !tt.ptr<i32>
    %2 = tt.load %t : tensor<16x!tt.ptr<i32>>
    %3 = tt.load %t, %m : tensor<16x!tt.ptr<i32>>
    %4 = tt.load %t, %m, %o cacheModifier = cg : tensor<16x!tt.ptr<i32>>
    %5 = arith.addi %x, %1 : i32
    %6 = arith.addi %2, %3 : tensor<16xi32>
    %7 = arith.addi %4, %6 : tensor<16xi32>
    %8 = arith.addi %7, %y : tensor<16xi32>
    scf.yield %5, %8 : i32, tensor<16xi32>
  }
  tt.return %0#0, %0#1 : i32, tensor<16xi32>
}

// Other operations move as they do with loop-invariant-code-motion.
// CHECK: tt.func @others(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = arith.divsi %arg1, %arg2 : i32
// CHECK-NEXT:     %3 = arith.addi %0, %2 : i32
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @others(%n: i32, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 : i32 {
    %1 = arith.addi %a, %b : i32
    %2 = arith.divsi %a, %b : i32
    %3 = arith.addi %1, %2 : i32
    scf.yield %3 : i32
  }
  tt.return %0 : i32
}

// Where something is written, loads stay: in any loop around the write.
// CHECK: tt.func @written(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.cmpi slt, %c0_i32, %arg0 : i32
// CHECK-NEXT:   %1 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = tt.load %arg1, %0 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg4) -> (i32)  : i32 {
// CHECK-NEXT:       %4 = arith.addi %arg6, %2 : i32
// CHECK-NEXT:       scf.yield %4 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.store %arg2, %3 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
tt.func @written(%n: i32, %p: !tt.ptr<i32>, %q: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n) -> i32 : i32 {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> i32 : i32 {
      %2 = tt.load %p : !tt.ptr<i32>
      %3 = arith.addi %y, %2 : i32
      scf.yield %3 : i32
    }
    tt.store %q, %1 : !tt.ptr<i32>
    scf.yield %1 : i32
  }
  tt.return %0 : i32
}

// So do they if the effects of a call are unknown, and if they depend on the loop.
// CHECK: tt.func private @unknown()
tt.func private @unknown()

// CHECK: tt.func @stays(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     tt.call @unknown() : () -> ()
// CHECK-NEXT:     %2 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = tt.addptr %arg1, %arg2 : !tt.ptr<i32>, i32
// CHECK-NEXT:     %3 = tt.load %2 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @stays(%n: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n) -> i32 : i32 {
    tt.call @unknown() : () -> ()
    %1 = tt.load %p : !tt.ptr<i32>
    scf.yield %1 : i32
  }
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n) -> i32 : i32 {
    %3 = tt.addptr %p, %i : !tt.ptr<i32>, i32
    %4 = tt.load %3 : !tt.ptr<i32>
    scf.yield %4 : i32
  }
  tt.return %0, %2 : i32, i32
}

// Volatile loads count as writes.
// CHECK: tt.func @volatile(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %1 = tt.load %arg1 {isVolatile = true} : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @volatile(%n: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n) -> i32 : i32 {
    %1 = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    scf.yield %1 : i32
  }
  tt.return %0 : i32
}

// Loads stay in while loops, for which there is no such mask, and in operations with regions.
// CHECK: tt.func @unsupported(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: i1) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %2 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:     %3 = arith.cmpi slt, %arg3, %2 : i32
// CHECK-NEXT:     scf.condition(%3) %arg3 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32):
// CHECK-NEXT:     scf.yield %arg3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
// CHECK-NEXT:     %2 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:       %3 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @unsupported(%n: i32, %p: !tt.ptr<i32>, %c: i1) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%x = %n) : (i32) -> i32 {
    %1 = tt.load %p : !tt.ptr<i32>
    %2 = arith.cmpi slt, %x, %1 : i32
    scf.condition(%2) %x : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  %3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n) -> i32 : i32 {
    %4 = scf.if %c -> i32 {
      %5 = tt.load %p : !tt.ptr<i32>
      scf.yield %5 : i32
    } else {
      scf.yield %n : i32
    }
    scf.yield %4 : i32
  }
  tt.return %0, %3 : i32, i32
}
