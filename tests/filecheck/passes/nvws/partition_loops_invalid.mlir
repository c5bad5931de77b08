// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics --allow-unregistered-dialect --tritongpu-partition-loops

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @direct_consumer(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-warning @below {{non-root partition #0 has direct SSA consumer}}
      %x = "make"() {ttg.partition = array<i32: 0>} : () -> i32
      // expected-note @below {{use at distance 0 in partition #1 here}}
      "use"(%x) {ttg.partition = array<i32: 1>} : (i32) -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @consumer_in_the_next_iteration(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%last = %c0) -> (i32) : i32 {
      // expected-note @below {{use at distance 1 in partition #1 here}}
      "use"(%last) {ttg.partition = array<i32: 1>} : (i32) -> ()
      // expected-warning @below {{non-root partition #0 has direct SSA consumer}}
      %x = "make"() {ttg.partition = array<i32: 0>} : () -> i32
      scf.yield {ttg.partition = array<i32: 0, 1>} %x : i32
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @invalid_index(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-error @below {{invalid partition index 2}}
      "use"() {ttg.partition = array<i32: 2>} : () -> ()
    } {ttg.partition = array<i32: 0, 2>, ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @invalid_stage(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-error @below {{partition stages attribute 'ttg.partition.stages' has invalid element -1}}
    scf.for %i = %c0 to %n step %c1 : i32 {
    } {ttg.partition.stages = [0, -1], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @without_a_tag(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-error @below {{a loop with partitions needs the attribute 'ttg.warp_specialize.tag'}}
    scf.for %i = %c0 to %n step %c1 : i32 {
    } {ttg.partition.stages = [0, 0]}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @without_a_partition(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-error @below {{'builtin.unregistered' op in a warp-specialized loop needs the attribute 'ttg.partition'}}
      "use"() : () -> ()
    } {ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @regions_of_other_operations(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-error @below {{Ops are expected to be regionless at this point.}}
      "around"() ({
        "use"() {ttg.partition = array<i32: 0>} : () -> ()
      }) {ttg.partition = array<i32: 0>} : () -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

// The wheel aborts on these: a clone in partition 1 would use a value of the loop that is erased.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @carried_by_another_partition(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%last = %c0) -> (i32) : i32 {
      // expected-error @below {{'builtin.unregistered' op in partition 1 uses a value that does not belong to the partition}}
      "use"(%last) {ttg.partition = array<i32: 1>} : (i32) -> ()
      scf.yield {ttg.partition = array<i32: 0, 1>} %c1 : i32
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @result_of_a_branch_in_another_partition(%n: i32, %b: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %r = scf.if %b -> i32 {
        scf.yield {ttg.partition = array<i32: 0, 1>} %c0 : i32
      } else {
        scf.yield {ttg.partition = array<i32: 0, 1>} %c1 : i32
      } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>]}
      // expected-error @below {{'builtin.unregistered' op in partition 1 uses a value that does not belong to the partition}}
      "use"(%r) {ttg.partition = array<i32: 1>} : (i32) -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @used_by_an_operation_without_partition(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-error @below {{'arith.addi' op belongs to partitions, but is used outside of them}}
    %y = arith.addi %n, %n {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      "use"(%y) {ttg.partition = array<i32: 1>} : (i32) -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0, 0], ttg.warp_specialize.tag = 0 : i32}
    tt.return %y : i32
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @repeated_atomic(%p: !tt.ptr<i32>, %n: i32, %true: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-error @below {{'tt.atomic_rmw' op would run in 2 warp groups; leave warp_specialize out}}
      %old = tt.atomic_rmw add, acq_rel, gpu, %p, %n, %true {ttg.partition = array<i32: 0, 1>} : (!tt.ptr<i32>, i32, i1) -> i32
      scf.yield
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @repeated_update(%p: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %at = tt.addptr %p, %i {ttg.partition = array<i32: 0, 1>} : !tt.ptr<i32>, i32
      %old = tt.load %p {ttg.partition = array<i32: 0, 1>} : !tt.ptr<i32>
      // expected-error @below {{'tt.store' op would change memory that the kernel loads in 2 warp groups; leave warp_specialize out}}
      tt.store %at, %old {ttg.partition = array<i32: 0, 1>} : !tt.ptr<i32>
      scf.yield
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
