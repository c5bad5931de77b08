// RUN: xtriton-opt %s --gluon-inline --triton=3.6 | filecheck %s --check-prefix=OLD
// RUN: xtriton-opt %s --gluon-inline --triton=3.9 | filecheck %s --check-prefix=NEW
// RUN: xtriton-opt %s --gluon-slimplify-control-flow --triton=3.9 | filecheck %s --check-prefix=NEW

// Before 3.8 the pass has no patterns for scf and cf, but for loop-carried values that are dead.
// OLD: tt.func @known_condition
// OLD: scf.if
// NEW: tt.func @known_condition
// NEW-NOT: scf.if
// NEW: tt.return
tt.func @known_condition(%p: !tt.ptr<f32>, %x: f32) {
  %true = arith.constant true
  scf.if %true {
    tt.store %p, %x : !tt.ptr<f32>
  }
  tt.return
}

// OLD: tt.func @dead_iter_arg
// OLD: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// OLD: scf.yield %{{.*}}, %[[B]] : f32, f32
// NEW: tt.func @dead_iter_arg
// NEW: scf.for {{.*}} iter_args(%{{[a-z0-9]*}} = %{{[a-z0-9]*}}) -> (f32)
tt.func @dead_iter_arg(%n: i32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) : i32 {
    %0 = arith.addf %a, %x : f32
    %1 = arith.addf %b, %a : f32
    scf.yield %0, %1 : f32, f32
  }
  tt.return %r#0 : f32
}

// OLD: tt.func @branches
// OLD: cf.cond_br
// NEW: tt.func @branches
// NEW: arith.select
tt.func @branches(%c: i1, %x: f32, %y: f32) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%x : f32)
^bb2:
  cf.br ^bb3(%y : f32)
^bb3(%z: f32):
  tt.return %z : f32
}
