// RUN: xtriton-opt %s --split-input-file --tritongpu-pipeline | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// A load that is used two stages later has two buffers. The prologue copies for two iterations, the kernel for the
// iteration after the next.

// CHECK-LABEL: tt.func @copies
// CHECK: [[BUFFERS:%[^ ]+]] = ttg.local_alloc : () -> !ttg.memdesc<2x512xf32, #shared, #smem, mutable>
// CHECK: [[FIRST:%[^ ]+]] = arith.cmpi sgt, %arg1, %c0_i32
// CHECK: [[MASK:%[^ ]+]] = tt.splat [[FIRST]]
// CHECK: ttg.async_copy_global_to_local %arg0, {{%[^ ]+}} mask [[MASK]]
// CHECK: ttg.async_commit_group
// CHECK: ttg.async_copy_global_to_local
// CHECK: ttg.async_commit_group
// CHECK: scf.for [[I:%[^ ]+]] =
// CHECK: [[BOUND:%[^ ]+]] = arith.subi %arg1, %c2_i32
// CHECK: [[MORE:%[^ ]+]] = arith.cmpi slt, [[I]], [[BOUND]]
// CHECK: [[WAIT:%[^ ]+]] = ttg.async_wait {{%[^ ]+}} {num = 1 : i32}
// CHECK: ttg.local_load {{%[^ ]+}} token [[WAIT]]
// CHECK: tt.store
// CHECK: [[AHEAD:%[^ ]+]] = tt.splat [[MORE]]
// CHECK: ttg.async_copy_global_to_local {{%[^ ]+}}, {{%[^ ]+}} mask [[AHEAD]]
// CHECK: }
// CHECK-NEXT: ttg.async_wait {num = 0 : i32}
// CHECK-NEXT: ttg.local_dealloc [[BUFFERS]]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @copies(%base: tensor<512x!tt.ptr<f32>, #blocked> {tt.contiguity = dense<512> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>}, %ub: i32, %step: tensor<512xi32, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %end = scf.for %i = %c0 to %ub step %c1 iter_args(%p = %base) -> (tensor<512x!tt.ptr<f32>, #blocked>) : i32 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      %next = tt.addptr %p, %step {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>, tensor<512xi32, #blocked>
      scf.yield %next : tensor<512x!tt.ptr<f32>, #blocked>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// Copies write zeros where the mask is false, so that another ``other`` is selected.

// CHECK-LABEL: tt.func @other
// CHECK: scf.for
// CHECK: [[LOADED:%[^ ]+]] = ttg.local_load
// CHECK: [[X:%[^ ]+]] = arith.select {{%[^ ]+}}, [[LOADED]], %cst
// CHECK: tt.store {{%[^ ]+}}, [[X]]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @other(%base: tensor<512x!tt.ptr<f32>, #blocked> {tt.contiguity = dense<512> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>}, %ub: i32, %mask: tensor<512xi1, #blocked> {tt.constancy = dense<512> : tensor<1xi32>}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ones = arith.constant dense<1.0> : tensor<512xf32, #blocked>
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.load %base, %mask, %ones {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      tt.store %base, %x {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// Threads that load two bytes each cannot copy: the loop carries the loaded tensor.

// CHECK-LABEL: tt.func @registers
// CHECK-NOT: ttg.async_copy
// CHECK: [[FIRST:%[^ ]+]] = tt.load {{%[^ ]+}}, {{%[^ ]+}} :
// CHECK: scf.for {{.*}} iter_args({{%[^ ]+}} = [[FIRST]])
// CHECK: tt.store
// CHECK: tt.load {{%[^ ]+}}, {{%[^ ]+}} :
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @registers(%base: tensor<128x!tt.ptr<f16>, #blocked>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.load %base {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<128x!tt.ptr<f16>, #blocked>
      tt.store %base, %x {loop.cluster = 0 : i32, loop.stage = 1 : i32} : tensor<128x!tt.ptr<f16>, #blocked>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

// A scalar of 32 bits is copied as a tensor with one element; one of 16 bits is loaded.

// CHECK-LABEL: tt.func @scalars
// CHECK: ttg.async_copy_global_to_local {{%[^ ]+}}, {{%[^ ]+}} mask {{%[^ ]+}} : tensor<1x!tt.ptr<f32>, #blocked>
// CHECK: tt.load {{%[^ ]+}}, {{%[^ ]+}} : !tt.ptr<f16>
// CHECK: scf.for
// CHECK: [[TENSOR:%[^ ]+]] = ttg.local_load
// CHECK: tt.unsplat [[TENSOR]]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @scalars(%p: !tt.ptr<f32>, %q: !tt.ptr<f16>, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
      %y = tt.load %q {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f16>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !tt.ptr<f32>
      tt.store %q, %y {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !tt.ptr<f16>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

// Stages that run ahead: results of the loop are those of its last iteration, each effect has a predicate, and the
// induction variable is that of the stage.

// CHECK-LABEL: tt.func @ahead
// CHECK: [[RUNS:%[^ ]+]] = arith.cmpi slt, %arg1, %arg2
// CHECK: [[SUM:%[^ ]+]] = arith.addi %arg4, %arg1
// CHECK: [[CARRIED:%[^ ]+]] = arith.select [[RUNS]], [[SUM]], %arg4
// CHECK: [[OLD:%[^ ]+]] = tt.atomic_rmw add, relaxed, gpu, %arg0, {{%[^ ]+}}, [[RUNS]]
// CHECK: scf.for [[I:%[^ ]+]] = %arg1 to %arg2 step %arg3 iter_args([[TOTAL:%[^ ]+]] = [[CARRIED]]
// CHECK: [[BOUND:%[^ ]+]] = arith.subi %arg2, %arg3
// CHECK: [[MORE:%[^ ]+]] = arith.cmpi slt, [[I]], [[BOUND]]
// CHECK: [[AHEAD:%[^ ]+]] = arith.addi [[I]], %arg3
// CHECK: [[NEXT:%[^ ]+]] = arith.addi [[TOTAL]], [[AHEAD]]
// CHECK: tt.atomic_rmw add, relaxed, gpu, %arg0, {{%[^ ]+}}, [[MORE]]
// CHECK: [[BOTH:%[^ ]+]] = arith.andi [[MORE]], %arg5
// CHECK: scf.if [[BOTH]]
// CHECK: arith.select [[MORE]], [[NEXT]], [[TOTAL]]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @ahead(%p: !tt.ptr<i32>, %lb: i32, %ub: i32, %step: i32, %init: i32, %flag: i1) -> i32 {
    %true = arith.constant true
    %sum = scf.for %i = %lb to %ub step %step iter_args(%total = %init) -> (i32) : i32 {
      %next = arith.addi %total, %i {loop.cluster = 0 : i32, loop.stage = 0 : i32} : i32
      %old = tt.atomic_rmw add, relaxed, gpu, %p, %next, %true {loop.cluster = 0 : i32, loop.stage = 0 : i32} : (!tt.ptr<i32>, i32, i1) -> i32
      scf.if %flag {
        tt.store %p, %next : !tt.ptr<i32>
      } {loop.cluster = 0 : i32, loop.stage = 0 : i32}
      tt.store %p, %old {loop.cluster = 1 : i32, loop.stage = 1 : i32} : !tt.ptr<i32>
      scf.yield %next : i32
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return %sum : i32
  }
}

// -----

// With constant bounds of type index the prologue runs in full, and needs no predicates.

// CHECK-LABEL: tt.func @constant_bounds
// CHECK: [[X:%[^ ]+]] = tt.load %arg0 :
// CHECK: scf.for {{.*}} iter_args([[CURRENT:%[^ ]+]] = [[X]])
// CHECK: tt.store %arg0, [[CURRENT]] :
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @constant_bounds(%p: !tt.ptr<f16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f16>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !tt.ptr<f16>
    } {tt.scheduled_max_stage = 1 : i32}
    tt.return
  }
}

// -----

// A value that lives for two stages is carried twice; a value from before the loop that is yielded is not.

// CHECK-LABEL: tt.func @two_stages
// CHECK: scf.for {{.*}} iter_args([[KEPT:%[^ ]+]] = %arg2, [[OLDER:%[^ ]+]] = {{%[^ ]+}}, [[OLD:%[^ ]+]] = {{%[^ ]+}})
// CHECK: tt.store %arg0, [[OLDER]]
// CHECK: [[X:%[^ ]+]] = tt.load %arg3
// CHECK: scf.yield %arg3, [[OLD]], [[X]]
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @two_stages(%p: !tt.ptr<f16>, %ub: i32, %first: !tt.ptr<f16>, %other: !tt.ptr<f16>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %end = scf.for %i = %c0 to %ub step %c1 iter_args(%from = %first) -> (!tt.ptr<f16>) : i32 {
      %x = tt.load %from {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f16>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 2 : i32} : !tt.ptr<f16>
      scf.yield %other : !tt.ptr<f16>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}
