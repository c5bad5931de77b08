// PASSES: canonicalize

tt.func public @br(%a: i32, %p: !tt.ptr<i32>, %c: i1) {
  llvm.cond_br %c, ^bb1(%a : i32), ^bb2
^bb2:
  tt.store %p, %a : !tt.ptr<i32>
  llvm.br ^bb1(%a : i32)
^bb1(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}
tt.func public @sw(%a: i32, %p: !tt.ptr<i32>, %c: i32) {
  llvm.switch %c : i32, ^bb1(%a : i32) [
    1: ^bb2,
    2: ^bb1(%a : i32)
  ]
^bb2:
  tt.store %p, %a : !tt.ptr<i32>
  llvm.br ^bb1(%a : i32)
^bb1(%x: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}
tt.func public @sw2(%a: i32, %p: !tt.ptr<i32>, %c: i32) {
  llvm.switch %c : i32, ^bb1(%a, %c : i32, i32) [
    1: ^bb2,
    2: ^bb1(%a, %a : i32, i32)
  ]
^bb2:
  tt.store %p, %a : !tt.ptr<i32>
  tt.return
^bb1(%x: i32, %y: i32):
  tt.store %p, %x : !tt.ptr<i32>
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}
