// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-gpu-hoist-mbarrier-lifecycle=compute-capability=90 --split-input-file | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-gpu-hoist-mbarrier-lifecycle=compute-capability=80 --split-input-file | filecheck %s --check-prefix=AMPERE

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#one = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  // Phases of nested loops, a branch, and a wait with a predicate.
  // CHECK-LABEL: @nested
  // CHECK-NEXT: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64,
  // CHECK-NEXT: ttng.init_barrier %[[B]], 1
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} iter_args(%[[OUTER:.*]] = %{{.*}}) -> (i32)
  // CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[PHASE:.*]] = %[[OUTER]]) -> (i32)
  // CHECK: ttng.wait_barrier %[[B]], %[[PHASE]], %[[P:.*]] :
  // CHECK-NEXT: %[[X:.*]] = arith.xori %[[PHASE]], %[[ONE]]
  // CHECK-NEXT: %[[S:.*]] = arith.select %[[P]], %[[X]], %[[PHASE]] : i32
  // CHECK-NEXT: %[[I:.*]] = scf.if %{{.*}} -> (i32) {
  // CHECK-NEXT: ttng.wait_barrier %[[B]], %[[S]]
  // CHECK-NEXT: %[[Y:.*]] = arith.xori %[[S]], %[[ONE]]
  // CHECK-NEXT: scf.yield %[[Y]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[S]]
  // CHECK: scf.yield %[[I]]
  // CHECK: scf.yield %[[R]]
  // CHECK: ttng.inval_barrier %[[B]]
  // CHECK-NEXT: tt.return
  // AMPERE-LABEL: @nested
  // AMPERE: scf.for
  // AMPERE: ttng.init_barrier
  tt.func @nested(%d: !tt.tensordesc<64x64xf16, #tile>, %m: !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, %n: index, %p: i1) {
    %zero = arith.constant 0 : i32
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %true = arith.constant true
    scf.for %i = %i0 to %n step %i1 {
      scf.for %j = %i0 to %n step %i1 {
        %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #one, #smem, mutable>
        ttng.init_barrier %b, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
        ttng.barrier_expect %b, 8192, %true : !ttg.memdesc<1xi64, #one, #smem, mutable>
        ttng.async_tma_copy_global_to_local %d[%zero, %zero] %m, %b, %true {multicast} : !tt.tensordesc<64x64xf16, #tile>, !ttg.memdesc<1xi64, #one, #smem, mutable> -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
        ttng.wait_barrier %b, %zero, %p : !ttg.memdesc<1xi64, #one, #smem, mutable>
        scf.if %p {
          ttng.wait_barrier %b, %zero : !ttg.memdesc<1xi64, #one, #smem, mutable>
        }
        ttng.inval_barrier %b : !ttg.memdesc<1xi64, #one, #smem, mutable>
      }
    }
    tt.return
  }

  // In the second region of an scf.while, and in its first.
  // CHECK-LABEL: @whiles
  // CHECK: scf.while (%[[A:.*]] = %{{.*}}) : (i32) -> i32 {
  // CHECK-NEXT: scf.condition(%{{.*}}) %[[A]] : i32
  // CHECK: ^bb0(%[[PHASE:.*]]: i32):
  // CHECK: ttng.wait_barrier %{{.*}}, %[[PHASE]]
  // CHECK-NEXT: %[[X:.*]] = arith.xori %[[PHASE]]
  // CHECK-NEXT: scf.yield %[[X]]
  tt.func @whiles(%d: !tt.tensordesc<64x64xf16, #tile>, %m: !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, %p: i1) {
    %zero = arith.constant 0 : i32
    %true = arith.constant true
    scf.while : () -> () {
      scf.condition(%p)
    } do {
      %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.init_barrier %b, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.async_tma_copy_global_to_local %d[%zero, %zero] %m, %b, %true {multicast} : !tt.tensordesc<64x64xf16, #tile>, !ttg.memdesc<1xi64, #one, #smem, mutable> -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
      ttng.wait_barrier %b, %zero : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.inval_barrier %b : !ttg.memdesc<1xi64, #one, #smem, mutable>
      scf.yield
    }
    scf.while : () -> () {
      %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.init_barrier %b, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.async_tma_copy_global_to_local %d[%zero, %zero] %m, %b, %true {multicast} : !tt.tensordesc<64x64xf16, #tile>, !ttg.memdesc<1xi64, #one, #smem, mutable> -> !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
      ttng.wait_barrier %b, %zero : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.inval_barrier %b : !ttg.memdesc<1xi64, #one, #smem, mutable>
      scf.condition(%p)
    } do {
      scf.yield
    }
    tt.return
  }

  // Not hoisted: seen by its CTA only, waited for in two phases, invalidated twice, or passed to other operations.
  // CHECK-LABEL: @kept
  // CHECK: scf.for
  // CHECK-COUNT-4: ttng.init_barrier
  // CHECK: tt.return
  tt.func @kept(%d: !tt.tensordesc<64x64xf16, #tile>, %m: !ttg.memdesc<64x64xf16, #tile, #smem, mutable>, %n: index, %q: i32) {
    %zero = arith.constant 0 : i32
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %true = arith.constant true
    scf.for %i = %i0 to %n step %i1 {
      %own = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>, #smem, mutable>
      ttng.init_barrier %own, 1 : !ttg.memdesc<2xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>, #smem, mutable>
      ttng.wait_barrier %own, %zero : !ttg.memdesc<2xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>, #smem, mutable>
      ttng.inval_barrier %own : !ttg.memdesc<2xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>, #smem, mutable>
      %phases = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.init_barrier %phases, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.wait_barrier %phases, %zero : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.wait_barrier %phases, %q : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.inval_barrier %phases : !ttg.memdesc<1xi64, #one, #smem, mutable>
      %twice = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.init_barrier %twice, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.wait_barrier %twice, %zero : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.inval_barrier %twice : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.inval_barrier %twice : !ttg.memdesc<1xi64, #one, #smem, mutable>
      %freed = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.init_barrier %freed, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.wait_barrier %freed, %zero : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttng.inval_barrier %freed : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttg.local_dealloc %freed : !ttg.memdesc<1xi64, #one, #smem, mutable>
    }
    tt.return
  }
}

// -----

// One CTA.
#tile = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  // CHECK-LABEL: @alone
  // CHECK-NEXT: arith.constant
  tt.func @alone() {
    %zero = arith.constant 0 : i32
    %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #tile, #smem, mutable>
    ttng.init_barrier %b, 1 : !ttg.memdesc<1xi64, #tile, #smem, mutable>
    ttng.wait_barrier %b, %zero : !ttg.memdesc<1xi64, #tile, #smem, mutable>
    ttng.inval_barrier %b : !ttg.memdesc<1xi64, #tile, #smem, mutable>
    tt.return
  }
}
