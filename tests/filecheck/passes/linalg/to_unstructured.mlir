// RUN: xtriton-opt %s --triton-to-unstructured | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: xtriton-opt %s --triton-to-unstructured=through-branches | FileCheck %s --check-prefixes=CHECK,BRANCHES

// CHECK-LABEL: tt.func @widths
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[A:.+]]: tensor<8xi32>, %[[B:.+]]: tensor<8xi64>, %[[M:.+]]: tensor<8xi1>)
tt.func @widths(%x: !tt.ptr<f32>, %a: tensor<8xi32>, %b: tensor<8xi64>, %m: tensor<8xi1>) -> tensor<8xf32> {
  // CHECK: %[[OTHER:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[WIDE:.+]] = arith.extsi %[[A]] : tensor<8xi32> to tensor<8xi64>
  // CHECK: %[[SUM:.+]] = arith.addi %[[WIDE]], %[[B]] : tensor<8xi64>
  // CHECK: tts.gather %[[X]][%[[SUM]]] mask = %[[M]] default = %[[OTHER]] : (<f32>, tensor<8xi64>) -> tensor<8xf32>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %a : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %q = tt.addptr %p, %b : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  %v = tt.load %q, %m, %one : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// An `other` that varies over the elements is selected after the load.
// CHECK-LABEL: tt.func @other
// CHECK-SAME:    %[[M:[a-z0-9]+]]: tensor<8xi1>, %[[OTHER:[a-z0-9]+]]: tensor<8xf32>)
tt.func @other(%x: !tt.ptr<f32>, %a: tensor<8xi32>, %m: tensor<8xi1>, %other: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[V:.+]] = tts.gather %{{.+}} mask = %[[M]] :
  // CHECK: arith.select %[[M]], %[[V]], %[[OTHER]]
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %a : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %p, %m, %other : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// A loop carries offsets in the width of the values that it adds to them.
// CHECK-LABEL: tt.func @loop
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[A:.+]]: tensor<8xi32>, %[[B:.+]]: tensor<8xi64>, %{{.+}}: i32)
tt.func @loop(%x: !tt.ptr<f32>, %a: tensor<8xi32>, %b: tensor<8xi64>, %n: i32) {
  // CHECK: %[[WIDE:.+]] = arith.extsi %[[A]]
  // CHECK: scf.for {{.*}} iter_args(%[[O:.+]] = %[[WIDE]]) -> (tensor<8xi64>)
  // CHECK:   %[[V:.+]] = tts.gather %[[X]][%[[O]]]
  // CHECK:   tts.scatter %[[V]] into %[[X]][%[[O]]]
  // CHECK:   %[[NEXT:.+]] = arith.addi %[[O]], %[[B]]
  // CHECK:   scf.yield %[[NEXT]] : tensor<8xi64>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = tt.addptr %s, %a : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %p) -> (tensor<8x!tt.ptr<f32>>) : i32 {
    %v = tt.load %q : tensor<8x!tt.ptr<f32>>
    tt.store %q, %v : tensor<8x!tt.ptr<f32>>
    %q1 = tt.addptr %q, %b : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
    scf.yield %q1 : tensor<8x!tt.ptr<f32>>
  }
  tt.return
}

// Pointers with several bases stay pointers.
// CHECK-LABEL: tt.func @several_bases
// CHECK:         %[[P:.+]] = arith.select {{.*}} : tensor<8x!tt.ptr<f32>>
// CHECK:         tt.load %[[P]]
tt.func @several_bases(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: i1) -> tensor<8xf32> {
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %p = arith.select %c, %xs, %ys : tensor<8x!tt.ptr<f32>>
  %v = tt.load %p : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// A loop that exchanges pointers keeps them.
// CHECK-LABEL: tt.func @exchange
// CHECK:         scf.for {{.*}} -> (!tt.ptr<f32>, !tt.ptr<f32>)
// CHECK:           tts.gather %[[P:[a-z0-9]+]][
tt.func @exchange(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (!tt.ptr<f32>, !tt.ptr<f32>) : i32 {
    %p1 = tt.addptr %p, %i : !tt.ptr<f32>, i32
    %v = tt.load %p1 : !tt.ptr<f32>
    tt.store %q, %v : !tt.ptr<f32>
    scf.yield %q, %p : !tt.ptr<f32>, !tt.ptr<f32>
  }
  tt.return
}

// CHECK-LABEL: tt.func @branch
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %[[C:.+]]: i1, %[[I:.+]]: i32)
tt.func @branch(%x: !tt.ptr<f32>, %c: i1, %i: i32) -> f32 {
  // PLAIN:    scf.if %[[C]] -> (!tt.ptr<f32>)
  // BRANCHES: %[[O:.+]] = scf.if %[[C]] -> (i32)
  // BRANCHES: tts.gather %[[X]][%[[O]]]
  %p = scf.if %c -> (!tt.ptr<f32>) {
    %d = arith.muli %i, %i : i32
    %a = tt.addptr %x, %d : !tt.ptr<f32>, i32
    %v = tt.load %a : !tt.ptr<f32>
    tt.store %x, %v : !tt.ptr<f32>
    scf.yield %a : !tt.ptr<f32>
  } else {
    scf.yield %x : !tt.ptr<f32>
  }
  %v = tt.load %p : !tt.ptr<f32>
  tt.return %v : f32
}

// CHECK-LABEL: tt.func @while
// CHECK-SAME:    (%[[X:.+]]: !tt.ptr<f32>, %{{.+}}: i32)
tt.func @while(%x: !tt.ptr<f32>, %n: i32) {
  // PLAIN:    scf.while ({{.*}}) : (tensor<8x!tt.ptr<f32>>, i32)
  // BRANCHES: scf.while ({{.*}}) : (tensor<8xi32>, i32)
  // BRANCHES: ^bb0(%[[O:[a-z0-9]+]]: tensor<8xi32>
  // BRANCHES:   tts.gather %[[X]][%[[O]]]
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant dense<8> : tensor<8xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %r:2 = scf.while (%p = %s, %left = %n) : (tensor<8x!tt.ptr<f32>>, i32) -> (tensor<8x!tt.ptr<f32>>, i32) {
    %more = arith.cmpi sgt, %left, %c0 : i32
    scf.condition(%more) %p, %left : tensor<8x!tt.ptr<f32>>, i32
  } do {
  ^bb0(%p: tensor<8x!tt.ptr<f32>>, %left: i32):
    %v = tt.load %p : tensor<8x!tt.ptr<f32>>
    %w = arith.addf %v, %v : tensor<8xf32>
    tt.store %p, %w : tensor<8x!tt.ptr<f32>>
    %next = tt.addptr %p, %c8 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %less = arith.subi %left, %c1 : i32
    scf.yield %next, %less : tensor<8x!tt.ptr<f32>>, i32
  }
  tt.return
}
