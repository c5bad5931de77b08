// RUN: xtriton-opt %s --triton=3.6 --tritongpu-schedule-loops | filecheck %s

#A = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#C = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #C, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #C, kWidth = 2}>
#S = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#U = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The dot is in the first cluster, two stages after the loads.
  // CHECK-LABEL: tt.func @direct(
  tt.func @direct(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load{{.*}} {loop.cluster = 2 : i32, loop.stage = 0 : i32}
      %x = tt.load %p {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: tt.load{{.*}} {loop.cluster = 2 : i32, loop.stage = 0 : i32}
      %y = tt.load %p {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
      %db = ttg.convert_layout %y : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      // CHECK: tt.dot{{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    // CHECK: } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }

  // The definitions that loads depend on are in their stage and cluster.
  // CHECK-LABEL: tt.func @dependencies(
  tt.func @dependencies(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.splat{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
      %s = tt.splat %i : i32 -> tensor<64x64xi32, #A>
      // CHECK: tt.addptr{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
      %o = tt.addptr %p, %s : tensor<64x64x!tt.ptr<f16>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.load{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
      %x = tt.load %o {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      // CHECK: tt.dot{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    // CHECK: } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // A branch that loads depend on is in a prologue before all other clusters.
  // CHECK-LABEL: tt.func @prologue(
  tt.func @prologue(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      %e = scf.if %k -> (i32) {
        scf.yield %i : i32
      } else {
        scf.yield %n : i32
      // CHECK: } {loop.cluster = 0 : i32, loop.stage = 0 : i32}
      }
      // CHECK: tt.splat{{.*}} {loop.cluster = 2 : i32, loop.stage = 0 : i32}
      %s = tt.splat %e : i32 -> tensor<64x64xi32, #A>
      // CHECK: tt.addptr{{.*}} {loop.cluster = 2 : i32, loop.stage = 0 : i32}
      %o = tt.addptr %p, %s : tensor<64x64x!tt.ptr<f16>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.load{{.*}} {loop.cluster = 2 : i32, loop.stage = 0 : i32}
      %x = tt.load %o {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 1 : i32, loop.stage = 1 : i32}
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 1 : i32, loop.stage = 1 : i32}
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      // CHECK: tt.dot{{.*}} {loop.cluster = 1 : i32, loop.stage = 1 : i32}
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    // CHECK: } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // A branch that uses the dot, and one that uses no latency, are in epilogues.
  // CHECK-LABEL: tt.func @epilogue(
  tt.func @epilogue(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %hh = arith.constant dense<1.0> : tensor<64x64xf16, #A>
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
      %x = tt.load %p {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      // CHECK: tt.dot{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.if %k {
        tt.store %q, %x : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: } {loop.cluster = 2 : i32, loop.stage = 1 : i32}
      }
      scf.if %k {
        tt.store %p, %hh : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: } {loop.cluster = 3 : i32, loop.stage = 1 : i32}
      }
      scf.yield %d : tensor<64x64xf32, #C>
    }
    // CHECK: } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // The rest is in the last stage, after the prologue and after its operands.
  // CHECK-LABEL: tt.func @remaining(
  tt.func @remaining(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load{{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
      %x = tt.load %p {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      // CHECK: tt.dot{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      // CHECK: tt.splat{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %s = tt.splat %i : i32 -> tensor<64x64xi32, #A>
      // CHECK: tt.addptr{{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      %o = tt.addptr %q, %s : tensor<64x64x!tt.ptr<f16>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.store {{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
      tt.store %o, %x : tensor<64x64x!tt.ptr<f16>, #A>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    // CHECK: } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }

  // Loops without latencies are not scheduled, nor are those with barriers.
  // CHECK-LABEL: tt.func @none(
  tt.func @none(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
    // CHECK-NOT: loop.stage
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // As above; the latency is removed.
  // CHECK-LABEL: tt.func @barrier(
  tt.func @barrier(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
    // CHECK-NOT: loop.stage
    // CHECK-NOT: tt.latency
      %x = tt.load %p {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      gpu.barrier
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // Values used in the next iteration only are one stage later, in a cluster before the user; a load is with its user.
  // CHECK-LABEL: tt.func @next_iteration(
  tt.func @next_iteration(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %s: tensor<64x64xi32, #A>) {
    %l:3 = scf.for %i = %n to %n step %n iter_args(%acc = %z, %at = %p, %w = %s) -> (tensor<64x64xf32, #C>, tensor<64x64x!tt.ptr<f16>, #A>, tensor<64x64xi32, #A>) : i32 {
      // CHECK: tt.addptr{{.*}} {loop.cluster = 3 : i32, loop.stage = 0 : i32}
      %o = tt.addptr %at, %w : tensor<64x64x!tt.ptr<f16>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.load{{.*}} {loop.cluster = 3 : i32, loop.stage = 0 : i32}
      %x = tt.load %o {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      // CHECK: ttg.convert_layout{{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      // CHECK: tt.dot{{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      // CHECK: tt.addptr{{.*}} {loop.cluster = 2 : i32, loop.stage = 1 : i32}
      %next = tt.addptr %at, %s : tensor<64x64x!tt.ptr<f16>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.load{{.*}} {loop.cluster = 3 : i32, loop.stage = 0 : i32}
      %v = tt.load %r : tensor<64x64x!tt.ptr<i32>, #A>
      scf.yield %d, %next, %v : tensor<64x64xf32, #C>, tensor<64x64x!tt.ptr<f16>, #A>, tensor<64x64xi32, #A>
    }
    // CHECK: } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }

  // An existing schedule of a partition is kept, from stage and cluster 0 on.
  // CHECK-LABEL: tt.func @partition(
  tt.func @partition(%p: tensor<64x64x!tt.ptr<f16>, #A>, %n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      // CHECK: tt.load{{.*}} {loop.cluster = 0 : i32, loop.stage = 0 : i32}
      %x = tt.load %p {loop.cluster = 4 : i32, loop.stage = 1 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: arith.addf{{.*}} {loop.cluster = 1 : i32, loop.stage = 1 : i32}
      %y = arith.addf %x, %x {loop.cluster = 5 : i32, loop.stage = 2 : i32} : tensor<64x64xf16, #A>
      // CHECK: tt.load{{.*}} {loop.cluster = 1 : i32, loop.stage = 1 : i32}
      %w = tt.load %p {loop.cluster = 5 : i32, loop.stage = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
    } {tt.scheduled_max_stage = 3 : i32, tt.warp_specialize}
    tt.return
  }

  // One stage if all its loads are in one.
  // CHECK-LABEL: tt.func @partition_of_one_stage(
  tt.func @partition_of_one_stage(%p: tensor<64x64x!tt.ptr<f16>, #A>, %n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      // CHECK: tt.load{{.*}} {loop.cluster = 0 : i32, loop.stage = 0 : i32}
      %x = tt.load %p {loop.cluster = 4 : i32, loop.stage = 1 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: arith.addf{{.*}} {loop.cluster = 0 : i32, loop.stage = 0 : i32}
      %y = arith.addf %x, %x {loop.cluster = 5 : i32, loop.stage = 2 : i32} : tensor<64x64xf16, #A>
    } {tt.scheduled_max_stage = 3 : i32, tt.warp_specialize}
    tt.return
  }
}
