// RUN: xtriton-opt %s --triton=3.6 --cse | filecheck %s

// Equal operations are one; the first stays. Operands of commutative operations may be exchanged, others not.
// CHECK: tt.func @equal(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.subi %arg1, %arg0 : i32
// CHECK-NEXT:   %3 = arith.muli %0, %0 : i32
// CHECK-NEXT:   tt.return %1, %2, %3, %3 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @equal(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %b, %a : i32
  %3 = arith.subi %a, %b : i32
  %4 = arith.subi %b, %a : i32
  %5 = arith.muli %0, %1 : i32
  %6 = arith.muli %1, %2 : i32
  tt.return %3, %4, %5, %6 : i32, i32, i32, i32
}

// Properties, other attributes and result types tell operations apart.
// CHECK: tt.func @different(%arg0: i32, %arg1: f32) -> (i1, i1, f32, f32, f32, i64, i16) {
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = arith.cmpi sgt, %arg0, %arg0 : i32
// CHECK-NEXT:   %2 = arith.addf %arg1, %arg1 : f32
// CHECK-NEXT:   %3 = arith.addf %arg1, %arg1 fastmath<fast> : f32
// CHECK-NEXT:   %4 = arith.addf %arg1, %arg1 {tag} : f32
// CHECK-NEXT:   %5 = arith.extsi %arg0 : i32 to i64
// CHECK-NEXT:   %6 = arith.trunci %arg0 : i32 to i16
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4, %5, %6 : i1, i1, f32, f32, f32, i64, i16
// CHECK-NEXT: }
tt.func @different(%a: i32, %x: f32) -> (i1, i1, f32, f32, f32, i64, i16) {
  %0 = arith.cmpi slt, %a, %a : i32
  %1 = arith.cmpi sgt, %a, %a : i32
  %2 = arith.addf %x, %x : f32
  %3 = arith.addf %x, %x fastmath<fast> : f32
  %4 = arith.addf %x, %x {tag} : f32
  %5 = arith.extsi %a : i32 to i64
  %6 = arith.trunci %a : i32 to i16
  tt.return %0, %1, %2, %3, %4, %5, %6 : i1, i1, f32, f32, f32, i64, i16
}

// Dead operations are erased, but not yet operations that only these use.
// CHECK: tt.func @dead(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = tt.load %arg1 {isVolatile = true} : !tt.ptr<i32>
// CHECK-NEXT:   %2 = tt.atomic_rmw add, acq_rel, gpu, %arg1, %arg0 : (!tt.ptr<i32>, i32) -> i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @dead(%a: i32, %p: !tt.ptr<i32>) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  %2 = tt.load %p : !tt.ptr<i32>
  %3 = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  %4 = tt.atomic_rmw add, acq_rel, gpu, %p, %a : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// Loads are one as long as nothing is written between them in their block.
// CHECK: tt.func @loads(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: i1) -> (i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %0 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   %1 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     %4 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:     scf.yield %4 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   %2 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   scf.if %arg2 {
// CHECK-NEXT:     tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %3 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0, %0, %1, %0, %2, %3 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @loads(%a: i32, %p: !tt.ptr<i32>, %c: i1) -> (i32, i32, i32, i32, i32, i32) {
  %0 = tt.load %p : !tt.ptr<i32>
  %1 = tt.load %p : !tt.ptr<i32>
  %2 = scf.if %c -> i32 {
    %inner = tt.load %p : !tt.ptr<i32>
    scf.yield %inner : i32
  } else {
    scf.yield %a : i32
  }
  %3 = tt.load %p : !tt.ptr<i32>
  tt.store %p, %a : !tt.ptr<i32>
  %4 = tt.load %p : !tt.ptr<i32>
  %5 = tt.load %p : !tt.ptr<i32>
  scf.if %c {
    tt.store %p, %a : !tt.ptr<i32>
  }
  %6 = tt.load %p : !tt.ptr<i32>
  tt.return %0, %1, %2, %3, %5, %6 : i32, i32, i32, i32, i32, i32
}

// Of a call nothing is known: it may write, and it may give something else each time.
// CHECK: tt.func private @unknown(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func private @unknown(%a: i32) -> i32 {
  tt.return %a : i32
}

// CHECK: tt.func @calls(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %0 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   %1 = tt.call @unknown(%arg0) : (i32) -> i32
// CHECK-NEXT:   %2 = tt.call @unknown(%arg0) : (i32) -> i32
// CHECK-NEXT:   %3 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0, %1, %2, %3 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @calls(%a: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32, i32) {
  %0 = tt.load %p : !tt.ptr<i32>
  %1 = tt.call @unknown(%a) : (i32) -> i32
  %2 = tt.call @unknown(%a) : (i32) -> i32
  %3 = tt.load %p : !tt.ptr<i32>
  tt.return %0, %1, %2, %3 : i32, i32, i32, i32
}

// Volatile loads and atomics also write.
// CHECK: tt.func @writes(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %0 = tt.load %arg1 {isVolatile = true} : !tt.ptr<i32>
// CHECK-NEXT:   %1 = tt.load %arg1 {isVolatile = true} : !tt.ptr<i32>
// CHECK-NEXT:   %2 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   %3 = tt.atomic_rmw add, acq_rel, gpu, %arg1, %arg0 : (!tt.ptr<i32>, i32) -> i32
// CHECK-NEXT:   %4 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @writes(%a: i32, %p: !tt.ptr<i32>) -> (i32, i32, i32, i32, i32) {
  %0 = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  %2 = tt.load %p : !tt.ptr<i32>
  %3 = tt.atomic_rmw add, acq_rel, gpu, %p, %a : (!tt.ptr<i32>, i32) -> i32
  %4 = tt.load %p : !tt.ptr<i32>
  tt.return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// Operations with regions are compared with all that is in them. There the order of operands counts.
// CHECK: tt.func @regions(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: tensor<16xi32>) -> (i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %0 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     %4 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:     scf.yield %4 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     %4 = arith.addi %arg1, %arg0 : i32
// CHECK-NEXT:     scf.yield %4 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %2 = "tt.reduce"(%arg3) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg4: i32, %arg5: i32):
// CHECK-NEXT:     %4 = arith.addi %arg4, %arg5 : i32
// CHECK-NEXT:     tt.reduce.return %4 : i32
// CHECK-NEXT:   }) : (tensor<16xi32>) -> i32
// CHECK-NEXT:   %3 = "tt.reduce"(%arg3) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg4: i32, %arg5: i32):
// CHECK-NEXT:     %4 = arith.maxsi %arg4, %arg5 : i32
// CHECK-NEXT:     tt.reduce.return %4 : i32
// CHECK-NEXT:   }) : (tensor<16xi32>) -> i32
// CHECK-NEXT:   tt.return %0, %0, %1, %2, %2, %3 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @regions(%a: i32, %b: i32, %c: i1, %t: tensor<16xi32>) -> (i32, i32, i32, i32, i32, i32) {
  %0 = scf.if %c -> i32 {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  } else {
    scf.yield %b : i32
  }
  %1 = scf.if %c -> i32 {
    %x = arith.addi %a, %b : i32
    scf.yield %x : i32
  } else {
    scf.yield %b : i32
  }
  %2 = scf.if %c -> i32 {
    %x = arith.addi %b, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %b : i32
  }
  %3 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %sum = arith.addi %x, %y : i32
    tt.reduce.return %sum : i32
  }) : (tensor<16xi32>) -> i32
  %4 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %sum = arith.addi %x, %y : i32
    tt.reduce.return %sum : i32
  }) : (tensor<16xi32>) -> i32
  %5 = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %sum = arith.maxsi %x, %y : i32
    tt.reduce.return %sum : i32
  }) : (tensor<16xi32>) -> i32
  tt.return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// Not those with several blocks.
// CHECK: tt.func @several_blocks(%arg0: i32, %arg1: i32, %arg2: i1) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.execute_region -> i32 {
// CHECK-NEXT:     cf.cond_br %arg2, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.execute_region -> i32 {
// CHECK-NEXT:     cf.cond_br %arg2, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     scf.yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @several_blocks(%a: i32, %b: i32, %c: i1) -> (i32, i32) {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : i32
  ^bb2:
    scf.yield %b : i32
  }
  %1 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : i32
  ^bb2:
    scf.yield %b : i32
  }
  tt.return %0, %1 : i32, i32
}

// Operations outside of a loop are known in it, not the other way round. Loads are only merged within a block.
// CHECK: tt.func @scopes(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:   %1 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %0) -> (i32)  : i32 {
// CHECK-NEXT:     %c7_i32_0 = arith.constant 7 : i32
// CHECK-NEXT:     %3 = tt.load %arg1 : !tt.ptr<i32>
// CHECK-NEXT:     %4 = arith.addi %arg3, %c1_i32 : i32
// CHECK-NEXT:     %5 = arith.addi %4, %c7_i32_0 : i32
// CHECK-NEXT:     %6 = arith.addi %5, %3 : i32
// CHECK-NEXT:     scf.yield %6 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %2 = arith.addi %1, %c7_i32 : i32
// CHECK-NEXT:   tt.return %2 : i32
// CHECK-NEXT: }
tt.func @scopes(%n: i32, %p: !tt.ptr<i32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %outside = tt.load %p : !tt.ptr<i32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %outside) -> i32 : i32 {
    %one = arith.constant 1 : i32
    %seven = arith.constant 7 : i32
    %inside = tt.load %p : !tt.ptr<i32>
    %y = arith.addi %x, %one : i32
    %z = arith.addi %y, %seven : i32
    %w = arith.addi %z, %inside : i32
    scf.yield %w : i32
  }
  %seven = arith.constant 7 : i32
  %1 = arith.addi %0, %seven : i32
  tt.return %1 : i32
}

// Blocks use values of blocks that dominate them; other blocks compute them again.
// CHECK: tt.func @blocks(%arg0: i32, %arg1: i32, %arg2: i1) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   cf.cond_br %arg2, ^bb2, ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %1 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.addi %1, %0 : i32
// CHECK-NEXT:   cf.br ^bb3(%2 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %3 = arith.muli %arg1, %arg0 : i32
// CHECK-NEXT:   cf.br ^bb3(%3 : i32)
// CHECK-NEXT: ^bb3(%4: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   %5 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:   %6 = arith.addi %5, %4 : i32
// CHECK-NEXT:   %7 = arith.addi %6, %0 : i32
// CHECK-NEXT:   tt.return %7 : i32
// CHECK-NEXT: }
tt.func @blocks(%a: i32, %b: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %b : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  %1 = arith.muli %a, %b : i32
  %2 = arith.addi %a, %b : i32
  %3 = arith.addi %1, %2 : i32
  cf.br ^bb3(%3 : i32)
^bb1:
  %4 = arith.muli %b, %a : i32
  cf.br ^bb3(%4 : i32)
^bb3(%x: i32):
  %5 = arith.muli %a, %b : i32
  %6 = arith.addi %5, %x : i32
  %7 = arith.addi %6, %0 : i32
  tt.return %7 : i32
}

// Functions see nothing of each other.
// CHECK: tt.func @other() -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.return %c1_i32 : i32
// CHECK-NEXT: }
tt.func @other() -> i32 {
  %c1 = arith.constant 1 : i32
  tt.return %c1 : i32
}

// Terminators are never replaced, however equal.
// CHECK: tt.func @terminators(%arg0: i32, %arg1: i1, %arg2: !tt.ptr<i32>) {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 3 preds: ^bb0, ^bb2, ^bb3
// CHECK-NEXT:   tt.store %arg2, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb3
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb4
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @terminators(%a: i32, %c: i1, %p: !tt.ptr<i32>) {
  cf.br ^bb1
^bb1:
  tt.store %p, %a : !tt.ptr<i32>
  cf.br ^bb2
^bb2:
  cf.cond_br %c, ^bb1, ^bb3
^bb3:
  cf.cond_br %c, ^bb1, ^bb4
^bb4:
  tt.return
}

// CHECK: tt.func @blocks_within(%arg0: tensor<16xi32>, %arg1: tensor<16xi32>) -> (tensor<16xi32>, tensor<16xi32>) {
// CHECK-NEXT:   %0 = "tt.map_elementwise"(%arg0, %arg1) <{pack = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg2, %arg3 : i32
// CHECK-NEXT:     cf.cond_br %2, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     tt.map_elementwise.return %arg2 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     tt.map_elementwise.return %arg3 : i32
// CHECK-NEXT:   }) : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
// CHECK-NEXT:   %1 = "tt.map_elementwise"(%arg0, %arg1) <{pack = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:     %2 = arith.cmpi slt, %arg2, %arg3 : i32
// CHECK-NEXT:     cf.cond_br %2, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     tt.map_elementwise.return %arg2 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     tt.map_elementwise.return %arg3 : i32
// CHECK-NEXT:   }) : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
// CHECK-NEXT:   tt.return %0, %1 : tensor<16xi32>, tensor<16xi32>
// CHECK-NEXT: }
tt.func @blocks_within(%a: tensor<16xi32>, %b: tensor<16xi32>) -> (tensor<16xi32>, tensor<16xi32>) {
  %0 = "tt.map_elementwise"(%a, %b) <{pack = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %1 = arith.cmpi slt, %x, %y : i32
    cf.cond_br %1, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %x : i32
  ^bb2:
    tt.map_elementwise.return %y : i32
  }) : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
  %2 = "tt.map_elementwise"(%a, %b) <{pack = 1 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %1 = arith.cmpi slt, %x, %y : i32
    cf.cond_br %1, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %x : i32
  ^bb2:
    tt.map_elementwise.return %y : i32
  }) : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
  tt.return %0, %2 : tensor<16xi32>, tensor<16xi32>
}

// A module's region is a graph region: known operations keep their operands. Functions are isolated from above.
// CHECK: module @graph {
// CHECK-NEXT:   %0 = arith.addi %c1_i32_0, %c1_i32_0 {first} : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:   %1 = arith.addi %c1_i32, %c1_i32 {second} : i32
// CHECK-NEXT:   tt.func @inside() -> i32 {
// CHECK-NEXT:     %c1_i32_1 = arith.constant 1 : i32
// CHECK-NEXT:     tt.return %c1_i32_1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %2 = arith.muli %0, %1 : i32
// CHECK-NEXT: }
module @graph {
  %0 = arith.addi %2, %2 {first} : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 1 : i32
  %3 = arith.addi %2, %2 {second} : i32
  tt.func @inside() -> i32 {
    %c1 = arith.constant 1 : i32
    tt.return %c1 : i32
  }
  %4 = arith.muli %0, %3 : i32
  %5 = arith.muli %1, %4 {tag} : i32
}
