// RUN: xtriton-opt %s --triton=3.6 --remove-dead-values | filecheck %s

module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32} {

// A dead result of warp specialization, its yielded value, and a dead argument of a block of the default region.
// CHECK: tt.func public @warp_specialize
// CHECK-NEXT: %0 = ttg.warp_specialize(%arg2, %arg1)
// CHECK-NEXT: default {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT: ^bb1(%1: i32):
// CHECK-NEXT:   ttg.warp_yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: partition0(%arg3: !tt.ptr<i32>, %arg4: i32) num_warps(4) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.store %arg3, %c1_i32 : !tt.ptr<i32>
// CHECK-NEXT:   ttg.warp_return
// CHECK-NEXT: } : (!tt.ptr<i32>, i32) -> i32
// CHECK-NEXT: tt.store %arg2, %0 : !tt.ptr<i32>
tt.func public @warp_specialize(%a: i32, %b: i32, %p: !tt.ptr<i32>) {
  %d = arith.addi %a, %b : i32
  %r:2 = ttg.warp_specialize(%p, %b)
  default {
    cf.br ^next(%a, %b : i32, i32)
  ^next(%s: i32, %dead: i32):
    ttg.warp_yield %s, %d : i32, i32
  }
  partition0(%q: !tt.ptr<i32>, %x: i32) num_warps(4) {
    %c = arith.constant 1 : i32
    tt.store %q, %c : !tt.ptr<i32>
    ttg.warp_return
  } : (!tt.ptr<i32>, i32) -> (i32, i32)
  tt.store %p, %r#0 : !tt.ptr<i32>
  tt.return
}

// Of scf.execute_region all but the store is dead.
// CHECK: tt.func public @execute_region
// CHECK-NEXT: scf.execute_region {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<i32>
// CHECK-NEXT:   scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: tt.return
tt.func public @execute_region(%a: i32, %p: !tt.ptr<i32>) {
  %r = scf.execute_region -> i32 {
    cf.br ^next(%a : i32)
  ^next(%x: i32):
    tt.store %p, %a : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return
}

// An output of scf.forall is no loop-carried value that could be dropped: the iterations write to it.
// CHECK: tt.func public @forall
// CHECK-NEXT: %0 = scf.forall (%arg2) in (%arg0) shared_outs(%arg3 = %arg1) -> (tensor<4xf32>) {
tt.func public @forall(%n: index, %m: tensor<4xf32>) -> tensor<4xf32> {
  %e = scf.forall (%v) in (%n) shared_outs(%o = %m) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  tt.return %e : tensor<4xf32>
}

}
