// RUN: xtriton-opt %s --hopper-take-turns --split-input-file --verify-diagnostics | filecheck %s

// The number of steps is an argument, the same for each tile. What only the second store needs is behind the first one; the load is not.
// CHECK-LABEL: @matmul
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
// CHECK:           scf.for
// CHECK:           %[[POINTERS:.*]] = tt.splat
// CHECK:           %[[OLD:.*]] = tt.load %[[POINTERS]]
// CHECK:           %[[TWICE:.*]] = arith.addf
// CHECK:           tt.store %[[POINTERS]], %[[TWICE]]
// CHECK:           %[[MORE:.*]] = arith.addf %{{.*}}, %[[OLD]]
// CHECK:           %[[NEXT:.*]] = tt.addptr
// CHECK:           tt.store %[[NEXT]], %[[MORE]]
// CHECK:         } {xtriton.turns}
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{two warp groups compute tiles in turn}}
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      %sum = scf.for %k = %c0_i32 to %depth step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        scf.yield %4 : tensor<64x64xf32, #mma>
      }
      %offset = arith.muli %tile, %c4096_i32 : i32
      %base = tt.addptr %c, %offset : !tt.ptr<f32>, i32
      %pointers = tt.splat %base : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #mma>
      %old = tt.load %pointers : tensor<64x64x!tt.ptr<f32>, #mma>
      %twice = arith.addf %sum, %sum : tensor<64x64xf32, #mma>
      %more = arith.addf %sum, %old : tensor<64x64xf32, #mma>
      %step = tt.splat %c4096_i32 : i32 -> tensor<64x64xi32, #mma>
      %next = tt.addptr %pointers, %step : tensor<64x64x!tt.ptr<f32>, #mma>, tensor<64x64xi32, #mma>
      tt.store %pointers, %twice : tensor<64x64x!tt.ptr<f32>, #mma>
      tt.store %next, %more : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// The bound of the loop is computed in the loop over tiles, from values outside of it.
// CHECK-LABEL: @matmul
// CHECK:         } {xtriton.turns}
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-remark @below {{two warp groups compute tiles in turn}}
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      %whole = arith.divui %depth, %c64_i32 : i32
      %bound = arith.muli %whole, %c64_i32 : i32
      %sum = scf.for %k = %c0_i32 to %bound step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
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
