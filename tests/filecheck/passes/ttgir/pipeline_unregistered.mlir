// RUN: xtriton-opt %s -allow-unregistered-dialect -tritongpu-pipeline | filecheck %s

// Operations that are not registered are pipelined as they are, without a predicate.

// CHECK-LABEL: tt.func @unregistered
// CHECK: "test.first"
// CHECK: scf.for
// CHECK: "test.last"
// CHECK: "test.first"
tt.func @unregistered(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = "test.first"(%i) {loop.cluster = 1 : i32, loop.stage = 0 : i32} : (i32) -> i32
    "test.last"(%x) {loop.cluster = 0 : i32, loop.stage = 1 : i32} : (i32) -> ()
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}
