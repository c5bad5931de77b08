// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics

// Before 3.9 a barrier may be a view; its allocation says which words the CTAs have.

#s = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 1, order = [0]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<1xi64, #s, #m, mutable, 2>) {
    ttng.init_barrier %x, 1 : !ttg.memdesc<1xi64, #s, #m, mutable, 2>
    // The count is unsigned.
    ttng.arrive_barrier %x, -1 : !ttg.memdesc<1xi64, #s, #m, mutable, 2>
    tt.return
  }
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#m = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%x: !ttg.memdesc<2xi64, #s, #m, mutable, 4>) {
    // expected-error @below {{'ttng.init_barrier' op broadcasted cluster barriers require bases to be the sequence1, 2, 4, 8, ... perhaps with zero bases interleaved.}}
    ttng.init_barrier %x, 1 : !ttg.memdesc<2xi64, #s, #m, mutable, 4>
    tt.return
  }
}
