// RUN: xtriton-opt %s --split-input-file --mlir-print-debuginfo --mlir-use-nameloc-as-prefix | filecheck %s

// CHECK: #loc1 = loc("kernel.py":9:0)
// CHECK-NEXT: #loc3 = loc("x"(#loc1))
// CHECK-NEXT: module {
// CHECK-NEXT:   tt.func @forward_aliases(%x: i32 loc("x"(#loc1))) {
// CHECK-NEXT:     %0 = arith.addi %x, %x : i32 loc(#loc4)
// CHECK-NEXT:     tt.return loc(#loc2)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc2 = loc("kernel.py":10:4)
// CHECK-NEXT: #loc4 = loc(callsite(#loc2 at #loc1))
#loc1 = loc("kernel.py":10:4)
#loc = loc(unknown)
tt.func @forward_aliases(%x: i32 loc(#loc3)) {
  %0 = arith.addi %x, %x : i32 loc(#loc4)
  tt.return loc(#loc1)
} loc(#loc2)
#loc2 = loc("kernel.py":9:0)
#loc3 = loc("x"(#loc2))
#loc4 = loc(callsite(#loc1 at #loc2))

// -----

// CHECK: #loc2 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc3 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: module {
// CHECK-NEXT:   tt.func @type_aliases(%arg0: !tt.ptr<f32> loc("{{.*}}":{{[0-9:]+}}), %arg1: tensor<4x!tt.ptr<f32>> loc("{{.*}}":{{[0-9:]+}})) attributes {a.b = {a = 1 : i64}, a.c = array<i32: 1>, a.t = !tt.ptr<f32>} {
// CHECK-NEXT:     tt.return loc(#loc4)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc1 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc4 = loc("{{.*}}":{{[0-9:]+}})
!ptr = !tt.ptr<f32>
!tensor = tensor<4x!ptr>
#attr = {a = 1}
#two = array<i32: 1>
tt.func @type_aliases(%x: !ptr, %y: !tensor) attributes {a.b = #attr, a.c = #two, a.t = !ptr} {
  tt.return
}

// -----

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #loc2 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc3 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {
// CHECK-NEXT:   tt.func @layout_aliases(%arg0: tensor<128xf32, #blocked> loc("{{.*}}":{{[0-9:]+}}), %arg1: tensor<128xf32, #blocked1> loc("{{.*}}":{{[0-9:]+}})) attributes {a.x = #blocked1, a.y = [#blocked, {z = #blocked}]} {
// CHECK-NEXT:     tt.return loc(#loc4)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc1 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc4 = loc("{{.*}}":{{[0-9:]+}})
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#other = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#used_nowhere = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @layout_aliases(%x: tensor<128xf32, #other>, %y: tensor<128xf32, #blocked>) attributes {a.x = #blocked, a.y = [#other, {z = #other}]} {
    tt.return
  }
}
