// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

// Barriers and responses of cluster launch control lie word by word, and are all of their allocation or one of its buffers.

// A vector of two elements

#s = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 1, order = [0]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #s, #m, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.init_barrier' op barrier must have a contiguous shared-memory layout without subviews}}
    ttng.init_barrier %x, 1 : !ttg.memdesc<1xi64, #s, #m, mutable>
    tt.return
  }
}

// -----

// Two rows in a phase

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 1, order = [0]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #s, #m, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.inval_barrier' op barrier must have a contiguous shared-memory layout without subviews}}
    ttng.inval_barrier %x : !ttg.memdesc<1xi64, #s, #m, mutable>
    tt.return
  }
}

// -----

// Two phases

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 2, order = [0]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #s, #m, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.wait_barrier' op barrier must have a contiguous shared-memory layout without subviews}}
    ttng.wait_barrier %x, %i : !ttg.memdesc<1xi64, #s, #m, mutable>
    tt.return
  }
}

// -----

// Another encoding

#s = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 64, rank = 1}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #s, #m, mutable>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.barrier_expect' op barrier must have a contiguous shared-memory layout without subviews}}
    ttng.barrier_expect %x, 16, %p : !ttg.memdesc<1xi64, #s, #m, mutable>
    tt.return
  }
}

// -----

// A view of the second half of its allocation

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #s, #m, mutable, 2>, %i: i32, %p: i1) {
    // expected-error @below {{'ttng.arrive_barrier' op barrier must have a contiguous shared-memory layout without subviews}}
    ttng.arrive_barrier %x, 1 : !ttg.memdesc<1xi64, #s, #m, mutable, 2>
    tt.return
  }
}

// -----

#s = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 1, order = [0]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #s, #m, mutable>) {
    // expected-error @below {{CLC result buffer must have a contiguous shared-memory layout without subviews}}
    %0 = ttng.clc_load_result %x : !ttg.memdesc<2xi64, #s, #m, mutable> -> i128
    tt.return
  }
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #s, #m, mutable, 4>) {
    // expected-error @below {{CLC result buffer must have a contiguous shared-memory layout without subviews}}
    %0 = ttng.clc_load_result %x : !ttg.memdesc<2xi64, #s, #m, mutable, 4> -> i128
    tt.return
  }
}
