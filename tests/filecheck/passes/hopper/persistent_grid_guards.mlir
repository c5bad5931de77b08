// RUN: xtriton-opt %s --hopper-persistent-grid --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @single
// CHECK-NOT: scf.for
// expected-remark @below {{the kernel is not made persistent: it does not read its program id}}
tt.func public @single(%x: !tt.ptr<i32>, %n: i32) {
  tt.store %x, %n : !tt.ptr<i32>
  tt.return
}

// -----

// CHECK-LABEL: @spinning
// CHECK-NOT: scf.for
tt.func public @spinning(%lock: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  %true = arith.constant true
  %c0 = arith.constant 0 : i32
  // expected-remark @below {{the kernel is not made persistent: a scf.while with atomics or volatile loads may wait for another program}}
  scf.while : () -> () {
    %0 = tt.atomic_rmw add, acq_rel, gpu, %lock, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %1 = arith.cmpi ne, %0, %pid : i32
    scf.condition(%1)
  } do {
    scf.yield
  }
  tt.return
}

// -----

// CHECK-LABEL: @polling
// CHECK-NOT: scf.for
tt.func public @polling(%flag: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{may wait for another program}}
  scf.while : () -> () {
    %0 = tt.load %flag {isVolatile = true} : !tt.ptr<i32>
    %1 = arith.cmpi ne, %0, %pid : i32
    scf.condition(%1)
  } do {
    scf.yield
  }
  tt.return
}

// -----

// CHECK-LABEL: @own_loop
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
tt.func public @own_loop(%x: !tt.ptr<i32>, %n: i32) {
  %pid = tt.get_program_id x : i32
  %step = tt.get_num_programs x : i32
  // expected-remark @below {{a loop starts at its program id: it loops over tiles already}}
  scf.for %i = %pid to %n step %step : i32 {
    %0 = tt.addptr %x, %i : !tt.ptr<i32>, i32
    tt.store %0, %i : !tt.ptr<i32>
  }
  tt.return
}

// -----

// CHECK-LABEL: @barrier
// CHECK-NOT: scf.for
tt.func public @barrier(%x: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{it has a barrier of its own}}
  gpu.barrier
  tt.store %x, %pid : !tt.ptr<i32>
  tt.return
}

// -----

// CHECK-LABEL: @printing
// CHECK-NOT: scf.for
tt.func public @printing() {
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{it prints, and each line starts with the program id}}
  tt.print " program: " {hex = false, isSigned = array<i32: 1>} : %pid : i32
  tt.return
}

// -----

// CHECK-LABEL: @assembly
// CHECK-NOT: scf.for
tt.func public @assembly(%x: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{its inline assembly reads the position of its CTA in the grid}}
  %0 = tt.elementwise_inline_asm "mov.u32 $0, %ctaid.x;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %pid : i32 -> i32
  tt.store %x, %0 : !tt.ptr<i32>
  tt.return
}

// -----

// CHECK-LABEL: @calling
// CHECK-NOT: scf.for
tt.func public @calling(%x: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{it calls a function, which may read its program id}}
  tt.call @callee(%x) : (!tt.ptr<i32>) -> ()
  tt.store %x, %pid : !tt.ptr<i32>
  tt.return
}
tt.func private @callee(%x: !tt.ptr<i32>) attributes {noinline = true} {
  %pid = tt.get_program_id y : i32
  tt.store %x, %pid : !tt.ptr<i32>
  tt.return
}

// -----

// CHECK-LABEL: @branch_back
// CHECK-NOT: scf.for
tt.func public @branch_back(%x: !tt.ptr<i32>, %c: i1) {
  %pid = tt.get_program_id x : i32
  cf.br ^bb1
^bb1:
  tt.store %x, %pid : !tt.ptr<i32>
  // expected-remark @below {{'cf.cond_br' leaves a block in a way that scf.if cannot express}}
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  tt.return
}

// -----

// Both bounds are those of the program: its part of the loop.
// CHECK-LABEL: @parts
// CHECK: scf.for
// CHECK: scf.for
tt.func public @parts(%a: tensor<64x64xf16>, %rows: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) { // expected-remark {{the kernel is persistent}}
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %pid = tt.get_program_id x : i32
  %begin = arith.muli %pid, %c256 : i32
  %end = arith.addi %begin, %c256 : i32
  %r = scf.for %i = %begin to %end step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32>) : i32 {
    %b = tt.descriptor_load %rows[%i, %c0] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %a, %b, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Few programs are past the end.
// CHECK-LABEL: @past_the_end
// CHECK: scf.for
tt.func public @past_the_end(%a: tensor<64x64xf16>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) { // expected-remark {{the kernel is persistent}}
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %skips = arith.cmpi sgt, %x, %n : i32
  cf.cond_br %skips, ^end, ^tile
^tile:
  %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
^end:
  tt.return
}

// -----

// Both sides have dots.
// CHECK-LABEL: @either_dot
// CHECK: scf.for
tt.func public @either_dot(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) { // expected-remark {{the kernel is persistent}}
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %first = arith.cmpi sle, %y, %x : i32
  %d = scf.if %first -> (tensor<64x64xf32>) {
    %d0 = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d0 : tensor<64x64xf32>
  } else {
    %d1 = tt.dot %b, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d1 : tensor<64x64xf32>
  }
  tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// A caller would have to pass the arguments that the launch adds.
module {
  tt.func public @calling(%arg0: !tt.ptr<i32>) {
    %0 = tt.get_program_id x : i32
    // expected-remark @below {{the kernel is not made persistent: it calls a function, which may read its program id}}
    tt.call @callee(%arg0) : (!tt.ptr<i32>) -> ()
    tt.store %arg0, %0 : !tt.ptr<i32>
    tt.return
  }
  // expected-remark @below {{the kernel is not made persistent: another function calls it}}
  tt.func @callee(%arg0: !tt.ptr<i32>) attributes {noinline = true} {
    %0 = tt.get_program_id y : i32
    tt.store %arg0, %0 : !tt.ptr<i32>
    tt.return
  }
}

// -----

// CHECK-LABEL: @two_ctas
// CHECK-NOT: scf.for
// expected-remark @below {{the kernel is not made persistent: the prologue of one resident CTA overlaps with the loop of another}}
tt.func public @two_ctas(%x: !tt.ptr<i32>) attributes {xtriton.resident_ctas = 2 : i32} {
  %pid = tt.get_program_id x : i32
  tt.store %x, %pid : !tt.ptr<i32>
  tt.return
}
