// RUN: xtriton-opt %s --tritongpu-test-pipeline-lower-loop | filecheck %s
// RUN: xtriton-opt %s --tritongpu-pipeline=dump-intermediate-steps=true -o /dev/null 2>&1 | filecheck %s --check-prefix=DUMP

// The copy keeps the stage of the load; the wait and the local load have that of the first user. Both counters start
// again at zero after the last buffer.

// CHECK-LABEL: @copy
// CHECK: scf.for {{.*}} iter_args([[INSERT:%[^ ]+]] = %c-1_i32{{.*}}, [[EXTRACT:%[^ ]+]] = %c-1_i32
// CHECK: [[NEXT:%[^ ]+]] = arith.addi [[INSERT]], %c1_i32{{[^ ]*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// CHECK-NEXT: [[WRAPS:%[^ ]+]] = arith.cmpi sge, [[NEXT]], %c2_i32 {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// CHECK-NEXT: [[TO:%[^ ]+]] = arith.select [[WRAPS]], %c0_i32{{[^ ]*}}, [[NEXT]] {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// CHECK: [[FROM:%[^ ]+]] = arith.select {{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: ttg.memdesc_index [[BUFFERS:%[^ ]+]][{{.*}}[[TO]]] {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// CHECK: ttg.async_copy_global_to_local {{.*}}loop.cluster = 1 : i32, loop.stage = 0 : i32
// CHECK: ttg.async_commit_group {{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
// CHECK: ttg.async_wait {{.*}}loop.cluster = 0 : i32, loop.stage = 2 : i32
// CHECK: ttg.memdesc_index [[BUFFERS]][{{.*}}[[FROM]]] {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: ttg.local_load {{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: scf.yield [[TO]], [[FROM]]
// CHECK: } {tt.scheduled_max_stage = 2 : i32}

// DUMP: // -----// SoftwarePipeliner internal IR Dump After: LowerLoops
// DUMP: loop.stage
// DUMP: // -----// SoftwarePipeliner internal IR Dump After: ExpandLoops
// DUMP: ttg.async_commit_group

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @copy(%p: tensor<512x!tt.ptr<f32>, #blocked> {tt.contiguity = dense<512> : tensor<1xi32>, tt.divisibility = dense<16> : tensor<1xi32>}, %ub: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %ub step %c1 : i32 {
      %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
      tt.store %p, %x {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<512x!tt.ptr<f32>, #blocked>
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }
}
