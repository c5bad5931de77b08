// RUN: xtriton-opt %s --tritongpu-combine-tensor-select-and-if | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // Scalars are as cheap to select.
  // CHECK: tt.func @scalar(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) -> i32 {
  // CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
  // CHECK-NEXT:   scf.if %arg0 {
  // CHECK-NEXT:     tt.store %arg3, %arg1 : !tt.ptr<i32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : i32
  // CHECK-NEXT: }
  tt.func @scalar(%c: i1, %a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
    %0 = arith.select %c, %a, %b : i32
    scf.if %c {
      tt.store %p, %a : !tt.ptr<i32>
    }
    tt.return %0 : i32
  }

  // Another condition.
  // CHECK: tt.func @other_condition(%arg0: i1, %arg1: i1, %arg2: tensor<128xf32, #blocked>, %arg3: tensor<128xf32, #blocked>, %arg4: !tt.ptr<i32>, %arg5: i32) -> tensor<128xf32, #blocked> {
  // CHECK-NEXT:   %0 = arith.select %arg0, %arg2, %arg3 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   scf.if %arg1 {
  // CHECK-NEXT:     tt.store %arg4, %arg5 : !tt.ptr<i32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @other_condition(%c: i1, %d: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: !tt.ptr<i32>, %i: i32) -> tensor<128xf32, #blocked> {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    scf.if %d {
      tt.store %p, %i : !tt.ptr<i32>
    }
    tt.return %0 : tensor<128xf32, #blocked>
  }

  // Conditions of elements.
  // CHECK: tt.func @condition_of_elements(%arg0: tensor<128xi1, #blocked>, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked> {
  // CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : tensor<128xi1, #blocked>, tensor<128xf32, #blocked>
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @condition_of_elements(%c: tensor<128xi1, #blocked>, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked> {
    %0 = arith.select %c, %a, %b : tensor<128xi1, #blocked>, tensor<128xf32, #blocked>
    tt.return %0 : tensor<128xf32, #blocked>
  }

  // The conditional comes too early: its results are not there yet, or the select's operands.
  // CHECK: tt.func @select_after(%arg0: i1, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xf32, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32) -> tensor<128xf32, #blocked> {
  // CHECK-NEXT:   scf.if %arg0 {
  // CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @select_after(%c: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: !tt.ptr<i32>, %i: i32) -> tensor<128xf32, #blocked> {
    scf.if %c {
      tt.store %p, %i : !tt.ptr<i32>
    }
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    tt.return %0 : tensor<128xf32, #blocked>
  }

  // It has a user before the `scf.if`.
  // CHECK: tt.func @used_before(%arg0: i1, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xf32, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32) -> (tensor<128xf32, #blocked>, tensor<128xf32, #blocked>) {
  // CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   %1 = arith.addf %0, %arg1 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   scf.if %arg0 {
  // CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0, %1 : tensor<128xf32, #blocked>, tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @used_before(%c: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: !tt.ptr<i32>, %i: i32) -> (tensor<128xf32, #blocked>, tensor<128xf32, #blocked>) {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    %1 = arith.addf %0, %a : tensor<128xf32, #blocked>
    scf.if %c {
      tt.store %p, %i : !tt.ptr<i32>
    }
    tt.return %0, %1 : tensor<128xf32, #blocked>, tensor<128xf32, #blocked>
  }

  // In another block.
  // CHECK: tt.func @other_block(%arg0: i1, %arg1: i32, %arg2: tensor<128xf32, #blocked>, %arg3: tensor<128xf32, #blocked>, %arg4: !tt.ptr<i32>) -> tensor<128xf32, #blocked> {
  // CHECK-NEXT:   %0 = arith.select %arg0, %arg2, %arg3 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   scf.for %arg5 = %arg1 to %arg1 step %arg1  : i32 {
  // CHECK-NEXT:     scf.if %arg0 {
  // CHECK-NEXT:       tt.store %arg4, %arg5 : !tt.ptr<i32>
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @other_block(%c: i1, %n: i32, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: !tt.ptr<i32>) -> tensor<128xf32, #blocked> {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    scf.for %i = %n to %n step %n : i32 {
      scf.if %c {
        tt.store %p, %i : !tt.ptr<i32>
      }
    }
    tt.return %0 : tensor<128xf32, #blocked>
  }
}
