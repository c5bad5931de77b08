// RUN: xtriton-opt %s --nvgpu-test-ws-data-partition=num-warp-groups=3 | filecheck %s
// RUN: xtriton-opt %s --nvgpu-test-ws-data-partition=num-warp-groups=2 | filecheck %s --check-prefix=WHOLE
// WHOLE-LABEL: tt.func @rows
// WHOLE: tt.descriptor_load %{{.*}} -> tensor<128x64xf16
// WHOLE-NOT: tensor<64x64xf32, #mma>

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Each consumer gets 64 rows: the coordinates of loads and stores, ranges, constants and loop-carried values follow.
  // CHECK-LABEL: tt.func @rows
  // CHECK: %[[ROW:.*]] = arith.addi %arg3, %{{.*}} {async_task_id = array<i32: 0>} : i32
  // CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[ROW]], %c64_i32 {async_task_id = array<i32: 0>} : i32
  // CHECK-NEXT: scf.for {{.*}} -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)
  // CHECK-NEXT: tt.descriptor_load %{{.*}}[%[[ROW]], %{{.*}}] {async_task_id = array<i32: 0>} : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #blocked>
  // CHECK-NEXT: tt.descriptor_load %{{.*}}[%[[NEXT]], %{{.*}}] {async_task_id = array<i32: 0>} : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #blocked>
  // CHECK: ttng.warp_group_dot {{.*}} {async_task_id = array<i32: 1>{{.*}} -> tensor<64x64xf32, #mma>
  // CHECK: ttng.warp_group_dot {{.*}} {async_task_id = array<i32: 2>{{.*}} -> tensor<64x64xf32, #mma>
  // CHECK: tt.make_range {async_task_id = array<i32: 1>, end = 64 : i32, start = 0 : i32} : tensor<64xi32
  // CHECK: tt.make_range {async_task_id = array<i32: 2>, end = 128 : i32, start = 64 : i32} : tensor<64xi32
  // CHECK: tt.store {{.*}} {async_task_id = array<i32: 1>} : tensor<64x64x!tt.ptr<f32>, #mma>
  // CHECK: tt.store {{.*}} {async_task_id = array<i32: 2>} : tensor<64x64x!tt.ptr<f32>, #mma>
  tt.func @rows(%q: !tt.ptr<f16>, %s: i64, %p: !tt.ptr<f32>, %row: i32, %n: i32) {
    %c0 = arith.constant {async_task_id = array<i32: 0, 1, 2>} 0 : i32
    %c1 = arith.constant {async_task_id = array<i32: 0, 1, 2>} 1 : i32
    %one = arith.constant {async_task_id = array<i32: 0>} 1 : i64
    %d = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] {async_task_id = array<i32: 0>} : !tt.ptr<f16>, !tt.tensordesc<128x64xf16>
    %e = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] {async_task_id = array<i32: 0>} : !tt.ptr<f16>, !tt.tensordesc<64x64xf16>
    %zero = arith.constant {async_task_id = array<i32: 1, 2>} dense<0.000000e+00> : tensor<128x64xf32, #mma>
    %at = arith.addi %row, %c1 {async_task_id = array<i32: 0>} : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32, #mma>)  : i32 {
      %x = tt.descriptor_load %d[%at, %i] {async_task_id = array<i32: 0>} : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16, #blocked>
      %y = tt.descriptor_load %e[%i, %c0] {async_task_id = array<i32: 0>} : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16, #blocked>
      %a = ttg.local_alloc %x {async_task_id = array<i32: 1, 2>} : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %b = ttg.local_alloc %y {async_task_id = array<i32: 1, 2>} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %dot = ttng.warp_group_dot %a, %b, %acc {async_task_id = array<i32: 1, 2>, inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
      scf.yield {async_task_id = array<i32: 0, 1, 2>} %dot : tensor<128x64xf32, #mma>
    } {async_task_id = array<i32: 0, 1, 2>}
    %range = tt.make_range {async_task_id = array<i32: 1, 2>, end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>>
    %rows = tt.expand_dims %range {async_task_id = array<i32: 1, 2>, axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xi32, #mma>
    %all = tt.broadcast %rows {async_task_id = array<i32: 1, 2>} : tensor<128x1xi32, #mma> -> tensor<128x64xi32, #mma>
    %base = tt.splat %p {async_task_id = array<i32: 1, 2>} : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #mma>
    %to = tt.addptr %base, %all {async_task_id = array<i32: 1, 2>} : tensor<128x64x!tt.ptr<f32>, #mma>, tensor<128x64xi32, #mma>
    tt.store %to, %r {async_task_id = array<i32: 1, 2>} : tensor<128x64x!tt.ptr<f32>, #mma>
    tt.return
  }

  // With 64 rows there are 128 columns for each consumer.
  // CHECK-LABEL: tt.func @columns
  // CHECK: ttng.warp_group_dot {{.*}} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x128xf16, #shared, #smem> -> tensor<64x128xf32, #mma>
  // CHECK: ttng.warp_group_dot {{.*}} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x128xf16, #shared, #smem> -> tensor<64x128xf32, #mma>
  tt.func @columns(%x: tensor<64x64xf16, #blocked>, %s: !tt.ptr<f16>, %p: !tt.ptr<f32>) {
    %q = tt.splat %s {async_task_id = array<i32: 0>} : !tt.ptr<f16> -> tensor<64x256x!tt.ptr<f16>, #blocked>
    %zero = arith.constant {async_task_id = array<i32: 1, 2>} dense<0.000000e+00> : tensor<64x256xf32, #mma>
    %y = tt.load %q {async_task_id = array<i32: 0>} : tensor<64x256x!tt.ptr<f16>, #blocked>
    %a = ttg.local_alloc %x {async_task_id = array<i32: 1, 2>} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %b = ttg.local_alloc %y {async_task_id = array<i32: 1, 2>} : (tensor<64x256xf16, #blocked>) -> !ttg.memdesc<64x256xf16, #shared, #smem>
    %dot = ttng.warp_group_dot %a, %b, %zero {async_task_id = array<i32: 1, 2>, inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
    %to = tt.splat %p {async_task_id = array<i32: 1, 2>} : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
    tt.store %to, %dot {async_task_id = array<i32: 1, 2>} : tensor<64x256x!tt.ptr<f32>, #mma>
    tt.return
  }

  // Only the coordinate of the split dimension moves: the same value as the other coordinate, as the start of rows, whose
  // range is split already, and as what a loop carries stays.
  // CHECK-LABEL: tt.func @same_coordinate
  // CHECK: %[[AT:.*]] = arith.addi %arg3, %arg4 {async_task_id = array<i32: 0, 1, 2>} : i32
  // CHECK-NEXT: %[[MOVED:.*]] = arith.addi %[[AT]], %c64_i32 {async_task_id = array<i32: 0>} : i32
  // CHECK: tt.descriptor_load %{{.*}}[%[[AT]], %[[AT]]] {{.*}} -> tensor<64x64xf16, #blocked>
  // CHECK: tt.descriptor_load %{{.*}}[%[[MOVED]], %[[AT]]] {{.*}} -> tensor<64x64xf16, #blocked>
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[AT]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (i32, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>)
  // CHECK: tt.splat %[[AT]] {async_task_id = array<i32: 1>} : i32 -> tensor<64xi32
  // CHECK: tt.splat %[[AT]] {async_task_id = array<i32: 2>} : i32 -> tensor<64xi32
  tt.func @same_coordinate(%q: !tt.ptr<f16>, %s: i64, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %row: i32, %n: i32, %p: !tt.ptr<f32>, %c: i32, %last: !tt.ptr<i32>) {
    %c1 = arith.constant {async_task_id = array<i32: 0, 1, 2>} 1 : i32
    %one = arith.constant {async_task_id = array<i32: 0>} 1 : i64
    %zero = arith.constant {async_task_id = array<i32: 1, 2>} dense<0.000000e+00> : tensor<128x64xf32, #mma>
    %at = arith.addi %row, %n {async_task_id = array<i32: 0>} : i32
    %d = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] {async_task_id = array<i32: 0>} : !tt.ptr<f16>, !tt.tensordesc<128x64xf16>
    %x = tt.descriptor_load %d[%at, %at] {async_task_id = array<i32: 0>} : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16, #blocked>
    %a = ttg.local_alloc %x {async_task_id = array<i32: 1, 2>} : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %r:2 = scf.for %i = %c1 to %n step %c1 iter_args(%k = %at, %acc = %zero) -> (i32, tensor<128x64xf32, #mma>)  : i32 {
      %dot = ttng.warp_group_dot %a, %b, %acc {async_task_id = array<i32: 1, 2>, inputPrecision = 0 : i32} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
      %next = arith.addi %k, %c {async_task_id = array<i32: 0>} : i32
      scf.yield {async_task_id = array<i32: 0, 1, 2>} %next, %dot : i32, tensor<128x64xf32, #mma>
    } {async_task_id = array<i32: 0, 1, 2>}
    tt.store %last, %r#0 {async_task_id = array<i32: 0>} : !tt.ptr<i32>
    %range = tt.make_range {async_task_id = array<i32: 1, 2>, end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>>
    %start = tt.splat %at {async_task_id = array<i32: 1, 2>} : i32 -> tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>>
    %numbers = arith.addi %start, %range {async_task_id = array<i32: 1, 2>} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>>
    %rows = tt.expand_dims %numbers {async_task_id = array<i32: 1, 2>, axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128x1xi32, #mma>
    %all = tt.broadcast %rows {async_task_id = array<i32: 1, 2>} : tensor<128x1xi32, #mma> -> tensor<128x64xi32, #mma>
    %base = tt.splat %p {async_task_id = array<i32: 1, 2>} : !tt.ptr<f32> -> tensor<128x64x!tt.ptr<f32>, #mma>
    %to = tt.addptr %base, %all {async_task_id = array<i32: 1, 2>} : tensor<128x64x!tt.ptr<f32>, #mma>, tensor<128x64xi32, #mma>
    tt.store %to, %r#1 {async_task_id = array<i32: 1, 2>} : tensor<128x64x!tt.ptr<f32>, #mma>
    tt.return
  }
}
