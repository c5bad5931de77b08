// RUN: xtriton-opt %s --hopper-take-turns --split-input-file --verify-diagnostics | filecheck %s

// A kernel that is not persistent, without a remark: each program has one tile.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) {
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
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// The loop carries a value from tile to tile.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}, %c_last: !tt.ptr<i32>) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    // expected-remark @below {{tiles are not computed in turn: 'scf.for' op carries values from tile to tile}}
    %last = scf.for %tile = %program to %tiles step %programs iter_args(%before = %c0_i32) -> (i32)  : i32 {
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
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
      scf.yield %tile : i32
    }
    tt.store %c_last, %last : !tt.ptr<i32>
    tt.return
  }
}

// -----

// The number of steps depends on the tile.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      // expected-remark @below {{tiles are not computed in turn: 'scf.for' op has another number of iterations for each tile}}
      %sum = scf.for %k = %c0_i32 to %row step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
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

// -----

// The number of steps is loaded from memory, which another program may have written.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}, %bounds: !tt.ptr<i32>) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      %loaded = tt.load %bounds : !tt.ptr<i32>
      // expected-remark @below {{tiles are not computed in turn: 'scf.for' op has another number of iterations for each tile}}
      %sum = scf.for %k = %c0_i32 to %loaded step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
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

// -----

// The sum is scaled in each step.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
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
        // expected-remark @below {{tiles are not computed in turn: 'ttng.warp_group_dot' op has a result that is not only summed}}
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        %5 = arith.addf %4, %4 : tensor<64x64xf32, #mma>
        scf.yield %5 : tensor<64x64xf32, #mma>
      }
      %offset = arith.muli %tile, %c4096_i32 : i32
      %base = tt.addptr %c, %offset : !tt.ptr<f32>, i32
      %pointers = tt.splat %base : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #mma>
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// An atomic operation, which a later tile of the same program may depend on.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
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
      // expected-remark @below {{tiles are not computed in turn: 'tt.atomic_rmw' op has effects other than those of stores}}
      %old = tt.atomic_rmw fadd, acq_rel, gpu, %pointers, %sum : (tensor<64x64x!tt.ptr<f32>, #mma>, tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma>
    }
    tt.return
  }
}

// -----

// A tile is loaded before the loop over tiles.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    // expected-remark @below {{tiles are not computed in turn: 'tt.descriptor_load' op is before the loop over tiles}}
    %once = tt.descriptor_load %a[%c0_i32, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
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
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// A tile is loaded only for some tiles.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      %some = arith.cmpi slt, %tile, %c64_i32 : i32
      scf.if %some {
        // expected-remark @below {{tiles are not computed in turn: 'tt.descriptor_load' op is not executed as often for each tile}}
        %part = tt.descriptor_load %a[%row, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
      }
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
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// Sums of 64 x 256 in two halves: 256 registers of a thread.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 256, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x256xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x256xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      // expected-remark @below {{tiles are not computed in turn: 'scf.for' op carries values in 256 registers per thread from step to step, of 128}}
      %sum:2 = scf.for %k = %c0_i32 to %depth step %c64_i32 iter_args(%acc = %zero, %acc2 = %zero) -> (tensor<64x256xf32, #mma>, tensor<64x256xf32, #mma>)  : i32 {
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<64x256xf16, #shared> -> tensor<64x256xf16, #blocked>
        %3 = ttg.local_alloc %2 : (tensor<64x256xf16, #blocked>) -> !ttg.memdesc<64x256xf16, #shared, #smem>
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
        %5 = ttng.warp_group_dot %1, %3, %acc2 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x256xf16, #shared, #smem> -> tensor<64x256xf32, #mma>
        scf.yield %4, %5 : tensor<64x256xf32, #mma>, tensor<64x256xf32, #mma>
      }
      %offset = arith.muli %tile, %c4096_i32 : i32
      %base = tt.addptr %c, %offset : !tt.ptr<f32>, i32
      %pointers = tt.splat %base : !tt.ptr<f32> -> tensor<64x256x!tt.ptr<f32>, #mma>
      tt.store %pointers, %sum#0 : tensor<64x256x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// The steps are counted without a sign.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
      // expected-remark @below {{tiles are not computed in turn: 'scf.for' op does not count in signed i32}}
      %sum = scf.for unsigned %k = %c0_i32 to %depth step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
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

// -----

// The tiles are counted without a sign.
// CHECK-LABEL: @matmul
// CHECK-NOT: xtriton.turns
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %depth: i32, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    // expected-remark @below {{tiles are not computed in turn: 'scf.for' op does not count in signed i32}}
    scf.for unsigned %tile = %program to %tiles step %programs  : i32 {
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
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}
