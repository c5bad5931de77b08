// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: module attributes {"ttg.num-warps" = 4 : i32} {
// CHECK-NEXT: tt.func @launch_control(%arg0: !ttg.memdesc<2xi64, #shared, #smem, mutable>) {
// CHECK-NEXT: nvws.clc_try_cancel %arg0 : !ttg.memdesc<2xi64, #shared, #smem, mutable>
// CHECK-NEXT: %c1_i32 = arith.constant {ttg.partition = array<i32: 0>} 1 : i32
// CHECK-NEXT: %c2_i32 = arith.constant {ttg.partition = array<i32: 1>} 2 : i32
// CHECK-NEXT: %0 = nvws.aref.phi %c1_i32, %c2_i32 {ttg.partition = array<i32: 0, 1>} : i32
// CHECK-NEXT: tt.return
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @launch_control(%r: !ttg.memdesc<2xi64, #shared, #smem, mutable>) {
    nvws.clc_try_cancel %r : !ttg.memdesc<2xi64, #shared, #smem, mutable>
    %c = arith.constant {ttg.partition = array<i32: 0>} 1 : i32
    %d = arith.constant {ttg.partition = array<i32: 1>} 2 : i32
    %0 = nvws.aref.phi %c, %d {ttg.partition = array<i32: 0, 1>} : i32
    tt.return
  }
}
