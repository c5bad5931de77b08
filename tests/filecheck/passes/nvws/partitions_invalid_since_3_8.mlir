// Since 3.8 the passes of warp specialization verify the partitions of loops, instead of each operation on its own.
// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics --allow-unregistered-dialect --tritongpu-partition-loops

tt.func @twice(%n: i32) {
  %c0 = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %n : i32 {
    // expected-error @below {{op has duplicated partition ids in attribute ttg.partition}}
    "use"(%i) {ttg.partition = array<i32: 1, 1>} : (i32) -> ()
  } {ttg.partition = array<i32: 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @order(%n: i32) {
  %c0 = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %n : i32 {
    // expected-error @below {{op partition ids not in sorted order in attribute ttg.partition}}
    "use"(%i) {ttg.partition = array<i32: 1, 0>} : (i32) -> ()
  } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @none(%n: i32) {
  %c0 = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %n : i32 {
    // expected-error @below {{op has no partition ids in attribute ttg.partition}}
    "use"(%i) {ttg.partition = array<i32>} : (i32) -> ()
  } {ttg.partition = array<i32: 0>, ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @not_a_list(%n: i32) {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{op has invalid attribute ttg.partition; expected a dense i32 array}}
  scf.for %i = %c0 to %n step %n : i32 {
    "use"(%i) {ttg.partition = array<i32: 0>} : (i32) -> ()
  } {ttg.partition = 0 : i32, ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @child_without(%n: i32) {
  %c0 = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %n : i32 {
    // expected-error @below {{op does not have expected attribute ttg.partition which is expected for ops whose parent has partitions}}
    "use"(%i) : (i32) -> ()
  } {ttg.partition = array<i32: 0>, ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @child_elsewhere(%n: i32) {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{op partition ids in attr ttg.partition does not contain partition ids of all child ops}}
  scf.for %i = %c0 to %n step %n : i32 {
    "use"(%i) {ttg.partition = array<i32: 1>} : (i32) -> ()
  } {ttg.partition = array<i32: 0>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @outputs(%n: i32) {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{op does not have expected number of output partition sets in attr ttg.partition.outputs; should match number of results}}
  %r = scf.for %i = %c0 to %n step %n iter_args(%x = %n) -> (i32) : i32 {
    scf.yield %x : i32
  } {ttg.partition = array<i32: 0>, ttg.partition.outputs = [array<i32: 0>, array<i32: 0>], ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @output_elsewhere(%n: i32) {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{op partition ids in attr ttg.partition must be the union of all partition ids in ttg.partition.outputs}}
  %r = scf.for %i = %c0 to %n step %n iter_args(%x = %n) -> (i32) : i32 {
    scf.yield %x : i32
  } {ttg.partition = array<i32: 0>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}

// -----

tt.func @specialized(%n: i32) {
  %c0 = arith.constant 0 : i32
  scf.for %i = %c0 to %n step %n : i32 {
    // expected-error @below {{op does not have expected attribute ttg.partition which is expected on all child ops of an op with attribute `tt.warp_specialize`}}
    "use"(%i) : (i32) -> ()
  } {tt.warp_specialize, ttg.partition.stages = [0 : i32], ttg.warp_specialize.tag = 0 : i32}
  tt.return
}
