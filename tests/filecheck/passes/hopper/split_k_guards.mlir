// RUN: xtriton-opt %s --hopper-split-k --split-input-file --verify-diagnostics | filecheck %s

// Each program has one tile.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// expected-remark @below {{tiles are not split along K: 'tt.func' op is not persistent}}
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) {
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

// The sums do not start from zero.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<1.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
// expected-remark @below {{tiles are not split along K: 'scf.for' op carries a value that does not start from zero}}
      %sum = scf.for %k = %c0_i32 to %c1024_i32 step %c64_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>)  : i32 {
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

// A maximum is no sum.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
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
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
// expected-remark @below {{tiles are not split along K: 'arith.maxnumf' op computes a carried value that is not a sum}}
        %5 = arith.maxnumf %4, %acc : tensor<64x64xf32, #mma>
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

// A value of the loop depends on the sums of earlier iterations.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
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
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
// expected-remark @below {{tiles are not split along K: 'arith.cmpf' op depends on the sums of earlier iterations}}
        %5 = arith.cmpf ogt, %acc, %zero : tensor<64x64xf32, #mma>
        %6 = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #mma>
        %7 = tt.load %6, %5, %zero : tensor<64x64x!tt.ptr<f32>, #mma>
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

// Each part would store it.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
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
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        scf.yield %4 : tensor<64x64xf32, #mma>
      }
      %one = arith.constant 1.0 : f32
// expected-remark @below {{tiles are not split along K: 'tt.store' op has effects that do not depend on the sums of the tile}}
      tt.store %c, %one : !tt.ptr<f32>
      %offset = arith.muli %tile, %c4096_i32 : i32
      %base = tt.addptr %c, %offset : !tt.ptr<f32>, i32
      %pointers = tt.splat %base : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #mma>
      tt.store %pointers, %sum : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// It reads memory that the tile has stored; in a part nothing is stored yet.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
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
// expected-remark @below {{tiles are not split along K: 'tt.load' op reads memory after stores of the tile}}
      %again = tt.load %pointers : tensor<64x64x!tt.ptr<f32>, #mma>
    }
    tt.return
  }
}

// -----

// The number of steps is known to the program alone.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %c4096_i32 = arith.constant 4096 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
    %program = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %tile = %program to %tiles step %programs  : i32 {
      %row = arith.muli %tile, %c64_i32 : i32
// expected-remark @below {{tiles are not split along K: 'scf.for' op has an upper bound that is not an integer expression over the kernel's arguments}}
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

// Stores to shared counters in the loop would be of one part.
// CHECK-LABEL: @matmul
// CHECK-NOT: gpu.barrier
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.ptr<f32>, %tiles: i32 {xtriton.launch = {value = ["grid", 0]}}) attributes {xtriton.persistent = [0]} {
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
        %0 = tt.descriptor_load %a[%row, %k] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %2 = tt.descriptor_load %b[%k, %c0_i32] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #blocked>
        %3 = ttg.local_alloc %2 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %4 = ttng.warp_group_dot %1, %3, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
        %one = arith.constant 1.0 : f32
// expected-remark @below {{tiles are not split along K: 'tt.store' op has effects in a loop whose iterations are distributed over programs}}
        tt.store %c, %one : !tt.ptr<f32>
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
