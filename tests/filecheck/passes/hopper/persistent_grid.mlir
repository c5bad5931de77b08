// RUN: xtriton-opt %s --verify-each=interp --hopper-persistent-grid --split-input-file --verify-diagnostics | filecheck %s

// Scalars that do not depend on the tile are hoisted; tensors are recomputed for each tile.
// CHECK: tt.func public @one_axis(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %0 = arith.muli %arg1, %c8_i32 : i32
// CHECK-NEXT:   %1 = arith.addi %arg2, %0 : i32
// CHECK-NEXT:   %2 = tt.get_program_id x : i32
// CHECK-NEXT:   %3 = tt.get_num_programs x : i32
// CHECK-NEXT:   scf.for %arg3 = %2 to %arg2 step %3  : i32 {
// CHECK-NEXT:     %4 = tt.make_range
// CHECK-NEXT:     %5 = arith.muli %arg3, %c8_i32 : i32
// CHECK:          tt.store
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// expected-remark @below {{the kernel is persistent: it loops over the tiles of its grid along x}}
tt.func public @one_axis(%x: !tt.ptr<i32>, %n: i32) {
  %c8 = arith.constant 8 : i32
  %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %pid = tt.get_program_id x : i32
  %first = arith.muli %pid, %c8 : i32
  %n8 = arith.muli %n, %c8 : i32
  %programs = tt.get_num_programs x : i32
  %sum = arith.addi %programs, %n8 : i32
  %base = tt.addptr %x, %first : !tt.ptr<i32>, i32
  %bases = tt.splat %base : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %pointers = tt.addptr %bases, %range : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %value = tt.splat %sum : i32 -> tensor<8xi32>
  tt.store %pointers, %value : tensor<8x!tt.ptr<i32>>
  tt.return
}

// -----

// x is fastest, as the hardware numbers programs.
// CHECK: tt.func public @three_axes(%arg0: !tt.ptr<i32>, %arg1: i32 {xtriton.launch = {value = ["grid", 0]}}, %arg2: i32 {xtriton.launch = {value = ["grid", 1]}}, %arg3: i32 {xtriton.launch = {value = ["grid", 2]}}, %arg4: i32 {xtriton.launch = {value = ["muli", 32, ["muli", 32, ["grid", 0], ["grid", 1]], ["grid", 2]]}}) attributes {xtriton.persistent = [0, 1, 2]} {
// CHECK:      scf.for %[[TILE:.*]] = %{{.*}} to %arg4 step
// CHECK-NEXT:   %[[X:.*]] = arith.remui %[[TILE]], %arg1 : i32
// CHECK-NEXT:   %[[YZ:.*]] = arith.divui %[[TILE]], %arg1 : i32
// CHECK-NEXT:   %[[Y:.*]] = arith.remui %[[YZ]], %arg2 : i32
// CHECK-NEXT:   %[[Z:.*]] = arith.divui %[[YZ]], %arg2 : i32
// CHECK-NEXT:   arith.muli %[[Z]], %arg2 : i32
// CHECK-NEXT:   arith.addi %{{.*}}, %[[Y]] : i32
// expected-remark @below {{along x, y, z}}
tt.func public @three_axes(%x: !tt.ptr<i32>) {
  %c100 = arith.constant 100 : i32
  %px = tt.get_program_id x : i32
  %py = tt.get_program_id y : i32
  %pz = tt.get_program_id z : i32
  %nx = tt.get_num_programs x : i32
  %ny = tt.get_num_programs y : i32
  %0 = arith.muli %pz, %ny : i32
  %1 = arith.addi %0, %py : i32
  %2 = arith.muli %1, %nx : i32
  %3 = arith.addi %2, %px : i32
  %4 = tt.addptr %x, %3 : !tt.ptr<i32>, i32
  %5 = arith.muli %pz, %c100 : i32
  %6 = arith.addi %5, %px : i32
  tt.store %4, %6 : !tt.ptr<i32>
  tt.return
}

// -----

// Axes up to the last whose program id is read; the others are not changed.
// CHECK: tt.func public @two_axes({{.*}}["muli", 32, ["grid", 0], ["grid", 1]]}}) attributes {xtriton.persistent = [0, 1]} {
// CHECK: tt.get_num_programs z
// CHECK: scf.for
// CHECK: arith.remui
// expected-remark @below {{along x, y}}
tt.func public @two_axes(%x: !tt.ptr<i32>) {
  %py = tt.get_program_id y : i32
  %nz = tt.get_num_programs z : i32
  %0 = tt.addptr %x, %py : !tt.ptr<i32>, i32
  tt.store %0, %nz : !tt.ptr<i32>
  tt.return
}

// -----

// An early return skips the tile.
// CHECK-LABEL: @early_return
// CHECK: scf.for
// CHECK:   %[[SKIP:.*]] = arith.cmpi slt
// CHECK:   %[[LIVE:.*]] = arith.xori %[[SKIP]], %true
// CHECK:   scf.if %[[LIVE]] {
// CHECK:     tt.store
// CHECK:   }
// CHECK: }
// CHECK-NEXT: tt.return
// expected-remark @below {{the kernel is persistent}}
tt.func public @early_return(%x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %pid = tt.get_program_id x : i32
  %0 = tt.addptr %x, %pid : !tt.ptr<i32>, i32
  %1 = tt.load %0 : !tt.ptr<i32>
  %2 = arith.cmpi slt, %1, %c0 : i32
  cf.cond_br %2, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  %3 = arith.addi %1, %pid : i32
  tt.store %0, %3 : !tt.ptr<i32>
  tt.return
}

// -----

// A search in memory does not wait.
// CHECK-LABEL: @search
// CHECK: scf.for
// CHECK: scf.while
// expected-remark @below {{the kernel is persistent}}
tt.func public @search(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %at = scf.while (%i = %pid) : (i32) -> i32 {
    %0 = tt.addptr %x, %i : !tt.ptr<i32>, i32
    %1 = tt.load %0 : !tt.ptr<i32>
    %2 = arith.cmpi sgt, %1, %c1 : i32
    %3 = arith.cmpi slt, %i, %c16 : i32
    %4 = arith.andi %2, %3 : i1
    scf.condition(%4) %i : i32
  } do {
  ^bb0(%i: i32):
    %5 = arith.addi %i, %c1 : i32
    scf.yield %5 : i32
  }
  %6 = tt.addptr %out, %pid : !tt.ptr<i32>, i32
  tt.store %6, %at : !tt.ptr<i32>
  tt.return
}

// -----

// Atomics do not wait.
// CHECK-LABEL: @atomics
// CHECK: scf.for
// expected-remark @below {{the kernel is persistent}}
tt.func public @atomics(%x: !tt.ptr<i32>) {
  %true = arith.constant true
  %pid = tt.get_program_id x : i32
  %0 = tt.atomic_rmw add, acq_rel, gpu, %x, %pid, %true : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}
