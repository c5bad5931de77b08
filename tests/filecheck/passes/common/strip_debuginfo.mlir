// RUN: xtriton-opt %s --strip-debuginfo --mlir-print-debuginfo | filecheck %s

// No location is left, neither of operations nor of the arguments of blocks, in whichever block they are.
// CHECK-NOT: kernel.py
// CHECK: tt.func @f(%arg0: i1 loc(unknown), %arg1: i32 loc(unknown)) -> i32 {
// CHECK: ^bb1(%0: i32 loc(unknown)):
// CHECK: ^bb2(%1: i32 loc(unknown)):
// CHECK-NOT: kernel.py
tt.func @f(%c: i1 loc("kernel.py":1:7), %a: i32 loc("kernel.py":1:10)) -> i32 {
  cf.cond_br %c, ^one(%a : i32), ^two(%a : i32) loc("kernel.py":2:1)
^one(%x: i32 loc("kernel.py":3:1)):
  cf.br ^two(%x : i32) loc("kernel.py":3:5)
^two(%y: i32 loc("kernel.py":4:1)):
  tt.return %y : i32 loc("kernel.py":5:1)
} loc("kernel.py":1:1)
