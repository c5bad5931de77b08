// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @if(%arg0: i32, %arg1: i64, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1) {
// CHECK-NEXT:   scf.if %arg5 {
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %arg5 {
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %2 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:   } {tag = 1 : i64}
// CHECK-NEXT:   %0 = scf.if %arg5 -> (f32) {
// CHECK-NEXT:     scf.yield %arg4 : f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg4 : f32
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   %1:2 = scf.if %arg5 -> (f32, i32) {
// CHECK-NEXT:     scf.yield %arg4, %arg0 : f32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.if %arg5 {
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %arg4, %arg0 : f32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, index, f32, i1) -> (), sym_name = "if"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:   "scf.if"(%{{.*}}) ({
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:   }) : (i1) -> ()
// GENERIC-NEXT:   "scf.if"(%{{.*}}) ({
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     %{{.*}} = "arith.addi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }) {tag = 1 : i64} : (i1) -> ()
// GENERIC-NEXT:   %{{.*}} = "scf.if"(%{{.*}}) ({
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:   }) {tag} : (i1) -> f32
// GENERIC-NEXT:   %{{.*}} = "scf.if"(%{{.*}}) ({
// GENERIC-NEXT:     "scf.yield"(%{{.*}}, %{{.*}}) : (f32, i32) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     "scf.if"(%{{.*}}) ({
// GENERIC-NEXT:       "scf.yield"() : () -> ()
// GENERIC-NEXT:     }, {
// GENERIC-NEXT:     }) : (i1) -> ()
// GENERIC-NEXT:     "scf.yield"(%{{.*}}, %{{.*}}) : (f32, i32) -> ()
// GENERIC-NEXT:   }) : (i1) -> (f32, i32)
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @if(%i: i32, %j: i64, %n: index, %m: index, %f: f32, %b: i1) {
  scf.if %b {
  }
  scf.if %b {
  } else {
    %z = arith.addi %i, %i : i32
  } {tag = 1}
  %0 = scf.if %b -> f32 {
    scf.yield %f : f32
  } else {
    scf.yield %f : f32
  } {tag}
  %1:2 = scf.if %b -> (f32, i32) {
    scf.yield %f, %i : f32, i32
  } else {
    scf.if %b {
      scf.yield
    }
    scf.yield %f, %i : f32, i32
  }
  tt.return
}

// CHECK: tt.func @execute_region(%arg0: i32, %arg1: i64, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1) {
// CHECK-NEXT:   %0 = scf.execute_region -> i32 {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   } {tag}
// CHECK-NEXT:   scf.execute_region {
// CHECK-NEXT:     cf.br ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = scf.execute_region -> i32 no_inline {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %2:2 = scf.execute_region -> (i32, i32) {
// CHECK-NEXT:     scf.yield %arg0, %arg0 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, index, f32, i1) -> (), sym_name = "execute_region"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:   %{{.*}} = "scf.execute_region"() ({
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   }) {tag} : () -> i32
// GENERIC-NEXT:   "scf.execute_region"() ({
// GENERIC-NEXT:     "cf.br"()[^bb{{[0-9]+}}] : () -> ()
// GENERIC-NEXT:   ^bb{{[0-9]+}}:
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }) : () -> ()
// GENERIC-NEXT:   %{{.*}} = "scf.execute_region"() <{no_inline}> ({
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   }) : () -> i32
// GENERIC-NEXT:   %{{.*}} = "scf.execute_region"() ({
// GENERIC-NEXT:     "scf.yield"(%{{.*}}, %{{.*}}) : (i32, i32) -> ()
// GENERIC-NEXT:   }) : () -> (i32, i32)
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @execute_region(%i: i32, %j: i64, %n: index, %m: index, %f: f32, %b: i1) {
  %0 = scf.execute_region -> i32 {
    scf.yield %i : i32
  } {tag}
  scf.execute_region {
    cf.br ^a
  ^a:
    scf.yield
  }
  %1 = scf.execute_region -> i32 no_inline {
    scf.yield %i : i32
  }
  %2:2 = scf.execute_region -> (i32, i32) {
    scf.yield %i, %i : i32, i32
  }
  tt.return
}

// CHECK: tt.func @index_switch(%arg0: i32, %arg1: i64, %arg2: index, %arg3: index, %arg4: f32, %arg5: i1) {
// CHECK-NEXT:   %0 = scf.index_switch %arg2 {tag} -> i32
// CHECK-NEXT:   case 2 {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   case -5 {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:     scf.yield %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.index_switch %arg2
// CHECK-NEXT:   default {
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.index_switch %arg2
// CHECK-NEXT:   case 3 {
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:   }
// CHECK-NEXT:   %1:2 = scf.index_switch %arg2 -> i32, f32
// CHECK-NEXT:   default {
// CHECK-NEXT:     scf.yield %arg0, %arg4 : i32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, index, index, f32, i1) -> (), sym_name = "index_switch"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: index, %{{.*}}: index, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:   %{{.*}} = "scf.index_switch"(%{{.*}}) <{cases = array<i64: 2, -5>}> ({
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     "scf.yield"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   }) {tag} : (index) -> i32
// GENERIC-NEXT:   "scf.index_switch"(%{{.*}}) <{cases = array<i64>}> ({
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }) : (index) -> ()
// GENERIC-NEXT:   "scf.index_switch"(%{{.*}}) <{cases = array<i64: 3>}> ({
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }, {
// GENERIC-NEXT:     "scf.yield"() : () -> ()
// GENERIC-NEXT:   }) : (index) -> ()
// GENERIC-NEXT:   %{{.*}} = "scf.index_switch"(%{{.*}}) <{cases = array<i64>}> ({
// GENERIC-NEXT:     "scf.yield"(%{{.*}}, %{{.*}}) : (i32, f32) -> ()
// GENERIC-NEXT:   }) : (index) -> (i32, f32)
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @index_switch(%i: i32, %j: i64, %n: index, %m: index, %f: f32, %b: i1) {
  %0 = scf.index_switch %n {tag} -> i32
  case 2 {
    scf.yield %i : i32
  }
  case -5 {
    scf.yield %i : i32
  }
  default {
    scf.yield %i : i32
  }
  scf.index_switch %n
  default {
  }
  scf.index_switch %n
  case 3 {
    scf.yield
  }
  default {
    scf.yield
  }
  %1:2 = scf.index_switch %n -> i32, f32
  default {
    scf.yield %i, %f : i32, f32
  }
  tt.return
}
