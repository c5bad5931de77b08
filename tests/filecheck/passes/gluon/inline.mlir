// RUN: xtriton-opt %s --gluon-inline | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Equal constants of a function stay two: one gets the layout of the caller, the other that of the callee.
  // CHECK: tt.func public @constants_stay_separate
  // CHECK-NEXT: %[[A:.*]] = arith.constant dense<1> : tensor<128xi32, #gluon.auto_encoding>
  // CHECK-NEXT: %[[B:.*]] = arith.constant dense<1> : tensor<128xi32, #gluon.auto_encoding>
  // CHECK-NEXT: %[[C:.*]] = gluon.set_auto_layout %[[A]]
  // CHECK-NEXT: tt.return %[[C]], %[[B]]
  tt.func private @chosen(%x: tensor<128xi32, #gluon.auto_encoding>) -> tensor<128xi32, #blocked> {
    %0 = gluon.set_auto_layout %x : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
    tt.return %0 : tensor<128xi32, #blocked>
  }
  tt.func public @constants_stay_separate() -> (tensor<128xi32, #blocked>, tensor<128xi32, #gluon.auto_encoding>) {
    %a = arith.constant dense<1> : tensor<128xi32, #gluon.auto_encoding>
    %b = arith.constant dense<1> : tensor<128xi32, #gluon.auto_encoding>
    %0 = tt.call @chosen(%a) : (tensor<128xi32, #gluon.auto_encoding>) -> tensor<128xi32, #blocked>
    tt.return %0, %b : tensor<128xi32, #blocked>, tensor<128xi32, #gluon.auto_encoding>
  }

  // Arithmetic is folded, but not canonicalized.
  // CHECK: tt.func public @arithmetic
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32
  // CHECK-NOT: arith.muli
  // CHECK: tt.return
  tt.func public @arithmetic(%x: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %0 = arith.addi %x, %c1 : i32
    %1 = arith.addi %0, %c2 : i32
    %2 = arith.muli %1, %c0 : i32
    %3 = arith.addi %1, %2 : i32
    tt.return %3 : i32
  }

  // A function with noinline is kept.
  // CHECK: tt.func private @kept
  // CHECK: tt.func public @calls_kept
  // CHECK: tt.call @kept
  tt.func private @kept(%x: i32) -> i32 attributes {noinline = true} {
    tt.return %x : i32
  }
  tt.func public @calls_kept(%x: i32) -> i32 {
    %0 = tt.call @kept(%x) : (i32) -> i32
    tt.return %0 : i32
  }
}
