// The custom form has no place for the types of results: Triton can't read its own output here, and neither can we.
// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | not xtriton-opt - --triton=3.6 2>&1 | filecheck %s --check-prefix=NO
// NO: cannot name an operation with no results
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: module attributes {"ttg.num-warps" = 4 : i32} {

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @results(%arg0: i32) -> i32 {
  // CHECK-NEXT: %0 = nvws.warp_group
  // CHECK-NEXT: partition0 num_warps(4) {
  // CHECK-NEXT: nvws.warp_group.yield %arg0 : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.return %0 : i32
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (i32) -> i32, sym_name = "results"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: i32):
  // GENERIC-NEXT: %0 = "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({
  // GENERIC-NEXT: "nvws.warp_group.yield"(%arg0) : (i32) -> ()
  // GENERIC-NEXT: }) : () -> i32
  // GENERIC-NEXT: "tt.return"(%0) : (i32) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @results(%x: i32) -> i32 {
    %0 = "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({
      nvws.warp_group.yield %x : i32
    }) : () -> i32
    tt.return %0 : i32
  }
}
