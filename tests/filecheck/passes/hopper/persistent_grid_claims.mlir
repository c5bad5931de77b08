// RUN: xtriton-opt %s --hopper-persistent-grid --split-input-file --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --hopper-persistent-grid --canonicalize --split-input-file | filecheck %s --check-prefix=FOLDED

// The programs of causal attention: those of later rows have more iterations. A program has the tile of its id, and claims
// one more for each that it has computed: as many claims as tiles, of which the last one resets the counter.
// CHECK-LABEL: @uneven
// CHECK-SAME:  %[[TILES:[a-z0-9]+]]: i32 {xtriton.launch = {value = ["grid", 0]}}
// CHECK-SAME:  %[[COUNTER:[a-z0-9]+]]: !tt.ptr<i32> {tt.divisibility = 16 : i32, xtriton.launch = {workspace = 128 : i64}}
// CHECK:       %[[FIRST:.*]] = tt.get_program_id x
// CHECK:       %[[PROGRAMS:.*]] = tt.get_num_programs x
// CHECK:       scf.while (%[[TILE:.*]] = %[[FIRST]]) : (i32) -> i32 {
// CHECK-NEXT:    %[[MORE:.*]] = arith.cmpi ult, %[[TILE]], %[[TILES]]
// CHECK-NEXT:    scf.condition(%[[MORE]]) %[[TILE]]
// CHECK:         scf.for
// CHECK:         tt.store
// CHECK:         %[[NEXT:.*]] = scf.while : () -> i32 {
// CHECK:           %[[EARLIER:.*]] = tt.atomic_rmw add, relaxed, gpu, %[[COUNTER]], %[[ONE:.*]] :
// CHECK-NEXT:      %[[CLAIMS:.*]] = arith.addi %[[EARLIER]], %[[ONE]]
// CHECK-NEXT:      %[[LAST:.*]] = arith.cmpi eq, %[[CLAIMS]], %[[TILES]]
// CHECK-NEXT:      scf.if %[[LAST]] {
// CHECK:             tt.store %[[COUNTER]], %{{.*}}
// CHECK:           %[[CLAIMED:.*]] = arith.addi %[[EARLIER]], %[[PROGRAMS]]
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:      %[[NO:.*]] = arith.cmpi slt, %[[CLAIMED]], %[[ZERO]]
// CHECK-NEXT:      scf.condition(%[[NO]]) %[[CLAIMED]]
// CHECK:         scf.yield %[[NEXT]]
//
// The search stays a loop, by which hopper-warp-specialize finds it.
// FOLDED-LABEL: @uneven
// FOLDED:       scf.while : () -> i32 {
// FOLDED-NEXT:    tt.atomic_rmw
// expected-remark @below {{the kernel is persistent: it claims the tiles of its grid along x}}
tt.func public @uneven(%a: tensor<64x64xf16>, %rows: !tt.tensordesc<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %pid = tt.get_program_id x : i32
  %end = arith.muli %pid, %c64 : i32
  %r = scf.for %i = %c0 to %end step %c64 iter_args(%sum = %zero) -> (tensor<64x64xf32>) : i32 {
    %b = tt.descriptor_load %rows[%i, %c0] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %a, %b, %sum : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// Only tiles on and below the diagonal are computed. Tiles without work are claimed and passed over.
// CHECK-LABEL: @lower_tiles
// CHECK:       scf.while (%{{.*}} = %{{.*}}) : (i32) -> i32 {
// CHECK:         scf.while : () -> i32 {
// CHECK:           scf.if
// CHECK:           %[[CLAIMED:.*]] = arith.addi %{{.*}}, %{{.*}}
// CHECK-NEXT:      %[[EXISTS:.*]] = arith.cmpi ult, %[[CLAIMED]], %{{.*}}
// CHECK-NEXT:      %[[IDLE:.*]] = scf.if %[[EXISTS]] -> (i1) {
// CHECK-NEXT:        %[[X:.*]] = arith.remui %[[CLAIMED]], %{{.*}}
// CHECK-NEXT:        %[[Y:.*]] = arith.divui %[[CLAIMED]], %{{.*}}
// CHECK-NEXT:        arith.cmpi sgt, %[[Y]], %[[X]]
// CHECK:           } else {
// CHECK-NEXT:        %[[NO:.*]] = arith.constant false
// CHECK-NEXT:        scf.yield %[[NO]]
// CHECK:           scf.condition(%[[IDLE]]) %[[CLAIMED]]
// expected-remark @below {{the kernel is persistent: it claims the tiles of its grid along x, y}}
tt.func public @lower_tiles(%a: tensor<64x64xf16>, %n: i32, %out: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %skips = arith.cmpi sgt, %y, %x : i32
  cf.cond_br %skips, ^end, ^tile
^tile:
  %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
^end:
  tt.return
}

// -----

// CHECK-LABEL: @lower_tiles_in_a_conditional
// CHECK:       scf.while : () -> i32 {
// CHECK:         %[[COMPUTES:.*]] = arith.cmpi sle
// CHECK:         %[[IDLE:.*]] = arith.xori %[[COMPUTES]]
// CHECK-NEXT:    scf.yield %[[IDLE]]
// expected-remark @below {{the kernel is persistent: it claims the tiles of its grid along x, y}}
tt.func public @lower_tiles_in_a_conditional(%a: tensor<64x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %computes = arith.cmpi sle, %y, %x : i32
  scf.if %computes {
    %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Experts own tiles without rows, as memory tells.
// CHECK-LABEL: @experts
// CHECK:       scf.while : () -> i32 {
// CHECK:         arith.cmpi ult
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      tt.addptr
// CHECK-NEXT:      tt.load
// CHECK-NEXT:      arith.cmpi slt
// expected-remark @below {{the kernel is persistent: it claims the tiles of its grid along x}}
tt.func public @experts(%a: tensor<64x64xf16>, %ids: !tt.ptr<i32>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %place = tt.addptr %ids, %x : !tt.ptr<i32>, i32
  %expert = tt.load %place : !tt.ptr<i32>
  %skips = arith.cmpi slt, %expert, %c0 : i32
  cf.cond_br %skips, ^end, ^tile
^tile:
  %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
^end:
  tt.return
}

// -----

// Every tile has work: the store outside of the branch.
// CHECK-LABEL: @two_effects
// CHECK:       scf.while : () -> i32 {
// CHECK-NOT:     ult
// CHECK:         %[[NO:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT:    scf.condition(%[[NO]])
// expected-remark @below {{it claims the tiles}}
tt.func public @two_effects(%a: tensor<64x64xf16>, %seen: !tt.ptr<i32>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %computes = arith.cmpi sle, %y, %x : i32
  tt.store %seen, %x : !tt.ptr<i32>
  scf.if %computes {
    %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    tt.store %out, %d : tensor<64x64x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// Loads of data outside of loops with dots are no reason to claim.
// CHECK-LABEL: @loaded_mask
// CHECK-NOT:   scf.while
// CHECK:       scf.for
// expected-remark @below {{it loops over the tiles}}
tt.func public @loaded_mask(%flags: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %x = tt.get_program_id x : i32
  %flag = tt.load %flags : !tt.ptr<i32>
  %stores = arith.cmpi sgt, %flag, %c0 : i32
  scf.if %stores {
    tt.store %out, %x : !tt.ptr<i32>
  }
  tt.return
}
