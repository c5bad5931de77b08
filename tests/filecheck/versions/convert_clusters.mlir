// RUN: xtriton-opt %s --triton=3.8 --convert-triton-version=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --convert-triton-version=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --convert-triton-version=3.9 | filecheck %s --check-prefix=NINE
// RUN: xtriton-opt %s --triton=3.8 --convert-triton-version=3.6 | xtriton-opt - --triton=3.6 --convert-triton-version=3.9 | filecheck %s --check-prefix=NINE

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A barrier of the cluster is an arrival and a wait before 3.8, and one operation since 3.9.
  // CHECK: tt.func @barrier
  // CHECK-NEXT: ttng.cluster_arrive {relaxed = true}
  // CHECK-NEXT: ttng.cluster_wait
  // CHECK-NEXT: tt.return
  // NINE: tt.func @barrier
  // NINE-NEXT: ttng.cluster_barrier {relaxed = true}
  // NINE-NEXT: tt.return
  tt.func @barrier() {
    ttng.cluster_barrier {relaxed = true}
    tt.return
  }

  // CHECK: tt.func @strict
  // CHECK-NEXT: ttng.cluster_arrive {relaxed = false}
  // CHECK-NEXT: ttng.cluster_wait
  // CHECK-NEXT: tt.return
  // NINE: tt.func @strict
  // NINE-NEXT: ttng.cluster_barrier{{$}}
  // NINE-NEXT: tt.return
  tt.func @strict() {
    ttng.cluster_barrier {relaxed = false}
    tt.return
  }
}
