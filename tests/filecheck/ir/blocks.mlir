// RUN: xtriton-opt %s --split-input-file | filecheck %s
// RUN: xtriton-opt %s --split-input-file | xtriton-opt - --split-input-file | filecheck %s

// CHECK: module {
// CHECK-NEXT:   tt.func @blocks(%arg0: i1, %arg1: i32) {
// CHECK-NEXT:     cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT:   ^bb1(%0: i32, %1: f32):  // pred: ^bb3
// CHECK-NEXT:     cf.cond_br %arg0, ^bb3(%0 : i32), ^bb2
// CHECK-NEXT:   ^bb2:  // 2 preds: ^bb1, ^bb3
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   ^bb3(%2: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1(%2, %cst : i32, f32), ^bb2
// CHECK-NEXT:   ^bb4:  // pred: ^bb4
// CHECK-NEXT:     cf.br ^bb4
// CHECK-NEXT:   }
// CHECK-NEXT: }
tt.func @blocks(%c: i1, %x: i32) {
  cf.br ^a(%x : i32)
^b(%y: i32, %z: f32):
  cf.cond_br %c, ^a(%y : i32), ^c
^c:
  tt.return
^a(%q: i32):
  %f = arith.constant 1.0 : f32
  cf.cond_br %c, ^b(%q, %f : i32, f32), ^c
^unreachable:
  cf.br ^unreachable
}

// -----

// CHECK: module {
// CHECK-NEXT:   tt.func @graph_order(%arg0: i1) {
// CHECK-NEXT:     cf.br ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb2
// CHECK-NEXT:     %0 = arith.addi %c1_i32, %c1_i32 : i32
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     cf.br ^bb1
// CHECK-NEXT:   }
// CHECK-NEXT: }
tt.func @graph_order(%c: i1) {
  cf.br ^second
^first:
  %b = arith.addi %a, %a : i32
  tt.return
^second:
  %a = arith.constant 1 : i32
  cf.br ^first
}
