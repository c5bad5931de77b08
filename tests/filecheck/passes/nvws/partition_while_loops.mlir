// RUN: xtriton-opt %s --triton=3.9 --tritongpu-partition-loops | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Each partition gets an scf.while with the values that belong to it, and passes these on; loops inside are divided likewise.
  // CHECK-LABEL: tt.func @whiles
  // CHECK: %[[GROUP:.*]]:2 = nvws.warp_group
  // CHECK-NEXT: partition0 num_warps(4) {
  // CHECK-NEXT: %[[W:.*]]:2 = scf.while (%[[TILE:.*]] = %arg1, %[[MORE:.*]] = %true) : (i32, i1) -> (i32, i1) {
  // CHECK-NEXT: scf.condition(%[[MORE]]) %[[TILE]], %[[MORE]] : i32, i1
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[AT:.*]]: i32, %{{.*}}: i1):
  // CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[AT]], %c1_i32 : i32
  // CHECK-NEXT: %[[AGAIN:.*]] = arith.cmpi slt, %[[NEXT]], %arg2 : i32
  // CHECK-NEXT: tt.store %arg0, %[[NEXT]] : !tt.ptr<i32>
  // CHECK-NEXT: scf.yield %[[NEXT]], %[[AGAIN]] : i32, i1
  // CHECK-NEXT: } attributes {tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
  // CHECK-NEXT: nvws.warp_group.yield %[[W]]#0, %[[W]]#1 : i32, i1
  // CHECK-NEXT: }
  // CHECK-NEXT: partition1 num_warps(4) {
  // CHECK-NEXT: %{{.*}}:3 = scf.while (%[[TILE1:.*]] = %arg1, %[[SUM1:.*]] = %c0_i32, %[[MORE1:.*]] = %true) : (i32, i32, i1) -> (i32, i32, i1) {
  // CHECK-NEXT: scf.condition(%[[MORE1]]) %[[TILE1]], %[[SUM1]], %[[MORE1]] : i32, i32, i1
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[AT1:.*]]: i32, %[[HELD:.*]]: i32, %{{.*}}: i1):
  // CHECK-NEXT: %[[NEXT1:.*]] = arith.addi %[[AT1]], %c1_i32 : i32
  // CHECK-NEXT: %[[AGAIN1:.*]] = arith.cmpi slt, %[[NEXT1]], %arg2 : i32
  // CHECK-NEXT: %[[INNER:.*]] = scf.for %[[K:.*]] = %c0_i32 to %arg2 step %c1_i32 iter_args(%[[S:.*]] = %[[HELD]]) -> (i32) : i32 {
  // CHECK-NEXT: %[[ADDED:.*]] = arith.addi %[[S]], %[[K]] : i32
  // CHECK-NEXT: scf.yield %[[ADDED]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.store %arg0, %[[INNER]] : !tt.ptr<i32>
  // CHECK-NEXT: scf.yield %[[NEXT1]], %[[INNER]], %[[AGAIN1]] : i32, i32, i1
  // CHECK-NEXT: } attributes {tt.warp_specialize, ttg.warp_specialize.tag = 0 : i32}
  // CHECK-NEXT: nvws.warp_group.return
  // CHECK: tt.store %arg0, %[[GROUP]]#0
  tt.func @whiles(%p: !tt.ptr<i32>, %first: i32, %n: i32) {
    %true = arith.constant true
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %end:3 = scf.while (%tile = %first, %sum = %zero, %more = %true) : (i32, i32, i1) -> (i32, i32, i1) {
      scf.condition(%more) {ttg.partition = array<i32: 0, 1>} %tile, %sum, %more : i32, i32, i1
    } do {
    ^bb0(%tile: i32, %sum: i32, %more: i1):
      %next = arith.addi %tile, %one {ttg.partition = array<i32: 0, 1>} : i32
      %again = arith.cmpi slt, %next, %n {ttg.partition = array<i32: 0, 1>} : i32
      tt.store %p, %next {ttg.partition = array<i32: 0>} : !tt.ptr<i32>
      %inner = scf.for %k = %zero to %n step %one iter_args(%s = %sum) -> (i32) : i32 {
        %added = arith.addi %s, %k {ttg.partition = array<i32: 1>} : i32
        scf.yield {ttg.partition = array<i32: 1>} %added : i32
      } {ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>]}
      tt.store %p, %inner {ttg.partition = array<i32: 1>} : !tt.ptr<i32>
      scf.yield {ttg.partition = array<i32: 0, 1>} %next, %inner, %again : i32, i32, i1
    } attributes {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0, 1>, array<i32: 1>, array<i32: 0, 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.store %p, %end#0 : !tt.ptr<i32>
    tt.return
  }

  // nvws.aref.phi is the operand of the partition: %local in the first, %remote in the second.
  // CHECK-LABEL: tt.func @phi
  // CHECK: partition0 num_warps(4) {
  // CHECK: %[[LOCAL:.*]] = arith.addi %[[I:.*]], %arg1
  // CHECK-NEXT: tt.store %arg0, %[[LOCAL]]
  // CHECK: partition1 num_warps(4) {
  // CHECK: %[[REMOTE:.*]] = arith.muli %{{.*}}, %arg1
  // CHECK-NEXT: tt.store %arg0, %[[REMOTE]]
  tt.func @phi(%p: !tt.ptr<i32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %i = %zero to %n step %one : i32 {
      %local = arith.addi %i, %n {ttg.partition = array<i32: 0>} : i32
      %remote = arith.muli %i, %n {ttg.partition = array<i32: 1>} : i32
      %either = nvws.aref.phi %local, %remote {ttg.partition = array<i32: 0, 1>} : i32
      tt.store %p, %either {ttg.partition = array<i32: 0, 1>} : !tt.ptr<i32>
      scf.yield {ttg.partition = array<i32: 0, 1>}
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 1 : i32}
    tt.return
  }

  // A tensor that another partition than the default one computes is returned in shared memory.
  // CHECK-LABEL: tt.func @returned
  // CHECK: %[[MEMORY:.*]] = ttg.local_alloc : () -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
  // CHECK-NEXT: nvws.warp_group
  // CHECK: partition1 num_warps(4) {
  // CHECK-NEXT: %[[SUM:.*]] = scf.for
  // CHECK: ttg.local_store %[[SUM]], %[[MEMORY]] : tensor<128xi32, #blocked> -> !ttg.memdesc<128xi32, #shared, #smem, mutable>
  // CHECK-NEXT: nvws.warp_group.return
  // CHECK: %[[LOADED:.*]] = ttg.local_load %[[MEMORY]] : !ttg.memdesc<128xi32, #shared, #smem, mutable> -> tensor<128xi32, #blocked>
  // CHECK-NEXT: ttg.local_dealloc %[[MEMORY]]
  // CHECK-NEXT: tt.return %[[LOADED]]
  tt.func @returned(%x: tensor<128xi32, #blocked>, %p: !tt.ptr<i32>, %n: i32) -> tensor<128xi32, #blocked> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %sum = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> (tensor<128xi32, #blocked>) : i32 {
      tt.store %p, %i {ttg.partition = array<i32: 0>} : !tt.ptr<i32>
      %added = arith.addi %s, %x {ttg.partition = array<i32: 1>} : tensor<128xi32, #blocked>
      scf.yield {ttg.partition = array<i32: 0, 1>} %added : tensor<128xi32, #blocked>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 2 : i32}
    tt.return %sum : tensor<128xi32, #blocked>
  }
}
