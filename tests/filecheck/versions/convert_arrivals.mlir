// RUN: not xtriton-opt %s --triton=3.8 --convert-triton-version=3.9 --split-input-file 2>&1 | filecheck %s

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: convert_arrivals.mlir:{{.*}}: error: cannot convert 'ttng.arrive_barrier' op to Triton 3.9: the CTAs of 'ctaMask' cannot be spelled as 'multicastCTA'
  tt.func @to_several_ctas(%b: !ttg.memdesc<2xi64, #shared, #smem, mutable>) {
    ttng.arrive_barrier %b, 1 {ctaMask = 1 : i32} : !ttg.memdesc<2xi64, #shared, #smem, mutable>
    tt.return
  }
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: tt.func @plain
  // CHECK-NEXT: ttng.arrive_barrier %arg0, 1 :
  tt.func @plain(%b: !ttg.memdesc<1xi64, #shared, #smem, mutable>) {
    ttng.arrive_barrier %b, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }
}
