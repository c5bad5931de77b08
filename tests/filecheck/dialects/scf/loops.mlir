// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @for(%arg0: i32, %arg1: i64, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1) {
// CHECK-NEXT:   scf.for %arg6 = %arg0 to %arg0 step %arg0  : i32 {
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for unsigned %arg6 = %arg0 to %arg0 step %arg0  : i32 {
// CHECK-NEXT:   } {tag = 1 : i64}
// CHECK-NEXT:   %0 = scf.for %arg6 = %arg2 to %arg2 step %arg2 iter_args(%arg7 = %arg4) -> (f32) {
// CHECK-NEXT:     scf.yield %arg7 : f32
// CHECK-NEXT:   } {tt.num_stages = 3 : i32}
// CHECK-NEXT:   %1:2 = scf.for %arg6 = %arg0 to %arg0 step %arg0 iter_args(%arg7 = %arg4, %arg8 = %arg0) -> (f32, i32)  : i32 {
// CHECK-NEXT:     scf.for %arg9 = %arg6 to %arg0 step %arg0  : i32 {
// CHECK-NEXT:       %2 = arith.addi %arg9, %arg8 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield {tag} %arg7, %arg8 : f32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %arg6 = %arg2 to %arg2 step %arg2 {
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, index, f32, i1) -> (), sym_name = "for"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:   "scf.for"(%{{.*}}, %{{.*}}, %{{.*}}) ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }) : (i32, i32, i32) -> ()
// GENERIC-NEXT:   "scf.for"(%{{.*}}, %{{.*}}, %{{.*}}) <{unsignedCmp}> ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }) {tag = 1 : i64} : (i32, i32, i32) -> ()
// GENERIC-NEXT:   %{{.*}} = "scf.for"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index, %{{.*}}: f32):
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:   }) {tt.num_stages = 3 : i32} : (index, index, index, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "scf.for"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i32):
// GENERIC-NEXT:     "scf.for"(%{{.*}}, %{{.*}}, %{{.*}}) ({
// GENERIC-NEXT:     ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:       %{{.*}} = "arith.addi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT:       "scf.yield"() : () -> ()
// GENERIC-NEXT:     }) : (i32, i32, i32) -> ()
// GENERIC-NEXT:     "scf.yield"(%{{.*}}, %{{.*}}) {tag} : (f32, i32) -> ()
// GENERIC-NEXT:   }) : (i32, i32, i32, f32, i32) -> (f32, i32)
// GENERIC-NEXT:   "scf.for"(%{{.*}}, %{{.*}}, %{{.*}}) ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: index):
// GENERIC-NEXT:     "scf.yield"() {tag} : () -> ()
// GENERIC-NEXT:   }) : (index, index, index) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @for(%i: i32, %j: i64, %n: index, %m: index, %f: f32, %b: i1) {
  scf.for %a = %i to %i step %i : i32 {
  }
  scf.for unsigned %a = %i to %i step %i : i32 {
    scf.yield
  } {tag = 1}
  %0 = scf.for %a = %n to %n step %n iter_args(%x = %f) -> (f32) {
    scf.yield %x : f32
  } {tt.num_stages = 3 : i32}
  %1:2 = scf.for %a = %i to %i step %i iter_args(%x = %f, %y = %i) -> (f32, i32) : i32 {
    scf.for %c = %a to %i step %i : i32 {
      %z = arith.addi %c, %y : i32
    }
    scf.yield {tag} %x, %y : f32, i32
  }
  scf.for %a = %n to %n step %n {
    scf.yield {tag}
  }
  tt.return
}

// CHECK: tt.func @while(%arg0: i32, %arg1: i64, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1) {
// CHECK-NEXT:   %0 = scf.while (%arg6 = %arg0) : (i32) -> i64 {
// CHECK-NEXT:     scf.condition(%arg5) {tag} %arg1 : i64
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg6: i64):
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   } attributes {tag}
// CHECK-NEXT:   scf.while : () -> () {
// CHECK-NEXT:     scf.condition(%arg5)
// CHECK-NEXT:   } do {
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.while (%arg6 = %arg0, %arg7 = %arg1) : (i32, i64) -> (i32, i64) {
// CHECK-NEXT:     scf.condition(%arg5) %arg6, %arg7 : i32, i64
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg6: i32, %arg7: i64):
// CHECK-NEXT:     scf.yield %arg6, %arg7 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.while (%arg6 = %arg0) : (i32) -> () {
// CHECK-NEXT:     scf.condition(%arg5)
// CHECK-NEXT:   } do {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, index, f32, i1) -> (), sym_name = "while"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:   %{{.*}} = "scf.while"(%{{.*}}) ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:     "scf.condition"(%{{.*}}, %{{.*}}) {tag} : (i1, i64) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i64):
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   }) {tag} : (i32) -> i64
// GENERIC-NEXT:   "scf.while"() ({
// GENERIC-NEXT:     "scf.condition"(%{{.*}}) : (i1) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }) : () -> ()
// GENERIC-NEXT:   %{{.*}} = "scf.while"(%{{.*}}, %{{.*}}) ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64):
// GENERIC-NEXT:     "scf.condition"(%{{.*}}, %{{.*}}, %{{.*}}) : (i1, i32, i64) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64):
// GENERIC-NEXT:     "scf.yield"(%{{.*}}, %{{.*}}) : (i32, i64) -> ()
// GENERIC-NEXT:   }) : (i32, i64) -> (i32, i64)
// GENERIC-NEXT:   "scf.while"(%{{.*}}) ({
// GENERIC-NEXT:   ^bb{{[0-9]+}}(%{{.*}}: i32):
// GENERIC-NEXT:     "scf.condition"(%{{.*}}) : (i1) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   }) : (i32) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @while(%i: i32, %j: i64, %n: index, %m: index, %f: f32, %b: i1) {
  %0 = scf.while (%x = %i) : (i32) -> i64 {
    scf.condition(%b) {tag} %j : i64
  } do {
  ^bb0(%k : i64):
    scf.yield %i : i32
  } attributes {tag}
  scf.while : () -> () {
    scf.condition(%b)
  } do {
    scf.yield
  }
  %1:2 = scf.while (%x = %i, %y = %j) : (i32, i64) -> (i32, i64) {
    scf.condition(%b) %x, %y : i32, i64
  } do {
  ^bb0(%x : i32, %y : i64):
    scf.yield %x, %y : i32, i64
  }
  scf.while (%x = %i) : (i32) -> () {
    scf.condition(%b)
  } do {
    scf.yield %i : i32
  }
  tt.return
}
