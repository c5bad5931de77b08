// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics --triton-nvidia-gpu-hoist-mbarrier-lifecycle=compute-capability=100
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --triton-nvidia-gpu-hoist-mbarrier-lifecycle=compute-capability=80 | filecheck %s

// CHECK: "ttng.two-ctas" = true
// expected-error @below {{barriers of CTA pairs ('ttng.two-ctas') are not hoisted: run triton-nvidia-check-matmul-two-cta later}}
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttng.two-ctas" = true, ttg.target = "cuda:100"} {
  tt.func @pairs() {
    tt.return
  }
}

// -----

// CHECK: "ttng.two-ctas" = false
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttng.two-ctas" = false, ttg.target = "cuda:100"} {
  tt.func @single() {
    tt.return
  }
}
