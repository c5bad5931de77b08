// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: module {
// CHECK-NEXT: tt.func @ids() -> i32 {
// CHECK-NEXT: %0 = nvg.warp_group_barrier_id
// CHECK-NEXT: tt.return %0 : i32
tt.func @ids() -> i32 {
  %0 = nvg.warp_group_barrier_id
  tt.return %0 : i32
}
