// RUN: xtriton-opt %s --triton=3.6 --sccp | filecheck %s

// A fold to a value takes the state that the value has at the time. In the first iteration %count is 0, and so
// is (%count + %a) - %a: like Triton 3.6 the pass does not look again when %count is found to change. The answer is wrong.
// CHECK: tt.func @welford
// CHECK: scf.for {{.*}} iter_args(%[[COUNT:.*]] = %c0_i32)
// CHECK-NEXT: %[[NEW:.*]] = arith.addi %[[COUNT]], %{{.*}} : i32
// CHECK-NEXT: tt.store %{{.*}}, %c0_i32 : !tt.ptr<i32>
tt.func @welford(%n: i32, %a: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%count = %c0) -> i32 : i32 {
    %new = arith.addi %count, %a : i32
    %old = arith.subi %new, %a : i32
    tt.store %p, %old : !tt.ptr<i32>
    scf.yield %new : i32
  }
  tt.return
}
