// RUN: xtriton-opt %s --tritongpu-combine-tensor-select-and-if | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // The branches yield the operands of the select; a missing branch is created. Attributes of the `scf.if` are dropped.
  // CHECK: tt.func @without_else(%arg0: i1, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xf32, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32) -> tensor<128xf32, #blocked> {
  // CHECK-NEXT:   %0 = scf.if %arg0 -> (tensor<128xf32, #blocked>) {
  // CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
  // CHECK-NEXT:     scf.yield %arg1 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %arg2 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %1 = arith.addf %0, %arg1 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   tt.return %1 : tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @without_else(%c: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: !tt.ptr<i32>, %i: i32) -> tensor<128xf32, #blocked> {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    scf.if %c {
      tt.store %p, %i : !tt.ptr<i32>
    } {note = "dropped"}
    %1 = arith.addf %0, %a : tensor<128xf32, #blocked>
    tt.return %1 : tensor<128xf32, #blocked>
  }

  // New results come last, in the order of the selects.
  // CHECK: tt.func @with_results(%arg0: i1, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xf32, #blocked>, %arg3: i32, %arg4: i32) -> (tensor<128xf32, #blocked>, tensor<128xf32, #blocked>, i32) {
  // CHECK-NEXT:   %0:3 = scf.if %arg0 -> (i32, tensor<128xf32, #blocked>, tensor<128xf32, #blocked>) {
  // CHECK-NEXT:     %1 = arith.addi %arg3, %arg4 : i32
  // CHECK-NEXT:     scf.yield %1, %arg1, %arg2 : i32, tensor<128xf32, #blocked>, tensor<128xf32, #blocked>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %arg3, %arg2, %arg1 : i32, tensor<128xf32, #blocked>, tensor<128xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0#2, %0#1, %0#0 : tensor<128xf32, #blocked>, tensor<128xf32, #blocked>, i32
  // CHECK-NEXT: }
  tt.func @with_results(%c: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %i: i32, %j: i32) -> (tensor<128xf32, #blocked>, tensor<128xf32, #blocked>, i32) {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    %1 = arith.select %c, %b, %a : tensor<128xf32, #blocked>
    %2 = scf.if %c -> i32 {
      %3 = arith.addi %i, %j : i32
      scf.yield %3 : i32
    } else {
      scf.yield %i : i32
    }
    tt.return %1, %0, %2 : tensor<128xf32, #blocked>, tensor<128xf32, #blocked>, i32
  }

  // In the branches the result of the select is known.
  // CHECK: tt.func @used_in_branches(%arg0: i1, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xf32, #blocked>, %arg3: tensor<128x!tt.ptr<f32>, #blocked>) -> tensor<128xf32, #blocked> {
  // CHECK-NEXT:   %0 = scf.if %arg0 -> (tensor<128xf32, #blocked>) {
  // CHECK-NEXT:     tt.store %arg3, %arg1 : tensor<128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     scf.yield %arg1 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     %1 = arith.mulf %arg2, %arg2 : tensor<128xf32, #blocked>
  // CHECK-NEXT:     tt.store %arg3, %1 : tensor<128x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:     scf.yield %arg2 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @used_in_branches(%c: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: tensor<128x!tt.ptr<f32>, #blocked>) -> tensor<128xf32, #blocked> {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    scf.if %c {
      tt.store %p, %0 : tensor<128x!tt.ptr<f32>, #blocked>
    } else {
      %1 = arith.mulf %0, %0 : tensor<128xf32, #blocked>
      tt.store %p, %1 : tensor<128x!tt.ptr<f32>, #blocked>
    }
    tt.return %0 : tensor<128xf32, #blocked>
  }

  // Of several conditionals the first one yields it.
  // CHECK: tt.func @first_of_two(%arg0: i1, %arg1: tensor<128xf32, #blocked>, %arg2: tensor<128xf32, #blocked>, %arg3: !tt.ptr<i32>, %arg4: i32) -> tensor<128xf32, #blocked> {
  // CHECK-NEXT:   %0 = scf.if %arg0 -> (tensor<128xf32, #blocked>) {
  // CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
  // CHECK-NEXT:     scf.yield %arg1 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %arg2 : tensor<128xf32, #blocked>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   scf.if %arg0 {
  // CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @first_of_two(%c: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: !tt.ptr<i32>, %i: i32) -> tensor<128xf32, #blocked> {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked>
    scf.if %c {
      tt.store %p, %i : !tt.ptr<i32>
    }
    scf.if %c {
      tt.store %p, %i : !tt.ptr<i32>
    }
    tt.return %0 : tensor<128xf32, #blocked>
  }
}
