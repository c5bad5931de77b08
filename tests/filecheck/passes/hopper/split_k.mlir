// RUN: xtriton-opt %s --triton=3.6 --hopper-split-k --canonicalize --verify-diagnostics | filecheck %s

// Whole tiles are computed as before; behind them a program may compute a part of another one.
// CHECK-LABEL: tt.func public @matmul
// CHECK-SAME: %[[WORKSPACE:arg[0-9]+]]: !tt.ptr<f32> {tt.divisibility = 16 : i32, xtriton.launch = {contents = "any", workspace = [
// CHECK-SAME: %[[COUNTERS:arg[0-9]+]]: !tt.ptr<i32> {tt.divisibility = 16 : i32, xtriton.launch = {workspace = ["muli", 64, {{.*}}, 4]}}
// CHECK-SAME: xtriton.persistent = [0], xtriton.programs = {value = [
// CHECK-SAME: xtriton.programs_per_tile = 8 : i64
// CHECK:      scf.for %{{.*}} = %[[PROGRAM:.*]] to %[[WHOLE:arg[0-9]+]] step
// CHECK:        scf.for %{{.*}} = %c0_i32 to %c1024_i32 step %c64_i32
// CHECK:        tt.store
// CHECK:      }
// CHECK:      %[[HAS_PART:.*]] = arith.cmpi slt, %[[PROGRAM]], %[[ALL_PARTS:arg[0-9]+]] : i32
// CHECK:      scf.if %[[HAS_PART]] {
// CHECK-NEXT:   %[[PART:.*]] = arith.divui %[[PROGRAM]], %[[SPLIT:arg[0-9]+]] : i32
// CHECK-NEXT:   %[[TILE:.*]] = arith.remui %[[PROGRAM]], %[[SPLIT]] : i32
// CHECK:        %[[FIRST:.*]] = arith.divui %{{.*}}, %{{.*}} : i32
// CHECK:        arith.addi %[[WHOLE]], %[[TILE]] : i32
// The loop over a part is known not to be empty.
// CHECK:        %[[START:.*]] = arith.muli %[[FIRST]], %c64_i32 : i32
// CHECK:        %[[PAST:.*]] = arith.select %{{.*}}, %c1024_i32, %{{.*}} : i32
// CHECK-NEXT:   %[[DISTANCE:.*]] = arith.subi %[[PAST]], %[[START]] : i32
// CHECK-NEXT:   %[[END:.*]] = arith.maxsi %[[DISTANCE]], %c64_i32 : i32
// CHECK-NEXT:   %[[SUM:.*]] = scf.for %[[COUNTER:.*]] = %c0_i32 to %[[END]] step %c64_i32
// CHECK-NEXT:     %[[K:.*]] = arith.addi %[[COUNTER]], %[[START]] : i32
// CHECK-NEXT:     tt.descriptor_load %{{.*}}[%{{.*}}, %[[K]]]
// CHECK:        %[[FLAT:.*]] = tt.reshape %[[SUM]] allow_reorder : tensor<64x64xf32, #mma> -> tensor<4096xf32
// CHECK-NEXT:   tt.store %{{.*}}, %[[FLAT]]
// CHECK-NEXT:   %[[COUNTER:.*]] = tt.addptr %[[COUNTERS]], %[[TILE]] : !tt.ptr<i32>, i32
// CHECK-NEXT:   gpu.barrier
// CHECK-NEXT:   %[[EARLIER:.*]] = tt.atomic_rmw add, acq_rel, gpu, %[[COUNTER]], %c1_i32
// CHECK:        %[[COMPLETES:.*]] = arith.cmpi eq, %[[EARLIER]], %{{.*}} : i32
// CHECK-NEXT:   scf.if %[[COMPLETES]] {
// CHECK-NEXT:     tt.store %[[COUNTER]], %c0_i32
// CHECK:          tt.load %{{.*}} cacheModifier = cg
// CHECK:          scf.for
// CHECK:            tt.load %{{.*}} cacheModifier = cg
// CHECK:            arith.addf
// CHECK:          %[[ALL:.*]] = arith.addf
// CHECK:          tt.store %{{.*}}, %[[ALL]]
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{tiles of an incomplete wave are split along K, into at most 8 parts, with 1 epilogue}}
  tt.func public @matmul(%a: !tt.tensordesc<tensor<64x64xf16, #shared>>, %b: !tt.tensordesc<tensor<64x64xf16, #shared>>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      %sum = scf.for %k = %c0_i32 to %c1024_i32 step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<tensor<64x64xf16, #shared>> -> tensor<64x64xf16, #blocked>
        %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        scf.yield %4 : tensor<64x64xf32, #mma>
      }
      %offset = arith.muli %tile, %c4096_i32 : i32
      %base = tt.addptr %c, %offset : !tt.ptr<f32>, i32
      %pointers = tt.splat %base : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #mma>
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}
