// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics --tritongpu-pipeline

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @no_stage(%p: !tt.ptr<f32>, %ub: i32, %x: f32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
      // expected-error@+1 {{'tt.store' op not assigned a pipeline stage}}
      tt.store %p, %x : !tt.ptr<f32>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @user_without_stage(%p: !tt.ptr<f32>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.load %p {loop.cluster = 0 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
      // expected-error@+1 {{'tt.store' op not found in the schedule}}
      tt.store %p, %x : !tt.ptr<f32>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @used_before(%p: !tt.ptr<f32>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      // expected-error@+1 {{'tt.load' op is used in an earlier stage than its own}}
      %x = tt.load %p {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !tt.ptr<f32>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @no_predicate(%p: !tt.ptr<i32>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      // expected-error@+1 {{'tt.atomic_cas' op pipeliner doesn't know how to predicate this op.}}
      %x = tt.atomic_cas relaxed, gpu, %p, %c0, %c1 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : (!tt.ptr<i32>, i32, i32) -> i32
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !tt.ptr<i32>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

// Schedules that run an operation before its operands are not used.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @before_operands(%p: !tt.ptr<i32>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      // expected-note@+1 {{operand defined here}}
      %x = arith.addi %i, %c1 {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
      // expected-warning@+1 {{operation scheduled before its operands. Pipelining will be disabled.}}
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @not_vectorized(%p: tensor<128x!tt.ptr<f16>, #blocked>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      // expected-remark@+1 {{Pipelining load that cannot use vectorized copy. This will likely lead to pipelining in registers and severe performance degradation.}}
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<128x!tt.ptr<f16>, #blocked>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<128x!tt.ptr<f16>, #blocked>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}
