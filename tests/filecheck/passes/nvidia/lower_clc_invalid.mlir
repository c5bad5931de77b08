// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-gpu-lower-clc --split-input-file --verify-diagnostics

#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @no_loop() {
    // expected-error @below {{'ttng.clc_try_cancel_sync' op expected to be nested in an scf.while}}
    %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
    tt.return
  }
}

// -----

#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @unused(%c: i1) {
    scf.while : () -> () {
      // expected-error @below {{'ttng.clc_try_cancel_sync' op expected response to have exactly one ttg.local_alloc user}}
      %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
      scf.condition(%c)
    } do {
      scf.yield
    }
    tt.return
  }
}

// -----

#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @printed(%c: i1) {
    scf.while : () -> () {
      // expected-error @below {{'ttng.clc_try_cancel_sync' op expected response user to be ttg.local_alloc}}
      %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
      tt.print "x" {hex = false, isSigned = array<i32: 1>} : %asked : tensor<2xi64, #held>
      scf.condition(%c)
    } do {
      scf.yield
    }
    tt.return
  }
}

// -----

#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
#words = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @loaded_twice(%c: i1) {
    scf.while : () -> () {
      // expected-error @below {{'ttng.clc_try_cancel_sync' op expected response marker to have exactly one ttng.clc_load_result user}}
      %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
      %stored = ttg.local_alloc %asked : (tensor<2xi64, #held>) -> !ttg.memdesc<2xi64, #words, #smem, mutable>
      %0 = ttng.clc_load_result %stored : !ttg.memdesc<2xi64, #words, #smem, mutable> -> i128
      %1 = ttng.clc_load_result %stored : !ttg.memdesc<2xi64, #words, #smem, mutable> -> i128
      scf.condition(%c)
    } do {
      scf.yield
    }
    tt.return
  }
}

// -----

#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = []}>
#words = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @not_a_response(%c: i1) {
    scf.while : () -> () {
      // expected-error @below {{'ttng.clc_try_cancel_sync' op expected response marker user to be ttng.clc_load_result}}
      %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
      %stored = ttg.local_alloc %asked : (tensor<2xi64, #held>) -> !ttg.memdesc<2xi64, #words, #smem, mutable>
      ttg.local_dealloc %stored : !ttg.memdesc<2xi64, #words, #smem, mutable>
      scf.condition(%c)
    } do {
      scf.yield
    }
    tt.return
  }
}

// -----

#held = #ttg.linear<{register = [[1]], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0]], block = [[0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @clusters() {
    // expected-error @below {{CLC lowering supports num_cta=1 at the moment}}
    %asked = ttng.clc_try_cancel_sync : tensor<2xi64, #held>
    tt.return
  }
}
