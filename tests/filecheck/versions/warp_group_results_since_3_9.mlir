// The custom form has the types of results since 3.9, and so can be read.
// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 | not xtriton-opt - --triton=3.8

// CHECK: %0 = nvws.warp_group
// CHECK: } -> i32
// CHECK: %1:2 = nvws.warp_group
// CHECK: } -> (i32, i32)
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @results(%x: i32) -> i32 {
    %0 = "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({
      nvws.warp_group.yield %x : i32
    }) : () -> i32
    %1:2 = "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({
      nvws.warp_group.yield %x, %x : i32, i32
    }) : () -> (i32, i32)
    tt.return %0 : i32
  }
}
