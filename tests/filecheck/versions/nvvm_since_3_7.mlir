// RUN: xtriton-opt %s --triton=3.7 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: tt.func @sleeps(%arg0: i32) {
// CHECK-NEXT:   nvvm.nanosleep %arg0
tt.func @sleeps(%i: i32) {
  nvvm.nanosleep %i
  tt.return
}
