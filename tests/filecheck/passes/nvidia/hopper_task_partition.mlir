// RUN: xtriton-opt %s --nvgpu-test-ws-task-partition=num-warp-groups=3 --split-input-file | filecheck %s
// RUN: xtriton-opt %s --nvgpu-test-ws-task-partition=num-warp-groups=1 --split-input-file | filecheck %s --check-prefix=NONE
// NONE: "ttg.num-ctas"
// NONE-NOT: async_task_id = array<i32: 1, 2>

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // The load of a scalar and that of a tensor that no dot uses are no producers; all stores belong to the consumers.
  // CHECK-LABEL: tt.func @loads
  // CHECK: tt.load %{{.*}} {async_task_id = array<i32: 0>} : tensor<64x64x!tt.ptr<f16>
  // CHECK-NEXT: tt.load %{{.*}} : !tt.ptr<i32>
  // CHECK-NEXT: tt.load %{{.*}} : tensor<64x64x!tt.ptr<f32>
  // CHECK: ttng.warp_group_dot {{.*}} {async_task_id = array<i32: 1, 2>, inputPrecision = 0 : i32}
  // CHECK: tt.store {{.*}} {async_task_id = array<i32: 1, 2>}
  // CHECK: tt.descriptor_store {{.*}} {async_task_id = array<i32: 1, 2>}
  tt.func @loads(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %s: !tt.ptr<i32>, %o: tensor<64x64x!tt.ptr<f32>, #blocked>, %d: !tt.tensordesc<64x64xf32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
      %y = tt.load %s : !tt.ptr<i32>
      %z = tt.load %o : tensor<64x64x!tt.ptr<f32>, #blocked>
      %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %dot = ttng.warp_group_dot %a, %a, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      tt.store %o, %z : tensor<64x64x!tt.ptr<f32>, #blocked>
      tt.descriptor_store %d[%y, %y], %z : !tt.tensordesc<64x64xf32>, tensor<64x64xf32, #blocked>
      scf.yield %dot : tensor<64x64xf32, #mma>
    }
    tt.return
  }

  // Without a loop there is nothing to overlap.
  // CHECK-LABEL: tt.func @no_loop
  // CHECK-NOT: async_task_id
  // CHECK: tt.return
  tt.func @no_loop(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %dot = ttng.warp_group_dot %a, %a, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    tt.return %dot : tensor<64x64xf32, #mma>
  }

  // Tasks that the input has already stay as they are.
  // CHECK-LABEL: tt.func @annotated
  // CHECK: tt.load %{{.*}} : tensor<64x64x!tt.ptr<f16>
  // CHECK: ttng.warp_group_dot {{.*}} {inputPrecision = 0 : i32}
  // CHECK: tt.store {{.*}} {async_task_id = array<i32: 3>}
  tt.func @annotated(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %s: !tt.ptr<i32>, %acc: tensor<64x64xf32, #mma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1  : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
      %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
      %dot = ttng.warp_group_dot %a, %a, %acc {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      tt.store %s, %i {async_task_id = array<i32: 3>} : !tt.ptr<i32>
    }
    tt.return
  }
}
