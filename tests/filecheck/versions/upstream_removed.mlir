// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: not xtriton-opt %s --triton=3.9 2>&1 | filecheck %s --check-prefix=NEWER

// What the dialects of LLVM had in the commits of older versions of Triton.
// CHECK: tt.func @barriers(%arg0: !llvm.ptr<3>, %arg1: i32) {
// CHECK-NEXT:   nvvm.barrier0
// CHECK-NEXT:   nvvm.barrier0 {a}
// CHECK-NEXT:   nvvm.cp.async.mbarrier.arrive.shared %arg0 : !llvm.ptr<3>
// CHECK-NEXT:   nvvm.cp.async.mbarrier.arrive.shared %arg0 {noinc = true} : !llvm.ptr<3>
// CHECK-NEXT:   nvvm.mbarrier.init.shared %arg0, %arg1 : !llvm.ptr<3>, i32
// CHECK-NEXT:   nvvm.mbarrier.inval.shared %arg0 : !llvm.ptr<3>
// CHECK-NEXT:   %0 = nvvm.mbarrier.arrive.shared %arg0 : !llvm.ptr<3> -> i64
// CHECK-NEXT:   nvvm.mbarrier.arrive.expect_tx.shared %arg0, %arg1 : !llvm.ptr<3>, i32
// CHECK-NEXT:   nvvm.mbarrier.try_wait.parity.shared %arg0, %arg1, %arg1 : !llvm.ptr<3>, i32, i32
// CHECK-NEXT:   nvvm.nanosleep 100
// CHECK-NEXT:   %1 = ub.poison : !llvm.token
// CHECK-NEXT:   tt.return
// NEWER: error: custom op 'nvvm.barrier0' is unknown
tt.func @barriers(%q: !llvm.ptr<3>, %i: i32) {
  nvvm.barrier0
  nvvm.barrier0 {a}
  nvvm.cp.async.mbarrier.arrive.shared %q : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive.shared %q {noinc = true} : !llvm.ptr<3>
  nvvm.mbarrier.init.shared %q, %i : !llvm.ptr<3>, i32
  nvvm.mbarrier.inval.shared %q : !llvm.ptr<3>
  %0 = nvvm.mbarrier.arrive.shared %q : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive.expect_tx.shared %q, %i : !llvm.ptr<3>, i32
  nvvm.mbarrier.try_wait.parity.shared %q, %i, %i : !llvm.ptr<3>, i32, i32
  nvvm.nanosleep 100
  %1 = ub.poison : !llvm.token
  tt.return
}
