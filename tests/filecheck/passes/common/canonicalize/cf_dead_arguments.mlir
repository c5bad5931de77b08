// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Only the second successor passes its second argument on, to itself.
// CHECK-LABEL: tt.func @second(
// CHECK: cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2(%0 : i32)
// CHECK: cf.cond_br %arg0, ^bb1(%2 : i32), ^bb2(%2 : i32)
tt.func @second(%c: i1, %x: i32, %p: !tt.ptr<i32>) {
  %y = arith.addi %x, %x : i32
  %z = arith.muli %x, %x : i32
  cf.cond_br %c, ^one(%x : i32), ^two(%y, %z : i32, i32)
^one(%u: i32):
  tt.store %p, %u : !tt.ptr<i32>
  tt.return
^two(%v: i32, %w: i32):
  tt.store %p, %v : !tt.ptr<i32>
  cf.cond_br %c, ^one(%v : i32), ^two(%v, %w : i32, i32)
}
// Two blocks pass it to each other.
// CHECK-LABEL: tt.func @cycle(
// CHECK: cf.br ^bb1(%arg2 : i32)
// CHECK: cf.cond_br %arg0, ^bb3(%0 : i32), ^bb2(%0 : i32)
// CHECK: cf.cond_br %arg1, ^bb3(%1 : i32), ^bb1(%1 : i32)
tt.func @cycle(%c: i1, %d: i1, %x: i32, %p: !tt.ptr<i32>) {
  cf.br ^head(%x, %x : i32, i32)
^head(%a: i32, %b: i32):
  tt.store %p, %a : !tt.ptr<i32>
  %e = arith.addi %b, %a : i32
  cf.cond_br %c, ^exit(%a : i32), ^other(%a, %e : i32, i32)
^other(%f: i32, %g: i32):
  tt.store %p, %f : !tt.ptr<i32>
  %h = arith.muli %g, %g : i32
  cf.cond_br %d, ^exit(%f : i32), ^head(%f, %h : i32, i32)
^exit(%i: i32):
  tt.store %p, %i : !tt.ptr<i32>
  tt.return
}
